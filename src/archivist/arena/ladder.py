"""The ladder: every bot against every other in mirror matches, and how strong each is, as Elo with intervals.

Elo numbers say how often one bot beats another: 100 points more win 64 percent, 200 points 76 percent, 400 points 91
percent. Here their mean is 0; `elo` says how they are found.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence

import msgspec
from rich.console import Console

from archivist.arena.contest import Bout, Result, bouts, fight
from archivist.arena.elo import AVERAGE, ratings
from archivist.arena.many import done
from archivist.bots import bot
from archivist.decks import decks


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


def rungs(games: Sequence[Game]) -> list[Rung]:
    """The ladder of some games, the strongest bot first."""
    found: list[Rung] = []
    for each in ratings((game.fight.one, game.fight.other, game.score) for game in games):
        mine = [game for game in games if each.name in (game.fight.one, game.fight.other)]
        score = sum(game.score if game.fight.one == each.name else 1 - game.score for game in mine)
        elo = each.elo - AVERAGE
        found.append(Rung(each.name, elo, elo - each.margin, elo + each.margin, each.games, score))
    return found
