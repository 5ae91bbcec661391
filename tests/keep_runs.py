"""What the scenarios have shown in the tests, kept for the table of coverage, which otherwise plays all of them again."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from archivist.coverage.runs import Run, engine, fingerprint, keep
from archivist.scenario import Report

ROOT = Path(__file__).resolve().parent.parent
RUN = "run"
"""The name of the property of a test that says what it has played."""


def record(record_property: Callable[[str, object], None], path: Path, report: Report) -> None:
    """Notes what a scenario of the project has shown; workers hand it on with the result of the test."""
    name = path.relative_to(ROOT).as_posix()
    record_property(RUN, (name, report.cites, report.shown, fingerprint(path.read_bytes())))


class KeepRuns:
    """A plugin that gathers the runs of tests that passed, and keeps them for the engine as it was when they began."""

    def __init__(self) -> None:
        self._engine = engine(ROOT)
        self._played: list[tuple[Run, str]] = []

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.when == "call" and report.passed:
            for key, value in report.user_properties:
                if key == RUN:
                    name, cites, shown, file = value
                    self._played.append((Run(name, tuple(cites), tuple(shown)), file))

    def pytest_sessionfinish(self) -> None:
        keep(self._engine, self._played)
