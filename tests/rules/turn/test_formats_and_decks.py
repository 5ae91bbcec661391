"""Decks of each format: legal ones, and every reason why others are not."""

from __future__ import annotations

import datetime
import doctest
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from archivist.cards import pool
from archivist.decks import Deck, banned_in, deck, decks, why_not_legal
from archivist.decks.bans import bans, read_bans
from archivist.game import Game
from archivist.model.errors import CardFileError, UnknownName
from archivist.rules.turn import formats_and_decks
from archivist.rules.turn.formats_and_decks import Format, points, problems
from archivist.vocabulary.abilities import Text
from archivist.vocabulary.effects.drawing_and_discarding import Draw
from archivist.vocabulary.face import Face, PrintedCost


def faces(*names: str) -> list[Face]:
    return [pool().find(name) for name in names]


def main_of(format: Format, size: int, copies: int) -> list[Face]:
    """Made-up main-deck cards, so many of each name."""
    return [
        Face(f"{format} card {index // copies}", ("ally",), ("norm",), cost=PrintedCost(reserve=1))
        for index in range(size)
    ]


def material_of(size: int) -> list[Face]:
    """A level 0 champion and made-up regalia."""
    regalia = [
        Face(f"regalia {n}", ("regalia", "item"), ("norm",), cost=PrintedCost(memory=1)) for n in range(size - 1)
    ]
    return [*faces("Spirit of Fire"), *regalia]


BOONS = ("Lesser Boon of Poseidon", "Greater Boon of Luxera")


def told(*found: object) -> list[str]:
    return [str(each) for each in found]


def test_the_module_says_how_it_is_used() -> None:
    assert doctest.testmod(formats_and_decks).failed == 0


@pytest.mark.parametrize("name", sorted(decks()))
def test_turn_10_standard_the_starter_decks_are_legal(name: str) -> None:
    starter = deck(name)
    assert problems("standard", faces(*starter.main_cards), faces(*starter.material)) == []


def test_turn_10_standard_sizes_and_copies() -> None:
    assert problems("standard", main_of("standard", 60, 4), material_of(12)) == []
    assert told(*problems("standard", main_of("standard", 59, 4), material_of(13))) == [
        "the main deck has 59 cards; at least 60 are needed [turn.10.standard]",
        "the material deck has 13 cards; at most 12 are allowed [turn.10.standard]",
    ]
    assert "the main deck has 1 card; at least 60 are needed [turn.10.standard]" in told(
        *problems("standard", faces("Fireball"), material_of(12))
    )
    five = problems("standard", main_of("standard", 60, 5), [*material_of(3), *faces("Spirit of Fire")])
    assert len(five) == 13
    assert str(five[0]) == "5 copies of standard card 0 in the main deck; the limit is 4 [turn.10.standard]"
    assert str(five[-1]) == "2 copies of Spirit of Fire in the material deck; the limit is 1 [turn.10.standard]"


def test_turn_10_standard_a_level_0_champion_is_needed() -> None:
    found = problems("standard", main_of("standard", 60, 4), faces("Rai, Spellcrafter"))
    assert [each.rules for each in found] == [("turn.10.standard", "zones.3.4", "cards.4.1")]


def test_turn_10_standard_a_sideboard_has_15_cards_and_15_points() -> None:
    main, material = main_of("standard", 60, 4), material_of(12)
    assert points(material[0]) == points(material[1]) == 3
    assert points(main[0]) == 1
    assert problems("standard", main, material, main[:15]) == []
    assert problems("standard", main, material, [*material[:5]]) == []
    assert told(*problems("standard", main, material, [*material[:5], main[0]])) == [
        "the sideboard has 16 points; at most 15 are allowed [turn.10.standard]"
    ]
    assert told(*problems("standard", main, material, main[:16])) == [
        "the sideboard has 16 cards; at most 15 are allowed [turn.10.standard]",
        "the sideboard has 16 points; at most 15 are allowed [turn.10.standard]",
    ]


