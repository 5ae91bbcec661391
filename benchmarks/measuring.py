"""Measuring: the best of several repeats, in microseconds, and a calibration loop by which machines are compared."""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Callable

import msgspec

CALIBRATION_ROUNDS = 1_000


class Result(msgspec.Struct, frozen=True):
    """A line of the table. `times` is the multiple of the calibration loop, or None where that means nothing."""

    name: str
    microseconds: float
    times: float | None = None
    note: str = ""


def calibration() -> int:
    """A fixed piece of plain Python: additions, comparisons, a list and a dictionary."""
    total = 0
    seen: dict[int, int] = {}
    row = list(range(16))
    for number in range(CALIBRATION_ROUNDS):
        total += row[number & 15] ^ number
        if total & 1:
            seen[number & 31] = total
    return total + len(seen)


def best(action: Callable[[], object], *, rounds: int, repeats: int = 7) -> float:
    """Microseconds for one call: the best average of some rounds."""
    action()
    found = float("inf")
    for _ in range(repeats):
        start = time.process_time_ns()
        for _ in range(rounds):
            action()
        found = min(found, (time.process_time_ns() - start) / rounds)
    return found / 1_000


def best_after(prepare: Callable[[], Callable[[], object]], *, rounds: int, repeats: int = 7) -> float:
    """Like `best`, for an action that uses up its input: preparing the input is not measured."""
    prepare()()
    found = float("inf")
    for _ in range(repeats):
        ready = [prepare() for _ in range(rounds)]
        start = time.process_time_ns()
        for action in ready:
            action()
        found = min(found, (time.process_time_ns() - start) / rounds)
    return found / 1_000


def in_new_process(code: str, *, repeats: int = 5) -> float:
    """Microseconds that a separate process measures and prints, the best of several; starting the process does not
    count.
    """
    script = f"import time\nstart = time.process_time_ns()\n{code}\nprint(time.process_time_ns() - start)"
    found = float("inf")
    for _ in range(repeats):
        done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
        found = min(found, int(done.stdout))
    return found / 1_000
