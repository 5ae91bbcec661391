"""``archivist cards``: lists, searches, single cards, and names that nothing bears."""

from __future__ import annotations

import importlib
import json
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from archivist.cards import pool
from archivist.cards.search import BadRange, Query, Range, keywords, search
from archivist.cli import app
from archivist.coverage import NoSourceCheckout
from archivist.notation.sheets import mentions
from archivist.notation.wording import wording

COMMAND = importlib.import_module("archivist.cli.cards")


def cards(*arguments: str, **environment: str) -> Result:
    return CliRunner().invoke(app, ["cards", *arguments], env=environment)


def named(*arguments: str) -> list[str]:
    """The names of the cards that a search finds."""
    found = cards(*arguments, "--json")
    assert found.exit_code == 0
    return [each["name"] for each in json.loads(found.stdout)]


# -- searching ---------------------------------------------------------------------------------------------------


def test_all_cards_are_listed_a_line_each() -> None:
    lines = cards().stdout.splitlines()
    assert len(lines) == len(pool()) + 2
    assert lines[0].split() == ["name", "cost", "element", "type", "class", "subtype", "stats", "keywords"]
    assert lines[-1] == f"{len(pool())} cards"
    assert next(line for line in lines if line.startswith("Fireball ")).split() == [
        "Fireball", "4", "reserve", "fire", "action", "mage", "spell",
    ]  # fmt: skip
    assert all(line == line.rstrip() for line in lines)


@pytest.mark.parametrize(
    ("arguments", "names"),
    [
        (["--name", "FIREBALL"], ["Fireball"]),
        (["--name", "warrior\u2019s"], ["Warrior's Longsword"]),
        (["--type", "champion", "--element", "fire", "--cost", "0"], ["Spirit of Fire"]),
        (["--subtype", "melody", "--subtype", "skill", "--element", "Fire"], ["Embersong", "Flamebreak Chorus"]),
        (["--keyword", "prepare", "--type", "attack", "--cost", "2", "--name", "wstrike"], ["Shadowstrike"]),
        (["--keyword", "divine relic"], ["Lost Providence", "Quicksilver Grail"]),
        (["--cost", "x"], ["Devouring Malice", "Horticounter"]),
        (["--memory", "13+"], []),
        (["--type", "action", "--reserve", "7-9", "--class", "warrior"], []),
    ],
)
def test_what_is_searched_for_is_found(arguments: list[str], names: list[str]) -> None:
    assert named(*arguments) == names


def test_costs_of_one_kind_are_not_those_of_the_other() -> None:
    faces = pool().values()
    one = Range.of("1")
    both, reserve, memory = (search(faces, query) for query in (Query(cost=one), Query(reserve=one), Query(memory=one)))
    assert len(both) == len(reserve) + len(memory)
    assert {face.cost.memory for face in memory} == {1}
    assert all("regalia" not in face.words for face in reserve)


@pytest.mark.parametrize("text", ["", "-1", "2-", "two", "1-2-3", "+2", "3-1"])
def test_what_is_no_range_is_refused(text: str) -> None:
    with pytest.raises(BadRange):
        Range.of(text)


def test_keywords_are_those_of_all_kinds() -> None:
    assert keywords(pool()["Evercurrent Raider"]) == ("ephemerate", "floating memory")
    assert keywords(pool()["Rai, Archmage"]) == ("lineage",)
    assert keywords(pool()["Crux Sight"]) == ()


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        (["--type", "aly"], "no type is named 'aly'; did you mean ally"),
        (["--element", "fier"], "no element is named 'fier'; did you mean fire"),
        (["--class", "mge"], "no class is named 'mge'; did you mean mage"),
        (["--subtype", "spel"], "no subtype is named 'spel'; did you mean spell"),
        (["--keyword", "floatin memory"], "no keyword is named 'floatin memory'; did you mean floating memory"),
        (["--cost", "many"], "'many' is not a cost such as 2, 1-3, 4+ or X"),
        (["Firebal"], "no card is named 'Firebal'; did you mean Fireball"),
        (["Rai"], "no card is named 'Rai'; did you mean Rai, Archmage"),
        (["Fireball", "--type", "ally"], "a name shows one card"),
    ],
)
def test_unknown_words_are_told_with_the_nearest(arguments: list[str], problem: str) -> None:
    refused = cards(*arguments)
    assert refused.exit_code == 2
    assert refused.stdout == ""
    assert problem in refused.stderr


# -- one card ----------------------------------------------------------------------------------------------------


def test_a_name_needs_no_quotation_marks() -> None:
    assert cards("spirit", "of", "wind").stdout == cards("Spirit of Wind").stdout


