"""When two positions are the same, whatever their cards are numbered."""

from __future__ import annotations

from msgspec.structs import replace

from archivist.game import Game
from archivist.notation.equivalence import of_states

POSITION = """\
setup:
  A: {champion: [Spirit of Fire], hand: [Fireball], deck: [2 x Giant Tortoise]}
  B: {champion: [Spirit of Water], field: [Gray Wolf], deck: [2 x Giant Tortoise]}
"""


def test_positions_are_the_same_whatever_their_cards_are_numbered() -> None:
    """Cards are told apart by where they lie; what lies elsewhere or is a different card is a difference."""
    one = Game.from_scenario(POSITION)
    two = Game.from_scenario(POSITION)
    state = two.state
    state.tick()
    state.alter(state.players[0].hand[0], incarnation=4, stamp=99)
    assert of_states(one.state, state) == ""
    state.alter(state.players[0].hand[0], face="Idle Thoughts")
    assert of_states(one.state, state) == "cards, 0/hand/0, face: 'Fireball' and not 'Idle Thoughts'"


def test_a_difference_in_any_field_of_a_state_is_seen() -> None:
    one = Game.from_scenario(POSITION)
    for name, value in (("rng", 5), ("passes", 1), ("first_player", 1), ("winner", 0)):
        state = one.state.copy()
        setattr(state, name, value)
        assert of_states(one.state, state).startswith(name)
    state = one.state.copy()
    state.turn = replace(state.turn, number=6)
    assert of_states(one.state, state) == "turn, number: 5 and not 6"
