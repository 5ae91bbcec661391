"""Paying: whether everything can be paid, which cards pay for what, and in which order (CA.1.8, CM.3.3, BB.3.3; costs.5).

The player names the cards for every cost before anything moves; then the costs are paid. Because costs may be paid in
any order (CA.1.8), an object may first rest for reserve and then be sacrificed, and a card that is discarded or
sacrificed may afterwards be kindled: what may be named is whatever some order allows. Where the order makes a
difference the player says it (`order_of_payment`).
"""

from __future__ import annotations

import itertools
from collections.abc import Container, Hashable, Iterator, Sequence

import msgspec

from archivist.model.errors import Illegal, Reason
from archivist.model.value import Value
from archivist.rules.asking import Asked
from archivist.rules.costs import order_of_payment
from archivist.rules.costs.means_of_payment import NAMED, Bill, Payer
from archivist.rules.costs.memory_costs import Funds, ask_floating, choose_floating, exactly, needed_from_hand, up_to
from archivist.rules.costs.naming_along_the_ways import name_along_the_ways
from archivist.rules.costs.reserve_costs import Cards, ask_for, choose_kindling, choose_reserve, free_hand
from archivist.rules.costs.ways_of_paying import Ways
from archivist.rules.costs.woven_costs import exceeds_all, woven
from archivist.rules.effects.continuous.effects_in_force import standing
from archivist.rules.zones import destroying_sacrificing_banishing, moving
from archivist.vocabulary.costs import DEATHLESS, OF_OBJECTS, CostNode, Counters, This
from archivist.vocabulary.node import Left, Steps
from archivist.vocabulary.statics.game import Redirect

PLAYS = frozenset(("activate", "materialize", "bestow", "ability"))
"""What is paid for with a source that has to be there until it is paid."""
MOST_MIXES = 300
"""Of how many mixes of cards it is found out beforehand which of them leave the rest payable; beyond that, afterwards."""


# -- whether it can be paid --------------------------------------------------------------------------------------


class Lack(Value, frozen=True):
    """Something that is missing for a payment, in plain words, with the rulings that say so."""

    why: str
    rules: tuple[str, ...] = ()


def payable(payer: Payer, bill: Bill) -> bool:
    """Whether some choice of cards, in some order, pays everything."""
    if woven(payer, bill):
        return not exceeds_all(payer, bill) and Ways(payer, bill).exist()
    if not bill.costs:
        return _leaves_reserve_and_memory(payer, bill)
    if len(bill.costs) == 1 and not bill.memory and _alone(payer, bill, bill.costs[0]):
        return not bill.costs[0].lacks(payer)
    if not bill.reserve and not bill.memory and _apart(bill.costs):
        if not any(cost.lacks(payer) for cost in bill.costs):
            return True
        if order_of_payment.strangers(payer, *bill.costs):
            return False
    payer.due = bill.reserve
    return next(_lacking(payer, bill), None) is None and _plan_exists(payer, bill, bill.costs)


def _alone(payer: Payer, bill: Bill, cost: CostNode) -> bool:
    """Whether a cost has nothing to do with the reserve: there is none and it takes no cards, or it takes objects, any of which
    go together, and the hand is enough for the reserve.
    """
    return not bill.reserve if not cost.key else cost.key in OF_OBJECTS and bill.reserve <= free_hand(payer)


def _apart(costs: Sequence[CostNode]) -> bool:
    """Whether two costs cannot stand in each other's way: if each can be paid now, both can."""
    return len(costs) == 2 and not _may_clash(costs)


def shortfall(payer: Payer, bill: Bill) -> list[Lack]:
    """What is missing; empty exactly if some choice of cards pays everything.

    Rules: costs.5.7, CA.1.8, CM.3.3, BB.3.3.
    """
    if payable(payer, bill):
        return []
    payer.due = bill.reserve
    missing = list(_lacking(payer, bill))
    if missing:
        return missing + _lacking_besides(payer, bill)
    alone = [_lack(payer, cost, lack) for cost in bill.costs if (lack := cost.lacks(payer))]
    if alone:
        return alone
    apart = [cost for cost in bill.costs if cost.key and next(_choices(payer, bill, cost, ()), None) is None]
    if apart:
        return [Lack(f"it takes {cost.wanted(payer)}") for cost in apart]
    return _too_little(payer, bill) or [Lack("the costs can each be paid, but not all of them together")]