def test_a_card_is_shown_with_its_facts_and_scenarios() -> None:
    shown = cards("FLAME\u2011RUNE swordsman")
    assert shown.exit_code == 0
    lines = shown.stdout.splitlines()
    assert lines[0] == "Flame-Rune Swordsman"
    assert "cost     3 reserve" in lines
    assert "decks    2 in rai" in lines
    assert any("scenarios/cards/lorraine-rai/flame-rune-swordsman-pays-a-memory-cost" in line for line in lines)


def test_a_card_is_shown_with_its_text_as_it_is_played() -> None:
    lines = cards("Fireball").stdout.splitlines()
    assert "  Costs 2 less to activate with class bonus." in lines
    assert "  Deals 1 + LV damage to target unit." in lines
    assert (
        "  - cleave: Target Beast ally gains Cleave until end of turn." in cards("Bestial Frenzy").stdout.splitlines()
    )


def test_only_some_scenarios_are_shown_unless_all_are_asked_for() -> None:
    few, every = cards("Fireball").stdout, cards("Fireball", "--all").stdout
    assert "more (--all)" in few
    assert "more (--all)" not in every
    assert every.count("scenarios/") > few.count("scenarios/") == 10


def test_a_card_as_json() -> None:
    found = json.loads(cards("Fireball", "--json").stdout)
    assert found["facts"] == {
        "name": "Fireball",
        "types": ["action"],
        "elements": ["fire"],
        "classes": ["mage"],
        "subtypes": ["spell"],
        "cost": {"reserve": 4},
        "speed": "fast",
    }
    assert found["decks"] == {"rai": 4}
    assert found["text"] == wording(pool()["Fireball"]) != []
    assert {"file", "title"} == set(found["scenarios"][0])


def test_several_cards_are_shown_one_after_the_other() -> None:
    """Names may stand in quotation marks or not; the longest names that cards bear are meant."""
    each = [cards(name).stdout for name in ("Fireball", "Spirit of Wind")]
    assert cards("Fireball", "Spirit of Wind").stdout == "\n".join(each)
    assert cards("fireball", "spirit", "of", "wind").stdout == "\n".join(each)


def test_several_cards_as_json_are_a_list() -> None:
    found = cards("Gray Wolf", "Fireball", "--json")
    assert found.exit_code == 0
    assert json.loads(found.stdout) == [json.loads(cards(name, "--json").stdout) for name in ("Gray Wolf", "Fireball")]


@pytest.mark.parametrize(
    ("names", "unknown"),
    [
        (["Fireball", "Gray Wlof"], "'Gray Wlof'; did you mean Gray Wolf"),
        (["Gray Wlof", "Fireball"], "'Gray Wlof'; did you mean Gray Wolf"),
        (["gray", "wolf", "firebal"], "'firebal'; did you mean Fireball"),
        (["gray", "wlof"], "'gray wlof'; did you mean Gray Wolf"),
        ([""], "''"),
    ],
)
def test_one_unknown_name_among_several_is_told(names: list[str], unknown: str) -> None:
    refused = cards(*names, "--json")
    assert (refused.exit_code, refused.stdout) == (2, "")
    assert refused.stderr.startswith(f"no card is named {unknown}")
    assert refused.stderr.count("\n") == 1


def test_without_a_source_checkout_it_says_so(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    def none() -> Path:
        raise NoSourceCheckout(tmp_path)

    monkeypatch.setattr(COMMAND, "source_root", none)
    shown = cards("Fireball")
    assert shown.exit_code == 0
    assert "only in a source checkout" in shown.stdout
    assert json.loads(cards("Fireball", "--json").stdout)["scenarios"] is None


def test_a_name_within_a_longer_name_is_no_mention(tmp_path: Path) -> None:
    (tmp_path / "one.yaml").write_text("title: 'Fire Ball of Doom'\n")
    (tmp_path / "two.yaml").write_text("setup: {A: {hand: [Fire Balls]}}\n")
    (tmp_path / "three.yaml").write_text('title: "A Fire Ball"\nsetup: {A: {hand: [Fire Ball of Doom]}}\n')
    (tmp_path / "four.yml").write_text("setup: {A: {hand: [2 x Fire Ball]}}\n")
    found = mentions("Fire Ball", ("Fire Ball", "Fire Ball of Doom"), tmp_path)
    assert [(each.file, each.title) for each in found] == [("three.yaml", "A Fire Ball"), ("four.yml", "")]


# -- colour ------------------------------------------------------------------------------------------------------


def test_colour_only_on_a_terminal_that_wants_it() -> None:
    assert "\x1b" not in cards("--name", "Fireball").stdout
    assert "\x1b" in cards("--name", "Fireball", FORCE_COLOR="1").stdout
    assert "\x1b" not in cards("--name", "Fireball", FORCE_COLOR="1", NO_COLOR="1").stdout
