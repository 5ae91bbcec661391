"""Machine instructions of a decision in random play: the same figure on a busy machine as on a quiet one.

`python -m benchmarks.instructions [GAMES]` plays games under valgrind, which counts instructions and takes some fifty times
as long as playing. What loading the package and the cards takes is counted in a run without games and left out.
Instructions are not time: code that is spread out, or memory that is, takes longer for each.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from typing import NamedTuple

GAMES = 3
WARMING = 50
"""Decisions that are made first in every run, so that what is worked out once does not count."""
COUNTER = ("valgrind", "--tool=cachegrind", "--cache-sim=no", "--cachegrind-out-file=/dev/null")
PLAYING = """
import sys
from benchmarks import random_play
random_play.play(random_play.new_game(0), 0, {warming})
print("decisions", sum(random_play.play(random_play.new_game(seed), seed) for seed in range({games})))
"""


class Counted(NamedTuple):
    """What one process did."""

    decisions: int
    instructions: int


def counted(games: int) -> Counted:
    """Plays some games in a process of its own that is counted."""
    code = PLAYING.format(games=games, warming=WARMING)
    settings = {**os.environ, "PYTHONHASHSEED": "0", "PYTHONDONTWRITEBYTECODE": "1"}
    command = [*COUNTER, sys.executable, "-c", code]
    done = subprocess.run(command, capture_output=True, text=True, check=True, env=settings)
    return read(done.stdout, done.stderr)


def read(said: str, counts: str) -> Counted:
    """What a process printed, and what the counter did."""
    decisions = re.search(r"^decisions (\d+)$", said, re.MULTILINE)
    instructions = re.search(r"I +refs: +([\d,]+)", counts)
    assert decisions is not None and instructions is not None, counts
    return Counted(int(decisions[1]), int(instructions[1].replace(",", "")))


def each(games: int = GAMES) -> float:
    """Instructions of a decision."""
    without, whole = counted(0), counted(games)
    return (whole.instructions - without.instructions) / whole.decisions


def main() -> None:
    if shutil.which(COUNTER[0]) is None:
        sys.exit("valgrind is not installed")
    print(f"{each(*map(int, sys.argv[1:2])):,.0f} instructions a decision")


if __name__ == "__main__":
    main()
