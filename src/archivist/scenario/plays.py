"""A play being made by a step: its decisions are filled from the step's keys, in this step or over several."""

from __future__ import annotations

from copy import copy

from archivist.model.card import Seat, Thing
from archivist.model.decision import Action, Attack, Decision, Play, Return, Use
from archivist.model.errors import REVERTED
from archivist.model.event import Event
from archivist.model.state import State
from archivist.rules.playing_cards.attempt import LEGALITY
from archivist.scenario import labels, verify
from archivist.scenario.fill import FILLERS, KEY_OF, fill
from archivist.scenario.problems import Difference, Refused
from archivist.scenario.step_format import PAYMENTS
from archivist.scenario.structure import Keys
from archivist.scenario.table import Table, happened, happened_since
from archivist.vocabulary.face import Face

TOO_FEW = "targets-and-copies.3.5"
"""The rule by which required targets must all be chosen."""

IMPOSED = "combat.3.step.5"
"""The rule by which what is imposed on an attack may be refused."""


class Attempt:
    """A play in the making: who makes it, and the answers of its step that are still to be given.

    `asked` are the keys whose decisions have come up, with the rules that asked last; `taken` is what each kind of
    payment has been made with, `groups` counts the lists of targets that are used up. `offered` says whether the action
    was among the offers, `resumed` that the play goes on after another step has answered something in between. A play has
    no action of its own where it is the declaration that an attack card asks for.
    """

    def __init__(self, table: Table, seat: Seat, action: Action | None, keys: Keys, *, offered: bool = True) -> None:
        self.table = table
        self.seat = seat
        self.action = action
        self.keys = keys
        self.given = keys
        self.before: State = table.game.state.copy()
        self.mark = happened(table.game)
        self.asked: dict[str, tuple[str, ...]] = {}
        self.taken: dict[str, tuple[Thing, ...]] = {}
        self.groups = 0
        self.offered = offered
        self.resumed = False

    def saved(self) -> Attempt:
        """The attempt as it is now, to go back to."""
        other = copy(self)
        other.asked, other.taken = dict(self.asked), dict(self.taken)
        return other

    def has_paid_all(self, decision: Decision) -> bool:
        """Whether the cards listed for a payment are used up, and more of the same kind is to be paid."""
        used_up = self.keys.payments.get(decision.kind) == () and decision.kind in self.asked
        return decision.kind in PAYMENTS and used_up and decision.least > 0

    def pays_its_own_cost(self, decision: Decision) -> bool:
        """Whether the step leaves out an alternative cost, and the card's own cannot be paid; from elsewhere it has none."""
        if decision.kind != "alternative" or self.given.alternative is not None:
            return False
        own = isinstance(self.action, Play) and self.before.cards[self.action.card].zone == "hand"
        return own and labels.OWN_COST not in decision.options

    def says_too_few(self, decision: Decision) -> bool:
        """Whether the step lists targets or modes, and none of them is left for what must still be chosen."""
        return decision.kind in ("targets", "modes") and getattr(self.given, decision.kind) is not None

    def says_nothing_of(self, decision: Decision) -> bool:
        """Whether the step has no words, or none that are left, for a decision."""
        if decision.kind in PAYMENTS:
            return not self.keys.payments.get(decision.kind)
        return not getattr(self.keys, KEY_OF.get(decision.kind, decision.kind))

    def pays_imposed(self, decision: Decision) -> bool:
        """Whether a decision asks for what is imposed on an attack, and the step says what pays: so it is paid."""
        return decision.rule == IMPOSED and decision.player == self.seat and any(self.keys.payments.values())

    @property
    def attacking(self) -> bool:
        return self.action is None or isinstance(self.action, Attack)

    def face(self, state: State) -> Face:
        """The card that is played, or that has the ability."""
        assert isinstance(self.action, Play | Use)
        return state.pool[state.cards[self.action.card].face]

    def rules(self, key: str) -> tuple[str, ...]:
        """The rules by which the game asks for what a key says, and by which a play with a wrong answer is cancelled."""
        asked = self.asked.get(key) or verify.asked_by(self.action, key)
        return (*asked, *((LEGALITY[self.action.way],) if isinstance(self.action, Play) else ()), *REVERTED)

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

    def interrupted(self) -> Decision | None:
        """A decision before the play is made that no key answers, such as the order of replacements as it is paid.

        It is answered by a step of its own, and then the play goes on.
        """
        asked = self.table.asked
        return None if asked is None or self.over or self.asks() is not None else asked

    def events(self) -> list[Event]:
        """What has happened since the play began."""
        return happened_since(self.table.game, self.mark)

    def group_asked(self) -> int:
        """Which group of targets is asked for now, from 0. Each one tells of its targets when it is declared.

        An ability tells of all of them only when it is done, so its groups are counted as they are asked for.
        """
        if not isinstance(self.action, Play):
            return self.groups
        return sum(event.kind == "targets" for event in self.events())


def make(table: Table, attempt: Attempt, *, complete: bool = False) -> None:
    """Goes on with a play as far as the keys go; what they leave out waits for a later step.

    With `complete` it is answered with the first legal choice instead, to see whether the play is refused.
    """
    while True:
        if (within := attempt.interrupted()) is not None and (attempt.pays_imposed(within) or complete):
            table.answer(within.player, (0,) if attempt.pays_imposed(within) else within.default())
            continue
        if (decision := attempt.asks()) is None:
            break
        if not complete and table.expects(decision) and attempt.says_nothing_of(decision):
            table.attempt = attempt
            return
        spent = attempt.has_paid_all(decision)
        answer = fill(attempt, table.game.state, decision)
        if complete and spent:
            raise Refused(f"too little is given ({decision.prompt})", attempt.rules(decision.kind))
        if attempt.pays_its_own_cost(decision):
            raise Refused(f"its own cost cannot be paid ({decision.prompt})", attempt.rules("alternative"))
        if answer is None and complete and attempt.says_too_few(decision):
            besides = (TOO_FEW,) if decision.kind == "targets" else ()
            raise Refused(f"too few are given ({decision.prompt})", (*attempt.rules(decision.kind), *besides))
        if answer is None and complete:
            answer = next(decision.answers())
        if answer is None:
            table.attempt = attempt
            return
        table.answer(attempt.seat, answer)
    if attempt.interrupted() is not None:
        table.attempt = attempt
        attempt.resumed = True
    elif attempt.over:
        table.attempt = None
        verify.leftovers(attempt)
        if not attempt.offered:
            raise Difference("it was played, though it was not among the offers")
