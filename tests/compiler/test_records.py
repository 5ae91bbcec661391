"""Records of the card service, their facts, and the command that compiles them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from archivist.cli import app
from archivist.compiler import compile_records, facts_of, read_records
from archivist.model.errors import CardFileError

RECORD: dict[str, Any] = {
    "name": "Mossback Ram",
    "types": ["ALLY"],
    "classes": ["TAMER"],
    "subtypes": ["TAMER", "ANIMAL"],
    "elements": ["TERA"],
    "cost_reserve": 3,
    "cost_memory": None,
    "power": 2,
    "life": 4,
    "speed": None,
    "effect_raw": "Pride 2\n\n[Class Bonus] On Attack: Draw a card.",
    "unknown": {"fields": "do not matter"},
}


def run(*words: str) -> Any:
    return CliRunner().invoke(app, ["compile", *words])


def test_facts_are_read_and_classes_are_no_subtypes() -> None:
    facts = facts_of(RECORD)
    assert (facts.types, facts.classes, facts.subtypes, facts.elements) == (
        ("ally",),
        ("tamer",),
        ("animal",),
        ("tera",),
    )
    assert (facts.cost.reserve, facts.cost.memory, facts.power, facts.life) == (3, None, 2, 4)
    assert facts.complete


def test_classes_are_found_among_the_subtypes_of_a_record_without_facts() -> None:
    facts = facts_of({"name": "X", "types": ["ACTION"], "subtypes": ["CLERIC", "SPELL"]})
    assert (facts.classes, facts.subtypes, facts.complete) == (("cleric",), ("spell",), False)


@pytest.mark.parametrize("more", [{"classes": ["WARRIOR"]}, {}])
def test_cards_1_6_a_class_leads_the_subtypes_so_a_later_spirit_is_none(more: dict[str, Any]) -> None:
    facts = facts_of({"name": "X", "types": ["ALLY"], "subtypes": ["WARRIOR", "HUMAN", "SPIRIT"], **more})
    assert (facts.classes, facts.subtypes) == (("warrior",), ("human", "spirit"))


def test_cards_1_6_a_subtype_called_like_a_class_is_none_where_the_record_names_the_classes() -> None:
    facts = facts_of({"name": "X", "types": ["ALLY"], "classes": ["WARRIOR"], "subtypes": ["WARRIOR", "SPIRIT"]})
    assert (facts.classes, facts.subtypes) == (("warrior",), ("spirit",))


def test_a_record_becomes_a_face() -> None:
    (found,) = compile_records([RECORD])
    assert found.status == "compiled"
    assert (found.face.name, found.face.power, len(found.face.abilities)) == ("Mossback Ram", 2, 2)


@pytest.mark.parametrize("content", [[RECORD], {"data": [RECORD], "page": 1}, RECORD])
def test_a_list_a_page_and_a_single_card_are_read(content: Any) -> None:
    assert [each["name"] for each in read_records(json.dumps(content))] == ["Mossback Ram"]


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ("{", "not JSON"),
        ("3", "expected a list of cards"),
        ('{"cards": []}', "expected a list of cards"),
        ('[{"name": "A"}, {"text": "Draw a card."}]', "card 2 of 2 has no name"),
        ("[1]", "card 1 of 1 is not an object but int"),
    ],
)
def test_a_faulty_file_is_refused_in_one_line(content: str, said: str) -> None:
    with pytest.raises(CardFileError, match=said):
        read_records(content)


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"types": "ALLY ONE", "power": "much"}, "power is a number"),
        ({"types": [1]}, "types is a list of words"),
        ({"effect_raw": 3}, "the text is not text but int"),
        ({"speed": "quick"}, "speed is true, false or null"),
    ],
)
def test_a_faulty_fact_names_the_card_and_the_field(change: dict[str, Any], said: str) -> None:
    with pytest.raises(CardFileError, match=f"Mossback Ram: {said}"):
        compile_records([RECORD | change])


def test_the_command_prints_the_data_of_a_text() -> None:
    done = run("Draw a card.")
    assert done.exit_code == 0
    assert '{"ability":"text","do":[{"do":"draw"}]}' in done.output


def test_the_command_marks_the_sentence_that_is_not_understood() -> None:
    done = run("Vigor\\nFrobnicate target ally.")
    assert done.exit_code == 1
    assert "partly" in done.output
    assert "# not understood: Frobnicate target ally." in done.output


def test_the_command_prints_json_for_a_file(tmp_path: Path) -> None:
    file = tmp_path / "cards.json"
    file.write_text(json.dumps({"data": [RECORD, {"name": "Odd", "effect_raw": "Frobnicate."}]}))
    done = run(str(file), "--json")
    assert done.exit_code == 1, "one of the cards is refused"
    cards = json.loads(done.output)["cards"]
    assert [(each["name"], each["status"]) for each in cards] == [("Mossback Ram", "compiled"), ("Odd", "refused")]
    assert cards[0]["why"] == ""
    assert cards[0]["abilities"][0] == {"ability": "keyword", "keyword": "pride 2"}
    assert "Frobnicate" in cards[1]["why"]
    assert cards[1]["abilities"] == []


@pytest.mark.parametrize("nothing", ["", "  "])
def test_the_command_needs_a_text(nothing: str) -> None:
    done = run(nothing)
    assert (done.exit_code, "no text to compile" in done.output) == (2, True)


@pytest.mark.parametrize(("content", "said"), [(None, "cannot be read"), ("[", "not JSON")])
def test_the_command_says_which_file_is_faulty(tmp_path: Path, content: str | None, said: str) -> None:
    file = tmp_path / "cards.json"
    if content is not None:
        file.write_text(content)
    done = run(str(file), "--json")
    assert done.exit_code == 2
    assert "cards.json" in done.output
    assert said in done.output
