"""What somebody sees who sits at no seat: what is open to all, and nothing that is hidden from any player."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from archivist.game import Game
from archivist.model.card import Seat
from archivist.view import View, view

SPECTATOR: Final[Seat] = -1
"""The seat of everybody who sits at none: no card is known to it."""


def told_to_all(game: Game) -> Game:
    """The game as far as everybody may know it: without a play that is being made (RU.14)."""
    maker = game.to_act
    others = range(len(game.state.players))
    return game.as_told_to(next((seat for seat in others if seat != maker), None)) if maker is not None else game


def watched(game: Game, log: int) -> View:
    """The view of a spectator, with so many of the latest events."""
    told = told_to_all(game)
    latest = told.events_since(max(told.event_count - log, 0))
    return replace(view(told.state, SPECTATOR, None, game.to_act, latest), seat="")
