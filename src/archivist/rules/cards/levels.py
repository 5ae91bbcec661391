"""The level a card reckons with while it is activated and resolves: LV, raised by Empower and Elysian Aura.

Only the card on the stack reads its player's level so; to everything else the champion's level is what it is.
"""

from __future__ import annotations

from archivist.model.card import Card, Seat
from archivist.model.state import State
from archivist.rules.effects.scene import Scene
from archivist.vocabulary.statics.playing import NextActivation


def empowerment(state: State, player: Seat, card: Card) -> int:
    """How much Empower waits for a card that a player begins to activate: all instances together (keywords.empower).

    Rules: costs.6.empower.
    """
    return sum(
        lasting.static.level
        for lasting in state.lasting
        if isinstance(lasting.static, NextActivation)
        and lasting.static.level
        and lasting.controller == player
        and lasting.static.cards.describes(Scene(state, player, lasting.source), card)
    )


def aura(state: State, seat: Seat, card: Card) -> int:
    """What an Elysian Aura of a player adds for an Aenean Spell card they own."""
    return state.now.aura(state, seat, card)


def raised(state: State, player: Seat, card: Card) -> bool:
    """Whether a card would be activated with a higher level than its player has."""
    return bool(empowerment(state, player, card) or aura(state, player, card))
