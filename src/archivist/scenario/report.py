"""Running a scenario from beginning to end, and what is told of it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import msgspec

from archivist.game import Game
from archivist.model.errors import ScenarioError
from archivist.notation.narration import trace_line
from archivist.scenario import steps
from archivist.scenario.format import read
from archivist.scenario.problems import Difference, Problem
from archivist.scenario.setup import start
from archivist.scenario.shown import unproved
from archivist.scenario.structure import Deciding, Expect, Scenario, Step
from archivist.scenario.table import Table, happened, happened_since


class StepTrace(msgspec.Struct, frozen=True):
    """What happened in a step: how it is written, and a narrated line with its rules for each event."""

    number: int
    line: int
    step: str
    lines: tuple[str, ...] = ()


class Report(msgspec.Struct, frozen=True):
    """How a scenario went: passed, or the first thing that was not as it says."""

    title: str
    file: str
    passed: bool
    difference: str = ""
    cites: tuple[str, ...] = ()
    trace: tuple[StepTrace, ...] = ()
    shown: tuple[str, ...] = ()

    def __bool__(self) -> bool:
        return self.passed

    @property
    def unproved(self) -> tuple[str, ...]:
        """The rules that the scenario cites and its run does not show."""
        return unproved(self.cites, self.shown)


Between = Callable[[Game, Game], Game]
"""What happens between two steps: given the game before and after a step, the game to go on with."""


def run(scenario: Scenario | str | Path, between: Between | None = None) -> Report:
    """Plays a scenario. Raises ScenarioError where it asks for something that cannot be understood."""
    if not isinstance(scenario, Scenario):
        scenario = read(scenario)
    if not scenario.steps:
        raise ScenarioError(f"{scenario.file}:{scenario.line}: 'steps' is empty, so the scenario could never fail")
    table = Table(scenario, start(scenario))
    trace: list[StepTrace] = []
    difference = ""
    for index, step in enumerate(scenario.steps):
        table.following = _following(scenario, index)
        before = happened(table.game)
        kept = table.game.copy() if between is not None else table.game
        remark = ""
        try:
            remark = steps.take(table, step)
        except Difference as found:
            difference = f"step {step.number} ({scenario.file}:{step.source.line}): {found}"
        except Problem as problem:
            raise step.source.problem(f"step {step.number}: {problem}") from None
        trace.append(_traced(table, step, min(before, table.kept), remark))
        if difference:
            break
        if between is not None:
            table.game = between(kept, table.game)
    table.shown.asked(table.game, table.asked)
    difference = difference or _unfinished(table)
    shown = table.shown.all(table.game)
    return Report(scenario.title, scenario.file, not difference, difference, scenario.cites, tuple(trace), shown)


def played(scenario: Scenario | str | Path, table: Table | None = None) -> Game:
    """The game after all steps of a scenario, at a table of its own unless one is given.

    Raises ScenarioError where the scenario fails or cannot be understood.
    """
    if not isinstance(scenario, Scenario):
        scenario = read(scenario)
    if table is None:
        table = Table(scenario, start(scenario))
    for index, step in enumerate(scenario.steps):
        table.following = _following(scenario, index)
        try:
            steps.take(table, step)
        except (Problem, Difference) as problem:
            raise step.source.problem(f"step {step.number}: {problem}") from None
    return table.game


def _unfinished(table: Table) -> str:
    """That the scenario ends within a play that is not made yet, and does not say that it expects the decision."""
    asked, steps_ = table.asked, table.scenario.steps
    if asked is None or not asked.attempt or not steps_:
        return ""
    last = steps_[-1].what
    if isinstance(last, Expect) and any(isinstance(each.check, Deciding) for each in last.expectations):
        return ""
    where = f"{table.scenario.file}:{steps_[-1].source.line}"
    return (
        f"{where}: the scenario ends in the middle of a play: {table.players[asked.player]} must still {asked.prompt}"
    )


def _following(scenario: Scenario, index: int) -> Step | None:
    """The next step that is no expectation."""
    return next((each for each in scenario.steps[index + 1 :] if not isinstance(each.what, Expect)), None)


def _traced(table: Table, step: Step, before: int, remark: str) -> StepTrace:
    events = [] if isinstance(step.what, Expect) else happened_since(table.game, before)
    told = [line for event in events if (line := trace_line(event, table.players))]
    return StepTrace(step.number, step.source.line, step.text, (*told, remark) if remark else tuple(told))


__all__ = ["Report", "ScenarioError", "StepTrace", "played", "run"]
