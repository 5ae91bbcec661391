"""Scenarios that would pass without their steps: what they play proves nothing."""

from __future__ import annotations

from archivist.notation.naming import Problem
from archivist.scenario.expectations import Expect, Expectation
from archivist.scenario.reading import Scenario, start
from archivist.scenario.steps import Act, Reply
from archivist.scenario.table import Refused, Table


def moot(scenario: Scenario) -> bool:
    """Whether every expectation holds before the first step, though the scenario plays something, and nothing is refused.

    A scenario that plays nothing asks what the position itself is like, such as the power that statics give.
    """
    acts = [step.what for step in scenario.steps if not isinstance(step.what, Expect)]
    if not acts or any(isinstance(act, Act | Reply) and act.illegal is not None for act in acts):
        return False
    table = Table(scenario, start(scenario))
    expected = (each for step in scenario.steps if isinstance(step.what, Expect) for each in step.what.expectations)
    return all(_holds(table, each) for each in expected)


def _holds(table: Table, expectation: Expectation) -> bool:
    """Whether something is as expected now; what names things that are not there is not."""
    try:
        return expectation.check.difference(table) is None
    except (Problem, Refused):
        return False
