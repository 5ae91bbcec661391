"""Paying: which cards pay for what, in an order that works (CA.1.8, CM.3.3, BB.3.3; costs.5).

The player names the cards for every cost before anything moves; then the costs are paid. Because costs may be paid in
any order (CA.1.8), an object may first rest for reserve and then be sacrificed, and a card that is discarded or
sacrificed may afterwards be kindled: the plan allows whatever some order allows, and is carried out in that order.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from typing import Literal

import msgspec
from msgspec.structs import replace

from archivist.model.card import Card, Seat, Thing
from archivist.model.decision import Answer, Decision
from archivist.model.state import State
from archivist.rules import champions, drawing, having, leaving, marks, showing, zones
from archivist.rules import characteristics as now
from archivist.rules.events import say
from archivist.rules.objects import objects
from archivist.rules.scene import Scene
from archivist.rules.standing import standing
from archivist.vocabulary.costs import CostNode, Memory, Reserve, This
from archivist.vocabulary.node import Steps

Cards = Generator[Decision, Answer, tuple[int, ...]]
"""A question whose outcome is a choice of cards."""

MOST_X = 99
"""No play needs a higher X; it bounds the search where nothing is paid for it."""

Occasion = Literal["activate", "materialize", "bestow", "ability", "resolution", "attack", "restriction"]
ANY_ORDER = frozenset(("activate", "bestow"))
"""What is paid for in any order; everything else begins with Floating Memory (CA.1.8, BB.3.3, CM.3.3.2)."""
DROPPING = frozenset(("discard", "sacrifice"))
"""The costs that put cards into the graveyard."""
PAY_RULE = {
    "activate": "CA.1.8",
    "materialize": "CM.3.3",
    "bestow": "BB.3.3",
    "ability": "costs.5.13",
    "resolution": "costs.5.12",
    "attack": "combat.3.step.4",
    "restriction": "combat.3.step.5",
}
REPLACED_RULE = {
    "activate": "CA.1.8.1",
    "materialize": "CM.3.3.1",
    "bestow": "BB.3.3.1",
    "ability": "costs.5.5",
    "resolution": "costs.5.5",
    "attack": "costs.5.5",
    "restriction": "costs.5.5",
}


class Bill(msgspec.Struct, frozen=True, gc=False):
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
    *,
    reserve: int = 0,
    memory: int = 0,
    kindle: int = 0,
) -> Bill:
    """The bill for some costs, on top of a reserve or memory cost: all of that together, and the rest one by one."""
    others: list[CostNode] = []
    for cost in costs:
        if isinstance(cost, Reserve):
            reserve += scene.amount(cost.amount)
        elif isinstance(cost, Memory):
            memory += scene.amount(cost.amount)
        else:
            others.append(cost)
    if occasion in ANY_ORDER and len(others) > 1:
        others.sort(key=lambda cost: cost.key == "banish")  # what another cost puts into the graveyard can be banished
    return Bill(occasion, reserve, memory, tuple(others), kindle)


class Payer(Scene):
    """A player who pays for something of a source; costs are read and carried out through it.

    `gone` are cards promised to leave for a cost, `resting` objects promised to rest; `used` says which cards pay which
    cost.
    """

    def __init__(self, state: State, you: Seat, source: Card, occasion: Occasion, *, x: int = 0, y: int = 0) -> None:
        super().__init__(state, you, source, x=x, y=y)
        self.occasion = occasion
        self.gone: set[int] = set()
        self.resting: set[int] = set()
        self.dropped: set[int] = set()
        self.floated: set[int] = set()
        self.spent: list[Thing] = []
        self.used: list[tuple[CostNode, tuple[int, ...]]] = []
        self._pledges: dict[str, int] = {}
        self.reserved: tuple[int, ...] = ()

    @property
    def rule(self) -> str:
        return PAY_RULE[self.occasion]

    # -- what could pay ------------------------------------------------------------------------------------------

    def objects(self) -> list[Card]:
        return [card for card in zones.on_field(self.state) if card.controller == self.you]

    def all_objects(self) -> list[Card]:
        return zones.on_field(self.state)

    def own_cards(self, places: Sequence[str]) -> Iterator[Card]:
        for zone in places:
            yield from (self.state.cards[number] for number in self.state.zone(self.you, zone))

    def reserve_sources(self) -> list[int]:
        """Cards of the hand and awake reservable objects: each pays 1 of any reserve payment.

        Rules: costs.2, costs.2.5, keywords.reservable, costs.6.reservable.
        """
        hand = [number for number in self.state.players[self.you].hand if number not in self.gone]
        return hand + [number for number in reservable(self.state, self.you) if number not in self.resting]

    def kindling(self) -> list[int]:
        """Fire cards of the graveyard, those included that another cost puts there (keywords.kindle)."""
        lying = [card.id for card in self.own_cards(("graveyard",)) if card.id not in self.gone]
        coming = sorted(number for number in self.dropped if not self.state.cards[number].token)
        cards = (self.state.cards[number] for number in (*lying, *coming) if number not in self.floated)
        return [
            card.id for card in cards if card.owner == self.you and "fire" in self.elements(card) and self._stays(card)
        ]

    def _stays(self, card: Card) -> bool:
        if card.zone == "field" and leaving.shields_of(self.state, card.id):
            return False
        return card.zone == "graveyard" or zones.destination(self.state, card, "graveyard") == "graveyard"

    def floating(self) -> list[int]:
        """Cards of the graveyard with Floating Memory: each pays 1 of a memory cost (keywords.floating-memory).

        The costs of an activation or bestowment are paid in any order, so a card that another cost puts there will do; a
        materialization begins with Floating Memory (CM.3.3.2).
        """
        lying = [card.id for card in self.own_cards(("graveyard",)) if card.id not in self.gone]
        coming = sorted(self.dropped) if self.occasion in ANY_ORDER else []
        cards = (self.state.cards[number] for number in (*lying, *coming) if number not in self.floated)
        return [
            card.id
            for card in cards
            if self.has(card, "floating memory") and card.owner == self.you and not card.token and self._stays(card)
        ]

    def landing(self) -> list[Card]:
        """Cards that another cost of the same play puts into your graveyard, and that nothing else counts on."""
        if self.occasion not in ANY_ORDER:
            return []
        cards = (self.state.cards[number] for number in sorted(self.dropped - self.floated))
        return [card for card in cards if card.owner == self.you and not card.token and self._stays(card)]

    # -- promises ------------------------------------------------------------------------------------------------

    def promise(self, cost: CostNode, cards: Sequence[int]) -> None:
        """Sets cards aside for a cost, so that no other cost counts on them."""
        resting, gone, dropped = self._promised(cost, cards)
        self.resting |= resting
        self.gone |= gone
        self.dropped |= dropped
        if cost.key == "banish":
            self.floated |= self.dropped.intersection(cards)
        if (pledge := cost.pledge(self)) is not None:
            self._pledges[pledge[0]] = self.pledged(pledge[0]) + pledge[1]

    def release(self, cost: CostNode, cards: Sequence[int]) -> None:
        resting, gone, dropped = self._promised(cost, cards)
        self.resting -= resting
        self.gone -= gone
        self.dropped -= dropped
        if cost.key == "banish":
            self.floated -= self.dropped.intersection(cards)
        if (pledge := cost.pledge(self)) is not None:
            self._pledges[pledge[0]] -= pledge[1]

    def pledged(self, what: str) -> int:
        """How much of something is set aside for other costs: counters, levels, damage to recover."""
        return self._pledges.get(what, 0)

    def _promised(self, cost: CostNode, cards: Sequence[int]) -> tuple[set[int], set[int], set[int]]:
        """The cards that rest, those that leave, and those among them that go to the graveyard."""
        if isinstance(cost, This):
            me = {self.source.id}
            return (me if "rest" in cost.do else set()), (me if set(cost.do) != {"rest"} else set()), set()
        if cost.key == "rest":
            return set(cards), set(), set()
        if cost.key == "banish":
            return set(), set(cards) - self.dropped, set()
        return set(), set(cards), set(cards) if cost.key in DROPPING else set()

    # -- what paying does ----------------------------------------------------------------------------------------

    def _use(self, numbers: Sequence[int]) -> None:
        self.spent.extend(self.state.cards[number].thing for number in numbers)

    def _replaced(self, numbers: Iterable[int], zone: str) -> None:
        """A cost paid through a replacement still counts as paid (costs.5.5)."""
        for number in numbers:
            card = self.state.cards[number]
            if card.zone not in (zone, "none"):
                say(self.state, "paid instead", REPLACED_RULE[self.occasion], player=self.you, card=card)

    def sacrifice(self, numbers: Sequence[int]) -> Steps:
        """What is sacrificed in an object's place pays, and is what was paid with (keywords.link-shield)."""
        gone = yield from leaving.sacrifice(self.state, numbers, self.rule)
        self._use(gone)
        self._replaced(dict.fromkeys((*numbers, *gone)), "graveyard")

    def banish(self, numbers: Sequence[int]) -> Steps:
        yield from leaving.banish(self.state, numbers, self.rule)
        self._use(numbers)

    def discard(self, numbers: Sequence[int]) -> Steps:
        yield from drawing.discard(self.state, numbers, self.rule)
        self._use(numbers)
        self._replaced(numbers, "graveyard")

    def rest(self, numbers: Sequence[int]) -> None:
        for number in numbers:
            marks.turn(self.state, number, self.rule, rested=True)

    def return_to_material(self, numbers: Sequence[int]) -> Steps:
        yield from zones.send_together(self.state, numbers, "material", self.rule)
        self._use(numbers)
        self._replaced(numbers, "material")

    def remove_counters(self, number: int, kind: str, n: int) -> None:
        marks.remove_counters(self.state, number, kind, n, self.rule)

    def delevel(self) -> None:
        champions.delevel(self.state, self.you, self.rule)

    def recover(self, n: int) -> Steps:
        yield from marks.recover(self.state, self.you, n, self.rule)

    def skip(self, phase: str) -> None:
        skips = self.state.players[self.you].skips
        self.state.alter_player(self.you, skips={**skips, phase: skips.get(phase, 0) + 1})


