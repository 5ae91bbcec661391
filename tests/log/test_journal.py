"""Journals: a log that is added to while the game goes on, by one process at a time, and never torn by a killed one."""

from __future__ import annotations

import errno
import os
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

from archivist import Game, Replay, ReplayError, SaveError
from archivist.arena.playing import Dice, choose
from archivist.log import journal as journals
from archivist.log import locks
from archivist.log.entries import SETTINGS, Back, Entry, Kind, Mark, Recorded
from archivist.log.journal import Journal, NotKept
from archivist.log.reading import read_file
from archivist.log.recording import ending, following, head_of


def begun(game: Game, path: Path) -> tuple[Journal, Recorded]:
    """A new journal of a game, and what it tells."""
    log = Recorded(str(path), "game", head_of(game, ("human", "greedy"), ("rai", "my deck.txt")))
    journal = Journal()
    journal.begin([path], log)
    return journal, log


def played(game: Game, journal: Journal, log: Recorded, decisions: int, seed: int = 0) -> None:
    """Goes on with a game by so many answers, each of them kept."""
    dice = Dice(seed)
    for _ in range(decisions):
        assert game.decision is not None
        answer = game.decision.exact(choose(game.decision, dice))
        for line in following(log, game, answer, "bot"):
            journal.add(line)
            log.add(line)
        game.give(answer)


@pytest.fixture
def kept(tmp_path: Path) -> Path:
    """A game that is kept, and that nobody plays at the moment."""
    path = tmp_path / "0001.game"
    journal, _ = begun(Game.new(["rai", "silvie"], seed=1), path)
    journal.close()
    return path


# -- an append-only replay ---------------------------------------------------------------------------------------


def test_a_journal_is_a_replay_at_every_line(tmp_path: Path) -> None:
    """Whatever has been written so far plays, with and without a line that is being written."""
    path, game = tmp_path / "a.game", Game.new(["rai", "silvie"], seed=4)
    journal, log = begun(game, path)
    played(game, journal, log, 60)
    for number in range(0, 60, 12):
        text = path.read_text("utf-8")
        cut = text.index(f"  {log.decisions[number]}\n")
        replay = Replay.read(text[: cut + 5])
        assert len(replay) <= number
        assert replay.recorded.torn
    replay = Replay.read(path)
    replay.to_end()
    assert (len(replay), replay.game.state, replay.recorded.torn) == (60, game.state, False)
    assert Game.from_replay(path).to_replay() == game.to_replay()
    journal.add(ending(game))
    assert Replay.read(path).complete
    journal.close()


def test_a_journal_says_the_same_as_the_replay_of_the_game(tmp_path: Path) -> None:
    """Line by line, but for who plays and who answered."""
    path, game = tmp_path / "a.game", Game.new(["rai", "silvie"], seed=4)
    journal, log = begun(game, path)
    played(game, journal, log, 40)
    journal.add(ending(game))
    journal.close()
    kept = [line for line in path.read_text("utf-8").splitlines() if line[2:8] not in ("player", "deck: ")]
    assert [line.replace(" (bot)", "") for line in kept[1:]] == game.to_replay().splitlines()[1:]


def test_what_is_taken_back_is_added_too(tmp_path: Path) -> None:
    path, game = tmp_path / "a.game", Game.new(["rai", "silvie"], seed=4)
    journal, log = begun(game, path)
    played(game, journal, log, 30)
    before = path.read_bytes()
    for count in (1, 20, 9):
        for _ in range(count):
            game.undo()
        journal.add(Back(0, count))
        log.add(Back(0, count))
        assert path.read_bytes().startswith(before)
        played(game, journal, log, 5 if count < 9 else 0, seed=count)
        again = Game.from_replay(path)
        assert again.state == game.state
        assert again.decision == game.decision
    journal.close()


