"""A play being made by a step: its decisions are filled from the step's keys, in this step or over several."""

from __future__ import annotations

from collections.abc import Sequence
from copy import copy

from msgspec.structs import replace

from archivist.model.card import Seat, Thing
from archivist.model.decision import Action, Attack, Decision, Play, Return, Use
from archivist.model.event import Event
from archivist.model.state import State
from archivist.scenario import verify
from archivist.scenario.fill import FILLERS, KEY_OF, fill
from archivist.scenario.naming import Name, Names
from archivist.scenario.problems import Refused
from archivist.scenario.step_format import PAYMENTS
from archivist.scenario.structure import Keys
from archivist.scenario.table import Table
from archivist.vocabulary.face import Face

PAY = {"activate": "CA.1.8", "materialize": "CM.3.3", "bestow": "BB.3.3"}
RULES: dict[str, tuple[str, ...]] = {
    "x": ("CA.1.3.1",),
    "y": ("CA.1.3.1",),
    "optional": ("CA.1.3.2",),
    "alternative": ("CA.1.3.3",),
    "split": ("CA.1.3.4",),
    "modes": ("CA.1.4",),
    "targets": ("CA.1.5", "CA.1.3.4"),
    "weapon": ("combat.3.step.2", "combat.2.5"),
}
"""The rules by which an answer is refused that the play has no place for."""

ATTACK_TARGETS = ("combat.3.step.3", "combat.1.8", "combat.8.stealth", "combat.8.taunt", "combat.8.cleave")


class Attempt:
    """A play in the making: who makes it, and the answers of its step that are still to be given.

    `asked` are the keys whose decisions have come up, `paid` the cards chosen for each payment. A play has no action of
    its own where it is the declaration that an attack card asks for.
    """

    def __init__(self, table: Table, seat: Seat, action: Action | None, keys: Keys) -> None:
        self.table = table
        self.seat = seat
        self.action = action
        self.keys = keys
        self.given = keys
        self.before: State = table.game.state.copy()
        self.mark = len(table.game.events)
        self.asked: set[str] = set()
        self.paid: dict[str, set[int]] = {}
        self._own_groups: set[int] = set()
        self._groups_seen = 0

    def saved(self) -> Attempt:
        """The attempt as it is now, to go back to."""
        other = copy(self)
        other.asked = set(self.asked)
        other.paid = {key: set(cards) for key, cards in self.paid.items()}
        other._own_groups = set(self._own_groups)
        return other

    def says_none(self, key: str) -> bool:
        """Whether the step says expressly that there are none, with an empty list."""
        return bool(getattr(self.given, key) == ())

    @property
    def attacking(self) -> bool:
        return self.action is None or isinstance(self.action, Attack)

    def face(self, state: State) -> Face:
        """The card that is played, or that has the ability."""
        assert isinstance(self.action, Play | Use)
        return state.pool[state.cards[self.action.card].face]

    def rules(self, key: str) -> tuple[str, ...]:
        """The rules by which an answer to this key may be refused."""
        pay = PAY[self.action.way] if isinstance(self.action, Play) else "costs.5.13"
        if self.attacking and key == "targets":
            return ATTACK_TARGETS
        if key in PAYMENTS:
            return (pay,)
        return (*RULES[key], pay) if key in ("optional", "alternative") else RULES[key]

    # -- where it stands -----------------------------------------------------------------------------------------

    @property
    def over(self) -> bool:
        """Whether the play is made: its instance or ability is on the stack, or the attack is declared."""
        game = self.table.game
        if game.acting or game.over or isinstance(self.action, Return):
            return True
        if self.attacking:
            return game.state.combat is not None
        return game.state.named_ids > self.before.named_ids

    def asks(self) -> Decision | None:
        """The pending decision, if it is one of this play."""
        asked = self.table.asked
        if asked is None or self.over or asked.player != self.seat:
            return None
        return asked if KEY_OF.get(asked.kind, asked.kind) in FILLERS else None

    def events(self) -> list[Event]:
        """What has happened since the play began."""
        return self.table.game.events[self.mark :]

    # -- groups of targets ---------------------------------------------------------------------------------------

    def declared(self) -> list[tuple[Thing, ...]]:
        """The groups of targets declared so far. An ability tells of them only when it is done."""
        return [
            tuple(named.thing for named in event.objects if named.thing is not None)
            for event in self.events()
            if event.kind == "targets"
        ]

    def note_answer(self, decision: Decision) -> None:
        """The next group to be declared is one that was asked for."""
        if decision.kind == "targets":
            self._own_groups.add(len(self.declared()))

    def skip_forced_groups(self) -> None:
        """Takes out of the keys the targets of groups that were not asked for, because there was only one choice."""
        declared = self.declared()
        for index in range(self._groups_seen, len(declared)):
            if index not in self._own_groups and self.keys.targets:
                self._skip(declared[index], self.keys.targets)
        self._groups_seen = len(declared)

    def _skip(self, group: Sequence[Thing], given: tuple[tuple[Name, ...], ...]) -> None:
        names = Names(self.before)
        used: list[Thing] = []
        if self.keys.grouped:
            for name in given[0]:
                thing = names.pick(name, group, used)
                if thing is None:
                    raise Refused(f"{name.text} is no legal target", self.rules("targets"), done=self.over)
                used.append(thing)
            self.keys = replace(self.keys, targets=given[1:])
            return
        while given and (thing := names.pick(given[0][0], group, used)) is not None:
            used.append(thing)
            given = given[1:]
        self.keys = replace(self.keys, targets=given)


def make(table: Table, attempt: Attempt, *, complete: bool = False) -> None:
    """Goes on with a play as far as the keys go; what they leave out waits for a later step.

    With `complete` it is answered with the first legal choice instead, to see whether the play is refused.
    """
    while (decision := attempt.asks()) is not None:
        answer = fill(attempt, table.game.state, decision)
        if answer is None and complete:
            answer = next(decision.answers())
        if answer is None:
            table.attempt = attempt
            return
        attempt.note_answer(decision)
        table.answer(attempt.seat, answer)
    if attempt.over:
        table.attempt = None
        verify.leftovers(attempt)
