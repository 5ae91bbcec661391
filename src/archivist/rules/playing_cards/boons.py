"""Boons: being bestowed, and gained once that has resolved (BB; cards.1.boon)."""

from __future__ import annotations

from archivist.model.card import Card
from archivist.model.state import State

GAINED, UNGAINED = "gained", "not gained"
"""Marks of a boon: on the stack, that its bestowment has resolved; in the Pantheon zone, that it did not."""


def gained(boon: Card) -> bool:
    """Whether a player has gained a boon: it was bestowed, and that neither fizzled nor was negated (BB.2)."""
    return boon.face_up and UNGAINED not in boon.properties


def bestowing(state: State) -> bool:
    """A boon lies on the stack: it is being bestowed until it is back in the Pantheon zone (zones.3.17)."""
    return any("boon" in state.pool[state.cards[number].face].words for number in state.stack_cards)
