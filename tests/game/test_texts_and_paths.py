"""A text is text and a Path is a file, always: a stranger's text never opens a file."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from archivist import ArchivistError, DeckListError, Game, Replay, ReplayError, ScenarioError
from archivist.notation import decklists
from archivist.scenario import reading, running

SCENARIO = (
    "setup:\n  A: {champion: [Spirit of Fire]}\n  B: {champion: [Spirit of Water]}\nsteps:\n- expect: {turn: A}\n"
)
READERS: dict[str, tuple[Callable[[Any], Any], type[ArchivistError]]] = {
    "from_scenario": (Game.from_scenario, ScenarioError),
    "from_scenario, played": (lambda source: Game.from_scenario(source, play=True), ScenarioError),
    "scenario.read": (reading.read, ScenarioError),
    "scenario.run": (running.run, ScenarioError),
    "scenario.played": (running.played, ScenarioError),
    "from_replay": (Game.from_replay, ReplayError),
    "Replay.read": (Replay.read, ReplayError),
}


@pytest.fixture(params=READERS, ids=list(READERS))
def reader(request: pytest.FixtureRequest) -> tuple[Callable[[Any], Any], type[ArchivistError]]:
    return READERS[request.param]


@pytest.fixture
def kept(tmp_path: Path, reader: tuple[Callable[[Any], Any], type[ArchivistError]]) -> Path:
    """A file that the reader could read."""
    file = tmp_path / "kept.txt"
    text = Game.from_scenario(SCENARIO).to_replay() if reader[1] is ReplayError else SCENARIO
    file.write_text(text, encoding="utf-8")
    return file


def test_the_name_of_a_file_is_not_a_file(
    reader: tuple[Callable[[Any], Any], type[ArchivistError]], kept: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    read, error = reader
    read(kept)
    read(kept.read_text(encoding="utf-8"))
    monkeypatch.chdir(kept.parent)
    for name in (str(kept), kept.name, f"{kept.name}\n", "/etc/passwd", f"\n{kept}"):
        with pytest.raises(error, match="to read a file, pass a Path"):
            read(name)


@pytest.mark.parametrize(
    "odd", [None, 7, 1.5, b"setup: {}\n", ["a", "b"], object()], ids=lambda odd: type(odd).__name__
)
def test_what_is_neither_is_refused(reader: tuple[Callable[[Any], Any], type[ArchivistError]], odd: object) -> None:
    read, error = reader
    with pytest.raises(error, match="must be a str or a Path"):
        read(odd)


def test_nothing_at_all_is_refused(reader: tuple[Callable[[Any], Any], type[ArchivistError]], tmp_path: Path) -> None:
    read, error = reader
    with pytest.raises(error, match="is needed, but this is empty"):
        read("")
    with pytest.raises(error, match="cannot be read"):
        read(tmp_path)
    with pytest.raises(error, match="cannot be read"):
        read(Path("a\0b"))


def test_a_text_of_one_line_can_be_a_scenario() -> None:
    line = "{setup: {A: {champion: [Spirit of Fire]}, B: {champion: [Spirit of Water]}}}"
    assert Game.from_scenario(line).state == Game.from_scenario(SCENARIO).state


def test_deck_lists(tmp_path: Path) -> None:
    file = tmp_path / "deck.txt"
    file.write_text("4 Fireball\n", encoding="utf-8")
    assert decklists.load(file).main == {"Fireball": 4}
    with pytest.raises(DeckListError, match="is not a number and a name"):
        decklists.read(str(file))
    with pytest.raises(DeckListError, match="pass a Path to `load`"):
        decklists.read(file)  # type: ignore[arg-type]
    with pytest.raises(DeckListError, match="a file is a Path, not str"):
        decklists.load(str(file))  # type: ignore[arg-type]
    for missing in (tmp_path, tmp_path / "none.txt", Path("a\0b")):
        with pytest.raises(DeckListError, match="cannot be read"):
            decklists.load(missing)