def test_turn_10_draft_smaller_decks_any_copies_and_the_rest_aside() -> None:
    main, material = main_of("draft", 30, 10), material_of(10)
    assert problems("draft", main, material, main * 3) == []
    assert told(*problems("draft", main[:29], material_of(11))) == [
        "the main deck has 29 cards; at least 30 are needed [turn.10.draft]",
        "the material deck has 11 cards; at most 10 are allowed [turn.10.draft]",
    ]
    assert told(*problems("draft", main, material[1:])) == ["the material deck has no level 0 champion [turn.10.draft]"]
    assert told(*problems("draft", main, [*material[:3], material[2]])) == [
        "2 copies of regalia 1 in the material deck; the limit is 1 [cards.4.19]"
    ]
    assert problems("draft", main, [*material[:3], *faces("Spirit of Fire")]) == []  # champions are no regalia


def test_turn_10_pantheon_single_cards_12_material_cards_and_two_boons() -> None:
    main, material, boons = main_of("pantheon", 60, 1), material_of(12), faces(*BOONS)
    assert problems("pantheon", main, material, (), boons) == []
    assert told(*problems("pantheon", main[:59], material[:11], main[:1], boons[:1])) == [
        "the main deck has 59 cards; at least 60 are needed [turn.10.pantheon]",
        "the material deck has 11 cards; exactly 12 are needed [turn.10.pantheon]",
        "the sideboard has 1 card; this format has none [turn.10.pantheon]",
        "there are 0 greater boons; exactly one is needed [turn.10.pantheon]",
    ]
    assert told(*problems("pantheon", [*main, main[0]], material, (), boons)) == [
        "2 copies of pantheon card 0 in the main deck; the limit is 1 [turn.10.pantheon]"
    ]


@pytest.mark.rule("turn.10.table", "turn.10")
@pytest.mark.parametrize("format", ["standard", "draft"])
def test_turn_10_table_only_pantheon_decks_have_boons(format: Format) -> None:
    found = problems(format, main_of(format, 60, 4), material_of(10), (), faces(*BOONS))
    assert [each.rules for each in found] == [(f"turn.10.{format}", "cards.4.16")]


@pytest.mark.rule("keywords.divine-relic")
def test_turn_10_2_one_divine_relic_at_most() -> None:
    main = main_of("standard", 60, 4)
    relics = faces("Spirit of Fire", "Lost Providence", "Quicksilver Grail")
    assert problems("standard", main, relics[:2]) == []
    (found,) = problems("standard", main, relics)
    assert found.rules == ("keywords.divine-relic", "turn.10.2")
    assert "Lost Providence, Quicksilver Grail" in found.why


@pytest.mark.parametrize(
    ("place", "name", "rule"),
    [
        ("main", "Spirit of Fire", "cards.4.1"),
        ("main", "Tome of Knowledge", "cards.4.19"),
        ("main", "Lesser Boon of Poseidon", "cards.4.16"),
        ("main", "Blightroot", "cards.8.1"),
        ("material", "Fireball", "cards.2.1"),
        ("main", "Crowd's Favor", "cards.7.1"),
        ("sideboard", "Powercell", "cards.8.1"),
        ("boons", "Fireball", "cards.4.16"),
    ],
)
def test_cards_have_their_places(place: str, name: str, rule: str) -> None:
    parts = {"main": main_of("pantheon", 60, 1), "material": material_of(12), "sideboard": [], "boons": faces(*BOONS)}
    parts[place] = [*parts[place], *faces(name)]
    assert (rule,) in [each.rules for each in problems("pantheon", **parts)]


def test_a_flip_side_is_no_card_of_a_deck() -> None:
    night = Face("Night", ("ally",), ("norm",), side="flip")
    found = problems("standard", [*main_of("standard", 60, 4), night], material_of(12))
    assert [each.rules for each in found] == [("cards.6.1",)]


def test_a_deck_is_checked_by_its_names() -> None:
    rai = deck("rai")
    assert why_not_legal(rai) == []
    assert [each.rule for each in why_not_legal(rai, "draft")] == ["turn.10.draft"]
    worse = Deck(rai.material[1:], {"Fireball": 5, "Blightroot": 1}, BOONS, {"Tome of Knowledge": 6})
    assert told(*why_not_legal(worse)) == [
        "Blightroot cannot be in the main deck [cards.8.1]",
        "the main deck has 6 cards; at least 60 are needed [turn.10.standard]",
        "5 copies of Fireball in the main deck; the limit is 4 [turn.10.standard]",
        "the material deck has no level 0 champion [turn.10.standard]",
        "the sideboard has 18 points; at most 15 are allowed [turn.10.standard]",
        "2 boons in the Pantheon zone; this format has none [turn.10.standard]",
        "Crystal of Empowerment is banned in standard [turn.10]",
    ]
    with pytest.raises(UnknownName, match="did you mean Fireball"):
        why_not_legal(Deck((), {"Firebal": 1}))


