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
from archivist.notation import actions
from archivist.notation.actions import Deed
from archivist.notation.naming import Names
from archivist.notation.narration import trace_line
from archivist.notation.playing import Playing
from archivist.rules.legal_actions.refused_answers import NOT_TO_DECIDE
from archivist.scenario.expectations import Check, Deciding, Expect
from archivist.scenario.reading import Scenario
from archivist.scenario.referee import OWN, Referee
from archivist.scenario.shown import Shown
from archivist.scenario.steps import Act, Reply, Shortcut, Step

if TYPE_CHECKING:
    from archivist.scenario.keys import Making


class Difference(Exception):
    """The first difference from what the scenario says; the scenario fails."""


class Refused(Exception):
    """The game refuses what a step says: an illegal play, or an answer that does not fit.

    `rules` are all the rules against it. `done` says that the play was completed all the same, because the game had no
    need to ask for the wrong answer.
    """

    def __init__(self, why: str, rules: tuple[str, ...] = (), *, done: bool = False) -> None:
        super().__init__(why)
        self.why = why
        self.rules = tuple(dict.fromkeys(rules))
        self.done = done

    def __str__(self) -> str:
        cited = [rule for rule in self.rules if rule not in self.why]
        return f"{self.why} [{', '.join(cited)}]" if cited else self.why


class Nowhere(Refused):
    """A step names something that does not exist, or answers when nothing is asked, so nothing was even tried.

    The rules explain why for someone who asks; an `illegal` step does not count as refused by them.
    """


class Unasked(Refused):
    """An answer that the play never asked for; in a step that should be legal, a mistake in the file."""


class Table:
    """A scenario being played.

    `making` is the play whose remaining decisions wait for later steps. `told` is the number of events at the last
    expectation, `opened` the window of the set-up until then, `refusals` the rules that refused something since.
    `begun` is the number of events before the last step, `kept` how many of those before this step still stand, and
    `following` the next step that is no expectation. `shown` are the rules that the run has shown.
    """

    def __init__(self, scenario: Scenario, game: Playing, referee: Referee = OWN, shown: Shown | None = None) -> None:
        """`referee` says what the rules of the game's engine are; `shown` notes which rules are shown."""
        self.scenario = scenario
        self.game = game
        self.referee = referee
        self.making: Making | None = None
        self.told = 0
        self.refusals: set[str] = set()
        self.shown = Shown() if shown is None else shown
        self.begun = 0
        self.kept = 0
        self.following: Step | None = None
        self.opened = self.window() if scenario.opens else None

    @property
    def own_game(self) -> Game:
        """The game, where this project's own engine plays it."""
        assert isinstance(self.game, Game)
        return self.game

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

    def must_decide(self, asked: Decision) -> str:
        """Who must decide what, in words."""
        return f"{self.players[asked.player]} must decide: {asked.prompt}"

    def window(self) -> tuple[str, str] | None:
        """The phase and the player who has Opportunity now; nobody has it while a decision is pending."""
        state = self.game.state
        if state.opportunity is None or self.asked is not None:
            return None
        return state.turn.phase, state.players[state.opportunity].name

    # -- what has happened ---------------------------------------------------------------------------------------

    @property
    def happened(self) -> int:
        """How many events there have been, those of a play in the making too."""
        return self.game.event_count + len(self.game.unfinished)

    def happened_since(self, count: int) -> list[Event]:
        """The events after the first `count`, those of a play in the making too."""
        game = self.game
        return [*game.events_since(count), *game.unfinished[max(count - game.event_count, 0) :]]

    def line_of(self, event: Event) -> str:
        """An event as a line of the trace; empty for what is not told."""
        return trace_line(event, self.players)

    def since_expect(self) -> list[Event]:
        return self.happened_since(self.told)

    def note_expect(self) -> None:
        self.told = self.happened
        self.refusals = set()
        self.opened = None

    # -- what the scenario says next -----------------------------------------------------------------------------

    @property
    def next_step(self) -> Act | Reply | Shortcut | None:
        """What the next step that is no expectation does."""
        what = self.following.what if self.following is not None else None
        assert not isinstance(what, Expect)
        return what

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
        """Whether an expectation after this step names the decision's kind and player, so that it must be left open."""
        player = self.players[asked.player]
        return any(check.fits(player, asked.kind) for check in self._deciding())

    def expects_another(self, asked: Decision) -> bool:
        """Whether an expectation after this step names a decision by player and kind, and only others than this one.

        That one must be asked then, and is the one that the next step answers.
        """
        return any(self._deciding()) and not self.expects(asked)

    def _deciding(self) -> Iterator[Deciding]:
        """The decisions that expectations after this step name by player and kind."""
        return (check for check in self.expected() if isinstance(check, Deciding) and check.named)

    # -- doing ---------------------------------------------------------------------------------------------------

    def meant(self, seat: Seat, deed: Deed) -> Action:
        """The action that a step means. Raises Nowhere if there is nothing to do it with."""
        try:
            return actions.action(self.game, seat, deed, self.referee)
        except actions.Missing as missing:
            (reason,) = missing.reasons
            raise Nowhere(reason.why, reason.rules) from None

    def begin(self, seat: Seat, action: Action) -> None:
        """A player acts: with Opportunity, or because an effect asks for a play."""
        with self._refusals(self.asked):
            self.game.begin(action, seat)

    def answer(self, seat: Seat, answer: Answer) -> None:
        with self._refusals(self.asked):
            self.game.answer(answer, seat)

    def concede(self, seat: Seat) -> None:
        """A player concedes. If that undoes a play, the events before it are the last ones already told."""
        before = self.game.events
        with self._refusals(self.asked):
            self.game.concede(seat)
        kept = (old == new for old, new in zip(before, self.game.events, strict=False))
        same = sum(itertools.takewhile(bool, kept))
        self.told, self.kept = min(self.told, same), min(self.kept, same)

    @contextmanager
    def _refusals(self, asked: Decision | None) -> Iterator[None]:
        """Turns the game's errors into Refused, with the rules and with who must decide first."""
        pending = asked is not None and asked.form != "act"
        waiting = f" (player {self.must_decide(asked)})" if asked is not None and pending else ""
        self.shown.asked(self.game, asked)
        try:
            yield
        except Illegal as illegal:
            self.shown.refused(illegal)
            raise Refused(f"{illegal}{waiting}", illegal.rules) from illegal
        except AnswerError as error:
            raise Refused(f"{error}{waiting}", asked.rules if asked is not None else NOT_TO_DECIDE) from error
        except GameOver as error:
            raise Refused(str(error), error.rules) from error
