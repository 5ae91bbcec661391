"""A run: an item being resolved, instruction after instruction, from its controller's side (RS.4)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from archivist.rules import payment
from archivist.rules.events import say
from archivist.rules.scene import Scene
from archivist.rules.verbs.game import GameVerbs
from archivist.vocabulary.conditions import Condition
from archivist.vocabulary.costs import Memory, Reserve
from archivist.vocabulary.node import Ref, Steps

if TYPE_CHECKING:
    from archivist.vocabulary.effects import EffectNode, May


class Run(GameVerbs):
    """The resolution of one item: all the verbs, and the order in which they are carried out."""

    def perform(self, effects: Sequence[EffectNode]) -> Steps:
        """Carries out instructions from top to bottom; nothing is checked in between (RS.2, timing.3.1)."""
        for effect in effects:
            asking = effect.carry_out(self)
            if asking is not None:
                yield from asking

    def may(self, node: May) -> Steps:
        """An option: decided now, done completely or not at all, then the branch that fits.

        Rules: RS.5, RS.6, timing.6.5, timing.6.6.
        """
        seats = self.players(node.who)
        taken = False
        if seats:
            seat = seats[0]
            bill = self._bill(node)
            payer = payment.Payer(self.state, seat, self.source, "resolution", x=self.x, y=self.y)
            able = not payment.shortfall(payer, bill) if node.pay else self._possible(node.what)
            if able:
                taken = yield from self._yes(seat, node.prompt or self._describe(node, bill))
            else:
                say(self.state, "not possible", "RS.6", player=seat)
            if taken and node.pay:
                yield from payment.pay(payer, bill)
            elif taken:
                self.done = True
                yield from self.perform(node.what)
                taken = self.done
        rules = ("RS.6", "RS.10") if taken else ("RS.6",)
        say(
            self.state,
            "option taken" if taken else "option declined",
            "RS.5",
            *rules,
            player=seats[0] if seats else None,
        )
        yield from self.perform(node.then if taken else node.otherwise)

    def _describe(self, node: May, bill: payment.Bill) -> str:
        return f"pay {bill.reserve} reserve?" if node.pay else f"{self.source.face}: do it?"

    def _bill(self, node: May) -> payment.Bill:
        reserve = sum(self.amount(cost.amount) for cost in node.pay if isinstance(cost, Reserve))
        others = tuple(cost for cost in node.pay if not isinstance(cost, Reserve | Memory))
        return payment.Bill("resolution", reserve, costs=others)

    def _possible(self, effects: Sequence[EffectNode]) -> bool:
        """Whether all of it can be done: what speaks of a choice still to be made is left to that choice."""
        choosing = False
        for effect in effects:
            refers = getattr(effect, "what", None)
            if choosing and isinstance(refers, Ref) and refers.name == "chosen":
                continue
            if not effect.possible(self):
                return False
            choosing = choosing or effect.chooses
        return True

    def end_combat(self) -> None:
        from archivist.rules import combat

        combat.end_by_effect(self.state)

    def intercept(self) -> Steps:
        from archivist.rules import combat

        if combat.can_intercept(self.state, self.source):
            taken = yield from self._yes(self.you, f"redirect the attack to {self.source.face}?")
            if taken:
                combat.redirect(self.state, self.source)


def holds(condition: str, scene: Scene) -> bool:
    """An intervening condition, read again (abilities.3.3)."""
    return not condition or Condition(condition).holds(scene)
