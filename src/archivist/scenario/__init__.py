"""Scenarios: a position, some steps, and what must be true. `read` checks a file, `run` plays it.

The format is described in docs/scenarios.md; it is how a judge asks "what happens if ...".
"""

from archivist.model.errors import ScenarioError
from archivist.scenario.format import read, read_text
from archivist.scenario.report import Report, StepTrace, run
from archivist.scenario.structure import Scenario

__all__ = ["Report", "Scenario", "ScenarioError", "StepTrace", "read", "read_text", "run"]
