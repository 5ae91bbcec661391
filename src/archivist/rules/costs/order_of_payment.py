"""The order in which costs are paid: any order that works (CA.1.8), said by the player where it makes a difference.

Which order works, and what comes of it, is found by paying on a copy of the state. Random cards are not drawn there: what
counts is from which cards they would be drawn, so nothing about the draw can be learned from being asked.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from typing import Literal, NamedTuple

import msgspec
from msgspec.structs import replace

from archivist.model.card import Card
from archivist.model.errors import Illegal, Reason
from archivist.model.state import State
from archivist.rules.abilities import held_abilities
from archivist.rules.asking import Asked, ask_one
from archivist.rules.cards import states_and_counters
from archivist.rules.costs.payer import RESERVE_FIRST, Payer, rehearse, reservable
from archivist.rules.turn import drawing
from archivist.rules.zones import leaving, moving
from archivist.vocabulary.costs import CostNode
from archivist.vocabulary.node import Steps
from archivist.vocabulary.pending import Waiting


class Part(msgspec.Struct, frozen=True):
    """A part of a payment, with the cards that pay it; `n` is how many random cards of the memory are banished."""

    label: str
    kind: Literal["reserve", "kindle", "memory", "cost"]
    cards: tuple[int, ...] = ()
    n: int = 0
    cost: CostNode | None = None


class Course(NamedTuple):
    """An order of payment that works, and what comes of it."""

    order: tuple[Part, ...]
    outcome: Outcome


class Outcome(msgspec.Struct):
    """What a payment comes to, timestamps left aside: changed cards, triggers, and what random cards are drawn from."""

    cards: list[Card | None]
    waiting: list[tuple[object, ...]]
    pools: list[frozenset[int]]
    rest: tuple[object, ...]


def carry_out(payer: Payer, kindled: tuple[int, ...], floating: tuple[int, ...], n: int) -> Steps:
    """Pays for everything with the cards that were named: Floating Memory, then `n` random cards, pays the memory cost.

    A materialization begins with Floating Memory, before any other cost (CM.3.3.2).
    """
    if payer.occasion == "materialize" and floating:
        yield from _float(payer, floating)
        floating = ()
    parts = _parts(payer, kindled, floating, n)
    payer.forget()
    if len(parts) > 1 and _order_may_matter(payer, parts):
        parts = yield from _ordered(payer, _courses(payer, parts))
    yield from _pay(payer, parts)


def _parts(payer: Payer, kindled: tuple[int, ...], floating: tuple[int, ...], n: int) -> tuple[Part, ...]:
    """What is to be paid, in the usual order."""
    costs: list[Part] = []
    for cost, cards in payer.used:
        same = sum(part.label.split(" #")[0] == cost.label for part in costs)
        costs.append(Part(cost.label if not same else f"{cost.label} #{same + 1}", "cost", cards, cost=cost))
    reserve = [Part("reserve", "reserve", payer.reserved)] if payer.reserved else []
    kindle = [Part("kindle", "kindle", kindled)] if kindled else []
    memory = [Part("memory", "memory", floating, n)] if floating or n else []
    if payer.occasion in RESERVE_FIRST:
        return (*reserve, *costs, *kindle, *memory)
    return (*memory, *reserve, *costs, *kindle)


# -- which orders there are --------------------------------------------------------------------------------------


def _order_may_matter(payer: Payer, parts: Sequence[Part]) -> bool:
    """Whether the order must be looked into: mostly cards are reserved and something rests, and it is all the same."""
    state = payer.state
    if any(part.cost is not None and part.cost.changes for part in parts):
        return True
    from_hand = any(number not in state.field for number in payer.reserved)
    drawn = any(part.n for part in parts)
    return (drawn and from_hand) or held_abilities.may_hear(state, "zone change")


def _courses(payer: Payer, parts: tuple[Part, ...]) -> list[Course]:
    """The orders that work, the usual one first."""
    found = []
    for order in itertools.permutations(parts):
        outcome = _tried(payer, order)
        if outcome is not None:
            found.append(Course(order, outcome))
    return found


def _ordered(payer: Payer, courses: list[Course]) -> Asked[tuple[Part, ...]]:
    """Asks what is paid next, as long as that makes a difference."""
    if not courses:
        raise Illegal(Reason((payer.rule, "costs.5.4"), "the costs cannot be paid in any order"))
    for place in range(len(courses[0].order)):
        firsts = list(dict.fromkeys(course.order[place].label for course in courses))
        if len(firsts) > 1 and _differ(courses, place, firsts):
            label = yield from ask_one(
                payer.you,
                "payment order",
                (payer.rule, "costs.5.2"),
                f"choose which cost to pay {'next' if place else 'first'}",
                firsts,
                firsts,
                card=payer.source.id,
                on_leave="renew",
            )
        else:
            label = firsts[0]
        courses = [course for course in courses if course.order[place].label == label]
    return courses[0].order


def _differ(courses: Sequence[Course], place: int, firsts: Sequence[str]) -> bool:
    """Whether different outcomes can be reached by what is paid next."""
    reached: list[list[Outcome]] = []
    for label in firsts:
        outcomes: list[Outcome] = []
        for course in courses:
            if course.order[place].label == label and course.outcome not in outcomes:
                outcomes.append(course.outcome)
        reached.append(outcomes)
    first = reached[0]
    return any(len(each) != len(first) or any(outcome not in first for outcome in each) for each in reached[1:])


# -- trying an order out -----------------------------------------------------------------------------------------


class Rehearsal(Payer):
    """A payer who only tries out an order; `pools` are the cards that random ones would be drawn from."""

    def __init__(self, payer: Payer) -> None:
        super().__init__(
            payer.state.copy(),
            payer.you,
            payer.source,
            payer.occasion,
            x=payer.x,
            y=payer.y,
            barred=payer.barred,
            away=payer.away,
        )
        self.targets = payer.targets
        self.reserved = payer.reserved
        self.pools: list[frozenset[int]] = []


def _tried(payer: Payer, order: Sequence[Part]) -> Outcome | None:
    """What comes of an order; None if a part of it cannot be paid when its turn comes."""
    twin = Rehearsal(payer)
    try:
        rehearse(_pay(twin, order))
    except Illegal:
        return None
    return _outcome(payer.state, twin)


def _outcome(before: State, twin: Rehearsal) -> Outcome:
    state = twin.state
    changed = [_look(card) for card in state.cards if card.id >= len(before.cards) or card is not before.cards[card.id]]
    waiting = [
        _trigger(each) for each in sorted(state.waiting, key=lambda each: (each.source.id, each.key, each.times))
    ]
    players = tuple((player.skips, player.fate, player.champion, player.deck) for player in state.players)
    return Outcome(changed, waiting, twin.pools, (players, state.lasting, state.delayed, state.combat))


def _trigger(waiting: Waiting) -> tuple[object, ...]:
    """What makes one trigger differ from another that waits."""
    event = waiting.event
    told = (
        () if event is None else (event.kind, event.player, event.amount, event.zone, event.origin, _look(event.card))
    )
    return (waiting.controller, waiting.key, waiting.times, waiting.remembers, _look(waiting.source), told)


def _look(card: Card | None) -> Card | None:
    """A card without the timestamps, which differ with every order."""
    return None if card is None else replace(card, stamp=0, face_stamp=0)


# -- paying ------------------------------------------------------------------------------------------------------


def _pay(payer: Payer, order: Sequence[Part]) -> Steps:
    """Pays part after part. Of the reserve, what comes into the hand only by another part is paid as soon as it is there."""
    owed: list[int] = []
    for part in order:
        if part.kind == "reserve":
            owed = list(part.cards)
        else:
            yield from _pay_part(payer, part)
        owed = _reserve(payer, owed)
    if owed:
        raise _impossible(payer, "reserve")


def _pay_part(payer: Payer, part: Part) -> Steps:
    if part.cost is not None:
        if not payer.able(part.cost, part.cards):
            raise _impossible(payer, part.label)
        asking = part.cost.pay(payer, part.cards)
        if asking is not None:
            yield from asking
    elif part.kind == "kindle":
        if any(payer.state.cards[number].zone != "graveyard" for number in part.cards):
            raise _impossible(payer, part.label)
        yield from leaving.banish(payer.state, part.cards, payer.rule, "keywords.kindle", "costs.6.kindle", "costs.2.5")
    else:
        yield from _float(payer, part.cards)
        yield from _banish_memory(payer, part.n)


def _impossible(payer: Payer, what: str) -> Illegal:
    """A part that cannot be paid any more makes the whole payment illegal (CA.1.8)."""
    return Illegal(Reason((payer.rule, "costs.5.4"), f"{what} cannot be paid in this order"))


def _float(payer: Payer, floating: tuple[int, ...]) -> Steps:
    """Floating Memory cards are banished, each for 1 of the memory cost (CM.3.3.2)."""
    if not floating:
        return
    if any(payer.state.cards[number].zone != "graveyard" for number in floating):
        raise _impossible(payer, "memory")
    order = ("CM.3.3.2",) if payer.occasion == "materialize" else ()
    rules = ("keywords.floating-memory", "costs.6.floating-memory", "costs.3.2", *order)
    yield from leaving.banish(payer.state, floating, payer.rule, *rules)
    payer.spent.extend(payer.state.cards[number].thing for number in floating)


def _banish_memory(payer: Payer, n: int) -> Steps:
    """What is left of a memory cost is banished at random, all at once (costs.3.1, CM.3.3.2, cards.2.3)."""
    if n <= 0:
        return
    memory = payer.state.players[payer.you].memory
    if len(memory) < n:
        raise _impossible(payer, "memory")
    if isinstance(payer, Rehearsal):
        payer.pools.append(frozenset(memory))
        lost = sorted(memory)[:n]
    else:
        lost = drawing.random_cards(payer.state, memory, n)
    order = ("CM.3.3.2",) if payer.occasion == "materialize" else ()
    yield from leaving.banish(payer.state, lost, payer.rule, "costs.3.1", "cards.2.3", "costs.3.3", *order)
    payer.spent.extend(payer.state.cards[number].thing for number in lost)


def _reserve(payer: Payer, owed: list[int]) -> list[int]:
    """Hand cards go face down into memory, reservable objects rest (costs.2.1, cards.2.2); gives what cannot pay yet.

    They stay there whatever becomes of what was paid for (costs.2.4).
    """
    if not owed:
        return owed
    state = payer.state
    hand = state.players[payer.you].hand
    resting = reservable(state, payer.you) if any(number not in hand for number in owed) else []
    able = [number for number in owed if number in hand or number in resting]
    group = state.tick() if len(able) > 1 and held_abilities.may_hear(state, "zone change") else 0
    mixed = ("costs.6.3",) if len({number in hand for number in payer.reserved}) > 1 else ()
    for number in able:
        if number in hand:
            moving.move(state, number, "memory", payer.rule, "costs.2.1", "cards.2.2", "costs.2.3", *mixed, group=group)
            payer.spent.append(state.cards[number].thing)
        else:
            states_and_counters.turn(
                state, number, payer.rule, "keywords.reservable", "costs.6.reservable", "costs.2.5", rested=True
            )
    return [number for number in owed if number not in able]
