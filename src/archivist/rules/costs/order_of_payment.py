"""The order in which costs are paid: any order that works (CA.1.8), said by the player where it makes a difference.

Which order works, and what comes of it, is found by paying on a copy of the state. Random cards are not drawn there: what
counts is from which cards they would be drawn, so nothing about the draw can be learned from being asked.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from archivist.model.errors import Illegal
from archivist.model.events import CountersRemoved, ZoneChange
from archivist.model.value import Value
from archivist.rules.abilities import abilities_in_general
from archivist.rules.asking import Asked, ask_one
from archivist.rules.costs.means_of_payment import (
    RESERVE_FIRST,
    Bill,
    Payer,
    Rehearsal,
    Source,
    impossible,
)
from archivist.rules.costs.memory_costs import banish_memory, possible_draws, use_floating_memory
from archivist.rules.costs.reserve_costs import reserve
from archivist.rules.costs.trying_out_payments import Outcome, outcome, rehearse
from archivist.rules.costs.woven_costs import kindle_may_change, kindle_of
from archivist.rules.effects.continuous.effects_in_force import standing
from archivist.rules.zones import destroying_sacrificing_banishing
from archivist.vocabulary.aspects import Aspect
from archivist.vocabulary.costs import CostNode, Counters, This
from archivist.vocabulary.node import Steps


class Part(Value, frozen=True):
    """A part of a payment, with the cards that pay it.

    `n` is how many random cards of the memory are banished; `sources` pay the reserve. Kindle may be `passing`: there only
    once another cost is paid, or until then.
    """

    label: str
    kind: Literal["reserve", "kindle", "memory", "cost"]
    cards: tuple[int, ...] = ()
    n: int = 0
    sources: tuple[Source, ...] = ()
    cost: CostNode | None = None
    passing: bool = False


class Moment:
    """A point of a payment that is only tried out: the payer then, and what has come of it.

    There are several `payers` where what was drawn at random makes a difference: one for each draw, of which there is
    nothing to choose. `onward` are the points that paying one more part leads to, by its label; `ends` are those where all
    is paid.
    """

    def __init__(self, payers: list[Rehearsal], came_of_it: list[Outcome]) -> None:
        self.payers = payers
        self.outcomes = came_of_it
        self.onward: dict[str, Moment] = {}
        self.ends: frozenset[Moment] = frozenset()

    @property
    def owed(self) -> tuple[Source, ...]:
        return self.payers[0].owed

    def is_like(self, other: Moment) -> bool:
        mine, theirs = ([each.matched for each in payers] for payers in (self.payers, other.payers))
        return self.owed == other.owed and mine == theirs and self.outcomes == other.outcomes


def carry_out(
    payer: Payer, bill: Bill, kindled: tuple[int, ...], floating: tuple[int, ...], *, woven: bool = False
) -> Steps:
    """Pays for everything with the cards that were named: Floating Memory, then random cards, pays the memory cost.

    A materialization begins with Floating Memory, before any other cost (CM.3.3.2). Unless the whole reserve was really
    paid in the end, nothing is (costs.5.4). Where the parts are `woven` into each other, every order is looked into.
    """
    due, n = bill.reserve - len(kindled), bill.memory - len(floating)
    if floating and payer.occasion == "materialize":
        yield from use_floating_memory(payer, floating)
        floating = ()
    parts = _parts(payer, due, kindled, floating, n, passing=kindle_may_change(payer, bill))
    if payer.used:
        payer.forget()
    if len(parts) > 1 and (woven or _order_may_matter(payer, parts)):
        parts = yield from _ordered(payer, parts, woven=woven)
    for part in parts:
        asking = _pay_part(payer, part)
        if asking is not None:
            yield from asking
        if payer.owed:
            reserve(payer)
    _check_reserve(payer, due)


def pay_reserve(payer: Payer) -> None:
    """Pays a reserve that is all there is to pay: what was named can pay now."""
    payer.owed = payer.reserved
    reserve(payer)


def pay_cost(payer: Payer, cost: CostNode, cards: tuple[int, ...] = (), label: str = "") -> Steps | None:
    """Pays one of the other costs, if it still can be paid."""
    if not payer.able(cost, cards):
        raise impossible(payer, label or cost.label)
    return cost.pay(payer, cards)


def _check_reserve(payer: Payer, due: int) -> None:
    if payer.owed or payer.reserve_paid != due:
        raise impossible(payer, "reserve")


def _parts(
    payer: Payer, due: int, kindled: tuple[int, ...], floating: tuple[int, ...], n: int, *, passing: bool
) -> list[Part]:
    """What is to be paid, in the usual order."""
    memory = [Part("memory", "memory", floating, n)] if floating or n else []
    reserve_first = payer.occasion in RESERVE_FIRST
    parts: list[Part] = [] if reserve_first else memory
    if due:
        parts.append(Part("reserve", "reserve", sources=payer.reserved))
    labels: list[str] = []
    for cost, cards in payer.used:
        label = cost.label
        same = labels.count(label)
        labels.append(label)
        parts.append(Part(label if not same else f"{label} #{same + 1}", "cost", cards, cost=cost))
    if kindled:
        parts.append(Part("kindle", "kindle", kindled, passing=passing))
    if reserve_first:
        parts += memory
    return parts


# -- which orders there are --------------------------------------------------------------------------------------


def _order_may_matter(payer: Payer, parts: Sequence[Part]) -> bool:
    """Whether the order must be looked into: mostly cards are reserved and something rests, and it is all the same."""
    costs = [part.cost for part in parts if part.cost is not None]
    if len(costs) == len(parts) == 2 and strangers(payer, *costs):
        return abilities_in_general.may_hear(payer.state, CountersRemoved)
    if any(cost.changes for cost in costs):
        return True
    from_hand = any(source.zone == "hand" for source in payer.reserved)
    drawn = any(part.n for part in parts if part.kind == "memory")
    return (drawn and from_hand) or abilities_in_general.may_hear(payer.state, ZoneChange)


def strangers(payer: Payer, first: CostNode, second: CostNode) -> bool:
    """Whether two costs have nothing to do with each other: counters come off, and an object itself rests.

    Neither looks at the other. Only effects in force might, so none of them may look at what rests.
    """
    resting, removing = (first, second) if isinstance(first, This) else (second, first)
    if not isinstance(resting, This) or not resting.rests_only or not isinstance(removing, Counters):
        return False
    known = payer.state.standing or standing(payer.state)
    return removing.count.fixed is not None and Aspect.STATES not in known.depends


def _ordered(payer: Payer, parts: Sequence[Part], *, woven: bool) -> Asked[list[Part]]:
    """Asks what is paid next, as long as that makes a difference; else the usual order goes, also where none works."""
    moment = _explored(payer, parts, woven=woven)
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
    return [*[left.pop(label) for label in order], *left.values()]


def _explored(payer: Payer, parts: Sequence[Part], *, woven: bool) -> Moment:
    """Where paying the parts in any order leads, from the beginning on; what works in no order is left out.

    The same parts paid in another order mostly lead to the same point, which is then gone on from only once: there are
    as many points as choices of parts already paid, not as many as orders.
    """
    begun = Rehearsal(payer)
    start = Moment([begun], [outcome(payer.state, begun.state)])
    layers: list[dict[tuple[int, ...], list[Moment]]] = [{(): [start]}]
    for _ in parts:
        layer: dict[tuple[int, ...], list[Moment]] = {}
        for paid, moments in layers[-1].items():
            for index in range(len(parts)):
                if index not in paid:
                    known = layer.setdefault(tuple(sorted((*paid, index))), [])
                    for moment in moments:
                        last = len(paid) == len(parts) - 1
                        _go_on(payer, moment, parts[index], known, telling=woven and not last)
        layers.append(layer)
    for layer in reversed(layers):
        for moment in (each for moments in layer.values() for each in moments):
            if layer is layers[-1] and not moment.owed:
                moment.ends = frozenset((moment,))
            moment.onward = {label: each for label, each in moment.onward.items() if each.ends}
            moment.ends = moment.ends.union(*(each.ends for each in moment.onward.values()))
    return start


def _go_on(payer: Payer, moment: Moment, part: Part, known: list[Moment], *, telling: bool) -> None:
    """Tries to pay one more part; where that leads to a point that is known already, it is that one.

    With `telling`, what may be drawn at random is told apart, and the part must be payable whatever was drawn.
    """
    twins: list[Rehearsal] = []
    try:
        for world in moment.payers:
            for draw in _draws(world, part) if telling and part.n else (None,):
                twin = Rehearsal(world)
                twin.draw = draw
                rehearse(_pay_part(twin, part))
                reserve(twin)
                twins.append(twin)
    except Illegal:
        return
    if not twins:
        return
    reached = Moment(twins, [outcome(payer.state, twin.state, twin.pools) for twin in twins])
    same = next((each for each in known if each.is_like(reached)), None)
    if same is None:
        known.append(reached)
    moment.onward[part.label] = same or reached


def _draws(world: Rehearsal, part: Part) -> list[tuple[int, ...]]:
    """What may be drawn for the memory cost, each card of a name as good as another."""
    cards = world.state.cards
    return possible_draws(world, part.n, lambda number: cards[number].face, any_will_do=False)


# -- paying ------------------------------------------------------------------------------------------------------


def _pay_part(payer: Payer, part: Part) -> Steps | None:
    """Pays a part. The reserve is owed from now on: what comes into the hand only by another part pays once it is there.

    Nobody counts on a card that might have been drawn at random before: that order is left out when orders are tried.
    """
    if part.kind == "reserve":
        payer.owed = part.sources
        return None
    if part.cost is not None:
        if isinstance(payer, Rehearsal) and any(pool.intersection(part.cards) for pool in payer.pools):
            raise impossible(payer, part.label)
        return pay_cost(payer, part.cost, part.cards, part.label)
    if part.kind == "memory":
        return _pay_memory(payer, part)
    gone = any(payer.state.cards[number].zone != "graveyard" for number in part.cards)
    if gone or (part.passing and len(part.cards) > kindle_of(payer)):
        raise impossible(payer, part.label)
    rules = (payer.rule, "keywords.kindle", "costs.6.kindle", "costs.2.5")
    return destroying_sacrificing_banishing.banish(payer.state, part.cards, *rules, cause="reserve cost")


def _pay_memory(payer: Payer, part: Part) -> Steps:
    """Floating Memory, then random cards."""
    yield from use_floating_memory(payer, part.cards)
    yield from banish_memory(payer, part.n)
