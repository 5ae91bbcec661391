"""Files and texts that nobody would write: each is one short error that names the place, and nothing hangs or is half done."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from archivist import ArchivistError, DeckListError, Game, Replay, ReplayError, SaveError, ScenarioError, deck
from archivist.cards.reading import read_cards
from archivist.cli import app
from archivist.importing import read_content, take_in
from archivist.json_reader import JsonProblem, read_json
from archivist.log import records
from archivist.model.errors import CardFileError, plain
from archivist.notation import decklists
from archivist.scenario.wire.door import served
from archivist.text_files import MEGABYTE
from archivist.text_files import read_content as content_of
from archivist.yaml_reader import YamlProblem, read_yaml

ESC = "\x1b"
MANY = "9" * 5_000
SETUP = """\
title: t
setup:
  A: {champion: [Spirit of Fire], field: [%s]}
  B: {champion: [Spirit of Water]}
"""


def run(*words: object) -> Result:
    result = CliRunner().invoke(app, [str(each) for each in words])
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result


def refused(error: type[ArchivistError], call: Callable[[], object]) -> str:
    """What a call says that refuses; short, and without control characters."""
    with pytest.raises(error) as caught:
        call()
    said = str(caught.value)
    assert plain(said) == said
    assert all(len(line) <= 1_000 for line in said.split("\n"))
    assert "set_int_max_str_digits" not in said
    assert "recursion depth" not in said
    return said


# -- files -------------------------------------------------------------------------------------------------------

COMMANDS = (
    ("judge",),
    ("trace",),
    ("ask",),
    ("decks",),
    ("import",),
    ("replay",),
    ("resume",),
    ("analyse",),
    ("matchups",),
    ("play", "--deck"),
)


@pytest.fixture
def pipe(tmp_path: Path) -> Path:
    if not hasattr(os, "mkfifo"):
        pytest.skip("this system has no such pipes")
    os.mkfifo(tmp_path / "pipe")
    return tmp_path / "pipe"


@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
def test_a_pipe_is_no_file_and_nobody_waits_for_it(
    command: tuple[str, ...], pipe: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("ARCHIVIST_HOME", str(tmp_path / "home"))
    result = run(*command, pipe)
    assert result.exit_code == 2
    assert f"{pipe}: cannot be read (it is a device or a pipe, and no file)" in result.stderr
    assert result.stderr.count("cannot be read") == 1


@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
def test_a_file_that_is_larger_than_its_kind_is_not_read(
    command: tuple[str, ...], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("ARCHIVIST_HOME", str(tmp_path / "home"))
    large = tmp_path / "large"
    with large.open("wb") as file:
        file.truncate(65 * MEGABYTE)
    result = run(*command, large)
    assert result.exit_code == 2
    assert "cannot be read (it has 65.0 MB; such a file has at most" in result.stderr


def test_a_file_may_be_as_large_as_its_kind_and_no_byte_larger(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_bytes(b"x" * 1_000)
    assert content_of(file, ScenarioError, 1_000) == b"x" * 1_000
    said = refused(ScenarioError, lambda: content_of(file, ScenarioError, 999))
    assert said == f"{file}: cannot be read (it has 1,000 bytes; such a file has at most 999 bytes)"


@pytest.mark.parametrize(
    ("error", "call"),
    [(ScenarioError, Game.from_scenario), (ReplayError, Game.from_replay), (ReplayError, Replay.read)],
)
def test_a_text_is_bounded_like_a_file(error: type[ArchivistError], call: Callable[[str], object]) -> None:
    assert "has at most" in refused(error, lambda: call("x" * 9 * MEGABYTE))


def test_a_file_whose_name_has_a_control_character_is_named_without_it(tmp_path: Path) -> None:
    file = tmp_path / f"a{ESC}[31mb.txt"
    file.write_text("# Material Deck\n1 Spirit of Fire\n# Main Deck\n4 Fireball\n")
    result = run("decks", file)
    assert ESC not in result.output
    assert r"a\x1b[31mb.txt is not legal in standard" in result.stdout
    scenario = tmp_path / f"s{ESC}.yaml"
    scenario.write_text(SETUP % "Blue Slime" + "steps: []\n")
    for options in ((), ("--quiet",)):
        assert ESC not in run("judge", *options, scenario).output


# -- numbers -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("number", [MANY, "0x" + "f" * 5_000, "1_" * 200 + "1", "1:" + ":".join(["59"] * 60)])
def test_a_yaml_number_of_very_many_digits_is_refused_with_its_line(number: str) -> None:
    with pytest.raises(YamlProblem, match=r"^line 2: '.{1,60}' has too many digits for a number$"):
        read_yaml(f"a: 1\nb: {number}")


@pytest.mark.parametrize("text", ['!!int ""', "!!int x", "!!bool maybe", "2020-13-45", '!!float ""', "!!map x"])
def test_what_is_not_of_the_type_that_it_is_called_is_refused_with_its_line(text: str) -> None:
    with pytest.raises(YamlProblem, match=r"^line 2: "):
        read_yaml(f"a: 1\nb: {text}")


@pytest.mark.parametrize(
    ("field", "what"),
    [
        ("{card: Blue Slime, counters: {buff: 1000001}}", "a number of counters"),
        ("{card: Blue Slime, damage: 1000001}", "damage"),
        ("{card: Blue Slime, used: {it: 1000001}}", "a number of uses"),
        ("{card: Blue Slime, x: 1000001}", "x"),
    ],
)
def test_a_scenario_has_no_number_beyond_a_million(field: str, what: str) -> None:
    said = refused(ScenarioError, lambda: Game.from_scenario(SETUP % field))
    assert said == f"scenario:3: {what} must be a number from 0 to 1000000, not 1000001"
    Game.from_scenario(SETUP % field.replace("1000001", "1000000"))


def test_a_game_of_the_last_turn_number_can_be_replayed() -> None:
    text = SETUP % "Blue Slime"
    last = text.replace("setup:\n", "setup:\n  turn number: 1000000\n")
    game = Game.from_scenario(last)
    assert Game.from_replay(game.to_replay()).state == game.state
    too_far = last.replace("1000000", "1000001")
    said = refused(ScenarioError, lambda: Game.from_scenario(too_far))
    assert said == "scenario:3: the turn number must be a number from 1 to 1000000, not 1000001"


@pytest.mark.parametrize("ability", ["pride {}", "{{ability: text, do: [{{do: draw, amount: {}}}]}}", "ranged 1{}"])
def test_a_card_has_no_number_of_very_many_digits(ability: str) -> None:
    card = f"- name: Zap\n  types: [ally]\n  elements: [norm]\n  abilities: [{ability.format('9' * 30)}]\n"
    assert refused(CardFileError, lambda: read_cards(card, "f.yaml")).startswith("f.yaml: Zap: ")


@pytest.mark.parametrize("power", [10**6, 10**30, "9" * 5_000, "²", -(10**6)])
def test_an_imported_card_has_no_number_beyond_a_million(power: object, tmp_path: Path) -> None:
    record = {"name": "Zap", "element": "NORM", "types": ["ALLY"], "power": power, "effect_raw": ""}
    said = refused(CardFileError, lambda: take_in(tmp_path, read_content(json.dumps([record]).encode(), "f")))
    assert said.startswith("Zap: power is ")
    assert list(tmp_path.iterdir()) == []


def test_a_save_has_no_number_of_very_many_digits() -> None:
    save = Game.new([deck("rai"), deck("silvie")], seed=1).save()
    broken = (
        save.replace(b'"damage":0', b'"damage":' + MANY.encode())
        if b'"damage":0' in save
        else save.replace(b'"id":1,', b'"id":' + MANY.encode() + b",", 1)
    )
    assert broken != save
    refused(SaveError, lambda: Game.load(broken))


# -- JSON --------------------------------------------------------------------------------------------------------

DEEP = "[" * 100_000


@pytest.mark.parametrize(
    "text", [DEEP, "[" * 3_000 + "]" * 3_000, "[" * 101 + "]" * 101, '{"a":' * 500 + "1" + "}" * 500]
)
def test_deep_json_is_refused(text: str) -> None:
    with pytest.raises(JsonProblem, match="nested too deeply"):
        read_json(text)


def test_json_may_be_nested_and_numbers_long_within_reason() -> None:
    assert read_json("[" * 99 + "]" * 99)
    assert read_json(str(2**64)) == 2**64
    for text in (MANY, "1" * 60, "-" + "1" * 60):
        with pytest.raises(JsonProblem, match="number of very many digits"):
            read_json(text)


def test_plain_json_has_no_control_characters_in_keys_or_values() -> None:
    for text in (r'["\u001b[31m"]', r'{"\u001b": 1}', r'{"a": [{"b": "\u202e"}]}'):
        assert read_json(text)
        with pytest.raises(JsonProblem, match="control character"):
            read_json(text, plain=True)


@pytest.mark.parametrize("text", [DEEP, '{"name": ' + MANY + "}", "\xff", ""])
def test_every_command_that_reads_json_refuses_what_is_none(text: str, tmp_path: Path) -> None:
    file = tmp_path / "f.json"
    file.write_bytes(text.encode("latin-1"))
    replay = tmp_path / "g.replay"
    replay.write_text(Game.new([deck("rai"), deck("silvie")], seed=1).to_replay())
    for words in (("import", "--pool", tmp_path / "own"), ("compile",), ("replay", replay, "--log", "--marks")):
        result = run(*words, file)
        assert result.exit_code == 2
        assert "f.json" in result.stderr
        assert len(result.stderr) < 400
    assert not (tmp_path / "own").exists()


def test_an_engine_goes_on_after_a_request_that_is_too_deep() -> None:
    replies = list(served([DEEP.encode(), b'{"do":"hello"}', b'{"do":"' + b"x" * MEGABYTE + b'"}']))
    assert replies[0] == b'{"error":"this is nested too deeply"}\n'
    assert b'"engine":"archivist' in replies[1]
    assert len(replies[2]) < 200


NUMBERED = json.dumps({"cards": {"main": [{"name": "Fireball", "quantity": 5.5}]}}).replace("5.5", MANY)


@pytest.mark.parametrize("text", ['{"cards":{"main":' + DEEP, NUMBERED], ids=("deep", "long"))
def test_a_deck_list_in_json_is_bounded_too(text: str) -> None:
    refused(DeckListError, lambda: decklists.read(text))


@pytest.mark.parametrize("record", [{"name": 5}, {}, {"name": "A", "flip": 5}, {"name": "A", "effect_raw": 1}, 7])
def test_a_collection_that_somebody_changed_is_told_of(record: object, tmp_path: Path) -> None:
    (tmp_path / "printed.json").write_text(json.dumps([record]))
    with pytest.raises(CardFileError, match=r"printed\.json is broken: .*; move it away and import your cards again"):
        take_in(tmp_path, [])


# -- control characters ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("bad", [ESC, "\\u001b", "\\u202e", "\\u009b"])
def test_a_record_with_a_control_character_is_refused_with_its_line(bad: str) -> None:
    game = Game.new([deck("rai"), deck("silvie")], seed=1)
    whole = records.write(Replay.read(game.to_replay()), 0)
    assert records.read(whole, "f").steps
    for number, line in enumerate(whole.splitlines(), 1):
        broken = whole.replace(line, line.replace("Spirit", f"Spi{bad}rit", 1), 1)
        if broken != whole:
            assert f"f is broken at line {number}: " in refused(ReplayError, partial(records.read, broken, "f"))


@pytest.mark.parametrize("bad", [f"x{ESC}y", '"x\\ey"', "x\u202ey"])
def test_a_control_character_in_a_scenario_is_named_with_its_line(bad: str) -> None:
    said = refused(ScenarioError, lambda: Game.from_scenario(SETUP % f"Blue Slime, {bad}"))
    assert said.startswith("scenario:3: there is a control character (")


def test_an_imported_text_prints_no_control_character(tmp_path: Path) -> None:
    file = tmp_path / "f.json"
    file.write_text(
        json.dumps([{"name": "Zap", "element": "NORM", "types": ["ALLY"], "effect_raw": f"Draw {ESC}[31m."}])
    )
    for words, status in ((("import", "--pool", tmp_path / "own"), 0), (("compile",), 1)):
        result = run(*words, file)
        assert result.exit_code == status  # `compile` fails where a text is not understood
        assert ESC not in result.output


# -- how much is told --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("text", ["x" * 900_000, "- " + "x" * 900_000, SETUP % ("x" * 900_000), "a: " + "b/" * 400_000])
def test_a_refusal_quotes_only_the_beginning(text: str) -> None:
    refused(ScenarioError, lambda: Game.from_scenario(text))


def test_of_very_many_problems_of_a_deck_list_the_first_are_told_and_all_are_counted() -> None:
    with pytest.raises(DeckListError) as caught:
        decklists.read("# Main Deck\n" + "".join(f"1 Xyzzy {number}\n" for number in range(1_000)))
    assert len(caught.value.problems) == 1_000
    assert str(caught.value).split("\n")[-1] == "and 960 more"


# -- what is asked, and what lies where --------------------------------------------------------------------------

ASKS = """\
setup:
  A: {champion: [Spirit of Fire, "Rai, Spellcrafter"], hand: [Fireball, 3 x Idle Thoughts]}
  B: {champion: [Spirit of Water], field: [Blue Slime]}
