"""Onlookers: people at a table who have no seat at it. They see what everybody may see, and decide nothing."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from archivist.game import Game
from archivist.model.card import Seat
from archivist.view import View, view

ONLOOKER: Final[Seat] = -1
"""The seat of a person who is no player: no hidden card is ever shown to it."""


def told_to(game: Game, seat: Seat) -> Game:
    """The game as far as a seat or an onlooker may know it: without a play that another player is making (RU.14)."""
    if seat != ONLOOKER:
        return game.as_told_to(seat)
    asked = game.decision if not game.acting else None
    if asked is None or not asked.attempt:
        return game
    return game.as_told_to(next(each for each in range(len(game.state.players)) if each != asked.player))


def view_of(game: Game, seat: Seat) -> View:
    """What a seat or an onlooker may see, without what happened."""
    if seat != ONLOOKER:
        return game.view(seat, log=0)
    return replace(view(told_to(game, seat).state, seat, None, game.to_act, ()), seat="")
