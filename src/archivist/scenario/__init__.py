"""Scenarios: a position, some steps, and what must be true. `read` checks a file, `run` plays it.

The format is described in docs/scenarios.md; it is how a judge asks "what happens if ...". The package stands above
`notation` and uses only the game and what the engine says of its questions (`rules.legal_actions.refused_answers`): it
has no rule of its own. Bots, the arena and the commands may use it; nothing below may.

- Reading: `source` (values with file and line), `setup` (the position), `steps`, `expectations` and `properties`, and
  `reading` for the whole file.
- Playing: `table` (the game being played), `answers` (one answer in words), `keys` (a play with the answers of its step),
  `acting`, `unasked` (answers to what was not asked), `refusals` (steps that must be refused), `shortcuts`, `running`,
  and `shown` (the rules that a run shows).
- Asking and writing: `asking` (what can be done, why not), `describing` (a position as a set-up) and `writing` (any
  moment of a game as a scenario).

The names are loaded when they are first used: a package that loads its own modules while it is itself being loaded
makes threads that begin with different ones of them wait for each other.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from archivist.model.errors import ScenarioError
    from archivist.scenario.reading import Scenario, read, read_text
    from archivist.scenario.running import Report, StepTrace, run

_HOMES = {
    "Report": "archivist.scenario.running",
    "Scenario": "archivist.scenario.reading",
    "ScenarioError": "archivist.model.errors",
    "StepTrace": "archivist.scenario.running",
    "read": "archivist.scenario.reading",
    "read_text": "archivist.scenario.reading",
    "run": "archivist.scenario.running",
}

__all__ = ["Report", "Scenario", "ScenarioError", "StepTrace", "read", "read_text", "run"]


def __getattr__(name: str) -> Any:
    home = _HOMES.get(name)
    if home is None:
        raise AttributeError(f"module 'archivist.scenario' has no attribute {name!r}")
    return getattr(import_module(home), name)
