"""The fastest stage, a process of its own: plays the scenarios it is told and stops at the first that fails.

`python -m mutation.scenario_stage [--measure RESULT] LIST`, where the list has a scenario with its usual time per line.
"""

from __future__ import annotations

import sys
import time
from pathlib import Path

import msgspec

from mutation import limits
from mutation.entered import taken


def hunt(tests: list[tuple[str, float]]) -> int:
    """1 if a scenario fails."""
    limits.prepare()
    limits.allow(0)
    from archivist.cards import pool
    from archivist.scenario import run

    pool()
    for path, usual in tests:
        limits.allow(usual)
        report = run(Path(path))
        if not report.passed:
            print(f"{path}: {report.difference}")
            return 1
    return 0


def measure(tests: list[tuple[str, float]], result: Path) -> None:
    """Writes which blocks are entered by loading the cards, and by each scenario, and how long it takes."""
    from archivist.cards import pool
    from archivist.scenario import run

    pool()
    found: dict[str, tuple[float, list[int]]] = {"": (0.0, taken())}
    for path, _ in tests:
        before = time.process_time()
        report = run(Path(path))
        assert report.passed, f"{path} fails without a fault: {report.difference}"
        found[path] = time.process_time() - before, taken()
    result.write_bytes(msgspec.json.encode(found))


def main(arguments: list[str]) -> int:
    tests = msgspec.json.decode(Path(arguments[-1]).read_bytes(), type=list[tuple[str, float]])
    if arguments[0] == "--measure":
        measure(tests, Path(arguments[1]))
        return 0
    return hunt(tests)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
