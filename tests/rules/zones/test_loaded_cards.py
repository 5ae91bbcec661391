"""Loaded cards where no scenario leads: what players see of them, and saving."""

from __future__ import annotations

from archivist.game import Game

POSITION = """
title: A loaded bow
cards:
  - {name: Ash Bow, types: [weapon], subtypes: [bow], elements: [norm], cost: {reserve: 1}, power: 1, durability: 2}
  - {name: Ash Arrow, types: [item], subtypes: [arrow], elements: [norm], cost: {reserve: 1}, power: 1}
setup:
  A: {champion: [Spirit of Wind], field: [{card: Ash Bow, loaded: [2 x Ash Arrow]}], deck: [Giant Tortoise]}
  B: {champion: [Spirit of Water], deck: [Giant Tortoise]}
"""


def test_zones_4_4_loaded_cards_are_open_to_everybody_and_not_on_the_field() -> None:
    game = Game.from_scenario(POSITION)
    for seat in (0, 1):
        shown = {card.name: card.loaded for card in game.view(seat).field}
        assert shown["Ash Bow"] == ("Ash Arrow", "Ash Arrow")
        assert "Ash Arrow" not in shown


def test_zones_4_6_loaded_cards_are_saved_under_their_object() -> None:
    game = Game.from_scenario(POSITION)
    again = Game.load(game.save())
    bow = next(card for card in again.state.cards if card.face == "Ash Bow")
    assert [again.state.cards[number].face for number in bow.loaded] == ["Ash Arrow", "Ash Arrow"]
    assert again.state == game.state
