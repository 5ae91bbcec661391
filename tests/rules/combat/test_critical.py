"""combat.8.critical: who is hit may discard as many cards as the number says, and no fewer."""

from __future__ import annotations

import pytest

from archivist import Attack, Game
from archivist.model.errors import AnswerError

BLADE = """
cards:
- {name: Fiend, types: [ally], classes: [mage], subtypes: [human], elements: [norm], cost: {reserve: 1}, power: 3, life: 5,
   abilities: [critical 8]}
setup:
  A: {champion: [Spirit of Fire], field: [Fiend]}
  B: {champion: [Spirit of Water], hand: [30 x Idle Thoughts]}
"""


def test_combat_8_critical_eight_of_thirty_cards_keep_the_damage_from_being_doubled() -> None:
    """There are nearly six million sets of eight; none of them is listed, and only eight will do."""
    game = Game.from_scenario(BLADE)
    assert game.decision is not None
    game.answer(next(each for each in game.decision.options if isinstance(each, Attack)))
    while game.decision is not None and game.decision.kind != "discard":
        game.answer(next(iter(game.decision.answers())))
    assert game.decision is not None
    assert game.decision.sets == ()
    with pytest.raises(AnswerError):
        game.answer((0, 1, 2))
    game.answer(tuple(range(8)))
    champion = game.state.champion(1)
    assert champion is not None
    assert champion.damage == 3
    assert len(game.state.players[1].hand) == 22
