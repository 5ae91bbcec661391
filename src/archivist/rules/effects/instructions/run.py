"""A run: an item being resolved, instruction after instruction, from its controller's side (RS.4)."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from typing import TYPE_CHECKING

from archivist.model.card import Card, Seat
from archivist.model.decision import Answer, Decision
from archivist.rules import combat
from archivist.rules.costs import payment
from archivist.rules.costs.payer import Bill, Payer, collected
from archivist.rules.effects.events import say
from archivist.rules.effects.instructions.game import GameVerbs
from archivist.rules.effects.scene import Scene
from archivist.vocabulary.conditions import Condition
from archivist.vocabulary.filters import Filter
from archivist.vocabulary.mentions import speaks_back
from archivist.vocabulary.node import Ref, Steps
from archivist.vocabulary.pending import Deed

if TYPE_CHECKING:
    from archivist.vocabulary.effects import EffectNode, May


DECIDED = ("timing.6.5", "abilities.7.5", "abilities.7.6")
"""What an option is an instance of: it is decided as it is reached, and counts only if it is done in full."""


class Run(GameVerbs):
    """The resolution of one item: all the verbs, and the order in which they are carried out."""

    def perform(self, effects: Sequence[EffectNode]) -> Generator[Decision, Answer, bool]:
        """Carries out instructions from top to bottom; nothing is checked in between (RS.2, timing.3.1).

        What each one did can be spoken of by the next; one that tells of no deed did nothing. Gives whether all were done.

        Rules: abilities.7.3.
        """
        done, deed = True, Deed()
        for effect in effects:
            self.deed = None
            asking = effect.carry_out(self)
            if asking is not None:
                yield from asking
            deed = self.deed or Deed()
            self.settle(deed)
            self.deeds[str(effect.__struct_config__.tag)] = deed
            done = done and deed.done
        self.deed = deed
        return done

    def may(self, node: May) -> Steps:
        """An option: decided now, done completely or not at all, then the branch that fits; one player after another.

        Rules: RS.5, RS.6, timing.6.5, timing.6.6, abilities.7.5, abilities.7.6.
        """
        before, whole = Deed(self.done, self.noted, self.about), Deed()
        for seat in self.players(node.who) or (None,):
            self.settle(before)
            taken = False if seat is None else (yield from self._takes(seat, node))
            rules = ("RS.6", "RS.10", *DECIDED) if taken else ("RS.6", *DECIDED)
            say(self.state, "option taken" if taken else "option declined", "RS.5", *rules, player=seat)
            own = Deed(taken)
            if taken and node.what:
                own = Deed(True, self.noted, self.about)
            self.settle(own if taken and (node.what or node.pay) else before)
            yield from self.perform(node.then if taken else node.otherwise)
            if taken and not (node.what or node.pay):
                own = Deed(True, self.noted, self.about)
            whole = whole.and_also(own)
        self.deed = whole

    def _takes(self, seat: Seat, node: May) -> Generator[Decision, Answer, bool]:
        """Whether a player takes an option and does it completely; what is paid for is done after paying."""
        bill, payer = self._bill(node), self._payer(seat)
        if (node.pay and payment.shortfall(payer, bill)) or not self._possible(node.what):
            say(self.state, "not possible", "RS.6", *(("costs.5.12",) if node.pay else ()), player=seat)
            return False
        if not (yield from self._yes(seat, node.prompt or self._describe(node, bill))):
            return False
        if node.pay:
            if node.variable:
                yield from self._declare_x(seat, node)
                bill, payer = self._bill(node), self._payer(seat)
            if not (yield from payment.pay(payer, bill)):
                return False
        done = yield from self.perform(node.what)
        return bool(node.pay) or done

    def _describe(self, node: May, bill: Bill) -> str:
        return f"pay {bill.reserve} reserve?" if node.pay else f"{self.source.face}: do it?"

    def _bill(self, node: May) -> Bill:
        """All that the option costs, together: it is paid in full or not at all (costs.5.12)."""
        return collected(self, "resolution", node.pay)

    def _payer(self, seat: Seat) -> Payer:
        return Payer(self.state, seat, self.source, "resolution", x=self.x, y=self.y)

    def _declare_x(self, seat: Seat, node: May) -> Steps:
        """X of a payment in a resolution: as high as can be paid, and no higher than the text says (costs.5.12)."""

        def with_x(x: int) -> tuple[Payer, Bill]:
            self.x = x
            return self._payer(seat), self._bill(node)

        most = payment.highest(with_x)
        if node.most is not None:
            most = min(most, max(0, self.amount(node.most)))
        self.x = yield from self.choose_number(seat, 0, most, "choose X")

    def _possible(self, effects: Sequence[EffectNode]) -> bool:
        """Whether all of it can be done: what speaks of a choice or deed still to come is left to that."""
        choosing = brought = False
        taken: dict[tuple[Seat, str], int] = {}
        for effect in effects:
            backward = effect is not effects[0] and speaks_back(effect)
            for seat, zone, n in () if backward else effect.takes(self):
                taken[seat, zone] = taken.get((seat, zone), 0) + n
                if taken[seat, zone] > len(self.zone(seat, zone)):
                    return False
            if backward:
                continue
            refers = getattr(effect, "what", None)
            if choosing and isinstance(refers, Ref) and refers.name == "chosen":
                continue
            if not brought and not effect.possible(self):
                return False
            brought = brought or effect.brings
            choosing = choosing or effect.chooses
        return True

    def end_combat(self) -> None:
        combat.end_by_effect(self.state)

    def intercept(self) -> Steps:
        if combat.can_intercept(self.state, self.source):
            taken = yield from self._yes(self.you, f"redirect the attack to {self.source.face}?")
            champion = self.champion()
            if taken and champion is not None:
                self.did(1, [self.source.id])
                combat.redirect(
                    self.state,
                    champion.thing,
                    self.source,
                    "keywords.intercept",
                    "combat.8.intercept",
                    intercepting=True,
                )
        else:
            say(self.state, "nothing", *combat.kept_from(self.state), player=self.you, card=self.source)

    def attackable(self, cards: Sequence[Card]) -> tuple[Card, ...]:
        """Those that the attack which goes on could be turned onto."""
        return tuple(card for card in cards if combat.may_be_attacked(self.state, card))

    def can_redirect(self, from_: Filter | None, *, even_without: bool) -> bool:
        return bool(self._changeable(from_)) or (even_without and self._without_target())

    def _changeable(self, from_: Filter | None) -> list[Card]:
        cards = [self.state.cards[thing.id] for thing in combat.changeable(self.state)]
        return [card for card in cards if from_ is None or from_.fits(self, card)]

    def _without_target(self) -> bool:
        going_on = self.state.combat
        return going_on is not None and going_on.attacker is not None and not going_on.defenders

    def redirect(self, cards: Sequence[Card], from_: Filter | None, *, even_without: bool) -> Steps:
        """You choose the new target and, of several, the one that it takes the place of."""
        olds = self._changeable(from_)
        if not cards or not self.can_redirect(from_, even_without=even_without):
            say(self.state, "nothing", "targets-and-copies.5.3", *combat.kept_from(self.state), player=self.you)
            return
        rules = ("combat.4.6", "targets-and-copies.5.1")
        chosen = yield from self.choose(
            self.you, [card.id for card in cards], 1, 1, "choose the new target of the attack", rules=rules
        )
        self.did(len(chosen), list(chosen))
        if not olds:
            for new in chosen:
                combat.give_target(self.state, self.state.cards[new])
            return
        changed = yield from self.choose(
            self.you, [card.id for card in olds], 1, 1, "choose the target that is changed", rules=rules
        )
        for old, new in zip(changed, chosen, strict=False):
            combat.redirect(self.state, self.state.cards[old].thing, self.state.cards[new])


def holds(condition: str, scene: Scene) -> bool:
    """An intervening condition, read again (abilities.3.3)."""
    return not condition or Condition(condition).holds(scene)
