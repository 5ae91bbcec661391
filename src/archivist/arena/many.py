"""Many games at once: jobs on all cores, with a progress bar."""

from __future__ import annotations

import multiprocessing
import os
from collections.abc import Callable, Iterator, Sequence
from typing import TypeVar

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn

J = TypeVar("J")
R = TypeVar("R")

CHUNK = 4
"""How many jobs a process takes at a time."""


def done(job: Callable[[J], R], jobs: Sequence[J], workers: int, title: str, out: Console) -> Iterator[R]:
    """The result of each job, in the order in which they finish; 0 workers means one for each core."""
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=out) as progress:
        task = progress.add_task(title, total=len(jobs))
        for result in _results(job, jobs, workers or os.cpu_count() or 1):
            yield result
            progress.advance(task)


def _results(job: Callable[[J], R], jobs: Sequence[J], workers: int) -> Iterator[R]:
    if workers <= 1:
        yield from map(job, jobs)
        return
    with multiprocessing.get_context("spawn").Pool(workers) as processes:
        yield from processes.imap_unordered(job, jobs, chunksize=CHUNK)