def reservable(state: State, seat: Seat) -> list[int]:
    """The awake objects of a player that may rest for reserve (keywords.reservable)."""
    cards, own = state.cards, state.objects or objects(state)
    if "reservable" in (state.standing or standing(state)).granted:
        able = state.field
    else:
        able = own.reservable
    return [
        number
        for number in able
        if (card := cards[number]).controller == seat and not card.rested and now.has(state, card, "reservable")
    ]


# -- whether it can be paid --------------------------------------------------------------------------------------


class Lack(msgspec.Struct, frozen=True, gc=False):
    """Something that is missing for a payment, in plain words, with the rulings that say so."""

    why: str
    rules: tuple[str, ...] = ()


def payable(payer: Payer, bill: Bill) -> bool:
    """Whether some choice of cards pays everything."""
    if next(_lacking(payer, bill), None) is not None:
        return False
    single = len(bill.costs) == 1 and not bill.reserve and not bill.memory and not bill.costs[0].key
    return single or _plan_exists(payer, bill, bill.costs)


def shortfall(payer: Payer, bill: Bill) -> list[Lack]:
    """What is missing; empty exactly if some choice of cards pays everything."""
    missing = list(_lacking(payer, bill))
    if missing:
        return missing
    if _plan_exists(payer, bill, bill.costs):
        return []
    apart = [cost for cost in bill.costs if cost.key and next(_choices(payer, cost, cost.number(payer)), None) is None]
    if apart:
        return [Lack(f"{cost.wanted(payer)} needed, and those there do not go together") for cost in apart]
    if bill.memory:
        have = len(payer.floating()) + len(payer.state.players[payer.you].memory)
        if have < bill.memory:
            empty = ("RU.7", "costs.3.4") if not have else ("costs.3.4",)
            return [Lack(f"a memory cost of {bill.memory} is to be paid, and only {have} can be", empty)]
    promised = sum(cost.number(payer) for cost in bill.costs if cost.key == "discard")
    have = max(0, len(payer.reserve_sources()) - promised) + min(bill.kindle, len(payer.kindling()))
    if have >= bill.reserve:
        return [Lack("the costs can each be paid, but not all of them together")]
    return [Lack(f"{bill.reserve} reserve is to be paid, and with the other costs at most {have} can be")]


