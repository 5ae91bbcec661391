"""``archivist decks``: the decks of the project, decks of files, legality and conversion."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from archivist.cards import pool
from archivist.cli import app
from archivist.decks import Deck, deck, why_not_legal
from archivist.game import Game
from archivist.notation.decklists import read, write


def decks(*arguments: str | Path) -> Result:
    return CliRunner().invoke(app, ["decks", *map(str, arguments)])


@pytest.fixture
def bad(tmp_path: Path) -> Path:
    """A deck that is not legal for more than one reason."""
    file = tmp_path / "bad.txt"
    rai = deck("rai")
    material = tuple(name for name in rai.material[1:] if name != "Crystal of Empowerment")
    file.write_text(write(Deck(material, rai.main | {"Fireball": 5})))
    return file


def test_the_decks_of_the_project_are_listed() -> None:
    lines = decks().stdout.splitlines()
    assert lines[1].split() == ["lorraine", "Lorraine", "crux", "wind", "12", "60"]
    names = ["lorraine", "rai", "silvie", "arisanna", "diana", "tonoris", "vanitas", "zander"]
    assert [line.split()[0] for line in lines] == ["name", *names]
    assert list(json.loads(decks("--json").stdout)) == names


@pytest.mark.parametrize("name", ["rai", "Rai"])
def test_a_legal_deck(name: str) -> None:
    shown = decks(name)
    assert shown.exit_code == 0
    assert "Material Deck (12)" in shown.stdout
    assert "   4  Fireball" in shown.stdout
    assert shown.stdout.endswith("rai is legal in standard\n")


def test_every_reason_against_a_deck_is_told(bad: Path) -> None:
    shown = decks(bad)
    assert shown.exit_code == 1
    assert shown.stdout.splitlines()[-3:] == [
        f"{bad} is not legal in standard",
        "  5 copies of Fireball in the main deck; the limit is 4  [turn.10.standard]",
        "  the material deck has no level 0 champion  [turn.10.standard, zones.3.4, cards.4.1]",
    ]
    said = decks(bad, "--json")
    assert said.exit_code == 1
    verdict = json.loads(said.stdout)
    assert verdict["legal"] is False
    assert [each["rules"][0] for each in verdict["reasons"]] == ["turn.10.standard"] * 2


@pytest.mark.parametrize(("format", "reasons"), [("draft", 1), ("pantheon", 20)])
def test_other_formats(format: str, reasons: int) -> None:
    shown = decks("rai", "--format", format)
    assert shown.exit_code == 1
    assert len(shown.stdout.partition(f"legal in {format}\n")[2].splitlines()) >= reasons


def test_a_pantheon_deck_with_its_boons_is_legal(tmp_path: Path) -> None:
    from archivist.arena.playing import Dice, pantheon_deck

    file = tmp_path / "deck.json"
    made = pantheon_deck(Dice(1))
    file.write_text(write(made, "json"))
    shown = decks(file, "--format", "pantheon")
    assert (len(made.main_cards) == 60) == (shown.exit_code == 0)
    assert "Boons (2)" in shown.stdout


@pytest.mark.parametrize("form", ["text", "json"])
def test_decks_are_converted(form: str, tmp_path: Path) -> None:
    written = decks("silvie", "--write", form)
    assert written.exit_code == 0
    assert read(written.stdout) == deck("silvie")
    file = tmp_path / "deck"
    file.write_text(written.stdout)
    assert decks(file, "--write", "text").stdout == write(deck("silvie"))


def test_converting_does_not_check(bad: Path) -> None:
    assert decks(bad, "--write", "json").exit_code == 0


def test_what_cannot_be_read_is_told(tmp_path: Path) -> None:
    file = tmp_path / "deck.txt"
    file.write_text("4 Firebal\nhello\n")
    for refused, problem in (
        (decks(file), "line 1: no card is named 'Firebal'; did you mean Fireball"),
        (decks(file), "line 2: 'hello' is not a number and a name"),
        (decks(tmp_path), "cannot be read"),
        (decks("silvi"), "'silvi' is neither a deck of this project nor a file; did you mean silvie?"),
        (decks("rai", "--format", "commander"), "no format is named 'commander'; there are standard, draft, pantheon"),
        (decks("rai", "--write", "xml"), "no form is named 'xml'; there are text, json"),
    ):
        assert refused.exit_code == 2
        assert refused.stdout == ""
        assert problem in refused.stderr


# -- random decks ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "classes", "elements"),
    [
        (["mage", "fire"], {"mage"}, {"fire"}),
        (["Cleric", "water,astra"], {"cleric"}, {"water", "astra"}),
        (["guardian"], {"guardian"}, set()),
        (["assassin", "wind"], {"assassin"}, {"wind"}),
        (["tamer", "TERA"], {"tamer"}, {"tera"}),
        (["ranger", "water"], {"ranger"}, {"water"}),
        (["warrior", "crux", "fire"], {"warrior"}, {"crux", "fire"}),
    ],
)
def test_turn_10_standard_a_random_deck_of_a_class_is_legal(
    words: list[str], classes: set[str], elements: set[str]
) -> None:
    for seed in range(3):
        made = decks("--random", *words, "--seed", str(seed))
        assert made.exit_code == 0, made.output
        found = read(made.stdout)
        assert why_not_legal(found) == []
        champions = [pool()[name] for name in found.material if "champion" in pool()[name].words]
        assert classes == {each for face in champions if face.level for each in face.classes}
        assert elements <= {each for face in champions for each in face.elements}
        enabled = {"norm", "exalted"} | {each for face in champions for each in face.elements}
        assert all(enabled.issuperset(pool()[name].elements) for name in found.main)
        assert Game.new((found, found), seed=seed).decision is not None


def test_the_same_seed_makes_the_same_random_deck() -> None:
    one, two, other = (decks("--random", "mage", "--seed", seed, "--write", "json").stdout for seed in ("1", "1", "2"))
    assert one == two != other
    assert len(read(one).main_cards) == 60


@pytest.mark.parametrize(
    ("words", "problem"),
    [
        ([], "a random deck needs a class, and may have elements: archivist decks --random mage fire"),
        (["magee"], "no class is named 'magee'; did you mean mage"),
        (["mage", "fir"], "no element is named 'fir'; did you mean fire?"),
        (["mage", "tera"], "no mage of the pool brings tera; there are "),
    ],
)
def test_a_random_deck_that_cannot_be_made_is_refused(words: list[str], problem: str) -> None:
    refused = decks("--random", *words)
    assert refused.exit_code == 2
    assert problem in refused.stderr


def test_one_deck_at_a_time() -> None:
    assert "one deck at a time, not 2" in decks("rai", "silvie").stderr
