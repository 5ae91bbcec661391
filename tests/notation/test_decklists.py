"""Deck lists: every form that is read, every line that is not, and writing what is read again."""

from __future__ import annotations

import doctest
import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from archivist.cards import pool
from archivist.cards.names import Names, fold
from archivist.decks import Deck, deck, decks
from archivist.model.errors import DeckListError
from archivist.notation import decklists
from archivist.notation.decklists import Form, load, read, write
from archivist.vocabulary.face import Face, PrintedCost

LIST = """\
# Material Deck
1 Spirit of Wind
1 Lorraine, Wandering Warrior
# Main Deck
4 Crusader of Aesa
2 Spirit Blade: Ascension
# Sideboard
2 Flame-Rune Swordsman
"""
LORRAINE = Deck(
    ("Spirit of Wind", "Lorraine, Wandering Warrior"),
    {"Crusader of Aesa": 4, "Spirit Blade: Ascension": 2},
    sideboard={"Flame-Rune Swordsman": 2},
)


def told(text: str) -> list[str]:
    """What stands against a text."""
    with pytest.raises(DeckListError) as refused:
        read(text)
    assert str(refused.value) == "\n".join(str(each) for each in refused.value.problems)
    return [str(each) for each in refused.value.problems]


def test_the_module_says_how_it_is_used() -> None:
    assert doctest.testmod(decklists, optionflags=doctest.ELLIPSIS).failed == 0


# -- reading -----------------------------------------------------------------------------------------------------


def test_the_common_form() -> None:
    assert read(LIST) == LORRAINE


@pytest.mark.parametrize(
    "text",
    [
        LIST.replace("\n", "\r\n"),
        LIST.replace("\n", "\r"),
        "\ufeff" + LIST,
        LIST.replace("\n", "\n\n"),
        LIST.upper(),
        LIST.lower().replace(" ", "  "),
        LIST.replace("4 ", "4x ").replace("2 ", "2 x ").replace("1 ", "1X "),
        LIST.replace("4 ", "4x").replace("2 ", "2\u00d7").replace("1 ", "1X"),
        LIST.replace("4 ", "4\t").replace("2 ", "2 \t"),
        LIST.replace("-", "\u2011"),
        LIST.replace("# Material Deck", "Material:").replace("# Main Deck", "Main:").replace("# ", ""),
        LIST.replace("# Material Deck", "[Material]").replace("# Main Deck", "== MAINDECK =="),
        LIST.replace("Material Deck", "Material Deck (2)").replace("Main Deck", "Main Deck: 6 cards"),
        LIST.replace("# ", "// "),
        "# A deck of my own\n// no heading\n" + LIST.replace("Aesa", "Aesa  # the best // of all"),
        LIST.replace("4 Crusader of Aesa", "1 Crusader of Aesa\n3 crusader of aesa"),
        "SB: 2 Flame-Rune Swordsman\n" + LIST.replace("# Sideboard\n2 Flame-Rune Swordsman\n", ""),
        LIST.replace("# Sideboard\n2 Flame", "sideboard: 2x Flame"),
        "4 Crusader of Aesa\n1 Spirit of Wind\n1 Lorraine, Wandering Warrior\n"
        "SB: 2 Flame-Rune Swordsman\n2 Spirit Blade: Ascension",
        "# Sideboard\n2 Flame-Rune Swordsman\n# Main\n4 Crusader of Aesa\n# Material\n1 Spirit of Wind\n"
        "# Main\n2 Spirit Blade: Ascension\n# Material\n1 Lorraine, Wandering Warrior",
    ],
)
def test_other_ways_to_write_it(text: str) -> None:
    assert read(text) == LORRAINE


@pytest.mark.parametrize("apostrophe", "'\u2019\u2018\u02bc\u2032`\u00b4")
def test_apostrophes_of_all_kinds(apostrophe: str) -> None:
    assert read(f"2 spirit{apostrophe}s blessing").main == {"Spirit's Blessing": 2}


def test_without_headings_every_card_goes_where_its_type_belongs() -> None:
    found = read("1 Mana Limiter\n4 Fireball\n1 Spirit of Fire\n1 Lesser Boon of Poseidon")
    assert found == Deck(("Mana Limiter", "Spirit of Fire"), {"Fireball": 4}, ("Lesser Boon of Poseidon",))


@pytest.mark.parametrize("heading", ["# Boons", "Pantheon:", "boon"])
def test_boons_have_a_section(heading: str) -> None:
    assert read(f"{heading}\n1 Greater Boon of Luxera").boons == ("Greater Boon of Luxera",)


def test_a_heading_is_followed_even_where_the_card_does_not_belong() -> None:
    assert read("# Main Deck\n2 Spirit of Fire\n# Material\n2 Fireball") == Deck(
        ("Fireball", "Fireball"), {"Spirit of Fire": 2}
    )