def _lacking(payer: Payer, bill: Bill) -> Iterator[Lack]:
    """What is missing for single costs; what another cost may yet put into the graveyard is not missing."""
    feeding = bill.occasion in ANY_ORDER and any(cost.key in DROPPING for cost in bill.costs)
    for cost in bill.costs:
        if not (feeding and cost.key == "banish") and (lack := cost.lacks(payer)):
            yield Lack(lack, cost.rulings)


def highest(with_x: Callable[[int], tuple[Payer, Bill]]) -> int:
    """The highest X with which a bill can be paid."""
    x = 0
    while x < MOST_X and payable(*with_x(x + 1)):
        x += 1
    return x


def _plan_exists(payer: Payer, bill: Bill, costs: Sequence[CostNode]) -> bool:
    """Searches for cards for the costs that are left, so that reserve and memory can still be paid."""
    if not costs:
        return _rest_payable(payer, bill)
    cost, left = costs[0], costs[1:]
    if not cost.key:
        if cost.lacks(payer):
            return False
        payer.promise(cost, ())
        good = _plan_exists(payer, bill, left)
        payer.release(cost, ())
        return good
    need = cost.number(payer)
    for cards in _choices(payer, cost, need):
        payer.promise(cost, cards)
        good = _plan_exists(payer, bill, left)
        payer.release(cost, cards)
        if good:
            return True
    return False