def test_turn_10_standard_open_is_standard_without_bans() -> None:
    rai = deck("rai")
    changed = Deck(rai.material, {**rai.main, "Fireball": 3, "Idle Thoughts": 4})
    assert "Crystal of Empowerment" in changed.material
    assert told(*why_not_legal(changed, "standard")) == ["Crystal of Empowerment is banned in standard [turn.10]"]
    assert why_not_legal(changed, "open") == []
    assert why_not_legal(Deck((), {}), "open") == why_not_legal(Deck((), {}), "standard")


def test_a_deck_of_the_project_may_be_played_unchanged_though_a_card_of_it_is_banned() -> None:
    rai = deck("rai")
    assert banned_in(rai, "standard") == ("Crystal of Empowerment",)
    assert why_not_legal(rai) == []
    boarded = Deck(rai.material, rai.main, sideboard={"Erupting Rhapsody": 1})
    assert told(*why_not_legal(boarded)) == ["Erupting Rhapsody is banned in standard [turn.10]"]


def test_a_ban_list_has_a_date_and_names_by_format(tmp_path: Path) -> None:
    assert bans().date >= datetime.date(2026, 8, 1)
    file = tmp_path / "bans.yaml"
    file.write_text("date: 2027-01-15\npantheon: [Idle Thoughts]\ndraft: [A Card That Was Not Imported]\n")
    own = read_bans(file)
    assert (own.date, own.of("pantheon"), own.of("standard")) == (
        datetime.date(2027, 1, 15),
        {"idle thoughts": "Idle Thoughts"},
        {},
    )


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("standard: []", "a ban list has a date"),
        ("date: soon", "a ban list has a date"),
        ("- Fireball", "a ban list has a date"),
        ("date: 2026-08-01\nstandart: []", "no format is named 'standart'; did you mean standard"),
        ("date: 2026-08-01\nstandard: Fireball", "standard: the banned cards are a list of names"),
        ("date: 2026-08-01\nstandard: [Firebal]", "no card is named 'Firebal'; did you mean Fireball?"),
        ("date: [", "line 2"),
    ],
)
def test_a_bad_ban_list_is_refused_with_its_place(text: str, says: str, tmp_path: Path) -> None:
    file = tmp_path / "bans.yaml"
    file.write_text(text)
    with pytest.raises(CardFileError, match=re.escape(says)) as refused:
        read_bans(file)
    assert str(file) in str(refused.value)


def test_a_user_can_replace_the_ban_list(tmp_path: Path) -> None:
    (tmp_path / "bans.yaml").write_text("date: 2027-01-15\nstandard: [Fireball]\n")
    script = "from archivist.decks.bans import bans; print(bans().date, *bans().of('standard').values())"
    environment = {**os.environ, "ARCHIVIST_POOL": str(tmp_path)}
    said = subprocess.check_output([sys.executable, "-c", script], text=True, env=environment)
    assert said == "2027-01-15 Fireball\n"


def test_turn_10_1_the_current_text_of_a_card_replaces_what_was_printed() -> None:
    """All copies of a name have the text that the pool has for it now, whatever they said before."""
    fresh = Face("Spirit of Fire", ("champion",), ("fire",), ("spirit",), cost=PrintedCost(memory=0), level=0, life=3)
    drawing = Text(do=(Draw(),))
    cards = pool().with_cards([fresh, Face("Fireball", ("action",), ("fire",), speed="fast", abilities=(drawing,))])
    assert cards["Fireball"].text == (drawing.plain(),)
    game = Game.new([Deck(("Spirit of Fire",), {"Fireball": 10})] * 2, seed=0, cards=cards)
    assert [game.state.pool[card.face].life for card in game.state.cards if card.zone == "field"] == [3, 3]
    assert all(len(player.hand) == 0 for player in game.state.players)  # the old text drew a starting hand
