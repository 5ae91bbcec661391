"""Who pays: what a player has to pay with, now and once other costs are paid, and what paying does (costs.5).

Costs are paid in any order (CA.1.8), so what one of them brings about serves another: a sacrificed ally that goes to the
hand can be reserved, a discarded card can be banished from the graveyard, and what an object forbids is allowed once that
object is sacrificed. `Payer.ahead` is the same player after the costs that were named so far.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Final, Literal

from archivist.model import events
from archivist.model.card import Card, Seat, Thing
from archivist.model.errors import Illegal, Reason
from archivist.model.state import State
from archivist.model.value import Value
from archivist.rules.cards import champions, states_and_counters
from archivist.rules.costs.trying_out_payments import Outcome, outcome, rehearse
from archivist.rules.effects.continuous.effects_in_force import standing
from archivist.rules.effects.continuous.what_objects_bring import objects
from archivist.rules.effects.events import say
from archivist.rules.effects.meaning_of_words import Scene
from archivist.rules.turn import drawing_discarding_shuffling
from archivist.rules.zones import destroying_sacrificing_banishing, moving
from archivist.vocabulary.costs import Banish, CostNode, Memory, Reserve, This
from archivist.vocabulary.filters import Filter
from archivist.vocabulary.node import Steps

Occasion = Literal["activate", "materialize", "bestow", "ability", "resolution", "attack", "restriction"]
RESERVE_FIRST: Final = frozenset(("activate", "bestow"))
"""What is paid for with its reserve first and its memory last, unless the player says otherwise (CA.1.8)."""
NAMED: Final = ("", "sacrifice", "return", "discard", "rest", "banish")
"""In which order cards are named for costs: what some of them bring about serves those behind them (CA.1.8)."""
PAY_RULE: Final = {
    "activate": "CA.1.8",
    "materialize": "CM.3.3",
    "bestow": "BB.3.3",
    "ability": "costs.5.13",
    "resolution": "costs.5.12",
    "attack": "combat.3.step.4",
    "restriction": "combat.3.step.5",
}
REPLACED_RULE: Final = {
    "activate": "CA.1.8.1",
    "materialize": "CM.3.3.1",
    "bestow": "BB.3.3.1",
    "ability": "costs.5.5",
    "resolution": "costs.5.5",
    "attack": "costs.5.5",
    "restriction": "costs.5.5",
}
Named = tuple[CostNode, tuple[int, ...]]
"""A cost with the cards that are to pay it."""


class Source(Value, frozen=True):
    """What pays 1 reserve: a card from the hand, or an object that rests on the field.

    One card may be both, where another cost brings it from the field into the hand. What is only to come pays once the
    card has changed zones more often than `since` says.
    """

    number: int
    zone: Literal["hand", "field"]
    since: int = -1


class Sources:
    """What could pay reserve: cards of the hand, objects that could rest, and cards that are still to come into the hand.

    They are counted far more often than any of them is named, so each becomes a `Source` only when it is asked for.
    """

    __slots__ = ("coming", "field", "hand")

    def __init__(self, hand: Sequence[int], field: Sequence[int], coming: Sequence[Source] = ()) -> None:
        self.hand = hand
        self.field = field
        self.coming = coming

    def __len__(self) -> int:
        return len(self.hand) + len(self.field) + len(self.coming)

    def __getitem__(self, index: int) -> Source:
        if index < len(self.hand):
            return Source(self.hand[index], "hand")
        index -= len(self.hand)
        return Source(self.field[index], "field") if index < len(self.field) else self.coming[index - len(self.field)]


class Imbuing(Value, frozen=True):
    """What the cards that are reserved for an imbue must be of, and how many of them (keywords.imbue)."""

    elements: frozenset[str]
    n: int


class Bill(Value, frozen=True):
    """Everything that is to be paid at once: for a play, for an ability, in a resolution, for an attack.

    Rules: costs.1, costs.1.2.
    """

    occasion: Occasion
    reserve: int = 0
    memory: int = 0
    costs: tuple[CostNode, ...] = ()
    kindle: int = 0


def collected(
    scene: Scene,
    occasion: Occasion,
    costs: Iterable[CostNode],
    reserve: int = 0,
    memory: int = 0,
    kindle: int = 0,
) -> Bill:
    """The bill for some costs, on top of a reserve or memory cost: all of that together, and the rest one by one.

    A cost that is reckoned below 0, as by a negative LV, is 0 and lowers no other (timing.10.4, costs.5.11).
    """
    others: list[CostNode] = []
    for cost in costs:
        if isinstance(cost, Reserve):
            reserve += max(0, scene.amount(cost.amount))
        elif isinstance(cost, Memory):
            memory += max(0, scene.amount(cost.amount))
        else:
            others.append(cost)
    if len(others) > 1:
        others.sort(key=lambda cost: cost.key == "banish")  # what another cost puts into the graveyard can be banished
    return Bill(occasion, reserve, memory, tuple(others), kindle)


class Payer(Scene):
    """A player who pays for something of a source; costs are read and carried out through it.

    `used` says which cards pay which cost. `gone` are cards named to leave for a cost, or that do not count (`away`);
    `resting` are objects named to rest, or that may not (`barred`); `taken` are cards of the graveyard named for Floating
    Memory or Kindle, `floated` those with which a materialization begins, once they are named. `bound` are cards of the
    hand that another cost takes out of the memory, so that they must be reserved; `due` is the reserve to pay, and `owed`
    what was named for it and has not paid yet. Of a player to come (`ahead`), `since` are the points on the way there.
    `matched` is how many of the reserved cards matched what is `imbuing`, as far as that counts.
    """

    taken: frozenset[int] = frozenset()
    floated: tuple[int, ...] | None = None
    bound: frozenset[int] = frozenset()
    due: int = 0
    spent: tuple[Thing, ...] = ()
    given_up: tuple[Card, ...] = ()
    used: tuple[Named, ...] = ()
    reserved: tuple[Source, ...] = ()
    owed: tuple[Source, ...] = ()
    reserve_paid: int = 0
    imbuing: Imbuing | None = None
    matched: int = 0
    since: tuple[Payer, ...] = ()
    _pledges: Mapping[str, int] = {}
    _ahead: Payer | None = None

    def __init__(
        self,
        state: State,
        you: Seat,
        source: Card,
        occasion: Occasion,
        x: int = 0,
        y: int = 0,
        away: frozenset[int] = frozenset(),
        barred: frozenset[int] = frozenset(),
    ) -> None:
        super().__init__(state, you, source, x=x, y=y)
        self.occasion: Occasion = occasion
        self.barred = barred
        self.away = away
        self.gone = away
        self.resting = barred

    @property
    def rule(self) -> str:
        return PAY_RULE[self.occasion]

    # -- what could pay ------------------------------------------------------------------------------------------

    def objects(self) -> list[Card]:
        cards = self.state.cards
        return [card for number in self.state.field if (card := cards[number]).controller == self.you]

    def objects_of(self, wanted: Filter) -> list[Card]:
        """Those that fit a phrase; of a steady one that is known for as long as the objects stay."""
        if wanted.steady:
            return [card for card in self.matches(wanted) if card.controller == self.you]
        return [card for card in self.objects() if wanted.fits(self, card)]

    def all_objects(self) -> list[Card]:
        return moving.on_field(self.state)

    def own_cards(self, places: Sequence[str]) -> Iterator[Card]:
        """The cards in some places of a player's own; on the field, what the player controls."""
        for zone in places:
            if zone == "field":
                yield from self.objects()
            elif zone not in ("lineage", "whole lineage"):
                yield from (self.state.cards[number] for number in self.state.zone(self.you, zone))
            elif zone == "lineage" and (champion := self.state.champion(self.you)) is not None:
                yield from (self.state.cards[number] for number in champion.lineage)

    def coming(self, places: Sequence[str]) -> list[Card]:
        """Cards of the hand that the reserve payment may put where a cost looks for cards (costs.2.1)."""
        if "memory" not in places or len(self.bound) >= self.due:
            return []
        return list(self.own_cards(("hand",)))

    def reserve_sources(self) -> Sources:
        """Cards of the hand and awake reservable objects: each pays 1 of any reserve payment.

        A card that another cost puts into the hand is one of them (CA.1.8), also if it rests for reserve before that, and so
        is an object that may rest only once one cost is paid and until another is.

        Rules: costs.2, costs.2.5, keywords.reservable, costs.6.reservable.
        """
        hand: Sequence[int] = self.state.players[self.you].hand
        if self.gone:
            hand = [number for number in hand if number not in self.gone or number in self.bound]
        field = reservable(self.state, self.you)
        if self.resting:
            field = [number for number in field if number not in self.resting]
        later = self.ahead
        if later is None or later is self:
            return Sources(hand, field)
        for point in (*later.since, later):
            field += [
                each for each in reservable(point.state, self.you) if each not in field and each not in self.resting
            ]
        return Sources(hand, field, self.coming_to_hand())

    def coming_to_hand(self) -> list[Source]:
        """The cards that the costs named so far bring into the hand, or leave there, as a replaced discard may."""
        later = self.ahead
        if later is None or later is self:
            return []
        cards, hand, after = self.state.cards, self.state.players[self.you].hand, later.state.players[self.you].hand
        new = [
            Source(each, "hand", cards[each].incarnation) for each in after if each not in hand and each < len(cards)
        ]
        paid = self.gone - self.bound - self.away
        return new + [Source(each, "hand") for each in after if each in hand and each in paid]

    def kindling(self) -> list[int]:
        """Fire cards of the graveyard, those included that another cost puts there (keywords.kindle)."""
        return self._lying(burning, self.ahead)

    def floating(self) -> list[int]:
        """Cards of the graveyard with Floating Memory: each pays 1 of a memory cost (keywords.floating-memory).

        A card that another cost puts there will do; but a materialization begins with Floating Memory (CM.3.3.2).
        """
        if self.floated is not None:
            return []
        return self._lying(floating_cards, self if self.occasion == "materialize" else self.ahead)

    def _lying(self, fitting: Callable[[State, Iterable[int]], list[int]], later: Payer | None) -> list[int]:
        """Cards of the graveyard that fit: those that lie there now, and those that do later on."""
        graveyard: Sequence[int] = self.state.players[self.you].graveyard
        if self.gone:
            graveyard = [number for number in graveyard if number not in self.gone]
        found = fitting(self.state, graveyard)
        if later is not None and later is not self:
            coming = (each for each in later.state.players[self.you].graveyard if each not in found)
            found += fitting(later.state, coming)
        return [number for number in found if number not in self.taken] if self.taken else found

    def candidates(self, cost: CostNode) -> list[int]:
        """The cards that could pay a cost: before the costs named so far, or after them."""
        found = list(cost.candidates(self))
        if not self.used:
            return found
        later = self.ahead
        if later is not None and later is not self:
            found += [each for each in cost.candidates(later) if each not in found and each not in self.taken]
        return found

    def lacks(self, cost: CostNode) -> str:
        """Why a cost that takes no cards cannot be paid, neither before the costs named so far nor after; empty if it can."""
        lack = cost.lacks(self)
        if not lack or not self.used:
            return lack
        later = self.ahead
        return lack if later is None or later is self else cost.lacks(later)

    # -- naming --------------------------------------------------------------------------------------------------

    def promise(self, cost: CostNode, cards: tuple[int, ...]) -> None:
        """Sets cards aside for a cost, so that no other cost counts on them where they are now."""
        resting, gone = self._promised(cost, cards)
        self.resting |= resting
        self.bound |= self._bound(cost, gone)
        self.gone |= gone
        if (pledge := cost.pledge(self)) is not None:
            self._pledges = {**self._pledges, pledge[0]: self.pledged(pledge[0]) + pledge[1]}
        self.used = (*self.used, (cost, cards))
        self._ahead = None

    def release(self) -> None:
        """Takes back the last promise."""
        due, kept = self.due, self.used[:-1]
        self.forget()
        self.due, self.used = due, ()
        for cost, cards in kept:
            self.promise(cost, cards)

    def float_first(self, cards: tuple[int, ...] | None) -> None:
        """Names the Floating Memory cards of a materialization: they go before all else, and none later (CM.3.3.2).

        None takes that back.
        """
        self.floated, self.taken = cards, frozenset(cards or ())
        self.gone = self.taken | self.away

    def forget(self) -> None:
        """Everything is named: nothing need be set aside any more."""
        self._ahead = None
        self.resting, self.bound, self._pledges = self.barred, frozenset(), {}
        self.gone = self.away.union(self.floated) if self.floated else self.away
        self.due = 0

    def begin_again(self) -> None:
        """Nothing is named any more."""
        self.float_first(None)
        self.forget()
        self.used, self.reserved, self.owed, self.reserve_paid, self.matched = (), (), (), 0, 0

    def note_matching(self, imbuing: Imbuing, numbers: Iterable[int]) -> None:
        """Counts the cards just reserved that match, as they are in the memory now, whatever is paid after them.

        Rules: keywords.imbue, costs.6.2.
        """
        state = self.state
        lying = (card for number in numbers if (card := state.cards[number]).zone == "memory")
        found = sum(not imbuing.elements.isdisjoint(state.now.elements(state, card)) for card in lying)
        self.matched = min(imbuing.n, self.matched + found)

    def pledged(self, what: str) -> int:
        """How many counters of a kind are set aside for other costs."""
        return self._pledges.get(what, 0)

    def _bound(self, cost: CostNode, cards: set[int]) -> set[int]:
        """The cards that a cost takes out of the memory, and that lie in the hand: they must be reserved first."""
        if not isinstance(cost, Banish) or "memory" not in cost.of.zones:
            return set()
        hand = self.state.players[self.you].hand
        return {number for number in cards if number in hand and number not in self.gone}

    def _promised(self, cost: CostNode, cards: Sequence[int]) -> tuple[set[int], set[int]]:
        """The cards that rest, and those that leave."""
        if isinstance(cost, This):
            me = {self.source.id}
            return (me if "rest" in cost.do else set()), (set() if cost.rests_only else me)
        if cost.key == "rest":
            return set(cards), set()
        return set(), set(cards)

    # -- what will be there --------------------------------------------------------------------------------------

    @property
    def ahead(self) -> Payer | None:
        """The same player once the costs named so far are paid, in an order that works; None if no order does."""
        if not self.used or not any(cost.changes for cost, _ in self.used):
            return self
        if self._ahead is None:
            self._ahead = next(self.prospects(), None)
        return self._ahead

    def prospects(self) -> Iterator[Payer]:
        """The same player once the costs named so far are paid, in each order that works and leads elsewhere."""
        return self._after(self.rehearsal(), tuple(range(len(self.used))), {})

    def foresee(self, ahead: Payer) -> None:
        """Goes on from one of the `prospects`."""
        self._ahead = ahead

    def rehearsal(self) -> Payer:
        """The same player, with nothing named, before a copy of the state on which costs can be tried out."""
        state = self.state.copy()
        twin = Payer(state, self.you, self.source, self.occasion, self.x, self.y, self.away, self.barred)
        twin.targets = self.targets
        return twin

    def _after(
        self, twin: Payer, left: tuple[int, ...], known: dict[tuple[int, ...], list[Outcome]]
    ) -> Iterator[Payer]:
        """The player after the named costs that are left, in each order that works.

        `known` are the points that all was tried from: another order that leads to the same point leads nowhere else.
        """
        if left in known and outcome(self.state, twin.state) in known[left]:
            return
        if not left:
            yield twin
        for index in left:
            after = self._paid(twin, *self.used[index])
            if after is not None:
                yield from self._after(after, tuple(each for each in left if each != index), known)
        known.setdefault(left, []).append(outcome(self.state, twin.state))

    def _paid(self, before: Payer, cost: CostNode, cards: tuple[int, ...]) -> Payer | None:
        """The player after one more cost; None if it cannot be paid now."""
        twin = before.rehearsal()
        for number in cards:
            if number in self.bound and twin.state.cards[number].zone == "hand":
                moving.move(twin.state, number, "memory", twin.rule, "costs.2.1")
        if not twin.able(cost, cards):
            return None
        rehearse(cost.pay(twin, cards))
        twin.since = (*before.since, before)
        return twin

    def alone(self, cost: CostNode, number: int) -> Payer:
        """The player after one card alone has paid for a cost, besides the costs named so far where that is possible."""
        later = self.ahead
        base = later if later is not None and number in cost.candidates(later) else self
        twin = base.rehearsal()
        rehearse(cost.pay(twin, (number,)))
        return twin

    def able(self, cost: CostNode, cards: tuple[int, ...]) -> bool:
        """Whether a cost can be paid with these cards, now."""
        if not cost.key:
            return not cost.lacks(self)
        return set(cards).issubset(cost.candidates(self)) and cost.together(self, cards)

    # -- what paying does ----------------------------------------------------------------------------------------

    def use(self, numbers: Sequence[int]) -> None:
        """Keeps which cards have paid, each as the thing that it is since then (costs.5.10)."""
        self.spent += self.state.things(numbers)

    def _give(self, numbers: Sequence[int], mark: int) -> None:
        """Keeps what was given up, as it was last known: objects as they were on the field (effects.7.5)."""
        left = {event.card.id: event.card for event in self.state.events[mark:] if isinstance(event, events.Leave)}
        others = [number for number in numbers if number != self.source.id]
        self.given_up += tuple([left.get(number, self.state.cards[number]) for number in others])

    def _replaced(self, numbers: Iterable[int], zone: str) -> None:
        """A cost paid through a replacement still counts as paid (costs.5.5)."""
        for number in numbers:
            card = self.state.cards[number]
            if card.zone not in (zone, "none"):
                say(self.state, events.PaidInstead, REPLACED_RULE[self.occasion], player=self.you, card=card)

    def sacrifice(self, numbers: Sequence[int]) -> Steps:
        """What is sacrificed in an object's place pays, and is what was paid with (keywords.link-shield)."""
        mark = len(self.state.events)
        gone = yield from destroying_sacrificing_banishing.sacrifice(self.state, numbers, self.rule)
        self.use(gone)
        self._give(gone, mark)
        self._replaced(dict.fromkeys((*numbers, *gone)), "graveyard")

    def banish(self, numbers: Sequence[int]) -> Steps:
        mark = len(self.state.events)
        yield from destroying_sacrificing_banishing.banish(self.state, numbers, self.rule)
        self.use(numbers)
        self._give(numbers, mark)

    def discard(self, numbers: Sequence[int]) -> Steps:
        mark = len(self.state.events)
        yield from drawing_discarding_shuffling.discard(self.state, numbers, self.rule)
        self.use(numbers)
        self._give(numbers, mark)
        self._replaced(numbers, "graveyard")

    def rest(self, numbers: Sequence[int]) -> None:
        for number in numbers:
            states_and_counters.turn(self.state, number, self.rule, rested=True)

    def return_to_material(self, numbers: Sequence[int]) -> Steps:
        yield from moving.send_together(self.state, numbers, "material", self.rule)
        self.use(numbers)
        self._replaced(numbers, "material")

    def remove_counters(self, number: int, kind: str, n: int) -> None:
        states_and_counters.remove_counters(self.state, number, kind, n, self.rule)

    def levels(self) -> int:
        """How often your champion could be deleveled."""
        champion = self.champion()
        return 0 if champion is None else len(champions.champions_beneath(self.state, champion))

    def delevel(self) -> None:
        champions.delevel(self.state, self.you, self.rule)

    def recover(self, n: int) -> Steps:
        yield from states_and_counters.recover(self.state, self.you, n, self.rule)

    def skip(self, phase: str) -> None:
        skips = self.state.players[self.you].skips
        self.state.alter_player(self.you, skips={**skips, phase: skips.get(phase, 0) + 1})


