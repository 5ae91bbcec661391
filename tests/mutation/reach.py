"""Which tests enter which blocks, found out once for each state of the project and kept in `.mutation`."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import NamedTuple

import msgspec

from mutation.blocks import Places
from mutation.faults import Fault
from mutation.plugin import Stage
from mutation.trees import PARTS, Tree, is_asked

MOST_CASES = 150
MOST_SECONDS = 3.0
"""Of a test with more cases than these, or with longer ones, so many are asked: enough to notice, and soon done."""
BROAD = "tests/game/test_golden.py"
BROADER = 4
"""Tests that write down all that happens notice most: so many times as many of their cases are asked."""
Times = list[tuple[str, float]]
"""Tests with the seconds that they usually take."""
Measured = dict[str, tuple[float, list[int]]]
"""The time of each test and the blocks that it enters; under "" what loading the cards, or the tests, enters."""
SOON = 300
"""So many scenarios are played before the tests are asked, and the others afterwards."""


class Asked(NamedTuple):
    """The scenarios and tests that could notice a fault, and whether they can in a process that has loaded everything."""

    scenarios: Times
    tests: Times
    warm: bool
    """Whether the fault can be tried there: not if loading the cards already makes use of that place."""
    certain: bool
    """Whether nothing was noticed if nothing is noticed there: not if loading the tests makes use of that place."""

    @property
    def in_order(self) -> Times:
        """Cheap ones that notice often come first."""
        return [*self.scenarios[:SOON], *self.tests, *self.scenarios[SOON:]]


class Reach(msgspec.Struct):
    """What each scenario and each test enters."""

    names: list[str]
    """The name of each block."""
    scenarios: Measured
    tests: Measured
    new_scenarios: list[str] = []
    """Those that were written since: any of them may enter anything."""
    new_tests: list[str] = []
    """Files of tests that were written or changed since."""

    def of(self, fault: Fault, places: Places) -> Asked:
        """What could notice a fault.

        What holds from loading on, or is kept once it was found, any scenario or test could notice.
        """
        block = places.block(fault.file, fault.span)
        number = self.names.index(block.name) if block is not None and block.name in self.names else None
        always = block is None or block.kept or number in self.scenarios[""][1]
        scenarios, tests = (
            [(name, time) for name, (time, entered) in measured.items() if name and (always or number in entered)]
            for measured in (self.scenarios, self.tests)
        )
        tests = _some_of_each(_shuffled(tests, fault)) + [(name, 0.0) for name in self.new_tests]
        return Asked(
            [*((name, 0.0) for name in self.new_scenarios), *_shuffled(scenarios, fault)],
            sorted(tests, key=_time),
            warm=not always and number is not None,
            certain=number not in self.tests[""][1],
        )


def _time(test: tuple[str, float]) -> tuple[float, str]:
    """Tests are sorted by their times, roughly, so that measuring again hardly changes the order."""
    return round(test[1], 1), test[0]


def _shuffled(tests: Times, fault: Fault) -> Times:
    """In an order of the fault's own: neighbours among the scenarios show the same."""
    return sorted(tests, key=lambda test: hashlib.sha256(f"{fault.key} {test[0]}".encode()).digest())


def _some_of_each(tests: Times) -> Times:
    """The tests that are asked; of one with very many cases, or with cases that take long, only so many."""
    counted: Counter[str] = Counter()
    spent: dict[str, float] = {}
    found: Times = []
    for name, time in tests:
        test = name.partition("[")[0]
        times = BROADER if test.startswith(BROAD) else 1
        few = counted[test] < times * MOST_CASES and spent.get(test, 0.0) < times * MOST_SECONDS
        if few and is_asked(name):
            counted[test] += 1
            spent[test] = spent.get(test, 0.0) + time
            found.append((name, time))
    return found


# -- measuring ---------------------------------------------------------------------------------------------------


def _contents(root: Path) -> Iterator[tuple[str, bytes]]:
    for part in PARTS:
        paths = sorted((root / part).rglob("*")) if (root / part).is_dir() else [root / part]
        for path in paths:
            if path.is_file() and "__pycache__" not in path.parts:
                yield path.relative_to(root).as_posix(), path.read_bytes()


def digest(root: Path) -> str:
    """A hash of all that decides what the tests do."""
    found = hashlib.sha256()
    for name, data in _contents(root):
        found.update(f"{name} {len(data)} ".encode() + data)
    return found.hexdigest()[:16]


def reach(root: Path, places: Places, at: Path, jobs: int, *, stale: bool = False) -> Reach:
    """What the tests of a project enter: as it is kept, or measured.

    With `stale`, what was measured in another state will do. That may miss a test, but never invents one.
    """
    kept = at / f"reach-{digest(root)}.json"
    if kept.exists():
        return msgspec.json.decode(kept.read_bytes(), type=Reach)
    if stale and (older := sorted(at.glob("reach-*.json"))):
        return _brought_up(msgspec.json.decode(older[0].read_bytes(), type=Reach), root, older[0].stat().st_mtime)
    print("Finding out which tests enter which lines; this is done once for each state of the project.", flush=True)
    trees = [Tree(root, at / f"marked-{number}") for number in range(jobs)]
    for tree in trees:
        places.mark(tree.path)
    with ThreadPoolExecutor(jobs) as pool:
        scenarios = _joined(pool.map(_measured_scenarios, range(jobs), [jobs] * jobs, trees))
        tests = _joined(pool.map(_measured_tests, range(jobs), [jobs] * jobs, trees))
    found = Reach(places.names, scenarios, tests)
    for old in at.glob("reach-*.json"):
        old.unlink()
    kept.write_bytes(msgspec.json.encode(found))
    return found


def _scenarios(root: Path) -> list[str]:
    return sorted(path.relative_to(root).as_posix() for path in (root / "scenarios").rglob("*.yaml"))


def _brought_up(found: Reach, root: Path, moment: float) -> Reach:
    """Without what is gone since that moment, and with what is new."""
    there = _scenarios(root)
    found.new_scenarios = [name for name in there if name not in found.scenarios]
    found.scenarios = {name: each for name, each in found.scenarios.items() if not name or name in there}
    changed = [path for path in (root / "tests").rglob("test_*.py") if path.stat().st_mtime > moment]
    names = sorted(path.relative_to(root).as_posix() for path in changed)
    found.new_tests = [name for name in names if is_asked(name)]
    found.tests = {name: each for name, each in found.tests.items() if name.partition("::")[0] not in names}
    return found


def _joined(parts: Iterator[Measured]) -> Measured:
    return dict(sorted(item for part in parts for item in part.items()))


def _measured_scenarios(number: int, jobs: int, tree: Tree) -> Measured:
    wanted = [(file, 0.0) for file in _scenarios(tree.path)[number::jobs]]
    ended = tree.scenarios(wanted, "--measure", "result.json")
    return _result(tree, ended.returncode, ended.stdout)


def _measured_tests(number: int, jobs: int, tree: Tree) -> Measured:
    ended = tree.pytest(Stage(share=(number, jobs), result="result.json"))
    return _result(tree, ended.returncode, ended.stdout)


def _result(tree: Tree, status: int, output: str) -> Measured:
    if status:
        raise SystemExit(f"The tests fail without any fault:\n{output[-2000:]}")
    return msgspec.json.decode((tree.path / "result.json").read_bytes(), type=Measured)
