"""Many jobs at once: on all cores or on a Ray cluster, with a progress bar. A process that dies takes no job with it."""

from __future__ import annotations

import multiprocessing
import os
import threading
from collections.abc import Callable, Generator, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import connection
from typing import Any, TypeVar

from rich.console import Console
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    ProgressColumn,
    Task,
    TextColumn,
    TimeElapsedColumn,
    TimeRemainingColumn,
)
from rich.text import Text

from archivist.model.errors import ArchivistError

J = TypeVar("J")
R = TypeVar("R")

AHEAD = 4
"""How many jobs wait for each worker, so that none is ever idle."""
DEATHS = 3
"""How often a job may be under way when a process dies before it is taken to be the reason."""
LOCAL = "local"
"""The address of a Ray cluster on this machine alone, started for the run."""


class WorkerDied(ArchivistError):
    """Processes died again and again while the same jobs were under way."""


def done(
    job: Callable[[J], R], jobs: Sequence[J], workers: int, title: str, out: Console, *, ray: str | None = None
) -> Generator[R, None, None]:
    """The result of each job, in the order in which they finish; 0 workers means one for each core.

    `ray` is the address of a Ray cluster to work on instead (``auto`` finds it, ``local`` starts one here).
    """
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        _Rate(),
        TimeElapsedColumn(),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=out) as progress:
        task = progress.add_task(title, total=len(jobs))
        for result in _on_ray(job, jobs, workers, ray) if ray else _here(job, jobs, workers or os.cpu_count() or 1):
            yield result
            progress.advance(task)


class _Rate(ProgressColumn):
    """How many jobs are done in a second."""

    def render(self, task: Task) -> Text:
        rate = task.finished_speed or task.speed
        return Text(f"{rate:.2f}/s" if rate else "")


# -- on this machine ---------------------------------------------------------------------------------------------


def _here(job: Callable[[J], R], jobs: Sequence[J], workers: int) -> Iterator[R]:
    if workers <= 1:
        yield from map(job, jobs)
        return
    waiting = list(enumerate(jobs))[::-1]
    deaths: dict[int, int] = {}
    while waiting:
        left: dict[int, J] = {}
        try:
            for _, result in _through_pool(job, waiting, left, workers):
                yield result
        except BrokenProcessPool:
            for number in left:
                deaths[number] = deaths.get(number, 0) + 1
                if deaths[number] >= DEATHS:
                    raise WorkerDied(
                        f"a process died {DEATHS} times while this was under way: {left[number]}"
                    ) from None
            waiting.extend(left.items())


def _through_pool(
    job: Callable[[J], R], waiting: list[tuple[int, J]], left: dict[int, J], workers: int
) -> Iterator[tuple[int, R]]:
    """Takes jobs from a list, the last first; `left` are those under way. Raises BrokenProcessPool if a process dies."""
    with ProcessPoolExecutor(workers, multiprocessing.get_context("spawn"), _end_with_parent) as pool:
        running: dict[Future[R], int] = {}
        try:
            while waiting or running:
                while waiting and len(running) < AHEAD * workers:
                    number, each = waiting.pop()
                    left[number] = each
                    running[pool.submit(job, each)] = number
                for future in wait(running, return_when=FIRST_COMPLETED).done:
                    result = future.result()
                    number = running.pop(future)
                    del left[number]
                    yield number, result
        finally:
            for future in running:
                future.cancel()


def _end_with_parent() -> None:
    """Ends this process when the one that started it is gone, however it ended: nobody would fetch the results."""
    parent = multiprocessing.parent_process()
    assert parent is not None

    def watch() -> None:
        connection.wait([parent.sentinel])
        os._exit(1)

    threading.Thread(target=watch, daemon=True).start()


# -- on a cluster ------------------------------------------------------------------------------------------------


def _on_ray(job: Callable[[J], R], jobs: Sequence[J], workers: int, address: str) -> Iterator[R]:
    """Ray runs a job again if its worker dies, and hands out the result of each once."""
    ray = _ray()
    started = not ray.is_initialized()
    if started:
        local = {"num_cpus": workers or None, "include_dashboard": False} if address == LOCAL else {}
        ray.init(address=address, log_to_driver=False, logging_level="error", **local)
    try:
        remote = ray.remote(max_retries=-1)(_one)
        shared = ray.put(job)
        ahead = AHEAD * max(int(ray.cluster_resources().get("CPU", 1)), 1)
        waiting, running = list(jobs)[::-1], list[Any]()
        while waiting or running:
            while waiting and len(running) < ahead:
                running.append(remote.remote(shared, waiting.pop()))
            ready, running = ray.wait(running, num_returns=1)
            yield from ray.get(ready)
    finally:
        if started:
            ray.shutdown()


def _one(job: Callable[[J], R], each: J) -> R:
    return job(each)


def _ray() -> Any:
    try:
        import ray
    except ImportError:
        raise ArchivistError("a cluster needs Ray: pip install 'archivist[ray]'") from None
    return ray
