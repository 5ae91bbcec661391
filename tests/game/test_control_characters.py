"""Names and words of strangers' files reach terminals: none of them has control characters, and no error tells one."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from archivist import (
    ArchivistError,
    CardFileError,
    DeckListError,
    Game,
    Illegal,
    Replay,
    ReplayError,
    SaveError,
    ScenarioError,
)
from archivist.cards import pool, read_cards
from archivist.model.errors import Reason, UnknownName, control_in, printable
from archivist.notation import decklists
from archivist.vocabulary.face import Face
from save_parts import put_together, taken_apart

EVIL = ["\x1b[2J", "\x07", "\r", "\x7f", "\x9b31m", "\u202e", "\u2028", "\u200b", "\x00", "\n"]
IDS = [each.encode("unicode_escape").decode() for each in EVIL]
evil = pytest.mark.parametrize("evil", EVIL, ids=IDS)


def yaml_word(text: str) -> str:
    return json.dumps(text)


def test_what_is_a_control_character() -> None:
    assert control_in("Spirit’s Blessing – Ünïcödé 火") == ""
    assert control_in("a\u00a0b") == ""
    assert control_in("a\x1b[2J") == "\\x1b"
    assert control_in("a\nb") == "\\n"
    assert control_in("a\nb", "\n") == ""
    assert printable("a\x1b[2J\nb") == "a\\x1b[2J\\nb"


@evil
def test_card_files(evil: str) -> None:
    for entry in (
        f"- {{name: {yaml_word('Test ' + evil)}, types: [action]}}",
        f"- {{name: Test, types: [action], flip: {yaml_word('Test ' + evil)}}}",
        "- {name: Test, types: [action], abilities: [{ability: text, do: [{do: option, of: {"
        f"{yaml_word('a' + evil)}: [{{do: draw}}], b: [{{do: draw}}]}}}}]}}]}}",
    ):
        with pytest.raises(CardFileError, match="a control character") as refused:
            read_cards(entry, "cards.yaml")
        assert str(refused.value).isprintable()
    with pytest.raises(CardFileError, match="a control character"):
        pool().with_cards([Face(name=f"Test {evil}", types=("action",))])


SCENARIO = """
title: {title}
cards: [{{name: {name}, types: [action], cost: {{reserve: 0}}}}]
setup:
  A: {{champion: [Spirit of Fire], hand: [Fireball]}}
  B: {{champion: [Spirit of Water]}}
"""


@evil
def test_scenarios(evil: str) -> None:
    for title, name in ((f"x{evil}", "Test"), ("x", f"Test {evil}")):
        if title != "x\n" and title != "x\r":  # a title may have lines
            with pytest.raises(ScenarioError, match="a control character") as refused:
                Game.from_scenario(SCENARIO.format(title=yaml_word(title), name=yaml_word(name)))
            assert str(refused.value).isprintable()


@evil
def test_replays(evil: str) -> None:
    text = Game.new(["rai", "silvie"], seed=1).to_replay()
    if evil in "\r\n\u2028":
        return  # here a line ends
    for place in ("rai", "standard", "Fireball"):
        if place in text:
            with pytest.raises(ReplayError) as refused:
                Replay.read(text.replace(place, f"{place}{evil}", 1))
            assert str(refused.value).isprintable()


@evil
def test_saves(evil: str) -> None:
    """Wherever a word stands in a save: the name of a player, of a card, in what happened."""
    game = Game.from_scenario(SCENARIO.format(title="x", name="Test"))
    game.answer(0)
    save = taken_apart(game.save())
    assert Game.load(put_together(save, escaped=True)).state == game.state
    save["position"]["players"][0]["name"] = f"A{evil}"
    with pytest.raises(SaveError) as refused:
        Game.load(put_together(save, escaped=True))
    assert str(refused.value).isprintable()
    with pytest.raises(SaveError):
        Game.load(put_together(save))
    save = taken_apart(game.save())
    save["events"][0]["note"] = f"A{evil}"
    with pytest.raises(SaveError):
        Game.load(put_together(save, escaped=True))
    assert Game.load(game.save()).state == game.state


@evil
def test_deck_lists(evil: str) -> None:
    for text in (
        f"4 Fire{evil}ball",
        f"x{evil}: 4 Fireball",
        json.dumps({"cards": {f"main{evil}x": []}}),
        json.dumps({"cards": {"main": [{"name": f"Fire{evil}ball", "quantity": 4}]}}),
    ):
        try:
            found = decklists.read(text)
        except DeckListError as refused:
            assert all(line.isprintable() for line in str(refused).split("\n"))
        else:
            assert all(name.isprintable() for name in found.main)


@evil
def test_errors_tell_none(evil: str) -> None:
    for error in (UnknownName(f"no {evil}"), Illegal(Reason(("PC.2",), f"no {evil}")), ArchivistError(f"no {evil}")):
        assert all(line.isprintable() for line in str(error).split("\n"))


def test_names_of_files(tmp_path: Path) -> None:
    file = tmp_path / "a\x1b[2J.yaml"
    file.write_text("setup: 1\n")
    with pytest.raises(ScenarioError) as refused:
        Game.from_scenario(file)
    assert str(refused.value).isprintable()
