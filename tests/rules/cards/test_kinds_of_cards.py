"""Cards, masteries and statuses where a scenario cannot look: card files, decks, views, saves, timestamps."""

from __future__ import annotations

import pytest

from archivist.cards import pool, read_cards
from archivist.game import Game
from archivist.log.saves import dump, restore
from archivist.model.errors import CardFileError, ScenarioError
from archivist.rules.cards import champions, double_faced, masteries_and_statuses
from archivist.rules.turn.formats_and_decks import problems
from archivist.scenario import read_text
from archivist.scenario.reading import start
from archivist.soundness import zones_agree
from archivist.vocabulary.words import ADVANCED_ELEMENTS, BASIC_ELEMENTS, ELEMENTS
from positions import simple_position

SIDES = """
- name: Sleeping Stone
  types: [regalia, item]
  cost: {memory: 0}
  flip: Waking Stone
- name: Waking Stone
  side: flip
  types: [ally]
  power: 2
  life: 2
"""


def game_of(setup: str, cards: str = "[]") -> Game:
    """A game at the position of a scenario."""
    indented = cards.replace("\n", "\n  ")
    return start(read_text(f"cards: {indented}\nsetup:\n{setup}", "trial", need_steps=False))


# -- parts of a card ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("part", ["name: Trial", "types: [item]"])
def test_cards_1_1_every_card_has_a_name_and_a_type(part: str) -> None:
    lines = [line for line in ("name: Trial", "types: [item]", "cost: {reserve: 1}") if line != part]
    with pytest.raises(CardFileError, match=r"name|types"):
        read_cards("- " + "\n  ".join(lines), "trial.yaml")


def test_cards_1_1_watermark_and_border_have_no_place() -> None:
    with pytest.raises(CardFileError, match="unknown field `watermark`"):
        read_cards("- {name: Trial, types: [item], watermark: crown}", "trial.yaml")


def test_cards_1_1_a_cost_is_of_one_kind() -> None:
    with pytest.raises(CardFileError, match="not both"):
        read_cards("- {name: Trial, types: [item], cost: {reserve: 1, memory: 1}}", "trial.yaml")


def test_cards_1_2_a_made_up_card_cannot_take_the_name_of_another() -> None:
    text = "cards:\n  - {name: Fireball, types: [item]}\nsetup:\n  A: {}\n  B: {}\n"
    with pytest.raises(ScenarioError, match="already a card named 'Fireball'"):
        read_text(text, "trial", need_steps=False)


def test_cards_1_table_the_pool_has_the_stats_of_each_type() -> None:
    """Cards have the stats of their types, and none that only another type has."""
    for face in pool().values():
        words, stats = face.words, {stat for stat in ("power", "life", "durability") if getattr(face, stat) is not None}
        if "champion" in words:
            assert "life" in stats
            assert "durability" not in stats
        elif "ally" in words:
            assert stats == {"power", "life"}, face.name
        elif "weapon" in words:
            assert stats == {"power", "durability"}, face.name
        elif words & {"item", "phantasia", "domain", "boon"} and not words & {"bullet", "arrow", "siegeable"}:
            assert not stats, face.name
        elif "attack" in words:
            assert stats == {"power"}, face.name
        if face.speed == "fast":
            assert words & {"action", "boon"}, face.name


def test_cards_3_1_the_elements_are_basic_advanced_or_norm() -> None:
    assert {"fire", "water", "wind"} == BASIC_ELEMENTS
    assert {"norm"} == ELEMENTS - BASIC_ELEMENTS - ADVANCED_ELEMENTS
    assert not BASIC_ELEMENTS & ADVANCED_ELEMENTS
    (face,) = read_cards("- {name: Trial, types: [item]}", "trial.yaml")
    assert face.elements == ("norm",)
    assert "advanced" not in face.words


# -- champions ---------------------------------------------------------------------------------------------------


