"""Somebody types at random: every kind of decision, cancelling, undoing, nonsense. Nothing breaks, nothing is lost."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

import pytest

from archivist.arena.playing import Dice, choose
from archivist.cli.play import keeping
from archivist.cli.play.screen import PlainScreen
from archivist.cli.play.session import Session
from archivist.cli.play.start import Setup, setup
from archivist.log.journal import Journal
from archivist.log.reading import read_file
from archivist.log.recording import state_digest
from archivist.log.replays import Replay
from archivist.model.errors import ArchivistError
from archivist.person.menus import (
    ActMenu,
    ArrangeMenu,
    Menu,
    NameMenu,
    NumberMenu,
    OrderMenu,
    PickMenu,
    SplitMenu,
)
from archivist.view import Choice

ODDS = 12
"""One line in so many is a command or nonsense, and no answer."""
COMMANDS = (
    "u", "u", "c", "c", "p", "pp", "t", "?", "? 1", "help", "log", "look", "stops", "stop end", "skip their main",
    "unstop end", "auto off", "auto on", "why a", "save", "99", "1 1", "nonsense", "/", "", "y", "-", "all", "0",
)  # fmt: skip


class Typist(PlainScreen):
    """A screen in front of which somebody types at random. The text of every answer is made from the menu."""

    def __init__(self, names: Sequence[str], seed: int, lines: int) -> None:
        super().__init__(names)
        self.dice = Dice(seed)
        self.left = lines
        self.asked: Menu | None = None
        self.told: list[str] = []

    def menu(self, menu: Menu) -> None:
        super().menu(menu)
        self.asked = menu

    def say(self, text: str, style: str = "") -> None:
        self.told.append(text)

    def read(self, prompt: str = "") -> str:
        self.left -= 1
        if self.left < 0:
            raise EOFError
        if "(y/n)" in prompt or "press Enter" in prompt:
            return ""
        if self.asked is None or not self.dice.below(ODDS):
            return self.dice.one(COMMANDS)
        return typed(self.asked, choose(self.asked.decision, self.dice))


def typed(menu: Menu, choice: Choice) -> str:
    """What a person types to give an answer."""
    match menu:
        case ActMenu():
            return next(str(row.key) for row in menu.rows if choice in row.options)
        case NameMenu():
            return str(choice)
        case NumberMenu() | SplitMenu():
            assert isinstance(choice, tuple)
            return " ".join(map(str, choice))
        case PickMenu() | OrderMenu():
            assert isinstance(choice, tuple)
            return " ".join(str(index + 1) for index in choice) or "0"
        case ArrangeMenu():
            assert isinstance(choice, tuple)
            return " ".join("/" if index == -1 else str(index + 1) for index in choice)
    raise AssertionError(menu)


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A home of the test's own, on a disk that is not waited for."""
    monkeypatch.setenv("ARCHIVIST_HOME", str(tmp_path))
    monkeypatch.setattr(os, "fsync", lambda file: None)
    return tmp_path


def session(made: Setup, seed: int, lines: int) -> tuple[Session, Typist]:
    typist = Typist([f"player {seat}" for seat in range(len(made.players))], seed, lines)
    return Session(made, typist, Journal()), typist


@pytest.mark.parametrize(
    ("opponent", "players", "seed"),
    [("random", "2", 1), ("human", "2", 3), ("random", "3", 4), ("human", "4", 5)],
)
def test_whatever_is_typed_the_journal_is_the_game(home: Path, opponent: str, players: str, seed: int) -> None:
    made = setup("", (opponent,), (), str(seed), "", players)
    played, typist = session(made, seed, 100)
    played.play()
    assert played.given
    assert not any("Traceback" in line for line in typist.told)
    assert len(played.given) == sum(len(answers) for _, answers in played.game.moments())

    path = next(iter(keeping.games().iterdir()))
    log, length = read_file(path, ("game",))
    assert length == path.stat().st_size
    assert not log.torn
    assert [str(each) for each in log.entries] == [str(each) for each in played.log.entries]
    assert len(Replay.read(path)) == len(played.given)
    again = Session(made, typist, Journal(), log)
    assert state_digest(again.game.state) == state_digest(played.game.state)
    assert [again.settings(seat) for seat in made.humans()] == [played.settings(seat) for seat in made.humans()]
    assert again.game.decision == played.game.decision


def test_undo_goes_back_to_the_very_beginning(home: Path) -> None:
    """Against a bot everything can be taken back, each time to a decision that was asked."""
    made = setup("", ("random",), (), "5", "", "2")
    played, _ = session(made, 7, 60)
    played.play()
    by_hand = sum(given.by == "hand" for given in played.given)
    for _ in range(by_hand):
        played.undo(0)
        assert played.game.to_act == 0
    with pytest.raises(ArchivistError, match="nothing to take back"):
        played.undo(0)
    fresh, _ = session(made, 7, 0)
    fresh.play()
    assert state_digest(fresh.game.state) == state_digest(played.game.state)
