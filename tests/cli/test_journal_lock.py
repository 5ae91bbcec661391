"""The journal of a game is locked before it is read: what another terminal writes is neither missed nor cut off."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from archivist.cli.play import journal as journals
from archivist.cli.play.journal import Journal, Setup
from archivist.decks import deck
from archivist.game import Game
from archivist.model.errors import SaveError


@pytest.fixture
def kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A game that is kept, and that nobody plays at the moment."""
    monkeypatch.setenv("ARCHIVIST_HOME", str(tmp_path))
    decks = (deck("rai"), deck("silvie"))
    setup = Setup(seed=1, format="standard", deck_names=("rai", "silvie"), decks=decks, players=("human", "human"))
    journal = Journal(setup)
    journal.begin(Game.new(decks, seed=1), [])
    journal.close()
    assert journal.path is not None
    yield journal.path


def test_the_lock_is_held_while_the_file_is_read(kept: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    refused: list[str] = []
    reading = journals.read

    def read(path: Path) -> tuple[journals.Story, int]:
        with pytest.raises(SaveError) as other:
            journals._locked(path)
        refused.append(str(other.value))
        return reading(path)

    monkeypatch.setattr(journals, "read", read)
    journal, story = Journal.going_on(kept)
    assert refused == [f"{kept} is being played in another terminal"]
    assert story.given == []
    journal.close()


def test_a_game_in_another_terminal_is_neither_read_nor_cut(kept: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first, _ = Journal.going_on(kept)
    unfinished = kept.read_bytes() + b'{"line":"ans'
    kept.write_bytes(unfinished)
    monkeypatch.setattr(journals, "read", lambda path: pytest.fail("it was read before it was locked"))
    with pytest.raises(SaveError, match="is being played in another terminal"):
        Journal.going_on(kept)
    assert kept.read_bytes() == unfinished
    first.close()


def test_a_file_that_cannot_be_read_is_let_go(kept: Path) -> None:
    kept.write_bytes(b"nothing\n")
    for _ in range(2):
        with pytest.raises(SaveError, match="is not a saved game"):
            Journal.going_on(kept)
    with pytest.raises(SaveError, match="cannot be read"):
        Journal.going_on(kept.with_name("none"))


def test_a_copy_is_only_read(kept: Path, tmp_path: Path) -> None:
    copy = tmp_path / "copy.game"
    copy.write_bytes(kept.read_bytes() + b'{"line":"ans')
    before = copy.read_bytes()
    journal, _ = Journal.going_on(copy)
    assert not journal.begun
    assert copy.read_bytes() == before