def test_the_json_form() -> None:
    text = json.dumps(
        {
            "name": "my deck",
            "cards": {
                "main": [
                    {"name": "crusader of aesa", "quantity": 4},
                    {"name": "Spirit Blade: Ascension", "quantity": 2},
                ],
                "material": [
                    {"name": "Spirit of Wind", "quantity": 1, "id": "x"},
                    {"name": "Lorraine, Wandering Warrior", "quantity": 1},
                ],
                "sideboard": [{"name": "Flame-Rune Swordsman", "quantity": 2}],
            },
        }
    )
    assert read(text) == read("\ufeff \r\n" + text) == LORRAINE


# -- what cannot be read -----------------------------------------------------------------------------------------


def test_all_bad_lines_are_told_at_once_each_with_its_number_and_the_nearest_names() -> None:
    assert told(
        "# Material Deck\n1 Spirit of Fier\n\n# Main Deck\n4 Fireball\nFireball\n0 Fireball\n4Fireball\n"
        "-1 Fireball\n1000 Fireball\nqqq\n2 zzzzzz\nMaybe:\nXX: 2 Fireball\n2"
    ) == [
        "line 2: no card is named 'Spirit of Fier'; did you mean Spirit of Fire or Spirit of Water or Spirit of Wind?",
        "line 6: there is no number before Fireball",
        "line 7: 0 is not a number of copies from 1 to 999",
        "line 8: '4Fireball' is not a number and a name, such as 4 Fireball",
        "line 9: '-1 Fireball' is not a number and a name, such as 4 Fireball",
        "line 10: 1000 is not a number of copies from 1 to 999",
        "line 11: 'qqq' is not a number and a name, such as 4 Fireball",
        "line 12: no card is named 'zzzzzz'",
        "line 13: no section is named 'Maybe'",
        "line 14: no section is named 'XX'",
        "line 15: '2' is not a number and a name, such as 4 Fireball",
    ]


def test_a_problem_can_be_taken_apart() -> None:
    with pytest.raises(DeckListError) as refused:
        read("4 Fireball\n4 Firebal")
    (problem,) = refused.value.problems
    assert (problem.line, problem.where, problem.nearest[0]) == (2, "line 2", "Fireball")


@pytest.mark.parametrize("heading", ["# Matrial Deck", "# Mian deck", "// Sidebord", "# Bons"])
def test_a_misspelt_heading_is_no_comment(heading: str) -> None:
    (problem,) = told(f"1 Spirit of Fire\n{heading}\n4 Fireball")
    assert problem.startswith("line 2: no section is named")
    assert "did you mean" in problem


@pytest.mark.parametrize(
    "comment", ["# My Rai deck", "# allies", "// 4 Fireball", "#", "# a side note", "# v2.1 (final)"]
)
def test_comments_are_no_headings(comment: str) -> None:
    assert read(f"# Sideboard\n{comment}\n4 Fireball").sideboard == {"Fireball": 4}


@pytest.mark.parametrize("text", ["", "\n\n", "# just a comment", "\ufeff"])
def test_a_text_without_cards_and_headings_is_no_deck(text: str) -> None:
    assert told(text) == ["line 1: this list has no cards and no headings"]


def test_headings_alone_are_an_empty_deck() -> None:
    assert read("# Main Deck") == Deck((), {})


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ('{"cards":\n}', "line 2: this is not JSON: Expecting value"),
        ('{"cards": [1]}', "cards: the sections of a deck must be an object"),
        ("{}", "cards: the sections of a deck must be an object"),
        ('{"cards": {"mian": []}}', "cards.mian: no section is named 'mian'; did you mean Main Deck?"),
        ('{"cards": {"main": {}}}', "cards.main: a section must be a list of cards"),
        ('{"cards": {"main": ["Fireball"]}}', "cards.main[0]: a card must be an object with a name and a quantity"),
        (
            '{"cards": {"main": [{"quantity": 1}]}}',
            "cards.main[0]: a card must be an object with a name and a quantity",
        ),
        (
            '{"cards": {"main": [{"name": "Fireball"}]}}',
            "cards.main[0]: a card must be an object with a name and a quantity",
        ),
        (
            '{"cards": {"main": [{"name": "Fireball", "quantity": true}]}}',
            "cards.main[0]: true is not a number of copies from 1 to 999",
        ),
        (
            '{"cards": {"main": [{"name": "Fireball", "quantity": 0}]}}',
            "cards.main[0]: 0 is not a number of copies from 1 to 999",
        ),
        (
            '{"cards": {"main": [{"name": "Firebal", "quantity": 1}]}}',
            "cards.main[0]: no card is named 'Firebal'; did you mean Fireball or Magebane Lash?",
        ),
        ('{"cards": {"main": [], "main": []}}', "this is not JSON: the key 'main' appears twice"),
    ],
)
def test_what_is_wrong_in_json_is_told_with_its_place(text: str, problem: str) -> None:
    assert told(text)[0].split("; did you mean Fireball")[0] == problem.split("; did you mean Fireball")[0]


def test_json_nested_without_end_is_refused() -> None:
    assert told('{"a":' * 100_000)[0].startswith("this is not JSON")


