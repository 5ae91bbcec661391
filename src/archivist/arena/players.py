"""Players: whatever answers decisions. A run names them, and every process makes its own from a seed."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import Protocol

from archivist.arena.playing import RandomPlayer
from archivist.game import Game
from archivist.model.decision import Answer, Decision
from archivist.model.errors import UnknownName, suggestion


class Player(Protocol):
    """Answers the decisions of one seat of one game. What the seat may know is in `game.view(decision.player)`."""

    def __call__(self, game: Game, decision: Decision) -> Answer: ...


Maker = Callable[[int], Player]
"""Makes a player from a seed; the same seed makes one that plays the same."""

PLAYERS: dict[str, Maker] = {"random": RandomPlayer}
"""The players that come with the project."""


def maker(name: str) -> Maker:
    """The player of a name, or of a place such as ``my_package.my_module:MyPlayer``."""
    module, colon, attribute = name.partition(":")
    if not colon:
        if name not in PLAYERS:
            raise UnknownName(f"no player is named {name!r}{suggestion(name, PLAYERS)}")
        return PLAYERS[name]
    try:
        found: Maker = getattr(import_module(module), attribute)
    except (ImportError, AttributeError) as error:
        raise UnknownName(f"there is no player at {name!r}: {error}") from None
    return found
