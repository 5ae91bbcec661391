"""Scenarios played with an engine: what came of each."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

import msgspec

from archivist.model.errors import EngineFault, ScenarioError
from archivist.scenario.reading import Scenario, read
from archivist.scenario.running import run
from archivist.scenario.wire.process import Engine, Line
from archivist.scenario.wire.remote import RemoteTable, Unsupported

Outcome = Literal["pass", "fail", "error", "unsupported"]


class Verdict(msgspec.Struct, frozen=True, omit_defaults=True):
    """What came of one file: `error` means that the file, or the engine, cannot be understood."""

    file: str
    status: Outcome
    title: str = ""
    problem: str = ""


def conforms(scenario: Scenario, engine: Line) -> Verdict:
    """Plays a scenario with an engine, and compares what happens with what it says."""
    try:
        table = RemoteTable(scenario, engine)
    except Unsupported as unsupported:
        return Verdict(scenario.file, "unsupported", scenario.title, str(unsupported))
    except EngineFault as fault:
        return Verdict(scenario.file, "error", scenario.title, f"set up: {fault}")
    try:
        report = run(scenario, table=table)
    except EngineFault as fault:
        return Verdict(scenario.file, "error", scenario.title, str(fault))
    except ScenarioError as error:
        return Verdict(scenario.file, "fail", scenario.title, str(error))
    return Verdict(scenario.file, "pass" if report.passed else "fail", scenario.title, report.difference)


class Conformance:
    """An engine that scenarios are played with, one after another; after a fault it is started anew."""

    def __init__(self, command: str, timeout: float) -> None:
        """Raises EngineFault if the engine cannot be started, or speaks another protocol."""
        self._command = command
        self._timeout = timeout
        self._engine = Engine(command, timeout)

    @property
    def name(self) -> str:
        return self._engine.name

    def verdict(self, file: Path) -> Verdict:
        """The verdict on a file. Raises EngineFault if the engine has failed and cannot be started again."""
        try:
            scenario = read(file)
        except ScenarioError as error:
            return Verdict(str(file), "error", problem=str(error))
        if not self._engine.running:
            self._engine = Engine(self._command, self._timeout)
        return conforms(scenario, self._engine)

    def close(self) -> None:
        self._engine.close()
