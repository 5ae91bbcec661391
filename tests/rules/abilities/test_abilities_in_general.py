"""Which activated abilities an object has: the printed ones, inherited ones, and those that counters and effects give."""

from __future__ import annotations

import pytest

from archivist.game import Game
from archivist.rules.abilities.abilities_in_general import activated_abilities
from archivist.vocabulary.abilities import add_keyword
from workshop import cards, position, text_of

MADE_UP = cards("""
- {name: Lamp, types: [item], abilities: [{ability: activated, do: [{do: draw}]}]}
- {name: Sage, types: [ally], power: 1, life: 1}
- {name: Hush, types: [domain], abilities: [{ability: static, effects: [{static: modify, of: each item, loses: [abilities]}]}]}
- name: Academy
  types: [domain]
  abilities: [{ability: static, effects: [{static: modify, of: each ally, grants: [study]}]}]
  grants: {study: {ability: activated, do: [{do: draw}]}}
""")


def held(side: str, name: str) -> list[str]:
    """The keys of the abilities of an object; a printed one is told by its card."""
    state = position(MADE_UP, side).state.copy()
    champion = state.champion(0)
    assert champion is not None
    on_field = [state.cards[number] for number in state.field]
    card = champion if name == "champion" else next(card for card in on_field if card.face == name)
    return [key.partition("/")[0] for key, _ in activated_abilities(state, card)]


@pytest.mark.parametrize(
    ("counters", "keys"),
    [
        ("{}", []),
        ("{enlighten: 1}", ["enlighten"]),
        ("{preparation: 2}", []),
        ("{level: 1, enlighten: 2}", ["enlighten"]),
    ],
)
def test_cards_9_enlighten_only_enlighten_counters_give_a_champion_their_ability(
    counters: str, keys: list[str]
) -> None:
    assert held(f"{{champion: [Spirit of Fire], champion state: {{counters: {counters}}}}}", "champion") == keys


def test_cards_9_enlighten_counters_on_anything_but_a_champion_give_nothing() -> None:
    assert held("{field: [{card: Sage, counters: {enlighten: 3}}]}", "Sage") == []


@pytest.mark.parametrize(
    ("field", "name", "count"),
    [
        ("Lamp", "Lamp", 1),
        ("Lamp, Hush", "Lamp", 0),  # lost (effects.5.8.D)
        ("Sage", "Sage", 0),
        ("Sage, Academy", "Sage", 1),
        ("Lamp, Academy", "Lamp", 1),
        ("Sage, 2 x Academy", "Sage", 2),
    ],
)
def test_abilities_1_7_abilities_that_are_printed_lost_and_granted(field: str, name: str, count: int) -> None:
    assert len(held(f"{{field: [{field}]}}", name)) == count


@pytest.mark.rule("keywords.multiples", "abilities.1.8")
def test_numbers_of_one_keyword_add_up_but_of_some_the_highest_counts() -> None:
    found: dict[str, int] = {}
    for word, number in (("retort", 2), ("vigor", 0), ("retort", 1), ("pride", 3), ("pride", 2), ("level locked", 1)):
        add_keyword(found, word, number)
    assert found == {"retort": 3, "vigor": 0, "pride": 3, "level locked": 1}
    add_keyword(found, "pride", 5)
    assert found["pride"] == 5


TURNING = cards("""
- name: Moon
  types: [item]
  flip: Sun
  abilities:
    - {ability: activated, do: [{do: transform}]}
    - {ability: activated, do: [{do: gain, on: champion, static: {static: modify, grants: [give on]}}]}
  grants:
    give on: {ability: activated, do: [{do: may, what: [{do: gain, on: champion, static: {static: modify, grants: [dream]}}]}]}
    dream: {ability: activated, do: [{do: draw}]}
- {name: Sun, side: flip, types: [item]}
""")


def test_abilities_1_10_what_an_ability_grants_is_told_and_saved_though_its_item_turned_over_meanwhile() -> None:
    """What it grants may grant something in turn: that stands in the same text."""
    steps = """
    - A: {ability: Moon, number: 2}
    - A: {ability: Moon, number: 1}
    - resolve: all
    - A: {ability: A/champion}
    - A: pass
    - B: pass
    """
    game = Game.from_scenario(text_of(TURNING, steps, "{field: [Moon]}"), play=True)
    game = Game.load(game.save())
    assert game.decision is not None and game.decision.prompt.startswith("Rai, Spellcrafter: ")
    game.answer((0,))
    game = Game.load(game.save())
    assert len(game.view(0).effects) == 2
    state = game.state.copy()
    champion = state.champion(0)
    assert champion is not None
    assert [key for key, _ in activated_abilities(state, champion)] == ["Moon/give on", "Moon/dream"]
