"""Pages without a browser: what forms mean, what templates escape, decks that are built, the desk's work."""

from __future__ import annotations

import pytest

from archivist.decks import decks
from archivist.model.errors import UnknownName
from archivist.notation import decklists
from archivist.server import desk_work
from archivist.server.errors import Refusal
from archivist.server.pages import library
from archivist.server.pages.building import _changed, built
from archivist.server.pages.drawing import POLICY, card, detail, drawn
from archivist.server.pages.forms import Fields, choice_of
from archivist.server.sight import plain_tile
from archivist.server.tiles import Tile
from archivist.view import Choice

EXAMPLE = """\
title: A fireball
setup:
  A: {champion: [Spirit of Fire], hand: [Fireball, 4 x Idle Thoughts]}
  B: {champion: [Spirit of Wind]}
steps:
  - A: {activate: Fireball, targets: [B/champion]}
"""


@pytest.mark.parametrize(
    ("form", "count", "sent", "meant"),
    [
        ("act", 5, [("choice", "3")], 3),
        ("pick", 4, [("pick", "2"), ("pick", "0")], (2, 0)),
        ("pick", 4, [("pick", "0"), ("pick", "2"), ("order", "2,0")], (2, 0)),
        ("pick", 4, [("order", "")], ()),
        ("number", 0, [("value", "4")], (4,)),
        ("split", 2, [("share", "1"), ("share", "3")], (1, 3)),
        ("name", 9, [("name", "Fireball")], "Fireball"),
        (
            "order",
            3,
            [("place", "0"), ("rank", "3"), ("place", "1"), ("rank", "1"), ("place", "2"), ("rank", "2")],
            (1, 2, 0),
        ),
        (
            "arrange",
            2,
            [("place", "0"), ("rank", "1"), ("where", "bottom"), ("place", "1"), ("rank", "2"), ("where", "top")],
            (1, -1, 0),
        ),
    ],
)
def test_what_a_form_means(form: str, count: int, sent: list[tuple[str, str]], meant: Choice) -> None:
    assert choice_of(Fields(sent), form, count) == meant


@pytest.mark.parametrize("value", ["", "x", "1.5", "9" * 40, "٣", "--1"])
def test_what_is_no_number_is_refused(value: str) -> None:
    with pytest.raises(Refusal, match="whole number"):
        choice_of(Fields([("choice", value)]), "act", 3)


def test_an_order_names_every_card() -> None:
    with pytest.raises(Refusal, match="place"):
        choice_of(Fields([("place", "0"), ("rank", "1")]), "order", 2)


def test_no_text_of_a_user_becomes_markup() -> None:
    script = "<script>alert(1)</script>"
    assert script not in drawn("refused.html", title=script, said=script, theme="", here="")
    tile = Tile("c1", script, "field", "A", "A", counters={script: 1}, badges=(script,))
    assert script not in card(tile) + detail(tile)


def test_the_policy_allows_no_script_in_a_page() -> None:
    assert "unsafe" not in POLICY
    for template in ("table.html", "start.html", "desk.html", "base.html", "replay.html", "decks.html"):
        text = (library.FOLDER.parent / "src/archivist/server/templates" / template).read_text("utf-8")
        assert "onclick" not in text
        assert "style=" not in text
        assert "<style" not in text


def test_cards_that_are_alike_in_a_pile_have_one_detail() -> None:
    from archivist.server.pages.drawing import details

    graveyard = [Tile(f"c{n}", "Fireball", "graveyard", "A", "A") for n in range(3)]
    field = [Tile(f"c{n}", "Banner Knight", "field", "A", "A") for n in range(3, 5)]
    assert len(details([*graveyard, *field])) == 3


# -- decks -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("turn.10.standard")
def test_turn_10_standard_the_builder_says_what_is_not_legal() -> None:
    text = decklists.write(decks()["silvie"])
    assert built(text, "standard").legal
    fewer = _changed(text, "Give Bath", -1)
    assert [each.rules[0] for each in built(fewer, "standard").problems] == ["turn.10.standard"]
    assert built(_changed(fewer, "Give Bath", 1), "standard").legal


def test_the_builder_says_what_is_banned() -> None:
    text = _changed(decklists.write(decks()["rai"]), "Idle Thoughts", 1)
    assert [each.why for each in built(text, "standard").problems] == ["Crystal of Empowerment is banned in standard"]
    assert built(text, "open").legal


def test_a_card_goes_where_it_belongs() -> None:
    text = _changed("", "Fireball", 1)
    text = _changed(text, "Spirit of Fire", 1)
    text = _changed(text, "Fireball", 1, sideboard=True)
    deck = decklists.read(text)
    assert (deck.material, deck.main, deck.sideboard) == (("Spirit of Fire",), {"Fireball": 1}, {"Fireball": 1})
    assert decklists.read(_changed(text, "Fireball", -1)).main == {}
    with pytest.raises(UnknownName):
        _changed(text, "Nonsense", 1)


def test_a_list_that_cannot_be_read_says_where() -> None:
    assert "line 1" in built("1 Nonsense of the North", "standard").unreadable[0]


# -- the desk ----------------------------------------------------------------------------------------------------


def test_the_desk_shows_the_table_after_a_step() -> None:
    found = desk_work.judged(EXAMPLE)
    assert (found.status, found.at, found.total) == ("pass", 1, 1)
    assert found.sight is not None
    assert [item.name for item in found.sight.stack] == ["Fireball"]
    assert desk_work.judged(EXAMPLE, 0).sight is not None
    assert any(line.rules for step in found.steps for line in step.lines)


def test_an_error_names_its_line_and_the_nearest_name() -> None:
    found = desk_work.judged(EXAMPLE.replace("Spirit of Wind", "Spirit of Wynd"))
    assert (found.status, found.line) == ("error", 4)
    assert "Spirit of Wind" in found.problem


def test_a_scenario_that_does_not_go_as_it_says_shows_how_far_it_went() -> None:
    found = desk_work.judged(EXAMPLE + "  - expect: {B/champion: {damage: 99}}\n")
    assert (found.status, found.at) == ("fail", 1)
    assert "99" in found.problem


@pytest.mark.rule("CA.1.9.1")
def test_the_desk_says_why_not() -> None:
    found = desk_work.asked(EXAMPLE, 0, "B activate Fireball")
    assert found.reasons
    assert desk_work.asked(EXAMPLE, 0, "A activate Fireball").reasons == ()


def test_a_position_is_built_card_by_card() -> None:
    text = desk_work.with_card("", "A", "hand", "fireball")
    text = desk_work.with_card(text, "B", "field", "Banner Knight")
    found = desk_work.judged(text)
    assert found.status == "setup"
    assert found.sight is not None
    assert {"Fireball", "Banner Knight"} <= {tile.name for tile in found.sight.cards.values()}
    with pytest.raises(Refusal, match="did you mean"):
        desk_work.with_card("", "A", "hand", "Firebal")
    with pytest.raises(Refusal):
        desk_work.with_card("", "A", "nowhere", "Fireball")


# -- examples ----------------------------------------------------------------------------------------------------


def test_every_example_of_the_project_is_found_by_rule_and_by_card() -> None:
    assert len(library.examples()) > 2000
    assert any(each.file.startswith("combat/") for each in library.by_rule()["keywords.true-sight"])
    assert library.by_card("Fireball")
    assert library.matching("true sight", 5)
    assert plain_tile("Fireball").text
