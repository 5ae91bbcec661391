"""How much memory games take: a process after many games, a game that is kept, a copy for a search."""

from __future__ import annotations

import gc
import subprocess
import sys
import tracemalloc
from collections.abc import Iterator

from archivist.arena.playing import Dice, choose
from archivist.game import Game
from archivist.model.errors import Illegal
from benchmarks.random_play import new_game

GAMES = 100
KEPT = 600
"""How many decisions the game that is kept has had."""
COPIES = 200
PROCESS = """
import resource
from benchmarks.random_play import new_game, play
new_game(0)
before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
for seed in range({games}):
    play(new_game(seed), seed)
print(before, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)
"""


def lines(games: int = GAMES) -> Iterator[str]:
    """The lines of the report, each as soon as it is measured."""
    yield ""
    yield "memory"
    fresh, after = _process(games)
    yield f"a process with the cards loaded: {fresh / 1024:,.0f} MB; after {games} games: {after / 1024:,.0f} MB"
    size, decisions = kept_game()
    yield f"a kept game of {decisions} decisions, with its history: {size / 1_000_000:,.2f} MB"
    yield f"a copy for a search: {copied_game() / 1_000:,.1f} KB"


def _process(games: int) -> tuple[int, int]:
    """The most memory that a process has taken before and after some games, in kilobytes."""
    done = subprocess.run(
        [sys.executable, "-c", PROCESS.format(games=games)], capture_output=True, text=True, check=True
    )
    before, after = done.stdout.split()
    return int(before), int(after)


def _played(decisions: int) -> tuple[Game, int]:
    """The first of the random games that lasts so long, up to that decision."""
    for seed in range(50):
        game, dice, count = new_game(seed), Dice(seed), 0
        while count < decisions and (decision := game.decision) is not None:
            try:
                game.answer(choose(decision, dice))
            except Illegal:
                continue
            count += 1
        if count == decisions:
            return game, count
    raise AssertionError(f"no game lasts for {decisions} decisions")


def kept_game(decisions: int = KEPT) -> tuple[int, int]:
    """The bytes that a game takes with everything that can be undone, and how many decisions it has had."""
    _played(decisions)  # what the cards keep for all games is there already
    gc.collect()
    tracemalloc.start()
    before = tracemalloc.get_traced_memory()[0]
    game, count = _played(decisions)
    gc.collect()
    size = tracemalloc.get_traced_memory()[0] - before
    tracemalloc.stop()
    assert game.state.turn.number
    return size, count


def copied_game(copies: int = COPIES) -> float:
    """The bytes of a copy of a game in the middle of it; copies share what never changes."""
    game, _ = _played(100)
    tracemalloc.start()
    before = tracemalloc.get_traced_memory()[0]
    kept = [game.copy() for _ in range(copies)]
    size = tracemalloc.get_traced_memory()[0] - before
    tracemalloc.stop()
    return size / len(kept)
