"""Dice for choosing, and a legal answer at random.

The dice are separate from the game's own generator, so a player's choices never change what the game draws, and the
same seeds give the same game everywhere.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Sequence
from typing import TypeVar, overload

from archivist.model import chance
from archivist.model.decision import Answer, Decision
from archivist.view import Choice, DecisionView

T = TypeVar("T")

TRIES = 8
"""How often a pick under conditions is drawn before one is taken from the list of answers."""
OTHERWISE = 64
"""How many answers of that list are considered."""


class Dice:
    """A seeded generator for choosing, which no game shares."""

    __slots__ = ("_state",)

    def __init__(self, seed: int) -> None:
        self._state = chance.seeded(seed)

    def below(self, n: int) -> int:
        """A number from 0 to n-1."""
        self._state, value = chance.below(self._state, n)
        return value

    def between(self, least: int, most: int) -> int:
        return least + self.below(most - least + 1)

    def one(self, options: Sequence[T]) -> T:
        """One of some options; where there is but one, as in most decisions, the generator moves on as for any draw."""
        if len(options) == 1:
            self._state = (self._state + chance.GAMMA) & chance.MASK
            return options[0]
        self._state, value = chance.below(self._state, len(options))
        return options[value]

    def some(self, options: Iterable[T], size: int) -> list[T]:
        """`size` different options in random order, or all of them if there are fewer."""
        left = list(options)
        return [left.pop(self.below(len(left))) for _ in range(min(size, len(left)))]


# -- the random player -------------------------------------------------------------------------------------------


@overload
def choose(decision: Decision, dice: Dice) -> Answer: ...


@overload
def choose(decision: DecisionView, dice: Dice) -> Choice: ...


def choose(decision: Decision | DecisionView, dice: Dice) -> Answer | Choice:
    """A legal answer at random, without listing all of them where there may be millions."""
    options, form = decision.options, decision.form
    if form == "act" or form == "name":
        return dice.one(options if isinstance(decision, Decision) else tuple(decision.answers()))  # type: ignore[return-value]
    match form:
        case "number":
            return dice.one(decision.sets) if decision.sets else (dice.between(decision.least, decision.most),)
        case "split":
            cuts = sorted(dice.some(range(1, decision.total), len(options) - 1))
            return tuple(after - before for before, after in itertools.pairwise((0, *cuts, decision.total)))
        case "order":
            return tuple(dice.some(range(len(options)), len(options)))
        case "arrange":
            order = dice.some(range(len(options)), len(options))
            order.insert(dice.below(len(order) + 1), -1)
            return tuple(order)
    return _picked(decision, dice)


def _picked(decision: Decision | DecisionView, dice: Dice) -> Answer | Choice:
    most = min(decision.most, len(decision.options))
    for _ in range(TRIES if decision.least <= most else 0):
        group = dice.one(decision.same) if decision.same else range(len(decision.options))
        picked = tuple(dice.some(group, dice.between(decision.least, most)))
        if not (decision.sets or decision.mixes or decision.same) or decision.fits(picked):
            return picked
    return dice.one(list(itertools.islice(decision.answers(), OTHERWISE)))
