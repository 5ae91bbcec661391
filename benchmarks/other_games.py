"""Other games for comparison: other libraries play random games in the same run, on the same machine.

python-chess is a rules library that is known to be fast, and its positions are far simpler: it serves as a yardstick for
the machine and for Python. rlcard plays card games for machine learning; a step includes what the next player observes.
The games of OpenSpiel are written in C++ and asked from Python; a step there makes no observation.
"""

from __future__ import annotations

import importlib.util
import time
from collections.abc import Callable

from archivist.arena.playing import Dice
from benchmarks.random_play import Speed

GAMES = 20
LIMIT = 1_000
INSTALL = "{} is not installed; `make bench` gets it"

Played = tuple[int, int]
"""The number of moves of a game, and how many of them were a choice."""


def _timed(play: Callable[[int], Played], games: int) -> Speed:
    play(0)
    begun = time.process_time()
    played = [play(seed) for seed in range(games)]
    seconds = time.process_time() - begun
    return Speed(games, sum(moves for moves, _ in played), sum(real for _, real in played), seconds)


def chess_speed(games: int = GAMES) -> Speed | None:
    """Random games of chess; None where python-chess is missing."""
    return None if importlib.util.find_spec("chess") is None else _timed(_chess, games)


def _chess(seed: int) -> Played:
    import chess

    board, dice, real = chess.Board(), Dice(seed), 0
    for number in range(LIMIT):
        moves = list(board.legal_moves)
        if not moves or board.is_game_over():
            return number, real
        real += len(moves) > 1
        board.push(dice.one(moves))
    return LIMIT, real


CARD_GAMES = ("uno", "gin-rummy")
"""The games of rlcard that are played: a game of colours and numbers, and one of melds."""


def card_speed(name: str, games: int = GAMES) -> Speed | None:
    """Random games of a card game of rlcard; None where rlcard is missing."""
    return None if importlib.util.find_spec("rlcard") is None else _timed(lambda seed: _cards(name, seed), games)


def _cards(name: str, seed: int) -> Played:
    import rlcard

    game, dice, real, count = rlcard.make(name, config={"seed": seed}), Dice(seed), 0, 0
    state, _ = game.reset()
    while not game.is_over() and count < LIMIT:
        actions = list(state["legal_actions"])
        real += len(actions) > 1
        count += 1
        state, _ = game.step(dice.one(actions))
    return count, real


SPIEL_GAMES = ("gin_rummy", "hearts")
"""The games of OpenSpiel that are played: card games with hidden cards and hands of about our size."""


def spiel_speed(name: str, games: int = GAMES) -> Speed | None:
    """Random games of a card game of OpenSpiel; None where it is missing."""
    return None if importlib.util.find_spec("pyspiel") is None else _timed(lambda seed: _spiel(name, seed), games)


def _spiel(name: str, seed: int) -> Played:
    """What is dealt by chance is drawn as well, and counts as no move."""
    import pyspiel

    state, dice, real, count = pyspiel.load_game(name).new_initial_state(), Dice(seed), 0, 0
    while not state.is_terminal() and count < LIMIT:
        actions = state.legal_actions()
        if not state.is_chance_node():
            real += len(actions) > 1
            count += 1
        state.apply_action(dice.one(actions))
    return count, real
