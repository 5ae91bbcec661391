"""Golden files: whole games and the wording of all cards, written down so that every change in them is seen.

`python -m archivist.arena.golden` writes them again after an intended change; read the difference before you commit it.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path

import msgspec

from archivist.arena.playing import play_out
from archivist.cards import pool
from archivist.decks import deck
from archivist.game import Game
from archivist.notation.playthrough import narrated
from archivist.notation.wording import worded

FOLDER = Path(__file__).parents[3] / "tests" / "golden"
REGENERATE = "python -m archivist.arena.golden"
LIMIT = 5_000
CARDS = "cards.txt"
"""The file with the wording of all cards of the pool."""


class Golden(msgspec.Struct, frozen=True):
    """A game that is kept: two starter decks and the seed of both the game and its players."""

    one: str
    other: str
    seed: int

    @property
    def name(self) -> str:
        return f"{self.one}-{self.other}"

    def text(self) -> str:
        game = Game.new((deck(self.one), deck(self.other)), seed=self.seed)
        play_out(game, self.seed, LIMIT)
        return narrated(game, title=f"A plays {self.one}, B plays {self.other}", seed=self.seed)


GAMES = (Golden("lorraine", "rai", 75), Golden("rai", "silvie", 28), Golden("silvie", "lorraine", 20))
"""The kept games; their seeds are those of short games."""


def write(folder: Path = FOLDER) -> list[Path]:
    """Plays the kept games and writes them down, and the wording of all cards."""
    folder.mkdir(parents=True, exist_ok=True)
    cards = folder / CARDS
    cards.write_text(worded(pool().values()), encoding="utf-8")
    paths = [cards]
    for golden in GAMES:
        path = folder / f"{golden.name}.txt"
        path.write_text(golden.text(), encoding="utf-8")
        paths.append(path)
    return paths


def main(arguments: Sequence[str] | None = None) -> None:
    """Writes the files into a folder and names each one."""
    parser = argparse.ArgumentParser(prog=REGENERATE, description="Write the golden files anew.")
    parser.add_argument(
        "folder", nargs="?", type=Path, default=FOLDER, help="where to write them (default: tests/golden)"
    )
    folder = parser.parse_args(arguments).folder
    if folder.exists() and not folder.is_dir():
        parser.error(f"{folder} is not a folder")
    for written in write(folder):
        print(written)


if __name__ == "__main__":
    main()
