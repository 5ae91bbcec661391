"""Names in card data: one that nothing bears is an error with the nearest, in every pool and in every place."""

from __future__ import annotations

import pytest

from archivist.cards import pool, read_cards
from archivist.game import Game
from archivist.model.errors import CardFileError, ScenarioError

CASES = [
    ("{ability: text, do: [{do: summon, token: Powercel}]}", "do[0].token",
     "no token named 'Powercel'; did you mean Powercell"),
    ("{ability: text, do: [{do: summon, token: Fireball}]}", "do[0].token", "'Fireball' is not a token"),
    ("{ability: text, do: [{do: generate, card: Firebal}]}", "do[0].card", "no card named 'Firebal'; did you mean Fireball"),
    ("{ability: text, do: [{do: generate, card: Powercell}]}", "do[0].card", "is a token, and only cards are generated"),
    ("{ability: text, do: [{do: gain mastery, mastery: Fireball}]}", "do[0].mastery", "'Fireball' is not a mastery"),
    ("{ability: text, do: [{do: gain mastery, mastery: Phantasmagorie}]}", "do[0].mastery", "did you mean Phantasmagoria"),
    ("{ability: text, do: [{do: gain status, status: Crowds Favor}]}", "do[0].status", "did you mean Crowd's Favor"),
    ("{ability: text, do: [{do: counters, kind: sheen, on: mastery Fractured Memory}]}", "do[0].on",
     "no mastery named 'Fractured Memory'; did you mean Fractured Memories"),
    ("{ability: text, do: [{do: turn, to: rested, what: each object named Powercel}]}", "do[0].what",
     "no card named 'Powercel'; did you mean Powercell"),
    ("{ability: text, targets: [{of: object named Powercel}], do: [{do: destroy}]}", "targets[0].of", "did you mean Powercell"),
    ("{ability: text, do: [{do: draw, amount: 1 + 2 * count(card named Cosmic Bold in your graveyard)}]}", "do[0].amount",
     "no card named 'Cosmic Bold'; did you mean Cosmic Bolt"),
    ("{ability: text, do: [{do: if, that: there is a card named Cosmic Bold in your graveyard, then: [{do: draw}]}]}",
     "do[0].that", "no card named 'Cosmic Bold'"),
    ("{ability: text, when: your Shifting Current faces North, do: [{do: draw}]}", "when", "did you mean Shifting Currents"),
    ("{ability: text, when: Lorrain bonus, do: [{do: draw}]}", "when", "no champion named 'Lorrain'; did you mean Lorraine"),
    ("{ability: lineage, name: Lorrain}", "name", "no champion named 'Lorrain'; did you mean Lorraine"),
    ("{ability: static, effects: [{static: forbid, what: level up except into, name: Lorrain}]}", "effects[0].name",
     "no champion named 'Lorrain'; did you mean Lorraine"),
    ("{ability: static, effects: [{static: tokens instead, token: Powercel}]}", "effects[0].token", "did you mean Powercell"),
    ("{ability: additional cost, pay: [{pay: sacrifice, of: object named Powercel}]}", "pay[0].of", "did you mean Powercell"),
    ("{ability: triggered, on: {on: die, what: ally named Powercel}, do: [{do: draw}]}", "on.what", "did you mean Powercell"),
    ("{ability: text, do: [{do: if, that: paid bribe, then: [{do: draw}]}]}", "do[0].that",
     "no optional cost is labelled 'bribe'"),
]  # fmt: skip


@pytest.mark.parametrize(("ability", "place", "said"), CASES)
def test_a_name_that_nothing_bears_is_an_error_in_a_pool_of_ones_own(ability: str, place: str, said: str) -> None:
    cards = read_cards(f"- {{name: Trial, types: [ally], abilities: [{ability}]}}", "trial.yaml")
    with pytest.raises(CardFileError) as caught:
        pool().with_cards(cards)
    assert str(caught.value).startswith(f"Trial: at abilities[0].{place}: ")
    assert said in str(caught.value)


@pytest.mark.parametrize(("ability", "place", "said"), CASES)
def test_a_name_that_nothing_bears_is_an_error_in_a_scenario(ability: str, place: str, said: str) -> None:
    text = f"cards:\n  - {{name: Trial, types: [ally], abilities: [{ability}]}}\n{SETUP}"
    with pytest.raises(ScenarioError) as caught:
        Game.from_scenario(text)
    assert f":2: Trial: at abilities[0].{place}: " in str(caught.value)
    assert said in str(caught.value)


SETUP = """setup:
  A: {champion: [Spirit of Fire], deck: [9 x Giant Tortoise]}
  B: {champion: [Spirit of Fire], deck: [9 x Giant Tortoise]}
"""


def test_cards_of_a_scenario_may_speak_of_each_other_and_of_the_pool() -> None:
    text = f"""cards:
  - name: Baker
    types: [ally]
    abilities: [{{ability: text, do: [{{do: summon, token: Loaf}}, {{do: summon, token: Powercell}}]}}]
  - {{name: Loaf, types: [token, item], abilities: [{{ability: text, do: [{{do: draw, amount: count(ally named Baker)}}]}}]}}
  - {{name: "Zed, the First", types: [champion], level: 1, life: 9}}
  - {{name: Zed's Ring, types: [item], abilities: [{{ability: text, when: Zed bonus, do: [{{do: draw}}]}}]}}
  - name: Bribable
    types: [ally]
    abilities:
    - {{ability: additional cost, optional: true, label: bribe, pay: [{{pay: discard}}]}}
    - {{ability: triggered, on: {{on: enter}}, if: paid bribe, do: [{{do: draw}}]}}
{SETUP}"""
    assert {"Baker", "Loaf", "Fireball"} <= set(Game.from_scenario(text).state.whole_pool)


def test_a_bonus_may_name_a_champion_of_the_game_that_the_pool_does_not_have() -> None:
    text = "- {name: Trial, types: [ally], abilities: [{ability: text, when: Diao Chan bonus, do: [{do: draw}]}]}"
    assert pool().with_cards(read_cards(text, "trial.yaml"))


def test_the_remembered_name_is_no_name() -> None:
    draws = "{do: draw, amount: count(card named the remembered name)}"
    text = f"- {{name: Trial, types: [ally], abilities: [{{ability: text, do: [{draws}]}}]}}"
    assert pool().with_cards(read_cards(text, "trial.yaml"))


def test_a_name_in_what_is_granted_is_checked() -> None:
    text = (
        "- {name: Trial, types: [ally], grants: {x: {ability: triggered, on: {on: enter}, "
        "do: [{do: summon, token: Powercel}]}}}"
    )
    with pytest.raises(CardFileError, match=r"Trial: at grants\.x\.do\[0\]\.token: there is no token named 'Powercel'"):
        pool().with_cards(read_cards(text, "trial.yaml"))


def test_saves_of_cards_that_speak_of_absent_ones_load_again() -> None:
    """A save holds the made-up cards of its game; one of them may speak of another that was not part of it."""
    text = f"""cards:
  - {{name: Baker, types: [ally], life: 1}}
  - name: Oven
    types: [item]
    abilities: [{{ability: static, effects: [{{static: modify, of: each ally named Baker, power: 1}}]}}]
{SETUP.replace("deck:", "field: [Oven], deck:", 1)}"""
    game = Game.from_scenario(text)
    assert Game.load(game.save()).state.pool["Oven"] == game.state.pool["Oven"]
