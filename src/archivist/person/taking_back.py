"""What taking back would give away: who has learned something hidden since an earlier moment of the same game."""

from __future__ import annotations

from typing import Final

from archivist.game import Game
from archivist.model import events
from archivist.model.card import Seat
from archivist.model.state import State
from archivist.rules.zones.visibility import sees

SHOWING: Final = (events.Look, events.Reveal, events.Search, events.Glimpse, events.Roll, events.Shuffle)
"""Events by which somebody learns what cannot be unlearned, even if the card is hidden again."""


def learned(before: Game, after: Game, undoer: Seat) -> str:
    """Why a player cannot take back what lies between two moments; nothing if nobody has learned anything by it.

    What the player has shown of their own cards is theirs to show.
    """
    if before.state.rng != after.state.rng:
        return "something random has happened since"
    if any(isinstance(event, SHOWING) for event in after.events_since(before.event_count)):
        return "hidden cards have been shown since"
    for seat, player in enumerate(after.state.players):
        if any(_news(before.state, after.state, seat, number, undoer) for number in range(len(before.state.cards))):
            who = "you have" if seat == undoer else f"player {player.name} has"
            return f"{who} seen a hidden card since"
    return ""


def _news(before: State, after: State, seat: Seat, number: int, undoer: Seat) -> bool:
    """Whether a seat sees a card that it did not see before and that the undoing player did not show it."""
    then, now = before.cards[number], after.cards[number]
    if not sees(after, seat, now) or sees(before, seat, then):
        return False
    return seat == undoer or not sees(before, undoer, then)
