"""Plays seeded random games and prints a fingerprint of each; run by the determinism tests in other processes."""

from __future__ import annotations

import hashlib
import sys

import msgspec

from archivist.game import Game
from archivist.vocabulary.node import write
from positions import Playout, position


def fingerprint(game: Game) -> str:
    """What a game has come to: its save, and all events in full."""
    events = msgspec.json.encode(game.events, enc_hook=write)
    views = [msgspec.json.encode(game.view(seat)) for seat in range(len(game.state.players))]
    return " ".join(hashlib.sha256(part).hexdigest() for part in (game.save(), events, b"".join(views)))


def main(first: int, last: int, decisions: int) -> None:
    for seed in range(first, last):
        playout = Playout(position(seed), seed, decisions)
        for _ in playout:
            pass
        refused = "; ".join(str(illegal) for _, illegal in playout.dead_ends)
        print(seed, playout.answered, fingerprint(playout.game), refused)


if __name__ == "__main__":
    main(*(int(argument) for argument in sys.argv[1:4]))
