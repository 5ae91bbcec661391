"""Every scenario file passes, with each step undone and redone, and saved and loaded between any two steps."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from archivist.arena.invariants import Watch
from archivist.game import Game
from archivist.scenario import run
from archivist.scenario.moot import moot
from archivist.scenario.reading import read
from keep_runs import record
from traces import REGENERATE, Trace, kept, named

ROOT = Path(__file__).resolve().parent.parent
FILES = sorted((ROOT / "scenarios").rglob("*.yaml"))
KEPT = kept()
SHARED = ROOT.parent / "shared" / "scenarios"
EXAMPLES = sorted(SHARED.glob("*.yaml")) if SHARED.is_dir() else []


def _named(path: Path) -> str:
    return str(path.relative_to(path.parent.parent))


@pytest.mark.parametrize("path", FILES, ids=_named)
def test_scenario_passes(path: Path, record_property: Callable[[str, object], None]) -> None:
    """It passes, its run shows the rules that it cites, and every step of it stands up to three questions.

    Whatever must hold in every game holds after the step; the step can be undone and done again; and what is saved and
    loaded after it goes on exactly as the game that was saved: each step is played by the game loaded after the last.
    A step that left the game as it was, such as one that only expects something, has nothing to undo or to save anew.
    What it expects is not all true before it is played. All that happens on the way is as it was (see `traces`).
    """
    watch: Watch | None = None
    trace = Trace()

    def checked(before: Game, after: Game) -> Game:
        nonlocal watch
        watch = watch or Watch(before)
        watch(after)
        trace.see(after)
        return after if _untouched(before, after) else _reloaded(_redone(before, after))

    scenario = read(path)
    report = trace.play(scenario, checked)
    assert report.passed, report.difference
    assert report.unproved == (), "it cites what its run does not show"
    assert not moot(scenario), "all that it expects holds before its first step"
    assert trace.digest == KEPT.get(named(path)), f"it does not go as it was written down; {REGENERATE} writes it anew"
    record(record_property, path, report)


def test_nothing_is_written_down_of_a_scenario_that_is_not_there() -> None:
    assert sorted(KEPT) == sorted(map(named, FILES))


def _untouched(before: Game, after: Game) -> bool:
    """Whether a step changed nothing of the game that is saved or that can be undone."""
    return (after.state, after.answers, after.events) == (before.state, before.answers, before.events)


def _redone(before: Game, after: Game) -> Game:
    """The game after a step, once more: undoing the step gives the game before it, the same answers the one after it."""
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


def _reloaded(game: Game) -> Game:
    """The same game, saved and loaded."""
    loaded = Game.load(game.save())
    assert loaded.state == game.state
    assert loaded.events == game.events
    return loaded


@pytest.mark.parametrize("path", EXAMPLES, ids=_named)
def test_shared_example_passes(path: Path) -> None:
    report = run(path)
    assert report.passed, report.difference
