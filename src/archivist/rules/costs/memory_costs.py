"""Memory costs: Floating Memory first, then cards of the memory at random (costs.3)."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Hashable, Iterator, Sequence
from typing import Final

from archivist.rules.costs.means_of_payment import Bill, Payer, Rehearsal, impossible
from archivist.rules.costs.reserve_costs import Cards, ask_for, free_hand
from archivist.rules.turn import drawing_discarding_shuffling
from archivist.rules.zones import destroying_sacrificing_banishing
from archivist.vocabulary.node import Steps

MOST_DRAWS: Final = 24
"""How many draws from the memory are told apart, where what comes after must be possible whatever is drawn."""


def choose_floating(payer: Payer, bill: Bill, cards: Sequence[int]) -> Cards:
    """Asks which Floating Memory cards pay: before the random cards are counted.

    A fire card among them may be needed for Kindle.

    Rules: keywords.floating-memory, costs.6.floating-memory, CM.3.3.2.
    """
    fire = payer.kindling()
    sorts = [int(number in fire) for number in cards]
    mixes = list(up_to(bill.memory, (sorts.count(0), sorts.count(1))))
    funds = Funds(payer, bill)
    good = [mix for mix in mixes if funds.suffice(sum(mix), len(fire) - mix[1])]
    return (yield from ask_floating(payer, bill, cards, sorts, mixes, good))


def ask_floating(
    payer: Payer,
    bill: Bill,
    cards: Sequence[int],
    sorts: Sequence[int],
    mixes: Sequence[tuple[int, ...]],
    good: Sequence[tuple[int, ...]],
) -> Cards:
    """Asks which Floating Memory cards pay.

    `sorts` says which of them are alike for the rest of the payment, `mixes` are the numbers of each sort that could pay,
    and `good` those that leave the rest payable.
    """
    least, most = min(map(sum, good)), max(map(sum, good))
    free = all(mix in good for mix in mixes if least <= sum(mix) <= most)
    chosen = yield from ask_for(
        payer,
        "floating",
        (payer.rule, "CM.3.3.2", "costs.5.3", "costs.3.2"),
        f"choose Floating Memory cards to pay for a memory cost of {bill.memory}",
        cards,
        least,
        most,
        sorts=() if free else tuple(sorts),
        mixes=() if free else tuple(good),
    )
    if payer.occasion == "materialize":
        payer.float_first(chosen)
    else:
        payer.taken |= frozenset(chosen)
    return chosen


def up_to(most: int, sizes: Sequence[int]) -> Iterator[tuple[int, ...]]:
    """How many of each of some groups may be taken, if there may be so many on the whole."""
    if not sizes:
        yield ()
        return
    for n in range(min(most, sizes[0]) + 1):
        yield from ((n, *rest) for rest in up_to(most - n, sizes[1:]))


def exactly(need: int, sizes: Sequence[int]) -> Iterator[tuple[int, ...]]:
    """How many of each of some groups may be taken, so many on the whole; of the first ones as many as possible first."""
    if not sizes:
        if need == 0:
            yield ()
        return
    for n in range(min(need, sizes[0]), max(0, need - sum(sizes[1:])) - 1, -1):
        yield from ((n, *rest) for rest in exactly(need - n, sizes[1:]))


class Funds:
    """What pays reserve and memory besides Floating Memory.

    `kindled` is how much of the reserve only Kindle can pay, `reserved` how many cards of the hand come into the memory
    for the rest of it, and `pool` how many lie there by then apart from these.
    """

    __slots__ = ("bill", "kindled", "pool", "reserved")

    def __init__(self, payer: Payer, bill: Bill) -> None:
        memory = payer.state.players[payer.you].memory
        self.bill = bill
        self.kindled: int = max(0, bill.reserve - len(payer.reserve_sources()))
        hand = free_hand(payer) + len(payer.coming_to_hand())
        self.reserved: int = min(hand, bill.reserve - self.kindled) - len(payer.bound)
        self.pool: int = len(memory) - len(payer.gone.intersection(memory)) + landing(payer)

    def suffice(self, floating: int, fire: int) -> bool:
        """Whether that is enough, with so many Floating Memory cards and that many fire cards left to kindle."""
        kindled = self.kindled <= min(self.bill.kindle, fire)
        return kindled and self.reserved >= 0 and self.bill.memory <= floating + self.pool + self.reserved


def needed_from_hand(payer: Payer, bill: Bill, floating: Sequence[int]) -> int:
    """How many cards must come from the hand, because the memory cost is paid with them (costs.3)."""
    if not bill.memory:
        return 0
    memory = payer.state.players[payer.you].memory
    pool = len(memory) - len(payer.gone.intersection(memory)) + landing(payer) - len(payer.bound)
    return max(0, bill.memory - len(floating) - pool)


def landing(payer: Payer) -> int:
    """How many cards other costs put into the memory."""
    later = payer.ahead
    if later is None or later is payer:
        return 0
    before, after = payer.state.players[payer.you], later.state.players[payer.you]
    return len(set(after.memory) - set(before.memory))


def use_floating_memory(payer: Payer, floating: tuple[int, ...]) -> Steps:
    """Floating Memory cards are banished, each for 1 of the memory cost (CM.3.3.2)."""
    if not floating:
        return
    if any(payer.state.cards[number].zone != "graveyard" for number in floating):
        raise impossible(payer, "memory")
    order = ("CM.3.3.2",) if payer.occasion == "materialize" else ()
    rules = ("keywords.floating-memory", "costs.6.floating-memory", "costs.3.2", *order)
    yield from destroying_sacrificing_banishing.banish(payer.state, floating, payer.rule, *rules, cause="memory cost")
    payer.use(floating)


def possible_draws(
    payer: Payer, n: int, alike: Callable[[int], Hashable], *, any_will_do: bool
) -> list[tuple[int, ...]]:
    """What may be drawn from the memory at random, of cards that are alike one draw for all; none if there is too little.

    If there are too many different draws, nothing is certain after any of them, and there are none either; `any_will_do`
    where nothing comes after.
    """
    memory = sorted(payer.state.players[payer.you].memory)
    if n <= 0 or any_will_do or n >= len(memory):
        return [tuple(memory[: max(0, n)])] if n <= len(memory) else []
    groups: dict[Hashable, list[int]] = {}
    for number in memory:
        groups.setdefault(alike(number), []).append(number)
    sizes = [len(group) for group in groups.values()]
    mixes = list(itertools.islice(exactly(n, sizes), MOST_DRAWS + 1))
    if len(mixes) > MOST_DRAWS:
        return []
    return [
        tuple(number for k, group in zip(mix, groups.values(), strict=True) for number in group[:k]) for mix in mixes
    ]


def banish_memory(payer: Payer, n: int) -> Steps:
    """What is left of a memory cost is banished at random, all at once (costs.3.1, CM.3.3.2, cards.2.3).

    With too few cards there it cannot be paid; 0 always can.

    Rules: CM.3.3, RU.7, costs.3.4.
    """
    if n <= 0:
        return
    memory = payer.state.players[payer.you].memory
    if len(memory) < n:
        raise impossible(payer, "memory")
    if isinstance(payer, Rehearsal):
        payer.pools.append(frozenset(memory))
        lost = sorted(memory)[:n] if payer.draw is None else list(payer.draw)
    else:
        lost = drawing_discarding_shuffling.random_cards(payer.state, memory, n)
    order = ("CM.3.3.2",) if payer.occasion == "materialize" else ()
    rules = (payer.rule, "costs.3.1", "cards.2.3", "costs.3.3", *order)
    yield from destroying_sacrificing_banishing.banish(payer.state, lost, *rules, cause="memory cost")
    payer.use(lost)
