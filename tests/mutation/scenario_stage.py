"""The fastest stage, a process of its own: plays the scenarios it is told and stops at the first that fails.

After each step the invariants are looked at, and in the end whether the run shows the rules that the scenario cites and goes
as it was written down, as `test_scenarios` does.

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

    pool()
    for path, usual in tests:
        limits.allow(usual)
        difference = watched(path)
        if difference:
            print(f"{path}: {difference}")
            return 1
    return 0


def watched(path: str) -> str:
    """What is wrong with a scenario as it is played, or with the game on the way."""
    from archivist.arena.invariants import BrokenInvariant, Watch
    from archivist.game import Game
    from archivist.scenario import read
    from traces import Trace, kept, named

    watch: list[Watch] = []
    trace = Trace()

    def looked_at(before: Game, after: Game) -> Game:
        if not watch:
            watch.append(Watch(before))
        watch[0](after)
        trace.see(after)
        return after

    try:
        report = trace.play(read(Path(path)), looked_at)
    except BrokenInvariant as broken:
        return str(broken)
    if report.passed and report.unproved:
        return f"its run does not show {', '.join(report.unproved)}"
    if report.passed and trace.digest != kept()[named(Path(path).resolve())]:
        return "it does not go as it was written down"
    return report.difference


def measure(tests: list[tuple[str, float]], result: Path) -> None:
    """Writes which blocks are entered by loading the cards, and by each scenario, and how long it takes."""
    from archivist.cards import pool

    pool()
    found: dict[str, tuple[float, list[int]]] = {"": (0.0, taken())}
    for path, _ in tests:
        before = time.process_time()
        difference = watched(path)
        assert not difference, f"{path} fails without a fault: {difference}"
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
