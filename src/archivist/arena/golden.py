"""Golden files: whole games, the wording of the written cards and counts, written down so that every change in them is seen.

`python -m archivist.arena.golden` writes them again after an intended change; read the difference before you commit it.
They know the cards that are written by hand and no others, so that shipping more cards leaves them alone.
"""

from __future__ import annotations

import argparse
import hashlib
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import msgspec

from archivist.arena.playing import match, play_out
from archivist.cards import written
from archivist.decks import deck
from archivist.game import Game
from archivist.notation.playthrough import chapters, narrated
from archivist.notation.wording import worded

FOLDER = Path(__file__).parents[3] / "tests" / "golden"
REGENERATE = "python -m archivist.arena.golden"
LIMIT = 5_000
CARDS = "cards.txt"
"""The file with the wording of all cards that are written by hand."""
COUNTS = "counts.txt"
"""The file with the counts of random games."""


class Golden(msgspec.Struct, frozen=True):
    """A game that is kept: two starter decks and the seed of both the game and its players."""

    one: str
    other: str
    seed: int

    @property
    def name(self) -> str:
        return f"{self.one}-{self.other}"

    def text(self) -> str:
        game = Game.new((deck(self.one), deck(self.other)), seed=self.seed, cards=written())
        play_out(game, self.seed, LIMIT)
        return narrated(game, title=f"A plays {self.one}, B plays {self.other}", seed=self.seed)


GAMES = (Golden("lorraine", "rai", 75), Golden("rai", "silvie", 28), Golden("silvie", "lorraine", 20))
"""The kept games; their seeds are those of short games."""


class Count(msgspec.Struct, frozen=True):
    """A random game of which only counts are kept, turn by turn: it would be too long to read.

    They are what the depths of a tree of moves are to a chess program: a rule that is carried out differently hardly
    leaves all of them alone. The digest is that of the narration with the rules it cites.
    """

    seed: int
    decisions: int
    """So many are made at most."""

    def text(self) -> str:
        """A line for each turn, and one ahead of them."""
        played = match(self.seed)
        game = Game.new(played.decks, seed=played.seed, format=played.format, cards=written())
        decisions: Counter[int] = Counter()
        options: Counter[int] = Counter()

        def look(game: Game) -> None:
            if game.decision is not None:
                decisions[game.state.turn.number] += 1
                options[game.state.turn.number] += len(game.decision.options)

        play_out(game, self.seed, self.decisions, look)
        lines = [f"# seed {self.seed}: {played.title}"]
        for chapter in chapters(game):
            digest = hashlib.sha256("\n".join(chapter.lines).encode()).hexdigest()[:8]
            asked = f"{decisions[chapter.turn]} decisions, {options[chapter.turn]} options"
            lines.append(f"{chapter.heading}: {asked}, {len(chapter.lines)} events {digest}")
        return "\n".join(lines) + "\n"


COUNTED = (Count(1, 1000), Count(2, 1200), Count(14, 1600), Count(17, 1200), Count(8, 1200))
"""The counted games: random decks, and Pantheon games of two to four players that go through most of the rules."""


def counts() -> str:
    """The counts of all counted games."""
    return "\n".join(each.text() for each in COUNTED)


def write(folder: Path = FOLDER) -> list[Path]:
    """Plays the kept games and writes them down, the wording of the written cards, and the counts."""
    folder.mkdir(parents=True, exist_ok=True)
    paths = [folder / CARDS, folder / COUNTS]
    paths[0].write_text(worded(written().values()), encoding="utf-8")
    paths[1].write_text(counts(), encoding="utf-8")
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
    for path in write(folder):
        print(path)


if __name__ == "__main__":
    main()
