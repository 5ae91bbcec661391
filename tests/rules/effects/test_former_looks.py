"""What is asked of an object by a former look at it, such as the source of an ability on the stack."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from archivist.model.card import Card
from archivist.model.state import State
from archivist.rules.zones.last_known_information import last_known
from workshop import cards, position

MADE_UP = cards(
    """
    - {name: Cub, types: [ally], subtypes: [beast], power: 1, life: 5, abilities: [vigor]}
    - name: Herald
      types: [ally]
      power: 1
      life: 5
      abilities: [{ability: static, effects: [{static: modify, of: each ally with vigor, keywords: [taunt]}]}]
    - name: Tinker
      types: [ally]
      power: 1
      life: 5
      abilities:
      - ability: static
        effects:
        - {static: modify, of: each Beast ally, words: [automaton]}
        - {static: modify, of: each Automaton ally, words: [animal]}
    """
)


def cub(state: State) -> Card:
    return next(card for card in state.cards if card.face == "Cub")


@pytest.fixture
def state() -> State:
    return position(MADE_UP, "{field: [Cub, Herald, Tinker]}").state


def test_effects_5_16_an_object_that_is_still_there_is_what_it_is_now(state: State) -> None:
    """The effects look at what they change, one at what the other brings about: asked of a former look, too, once."""
    for card in (cub(state), replace(cub(state), rested=True)):
        assert {"beast", "automaton", "animal"} <= state.now.words(state, card)
        assert state.now.keywords(state, card).keys() == {"vigor", "taunt"}


def test_effects_that_look_at_what_they_change_can_be_asked_about_an_object_that_is_gone(state: State) -> None:
    gone = replace(cub(state), incarnation=cub(state).incarnation + 1)
    assert {"beast", "automaton"} <= state.now.words(state, gone)
    assert state.now.keywords(state, gone).keys() == {"vigor", "taunt"}


def test_effects_7_2_what_is_gone_has_what_it_had_also_while_types_are_worked_out(state: State) -> None:
    """The herald had given the cub Taunt; an effect of layer B that asks about the cub is told of both keywords."""
    gone = last_known(state, cub(state))
    early = state.now.before({})
    assert early.keywords(state, gone).keys() == {"vigor", "taunt"}
    assert early.keywords(state, cub(state)).keys() == {"vigor"}
    assert {"beast", "automaton", "animal"} <= early.words(state, gone)
    assert "automaton" not in early.words(state, cub(state))
