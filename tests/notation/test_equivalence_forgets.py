"""Comparing positions: what is looked up for it is kept no longer than the cards it is about."""

from __future__ import annotations

import gc

from archivist.game import Game
from archivist.notation.equivalence import difference
from archivist.vocabulary.face import Face

SCENARIO = """
cards: [{name: Test Moth, types: [ally], cost: {reserve: 0}, power: 1, life: 1, abilities: [vigor]}]
setup:
  A: {champion: [Spirit of Fire], field: [Test Moth]}
  B: {champion: [Spirit of Water]}
"""


def moths() -> int:
    gc.collect()
    return sum(1 for each in gc.get_objects() if isinstance(each, Face) and each.name == "Test Moth")


def test_made_up_cards_are_forgotten_with_their_games() -> None:
    game = Game.from_scenario(SCENARIO)
    assert difference(game, game.copy()) == ""
    assert "vigor" in game.state.pool["Test Moth"].mentioned
    assert moths() == 1
    del game
    assert moths() == 0
