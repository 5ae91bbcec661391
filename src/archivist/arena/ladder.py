"""The ladder: every bot against every other in mirror matches, and how strong each is, as Elo with intervals.

Elo numbers say how often one bot beats another: 100 points more win 64 percent, 200 points 76 percent, 400 points 91
percent. They are the most likely ones for the games that were played (Bradley and Terry), their mean is 0, and each
pair counts one more game that nobody won, so that a bot that never lost has a number all the same.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Mapping, Sequence

import msgspec
from rich.console import Console

from archivist.arena.contest import Bout, Result, bouts, fight
from archivist.arena.many import done
from archivist.bots import bot
from archivist.decks import decks

NORMAL = 1.96
"""How many standard errors an interval of 95 percent reaches to each side."""
ROUNDS = 200
"""After so many improvements the numbers do not change any more."""
SCALE = 400 / math.log(10)

Pair = tuple[str, str]


class Fight(msgspec.Struct, frozen=True):
    """One game of the ladder: who plays, and the bout."""

    one: str
    other: str
    bout: Bout


class Game(msgspec.Struct, frozen=True):
    """What came of one: the score of the first bot, 1, 0, or a half where nobody won."""

    fight: Fight
    score: float
    seconds: float


class Rung(msgspec.Struct, frozen=True):
    """A bot on the ladder: its Elo with the interval in which 95 of 100 lie, and its games."""

    name: str
    elo: float
    low: float
    high: float
    games: int
    score: float


def fights(names: Sequence[str], games: int, seed: int = 0) -> list[Fight]:
    """The games of a ladder: so many for each pair, deck by deck, each seed twice with the seats swapped."""
    listed = bouts(sorted(decks()), games, seed)
    return [Fight(one, other, bout) for one, other in itertools.combinations(names, 2) for bout in listed]


def played(fight_: Fight) -> Game:
    found: Result = fight(fight_.bout, fight_.one, fight_.other)
    return Game(fight_, 1.0 if found.won else 0.0 if found.lost else 0.5, found.seconds)


def ladder(
    names: Sequence[str],
    games: int,
    *,
    seed: int = 0,
    workers: int = 0,
    out: Console,
) -> list[Game]:
    """Plays all games, on all cores or with a number of workers; in the same order whoever finishes first."""
    for name in names:
        bot(name)
    jobs = fights(names, games, seed)
    place = {job: index for index, job in enumerate(jobs)}
    found = list(done(played, jobs, workers, "ladder", out))
    return sorted(found, key=lambda game: place[game.fight])


# -- numbers -----------------------------------------------------------------------------------------------------


def rungs(names: Sequence[str], games: Sequence[Game]) -> list[Rung]:
    """The ladder of some games, the strongest bot first."""
    scores = _scores(games)
    best = elo(names, scores)
    doubt = doubts(names, scores, best)
    found: list[Rung] = []
    for name in names:
        mine = [game for game in games if name in (game.fight.one, game.fight.other)]
        score = sum(game.score if game.fight.one == name else 1 - game.score for game in mine)
        reach = NORMAL * doubt[name]
        found.append(Rung(name, best[name], best[name] - reach, best[name] + reach, len(mine), score))
    return sorted(found, key=lambda rung: (-rung.elo, rung.name))


def _scores(games: Sequence[Game]) -> dict[Pair, tuple[float, int]]:
    """For each pair the score of the first, and the number of games."""
    found: dict[Pair, tuple[float, int]] = {}
    for game in games:
        pair = game.fight.one, game.fight.other
        score, count = found.get(pair, (0.0, 0))
        found[pair] = score + game.score, count + 1
    return found


def elo(names: Sequence[str], scores: Mapping[Pair, tuple[float, int]]) -> dict[str, float]:
    """The Elo numbers that make the scores most likely, with one more drawn game for each pair that played."""
    strength = dict.fromkeys(names, 1.0)
    for _ in range(ROUNDS):
        new: dict[str, float] = {}
        for name in names:
            won = shared = 0.0
            for (one, other), (score, count) in scores.items():
                if name in (one, other):
                    won += (score if name == one else count - score) + 0.5
                    shared += (count + 1) / (strength[one] + strength[other])
            new[name] = won / shared if shared else 1.0
        mean = math.exp(sum(map(math.log, new.values())) / len(new))
        strength = {name: each / mean for name, each in new.items()}
    return {name: SCALE * math.log(each) for name, each in strength.items()}


def doubts(
    names: Sequence[str], scores: Mapping[Pair, tuple[float, int]], best: Mapping[str, float]
) -> dict[str, float]:
    """The standard error of each number: by how much it would vary if the games were played again.

    It comes from how sharply the likelihood falls off around the numbers found (the inverse of the information matrix,
    with the mean held at 0).
    """
    size = len(names)
    place = {name: index for index, name in enumerate(names)}
    matrix = [[1 / size] * size for _ in names]
    for (one, other), (_, count) in scores.items():
        chance = 1 / (1 + math.exp((best[other] - best[one]) / SCALE))
        known = (count + 1) * chance * (1 - chance)
        first, second = place[one], place[other]
        for row, column, sign in ((first, first, 1), (second, second, 1), (first, second, -1), (second, first, -1)):
            matrix[row][column] += sign * known
    inverse = _inverse(matrix)
    return {name: SCALE * math.sqrt(max(0.0, inverse[place[name]][place[name]] - 1 / size)) for name in names}


def _inverse(matrix: Sequence[Sequence[float]]) -> list[list[float]]:
    """The inverse of a small matrix that has one, by elimination."""
    size = len(matrix)
    rows = [[*row, *(float(index == other) for other in range(size))] for index, row in enumerate(matrix)]
    for column in range(size):
        pivot = max(range(column, size), key=lambda index: abs(rows[index][column]))
        rows[column], rows[pivot] = rows[pivot], rows[column]
        rows[column] = [value / rows[column][column] for value in rows[column]]
        for index in range(size):
            if index != column:
                factor = rows[index][column]
                rows[index] = [value - factor * own for value, own in zip(rows[index], rows[column], strict=True)]
    return [row[size:] for row in rows]