def _choices(payer: Payer, cost: CostNode, need: int) -> Iterator[tuple[int, ...]]:
    """The sets of cards for a cost, one for each way that makes a difference to the other costs."""
    candidates = cost.candidates(payer)
    seen: set[tuple[object, ...]] = set()
    for cards in itertools.combinations(candidates, need):
        if not cost.together(payer, cards):
            continue
        kinds = tuple(sorted(_kind(payer, number) for number in cards))
        if kinds not in seen:
            seen.add(kinds)
            yield cards


def _kind(payer: Payer, number: int) -> tuple[object, ...]:
    """What makes a difference between two cards as far as other costs go: everything but which of them it is.

    A card that something is linked to, or that is linked itself, is like no other.
    """
    card = payer.state.cards[number]
    reservable, floating = payer.has(card, "reservable"), payer.has(card, "floating memory")
    tied = number if card.linked is not None or leaving.shields_of(payer.state, number) else -1
    looks = (card.face, card.zone, card.owner, card.rested, card.token, card.damage, card.properties, tied)
    return (*looks, tuple(sorted(card.counters.items())), reservable, floating)


def _rest_payable(payer: Payer, bill: Bill) -> bool:
    """Whether reserve and memory can be paid with what is not promised; what is looked at last is looked at least."""
    player = payer.state.players[payer.you]
    if bill.reserve > len(player.hand) - len(payer.gone.intersection(player.hand)):
        sources = len(payer.reserve_sources())
        if bill.reserve > sources and bill.reserve > sources + min(bill.kindle, len(payer.kindling())):
            return False
    memory = len(player.memory)
    if bill.occasion in ANY_ORDER:
        memory += min(bill.reserve, len(player.hand) - len(payer.gone.intersection(player.hand)))
    return bill.memory <= memory or bill.memory <= memory + len(payer.floating())


# -- paying ------------------------------------------------------------------------------------------------------


