"""A pytest plugin, the second stage: runs the tests it is told, in that order, or measures all of them.

What is asked for stands in the file that MUTATION_STAGE names.
"""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from pathlib import Path

import hypothesis
import msgspec
import pytest

from mutation import limits
from mutation.entered import taken


class Stage(msgspec.Struct):
    """What a run of pytest is for."""

    tests: list[tuple[str, float]] = []
    """Tests, or whole files, with their usual times: exactly these are run. Without any, all are measured."""
    share: tuple[int, int] = (0, 1)
    """When measuring: every how many tests, beginning with which."""
    result: str = ""


def _stage() -> Stage:
    return msgspec.json.decode(Path(os.environ["MUTATION_STAGE"]).read_bytes(), type=Stage)


class Plugin:
    def __init__(self, stage: Stage) -> None:
        self.stage = stage
        self.usual = dict(stage.tests)
        self.found: dict[str, tuple[float, list[int]]] = {}

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        if self.usual:
            place = {name: number for number, name in enumerate(self.usual)}
            wanted = [(place[name], item) for item in items if (name := self._name(item)) is not None]
            items[:] = [item for _, item in sorted(wanted, key=lambda each: each[0])]
        else:
            self.found[""] = 0.0, taken()
            first, step = self.stage.share
            items[:] = items[first::step]

    def _name(self, item: pytest.Item) -> str | None:
        """What a test was told by: its own name, or its file's."""
        names = (item.nodeid, item.nodeid.partition("::")[0])
        return next((name for name in names if name in self.usual), None)

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[None]:
        if self.usual:
            limits.allow(self.usual[self._name(item) or ""])
            return (yield)
        taken()
        before = time.process_time()
        result = yield
        self.found[item.nodeid] = time.process_time() - before, taken()
        return result

    def pytest_sessionfinish(self) -> None:
        if not self.usual:
            Path(self.stage.result).write_bytes(msgspec.json.encode(self.found))


def settle() -> None:
    """Tests that draw examples draw the same ones every time."""
    hypothesis.settings.register_profile("mutation", derandomize=True, database=None)
    hypothesis.settings.load_profile("mutation")


def pytest_configure(config: pytest.Config) -> None:
    settle()
    stage = _stage()
    if stage.tests:
        limits.prepare()
        limits.allow(0)
    config.pluginmanager.register(Plugin(stage), "mutation-stage")
