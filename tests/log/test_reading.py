"""One reader for every log, wherever its lines come from; whatever is done to them is told in one line."""

from __future__ import annotations

import random
import sqlite3
from pathlib import Path

import pytest

from archivist import ArchivistError, Game, Replay, ReplayError
from archivist.arena.playing import Dice, choose
from archivist.log.entries import SETTINGS, VERSIONS, Back, Entry, Kind, Recorded, text_of, written
from archivist.log.reading import read, read_file, read_text
from archivist.log.recording import ending, following, head_of
from archivist.log.replays import game_of

DAMAGES = 150


def journal(decisions: int = 40) -> tuple[Game, str]:
    """A game and its journal, with settings and answers that were taken back."""
    game, dice = Game.new(["rai", "silvie"], seed=2), Dice(2)
    log = Recorded("journal", "game", head_of(game, ("human", "random"), ("rai", "silvie")))
    lines = [*log.head.lines("game")]

    def add(*new: object) -> None:
        for each in new:
            log.add(each)  # type: ignore[arg-type]
            lines.append(written(each))  # type: ignore[arg-type]

    add(Entry(0, "A", SETTINGS, '{"auto":false}'))
    for number in range(decisions):
        assert game.decision is not None
        answer = game.decision.exact(choose(game.decision, dice))
        add(*following(log, game, answer, "bot" if number % 2 else "hand"))
        game.give(answer)
        if number % 15 == 14:
            for _ in range(3):
                game.undo()
            add(Back(0, 3))
    add(ending(game))
    return game, "\n".join((*lines, ""))


GAME, TEXT = journal()


def test_a_log_can_be_kept_in_a_database() -> None:
    """Head and lines go into rows one at a time; at any moment the rows so far are the game so far."""
    rows = sqlite3.connect(":memory:")
    rows.execute("create table log (number integer primary key, line text)")
    lengths = []
    for line in TEXT.splitlines():
        rows.execute("insert into log (line) values (?)", (line,))
        so_far = [found for (found,) in rows.execute("select line from log order by number")]
        if line == "decisions:" or (len(so_far) % 20 == 0 and "decisions:" in so_far):
            log = read(so_far, "table 7", ("game",))
            assert game_of(log).event_count >= 0
            lengths.append(len(log.decisions))
    assert lengths[0] == 0
    assert lengths[-1] > 30
    stored = (found for (found,) in rows.execute("select line from log order by number"))
    log = read(stored, "table 7", ("game",))
    assert game_of(log).state == GAME.state
    assert (log.settings["A"].words, log.torn) == ('{"auto":false}', False)
    assert log.ending is not None


def test_a_log_that_is_written_anew_tells_the_same() -> None:
    """Without what was taken back, and with the settings first."""
    log = read_text(TEXT, "journal", ("game",))
    again = read_text(text_of(log), "journal", ("game",))
    assert [str(each) for each in again.entries] == [str(each) for each in log.entries]
    assert (again.head, list(again.settings)) == (log.head, list(log.settings))
    assert "\nback " in TEXT
    assert "\nback " not in text_of(log)
    assert game_of(again).state == GAME.state


def test_lines_end_as_on_any_system() -> None:
    for end in ("\r\n", "\r"):
        assert read_text(TEXT.replace("\n", end), "journal", ("game",)) == read_text(TEXT, "journal", ("game",))


@pytest.mark.parametrize("kind", VERSIONS)
def test_each_kind_names_its_version(kind: Kind) -> None:
    first = f"archivist {kind} {VERSIONS[kind]}"
    with pytest.raises(ReplayError, match=f"has format 99; this version reads format {VERSIONS[kind]}"):
        read_text(f"archivist {kind} 99\n", "x", (kind,))
    with pytest.raises(ReplayError, match=r"x:1: the .* is cut off: it has no decisions"):
        read_text(f"{first}\n", "x", (kind,))
    for other in VERSIONS:
        if other != kind:
            with pytest.raises(ReplayError, match="this is not a"):
                read_text(f"{first}\n", "x", (other,))


@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        ("cards:\n", "cards: none\n", "'cards' is a section: its contents go on the lines below it"),
        ("A player: human\n", "", "a player of A, B and so on is needed; there are those of B"),
        ("A deck: rai\n", "", "a deck of A, B and so on is needed; there are those of B"),
        ("B player: ", "B playr: ", "unknown heading 'B playr'; did you mean B player"),
        ("  A settings: ", "  E settings: ", "this is not a decision"),
        ("\nback 3", "\nback 3000", "3000 decisions are taken back, but there are only"),
        ("\nend: ", "\nback -1\nend: ", "this is not a decision: 'back -1'"),
        ("\nend: ", "\nback 0\nend: ", "0 decisions are taken back"),
    ],
)
def test_what_is_wrong_is_told_with_its_line(old: str, new: str, problem: str) -> None:
    with pytest.raises(ReplayError) as told:
        read_text(TEXT.replace(old, new, 1), "journal", ("game",))
    assert str(told.value).startswith("journal:")
    assert problem in str(told.value)


def test_only_a_journal_goes_on_after_its_end() -> None:
    replay = GAME.to_replay()
    with pytest.raises(ReplayError, match="nothing may follow the end, but there is 'A concedes'"):
        read_text(f"{replay}  A concedes\n", "replay")
    assert read_text(f"{TEXT}  A concedes\n", "journal", ("game",)).ending is None


def test_a_damaged_journal_plays_or_is_refused_in_one_line(tmp_path: Path) -> None:
    """Lines are cut, doubled, exchanged or changed; nothing else than a refusal comes of it, and never an odd game."""
    refused = 0
    for seed in range(DAMAGES):
        dice, lines = random.Random(seed), TEXT.splitlines(keepends=True)
        spot, other = dice.randrange(len(lines)), dice.randrange(len(lines))
        line = lines[spot]
        cut = dice.randrange(len(line))
        change = [
            [],
            [line, line],
            [lines[other]],
            [line[:cut] + dice.choice("AB0:;#(\x00é \n") + line[cut + 1 :]],
            [line[:cut] + line[cut + 1 :]],
        ][seed % 5]
        path = tmp_path / "a.game"
        path.write_text("".join((*lines[:spot], *change, *lines[spot + 1 :])), encoding="utf-8", newline="")
        try:
            game = Game.from_replay(path)
        except ArchivistError as error:
            refused += 1
            assert "\n" not in str(error)
            assert str(path) in str(error)
        else:
            assert Game.from_replay(game.to_replay()).state == game.state
    assert refused > DAMAGES / 4


def test_every_beginning_of_a_journal_plays_or_is_cut_off_in_its_head(tmp_path: Path) -> None:
    """Wherever a process is killed: what stands in whole lines is the game so far."""
    path, data = tmp_path / "a.game", TEXT.encode()
    body = data.index(b"decisions:\n") + len(b"decisions:\n")
    for length in range(body, len(data), 41):
        path.write_bytes(data[:length])
        log, whole = read_file(path, ("game",))
        assert whole == data.rfind(b"\n", 0, length) + 1
        assert log.torn == (whole != length)
        assert len(Replay(log)) == len(log.decisions)
    for length in range(0, body - 1, 97):
        path.write_bytes(data[:length])
        with pytest.raises(ReplayError, match=r"is cut off|is not a saved game|missing|is needed"):
            read_file(path, ("game",))