def test_cards_4_12_the_champion_is_as_old_as_its_first_card() -> None:
    game = game_of(
        "  A: {champion: [Spirit of Fire], material: ['Rai, Spellcrafter']}\n  B: {champion: [Spirit of Water]}"
    )
    state = game.state
    before = state.champion(0)
    assert before is not None
    champions.level_up(state, 0, state.players[0].material[0])
    after = state.champion(0)
    assert after is not None
    assert after.face == "Rai, Spellcrafter"
    assert (after.id, after.incarnation, after.stamp) == (before.id, before.incarnation, before.stamp)
    assert after.face_stamp > before.stamp
    assert state.cards[after.lineage[0]].face_stamp == before.stamp
    champions.delevel(state, 0)
    again = state.champion(0)
    assert again is not None
    assert (again.stamp, again.face_stamp or again.stamp) == (before.stamp, before.stamp)


# -- double-faced cards ------------------------------------------------------------------------------------------


def test_cards_6_1_a_flip_side_is_in_no_deck_and_no_hand() -> None:
    front, back = read_cards(SIDES, "trial.yaml")
    assert "cards.6.1" in {rule for reason in problems("draft", [], [front, back]) for rule in reason.rules}
    text = f"cards: {SIDES.replace(chr(10), chr(10) + '  ')}\nsetup:\n  A: {{hand: [Waking Stone]}}\n  B: {{}}\n"
    with pytest.raises(ScenarioError, match="flip side of Sleeping Stone"):
        read_text(text, "trial", need_steps=False)


def test_cards_6_1_a_flip_side_has_no_cost_and_must_exist() -> None:
    with pytest.raises(CardFileError, match="not played"):
        read_cards("- {name: Trial, types: [item], side: flip, cost: {reserve: 1}}", "trial.yaml")
    faces = read_cards("- {name: Trial, types: [item], flip: Nothing}", "trial.yaml")
    with pytest.raises(CardFileError, match="no flip side named 'Nothing'"):
        pool().with_cards(faces)
    faces = read_cards("- {name: Trial, types: [item], flip: Fireball}", "trial.yaml")
    with pytest.raises(CardFileError, match="not marked as a flip side"):
        pool().with_cards(faces)


def test_cards_6_4_a_transformed_object_is_saved_and_seen_as_such() -> None:
    game = game_of(
        "  A: {champion: [Spirit of Fire], field: [Sleeping Stone]}\n  B: {champion: [Spirit of Water]}", SIDES
    )
    state = game.state
    stone = next(card for card in state.cards if card.face == "Sleeping Stone")
    assert double_faced.transform(state, stone.id)
    assert state.cards[stone.id].thing == stone.thing
    (shown,) = [card for card in game.view(1).field if card.transformed]
    assert shown.name == "Waking Stone"
    game = Game(state)
    assert restore(dump(game)).state == state


def test_cards_6_6_what_lies_face_down_cannot_transform() -> None:
    setup = (
        "  A: {champion: [Spirit of Fire], field: [{card: Waking Stone, face down: true}]}\n"
        "  B: {champion: [Spirit of Water]}"
    )
    game = game_of(setup, SIDES)
    hidden = next(card for card in game.state.cards if card.beneath)
    assert hidden.beneath == "Sleeping Stone"
    assert not hidden.transformed
    assert not double_faced.transform(game.state, hidden.id)
    assert not any(card.transformed for card in game.view(0).field)


# -- masteries and statuses --------------------------------------------------------------------------------------


def test_cards_7_1_masteries_and_statuses_are_seen_by_everybody() -> None:
    setup = (
        "  A: {champion: [Spirit of Fire], mastery: [{card: Shifting Currents, direction: West}], status: [Crowd's Favor]}\n"
        "  B: {champion: [Spirit of Water]}"
    )
    game = game_of(setup)
    for seat in (0, 1):
        player = game.view(seat).players[0]
        assert player.mastery is not None
        assert (player.mastery.name, player.mastery.direction) == ("Shifting Currents", "West")
        assert [status.name for status in player.statuses] == ["Crowd's Favor"]
    assert restore(dump(game)).state == game.state