def _lacking_besides(payer: Payer, bill: Bill) -> list[Lack]:
    """What is missing of reserve or memory, besides single costs, where no other payment could bring any of it."""
    if may_bring_reserve(payer, bill.costs):
        return []
    helped = bill.reserve or any(cost.changes for cost in bill.costs)
    return _too_little(payer, msgspec.structs.replace(bill, memory=0 if helped else bill.memory, costs=()))


def _too_little(payer: Payer, bill: Bill) -> list[Lack]:
    """What is missing of memory or reserve because there are too few cards, those aside that a discard takes."""
    have = len(payer.floating()) + len(payer.state.players[payer.you].memory)
    if have < bill.memory:
        empty = ("RU.7", "costs.3.4") if not have else ("costs.3.4",)
        return [Lack(f"a memory cost of {bill.memory} must be paid, but only {have} can be", empty)]
    promised = sum(cost.number(payer) for cost in bill.costs if cost.key == "discard")
    have = max(0, len(payer.reserve_sources()) - promised) + min(bill.kindle, len(payer.kindling()))
    if have >= bill.reserve:
        return []
    others = "with the other costs " if bill.costs else ""
    return [Lack(f"{bill.reserve} reserve must be paid, but {others}at most {have} can be")]


def _lacking(payer: Payer, bill: Bill) -> Iterator[Lack]:
    """What is missing for single costs; what another cost may yet bring about is not missing."""
    for cost in bill.costs:
        helped = any(other.changes for other in bill.costs if other is not cost)
        if not helped and (lack := cost.lacks(payer)):
            yield _lack(payer, cost, lack)


def _lack(payer: Payer, cost: CostNode, why: str) -> Lack:
    """What a cost lacks; where only what is immortal could be sacrificed for it, that is why (keywords.immortality)."""
    if not cost.deathless(payer):
        return Lack(why, cost.rulings)
    wanted = cost.wanted(payer)
    why = f"it takes {wanted}, and {DEATHLESS}" if wanted else DEATHLESS
    return Lack(why, (*cost.rulings, "keywords.immortality"))


Vain = set[tuple[tuple[int, tuple[int, ...]], ...]]
"""What was named, cost by cost, and leaves something that cannot be paid: it need not be tried again."""


def _plan_exists(payer: Payer, bill: Bill, left: Sequence[CostNode], vain: Vain | None = None) -> bool:
    """Searches for cards for the costs that are left, named in any order, so that reserve and memory can still be paid."""
    if not left:
        return _rest_payable(payer, bill)
    if exceeds_reserve(payer, bill, left):
        return False
    vain = set() if vain is None else vain
    return any(_goes_first(payer, bill, index, left, vain) for index in _firsts(left))


def exceeds_reserve(payer: Payer, bill: Bill, left: Sequence[CostNode]) -> bool:
    """Whether a bill asks for more reserve than there can be: more than there is, and no cost that is left may bring any."""
    return bill.reserve > len(payer.reserve_sources()) + bill.kindle and not may_bring_reserve(payer, left)


def _firsts(left: Sequence[CostNode]) -> Iterator[int]:
    """The costs that might be named first. One will do where paying changes nothing that other costs look at."""
    if not any(cost.changes for cost in left):
        yield 0
        return
    yield from (index for index, cost in enumerate(left) if cost not in left[:index])


