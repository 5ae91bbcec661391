"""When an answer is clear: intervals that hold however often one looks, so that a run may stop as soon as it is sure.

An ordinary 95 percent interval holds if the number of games is fixed beforehand. Whoever looks after every game and stops
when it leaves out one half is wrong far more often. The intervals here (a mixture over all win rates, after Robbins) hold
at all times at once: the chance that the true rate is *ever* outside is at most `alpha`.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence

import msgspec

from archivist.arena.matchups import Record

ALPHA = 0.05
"""The chance that some answer of a run is wrong."""
EVEN = 0.1
"""A win rate this close to one half is called even."""
PRECISION = 1e-6


def evidence(wins: int, losses: int, rate: float) -> float:
    """The logarithm of how much better the games fit to some rate, averaged over all, than to this one."""
    if not 0 < rate < 1:
        return math.inf if (wins if rate <= 0 else losses) else -math.log(wins + losses + 1)
    mixture = math.lgamma(wins + 1) + math.lgamma(losses + 1) - math.lgamma(wins + losses + 2)
    return mixture - wins * math.log(rate) - losses * math.log(1 - rate)


def lasting_interval(wins: int, losses: int, alpha: float = ALPHA) -> tuple[float, float]:
    """Where the rate lies; over a whole run, at all times at once, this is wrong with a chance of at most `alpha`."""
    if not wins + losses:
        return 0.0, 1.0
    best, limit = wins / (wins + losses), -math.log(alpha)

    def edge(outside: float) -> float:
        inside = best
        while abs(outside - inside) > PRECISION:
            middle = (inside + outside) / 2
            if evidence(wins, losses, middle) < limit:
                inside = middle
            else:
                outside = middle
        return inside

    low = 0.0 if evidence(wins, losses, 0.0) < limit else edge(0.0)
    return low, 1.0 if evidence(wins, losses, 1.0) < limit else edge(1.0)


class Question(msgspec.Struct, frozen=True):
    """Which of two wins more often, and what the games say: `better`, as good as even, or not clear yet."""

    one: str
    other: str
    wins: int
    losses: int
    low: float
    high: float

    @property
    def sure(self) -> bool:
        return self.low > 0.5 or self.high < 0.5 or (self.low >= 0.5 - EVEN and self.high <= 0.5 + EVEN)

    @property
    def answer(self) -> str:
        if self.low > 0.5:
            return f"{self.one} wins more often"
        if self.high < 0.5:
            return f"{self.other} wins more often"
        return "even" if self.sure else "not clear"


def questions(records: Sequence[Record], decks: Sequence[str], bots: Sequence[str]) -> tuple[Question, ...]:
    """What a run asks: which of two bots is better, or, if one bot plays everything, which of two decks.

    Only games with a winner count. All questions together are answered wrongly with a chance of at most `ALPHA`.
    """
    asked = list(itertools.combinations(bots if len(bots) > 1 else decks, 2))
    scores = {pair: [0, 0] for pair in asked}
    for record in records:
        sides = record.bots if len(bots) > 1 else (record.first, record.second)
        if record.winner is None:
            continue
        for pair in (sides, sides[::-1]):
            if pair in scores:
                scores[pair][pair.index(sides[record.winner])] += 1
    alpha = ALPHA / max(len(asked), 1)
    return tuple(
        Question(one, other, wins, losses, *lasting_interval(wins, losses, alpha))
        for (one, other), (wins, losses) in scores.items()
    )