def pay(payer: Payer, bill: Bill) -> Steps:
    """Asks which cards pay, then pays. The bill must be payable.

    What is named may still be changed, by taking the play back, until everything is paid; then never (costs.2.2).
    Nobody can act in between (costs.2.3, costs.3.3). Activations and bestowments pay in any order, so that one object may
    serve two payments (costs.5.2); everything else pays its memory cost first, beginning with Floating Memory, before the
    random cards are counted (costs.3.2, costs.5.3). Cards of the hand, Reservable and Kindle may be mixed (costs.6.3).
    """
    first = bill.occasion not in ANY_ORDER
    floating: tuple[int, ...] = ()
    left = bill
    if first and bill.memory:
        floating = yield from _choose_floating(payer, bill)
        left = replace(bill, memory=bill.memory - len(floating))
    for index, cost in enumerate(bill.costs):
        cards = yield from _choose_cards(payer, left, cost, bill.costs[index + 1 :])
        payer.promise(cost, cards)
        payer.used.append((cost, cards))
    if not first and bill.memory:
        floating = yield from _choose_floating(payer, bill)
    kindled: tuple[int, ...] = ()
    if bill.reserve:
        from_hand = _from_hand(payer, bill, floating)
        kindled = yield from _choose_kindling(payer, bill, from_hand)
        payer.reserved = yield from _choose_reserve(payer, bill.reserve - len(kindled), from_hand)
    if first:
        yield from _float(payer, floating)
        yield from _banish_memory(payer, bill.memory - len(floating))
    _reserve(payer)
    for cost, cards in payer.used:
        asking = cost.pay(payer, cards)
        if asking is not None:
            yield from asking
    if not first:
        yield from _float(payer, floating)
    if kindled:
        yield from leaving.banish(payer.state, kindled, payer.rule, "keywords.kindle", "costs.6.kindle", "costs.2.5")
    if not first:
        yield from _banish_memory(payer, bill.memory - len(floating))


def _float(payer: Payer, floating: tuple[int, ...]) -> Steps:
    """Floating Memory cards are banished, each for 1 of the memory cost (CM.3.3.2)."""
    if floating:
        order = () if payer.occasion in ANY_ORDER else ("CM.3.3.2",)
        rules = ("keywords.floating-memory", "costs.6.floating-memory", "costs.3.2", *order)
        yield from leaving.banish(payer.state, floating, payer.rule, *rules)
        payer.spent.extend(payer.state.cards[number].thing for number in floating)


def _banish_memory(payer: Payer, n: int) -> Steps:
    """What is left of a memory cost is banished at random, all at once (costs.3.1, CM.3.3.2, cards.2.3)."""
    if n > 0:
        order = () if payer.occasion in ANY_ORDER else ("CM.3.3.2",)
        lost = drawing.random_cards(payer.state, payer.state.players[payer.you].memory, n)
        yield from leaving.banish(payer.state, lost, payer.rule, "costs.3.1", "cards.2.3", "costs.3.3", *order)
        payer.spent.extend(payer.state.cards[number].thing for number in lost)


def _reserve(payer: Payer) -> None:
    """Hand cards go face down into memory, reservable objects rest (costs.2.1, cards.2.2).

    They stay there whatever becomes of what was paid for (costs.2.4).
    """
    state, several = payer.state, len(payer.reserved) > 1
    mixed = ("costs.6.3",) if len({state.cards[number].zone for number in payer.reserved}) > 1 else ()
    group = state.tick() if several and having.may_hear(state, "zone change") else 0
    for number in payer.reserved:
        card = state.cards[number]
        if card.zone == "hand":
            zones.move(state, number, "memory", payer.rule, "costs.2.1", "cards.2.2", "costs.2.3", *mixed, group=group)
            payer.spent.append(state.cards[number].thing)
        else:
            marks.turn(state, number, payer.rule, "keywords.reservable", "costs.6.reservable", "costs.2.5", rested=True)


def _choose_floating(payer: Payer, bill: Bill) -> Cards:
    cards = payer.floating()
    memory = len(payer.state.players[payer.you].memory)
    least = max(0, bill.memory - memory - (bill.reserve if bill.occasion in ANY_ORDER else 0))
    most = min(bill.memory, len(cards))
    prompt = f"choose Floating Memory cards to pay for a memory cost of {bill.memory}"
    chosen = yield from _ask(
        payer, "floating", (payer.rule, "CM.3.3.2", "costs.5.3", "costs.3.2"), prompt, cards, least, most
    )
    payer.gone.update(chosen)
    payer.floated.update(chosen)
    return chosen


def _choose_cards(payer: Payer, bill: Bill, cost: CostNode, left: Sequence[CostNode]) -> Cards:
    """Asks for the cards of one cost, leaving out those after which the rest could not be paid."""
    if not cost.key or isinstance(cost, Reserve | Memory):
        return ()
    need = cost.number(payer)
    if not need:
        return ()
    candidates = [
        number for number in cost.candidates(payer) if need > 1 or _leaves_enough(payer, bill, cost, number, left)
    ]
    prompt = f"choose what to {cost.key}: {cost.wanted(payer)}"
    same: tuple[tuple[int, ...], ...] = ()
    if need > 1:
        same = _good_sets(payer, bill, cost, candidates, need, left)
    return (yield from _ask(payer, cost.key, (payer.rule, "costs.5.2"), prompt, candidates, need, need, same))


