"""Another game for comparison: python-chess plays random games in the same run, on the same machine.

It is a rules library in pure Python that is known to be fast, and its positions are far simpler. It serves as a
yardstick for the machine and for Python rather than as a rival.
"""

from __future__ import annotations

import importlib.util
import time

from archivist.arena.playing import Dice
from benchmarks.random_play import Speed

GAMES = 20
LIMIT = 1_000
INSTALL = "python-chess is not installed; `.venv/bin/python -m pip install chess` (or `make bench`) gets it"


def chess_speed(games: int = GAMES) -> Speed | None:
    """Random games of chess; None where python-chess is missing."""
    if importlib.util.find_spec("chess") is None:
        return None
    _play(0)
    begun = time.process_time()
    played = [_play(seed) for seed in range(games)]
    seconds = time.process_time() - begun
    return Speed(games, sum(moves for moves, _ in played), sum(real for _, real in played), seconds)


def _play(seed: int) -> tuple[int, int]:
    """Plays a game. Gives its number of moves, and how many of them were a choice."""
    import chess

    board, dice, real = chess.Board(), Dice(seed), 0
    for number in range(LIMIT):
        moves = list(board.legal_moves)
        if not moves or board.is_game_over():
            return number, real
        real += len(moves) > 1
        board.push(dice.one(moves))
    return LIMIT, real