def _goes_first(payer: Payer, bill: Bill, index: int, left: Sequence[CostNode], vain: Vain) -> bool:
    """Whether cards can be named for one of the costs that are left, and then for the others."""
    cost, others = left[index], (*left[:index], *left[index + 1 :])
    if not cost.key:
        return not payer.lacks(cost) and _leaves_enough(payer, bill, cost, (), others, vain)
    return any(_leaves_enough(payer, bill, cost, cards, others, vain) for cards in _choices(payer, bill, cost, others))


def _leaves_enough(
    payer: Payer, bill: Bill, cost: CostNode, cards: tuple[int, ...], left: Sequence[CostNode], vain: Vain
) -> bool:
    """Whether everything else can be paid once these cards pay for a cost."""
    named = tuple((id(each), used) for each, used in (*payer.used, (cost, cards)))
    if not may_bring_reserve(payer, [each for each, _ in payer.used]):
        named = tuple(sorted(named))  # the order makes no difference
    if named in vain:
        return False
    payer.promise(cost, cards)
    good = _plan_exists(payer, bill, left, vain)
    payer.release()
    if not good:
        vain.add(named)
    return good


def _rest_payable(payer: Payer, bill: Bill) -> bool:
    """Whether reserve and memory can be paid with what is not promised, once the costs are paid in some order."""
    named = [cost for cost, _ in payer.used]
    if _may_clash(named) and payer.ahead is None:
        return False
    if _leaves_reserve_and_memory(payer, bill):
        return True
    if not may_bring_reserve(payer, named):
        return False
    for ahead in payer.prospects():
        payer.foresee(ahead)
        if _leaves_reserve_and_memory(payer, bill):
            return True
    return False


def _leaves_reserve_and_memory(payer: Payer, bill: Bill) -> bool:
    """Whether reserve and memory can be paid, as things are once the costs are paid. Cheap checks come first."""
    player = payer.state.players[payer.you]
    if len(payer.bound) > bill.reserve:
        return False
    free = free_hand(payer)
    if bill.reserve > free:
        sources = len(payer.reserve_sources())
        if bill.reserve > sources and bill.reserve > sources + min(bill.kindle, len(payer.kindling())):
            return False
    if not bill.memory:
        return True
    memory = len(player.memory) - len(payer.gone.intersection(player.memory)) - len(payer.bound)
    if bill.memory <= memory + min(bill.reserve, free):
        return True
    fire, floating = frozenset(payer.kindling()), payer.floating()
    spare = sum(number not in fire for number in floating)
    funds = Funds(payer, bill)
    most = min(bill.memory, len(floating))
    return any(funds.suffice(n, len(fire) - max(0, n - spare)) for n in range(most + 1))


def _may_clash(costs: Sequence[CostNode]) -> bool:
    """Whether costs that can each be paid may stand in each other's way, so that an order must be looked for.

    Counters come off first: then the object itself still rests or is banished as before, for neither looks at counters.
    """
    others = [cost for cost in costs if not isinstance(cost, Counters)]
    if len(others) == 1 and isinstance(others[0], This) and set(others[0].do) <= {"rest", "banish"}:
        return False
    return len(costs) > 1


# -- which cards -------------------------------------------------------------------------------------------------


def _choices(payer: Payer, bill: Bill, cost: CostNode, left: Sequence[CostNode]) -> Iterator[tuple[int, ...]]:
    """Sets of cards for a cost, one for each mix that makes a difference to what else is to be paid."""
    sorts = _sorts(payer, bill, cost, payer.candidates(cost), left)
    yield from (cards for _, cards in itertools.islice(_mixes(payer, cost, sorts), MOST_MIXES))


def _mixes(
    payer: Payer, cost: CostNode, sorts: dict[Hashable, list[int]], *, all_of_them: bool = False
) -> Iterator[tuple[tuple[int, ...], tuple[int, ...]]]:
    """The mixes of sorts that make up a payment, each with the first cards of every sort as an example.

    Those that do not go together are left out, unless `all_of_them` are wanted.
    """
    groups = list(sorts.values())
    for mix in exactly(cost.number(payer), [len(group) for group in groups]):
        cards = tuple(number for n, group in zip(mix, groups, strict=True) for number in group[:n])
        if all_of_them or cost.together(payer, cards):
            yield mix, cards


