"""The level a card reckons with while it is activated and resolves: LV, raised by Empower and Elysian Aura.

Only the card on the stack reads its player's level so; to everything else the champion's level is what it is.
"""

from __future__ import annotations

import archivist.rules.effects.scene as scenes
from archivist.model.card import Card, Seat
from archivist.model.state import State
from archivist.rules.effects.continuous import characteristics as now
from archivist.vocabulary.statics.playing import NextActivation

ELYSIAN_AURA = 2
"""How much higher the level is read under an Elysian Aura, however many there are."""


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
        and lasting.static.cards.describes(scenes.Scene(state, player, lasting.source), card)
    )


def aura(state: State, seat: Seat, card: Card) -> int:
    """What an Elysian Aura of a player adds for an Aenean Spell card they own; two add no more than one.

    Rules: keywords.elysian-aura, costs.6.elysian-aura.
    """
    if card.owner != seat or not {"aenean", "spell"} <= now.words(state, card):
        return 0
    objects = (state.cards[number] for number in state.field)
    held = any(each.controller == seat and now.has(state, each, "elysian aura") for each in objects)
    return ELYSIAN_AURA if held else 0


def raised(state: State, player: Seat, card: Card) -> bool:
    """Whether a card would be activated with a higher level than its player has."""
    return bool(empowerment(state, player, card) or aura(state, player, card))
