"""Drawing faults, and putting each into a copy of the project to see which test notices it."""

from __future__ import annotations

import difflib
import hashlib
from collections.abc import Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path, PurePosixPath
from queue import Queue
from typing import NamedTuple

from mutation.blocks import Places
from mutation.equivalent import equivalents, real
from mutation.faults import Fault, faults
from mutation.limits import ENDLESS
from mutation.plugin import Stage
from mutation.reach import SOON, Asked, Reach
from mutation.source import PACKAGE, Source, files
from mutation.trees import Tree
from mutation.warm import CANNOT, Request


class Outcome(NamedTuple):
    """What came of a fault; `by` is the test that noticed it, or nothing."""

    area: str
    fault: Fault
    diff: str
    by: str


def all_faults(root: Path, only: str = "") -> list[tuple[str, Fault]]:
    """Every fault that is not listed as equivalent, with its area; `only` names the file, and may name the function."""
    listed = equivalents()
    found: list[tuple[str, Fault]] = []
    wanted, _, function = only.partition(":")
    for area, file in files(root):
        if file.startswith(wanted):
            here = real(faults(source(root, file)), listed)
            found += [(area, fault) for fault in here if fault.function.startswith(function)]
    return found


def drawn(found: Sequence[tuple[str, Fault]], count: int, seed: int) -> list[tuple[str, Fault]]:
    """So many faults, the same for the same seed: first a place, then one of the faults that it can have.

    A draw hangs on the texts of the places alone: where a module is moved or a fault is listed as equivalent, the others
    stay in the draw.
    """
    by_place: dict[tuple[str, tuple[int, int]], list[tuple[str, Fault]]] = {}
    for area, fault in found:
        by_place.setdefault((fault.file, fault.span), []).append((area, fault))

    def lot(*texts: object) -> str:
        return hashlib.sha256(repr((seed, *texts)).encode()).hexdigest()

    places = sorted(by_place.values(), key=lambda each: lot(each[0][1].function, each[0][1].was, each[0][1].nth))
    return [min(place, key=lambda each: lot(*each[1].key)) for place in places[:count]]


def source(root: Path, file: str) -> Source:
    return Source(file, (root / PACKAGE / file).read_text("utf-8"))


def outcomes(
    root: Path, found: Sequence[tuple[str, Fault]], reach: Reach, places: Places, at: Path, jobs: int
) -> Iterable[Outcome]:
    """What comes of each fault, in their order."""
    free: Queue[Tree] = Queue()
    for number in range(jobs):
        free.put(Tree(root, at / f"tree-{number}"))

    def tried(area: str, fault: Fault) -> Outcome:
        tree = free.get()
        try:
            return _tried(tree, source(root, fault.file), area, fault, reach, places)
        finally:
            free.put(tree)

    try:
        with ThreadPoolExecutor(jobs) as pool:
            yield from pool.map(tried, *zip(*found, strict=True))
    finally:
        for _ in range(jobs):
            free.get().close()


def _tried(tree: Tree, original: Source, area: str, fault: Fault, reach: Reach, places: Places) -> Outcome:
    before = original.data.decode()
    after = fault.put_into(original)
    asked = reach.of(fault, places)
    by = _noticed_warm(tree, fault, after, asked)
    if by is None:
        tree.write(fault.file, after)
        soon, late = asked.scenarios[:SOON], asked.scenarios[SOON:]
        by = _noticed_by_scenario(tree, soon) or _noticed_by_test(tree, asked.tests)
        if late and not by:
            by = _noticed_by_scenario(tree, late)
        tree.write(fault.file, before)
    lines = difflib.unified_diff(before.splitlines(), after.splitlines(), fault.file, fault.file, n=1, lineterm="")
    return Outcome(area, fault, "\n".join(lines), by)


def _noticed_warm(tree: Tree, fault: Fault, text: str, asked: Asked) -> str | None:
    """What notices a fault in the warm process; None if it must be tried in a process of its own.

    The fault is not in the file meanwhile: the warm process may only now be loading everything.
    """
    if not asked.warm:
        return None
    module = ".".join(("archivist", *PurePosixPath(fault.file).with_suffix("").parts)).removesuffix(".__init__")
    reply = tree.ask(Request(module, fault.function, text, asked.in_order))
    if reply.status not in (0, CANNOT):
        return told(reply.status, "")
    return told(0, reply.by) if reply.by or (asked.certain and not reply.status) else None


def _noticed_by_scenario(tree: Tree, scenarios: Sequence[tuple[str, float]]) -> str:
    """The scenario that fails; also loading the cards may, so that this is asked even without any scenario."""
    ended = tree.scenarios(scenarios)
    return told(ended.returncode, ended.stdout) if ended.returncode else ""


def _noticed_by_test(tree: Tree, tests: Sequence[tuple[str, float]]) -> str:
    if not tests:
        return ""
    ended = tree.pytest(Stage(tests=list(tests)))
    return told(ended.returncode, ended.stdout) if ended.returncode else ""


def told(status: int, output: str) -> str:
    """What noticed a fault, in one line."""
    if status == ENDLESS:
        return "a test that does not end"
    lines = [line for line in output.splitlines() if line.strip()]
    failed = [line for line in lines if line.startswith(("FAILED", "ERROR"))]
    return (failed or lines or [f"exit status {status}" if status else ""])[-1][:200]
