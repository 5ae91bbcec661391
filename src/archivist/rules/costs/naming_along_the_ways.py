"""Naming what pays where the parts of a payment serve each other: only what some way of paying all of it uses (CA.1.8)."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import TypeVar

import msgspec

from archivist.model.card import Thing
from archivist.model.errors import Illegal, Reason
from archivist.rules.asking import Asked
from archivist.rules.costs.means_of_payment import NAMED, Bill, Payer, Source
from archivist.rules.costs.memory_costs import ask_floating, up_to
from archivist.rules.costs.reserve_costs import Cards, ask_for, ask_kindling, ask_reserve
from archivist.rules.costs.ways_of_paying import FLOATING, KINDLE, RESERVE, Means, Part, Ways, number_of
from archivist.rules.costs.woven_costs import kindle_may_change

Mixes = tuple[tuple[int, ...], ...]
M = TypeVar("M", Source, int)


def name_along_the_ways(payer: Payer, bill: Bill) -> Asked[tuple[tuple[int, ...], tuple[int, ...]]]:
    """Asks which cards pay. Gives those that are kindled, and those that pay by Floating Memory; the payer keeps the others.

    Rules: costs.5.2, costs.2.2, costs.2.3, costs.3.2, CM.3.3.2.
    """
    named: dict[Part, Sequence[Means]] = {}
    kindled: tuple[int, ...] = ()
    floating: tuple[int, ...] = ()
    for part in _parts(payer, bill):
        ways = Ways(payer, bill, named)
        answers = ways.answers(part)
        if not answers:
            raise Illegal(Reason((payer.rule, "costs.5.4"), "the costs can each be paid, but not all of them together"))
        if part == RESERVE:
            payer.reserved = named[part] = yield from _reserve(payer, ways, answers)
            continue
        options = _options(payer, ways, {each for answer in answers for each in answer if isinstance(each, int)})
        sorts, mixes = _sorts_and_mixes(ways, options, answers)
        if isinstance(part, int):
            cost = bill.costs[part]
            prompt = f"choose {cost.wanted(payer)}"
            rules = (payer.rule, "costs.5.2")
            need = cost.number(payer)
            named[part] = yield from ask_for(payer, cost.key, rules, prompt, options, need, need, sorts, mixes)
        elif part == FLOATING:
            named[part] = floating = yield from _floating(payer, bill, ways, options, answers)
        else:
            sizes = [len(answer) for answer in answers]
            kindled = yield from ask_kindling(payer, bill, options, min(sizes), max(sizes), sorts, mixes)
            named[part] = kindled
    payer.used = tuple((cost, tuple(map(number_of, named.get(index, ())))) for index, cost in enumerate(bill.costs))
    return kindled, floating


def _parts(payer: Payer, bill: Bill) -> list[Part]:
    """The parts for which something is named, in the usual order."""
    costs = [index for index, cost in enumerate(bill.costs) if cost.key]
    costs.sort(key=lambda index: NAMED.index(bill.costs[index].key))
    floating: list[Part] = [FLOATING] if bill.memory else []
    reserve: list[Part] = [RESERVE] if bill.reserve else []
    if bill.reserve and (bill.kindle or kindle_may_change(payer, bill)):
        reserve.insert(0, KINDLE)
    if payer.occasion == "materialize":
        return [*floating, *costs, *reserve]
    return [*costs, *floating, *reserve]


def _options(payer: Payer, ways: Ways, used: set[int]) -> list[int]:
    """The cards that are as good as those that some way uses, in the order in which they lie."""
    state, me = payer.state, payer.state.players[payer.you]
    likes, zones = {ways.alike(number) for number in used}, {state.cards[number].zone for number in used}
    found = [card.id for card in state.cards if card.zone in zones and ways.alike(card.id) in likes]
    lying = (*me.hand, *me.memory, *me.graveyard, *me.material, *state.field)
    place = {number: index for index, number in enumerate(lying)}
    return sorted(found, key=lambda number: (place.get(number, len(lying)), number))


def _sorts_and_mixes(
    ways: Ways, options: Sequence[Means], answers: frozenset[frozenset[Means]]
) -> tuple[tuple[int, ...], Mixes]:
    """The sort of each option, and how many of each sort go together; nothing where all of them do."""
    sorts, good = _sorted(ways, options, answers)
    sizes = [len(answer) for answer in answers]
    free = all(mix in good for mix in _mixes(sorts, max(sizes)) if sum(mix) >= min(sizes))
    return ((), ()) if free else (tuple(sorts), tuple(sorted(good)))


def _sorted(
    ways: Ways, options: Sequence[Means], answers: frozenset[frozenset[Means]]
) -> tuple[list[int], set[tuple[int, ...]]]:
    places: dict[Hashable, int] = {}
    sorts = [places.setdefault(ways.alike(each), len(places)) for each in options]
    good: set[tuple[int, ...]] = set()
    for answer in answers:
        found = [places[ways.alike(each)] for each in answer]
        good.add(tuple(map(found.count, range(len(places)))))
    return sorts, good


def _mixes(sorts: Sequence[int], most: int) -> list[tuple[int, ...]]:
    return list(up_to(most, [sorts.count(sort) for sort in range(max(sorts, default=-1) + 1)]))


def _floating(
    payer: Payer, bill: Bill, ways: Ways, options: Sequence[int], answers: frozenset[frozenset[Means]]
) -> Cards:
    sorts, good = _sorted(ways, options, answers)
    return (yield from ask_floating(payer, bill, options, sorts, _mixes(sorts, bill.memory), sorted(good)))


def _reserve(payer: Payer, ways: Ways, answers: frozenset[frozenset[Means]]) -> Asked[tuple[Source, ...]]:
    """Asks what pays the reserve. What pays only once another part has moved it is shown as what it is then."""
    n = max(map(len, answers))
    if not n:
        return ()
    examples = [each for answer in answers for each in answer if isinstance(each, Source)]
    numbers = _options(payer, ways, {source.number for source in examples})
    kinds = dict.fromkeys(
        (source.zone, source.since >= 0) for source in sorted(examples, key=lambda each: each.zone != "hand")
    )
    likes = {ways.alike(each) for each in examples}
    cards = payer.state.cards
    options: list[Source] = []
    shown: list[Thing] = []
    for zone, later in sorted(kinds, key=lambda kind: (kind[0] != "hand", kind[1])):
        for number in numbers:
            thing = cards[number].thing
            source = Source(number, zone, thing.incarnation if later else -1)
            if ways.alike(source) in likes:
                options.append(source)
                shown.append(
                    thing if thing not in shown else msgspec.structs.replace(thing, incarnation=thing.incarnation + 1)
                )
    sorts, mixes = _sorts_and_mixes(ways, options, answers)
    return (yield from ask_reserve(payer, tuple(shown), options, n, sorts, mixes))
