"""Which rules a power, life, level, type or keyword is told with: those that made it what it is, and no others."""

from __future__ import annotations

import pytest

from archivist.model.card import Card
from archivist.model.state import State
from archivist.rules.citations import values
from workshop import cards, judged, position

MADE_UP = cards("""
- {name: Cub, types: [ally], subtypes: [human], power: 1, life: 2}
- {name: Charm, types: [item], power: 1, life: 2}
- {name: Twin, types: [ally], power: 1, life: 2, abilities: [taunt, {ability: keyword, keyword: taunt}]}
- {name: Guard, types: [ally], power: 1, life: 2, abilities: [taunt]}
- {name: Recruit, types: [ally], power: 1, life: 2, abilities: [{ability: keyword, keyword: taunt, when: level 2+}]}
- {name: Totem, types: [item]}
- {name: Drum, types: [item], abilities: [{ability: static, effects: [{static: modify, of: each ally, power: 1}]}]}
- {name: Fort, types: [item], abilities: [{ability: static, effects: [{static: modify, of: each ally, life: 1}]}]}
- {name: Giant, types: [ally], power: 1, life: 2, abilities: [{ability: static, effects: [{static: modify, power: 2}]}]}
- name: Fury
  types: [ally]
  power: 1
  life: 2
  abilities: [{ability: static, effects: [{static: modify, power: 2, if: level 1+}]}]
- {name: Might, types: [item], abilities: [{ability: static, effects: [{static: modify, of: each ally, set power: 5}]}]}
- {name: Bulk, types: [item], abilities: [{ability: static, effects: [{static: modify, of: each ally, set life: 5}]}]}
- {name: Fang, types: [item], abilities: [{ability: static, effects: [{static: modify, of: each item, set power: 5}]}]}
- {name: Mirror, types: [item], abilities: [{ability: static, effects: [{static: modify, of: each ally, swap: true}]}]}
- {name: Throne, types: [item], abilities: [{ability: static, effects: [{static: modify, of: each champion, level: 1}]}]}
- name: Decree
  types: [item]
  abilities: [{ability: static, effects: [{static: modify, of: each champion, set level: 3}]}]
- {name: Wild, types: [item], abilities: [{ability: static, effects: [{static: modify, of: each ally, words: [beast]}]}]}
- {name: Flame, types: [item], abilities: [{ability: static, effects: [{static: modify, of: each ally, words: [fire]}]}]}
- {name: Rune, types: [item], abilities: [{ability: static, effects: [{static: modify, of: each human, types: [item]}]}]}
- name: Den
  types: [item]
  abilities: [{ability: static, effects: [{static: modify, of: each ally, subtypes: [beast]}]}]
- name: Ice
  types: [item]
  abilities: [{ability: static, effects: [{static: modify, of: each ally, elements: [water]}]}]
- name: Horn
  types: [item]
  abilities: [{ability: static, effects: [{static: modify, of: each ally, keywords: [vigor]}]}]
- name: Hush
  types: [item]
  abilities: [{ability: static, effects: [{static: modify, of: each ally, loses: [taunt]}]}]
- name: Void
  types: [domain]
  abilities: [{ability: static, effects: [{static: modify, of: each item, loses: [abilities]}]}]
- name: Cheer
  types: [action]
  speed: fast
  abilities: [{ability: text, do: [{do: gain, on: each ally, static: {static: modify, power: 1}}]}]
- name: Hymn
  types: [action]
  speed: fast
  abilities: [{ability: text, do: [{do: gain, static: {static: modify, of: each ally, power: 1}}]}]
""")

LAYER = {"effects.5.1", "effects.5.3", "effects.5.8"}
"""Every continuous effect."""
STATIC = LAYER | {"abilities.4.1", "abilities.4.2", "effects.5.2", "effects.5.12.static"}
"""That of a static ability."""
MOVING = STATIC | {"effects.5.5", "effects.5.7.choice"}
"""One whose set moves."""
FIXED = LAYER | {"effects.5.4", "effects.5.12.resolved"}
ORDERED = {"effects.5.12", "terms.2.timestamp"}
"""Several of one layer."""
SET, RAISED = {"effects.5.8.A"}, {"effects.5.8.E", "effects.5.8.E1"}
BUFF = {"effects.5.8.E2", "cards.9.buff", "terms.7.buff"}
DEBUFF = {"effects.5.8.E2", "cards.9.debuff", "terms.7.debuff"}
AFTER = {"effects.5.8.choice", "cards.9.choice"}
"""Counters apply after other changes and before swaps."""
LOST = {"effects.5.9", "effects.5.15", "effects.5.16", "effects.5.17", "effects.5.18"}


def board(field: str, hand: str = "") -> State:
    return position(MADE_UP, f"{{field: [{field}], hand: [{hand}], deck: []}}").state.copy()


def find(state: State, name: str) -> Card:
    return next(state.cards[number] for number in state.field if state.cards[number].face == name)


