"""An attempt: a play in the making, from announcing a card to the last step."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from archivist.model.card import Card, Seat, Thing, Way
from archivist.model.errors import Illegal, Reason
from archivist.model.event import Named
from archivist.model.state import State
from archivist.rules.abilities import restrictions
from archivist.rules.combat import attack_costs
from archivist.rules.costs import calculation, payment
from archivist.rules.costs.means_of_payment import PAY_RULE, Bill, Payer, collected
from archivist.rules.effects.continuous import characteristics as now
from archivist.rules.effects.meaning_of_words import Scene
from archivist.rules.playing_cards.permissions import Licence
from archivist.rules.targets_and_copies import targets
from archivist.vocabulary.abilities import Command, Imbue
from archivist.vocabulary.costs import CostNode, Memory, Reserve, Rest
from archivist.vocabulary.pending import Group
from archivist.vocabulary.playing_abilities import AdditionalCost, AlternativeCost
from archivist.vocabulary.targets import Targets

LEGALITY: Final = {"activate": "CA.1.6", "materialize": "CM.3.1", "bestow": "BB.3.1"}


class Choices(NamedTuple):
    """How many modes of a paragraph are to be chosen, and which of them are unlocked."""

    least: int
    most: int
    unlocked: frozenset[int]


class Hopeless(Illegal):
    """A play refused for something that no other targets would change."""


class Aimless(Illegal):
    """A play refused because there is no legal target, whatever costs, numbers and modes are declared."""


class Attempt:
    """A play in the making: what has been declared so far. It lives only from announcing to the last step.

    `collect` gathers every reason against the play instead of stopping at the first; `silent` tells nothing to the log,
    where it is only asked whether the play is possible; `aimed` says that all targets are declared. `choices` are the
    modes that could be chosen and `asked_for` is how many targets each group took; `repeating` says that both are gone
    through once more, after paying (CA.1.8.2).
    """

    licences: list[Licence]
    """What permits the play; found as it is announced."""
    subject: Named
    """What the card is called in events; on the stack it is one thing that everybody sees."""
    silent: bool = False
    x: int = 0
    y: int = 0
    optional: tuple[AdditionalCost, ...] = ()
    labels: tuple[str, ...] = ()
    imbue: Imbue | None = None
    alternative: AlternativeCost | None = None
    modes: tuple[tuple[int, int], ...] = ()
    choices: Mapping[int, Choices] = {}
    repeating: bool = False
    groups: tuple[Group, ...] = ()
    aimed: bool = False
    had: tuple[tuple[int, int], ...] = ()
    price: calculation.Price | None = None
    properties: tuple[str, ...] = ()
    spent: tuple[Thing, ...] = ()
    given: tuple[Card, ...] = ()
    attacker: Thing | None = None

    def __init__(
        self,
        state: State,
        player: Seat,
        way: Way,
        card: int,
        licence: Licence | None = None,
        collect: bool = False,
    ) -> None:
        self.state = state
        self.player = player
        self.way = way
        self.number = card
        self.collect = collect
        self.reasons: list[Reason] = []
        self.before = state.cards[card]
        self.face = state.pool[self.before.face]
        self.instructed = licence
        self.licence: Licence | None = licence
        self.asked_for: dict[targets.Slot, int] = {}

    def refuse(self, why: str, *rules: str, kind: type[Illegal] | None = None) -> None:
        """Notes a reason against the play, or raises it at once; its `kind` tells a search what not to try.

        What is noted in the same words already is one reason with more rules.

        Raising it undoes the play completely, as if it had never begun.

        Rules: PC.3, CA.1.6, CM.3.1, BB.3.1, timing.6.4.
        """
        legality = LEGALITY[self.way]
        steps = ("CM.1",) if self.way == "materialize" else ()
        reason = Reason(tuple(dict.fromkeys((*rules, legality, *steps))), why)
        if not self.collect:
            unchanged = self.aimed and not self.face.heeds_targets
            raise (kind or (Hopeless if unchanged else Illegal))(reason)
        for index, known in enumerate(self.reasons):
            if known.why == why:
                self.reasons[index] = Reason(tuple(dict.fromkeys((*known.rules, *reason.rules))), why)
                return
        self.reasons.append(reason)

    @property
    def card(self) -> Card:
        return self.state.cards[self.number]

    @property
    def origin(self) -> str:
        """The zone it is played from; a copy of a card is played as if from where the card lies."""
        as_from = self.instructed.as_from if self.instructed is not None else ""
        return as_from or self.before.zone

    def scene(self) -> Scene:
        """The player's point of view, with the card on the stack as the source."""
        scene = Scene(self.state, self.player, self.state.cards[self.number], x=self.x, y=self.y)
        if self.groups:
            scene.targets = self.targeted
        return scene

    @property
    def targeted(self) -> tuple[Thing, ...]:
        """What it targets, as far as that is declared."""
        return tuple([thing for group in self.groups for thing in group.things if thing is not None])

    @property
    def link(self) -> Targets | None:
        link = self.face.link
        return None if link is None else Targets(of=link.of, name="link")

    # -- what it costs -------------------------------------------------------------------------------------------

    @property
    def pay_rule(self) -> str:
        return PAY_RULE[self.way]

    def payer(self, away: frozenset[int] = frozenset()) -> Payer:
        """Who pays; what the costs look at in the play is read from there as well."""
        payer = Payer(self.state, self.player, self.state.cards[self.number], self.way, self.x, self.y, away)
        if self.groups:
            payer.targets = self.targeted
        return payer

    def calculated(self) -> calculation.Price | None:
        """The cost for what is declared so far; None if there is none that could be paid."""
        return calculation.calculate(
            self.state,
            self.player,
            self.state.cards[self.number],
            self.way,
            self.x,
            self.alternative,
            self.licence is not None and self.licence.free,
            self.targeted if self.groups else (),
        )

    def bill(self, payer: Payer, price: calculation.Price) -> Bill:
        """Everything that is to be paid: the calculated cost, additional costs, the alternative, what the licence asks.

        Additional costs stay out of the calculation, also those in reserve (costs.4.5), and are owed though the card's
        own cost is not (costs.5.11).
        """
        reserve = price.amount if price.kind == "reserve" else 0
        memory = price.amount if price.kind == "memory" else 0
        kindle = now.number_of(self.state, payer.source, "kindle") if self.way == "activate" else 0
        return collected(payer, self.way, self._costs(), reserve, memory, kindle)

    def payable(self) -> bool:
        """Whether what is declared so far can be paid; a cost that hangs on targets still to come counts as payable."""
        if self.face.cost_hangs_on_targets and not self.groups:
            return True
        price, payer = self.calculated(), self.payer()
        return price is not None and payment.payable(payer, self.bill(payer, price))

    def affordable(self, slot: targets.Slot, wanted: Targets) -> tuple[Thing, ...]:
        """The legal targets of a group with which the play can be paid, where the cost hangs on them; else none."""
        if not self.face.cost_hangs_on_targets:
            return ()
        scene, before, good = self.scene(), self.groups, []
        for thing in targets.legal(scene, wanted, spell=targets.is_spell(scene)):
            self.groups = (*before, Group(*slot, wanted.name, (thing,), wanted.required))
            if self.payable():
                good.append(thing)
        self.groups = before
        return tuple(good)

    def payable_somehow(self) -> bool:
        """Whether what is declared so far can be paid, with some target if the cost hangs on targets still to come."""
        if not self.face.cost_hangs_on_targets or self.groups:
            return self.payable()
        text = self.face.text
        slots = targets.slots(text, restrictions.unlocked_parts(self.state, self.card, self.face), ())
        return any(self.affordable(slot, targets.spec(text, slot)) for slot in slots)

    def _costs(self) -> list[CostNode]:
        """Additional and alternative costs; an attack card also rests the champion, or whom it commands (combat.2.1).

        Rules: costs.5.14, costs.6.command.
        """
        found: list[CostNode] = []
        if self.face.additional_costs or self.optional:
            for ability in (*self.required_costs(), *self.optional):
                found += ability.pay
        if self.alternative is not None:
            priced = next((cost for cost in self.alternative.pay if isinstance(cost, Reserve | Memory)), None)
            found += [cost for cost in self.alternative.pay if cost is not priced]
        if self.licence is not None:
            found += self.licence.extra
        if (attack := self.attack_cost) is not None:
            found.append(attack)
        return found

    @property
    def waived(self) -> bool:
        """Whether the additional costs that the card asks for are waived."""
        return self.licence is not None and self.licence.waived

    @property
    def command(self) -> Command | None:
        return self.face.command

    @property
    def attack_cost(self) -> Rest | None:
        """Whom an attack card rests: the champion, or an ally that it commands (combat.2.1, keywords.command)."""
        if "attack" not in self.face.words or self.way != "activate" or self.waived:
            return None
        return attack_costs.of_card(self.command)

    def required_costs(self) -> Sequence[AdditionalCost]:
        costs = self.face.additional_costs
        if not costs or self.waived:
            return ()
        return [each for each in costs if restrictions.unlocked(self.state, self.card, each.when)]
