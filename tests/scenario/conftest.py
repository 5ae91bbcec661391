"""Ways to play the scenarios of `frames` in the tests of the scenario runner."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from archivist.scenario import Report, read_text, run
from frames import framed


@pytest.fixture
def play() -> Callable[..., Report]:
    """Plays the steps; the test fails with the first difference."""

    def played(steps: str, **parts: str) -> Report:
        report = run(read_text(framed(steps, **parts), "test.yaml"))
        assert report.passed, report.difference
        return report

    return played


@pytest.fixture
def difference() -> Callable[..., str]:
    """Plays steps that must fail; gives the first difference."""

    def played(steps: str, **parts: str) -> str:
        report = run(read_text(framed(steps, **parts), "test.yaml"))
        assert not report.passed
        return report.difference

    return played


@pytest.fixture
def problem() -> Callable[..., str]:
    """Reads and plays a scenario that cannot be understood; gives the error."""
    from archivist.scenario import ScenarioError

    def played(steps: str, **parts: str) -> str:
        with pytest.raises(ScenarioError) as caught:
            run(read_text(framed(steps, **parts), "test.yaml"))
        return str(caught.value)

    return played