COUNTED = "{card: Cub, counters: {buff: 1}}"


@pytest.mark.parametrize(
    ("field", "power", "life"),
    [
        ("Cub", set(), set()),
        ("Cub, Totem", set(), set()),
        ("Cub, Drum", MOVING | RAISED, set()),
        ("Cub, Fort", set(), MOVING | RAISED),
        ("Cub, Drum, Fort", MOVING | RAISED, MOVING | RAISED),
        ("Cub, 2 x Drum", MOVING | RAISED | ORDERED, set()),
        ("Cub, Might", MOVING | SET, set()),
        ("Cub, Bulk", set(), MOVING | SET),
        ("Cub, Might, Drum", MOVING | SET | RAISED, set()),
        ("Cub, Mirror", {"effects.5.8.E3"}, {"effects.5.8.E3"}),
        ("Cub, Mirror, Drum", {"effects.5.8.E3"}, {"effects.5.8.E3"} | MOVING | RAISED),
        (COUNTED, BUFF, BUFF),
        ("{card: Cub, counters: {debuff: 1}}", DEBUFF, DEBUFF),
        ("{card: Cub, counters: {buff: 1, debuff: 1}}", BUFF | DEBUFF, BUFF | DEBUFF),
        ("{card: Cub, counters: {wither: 1}}", set(), set()),
        (f"{COUNTED}, Drum", MOVING | RAISED | BUFF | AFTER, BUFF),
        (f"{COUNTED}, Might", MOVING | SET | BUFF | AFTER, BUFF),
        (f"{COUNTED}, Mirror", BUFF | AFTER | {"effects.5.8.E3"}, BUFF | AFTER | {"effects.5.8.E3"}),
    ],
)
def test_effects_5_8_a_stat_is_told_with_the_layers_that_made_it(field: str, power: set[str], life: set[str]) -> None:
    state = board(field)
    assert set(values.of_stat(state, find(state, "Cub"), "power")) == power
    assert set(values.of_stat(state, find(state, "Cub"), "life")) == life


@pytest.mark.parametrize(
    ("name", "rules"),
    [
        ("Giant", STATIC | RAISED),
        ("Fury", STATIC | RAISED | {"abilities.5.1", "keywords.level-restriction", "abilities.5.5.level"}),
    ],
)
def test_abilities_5_1_the_condition_of_an_objects_own_effect_is_told(name: str, rules: set[str]) -> None:
    state = board(name)
    assert set(values.of_stat(state, find(state, name), "power")) == rules


def test_effects_5_11_a_stat_that_was_missing_and_a_stat_of_no_unit() -> None:
    """Fang sets the power of items: Totem has none, Charm has a printed one, which counts for nothing (cards.5.6)."""
    state = board("Totem, Charm, Fang")
    kept = {"cards.5.6", "targets-and-copies.1.3"}
    assert set(values.of_stat(state, find(state, "Totem"), "power")) == MOVING | SET | {"cards.5.5", "effects.5.11"}
    assert set(values.of_stat(state, find(state, "Totem"), "life")) == set()
    assert set(values.of_stat(state, find(state, "Charm"), "power")) == MOVING | SET | kept
    assert set(values.of_stat(state, find(state, "Charm"), "life")) == kept


@pytest.mark.parametrize(("card", "rules"), [("Cheer", FIXED), ("Hymn", LAYER | {"effects.5.6"})])
def test_effects_5_4_a_resolved_effect_has_a_fixed_set_or_a_moving_one(card: str, rules: set[str]) -> None:
    expected = sorted({"effects.5.8.E1", *rules})
    wrong = sorted({"effects.5.4", "effects.5.6"} - rules)
    steps = f"[{{A: {{activate: {card}}}}}, {{resolve: all}}, {{expect: {{A/field/Cub: {{power: 2}}}}}}]"
    shown = judged(MADE_UP, steps, f"{{field: [Cub], hand: [{card}]}}").shown
    assert set(expected) <= set(shown)
    state = position(MADE_UP, "{field: [Cub]}").state
    assert not set(wrong) & set(values.of_stat(state, find(state, "Cub"), "power"))


@pytest.mark.parametrize(
    ("field", "counters", "rules"),
    [
        ("", "{}", set()),
        ("Throne", "{}", MOVING | {"effects.5.8.E"}),
        ("2 x Throne", "{}", MOVING | ORDERED | {"effects.5.8.E"}),
        ("Decree", "{}", {"effects.5.8.A"}),
        ("", "{level: 1}", {"cards.9.level", "terms.7.level"}),
        ("Throne, Void", "{}", LOST),
        ("Drum, Void", "{}", set()),  # what is lost would have changed a power
        ("Throne, Hush", "{}", MOVING | {"effects.5.8.E"}),
    ],
)
def test_cards_4_11_a_level_is_told_with_what_changed_it(field: str, counters: str, rules: set[str]) -> None:
    side = f"{{field: [{field}], champion state: {{counters: {counters}}}, deck: []}}"
    state = position(MADE_UP, side).state.copy()
    champion = state.champion(0)
    assert champion is not None
    assert set(values.of_level(state, champion)) == {"cards.4.11", "terms.4.lv"} | rules


