"""Starting the game: positions that no scenario file can begin with."""

from __future__ import annotations

import pytest

from archivist.decks import Deck, deck
from archivist.game import Game
from archivist.model.decision import Pass, Play


def pantheon(*boons: str) -> Deck:
    starter = deck("rai")
    return Deck(starter.material, starter.main, boons)


def test_turn_2_2_the_starting_hand_comes_from_the_level_0_champion() -> None:
    game = Game.new([deck("silvie"), deck("rai")], seed=3)
    assert [len(player.deck) for player in game.state.players] == [53, 53]
    assert [len(player.hand) for player in game.state.players] == [7, 7]


def test_turn_2_table_6_starting_hands_are_drawn_in_turn_order() -> None:
    game = Game.new([deck("silvie"), deck("rai")], seed=3)
    draws = [event.player for event in game.events if event.kind == "move" and event.zone == "hand"]
    first = game.state.first_player
    assert draws == [first] * 7 + [1 - first] * 7


def test_turn_3_2_the_first_player_skips_the_draw_phase() -> None:
    game = Game.new([deck("silvie"), deck("rai")], seed=3)
    assert (game.state.turn.player, game.state.turn.phase) == (game.state.first_player, "main")


@pytest.mark.rule("keywords.first-boon")
def test_ru_17_a_first_boon_is_bestowed_before_the_spirits_enter() -> None:
    """It is offered with no champion in play, waits all game, and does not come back."""
    decks = [pantheon("Lesser Boon of Poseidon", "Greater Boon of Luxera")] * 2
    game = Game.new(decks, seed=1, format="pantheon")
    seat = game.to_act
    assert seat is not None
    decision = game.decision
    assert decision is not None
    assert game.state.champion(seat) is None
    boon = next(
        number for number in game.state.players[seat].pantheon if game.state.cards[number].face.endswith("Luxera")
    )
    assert Play("bestow", boon) in decision.options
    game.answer(Play("bestow", boon))
    game.answer("Fireball")
    assert game.state.cards[boon].face_up
    assert game.state.cards[boon].named == "Fireball"
    game.answer(Pass())  # the other player keeps theirs
    assert all(game.state.champion(each) is not None for each in range(2))
    assert game.why_not(seat, Play("bestow", boon)) is not None


def test_turn_2_table_6_each_player_of_a_pantheon_game_has_a_barrier() -> None:
    game = Game.new([pantheon("Lesser Boon of Poseidon", "Greater Boon of Rosen")] * 3, format="pantheon")
    names = [game.state.cards[number].face for number in game.state.field]
    assert names.count("Pantheon Barrier") == 3
    assert game.state.turn.phase == "main"
    assert len(game.state.players[game.state.first_player].hand) == 8  # nobody skips the draw phase (turn.3.3)