def _sorts(
    payer: Payer, bill: Bill, cost: CostNode, candidates: Sequence[int], left: Sequence[CostNode]
) -> dict[Hashable, list[int]]:
    """The cards that could pay a cost, those together that are as good as each other for what else is to be paid."""
    others = [(other, frozenset(payer.candidates(other))) for other in left if other.key]
    several = bool(left or payer.used)
    alone = not several and not bill.reserve and not bill.memory
    able = frozenset[int]() if alone else frozenset(payer.reserve_sources().field)
    fire = frozenset(payer.kindling()) if bill.kindle else frozenset[int]()
    floating = frozenset(payer.floating()) if bill.memory else frozenset[int]()
    landing = cost.changes and bool(others or bill.kindle or bill.memory or may_bring_reserve(payer, (cost,)))
    promised = payer.gone | payer.resting
    found: dict[Hashable, list[int]] = {}
    for number in candidates:
        sort: Hashable = cost.sort(payer, number)
        if not alone:
            wanted = tuple(_sort_for(payer, other, number, fitting) for other, fitting in others)
            where = payer.state.cards[number].zone
            sort = (sort, where, number in able, number in fire, number in floating, number in promised, wanted)
            if landing:
                sort = (sort, _use_later(payer, bill, cost, number, left))
            elif several and payer.state.pool[payer.state.cards[number].face].statics:
                sort = (sort, number)  # what its text does may hang on whether it rests, or is there
        found.setdefault(sort, []).append(number)
    return found


def _sort_for(payer: Payer, cost: CostNode, number: int, candidates: Container[int]) -> Hashable:
    """What a card is to another cost: one of those that could pay it, and of which sort; False if it could not."""
    return number in candidates and (True, cost.sort(payer, number))


def may_bring_reserve(payer: Payer, costs: Sequence[CostNode]) -> bool:
    """Whether paying some of these costs may bring reserve: cards to hand, or objects that may rest for it then (CA.1.8)."""
    known = payer.state.standing or standing(payer.state)
    lets_rest = "reservable" in known.granted or "loses" in known.changed
    return any(cost.changes and (lets_rest or may_bring(payer, cost)) for cost in costs)


def may_fill_the_hand(payer: Payer, costs: Sequence[CostNode]) -> bool:
    """Whether some of these costs may bring cards to hand, from where they can be reserved (CA.1.8)."""
    return any(cost.changes and may_bring(payer, cost) for cost in costs)


def may_bring(payer: Payer, cost: CostNode) -> bool:
    """Whether paying a cost may bring cards to hand, or end what keeps others from paying."""
    state = payer.state
    if Redirect in (state.standing or standing(state)).by_kind or cost.key == "return":
        return True
    if isinstance(cost, This):
        return not cost.rests_only and bool(state.pool[payer.source.face].statics)
    return any(state.pool[state.cards[number].face].statics for number in payer.candidates(cost))


def _use_later(payer: Payer, bill: Bill, cost: CostNode, number: int, left: Sequence[CostNode]) -> Hashable:
    """What a card is good for once it has paid: where it is then, and which other costs can be paid with it or by its
    being gone. An object whose text holds, or that is tied to another by a link, is like no other.
    """
    state = payer.state
    card = state.cards[number]
    if (
        state.pool[card.face].statics
        or card.linked is not None
        or destroying_sacrificing_banishing.shields_of(state, number)
    ):
        return number
    after = payer.alone(cost, number)
    there = after.state.cards[number]
    own = there.owner == payer.you and not there.token
    good = tuple(_sort_for(after, other, number, other.candidates(after)) for other in left if other.key)
    fire = own and bool(bill.kindle) and "fire" in after.elements(there)
    floats = own and bool(bill.memory) and after.has(there, "floating memory")
    return there.zone, own, good, fire, floats


# -- paying ------------------------------------------------------------------------------------------------------


