"""The order in which costs are paid: any order that works (CA.1.8), said by the player where it makes a difference.

Which order works, and what comes of it, is found by paying on a copy of the state. Random cards are not drawn there: what
counts is from which cards they would be drawn, so nothing about the draw can be learned from being asked.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from archivist.model.errors import Illegal
from archivist.model.events import ZoneChange
from archivist.model.value import Value
from archivist.rules.abilities import abilities_in_general
from archivist.rules.asking import Asked, ask_one
from archivist.rules.costs.means_of_payment import RESERVE_FIRST, Bill, Payer, Rehearsal, Source, impossible
from archivist.rules.costs.memory_costs import banish_memory, use_floating_memory
from archivist.rules.costs.reserve_costs import reserve
from archivist.rules.costs.trying_out_payments import Outcome, outcome, rehearse
from archivist.rules.zones import destroying_sacrificing_banishing
from archivist.vocabulary.costs import CostNode
from archivist.vocabulary.node import Steps


class Part(Value, frozen=True):
    """A part of a payment, with the cards that pay it.

    `n` is how many random cards of the memory are banished, or how much reserve is due; `sources` pay that.
    """

    label: str
    kind: Literal["reserve", "kindle", "memory", "cost"]
    cards: tuple[int, ...] = ()
    n: int = 0
    sources: tuple[Source, ...] = ()
    cost: CostNode | None = None


class Moment:
    """A point of a payment that is only tried out: the payer then, and what is owed of the reserve.

    `onward` are the points that paying one more part leads to, by its label; `ends` are those where all is paid.
    """

    def __init__(self, payer: Rehearsal, owed: list[Source], came_of_it: Outcome) -> None:
        self.payer = payer
        self.owed = owed
        self.outcome = came_of_it
        self.onward: dict[str, Moment] = {}
        self.ends: frozenset[Moment] = frozenset()

    def is_like(self, other: Moment) -> bool:
        return self.owed == other.owed and self.outcome == other.outcome


def carry_out(payer: Payer, bill: Bill, kindled: tuple[int, ...], floating: tuple[int, ...]) -> Steps:
    """Pays for everything with the cards that were named: Floating Memory, then random cards, pays the memory cost.

    A materialization begins with Floating Memory, before any other cost (CM.3.3.2).
    """
    reserve, n = bill.reserve - len(kindled), bill.memory - len(floating)
    if payer.occasion == "materialize" and floating:
        yield from use_floating_memory(payer, floating)
        floating = ()
    parts = _parts(payer, reserve, kindled, floating, n)
    payer.forget()
    if len(parts) > 1 and _order_may_matter(payer, parts):
        parts = yield from _ordered(payer, parts)
    yield from _pay(payer, parts)


def _parts(payer: Payer, due: int, kindled: tuple[int, ...], floating: tuple[int, ...], n: int) -> tuple[Part, ...]:
    """What is to be paid, in the usual order."""
    costs: list[Part] = []
    for cost, cards in payer.used:
        same = sum(part.label.split(" #")[0] == cost.label for part in costs)
        costs.append(Part(cost.label if not same else f"{cost.label} #{same + 1}", "cost", cards, cost=cost))
    reserve = [Part("reserve", "reserve", n=due, sources=payer.reserved)] if due else []
    kindle = [Part("kindle", "kindle", kindled)] if kindled else []
    memory = [Part("memory", "memory", floating, n)] if floating or n else []
    if payer.occasion in RESERVE_FIRST:
        return (*reserve, *costs, *kindle, *memory)
    return (*memory, *reserve, *costs, *kindle)


# -- which orders there are --------------------------------------------------------------------------------------


def _order_may_matter(payer: Payer, parts: Sequence[Part]) -> bool:
    """Whether the order must be looked into: mostly cards are reserved and something rests, and it is all the same."""
    if any(part.cost is not None and part.cost.changes for part in parts):
        return True
    from_hand = any(source.zone == "hand" for source in payer.reserved)
    drawn = any(part.n for part in parts if part.kind == "memory")
    return (drawn and from_hand) or abilities_in_general.may_hear(payer.state, ZoneChange)


def _ordered(payer: Payer, parts: tuple[Part, ...]) -> Asked[tuple[Part, ...]]:
    """Asks what is paid next, as long as that makes a difference; else the usual order goes, also where none works."""
    moment = _explored(payer, parts)
    order: list[str] = []
    while moment.onward:
        labels = tuple(moment.onward)
        label = labels[0]
        if len({each.ends for each in moment.onward.values()}) > 1:
            label = yield from ask_one(
                payer.you,
                "payment order",
                (payer.rule, "costs.5.2"),
                f"choose which cost to pay {'next' if order else 'first'}",
                labels,
                labels,
                card=payer.source.id,
                on_leave="renew",
            )
        order.append(label)
        moment = moment.onward[label]
    left = {part.label: part for part in parts}
    return (*[left.pop(label) for label in order], *left.values())


def _explored(payer: Payer, parts: tuple[Part, ...]) -> Moment:
    """Where paying the parts in any order leads, from the beginning on; what works in no order is left out.

    The same parts paid in another order mostly lead to the same point, which is then gone on from only once: there are
    as many points as choices of parts already paid, not as many as orders.
    """
    begun = Rehearsal(payer)
    start = Moment(begun, [], outcome(payer.state, begun.state))
    layers: list[dict[tuple[int, ...], list[Moment]]] = [{(): [start]}]
    for _ in parts:
        layer: dict[tuple[int, ...], list[Moment]] = {}
        for paid, moments in layers[-1].items():
            for index in range(len(parts)):
                if index not in paid:
                    known = layer.setdefault(tuple(sorted((*paid, index))), [])
                    for moment in moments:
                        _go_on(payer, moment, parts[index], known)
        layers.append(layer)
    for layer in reversed(layers):
        for moment in (each for moments in layer.values() for each in moments):
            if layer is layers[-1] and not moment.owed:
                moment.ends = frozenset((moment,))
            moment.onward = {label: each for label, each in moment.onward.items() if each.ends}
            moment.ends = moment.ends.union(*(each.ends for each in moment.onward.values()))
    return start


def _go_on(payer: Payer, moment: Moment, part: Part, known: list[Moment]) -> None:
    """Tries to pay one more part; where that leads to a point that is known already, it is that one."""
    twin = Rehearsal(moment.payer)
    try:
        owed = rehearse(_pay_next(twin, part, moment.owed)) or []
    except Illegal:
        return
    reached = Moment(twin, owed, outcome(payer.state, twin.state, twin.pools))
    same = next((each for each in known if each.is_like(reached)), None)
    if same is None:
        known.append(reached)
    moment.onward[part.label] = same or reached


# -- paying ------------------------------------------------------------------------------------------------------


def _pay(payer: Payer, order: Sequence[Part]) -> Steps:
    """Pays part after part; unless the whole reserve was really paid in the end, nothing is (costs.5.4)."""
    owed: list[Source] = []
    for part in order:
        owed = yield from _pay_next(payer, part, owed)
    if owed or payer.reserve_paid != sum(part.n for part in order if part.kind == "reserve"):
        raise impossible(payer, "reserve")


def _pay_next(payer: Payer, part: Part, owed: list[Source]) -> Asked[list[Source]]:
    """Pays a part; gives what still has to pay for the reserve.

    Of the reserve, what comes into the hand only by another part is paid as soon as it is there.
    """
    if part.kind == "reserve":
        owed = list(part.sources)
    else:
        yield from _pay_part(payer, part)
    return reserve(payer, owed)


def _pay_part(payer: Payer, part: Part) -> Steps:
    """Pays a part other than the reserve.

    Nobody counts on a card that might have been drawn at random before: that order is left out when orders are tried.
    """
    if part.cost is not None:
        risked = isinstance(payer, Rehearsal) and any(pool.intersection(part.cards) for pool in payer.pools)
        if risked or not payer.able(part.cost, part.cards):
            raise impossible(payer, part.label)
        asking = part.cost.pay(payer, part.cards)
        if asking is not None:
            yield from asking
    elif part.kind == "kindle":
        if any(payer.state.cards[number].zone != "graveyard" for number in part.cards):
            raise impossible(payer, part.label)
        rules = (payer.rule, "keywords.kindle", "costs.6.kindle", "costs.2.5")
        yield from destroying_sacrificing_banishing.banish(payer.state, part.cards, *rules, cause="reserve cost")
    else:
        yield from use_floating_memory(payer, part.cards)
        yield from banish_memory(payer, part.n)