def test_a_turn_whose_first_decision_is_taken_back_has_still_begun() -> None:
    entry, mark = Entry(0, "A", "opportunity", "pass"), Mark(0, 2, "B")
    log = Recorded("log", "game", head_of(Game.new(["rai", "silvie"], seed=1)), [Mark(0, 1, "A"), entry, mark, entry])
    log.add(Back(0, 1))
    assert (log.entries[-1], log.turn) == (mark, 2)
    log.add(Back(0, 1))
    assert (log.entries, log.turn) == ([Mark(0, 1, "A")], 1)


@pytest.mark.parametrize(
    ("more", "ended"),
    [
        ("", True),
        ("  B settings: {}\n", True),
        ("back 1\n", False),
        ("  A opportunity: pass\n", False),
        ("turn 2, B\n", False),
    ],
)
def test_only_what_comes_last_is_the_end(kept: Path, more: str, ended: bool) -> None:
    """A game that was over goes on when something is taken back; settings change nothing."""
    with kept.open("a") as file:
        file.write(f"  A opportunity: pass\nend: A wins\n{more}")
    assert (read_file(kept, ("game",))[0].ending is not None) is ended


def test_the_head_says_who_plays_and_settings_are_kept(kept: Path) -> None:
    journal, log = Journal.going_on(kept)
    assert (log.head.players, log.head.deck_names) == (("human", "greedy"), ("rai", "my deck.txt"))
    journal.add(Entry(0, "A", SETTINGS, '{"auto":false}'))
    journal.add(Entry(0, "A", SETTINGS, '{"own":false}'))
    journal.close()
    assert read_file(kept, ("game",))[0].settings["A"].words == '{"own":false}'


@pytest.mark.parametrize("torn", [b"  A oppor", b"back", b"end: A w", "  A targets: Ã".encode()[:-1], b"state: 0123"])
def test_a_torn_line_is_dropped_and_cut_off_when_the_game_goes_on(kept: Path, torn: bytes) -> None:
    whole = kept.read_bytes()
    kept.write_bytes(whole + torn)
    assert read_file(kept, ("game",))[0].torn
    journal, log = Journal.going_on(kept)
    assert log.torn
    assert log.entries == []
    assert kept.read_bytes() == whole + torn
    journal.add(Entry(0, "B", SETTINGS, "{}"))
    journal.close()
    assert kept.read_bytes() == whole + b"  B settings: {}\n"
    assert not read_file(kept, ("game",))[0].torn


def test_lines_of_a_journal_mean_nothing_in_a_replay() -> None:
    text = Game.new(["rai", "silvie"], seed=1).to_replay().replace("\nend: ", "\n{}\nend: ")
    for line in ("back 1", "  A (bot) opportunity: pass", "  A settings: {}"):
        with pytest.raises(ReplayError, match="this is not a decision"):
            Replay.read(text.replace("{}", line))


# -- files that cannot be written --------------------------------------------------------------------------------


def test_a_new_game_takes_a_name_that_is_free(kept: Path) -> None:
    before, other = kept.read_bytes(), kept.with_name("0002.game")
    journal = Journal()
    journal.begin([kept, other], read_file(kept, ("game",))[0])
    assert (journal.path, journal.begun) == (other, True)
    journal.close()
    assert kept.read_bytes() == before == other.read_bytes()


def test_a_journal_that_cannot_be_made_leaves_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(file: int, data: memoryview) -> int:
        raise OSError(errno.ENOSPC, "No space left on device")

    game = Game.new(["rai", "silvie"], seed=1)
    with pytest.raises(NotKept, match="the game is not saved"):
        begun(game, tmp_path / "nowhere" / "a.game")
    monkeypatch.setattr(os, "write", full)
    with pytest.raises(NotKept, match=r"a\.game cannot be written: No space left on device; the game is not saved"):
        begun(game, tmp_path / "a.game")
    assert list(tmp_path.iterdir()) == []