TYPES = {"effects.5.8.B", "effects.5.10"}
SEVERAL = ORDERED | {"effects.5.15", "effects.5.16"}


@pytest.mark.parametrize(
    ("field", "rules"),
    [
        ("Cub", set()),
        ("Cub, Drum", set()),
        ("Cub, Wild", MOVING | TYPES | {"cards.5.4"}),
        ("Cub, Flame", MOVING | {"effects.5.8.C", "cards.5.4"}),
        ("Cub, Rune", MOVING | TYPES | {"cards.5.2"}),
        ("Cub, Den", MOVING | TYPES),
        ("Cub, Ice", MOVING | {"effects.5.8.C"}),
        ("Cub, Wild, Ice", MOVING | TYPES | SEVERAL | {"cards.5.4", "effects.5.8.C"}),
    ],
)
def test_effects_5_8_b_types_and_elements_are_told_with_their_layers(field: str, rules: set[str]) -> None:
    state = board(field)
    assert set(values.of_words(state, find(state, "Cub"))) == rules


def test_cards_3_3_a_champion_has_the_elements_of_its_lineage_and_a_face_down_object_none() -> None:
    state = board("Cub")
    champion, cub = state.champion(0), find(state, "Cub")
    assert champion is not None
    assert set(values.of_words(state, champion)) == {"cards.3.3", "terms.4.lineage"}
    hidden = state.alter(cub.id, face_up=False)
    assert set(values.of_words(state, hidden)) == {"zones.5.2"}
    hidden = state.alter(cub.id, zone="banishment")
    assert set(values.of_words(state, hidden)) == {"zones.5.2"}
    assert set(values.of_words(state, state.alter(cub.id, face_up=True))) == set()
    hidden = state.alter(cub.id, zone="hand", face_up=False)
    assert set(values.of_words(state, hidden)) == set()


@pytest.mark.parametrize(
    ("field", "name", "rules"),
    [
        ("Cub", "Cub", set()),
        ("Guard", "Guard", set()),
        (
            "Recruit",
            "Recruit",
            {"abilities.5.4.static", "abilities.5.1", "keywords.level-restriction", "abilities.5.5.level"},
        ),
        ("Twin", "Twin", {"keywords.multiples", "abilities.1.8"}),
        ("Cub, Horn", "Cub", MOVING | {"effects.5.8.D", "abilities.1.7"}),
        ("Guard, Hush", "Guard", MOVING | {"effects.5.8.D", "abilities.1.7"}),
        ("Guard, Hush, Horn", "Guard", MOVING | ORDERED | {"effects.5.8.D", "abilities.1.7"}),
        ("Cub, Horn, Void", "Cub", LOST),
        ("Cub, Drum, Void", "Cub", set()),
        ("Totem, Void", "Totem", MOVING | {"effects.5.8.D", "abilities.1.7", "effects.5.9"}),
    ],
)
def test_effects_5_8_d_keywords_are_told_with_what_gave_and_took_them(field: str, name: str, rules: set[str]) -> None:
    state = board(field)
    assert set(values.of_keywords(state, find(state, name))) == {"abilities.1.3"} | rules


@pytest.mark.parametrize(("lineage", "unmet"), [("[Spirit of Fire]", True), ("[Spirit of Fire, Elder, Sage]", False)])
def test_abilities_5_2_that_a_restriction_is_unmet_is_told_and_else_only_the_restriction(
    lineage: str, unmet: bool
) -> None:
    """Recruit has Taunt at level 2+; the champion has level 0, or 2."""
    champions = cards("""
- {name: Elder, types: [champion], cost: {memory: 1}, level: 1, life: 20}
- {name: Sage, types: [champion], cost: {memory: 2}, level: 2, life: 20}
""")
    state = position([*MADE_UP, *champions], f"{{champion: {lineage}, field: [Recruit, Cub]}}").state.copy()
    level = {"abilities.5.4.static", "abilities.5.1", "keywords.level-restriction", "abilities.5.5.level"}
    assert set(values.of_restrictions(state, find(state, "Recruit"))) == level | ({"abilities.5.2"} if unmet else set())
    assert values.of_restrictions(state, find(state, "Cub")) == ()


def test_keywords_multiples_a_keyword_that_is_there_once_is_not_told_as_several() -> None:
    """Nor is it of a card as it was a moment ago, in the hand, where it has but what is printed."""
    for name, told in (("Guard", ()), ("Twin", ("keywords.multiples", "abilities.1.8"))):
        state = board("Horn", name)
        (number,) = state.players[0].hand
        before = state.cards[number]
        state.alter(number, known_to=(1,))
        assert values.of_instances(state, before) == told
        assert values.of_instances(state, state.cards[number]) == told
