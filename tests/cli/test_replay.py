"""``archivist replay``: the log in its forms, and stepping through a game at a terminal."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest
from terminal import Terminal, plain
from typer.testing import Result

from archivist import Game, Replay, deck
from archivist.arena.playing import play_out
from archivist.bots.analysis import Costly

Run = Callable[..., Result]
PROMPT = "q leave: "
ROWS = 24
SHORT = 28
"""The seed of a game of fifteen turns; every command plays it anew."""


@pytest.fixture(scope="module")
def text() -> str:
    game = Game.new([deck("rai"), deck("silvie")], seed=SHORT)
    play_out(game, SHORT, 4000)
    assert game.over
    return game.to_replay()


@pytest.fixture
def file(text: str, tmp_path: Path) -> Path:
    path = tmp_path / "game.replay"
    path.write_text(text, encoding="utf-8")
    return path


# -- printing ----------------------------------------------------------------------------------------------------


def test_without_a_terminal_the_log_is_printed(run: Run, file: Path) -> None:
    shown = run("replay", file)
    assert shown.exit_code == 0
    lines = shown.stdout.splitlines()
    assert lines[:3] == ["# game.replay", "format: standard", f"seed: {SHORT}"]
    assert "cards of A:" in lines
    assert "== before the game ==" in lines
    assert any(re.fullmatch(r"== turn 2: [AB] ==", line) for line in lines)
    assert any(line.startswith("the game is over  [turn.9.2") for line in lines)
    assert run("replay", file, "--log").stdout == shown.stdout


def test_a_single_turn(run: Run, file: Path) -> None:
    lines = run("replay", file, "--turn", 2).stdout.splitlines()
    assert [line for line in lines if line.startswith("==")] == [lines[0]]
    assert lines[0].startswith("== turn 2: ")


def test_a_seat_hears_only_what_it_may_know(run: Run, file: Path) -> None:
    whole, own = run("replay", file, "--log").stdout, run("replay", file, "--log", "--seat", "A").stdout
    assert "cards of B:" not in own
    assert f"seed: {SHORT}" in whole
    assert "seed" not in own  # it tells what everyone draws
    assert f"seed {SHORT}" not in run("replay", file, "--markdown", "--seat", "A").stdout
    assert json.loads(run("replay", file, "--json", "--seat", "A").stdout)["seed"] is None
    assert re.search(r"^B: a card, deck -> hand", own, re.MULTILINE)
    assert not re.search(r"^B: a card, deck -> hand", whole, re.MULTILINE)
    assert len(own.splitlines()) < len(whole.splitlines())


def test_markdown(run: Run, file: Path) -> None:
    lines = run("replay", file, "--markdown").stdout.splitlines()
    assert lines[0] == "# game.replay"
    assert lines[2].startswith(f"format standard, seed {SHORT}; winner: ")
    assert any(re.fullmatch(r"## Turn 2: [AB]", line) for line in lines)
    assert any(line.startswith("- the game is over *turn.9.2") for line in lines)


def test_json(run: Run, file: Path) -> None:
    said = json.loads(run("replay", file, "--json").stdout)
    assert (said["seed"], said["players"], said["complete"]) == (SHORT, ["A", "B"], True)
    assert any(each["event"].endswith("goes first") for each in said["before"])
    decisions = said["decisions"]
    assert [each["number"] for each in decisions] == list(range(1, len(Replay.read(file)) + 1))
    written = file.read_text().splitlines()
    for each in decisions:
        assert written[each["line"] - 1] == f"  {each['player']} {each['kind']}: {each['answer']}"
    (over,) = [each for each in decisions[-1]["events"] if each["event"] == "the game is over"]
    assert over["rules"][0] == "turn.9.2"


def test_json_of_a_seat_has_no_answers_of_others(run: Run, file: Path) -> None:
    decisions = json.loads(run("replay", file, "--json", "--seat", "B", "--turn", 3).stdout)["decisions"]
    assert {each["turn"] for each in decisions} == {3}
    assert all(("answer" in each) == (each["player"] == "B") for each in decisions)


def test_json_of_a_seat_lists_no_decision_of_others_that_may_hang_on_hidden_cards(run: Run, file: Path) -> None:
    """What others decide within a play or a resolution is left out, and nothing counts how much that is."""
    whole = json.loads(run("replay", file, "--json").stdout)["decisions"]
    decisions = json.loads(run("replay", file, "--json", "--seat", "B").stdout)["decisions"]
    acting = {"opportunity", "materialize"}
    kept = [each for each in whole if each["player"] == "B" or each["kind"] in acting]
    assert len(kept) < len(whole)
    assert [(each["player"], each["kind"]) for each in decisions] == [(each["player"], each["kind"]) for each in kept]
    assert [each["number"] for each in decisions] == list(range(1, len(kept) + 1))
    assert not any("line" in each for each in decisions)


def test_a_play_that_is_still_being_made_is_not_told_to_others(run: Run, tmp_path: Path) -> None:
    """Up to then it may be refused (RU.14); once it is made, others are told all of it (a log that stops in between)."""
    game = Game.new([deck("rai"), deck("silvie")], seed=3)
    while game.decision is not None and not game.decision.attempt:
        game.answer(next(game.decision.answers()) if not game.acting else game.decision.options[-1])
    making, file = game.decision, tmp_path / "making.replay"
    assert making is not None
    file.write_text(game.to_replay())
    other = game.state.players[1 - making.player].name
    announced = game.trace(making.player)[-1]
    for form in ("--log", "--markdown", "--json"):
        said = [run("replay", file, "--seat", seat, form).stdout for seat in ("AB"[making.player], other)]
        assert [announced.partition("  [")[0] in each for each in said] == [True, False]


def test_json_of_a_seat_tells_what_its_log_tells(run: Run, file: Path) -> None:
    for seat in ("A", "B"):
        said = json.loads(run("replay", file, "--json", "--seat", seat).stdout)
        events = [*said["before"], *(event for each in said["decisions"] for event in each["events"])]
        log = run("replay", file, "--log", "--seat", seat).stdout.splitlines()
        assert [each["event"] for each in events] == [line.partition("  [")[0] for line in log if line.endswith("]")]


def test_a_game_from_a_scenario(run: Run, scenario: Path, tmp_path: Path) -> None:
    file = tmp_path / "scenario.replay"
    file.write_text(Game.from_scenario(scenario, play=True).to_replay())
    shown = run("replay", file)
    assert "== turn 5 ==" in shown.stdout
    assert "seed:" not in shown.stdout
    assert "Fireball resolves" in shown.stdout


@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        ("engine: 0", "engine: 9", "made by Archivist 9"),
        (f"seed: {SHORT}", "seed: three", "the seed must be a number"),
        (f"seed: {SHORT}", f"seed: {'3' * 5000}", "the seed must be a number"),
        ("opportunity: pass", "opportunity: pas", "'pas' is not among the options; did you mean pass"),
        ("archivist replay", "hello", "this is not a replay"),
    ],
)
def test_what_cannot_be_played_is_told_in_one_line(run: Run, file: Path, old: str, new: str, problem: str) -> None:
    file.write_text(file.read_text().replace(old, new, 1))
    refused = run("replay", file)
    assert refused.exit_code == 2
    assert refused.stdout == ""
    assert problem in refused.stderr
    assert len(refused.stderr.splitlines()) == 1


def test_other_things_that_are_unknown(run: Run, file: Path, tmp_path: Path) -> None:
    for arguments, problem in (
        ((file, "--seat", "C"), "no player is named 'C'; there are A, B"),
        ((file, "--turn", 99), "turn 99 has no decisions; the game has turns 1 to"),
        ((tmp_path / "none.replay",), "cannot be read"),
        ((tmp_path,), "cannot be read"),
        (("x" * 300,), "cannot be read (File name too long)"),
        ((file, "--json", "--markdown"), "give only one"),
    ):
        refused = run("replay", *arguments)
        assert refused.exit_code == 2
        assert problem in refused.stderr


def test_a_file_that_was_cut_off_is_shown_as_far_as_it_goes(run: Run, file: Path, text: str) -> None:
    file.write_text(text[: text.index("\nturn 3")] + "\n")
    shown = run("replay", file)
    assert shown.exit_code == 0
    assert shown.stderr == f"{file} was cut off; it is shown as far as it goes\n"
    assert "== turn 2" in shown.stdout


@pytest.mark.parametrize("part", ["\nturn 3", "pportunity: pass\n", "nd: ", "tate: "])
def test_a_line_that_was_cut_off_is_left_out(run: Run, file: Path, text: str, part: str) -> None:
    file.write_text(text[: text.rindex(part) + len(part) - 2])
    shown = run("replay", file)
    assert shown.exit_code == 0, shown.stderr
    assert "cut off" in shown.stderr or part == "tate: "


def test_a_file_that_an_editor_saved_otherwise(run: Run, file: Path, text: str) -> None:
    """With a byte order mark, other line ends, no line end at the end; seats in small letters."""
    printed = run("replay", file, "--seat", "A").stdout
    file.write_bytes(b"\xef\xbb\xbf" + text.rstrip().replace("\n", "\r\n").encode())
    shown = run("replay", file, "--seat", "a")
    assert (shown.exit_code, shown.stderr, shown.stdout) == (0, "", printed)


# -- at a terminal -----------------------------------------------------------------------------------------------


class Person(Terminal):
    """Somebody who looks at a replay, a key at a time."""

    def key(self, key: str) -> str:
        """Presses a key; gives what is shown then, without codes."""
        self.press(key)
        return plain(self.expect(PROMPT))

    def asked(self, key: str, question: str, line: str) -> str:
        """Presses a key that asks for something, and types it."""
        self.press(key)
        self.expect(question)
        return self.key(f"{line}\n")


@pytest.fixture
def person(file: Path) -> Person:
    return Person("replay", str(file))


def test_keys_go_through_a_game(person: Person, file: Path, tmp_path: Path) -> None:
    replay = Replay.read(file)
    count = len(replay)
    with person:
        first = plain(person.expect(PROMPT))
        assert f"0 of {count} decisions, everything. Next: {replay.next}" in " ".join(first.split())
        assert "this is the beginning" in person.key("b")
        second = person.key("n")
        assert f"1 of {count} decisions" in second
        assert "[CA.1" in second
        assert f"2 of {count} decisions" in person.key("\x1b[C")
        assert f"1 of {count} decisions" in person.key("\x1b[D")
        last = max(replay.turns)
        assert "Turn 3 of " in person.asked("t", f"turn ({min(replay.turns)} to {last}): ", "3")
        assert "turn 99 has no decisions" in person.asked("t", "turn (", "99")
        assert "a number is needed, not 'x'" in person.asked("t", "turn (", "x")
        assert "Turn 4 of " in person.key("N")
        assert "Turn 3 of " in person.key("B")
        assert f"7 of {count} decisions" in person.asked("g", f"decision (0 to {count}): ", "7")
        assert f"there are {count} decisions" in person.asked("g", "decision (", "99999")
        end = person.key("$")
        assert "the game is over" in end
        assert f"{count} of {count} decisions, everything. The end: " in end
        assert "this is the end" in person.key("n")
        assert f"0 of {count} decisions" in person.key("0")
        assert "'z' does nothing here; ? lists the keys" in person.key("z")
        person.press("q")
        assert person.leave() == 0


def test_marked_decisions_are_shown_and_m_goes_from_one_to_the_next(file: Path, tmp_path: Path) -> None:
    replay = Replay.read(file)
    at = [index for index, entry in enumerate(replay.entries) if entry.kind == "opportunity"][3:9:5]
    marks = [
        Costly(each, 1, 1, (entry := replay.entries[each]).player, "opportunity", entry.words, "pass", 0.4, 0.6, 9)
        for each in at
    ]
    (tmp_path / "marks.json").write_bytes(msgspec.json.encode({"costly": marks}))
    with Person("replay", str(file), "--marks", str(tmp_path / "marks.json")) as person:
        assert "Marked" not in plain(person.expect(PROMPT))
        first = " ".join(person.key("m").split())
        assert f"{at[0]} of {len(replay)} decisions" in first
        assert f"Marked: {marks[0]}" in first
        assert f"{at[1]} of {len(replay)} decisions" in person.key("m")
        assert f"{at[0]} of {len(replay)} decisions" in person.key("m")
        assert "Marked" not in person.key("n")
        person.press("q")
        assert person.leave() == 0
    with Person("replay", str(file)) as person:
        person.expect(PROMPT)
        assert "no decision is marked" in person.key("m")


def test_seats_log_help_and_scenario(person: Person, tmp_path: Path) -> None:
    with person:
        person.expect(PROMPT)
        person.asked("t", "turn (", "3")
        own = person.key("s")
        assert "as A sees it" in own
        assert len(re.findall(r"hand \d+ +hidden", own)) == 1
        assert "as B sees it" in person.key("s")
        assert "everything" in person.key("s")
        person.press("l")
        told = plain(person.expect(" goes back: "))
        assert re.search(r"turn 3: [AB]  \[turn\.4\.18, ", told)
        assert told.count("\n") < ROWS
        person.key("q")
        person.press("?")
        assert "the next decision" in plain(person.expect("any key goes back: "))
        person.key("x")
        scenario = tmp_path / "moment.yaml"
        written = person.asked("w", "scenario file: ", str(scenario))
        assert "is written; archivist judge" in " ".join(written.split()), "however long the path is"
        again = person.asked("w", "scenario file: ", str(scenario))
        assert "cannot be written: File exists" in " ".join(again.split())
        assert person.interrupt() == 0
    assert Game.from_scenario(scenario, play=True).state.turn.number == 3


def test_a_name_typed_where_no_scenario_can_be_written_is_no_row_of_keys(file: Path, tmp_path: Path) -> None:
    with Person("replay", str(file), "--seat", "A") as person:
        person.expect(PROMPT)
        shown = person.asked("w", "Enter goes back: ", f"{tmp_path}/sn$.yaml")
        assert "a scenario holds hidden cards too" in shown
        assert "0 of " in shown
        assert "as A sees it" in shown
        person.press("q")
        assert person.leave() == 0
    assert not list(tmp_path.glob("*.yaml"))


def test_a_seat_is_shown_no_decision_of_others_that_may_hang_on_hidden_cards(file: Path) -> None:
    """Forward and back go past them, and where one stands by other ways it is not told."""
    replay = Replay.read(file)
    entries = replay.entries
    hidden = next(n for n, each in enumerate(entries) if each.player == "A" and each.kind == "reserve")
    with Person("replay", str(file), "--seat", "B") as person:
        person.expect(PROMPT)
        assert "Next: the game goes on" in " ".join(person.asked("g", "decision (", str(hidden)).split())
        for key in ("n", "b"):
            for _ in range(12):
                shown = " ".join(person.key(key).split())
                assert re.search(r"Next: (B |A decides \((opportunity|materialize)\))", shown) or "beginning" in shown
        person.press("q")
        assert person.leave() == 0


@pytest.mark.parametrize("key", ["\x04", "q"])
def test_leaving(person: Person, key: str) -> None:
    with person:
        person.expect(PROMPT)
        person.press(key)
        assert person.leave() == 0


def test_leaving_by_an_interrupt(person: Person) -> None:
    with person:
        person.expect(PROMPT)
        assert person.interrupt() == 0


def test_keys_pressed_early_are_not_lost(person: Person) -> None:
    with person:
        person.press("nnnt2\nq")
        assert person.leave() == 0
        assert "Turn 2 of " in person.shown


def test_eighty_columns_without_colour(file: Path) -> None:
    with Person("replay", str(file), "--seat", "A", "--turn", "4", env={"NO_COLOR": "1"}) as person:
        shown = person.expect(PROMPT)
        for key in ("n", "n", "$"):
            person.press(key)
            shown += "\n" + person.expect(PROMPT)
        person.press("q")
        assert person.leave() == 0
    assert max(len(line) for line in plain(shown).splitlines()) <= 80
    assert not re.search(r"\x1b\[[0-9;]*m", shown)


def test_a_game_that_was_played_at_the_terminal(tmp_path: Path) -> None:
    """What archivist play keeps can be stepped through as it is."""
    with Terminal("play", "--seed", "5", "--plain", env={"ARCHIVIST_HOME": str(tmp_path)}) as table:
        table.expect("> ")
        table.type("1")
        table.interrupt()
    (kept,) = (tmp_path / "games").glob("*.game")
    with Person("replay", str(kept)) as person:
        assert "0 of " in plain(person.expect(PROMPT))
        assert "1 of " in person.key("n")
        person.press("q")
        assert person.leave() == 0
