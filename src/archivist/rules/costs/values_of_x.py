"""The values of X and Y: declaring them, which ones can be paid, and where to stop looking (CA.1.3.1, cards.2.5)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from archivist.model import events
from archivist.rules.asking import Asked, ask_number
from archivist.rules.costs import calculation
from archivist.rules.costs.means_of_payment import Bill, Payer
from archivist.rules.costs.payment import exceeds_reserve, payable
from archivist.rules.costs.woven_costs import woven
from archivist.rules.effects.continuous import characteristics as now
from archivist.rules.effects.events import tell
from archivist.rules.playing_cards.attempt import Attempt
from archivist.vocabulary.aspects import Aspect
from archivist.vocabulary.costs import CardCost, Memory, Reserve
from archivist.vocabulary.node import Steps
from archivist.vocabulary.phrase import depends_on
from archivist.vocabulary.playing_abilities import AdditionalCost
from archivist.vocabulary.statics.playing import CostOf, NextActivation

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
    if not bill.costs:
        floating = len(player.memory) + len(payer.floating()) if bill.memory else 0
        return len(payer.reserve_sources()) + min(bill.kindle, len(player.graveyard)) + floating
    holders = (payer.champion(), payer.state.cards[payer.source.id])
    counters = sum(sum(card.counters.values()) for card in holders if card is not None)
    return len(player.hand) + len(player.memory) + len(payer.all_objects()) + len(player.graveyard) + counters


def outgrown(payer: Payer, bill: Bill) -> bool:
    """Whether a bill asks for more than there can ever be, so that a higher number in it only makes it worse.

    A cost that no other helps takes no fewer cards for a higher number, and from the same ones; only the memory may be
    filled by what is reserved. And more reserve than there can be is too much. Where its parts serve each other, nothing of
    that can be told.
    """
    if woven(payer, bill):
        return False
    for cost in bill.costs:
        if isinstance(cost, CardCost) and Aspect.PLAY in cost.count.depends:
            helped = any(other.changes for other in bill.costs if other is not cost)
            if not helped and "memory" not in cost.of.zones and cost.lacks(payer):
                return True
    return exceeds_reserve(payer, bill, bill.costs)


def declare_variables(attempt: Attempt) -> Steps:
    """The value of X in the cost, and of X or Y in an additional cost (CA.1.3.1, cards.2.5)."""
    cost = attempt.face.cost
    if _own_x(attempt):
        if _without_paying(attempt):
            attempt.x = yield from _number(attempt, "x", (0,), "RU.9")
        else:
            empty = cost.memory is not None and not attempt.state.players[attempt.player].memory
            numbers = list(_numbers(attempt, "X", 0)) or [0]
            attempt.x = yield from _number(attempt, "x", numbers, *(("RU.7",) if empty else ()))
    for ability in _variable_costs(attempt):
        numbers = list(_numbers(attempt, ability.variable, ability.least)) or [ability.least]
        value = yield from _number(attempt, ability.variable.lower(), numbers)
        if ability.variable == "X":
            attempt.x = value
        else:
            attempt.y = value
    keep_x(attempt)


def keep_x(attempt: Attempt) -> None:
    """From now on X is this number wherever the card on the stack is looked at (costs.4.6)."""
    if attempt.state.cards[attempt.number].x != attempt.x:
        attempt.state.alter(attempt.number, x=attempt.x)


def _number(attempt: Attempt, kind: str, numbers: Sequence[int], *rules: str) -> Asked[int]:
    number = yield from ask_number(
        attempt.player,
        kind,
        ("CA.1.3.1", attempt.pay_rule, *rules),
        f"choose {kind.upper()} for {attempt.face.name}",
        numbers,
        card=attempt.number,
    )
    rules = ("CA.1.3.1", "CA.1.3", *rules, "costs.5.1", "costs.4.6", "cards.2.5")
    tell_declared(attempt, rules, f"{kind.upper()} = {number}")
    return number


def tell_declared(attempt: Attempt, rules: tuple[str, ...], what: str) -> None:
    tell(attempt.state, events.Declare(rules, attempt.player, attempt.subject, what=what))


def _without_paying(attempt: Attempt) -> bool:
    """Played without paying its cost: X is 0 (RU.9, costs.4.9)."""
    licence = attempt.licence
    if (licence is not None and licence.free) or attempt.alternative is not None:
        return True
    kind = calculation.kind_of(attempt.state, attempt.card)
    return calculation.removed(attempt.state, attempt.player, attempt.card, attempt.way, kind)


def payable_with_some_x(attempt: Attempt) -> bool:
    """Whether what is declared so far can be paid, with some value of X where that is still to be declared."""
    if attempt.payable():
        return True
    own = [("X", 0)] if _own_x(attempt) and not _without_paying(attempt) else []
    variables = own + [(each.variable, each.least) for each in _variable_costs(attempt)]
    return any(next(_numbers(attempt, *each), None) is not None for each in variables)


def _own_x(attempt: Attempt) -> bool:
    """Whether there is an X in the card's own cost."""
    return "X" in (attempt.face.cost.reserve, attempt.face.cost.memory)


def _variable_costs(attempt: Attempt) -> list[AdditionalCost]:
    """The additional costs that have an X or Y: paying more for them may be what makes other costs payable (CA.1.8)."""
    return [each for each in (*attempt.required_costs(), *attempt.optional) if each.variable]


def _numbers(attempt: Attempt, variable: str, least: int) -> Iterator[int]:
    """The values of a variable with which the play can still be paid, the lowest first (CA.1.3.1)."""
    for value in range(least, MOST_X + 1):
        before = attempt.x, attempt.y
        attempt.x, attempt.y = (value, before[1]) if variable == "X" else (before[0], value)
        keep_x(attempt)
        good = attempt.payable_somehow()
        last = not good and _last(attempt, value)
        attempt.x, attempt.y = before
        keep_x(attempt)
        if good:
            yield value
        elif last:
            return


def _last(attempt: Attempt, value: int) -> bool:
    """Whether no value beyond one that cannot be paid can be paid either.

    It is more than there is to pay with, or asks for more than there can be. Where what changes the cost looks at X, or
    at targets, a higher X may cost less (costs.4.6).
    """
    price = attempt.calculated()
    if price is None:
        return True
    if attempt.face.cost_hangs_on_targets or any(Aspect.PLAY in depends_on(each) for each in _changing(attempt)):
        return False
    payer = attempt.payer()
    bill = attempt.bill(payer, price)
    return value > wealth(payer, bill) or outgrown(payer, bill)


def _changing(attempt: Attempt) -> Iterator[object]:
    """What may make the cost lower: the card's own text, costs that something is taken off, and effects in force."""
    yield attempt.face.cost_modifiers
    for ability in (*attempt.required_costs(), *attempt.optional):
        costs = (cost for cost in ability.pay if isinstance(cost, CardCost | Reserve | Memory))
        amounts = (cost.count if isinstance(cost, CardCost) else cost.amount for cost in costs)
        yield from (amount for amount in amounts if amount.sinks)
    for kind in (CostOf, NextActivation):
        yield from (static for _, static in now.statics(attempt.state, kind))
