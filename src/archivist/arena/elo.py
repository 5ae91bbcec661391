"""Elo ratings with intervals, from all games at once (the model of Bradley and Terry, fitted by Newton's method).

A difference of 400 points means winning ten games for each one lost. Ratings are relative: the average is `AVERAGE`. Each
pair that met counts as if it had drawn one game more, so that a player who won everything has a finite rating.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable, Sequence

import msgspec

AVERAGE = 1500.0
SCALE = 400 / math.log(10)
Z = 1.959964
ROUNDS, PRECISION = 100, 1e-9


class Rating(msgspec.Struct, frozen=True):
    """The rating of a player, and half the width of its 95 percent interval."""

    name: str
    elo: float
    margin: float
    games: int


def ratings(games: Iterable[tuple[str, str, float]]) -> list[Rating]:
    """The ratings of all players, best first; each game names two of them and what the first scored: 1, 0, or a half.

    Games of a player against themselves say nothing and are left out.
    """
    scores: dict[tuple[str, str], float] = defaultdict(float)
    met: dict[tuple[str, str], int] = defaultdict(int)
    for one, other, score in games:
        if one != other:
            pair, mine = ((one, other), score) if one < other else ((other, one), 1 - score)
            scores[pair] += mine
            met[pair] += 1
    names = sorted({name for pair in met for name in pair})
    if not names:
        return []
    strength, spread = _fitted(names, scores, met)
    counted = {name: sum(number for pair, number in met.items() if name in pair) for name in names}
    found = [
        Rating(name, AVERAGE + SCALE * strength[place], Z * SCALE * math.sqrt(spread[place][place]), counted[name])
        for place, name in enumerate(names)
    ]
    return sorted(found, key=lambda each: (-each.elo, each.name))


def _fitted(
    names: Sequence[str], scores: dict[tuple[str, str], float], met: dict[tuple[str, str], int]
) -> tuple[list[float], list[list[float]]]:
    """The most likely strengths, of which the average is 0, and how uncertain they are."""
    place = {name: index for index, name in enumerate(names)}
    size = len(names)
    strength = [0.0] * size
    spread: list[list[float]] = []
    for _ in range(ROUNDS):
        slope = [0.0] * size
        bend = [[1.0 / size] * size for _ in names]  # keeps the average where it is, and the matrix invertible
        for pair, number in met.items():
            one, other = place[pair[0]], place[pair[1]]
            chance = 1 / (1 + math.exp(strength[other] - strength[one]))
            gain = scores[pair] + 0.5 - (number + 1) * chance
            weight = (number + 1) * chance * (1 - chance)
            slope[one] += gain
            slope[other] -= gain
            for row, column, sign in ((one, one, 1), (other, other, 1), (one, other, -1), (other, one, -1)):
                bend[row][column] += sign * weight
        spread = _inverted(bend)
        step = [sum(cell * each for cell, each in zip(row, slope, strict=True)) for row in spread]
        longest = max(map(abs, step))
        shorter = min(1.0, 2.0 / longest) if longest else 1.0
        strength = [each + shorter * more for each, more in zip(strength, step, strict=True)]
        if longest < PRECISION:
            break
    average = sum(strength) / size
    # the uniform part only holds the average in place: it is no uncertainty
    known = [[cell - 1.0 / size for cell in row] for row in spread]
    return [each - average for each in strength], known


def _inverted(matrix: Sequence[Sequence[float]]) -> list[list[float]]:
    """The inverse of a small matrix, by elimination with the largest pivot."""
    size = len(matrix)
    rows = [[*row, *(1.0 if column == index else 0.0 for column in range(size))] for index, row in enumerate(matrix)]
    for column in range(size):
        pivot = max(range(column, size), key=lambda row: abs(rows[row][column]))
        rows[column], rows[pivot] = rows[pivot], rows[column]
        rows[column] = [cell / rows[column][column] for cell in rows[column]]
        for index, row in enumerate(rows):
            if index != column and row[column]:
                factor = row[column]
                rows[index] = [cell - factor * other for cell, other in zip(row, rows[column], strict=True)]
    return [row[size:] for row in rows]