"""


@pytest.mark.parametrize("answer", [True, False])
def test_yes_and_no_answer_only_what_asks_for_them(answer: Any) -> None:
    game = Game.from_scenario(ASKS)
    game.answer(1)  # Fireball, which asks for a target
    asked = game.decision
    assert asked is not None
    assert asked.options != ("yes", "no")
    before = game.state.copy()
    with pytest.raises(ArchivistError, match="this is no question of yes or no"):
        game.answer(answer)
    assert game.state == before


def test_a_replay_goes_forward_and_back_by_numbers_from_0_on() -> None:
    replay = Replay.read(Game.new([deck("rai"), deck("silvie")], seed=1).to_replay())
    for go in (replay.forward, replay.back, replay.go):
        assert "must be at least 0" in refused(ReplayError, partial(go, -1))
        assert replay.position == 0
        go(0)


@pytest.mark.parametrize(
    ("card", "why"),
    [
        ("Fireball", "Fireball is of the type action, and no such card lies on the field"),
        ("2 x Fireball", "Fireball is of the type action, and no such card lies on the field"),
        ("{card: Fireball, rested: true}", "Fireball is of the type action, and no such card lies on the field"),
        ("Spirit of Wind", "Spirit of Wind is a champion; put it under 'champion', the lowest of the lineage first"),
    ],
)
@pytest.mark.rule("zones.3.8")
def test_only_objects_lie_on_the_field(card: str, why: str) -> None:
    assert refused(ScenarioError, lambda: Game.from_scenario(SETUP % card)) == f"scenario:3: {why}"
    other = SETUP.replace("field: [%s]", "graveyard: [%s]") % "Fireball"
    Game.from_scenario(other)