def test_all_problems_of_json_are_told() -> None:
    text = '{"cards": {"main": [{"name": "Qqqq", "quantity": 1}, 7], "x": []}}'
    assert [each.partition(":")[0] for each in told(text)] == ["cards.main[0]", "cards.main[1]", "cards.x"]


def test_a_flip_side_is_told_with_its_default_side() -> None:
    day = Face("Day", ("item", "regalia"), ("norm",), cost=PrintedCost(memory=1), flip="Night")
    night = Face("Night", ("item", "regalia"), ("norm",), side="flip")
    with pytest.raises(DeckListError, match=r"line 1: Night is a flip side; did you mean Day\?"):
        read("1 Night", pool().with_cards([day, night]))


# -- files -------------------------------------------------------------------------------------------------------


def test_files_are_read(tmp_path: Path) -> None:
    file = tmp_path / "deck.txt"
    file.write_bytes(("\ufeff" + LIST.replace("\n", "\r\n")).encode())
    assert load(file) == LORRAINE


def test_a_file_that_is_no_text_or_is_not_there_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "deck.txt"
    file.write_bytes(b"4 Fireb\xffll")
    with pytest.raises(DeckListError, match="not UTF-8"):
        load(file)
    with pytest.raises(DeckListError, match="cannot be read"):
        load(tmp_path / "none.txt")
    with pytest.raises(DeckListError, match="cannot be read"):
        load(tmp_path)


# -- writing -----------------------------------------------------------------------------------------------------


def test_what_is_written() -> None:
    assert write(LORRAINE, "text") == LIST
    assert write(Deck((), {}, ("Greater Boon of Luxera",)), "text") == (
        "# Material Deck\n# Main Deck\n# Boons\n1 Greater Boon of Luxera\n"
    )
    assert json.loads(write(LORRAINE, "json")) == {
        "cards": {
            "material": [
                {"name": "Spirit of Wind", "quantity": 1},
                {"name": "Lorraine, Wandering Warrior", "quantity": 1},
            ],
            "main": [{"name": "Crusader of Aesa", "quantity": 4}, {"name": "Spirit Blade: Ascension", "quantity": 2}],
            "sideboard": [{"name": "Flame-Rune Swordsman", "quantity": 2}],
        }
    }


@pytest.mark.parametrize("name", sorted(decks()))
@pytest.mark.parametrize("form", ["text", "json"])
def test_the_starter_decks_are_written_and_read(name: str, form: Form) -> None:
    assert read(write(deck(name), form)) == deck(name)


names = st.sampled_from(sorted(pool()))
counted = st.dictionaries(names, st.integers(1, 99), max_size=8)
any_deck = st.builds(
    Deck,
    st.lists(names, max_size=8).map(tuple),
    counted,
    st.lists(names, max_size=3).map(tuple),
    counted,
)


@given(any_deck, st.sampled_from(["text", "json"]))
def test_writing_then_reading_gives_the_same_deck(written: Deck, form: Form) -> None:
    assert read(write(written, form)) == written


@given(any_deck, st.randoms(use_true_random=False))
def test_how_a_list_is_written_does_not_matter(written: Deck, random: object) -> None:
    sections = ["#" + each for each in write(written, "text").split("#")[1:]]
    random.shuffle(sections)  # type: ignore[attr-defined]
    text = "\r\n".join(sections).swapcase().replace("'", "\u2019").replace("\n", " // so\r\n")
    text = "\r\n".join(line.split(" //")[0] if line.startswith("#") else line for line in text.split("\r\n"))
    assert read(text) == written


@given(st.lists(st.text(st.characters(codec="utf-8"), max_size=12) | names.map(lambda name: f"2 {name}"), max_size=6))
def test_no_line_is_dropped_silently(lines: list[str]) -> None:
    """Each line is a comment, a heading, a card of the deck or a problem; and nothing but DeckListError is raised."""
    cards = sum(line.startswith("2 ") for line in lines)
    try:
        found = read("\n".join(lines))
    except DeckListError as error:
        assert error.problems
        return
    total = sum(found.main.values()) + sum(found.sideboard.values()) + len(found.material) + len(found.boons)
    assert total >= 2 * cards


# -- names -------------------------------------------------------------------------------------------------------


def test_no_two_cards_have_names_that_differ_only_in_writing() -> None:
    assert len({fold(name) for name in pool()}) == len(pool())


def test_the_nearest_names_are_those_that_begin_so() -> None:
    found = Names(pool())
    assert found.nearest("rai") == ("Rai, Archmage", "Rai, Mana Weaver", "Rai, Spellcrafter")
    assert found.nearest("") == ()
    assert found.nearest("Firebal")[0] == "Fireball"


def test_a_deck_has_no_card_zero_times() -> None:
    with pytest.raises(ValueError, match="cannot have 0 of Fireball"):
        Deck((), {"Fireball": 0})
    with pytest.raises(ValueError, match="cannot have 1000000 of Fireball"):
        Deck((), {}, sideboard={"Fireball": 1_000_000})