def test_an_answer_that_cannot_be_kept_is_told(kept: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    journal, _ = Journal.going_on(kept)
    journal.add(Entry(0, "A", SETTINGS, "{}"))
    with monkeypatch.context() as broken:
        broken.setattr(os, "fsync", lambda file: (_ for _ in ()).throw(OSError(errno.EIO, "Input/output error")))
        with pytest.raises(NotKept, match="cannot be written: Input/output error; earlier answers are saved"):
            journal.keep()
    journal.close()


# -- one process at a time ---------------------------------------------------------------------------------------


def test_the_lock_is_held_while_the_file_is_read(kept: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    refused: list[str] = []

    def read(path: Path, kinds: tuple[Kind, ...]) -> tuple[Recorded, int]:
        with pytest.raises(SaveError) as other:
            Journal.going_on(path)
        refused.append(str(other.value))
        return read_file(path, kinds)

    monkeypatch.setattr(journals, "read_file", read)
    journal, log = Journal.going_on(kept)
    assert refused == [f"{kept} is being played in another terminal"]
    assert log.entries == []
    journal.close()


def test_a_game_in_another_terminal_is_neither_read_nor_cut(kept: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first, _ = Journal.going_on(kept)
    unfinished = kept.read_bytes() + b"  A oppor"
    kept.write_bytes(unfinished)
    monkeypatch.setattr(journals, "read_file", lambda *of: pytest.fail("it was read before it was locked"))
    with pytest.raises(SaveError, match="is being played in another terminal"):
        Journal.going_on(kept)
    assert kept.read_bytes() == unfinished
    first.close()


def test_a_file_that_cannot_be_read_is_let_go(kept: Path) -> None:
    kept.write_bytes(b"nothing\n")
    for _ in range(2):
        with pytest.raises(ReplayError, match="is not a saved game"):
            Journal.going_on(kept)
    with pytest.raises(SaveError, match="cannot be written"):
        Journal.going_on(kept.with_name("none"))


def test_a_file_that_cannot_be_locked_is_told(kept: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def unable(file: int) -> bool:
        raise OSError(errno.ENOLCK, "No locks available")

    monkeypatch.setattr(locks, "take", unable)
    with pytest.raises(SaveError, match="cannot be locked: No locks available"):
        Journal.going_on(kept)


class Windows:
    """The part of msvcrt that locks: a byte of a file belongs to one open file until that is closed."""

    LK_NBLCK = 2

    def __init__(self) -> None:
        self.held: dict[tuple[int, int], int] = {}

    def locking(self, file: int, mode: int, count: int) -> None:
        assert (mode, count) == (self.LK_NBLCK, 1)
        found = os.fstat(file)
        byte = (found.st_ino, os.lseek(file, 0, os.SEEK_CUR))
        assert byte[1] > found.st_size, "what is locked cannot be read by others"
        if byte in self.held:
            raise PermissionError(errno.EACCES, "Permission denied")
        self.held[byte] = file

    def closed(self, file: int) -> None:
        self.held = {byte: each for byte, each in self.held.items() if each != file}


def test_a_journal_is_locked_on_windows_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """With the module that Windows has instead of fcntl, and without a directory that could be synchronised."""
    system, close = Windows(), os.close

    def closing(file: int) -> None:
        system.closed(file)
        close(file)

    monkeypatch.setattr(locks, "WINDOWS", True)
    monkeypatch.setitem(sys.modules, "msvcrt", system)
    monkeypatch.setitem(sys.modules, "fcntl", SimpleNamespace())
    monkeypatch.delattr(os, "O_DIRECTORY")
    monkeypatch.setattr(os, "close", closing)
    path, game = tmp_path / "a.game", Game.new(["rai", "silvie"], seed=4)
    journal, log = begun(game, path)
    assert len(system.held) == 1
    played(game, journal, log, 10)
    with pytest.raises(SaveError, match="is being played in another terminal"):
        Journal.going_on(path)
    journal.close()
    assert system.held == {}
    again, found = Journal.going_on(path)
    played(game, again, found, 10)
    again.close()
    assert Game.from_replay(path).state == game.state
