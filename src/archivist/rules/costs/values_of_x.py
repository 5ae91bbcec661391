"""The values of X and Y that can be paid (CA.1.3.1, cards.2.5), and where to stop looking for them."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from archivist.rules.costs.means_of_payment import Bill, Payer
from archivist.rules.costs.payment import may_bring, most_reserve, payable
from archivist.vocabulary.aspects import Aspect
from archivist.vocabulary.costs import CardCost

MOST_X = 99
"""No play needs a higher X; it bounds the search where nothing is paid for it."""


def numbers(with_x: Callable[[int], tuple[Payer, Bill]]) -> Iterator[int]:
    """The values of X with which a bill can be paid, the lowest first.

    What is paid for a higher X may bring about what other costs need (CA.1.8), so that a lower X may be too low.
    """
    for x in range(MOST_X + 1):
        payer, bill = with_x(x)
        if payable(payer, bill):
            yield x
        elif x > wealth(payer, bill):
            return


def wealth(payer: Payer, bill: Bill) -> int:
    """All that a player could pay with, each card and counter for 1: no X beyond it can be paid."""
    player = payer.state.players[payer.you]
    found = len(player.hand) + len(player.memory)
    if not bill.costs:
        floating = len(payer.floating()) if bill.memory else 0
        return found + len(payer.reserve_sources()) + min(bill.kindle, len(player.graveyard)) + floating
    holders = (payer.champion(), payer.state.cards[payer.source.id])
    counters = sum(sum(card.counters.values()) for card in holders if card is not None)
    return found + len(payer.all_objects()) + len(player.graveyard) + counters


def outgrown(payer: Payer, bill: Bill) -> bool:
    """Whether a bill asks for more than there can ever be, so that a higher number in it only makes it worse.

    A cost that no other helps takes no fewer cards for a higher number, and from the same ones; only the memory may be
    filled by what is reserved. And more reserve than there can be is too much, unless costs bring more with the number.
    """
    varying = [cost for cost in bill.costs if isinstance(cost, CardCost) and Aspect.PLAY in cost.count.depends]
    for cost in varying:
        helped = any(other.changes for other in bill.costs if other is not cost)
        if not helped and not cost.count.sinks and "memory" not in cost.of.zones and cost.lacks(payer):
            return True
    if any(cost.changes and may_bring(payer, cost) for cost in varying):
        return False
    return bill.reserve > most_reserve(payer, bill, bill.costs)