def _leaves_enough(payer: Payer, bill: Bill, cost: CostNode, number: int, left: Sequence[CostNode]) -> bool:
    if not cost.together(payer, (number,)):
        return False
    payer.promise(cost, (number,))
    good = _plan_exists(payer, bill, left)
    payer.release(cost, (number,))
    return good


def _good_sets(
    payer: Payer, bill: Bill, cost: CostNode, candidates: Sequence[int], need: int, left: Sequence[CostNode]
) -> tuple[tuple[int, ...], ...]:
    """The sets of indices that go together, where not every choice of so many cards is good."""
    position = {number: index for index, number in enumerate(candidates)}
    good: list[tuple[int, ...]] = []
    bad = False
    verdicts: dict[tuple[object, ...], bool] = {}
    for cards in itertools.combinations(candidates, need):
        if not cost.together(payer, cards):
            bad = True
            continue
        kinds = tuple(sorted(_kind(payer, number) for number in cards))
        if kinds not in verdicts:
            payer.promise(cost, cards)
            verdicts[kinds] = _plan_exists(payer, bill, left)
            payer.release(cost, cards)
        if verdicts[kinds]:
            good.append(tuple(position[number] for number in cards))
        else:
            bad = True
    return tuple(good) if bad else ()


def _from_hand(payer: Payer, bill: Bill, floating: Sequence[int]) -> int:
    """How many cards must come from the hand, because the memory cost is paid with them (costs.3)."""
    return max(0, bill.memory - len(floating) - len(payer.state.players[payer.you].memory))


def _choose_kindling(payer: Payer, bill: Bill, from_hand: int) -> Cards:
    cards = payer.kindling() if bill.kindle else []
    most = min(bill.kindle, bill.reserve - from_hand, len(cards))
    least = max(0, bill.reserve - len(payer.reserve_sources()))
    prompt = f"choose fire cards to kindle, each for 1 of {bill.reserve} reserve"
    return (yield from _ask(payer, "kindle", (payer.rule, "keywords.kindle"), prompt, cards, least, most))


def _choose_reserve(payer: Payer, n: int, from_hand: int) -> Cards:
    sources = payer.reserve_sources()
    hand = {index for index, number in enumerate(sources) if payer.state.cards[number].zone == "hand"}
    sets: tuple[tuple[int, ...], ...] = ()
    if from_hand and len(hand) < len(sources):
        every = itertools.combinations(range(len(sources)), n)
        sets = tuple(chosen for chosen in every if len(hand.intersection(chosen)) >= from_hand)
    prompt = f"choose what pays {n} reserve"
    return (
        yield from _ask(
            payer, "reserve", (payer.rule, "costs.2.1", "costs.2.2", "RU.8"), prompt, sources, n, n, sets=sets
        )
    )


def _ask(
    payer: Payer,
    kind: str,
    rules: tuple[str, ...],
    prompt: str,
    cards: Sequence[int],
    least: int,
    most: int,
    same: tuple[tuple[int, ...], ...] = (),
    sets: tuple[tuple[int, ...], ...] = (),
) -> Cards:
    if most == 0:
        return ()
    options = tuple(payer.state.cards[number].thing for number in cards)
    answer = yield Decision(
        payer.you,
        kind,
        rules,
        prompt,
        options=options,
        least=least,
        most=most,
        card=payer.source.id,
        same=same,
        sets=sets,
    )
    assert isinstance(answer, tuple)
    return tuple(cards[index] for index in answer)


def reveal(payer: Payer) -> None:
    """Shows the cards reserved from the hand to everybody while the card is being activated (keywords.imbue)."""
    cards = [number for number in payer.reserved if payer.state.cards[number].zone == "memory"]
    rules = ("keywords.imbue", "costs.6.imbue", *(("costs.6.2",) if len(cards) < len(payer.reserved) else ()))
    showing.reveal(payer.state, payer.you, cards, *rules, origin="hand")
