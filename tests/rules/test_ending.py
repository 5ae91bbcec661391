"""Players who leave: what the others learn by it."""

from __future__ import annotations

from archivist.decks import Deck, deck
from archivist.game import Game


def test_turn_9_6_what_a_loser_kept_hidden_stays_hidden() -> None:
    """Everything a player owns leaves the game; the others do not learn what was in hand, memory and decks."""
    starter = deck("rai")
    boons = ("Lesser Boon of Poseidon", "Greater Boon of Rosen")
    game = Game.new([Deck(starter.material, starter.main, boons)] * 3, seed=0, format="pantheon")
    loser = game.state.first_player
    hidden = {
        card.face for card in game.state.cards if card.owner == loser and card.zone in ("hand", "deck", "material")
    }
    mark = len(game.trace(1 - loser if loser < 2 else 0))
    game.concede(loser)
    assert not any(game.state.zone(loser, zone) for zone in ("hand", "memory", "deck", "material", "pantheon"))
    for seat in range(3):
        told = game.trace(seat)[mark:] if seat != loser else []
        assert not any(name in line for name in hidden for line in told)
