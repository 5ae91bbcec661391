"""Digests of all scenarios: what happened with its rules, what every seat sees, and what could be decided, step by step.

What is asked within a step, with all that could be answered, why something is refused, which rules the whole run shows,
and what the cards say that a scenario makes up are part of it.

A scenario proves what it expects. Its digest notices every other change in what the engine does on the way, as the counts
of `archivist.arena.golden` do for whole games. `make golden` writes the digests anew after an intended change: see with
`archivist trace FILE`, before and after, what is different in some of them, and whether the rules say so.
"""

from __future__ import annotations

import hashlib
import re
import sys
from collections.abc import Iterable
from functools import cache
from pathlib import Path

import msgspec
from msgspec.structs import replace

from archivist.cards import pool
from archivist.game import Game
from archivist.model.decision import Decision
from archivist.model.errors import Illegal
from archivist.notation.playing import Playing
from archivist.notation.wording import wording
from archivist.scenario.reading import Scenario, read, start
from archivist.scenario.running import Between, Report, run
from archivist.scenario.shown import Shown
from archivist.scenario.table import Table

ROOT = Path(__file__).resolve().parent.parent
SCENARIOS = ROOT / "scenarios"
KEPT = ROOT / "tests" / "golden" / "scenarios.txt"
LENGTH = 10
NOTHING = re.compile(rb'"(?!player")[^"]+":(?:\[\]|\{\}|""|null|false|0),?(?=["}])')
"""Fields that say nothing are left out, so that a new one that most things do not use changes no digest.

Who does something is always said: nobody is not the first player, whose number is 0.
"""
REGENERATE = "make golden"


class Trace:
    """The digest of a run, which sees the game after each of its steps."""

    def __init__(self) -> None:
        self._digest = hashlib.sha256()
        self._told = 0
        self._views = b""

    def play(self, scenario: Scenario, between: Between) -> Report:
        """Plays a scenario; `between` has to let the trace see the game after each step."""
        report = run(scenario, between, Table(scenario, start(scenario), shown=_Heard(self)))
        self._put(report.shown)
        return report

    def hear(self, asked: Decision | None) -> None:
        """Takes in what a player is asked."""
        # which names there are to choose from changes with every new card
        self._put(asked if asked is None or asked.form != "name" else replace(asked, options=()))

    def hear_refusal(self, illegal: Illegal) -> None:
        """Takes in why something cannot be done."""
        self._put([(reason.rules, reason.why) for reason in illegal.reasons])

    def see(self, game: Game, *, again: bool = False) -> None:
        """Takes in what has happened since the last step, and how the game is now: as it was, if it is seen `again`."""
        if not self._told:
            made_up = (face for name, face in game.state.whole_pool.items() if name not in pool())
            self._put([(face.name, wording(face)) for face in made_up])
        new = game.events_since(self._told)
        self._told = game.event_count
        self._put(new)
        if not again:
            seats = range(len(game.state.players))
            self._views = self._said([replace(game.view(seat, log=0), decision=None) for seat in seats])
        self._digest.update(self._views)
        self.hear(game.decision)

    def _put(self, value: object) -> None:
        self._digest.update(self._said(value))

    def _said(self, value: object) -> bytes:
        said = NOTHING.sub(b"", msgspec.json.encode(value, order="sorted"))
        return said.replace(b",}", b"}")

    @property
    def digest(self) -> str:
        return self._digest.hexdigest()[:LENGTH]


class _Heard(Shown):
    """Notes which rules a run shows, and lets a trace hear what is asked and refused."""

    def __init__(self, trace: Trace) -> None:
        super().__init__()
        self._trace = trace

    def asked(self, game: Playing, asked: Decision | None) -> None:
        super().asked(game, asked)
        if asked is not None:
            self._trace.hear(asked)

    def refused(self, illegal: Illegal | None) -> None:
        super().refused(illegal)
        if illegal is not None:
            self._trace.hear_refusal(illegal)


def trace(path: Path) -> str:
    """The digest of a scenario."""
    found = Trace()

    def seen(_: Game, after: Game) -> Game:
        found.see(after)
        return after

    found.play(read(path), seen)
    return found.digest


def named(path: Path) -> str:
    """The name of a scenario in the list."""
    return path.relative_to(SCENARIOS).as_posix()


@cache
def kept() -> dict[str, str]:
    """The digests that were written down."""
    lines = KEPT.read_text(encoding="utf-8").splitlines()
    return {name: digest for digest, _, name in (line.partition(" ") for line in lines)}


def write(paths: Iterable[Path]) -> None:
    """Writes down the digests of scenarios."""
    KEPT.write_text("".join(f"{trace(path)} {named(path)}\n" for path in paths), encoding="utf-8")


if __name__ == "__main__":
    write(sorted(SCENARIOS.rglob("*.yaml")))
    sys.stdout.write(f"{KEPT}\n")
