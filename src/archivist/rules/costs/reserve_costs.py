"""Reserve costs: cards of the hand that go to memory, Reservable objects that rest, Kindle (costs.2)."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from archivist.model.card import Thing
from archivist.model.events import ZoneChange
from archivist.rules.abilities import abilities_in_general
from archivist.rules.asking import Asked, ask_cards, ask_targets
from archivist.rules.cards import states_and_counters
from archivist.rules.costs.means_of_payment import Bill, Payer, Source, reservable
from archivist.rules.zones import moving

Cards = Asked[tuple[int, ...]]
"""A question whose outcome is a choice of cards."""


def choose_reserve(payer: Payer, n: int, from_hand: int) -> Asked[tuple[Source, ...]]:
    """Asks what pays the reserve: as many cards from the hand as a memory cost needs, and those that another cost takes.

    A card that may rest now and be reserved from the hand later on is listed for both, as what it is then.
    """
    if not n:
        return ()
    sources = payer.reserve_sources()
    sorts = tuple([2 if each.number in payer.bound else 0 if each.zone == "hand" else 1 for each in sources])
    bound, hand, able = sorts.count(2), sorts.count(0), sorts.count(1)
    mixes: tuple[tuple[int, ...], ...] = ()
    if bound or (from_hand and able):
        mixes = tuple(
            (n - bound - resting, resting, bound)
            for resting in range(min(able, n - bound) + 1)
            if n - bound - resting <= hand and n - resting >= from_hand
        )
    prompt = f"choose what pays {n} reserve"
    rules = (payer.rule, "costs.2.1", "costs.2.2", "RU.8")
    shown: dict[Thing, Source] = {}
    for source in sources:
        thing = payer.state.cards[source.number].thing
        shown[thing if thing not in shown else msgspec.structs.replace(thing, incarnation=source.since + 1)] = source
    chosen = yield from ask_targets(
        payer.you,
        "reserve",
        rules,
        prompt,
        tuple(shown),
        least=n,
        most=n,
        card=payer.source.id,
        sorts=sorts if mixes else (),
        mixes=mixes,
        on_leave="renew",
    )
    return tuple(map(shown.__getitem__, chosen))


def choose_kindling(payer: Payer, bill: Bill, from_hand: int) -> Cards:
    """Asks which fire cards of the graveyard pay reserve, as many as Kindle allows.

    Rules: keywords.kindle, costs.6.kindle, costs.2.5.
    """
    cards = payer.kindling()
    most = min(bill.kindle, bill.reserve - max(from_hand, len(payer.bound)), len(cards))
    least = max(0, bill.reserve - len(payer.reserve_sources()))
    prompt = f"choose fire cards to kindle, each for 1 of {bill.reserve} reserve"
    chosen = yield from ask_for(payer, "kindle", (payer.rule, "keywords.kindle"), prompt, cards, least, most)
    payer.taken.update(chosen)
    return chosen


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


def reserve(payer: Payer, owed: list[Source]) -> list[Source]:
    """Hand cards go face down into memory, reservable objects rest (costs.2.1, cards.2.2); gives what cannot pay yet.

    They stay there whatever becomes of what was paid for (costs.2.4).

    Rules: terms.6.reserve, RU.8.
    """
    if not owed:
        return owed
    state = payer.state
    hand = state.players[payer.you].hand
    resting = reservable(state, payer.you) if any(source.zone == "field" for source in owed) else []
    able = [
        source
        for source in owed
        if source.number in (hand if source.zone == "hand" else resting)
        and state.cards[source.number].incarnation > source.since
    ]
    group = state.tick() if len(able) > 1 and abilities_in_general.may_hear(state, ZoneChange) else 0
    mixed = ("costs.6.3",) if len({source.zone for source in payer.reserved}) > 1 else ()
    for number, zone, _ in able:
        if zone == "hand":
            moving.move(state, number, "memory", payer.rule, "costs.2.1", "cards.2.2", "costs.2.3", *mixed, group=group)
            payer.spent.append(state.cards[number].thing)
        else:
            states_and_counters.turn(
                state, number, payer.rule, "keywords.reservable", "costs.6.reservable", "costs.2.5", rested=True
            )
    payer.reserve_paid += len(set(able))
    return [source for source in owed if source not in able]
