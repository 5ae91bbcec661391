"""Every scenario file passes: as it is, with each step undone and redone, and saved and loaded between any two steps."""

from __future__ import annotations

from pathlib import Path

import pytest

from archivist.arena.invariants import Watch
from archivist.game import Game
from archivist.scenario import run
from archivist.scenario.format import read
from archivist.scenario.moot import moot

ROOT = Path(__file__).resolve().parent.parent
FILES = sorted((ROOT / "scenarios").rglob("*.yaml"))
SHARED = ROOT.parent / "shared" / "scenarios"
EXAMPLES = sorted(SHARED.glob("*.yaml")) if SHARED.is_dir() else []


def _named(path: Path) -> str:
    return str(path.relative_to(path.parent.parent))


@pytest.mark.parametrize("path", FILES, ids=_named)
def test_scenario_passes(path: Path) -> None:
    """And what must hold in every game holds after each of its steps, and its run shows the rules that it cites.

    What it expects is not all true before it is played.
    """
    watch: Watch | None = None

    def watched(before: Game, after: Game) -> Game:
        nonlocal watch
        watch = watch or Watch(before)
        watch(after)
        return after

    scenario = read(path)
    report = run(scenario, between=watched)
    assert report.passed, report.difference
    assert report.unproved == (), "it cites what its run does not show"
    assert not moot(scenario), "all that it expects holds before its first step"


@pytest.mark.parametrize("path", EXAMPLES, ids=_named)
def test_shared_example_passes(path: Path) -> None:
    report = run(path)
    assert report.passed, report.difference


@pytest.mark.parametrize("path", FILES, ids=_named)
def test_scenario_passes_saved_and_loaded_between_steps(path: Path) -> None:
    """What is loaded goes on exactly as what was saved."""

    def reloaded(before: Game, after: Game) -> Game:
        loaded = Game.load(after.save())
        assert loaded.state == after.state
        assert loaded.events == after.events
        return loaded

    report = run(path, between=reloaded)
    assert report.passed, report.difference


@pytest.mark.parametrize("path", FILES, ids=_named)
def test_scenario_passes_when_each_step_is_undone_and_redone(path: Path) -> None:
    """Undoing a step gives the game before it; giving the same answers again gives the game after it."""

    def redone(before: Game, after: Game) -> Game:
        other = after.copy()
        answers = []
        while (other.state, other.answers) != (before.state, before.answers):
            assert other.can_undo
            answers.append(other.last_answer)
            other.undo()
        assert other.events == before.events
        for answer in reversed(answers):
            assert answer is not None
            other.give(answer)
        assert other.state == after.state
        assert other.events == after.events
        return other

    report = run(path, between=redone)
    assert report.passed, report.difference


def test_there_are_scenarios_for_every_part() -> None:
    parts = {path.parent.name for path in FILES}
    assert {"playing", "activating", "paying", "materializing", "bestowing", "resolving", "rulings"} <= parts
    assert len(FILES) >= 80
