"""``why NAME`` in a game: every card that is seen gets an answer that fits where it lies and whose it is."""

from __future__ import annotations

import pytest

from archivist.cli.play import explain
from archivist.game import Game
from archivist.model.decision import Pass, Play
from archivist.person.menus import Misunderstood

TABLE = """
setup:
  A:
    champion: [Spirit of Fire, "Rai, Spellcrafter"]
    hand: [Fireball, 2 x Idle Thoughts]
    memory: [Arcane Blast]
    mastery: [Shifting Currents]
    status: [Crowd's Favor]
  B:
    champion: [Spirit of Water]
    hand: [Frostbind]
    graveyard: [Give Bath]
    banishment: [{card: Reclaim, face down: true}]
"""
STOLEN = """
setup:
  phase: materialize
  A:
    champion: [Spirit of Fire, "Tristan, Underhanded", "Tristan, Grim Stalker"]
    material: ["Tristan, Shadowreaver"]
    memory: [3 x Fireball]
    hand: [4 x Fireball]
    deck: [3 x Fireball]
  B: {champion: [Spirit of Water], deck: [Give Bath, Arcane Sight, Gray Wolf, Frostbind], banishment: [Reclaim]}
"""


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("Fireball", "You can activate Fireball now."),
        ("Arcane Blast", "You cannot activate Arcane Blast from your memory now:"),
        ("Shifting Currents", "Shifting Currents is a mastery or status; those are not played."),
        ("Crowd's Favor", "Crowd's Favor is a mastery or status; those are not played."),
        ("Give Bath", "Give Bath belongs to the opponent."),
        ("Spirit of Water", "Spirit of Water belongs to the opponent."),
    ],
)
def test_the_answer_fits_where_the_card_lies(name: str, told: str) -> None:
    game = Game.from_scenario(TABLE)
    assert explain.why(name, game, 0, game.view(0))[0] == told


@pytest.mark.parametrize("name", ["Frostbind", "Reclaim"])
def test_ru_14_of_a_hidden_card_nothing_is_told(name: str) -> None:
    game = Game.from_scenario(TABLE)
    with pytest.raises(Misunderstood, match=f"^{name} is in no zone that you can see$"):
        explain.why(name, game, 0, game.view(0))


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("Gray Wolf", "You can activate Gray Wolf from the opponent's banishment now."),
        ("Give Bath", "You cannot activate Give Bath from the opponent's banishment now:"),
        ("Reclaim", "Reclaim belongs to the opponent."),
    ],
)
def test_pc_2_cards_of_others_that_may_be_played_are_told_of(name: str, told: str) -> None:
    game = Game.from_scenario(STOLEN)
    game.answer(Play("materialize", game.state.players[0].material[0]))
    while game.state.turn.phase != "main" or game.state.stack:
        game.answer(Pass())
    assert explain.why(name, game, 0, game.view(0))[0] == told
