"""Digests of random play from random positions in which players control what others own, as they were written down.

Scenarios and kept games mostly show what happens on purpose. These come upon what nobody thought of: three players,
borrowed objects, damage, counters, cards of all zones. What is asked, what happens, and what every seat sees goes into
the digests, one for every so many decisions. `make golden` writes them anew after an intended change.
"""

from __future__ import annotations

import hashlib
import random
import sys
from collections.abc import Iterator
from pathlib import Path

import msgspec

from archivist.game import Game
from archivist.vocabulary.node import write as written
from positions import Playout, position

KEPT = Path(__file__).resolve().parent / "golden" / "playouts.txt"
SEEDS = range(40)
DECISIONS, EACH = 60, 20
LENGTH = 8


def borrowed(seed: int) -> Game:
    """A random position of two or three players in which some objects are not their controllers' own."""
    game = position(seed, players=2 + seed % 2, full=True)
    rng = random.Random(seed)
    state = game.state.copy()
    for number in state.field:
        if rng.random() < 0.3 and number not in {player.champion for player in state.players}:
            state.alter(number, owner=rng.randrange(len(state.players)))
    return Game(state)


def digests(seed: int) -> Iterator[str]:
    """What comes of play from a position, in parts."""
    playout = Playout(borrowed(seed), seed, DECISIONS, eager=0.95)
    told, found = 0, hashlib.sha256()
    for game in playout:
        found.update(msgspec.json.encode(game.decision, enc_hook=written))
        if (playout.answered + 1) % EACH == 0:
            yield _digest(game, told, found)
            told = game.event_count
    yield _digest(playout.game, told, found)


def _digest(game: Game, told: int, found: hashlib._Hash) -> str:
    found.update(msgspec.json.encode(game.events_since(told), enc_hook=written))
    for seat in range(len(game.state.players)):
        found.update(msgspec.json.encode(game.view(seat, log=0), enc_hook=written))
    return found.hexdigest()[:LENGTH]


def line(seed: int) -> str:
    return f"{seed} {' '.join(digests(seed))}"


def kept() -> list[str]:
    """The lines that were written down."""
    return KEPT.read_text("utf-8").splitlines()


if __name__ == "__main__":
    KEPT.write_text("".join(f"{line(seed)}\n" for seed in SEEDS), encoding="utf-8")
    sys.stdout.write(f"{KEPT}\n")