def pay(payer: Payer, bill: Bill) -> Asked[bool]:
    """Pays a bill, which must be payable. Gives whether it was paid.

    What a replacement effect does in the place of a payment counts as paying.

    Nothing is paid yet while the cards are named. If a player leaves the game meanwhile they are named anew, from what
    is left. What cannot be paid any more is not: a play is illegal then, and an option in a resolution is not taken.

    Rules: turn.9.5, turn.9.6, costs.5.12, CA.1.8.1, CM.3.3.1, BB.3.3.1, costs.5.5.
    """
    while True:
        try:
            if not stands_alone(bill):
                tangled = woven(payer, bill)
                naming = name_along_the_ways(payer, bill) if tangled else _name_cards(payer, bill)
                kindled, floating = yield from naming
                yield from order_of_payment.carry_out(payer, bill, kindled, floating, woven=tangled)
            elif bill.reserve:
                payer.reserved = yield from choose_reserve(payer, bill.reserve, 0)
                order_of_payment.pay_reserve(payer)
            elif bill.costs:
                asking = order_of_payment.pay_cost(payer, bill.costs[0])
                if asking is not None:
                    yield from asking
            return True
        except Left:
            payer.begin_again()
            missing = shortfall(payer, bill)
            if bill.occasion in PLAYS and moving.gone(payer.state, payer.source.id):
                missing.append(Lack(f"{payer.source.face} has left the game"))
            if bill.occasion == "resolution" and (missing or payer.state.players[payer.you].lost):
                return False
            if missing:
                raise Illegal(*(Reason((payer.rule, *lack.rules, "turn.9.6"), lack.why) for lack in missing)) from None


def stands_alone(bill: Bill) -> bool:
    """Whether a bill asks for reserve alone, for one cost that takes no cards, or for nothing, as most bills do.

    Then nothing is named for one cost that another could have paid, and there is no order to look for.
    """
    costs = bill.costs
    if bill.memory or bill.kindle:
        return False
    return not costs or (len(costs) == 1 and not costs[0].key and not bill.reserve)


def _name_cards(payer: Payer, bill: Bill) -> Asked[tuple[tuple[int, ...], tuple[int, ...]]]:
    """Asks which cards pay. Gives those that are kindled, and those that pay by Floating Memory; the payer keeps the others.

    What is named may still be changed, by taking the play back, until everything is paid; then never (costs.2.2).
    Nobody can act in between (costs.2.3, costs.3.3). Costs are paid in any order, so that one object may serve two
    payments (costs.5.2); of a memory cost Floating Memory comes first, before the random cards are counted, and in a
    materialization before every other cost (costs.3.2, costs.5.3). Cards of the hand, Reservable and Kindle may be
    mixed (costs.6.3).
    """
    kindled: tuple[int, ...] = ()
    floating: tuple[int, ...] = ()
    payer.due = bill.reserve
    if bill.memory and payer.occasion == "materialize":
        floating = yield from _choose_floating_first(payer, bill)
    if bill.costs:
        yield from _name_for_costs(payer, msgspec.structs.replace(bill, memory=bill.memory - len(floating)))
    if bill.memory and payer.occasion != "materialize":
        floating = yield from choose_floating(payer, bill, payer.floating())
    if bill.reserve:
        from_hand = needed_from_hand(payer, bill, floating)
        if bill.kindle:
            kindled = yield from choose_kindling(payer, bill, from_hand)
        if len(kindled) < bill.reserve:
            payer.reserved = yield from choose_reserve(payer, bill.reserve - len(kindled), from_hand)
    return kindled, floating


def _name_for_costs(payer: Payer, bill: Bill) -> Steps:
    """Asks which cards pay for the costs other than reserve and memory, one cost after the other."""
    costs = bill.costs
    while costs:
        index = _named_next(payer, bill, costs)
        cost, costs = costs[index], (*costs[:index], *costs[index + 1 :])
        cards = yield from _choose_cards(payer, bill, cost, costs)
        payer.promise(cost, cards)
    if len(bill.costs) > 1:
        _rest_payable(payer, bill)  # so that what comes is looked at in an order that leaves all of it payable
        payer.used = tuple(sorted(payer.used, key=lambda named: bill.costs.index(named[0])))


