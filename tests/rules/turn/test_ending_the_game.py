"""turn.9: who wins, who loses, and when nobody does; and what a view tells of it."""

from __future__ import annotations

import re

import pytest

from archivist.decks import Deck, deck
from archivist.game import Game
from workshop import action, resolving

ONE = "{hand: [Deed]}"


@pytest.mark.parametrize(
    ("do", "winner"),
    [
        ("{do: win}", "A"),
        ("{do: win, who: each opponent}", "B"),
        ("{do: lose}", "B"),
        ("{do: lose, who: each opponent}", "A"),
        ("{do: win}, {do: lose}", "B"),  # who would win and lose at once loses (turn.9.3)
        ("{do: lose}, {do: win}", "B"),
        ("{do: win}, {do: win, who: each opponent}", "draw"),  # all win together (turn.9.4)
        ("{do: win, who: each player}", "draw"),
        ("{do: lose, who: each player}", "draw"),
        ("{do: lose}, {do: lose, who: each opponent}", "draw"),
        ("{do: draw the game}", "draw"),
        ("{do: win}, {do: lose, who: each opponent}", "A"),
        ("{do: damage, amount: 99, to: champion}", "B"),
        ("{do: damage, amount: 99, to: each champion}", "draw"),
        ("{do: banish, what: champion}", "B"),
        ("{do: draw, amount: 11}", "B"),
        ("{do: draw, amount: 10}", ""),
        ("{do: draw, amount: 11, who: each player}", "draw"),
        ("{do: draw, amount: 11}, {do: win}", "B"),
    ],
)
def test_turn_9_who_wins(do: str, winner: str) -> None:
    game = resolving(action(do), ONE)
    state = game.state
    assert state.over == bool(winner)
    assert state.winner == {"A": 0, "B": 1}.get(winner)
    for seat in (0, 1):
        assert game.view(seat).winner == winner
    if winner:  # nothing happens once the game is over (turn.9.1)
        assert game.trace()[-1].startswith("the game is over")
        assert game.decision is None


@pytest.mark.parametrize(
    ("do", "rules"),
    [
        ("{do: damage, amount: 99, to: champion}", {"turn.9.3", "terms.1.choice.2"}),
        ("{do: banish, what: champion}", {"turn.9.3", "terms.1.choice.2"}),
        ("{do: draw, amount: 11}", {"turn.9.3", "turn.8.5"}),
        (
            "{do: damage, amount: 99, to: champion}, {do: draw, amount: 11}",
            {"turn.9.3", "turn.8.5", "terms.1.choice.2"},
        ),
    ],
)
def test_turn_9_3_why_a_player_loses_is_told(do: str, rules: set[str]) -> None:
    """By the death of the champion (terms.1.choice.2), or by a draw from an empty deck (turn.8.5)."""
    (lost,) = [line for line in resolving(action(do), ONE).trace() if line.startswith("A loses")]
    assert set(re.findall(r"[\w.-]+\d", lost)) & {"turn.9.3", "turn.8.5", "terms.1.choice.2"} == rules


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
