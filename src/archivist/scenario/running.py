"""Playing a scenario, step by step to its end, and what is told of it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import msgspec

from archivist.game import Game
from archivist.model.errors import EndlessLoop, EngineFault, ScenarioError
from archivist.notation.naming import Problem
from archivist.scenario import shortcuts
from archivist.scenario.acting import act, reply
from archivist.scenario.expectations import Deciding, Expect
from archivist.scenario.reading import Scenario, read, start
from archivist.scenario.refusals import refusal_of
from archivist.scenario.shown import unproved
from archivist.scenario.steps import Act, Reply, Step
from archivist.scenario.table import Difference, Refused, Table, Unasked


class StepTrace(msgspec.Struct, frozen=True):
    """What happened in a step: how it is written, and a narrated line with its rules for each event."""

    number: int
    line: int
    step: str
    lines: tuple[str, ...] = ()


class Report(msgspec.Struct, frozen=True):
    """How a scenario went: it passed, or the first difference from what it says."""

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


def run(scenario: Scenario | str | Path, between: Between | None = None, table: Table | None = None) -> Report:
    """Plays a scenario, at a table of its own unless one is given.

    Raises ScenarioError where it asks for something that cannot be understood.
    """
    if not isinstance(scenario, Scenario):
        scenario = read(scenario)
    if not scenario.steps:
        raise ScenarioError(f"{scenario.file}:{scenario.line}: 'steps' is empty, so the scenario could never fail")
    if table is None:
        table = Table(scenario, start(scenario))
    trace: list[StepTrace] = []
    difference = ""
    for step in scenario.steps:
        before = table.happened
        kept = table.own_game.copy() if between is not None else None
        remark = ""
        try:
            try:
                remark = take(table, step)
            except Difference as found:
                difference = f"step {step.number} ({scenario.file}:{step.source.line}): {found}"
            trace.append(_traced(table, step, min(before, table.kept), remark))
        except Problem as problem:
            raise step.source.problem(f"step {step.number}: {problem}") from None
        except EngineFault as fault:
            raise EngineFault(f"step {step.number} (line {step.source.line}): {fault}") from None
        if difference:
            break
        if between is not None and kept is not None:
            table.game = between(kept, table.own_game)
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
    for step in scenario.steps:
        try:
            take(table, step)
        except (Problem, Difference) as problem:
            raise step.source.problem(f"step {step.number}: {problem}") from None
    return table.own_game


def _unfinished(table: Table) -> str:
    """An error text if the scenario ends in the middle of a play without expecting the pending decision; else empty."""
    asked = table.asked
    if asked is None or not asked.attempt:
        return ""
    last = table.scenario.steps[-1]
    if isinstance(last.what, Expect) and any(isinstance(each.check, Deciding) for each in last.what.expectations):
        return ""
    where, player = f"{table.scenario.file}:{last.source.line}", table.players[asked.player]
    return f"{where}: the scenario ends in the middle of a play: {player} must still {asked.prompt}"


def _traced(table: Table, step: Step, before: int, remark: str) -> StepTrace:
    events = [] if isinstance(step.what, Expect) else table.happened_since(before)
    told = [line for event in events if (line := table.line_of(event))]
    return StepTrace(step.number, step.source.line, step.text, (*told, remark) if remark else tuple(told))


# -- one step ----------------------------------------------------------------------------------------------------


def take(table: Table, step: Step) -> str:
    """Plays a step, and returns a remark for the trace: why an `illegal` step was refused.

    Raises Difference where the scenario fails, and Problem where the step cannot be understood.
    """
    what = step.what
    later = table.scenario.steps[step.number :]
    table.following = next((each for each in later if not isinstance(each.what, Expect)), None)
    table.kept = table.happened
    if isinstance(what, Expect):
        difference = what.difference(table, step.source.line)
        if difference is not None:
            raise Difference(difference)
        table.note_expect()
        return ""
    try:
        if isinstance(what, Act | Reply) and what.illegal is not None:
            return f"refused: {refusal_of(table, what, what.illegal)}"
        if isinstance(what, Act):
            act(table, what)
        elif isinstance(what, Reply):
            reply(table, what)
        else:
            shortcuts.take(table, what)
        shortcuts.settle(table, step)
    except Unasked as unasked:
        raise Problem(unasked.why) from None
    except Refused as refused:
        raise Difference(f"refused: {refused}") from None
    except EndlessLoop as endless:
        raise Problem(str(endless)) from None
    table.begun = table.kept
    return ""
