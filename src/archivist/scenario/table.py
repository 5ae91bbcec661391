"""The table at which a scenario is played: the game, what is being played, and what the expectations look back on."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from archivist.game import Game
from archivist.model.card import Seat
from archivist.model.decision import Action, Answer, Decision
from archivist.model.errors import AnswerError, GameOver, Illegal
from archivist.model.event import Event
from archivist.scenario.naming import Names
from archivist.scenario.problems import Refused
from archivist.scenario.shown import Shown
from archivist.scenario.structure import Check, Deciding, Expect, Scenario, Step

if TYPE_CHECKING:
    from archivist.scenario.plays import Attempt


class Table:
    """A scenario being played.

    `attempt` is the play whose remaining decisions wait for later steps. `told` is the number of events at the last
    expectation, `opened` the window of the set-up until then, `refusals` the rules that refused something since.
    `begun` is the number of events before the last step, `kept` how many of those before this step still stand, and
    `following` the next step that is no expectation. `shown` are the rules that the run has shown.
    """

    def __init__(self, scenario: Scenario, game: Game) -> None:
        self.scenario = scenario
        self.game = game
        self.attempt: Attempt | None = None
        self.told = 0
        self.refusals: set[str] = set()
        self.shown = Shown()
        self.begun = 0
        self.kept = 0
        self.following: Step | None = None
        self.opened = self.window() if scenario.setup.opens else None

    @property
    def names(self) -> Names:
        return Names(self.game.state)

    @property
    def players(self) -> tuple[str, ...]:
        return tuple(player.name for player in self.game.state.players)

    @property
    def asked(self) -> Decision | None:
        """The pending decision, if it is another than to act or pass."""
        return None if self.game.acting else self.game.decision

    def window(self) -> tuple[str, str] | None:
        """The phase and the player who has Opportunity now; nobody has it while a decision is pending (timing.2.11)."""
        state = self.game.state
        if state.opportunity is None or self.asked is not None:
            return None
        return state.turn.phase, state.players[state.opportunity].name

    def since_expect(self) -> list[Event]:
        return happened_since(self.game, self.told)

    def note_expect(self) -> None:
        self.told = happened(self.game)
        self.refusals = set()
        self.opened = None

    # -- what the scenario says next -----------------------------------------------------------------------------

    def expected(self) -> Iterator[Check]:
        """What is expected between this step and the next one."""
        steps = self.scenario.steps
        last = len(steps) if self.following is None else self.following.number - 1
        first = last
        while first > 0 and isinstance(steps[first - 1].what, Expect):
            first -= 1
        for step in steps[first:last]:
            assert isinstance(step.what, Expect)
            yield from (expectation.check for expectation in step.what.expectations)

    def expects(self, asked: Decision) -> bool:
        """Whether a decision is expected after this step, and so is left open: its kind is named, and who decides."""
        open_ = (check for check in self.expected() if isinstance(check, Deciding))
        return any((check.kind, check.player) == (asked.kind, self.players[asked.player]) for check in open_)

    # -- doing ---------------------------------------------------------------------------------------------------

    def begin(self, seat: Seat, action: Action) -> None:
        """A player acts: with Opportunity, or because an effect asks for a play."""
        with self._refusals(self.asked):
            self.game.begin(action, seat)

    def answer(self, seat: Seat, answer: Answer) -> None:
        with self._refusals(self.asked):
            self.game.answer(answer, seat)

    def concede(self, seat: Seat) -> None:
        """A player concedes. Where that undoes a play, expectations look back on everything that was told since then."""
        before = self.game.events
        with self._refusals(self.asked):
            self.game.concede(seat)
        kept = (old == new for old, new in zip(before, self.game.events, strict=False))
        same = sum(itertools.takewhile(bool, kept))
        self.told, self.kept = min(self.told, same), min(self.kept, same)

    @contextmanager
    def _refusals(self, asked: Decision | None) -> Iterator[None]:
        """What the game refuses, with the rules."""
        rules = asked.rules if asked is not None else ("timing.2.1",)
        self.shown.asked(self.game, asked)
        try:
            yield
        except Illegal as illegal:
            self.shown.refused(illegal)
            raise Refused(f"{illegal}{self._waiting(asked)}", illegal.rules) from illegal
        except AnswerError as error:
            raise Refused(f"{error}{self._waiting(asked)}", rules) from error
        except GameOver as error:
            raise Refused(str(error), ("turn.9.1",)) from error

    def _waiting(self, asked: Decision | None) -> str:
        """Who must decide first, where that is why nothing else can be done."""
        if asked is None or asked.form == "act":
            return ""
        return f" (player {self.players[asked.player]} must decide: {asked.prompt})"


def happened(game: Game) -> int:
    """How many events there have been, those of a play in the making too."""
    return game.event_count + len(game.unfinished)


def happened_since(game: Game, count: int) -> list[Event]:
    """The events after the first `count`, those of a play in the making too."""
    return [*game.events_since(count), *game.unfinished[max(count - game.event_count, 0) :]]