def test_cards_7_1_a_replaced_mastery_is_gone() -> None:
    game = game_of("  A: {champion: [Spirit of Fire], mastery: [Phantasmagoria]}\n  B: {champion: [Spirit of Water]}")
    state = game.state
    old = state.cards[state.players[0].functions[0]]
    masteries_and_statuses.gain_mastery(state, 0, "Shifting Currents", "RS.2")
    assert state.current(old.thing) is None
    assert zones_agree(state) == ""


def test_cards_7_1_masteries_and_statuses_are_no_cards_of_a_deck() -> None:
    for name in ("Phantasmagoria", "Crowd's Favor"):
        reasons = problems("draft", [pool().find(name)], [])
        assert any("cards.7.1" in reason.rules for reason in reasons)


def test_cards_7_1_they_go_with_a_player_who_leaves() -> None:
    setup = (
        "  A: {champion: [Spirit of Fire]}\n"
        "  B: {champion: [Spirit of Water], mastery: [Phantasmagoria], status: [Crowd's Favor]}\n"
        "  C: {champion: [Spirit of Wind]}"
    )
    game = game_of(setup)
    game.concede(1)
    assert game.state.players[1].functions == ()


def test_cards_7_shifting_currents_two_directions_are_adjacent_to_each() -> None:
    game = game_of(
        "  A: {champion: [Spirit of Fire], mastery: [Shifting Currents]}\n  B: {champion: [Spirit of Water]}"
    )
    held = game.state.cards[game.state.players[0].functions[0]]
    assert held.direction == "North"
    assert masteries_and_statuses.other_directions(held, adjacent=False) == ("East", "South", "West")
    assert masteries_and_statuses.other_directions(held, adjacent=True) == ("East", "West")
    masteries_and_statuses.change_direction(game.state, held, "East")
    held = game.state.cards[held.id]
    assert masteries_and_statuses.other_directions(held, adjacent=True) == ("North", "South")


@pytest.mark.parametrize(
    ("do", "said"),
    [
        (
            "{do: gain mastery, mastery: Phantasmagorie}",
            "no mastery named 'Phantasmagorie'; did you mean Phantasmagoria",
        ),
        ("{do: gain status, status: Phantasmagoria}", "is not a status"),
        ("{do: summon, token: Fireball}", "is not a token"),
    ],
)
def test_what_a_card_names_must_be_there(do: str, said: str) -> None:
    faces = read_cards(f"- {{name: Trial, types: [action], abilities: [{{ability: text, do: [{do}]}}]}}", "trial.yaml")
    with pytest.raises(CardFileError, match=said):
        pool().with_cards(faces)


# -- tokens and counters -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("given", ["words: [token]", "types: [token]", "types: [mastery]"])
def test_cards_8_1_no_effect_makes_a_token_of_a_card(given: str) -> None:
    ability = f"{{ability: static, effects: [{{static: modify, {given}}}]}}"
    with pytest.raises(CardFileError, match=r"unknown (word|type)"):
        read_cards(f"- {{name: Trial, types: [item], abilities: [{ability}]}}", "trial.yaml")


def test_cards_9_1_counters_of_any_listed_kind_do_nothing_by_themselves() -> None:
    game = simple_position(champion=("Spirit of Fire",), field=["Gray Wolf"])
    state = game.state
    wolf = next(card for card in state.cards if card.face == "Gray Wolf")
    plain = game.view(0).field
    state.alter(wolf.id, counters={"age": 3, "quest": 2})
    changed = next(card for card in game.view(0).field if card.name == "Gray Wolf")
    before = next(card for card in plain if card.name == "Gray Wolf")
    assert (changed.power, changed.life, changed.keywords) == (before.power, before.life, before.keywords)
