"""Reserve costs: cards of the hand that go to memory, Reservable objects that rest, Kindle (costs.2)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

import msgspec

from archivist.model.card import Thing
from archivist.model.events import ZoneChange
from archivist.rules.abilities import abilities_in_general
from archivist.rules.asking import Asked, ask_cards, ask_some
from archivist.rules.cards import states_and_counters
from archivist.rules.costs.means_of_payment import Bill, Payer, Source, Sources, reservable
from archivist.rules.zones import moving

Cards = Asked[tuple[int, ...]]
"""A question whose outcome is a choice of cards."""


def choose_reserve(payer: Payer, n: int, from_hand: int) -> Asked[tuple[Source, ...]]:
    """Asks what pays the reserve: as many cards from the hand as a memory cost needs, and those that another cost takes.

    A card that may rest now and be reserved from the hand later on is listed for both, as what it is then.
    """
    sources, cards = payer.reserve_sources(), payer.state.cards
    shown = payer.state.things((*sources.hand, *sources.field))
    for source in sources.coming:
        thing = cards[source.number].thing
        shown += (thing if thing not in shown else msgspec.structs.replace(thing, incarnation=source.since + 1),)
    sorts: tuple[int, ...] = ()
    mixes: tuple[tuple[int, ...], ...] = ()
    if payer.bound or (from_hand and sources.field):
        sorts, mixes = _mixes(payer, sources, n, from_hand)
    return ask_reserve(payer, shown, sources, n, sorts, mixes)


def ask_reserve(
    payer: Payer,
    shown: tuple[Thing, ...],
    sources: Sources | Sequence[Source],
    n: int,
    sorts: tuple[int, ...],
    mixes: tuple[tuple[int, ...], ...],
) -> Asked[tuple[Source, ...]]:
    """Asks what pays the reserve, of sources that are `shown` as what they are as they pay."""
    return ask_some(
        payer.you,
        "reserve",
        (payer.rule, "costs.2.1", "costs.2.2", "RU.8"),
        f"choose what pays {n} reserve",
        shown,
        sources,
        least=n,
        most=n,
        card=payer.source.id,
        sorts=sorts,
        mixes=mixes,
        on_leave="renew",
    )


def _mixes(
    payer: Payer, sources: Sources, n: int, from_hand: int
) -> tuple[tuple[int, ...], tuple[tuple[int, ...], ...]]:
    """The sort of each source, and how many of each may pay: 0 from the hand, 1 resting, 2 taken by another cost later."""
    lying = [2 if number in payer.bound else 0 for number in sources.hand]
    able, bound = len(sources.field), lying.count(2)
    hand = len(sources) - able - bound
    mixes = tuple(
        (n - bound - resting, resting, bound)
        for resting in range(min(able, n - bound) + 1)
        if n - bound - resting <= hand and n - resting >= from_hand
    )
    return (*lying, *[1] * able, *[0] * len(sources.coming)), mixes


def choose_kindling(payer: Payer, bill: Bill, from_hand: int) -> Cards:
    """Asks which fire cards of the graveyard pay reserve, as many as Kindle allows.

    Rules: keywords.kindle, costs.6.kindle, costs.2.5.
    """
    cards = payer.kindling()
    most = min(bill.kindle, bill.reserve - max(from_hand, len(payer.bound)), len(cards))
    least = max(0, bill.reserve - len(payer.reserve_sources()))
    chosen = yield from ask_kindling(payer, bill, cards, least, most)
    payer.taken |= frozenset(chosen)
    return chosen


def ask_kindling(
    payer: Payer,
    bill: Bill,
    cards: Sequence[int],
    least: int,
    most: int,
    sorts: tuple[int, ...] = (),
    mixes: tuple[tuple[int, ...], ...] = (),
) -> Cards:
    prompt = f"choose fire cards to kindle, each for 1 of {bill.reserve} reserve"
    rules = (payer.rule, "keywords.kindle")
    return (yield from ask_for(payer, "kindle", rules, prompt, cards, least, most, sorts, mixes))


def free_hand(payer: Payer) -> int:
    """How many cards of the hand could be reserved."""
    hand = payer.state.players[payer.you].hand
    return len(hand) - len((payer.gone - payer.bound).intersection(hand)) if payer.gone else len(hand)


def ask_for(
    payer: Payer,
    kind: str,
    rules: tuple[str, ...],
    prompt: str,
    cards: Sequence[int],
    least: int,
    most: int,
    sorts: tuple[int, ...] = (),
    mixes: tuple[tuple[int, ...], ...] = (),
) -> Cards:
    if most == 0:
        return ()
    chosen = yield from ask_cards(
        payer.you,
        kind,
        rules,
        prompt,
        [payer.state.cards[number] for number in cards],
        least=least,
        most=most,
        card=payer.source.id,
        sorts=sorts,
        mixes=mixes,
        on_leave="renew",
    )
    return tuple(card.id for card in chosen)


def reserve(payer: Payer) -> None:
    """Hand cards go face down into memory, reservable objects rest (costs.2.1, cards.2.2); what cannot pay yet stays owed.

    They stay there whatever becomes of what was paid for (costs.2.4).

    Rules: terms.6.reserve, RU.8.
    """
    state, owed = payer.state, payer.owed
    cards, hand = state.cards, state.players[payer.you].hand
    ready = [
        source.number
        for source in owed
        if source.zone == "hand" and source.number in hand and cards[source.number].incarnation > source.since
    ]
    if ready and len(ready) == len(owed):  # all comes from the hand, as mostly
        lots: list[Lot] = [("hand", ready)]
        paid = len(set(ready))
        payer.owed = ()
    else:
        lots, paid = _lots(payer, hand)
    group = state.tick() if paid > 1 and abilities_in_general.may_hear(state, ZoneChange) else 0
    for zone, numbers in lots:
        if zone == "hand":
            mixed = ("costs.6.3",) if len({source.zone for source in payer.reserved}) > 1 else ()
            rules = (payer.rule, "costs.2.1", "cards.2.2", "costs.2.3", *mixed)
            moving.move_each(state, payer.you, "hand", tuple(numbers), "memory", rules, group)
            payer.use(numbers)
            if payer.imbuing is not None:
                payer.note_matching(payer.imbuing, numbers)
        else:
            for number in numbers:
                states_and_counters.turn(
                    state, number, payer.rule, "keywords.reservable", "costs.6.reservable", "costs.2.5", rested=True
                )
    payer.reserve_paid += paid
    if paid and payer.owed:
        reserve(payer)  # what could not pay before these may do so now


Lot = tuple[Literal["hand", "field"], list[int]]
"""What pays one after the other from the same place."""


def _lots(payer: Payer, hand: Sequence[int]) -> tuple[list[Lot], int]:
    """What can pay now, of what is owed, in its order, and how much that is; the rest stays owed."""
    state = payer.state
    resting = reservable(state, payer.you) if any(source.zone == "field" for source in payer.owed) else []
    lots: list[Lot] = []
    left: list[Source] = []
    paid: set[Source] = set()
    for source in payer.owed:
        number, zone = source.number, source.zone
        if number not in (hand if zone == "hand" else resting) or state.cards[number].incarnation <= source.since:
            left.append(source)
            continue
        paid.add(source)
        if lots and lots[-1][0] == zone:
            lots[-1][1].append(number)
        else:
            lots.append((zone, [number]))
    payer.owed = tuple(left)
    return lots, len(paid)
