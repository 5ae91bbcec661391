"""`make mutate [N=100 SEED=0]`: which share of drawn faults the tests notice. Exits with 1 below 95 percent."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from pathlib import Path

from mutation.blocks import Places
from mutation.hunt import Outcome, all_faults, drawn, outcomes
from mutation.reach import reach
from mutation.source import AREAS

ROOT = Path(__file__).resolve().parent.parent.parent
WANTED = 95
"""Percent."""


def main(arguments: Sequence[str]) -> int:
    asked = _parser().parse_args(arguments)
    found = all_faults(ROOT, asked.only)
    if not found:
        print(f"No fault can be put into {asked.only}.")
        return 2
    at = ROOT / ".mutation"
    places = Places(ROOT)
    known = reach(ROOT, places, at, asked.jobs, stale=asked.stale)
    done: list[Outcome] = []
    for outcome in outcomes(ROOT, drawn(found, asked.n, asked.seed), known, places, at, asked.jobs):
        done.append(outcome)
        verdict = f"noticed by {outcome.by}" if outcome.by else "NOT NOTICED"
        print(f"{len(done):>4}. {outcome.fault}\n      {verdict}", flush=True)
    for line in report(done):
        print(line)
    return 0 if _percent(done) >= WANTED else 1


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="make mutate", description=__doc__)
    parser.add_argument("--n", type=int, default=100, help="how many faults are drawn")
    parser.add_argument("--seed", type=int, default=0, help="which ones")
    parser.add_argument("--only", default="", help="FILE[:FUNCTION] within the package, or a folder")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="processes at a time")
    parser.add_argument("--stale", action="store_true", help="do not measure again which test reaches what")
    return parser


def _percent(done: Sequence[Outcome]) -> float:
    return 100 * sum(bool(each.by) for each in done) / len(done)


def report(done: Sequence[Outcome]) -> list[str]:
    """The shares by area, the survivors, and last the share of all."""
    lines = [""]
    for area in AREAS:
        here = [each for each in done if each.area == area]
        if here:
            lines.append(f"{area:<12} {_share(here)}")
    for each in done:
        if not each.by:
            lines += ["", f"not noticed: {each.fault}", each.diff]
    return [*lines, "", f"{'all':<12} {_share(done)}"]


def _share(done: Sequence[Outcome]) -> str:
    noticed = sum(bool(each.by) for each in done)
    return f"{noticed} of {len(done)} noticed ({_percent(done):.1f} percent)"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
