"""Paying by brute force: all that can come of paying a bill part by part, with any cards, in any order (CA.1.8).

Nothing here looks ahead, takes cards together or says beforehand what can be paid. Each part is paid for real on a copy of
the state, reserve card by card, and what can be paid next is asked of that copy.
"""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from archivist.cards import read_cards
from archivist.model.card import Thing
from archivist.model.decision import Answer
from archivist.model.state import State
from archivist.rules.cards import states_and_counters
from archivist.rules.costs import payment
from archivist.rules.costs.means_of_payment import Bill, Occasion, Payer, reservable
from archivist.rules.costs.trying_out_payments import rehearse
from archivist.rules.zones import destroying_sacrificing_banishing, moving
from archivist.vocabulary.costs import (
    Banish,
    CostNode,
    Counters,
    Delevel,
    Discard,
    Recover,
    Release,
    Rest,
    ReturnToMaterial,
    Sacrifice,
    Skip,
    This,
)
from archivist.vocabulary.amounts import Amount
from archivist.vocabulary.filters import Filter
from positions import simple_position

Look = tuple[object, ...]
"""How everything is that paying may change, timestamps left aside."""


def look(state: State) -> Look:
    cards = tuple(
        (each.zone, each.rested, each.damage, tuple(sorted(each.counters.items())), each.lineage, each.linked)
        for each in state.cards
    )
    return (cards, tuple((tuple(sorted(each.skips.items())), each.champion) for each in state.players))


# -- every way of paying -----------------------------------------------------------------------------------------


class Due(NamedTuple):
    """What is still to be paid: reserve, how much of it may be kindled, memory, and the other costs by their index.

    `begun` says that a materialization has used Floating Memory. The reserve is one payment, which is not put off: what
    could have paid it when something else was paid in between (`passed`) pays none of the rest.
    """

    reserve: int
    kindle: int
    memory: int
    costs: tuple[int, ...]
    begun: bool = False
    passed: frozenset[Thing] = frozenset()

    @property
    def over(self) -> bool:
        return not self.reserve and not self.memory and not self.costs


class EveryWay:
    """All that can come of paying a bill."""

    def __init__(self, payer: Payer, bill: Bill) -> None:
        self.you = payer.you
        self.source = payer.source
        self.occasion: Occasion = payer.occasion
        self.reserve = bill.reserve
        self.costs = bill.costs
        self.ends: set[Look] = set()
        self.tried: set[tuple[Due, Look]] = set()
        self._go_on(payer.state.copy(), Due(bill.reserve, bill.kindle, bill.memory, tuple(range(len(bill.costs)))))

    def _go_on(self, state: State, due: Due) -> None:
        here = (due, look(state))
        if here in self.tried:
            return
        self.tried.add(here)
        if due.over:
            self.ends.add(here[1])
            return
        for after, left in self._next(state, due):
            self._go_on(after, left)

    def _payer(self, state: State) -> Payer:
        return Payer(state, self.you, self.source, self.occasion)

    def _next(self, state: State, due: Due) -> Iterator[tuple[State, Due]]:
        if self.occasion == "materialize" and due.memory and not due.begun:
            yield from self._floating_first(state, due)
            return
        if due.reserve:
            yield from self._reserve(state, due)
        if 0 < due.reserve < self.reserve:
            sources = (*state.players[self.you].hand, *reservable(state, self.you))
            due = due._replace(passed=due.passed.union(state.cards[number].thing for number in sources))
        if due.memory:
            yield from self._memory(state, due)
        for index in due.costs:
            left = due._replace(costs=tuple(each for each in due.costs if each != index))
            yield from ((after, left) for after in self._cost(state, self.costs[index]))

    def _reserve(self, state: State, due: Due) -> Iterator[tuple[State, Due]]:
        """A card of the hand, an object that rests, or a fire card of the graveyard pays 1."""
        less = due._replace(reserve=due.reserve - 1)
        for number in self._fresh(state, state.players[self.you].hand, due):
            after = state.copy()
            moving.move(after, number, "memory", "costs.2.1")
            yield after, less
        for number in self._fresh(state, reservable(state, self.you), due):
            after = state.copy()
            states_and_counters.turn(after, number, "keywords.reservable", rested=True)
            yield after, less
        for number in state.players[self.you].graveyard if due.kindle else ():
            if "fire" in state.now.elements(state, state.cards[number]):
                after = state.copy()
                rehearse(destroying_sacrificing_banishing.banish(after, (number,), "keywords.kindle"))
                yield after, less._replace(kindle=due.kindle - 1)

    @staticmethod
    def _fresh(state: State, numbers: Sequence[int], due: Due) -> list[int]:
        return [number for number in numbers if state.cards[number].thing not in due.passed]

    def _memory(self, state: State, due: Due) -> Iterator[tuple[State, Due]]:
        """Some cards with Floating Memory, then the first ones of the memory in place of random ones."""
        for floating in self._floats(state, due.memory if not due.begun else 0):
            after = state.copy()
            rehearse(destroying_sacrificing_banishing.banish(after, floating, "costs.3.2"))
            n, memory = due.memory - len(floating), after.players[self.you].memory
            if n <= len(memory):
                rehearse(destroying_sacrificing_banishing.banish(after, sorted(memory)[:n], "costs.3.1"))
                yield after, due._replace(memory=0)

    def _floating_first(self, state: State, due: Due) -> Iterator[tuple[State, Due]]:
        for floating in self._floats(state, due.memory):
            after = state.copy()
            rehearse(destroying_sacrificing_banishing.banish(after, floating, "costs.3.2"))
            yield after, due._replace(memory=due.memory - len(floating), begun=True)

    def _floats(self, state: State, most: int) -> Iterator[tuple[int, ...]]:
        lying = [
            number
            for number in state.players[self.you].graveyard
            if state.now.has(state, state.cards[number], "floating memory")
        ]
        for n in range(min(most, len(lying)) + 1):
            yield from itertools.combinations(lying, n)

    def _cost(self, state: State, cost: CostNode) -> Iterator[State]:
        now = self._payer(state)
        if not cost.key:
            sets = [()] if not cost.lacks(now) else []
        else:
            candidates = [number for number in cost.candidates(now)]
            sets = [each for each in itertools.combinations(candidates, cost.number(now)) if cost.together(now, each)]
        for cards in sets:
            after = state.copy()
            rehearse(cost.pay(self._payer(after), cards))
            yield after


# -- what the rules' own procedure comes to -----------------------------------------------------------------------


class Unfinished(Exception):
    """There are more ways to answer than are to be tried."""


def answered(payer: Payer, bill: Bill, most: int) -> set[Look]:
    """All that comes of paying a bill by the procedure, with every sequence of answers; no answer may be refused."""
    ends: set[Look] = set()
    pending: list[tuple[Answer, ...]] = [()]
    runs = 0
    while pending:
        runs += 1
        if runs > most:
            raise Unfinished
        given = pending.pop()
        twin = payer.rehearsal()
        steps = payment.pay(twin, bill)
        try:
            asked = next(steps)
            for answer in given:
                asked = steps.send(answer)
        except StopIteration:
            ends.add(look(twin.state))
            continue
        answers = [(*given, answer) for answer in itertools.islice(asked.answers(), most)]
        assert answers, asked
        pending += answers
    return ends
