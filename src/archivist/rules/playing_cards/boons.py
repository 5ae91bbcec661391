"""Boons: being bestowed, and gained once that has resolved (BB; cards.1.boon)."""

from __future__ import annotations

from typing import Any, Final

from archivist.model.card import Card, Seat, Way
from archivist.model.state import State

FIRST: Final = "first boon"
"""The keyword of a boon that is bestowed before the game begins."""
GAINED, UNGAINED = "gained", "not gained"
"""Marks of a boon: on the stack, that its bestowment has resolved; in the Pantheon zone, that it did not."""


def gained(boon: Card) -> bool:
    """Whether a player has gained a boon: it was bestowed, and that neither fizzled nor was negated (BB.2)."""
    return boon.face_up and UNGAINED not in boon.properties


def may_be_played(way: Way, *, boon: bool) -> bool:
    """Whether a card may be played in a way as far as boons go: they are bestowed, and only they are.

    Rules: BB.3, BB.3.4.1.
    """
    return boon == (way == "bestow")


def is_open_to(player: Seat, boon: Card) -> bool:
    """Whether a boon is a player's to bestow: their own, in the Pantheon zone, and not bestowed yet (BB.3.4.1, RU.6)."""
    return boon.zone == "pantheon" and boon.owner == player and not boon.face_up


def comes_first(state: State, card: Card) -> bool:
    """Whether a boon has First Boon: it is bestowed before the game begins, and never later (RU.17).

    Rules: keywords.first-boon.
    """
    return state.now.has(state, card, FIRST)


def kept_in_pantheon(boon: Card) -> dict[str, Any]:
    """What a boon keeps as it returns face-up to the Pantheon zone, where it stays; whether it was gained is marked.

    Rules: BB.1, BB.2, BB.3.4.3, cards.1.boon, cards.4.16.
    """
    properties = () if GAINED in boon.properties else (UNGAINED,)
    return {"named": boon.named, "remembers": boon.remembers, "properties": properties}


def bestowing(state: State) -> bool:
    """A boon lies on the stack: it is being bestowed until it is back in the Pantheon zone (zones.3.17).

    Rules: BB.3.4.2.
    """
    return any("boon" in state.pool[state.cards[number].face].words for number in state.stack_cards)
