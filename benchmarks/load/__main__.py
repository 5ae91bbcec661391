"""Measures what the server holds, and prints the figures that docs/server.md shows: ``python -m benchmarks.load``."""

from __future__ import annotations

import argparse
import asyncio
import time

from benchmarks.load.crowd import Crowd, beside_bots, crowd
from benchmarks.load.killing import killed
from benchmarks.load.serving import postgres_folder, postgresql, serving, sqlite


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.load", description=__doc__)
    parser.add_argument("--kills", type=int, default=50, help="how often the server is killed")
    parser.add_argument("--seconds", type=float, default=60.0, help="how long each crowd plays")
    parser.add_argument("--tables", type=int, nargs="*", default=[10, 50, 100, 200, 400], help="sizes of crowds")
    parser.add_argument("--only", choices=["kill", "crowd", "bots"], help="one part only")
    asked = parser.parse_args()
    if asked.only in (None, "kill"):
        kill(asked.kills)
    if asked.only in (None, "crowd"):
        crowds(asked.tables, asked.seconds)
    if asked.only in (None, "bots"):
        bots(asked.seconds)


def kill(kills: int) -> None:
    """Kills the server with each database, and one of two workers."""
    cases = [("SQLite", sqlite, 1)]
    if postgres_folder() is not None:
        cases += [("PostgreSQL", postgresql, 1), ("PostgreSQL, one of two workers", postgresql, 2)]
    for name, database, workers in cases:
        begin = time.monotonic()
        with database() as url, serving(url, workers) as served:
            found = asyncio.run(killed(served, kills, tables=10, seed=kills))
        print(
            f"{name}: {found.kills} kills, {found.tables} tables, {found.answers} answers: {found.lost} lost, "
            f"{found.twice} applied twice, {found.stuck} tables stuck, {found.unclear} in flight and kept, "
            f"{len(found.errors)} errors ({time.monotonic() - begin:.0f} s)",
            flush=True,
        )


def crowds(sizes: list[int], seconds: float) -> None:
    """Crowds of growing size, each on a new server."""
    first: tuple[int, float] | None = None
    for tables in sizes:
        with sqlite() as url, serving(url) as served:
            found = asyncio.run(crowd(served, tables, seconds))
        _tell(found)
        if first is None:
            first = (tables, found.memory)
        elif tables > first[0]:
            each = (found.memory - first[1]) * 1000 / (tables - first[0])
            print(f"  {each:.0f} KB of memory for each further table", flush=True)


def bots(seconds: float) -> None:
    """A crowd alone, and beside bots that think."""
    with sqlite() as url, serving(url) as served:
        alone, beside = asyncio.run(beside_bots(served, tables=20, bots=1, seconds=seconds))
    print("alone, and beside a table at which a search bot thinks all the time:")
    _tell(alone)
    _tell(beside)


def _tell(found: Crowd) -> None:
    print(
        f"{found.tables} tables, {found.seconds:.0f} s: {found.answers} answers seen by both seats, "
        f"median {found.median:.0f} ms, p95 {found.p95:.0f} ms, longest {found.longest:.0f} ms, "
        f"{found.errors} errors, {found.within} within plays, {found.unseen} not seen by the other in 5 s, "
        f"{found.memory:.0f} MB",
        flush=True,
    )


if __name__ == "__main__":
    main()