def reservable(state: State, seat: Seat) -> list[int]:
    """The awake objects of a player that may rest for reserve (keywords.reservable)."""
    cards, own = state.cards, state.objects or objects(state)
    able = state.field if "reservable" in (state.standing or standing(state)).granted else own.reservable
    if not able:
        return []
    return [
        number
        for number in able
        if (card := cards[number]).controller == seat and not card.rested and state.now.has(state, card, "reservable")
    ]


def burning(state: State, numbers: Iterable[int]) -> list[int]:
    return [number for number in numbers if "fire" in state.now.elements(state, state.cards[number])]


def floating_cards(state: State, numbers: Iterable[int]) -> list[int]:
    return [number for number in numbers if state.now.has(state, state.cards[number], "floating memory")]


# -- trying an order out -----------------------------------------------------------------------------------------


class Rehearsal(Payer):
    """A payer who only tries out an order.

    `pools` are the cards that random ones would be drawn from; `draw` are those that are drawn next, if that is said.
    """

    def __init__(self, payer: Payer) -> None:
        super().__init__(
            payer.state.copy(),
            payer.you,
            payer.source,
            payer.occasion,
            payer.x,
            payer.y,
            payer.away,
            payer.barred,
        )
        self.targets = payer.targets
        self.reserved, self.owed, self.reserve_paid = payer.reserved, payer.owed, payer.reserve_paid
        self.imbuing, self.matched = payer.imbuing, payer.matched
        self.pools: list[frozenset[int]] = payer.pools.copy() if isinstance(payer, Rehearsal) else []
        self.draw: tuple[int, ...] | None = None


def impossible(payer: Payer, what: str) -> Illegal:
    """A part that cannot be paid any more makes the whole payment illegal (CA.1.8)."""
    return Illegal(Reason((payer.rule, "costs.5.4"), f"{what} cannot be paid in this order"))
