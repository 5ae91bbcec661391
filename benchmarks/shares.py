"""Where the time goes: the games are sampled, and each sample is assigned to the part of the rulebook that it was in.

A sample taken within the continuous effects counts there, whatever asked for them; otherwise for the offers, if it was
taken in the search for options; otherwise for the outermost of checks, resolution and making a play. The rest is the
turn, Opportunity, the random player and everything else.
"""

from __future__ import annotations

import signal
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from types import FrameType

import archivist
from benchmarks.random_play import GAMES, new_game, play

HOME = str(Path(archivist.__file__).parent)
INTERVAL = 0.001
"""Seconds of processor time between two samples."""

CONTINUOUS = ("rules/effects/continuous/", "rules/abilities/abilities_in_general.py", "rules/cards/champions.py")
OFFERING = ("decision", "actions", "allowed_for", "why_not")
"""The functions of rules/legal_actions/offers.py that find options; the others carry out what was chosen."""
PARTS = {
    "checks": ("rules/timing/state_based_checks.py",),
    "resolution": (
        "rules/playing_cards/resolution.py",
        "rules/effects/instructions/carrying_out.py",
        "rules/effects/instructions/",
        "vocabulary/effects/",
    ),
    "making plays": (
        "rules/playing_cards/nine_steps.py",
        "rules/abilities/activated_abilities.py",
        "rules/combat/declaring_attacks.py",
    ),
}


def part_of(frame: FrameType | None) -> str:
    """The part that a stack of frames is in."""
    found = "rest"
    inner = True
    while frame is not None:
        file = frame.f_code.co_filename
        if file.startswith(HOME):
            where = file[len(HOME) + 1 :].replace("\\", "/")
            if inner and where.startswith(CONTINUOUS):
                return "continuous effects"
            if where.startswith("rules/"):
                inner = False
            if where == "rules/legal_actions/offers.py" and frame.f_code.co_name in OFFERING:
                return "offers"
            found = next((part for part, files in PARTS.items() if where.startswith(files)), found)
        frame = frame.f_back
    return found


def shares(games: int = GAMES) -> dict[str, float] | None:
    """The share of each part, largest first; None where the system cannot sample."""
    if not hasattr(signal, "SIGPROF"):
        return None
    samples: Counter[str] = Counter()

    def sample(_: int, frame: FrameType | None) -> None:
        samples[part_of(frame)] += 1

    _sampled(sample, lambda: [play(new_game(seed), seed) for seed in range(games)])
    whole = sum(samples.values())
    return {part: count / whole for part, count in samples.most_common()} if whole else None


def _sampled(sample: Callable[[int, FrameType | None], None], doing: Callable[[], object]) -> None:
    former = signal.signal(signal.SIGPROF, sample)
    signal.setitimer(signal.ITIMER_PROF, INTERVAL, INTERVAL)
    try:
        doing()
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, former)