def _named_next(payer: Payer, bill: Bill, costs: Sequence[CostNode]) -> int:
    """The cost for which cards are named next, so that cards can be named for the others. Any, where none takes cards."""
    if len(costs) == 1 or not any(cost.key for cost in costs):
        return 0
    firsts = sorted(_firsts(costs), key=lambda index: NAMED.index(costs[index].key))
    return next(index for index in firsts if _goes_first(payer, bill, index, costs, set()))


def _choose_floating_first(payer: Payer, bill: Bill) -> Cards:
    """Asks which Floating Memory cards pay for a materialization, leaving out those after which the rest could not be paid.

    Other costs may take cards out of the graveyard and the memory, or put some there (CM.3.3.2).
    """
    cards = payer.floating()
    if not cards:
        return ()
    if not bill.costs:
        return (yield from choose_floating(payer, bill, cards))
    wanted = [(cost, frozenset(payer.candidates(cost))) for cost in bill.costs if cost.key]
    sorts: dict[Hashable, list[int]] = {}
    for number in cards:
        sorts.setdefault(tuple(_sort_for(payer, cost, number, each) for cost, each in wanted), []).append(number)
    groups = list(sorts.values())
    mixes = list(itertools.islice(up_to(bill.memory, [len(group) for group in groups]), MOST_MIXES))
    good = []
    for mix in mixes:
        payer.float_first(tuple(number for n, group in zip(mix, groups, strict=True) for number in group[:n]))
        if _plan_exists(payer, msgspec.structs.replace(bill, memory=bill.memory - sum(mix)), bill.costs):
            good.append(mix)
    sort_of = {number: index for index, group in enumerate(groups) for number in group}
    return (yield from ask_floating(payer, bill, cards, [sort_of[number] for number in cards], mixes, good))


def _choose_cards(payer: Payer, bill: Bill, cost: CostNode, left: Sequence[CostNode]) -> Cards:
    """Asks for the cards of one cost, leaving out those after which the rest could not be paid."""
    need = cost.number(payer)
    if not need:
        return ()
    candidates = payer.candidates(cost)
    sorts = _sorts(payer, bill, cost, candidates, left)
    prompt = f"choose {cost.wanted(payer)}"
    mixes = list(itertools.islice(_mixes(payer, cost, sorts, all_of_them=True), MOST_MIXES + 1))
    if len(mixes) > MOST_MIXES:
        chosen = yield from ask_for(payer, cost.key, (payer.rule, "costs.5.2"), prompt, candidates, need, need)
        if not cost.together(payer, chosen) or not _leaves_enough(payer, bill, cost, chosen, left, set()):
            raise Illegal(Reason((payer.rule, "costs.5.4"), "with these cards the other costs cannot be paid"))
        return chosen
    vain: Vain = set()
    good = [
        mix
        for mix, cards in mixes
        if cost.together(payer, cards) and _leaves_enough(payer, bill, cost, cards, left, vain)
    ]
    if need == 1:
        useful = {number for mix in good for n, group in zip(mix, sorts.values(), strict=True) if n for number in group}
        candidates = [number for number in candidates if number in useful]
        return (yield from ask_for(payer, cost.key, (payer.rule, "costs.5.2"), prompt, candidates, need, need))
    sort_of = {number: index for index, group in enumerate(sorts.values()) for number in group}
    return (
        yield from ask_for(
            payer,
            cost.key,
            (payer.rule, "costs.5.2"),
            prompt,
            candidates,
            need,
            need,
            sorts=tuple(sort_of[number] for number in candidates) if len(good) < len(mixes) else (),
            mixes=tuple(good) if len(good) < len(mixes) else (),
        )
    )
