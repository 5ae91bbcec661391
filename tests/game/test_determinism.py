"""The same seed plays the same game in every process: nothing depends on hashes, sets or the clock."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from playout_script import fingerprint
from positions import Playout, position

SCRIPT = Path(__file__).parents[1] / "playout_script.py"


def played(hash_seed: str, *arguments: int) -> list[str]:
    """What the script prints in a process of its own."""
    done = subprocess.run(
        [sys.executable, str(SCRIPT), *map(str, arguments)],
        env={**os.environ, "PYTHONHASHSEED": hash_seed},
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()


def test_ru_13_playouts_are_the_same_whatever_the_hash_seed() -> None:
    one, other = played("0", 0, 25, 60), played("12345", 0, 25, 60)
    assert len(one) == 25
    assert one == other


@pytest.mark.parametrize("seed", range(5))
def test_ru_13_playout_repeats_itself_within_a_process(seed: int) -> None:
    prints = []
    for _ in range(2):
        playout = Playout(position(seed), seed, 50)
        for _ in playout:
            pass
        prints.append(fingerprint(playout.game))
    assert prints[0] == prints[1]


def test_ru_13_other_seeds_play_other_games() -> None:
    """The fingerprint tells games apart, so that equal ones mean something."""
    lines = played("0", 0, 4, 10)
    assert len({line.split()[2] for line in lines}) == 4
