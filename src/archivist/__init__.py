"""Archivist: the executable rulebook of the Grand Archive trading card game. An unofficial fan project.

Everything enters through one door: `Game.decision` is what must be decided next, `Game.answer` decides it.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

__version__ = "0.1.0"

_HOMES = {
    "Game": "archivist.game",
    "View": "archivist.view",
    "CardView": "archivist.view",
    "DecisionView": "archivist.view",
    "ItemView": "archivist.view",
    "PlayerView": "archivist.view",
    "EffectView": "archivist.view",
    "Forecast": "archivist.view",
    "Strike": "archivist.view",
    "ZoneView": "archivist.view",
    "Decision": "archivist.model.decision",
    "Pass": "archivist.model.decision",
    "Play": "archivist.model.decision",
    "Use": "archivist.model.decision",
    "Attack": "archivist.model.decision",
    "Return": "archivist.model.decision",
    "Thing": "archivist.model.card",
    "Event": "archivist.model.event",
    "ArchivistError": "archivist.model.errors",
    "AnswerError": "archivist.model.errors",
    "CardFileError": "archivist.model.errors",
    "DeckListError": "archivist.model.errors",
    "GameOver": "archivist.model.errors",
    "Illegal": "archivist.model.errors",
    "Reason": "archivist.model.errors",
    "Replay": "archivist.log.replays",
    "ReplayError": "archivist.model.errors",
    "SaveError": "archivist.model.errors",
    "ScenarioError": "archivist.model.errors",
    "UnknownName": "archivist.model.errors",
    "Deck": "archivist.decks",
    "deck": "archivist.decks",
    "pool": "archivist.cards",
}
"""Where each public name lives; it is loaded when it is first used."""

__all__ = [
    "AnswerError",
    "ArchivistError",
    "Attack",
    "CardFileError",
    "CardView",
    "Decision",
    "DecisionView",
    "Deck",
    "DeckListError",
    "EffectView",
    "Event",
    "Forecast",
    "Game",
    "GameOver",
    "Illegal",
    "ItemView",
    "Pass",
    "Play",
    "PlayerView",
    "Reason",
    "Replay",
    "ReplayError",
    "Return",
    "SaveError",
    "ScenarioError",
    "Strike",
    "Thing",
    "UnknownName",
    "Use",
    "View",
    "ZoneView",
    "__version__",
    "deck",
    "pool",
]

if TYPE_CHECKING:
    from archivist.cards import pool
    from archivist.decks import Deck, deck
    from archivist.game import Game
    from archivist.log.replays import Replay
    from archivist.model.card import Thing
    from archivist.model.decision import Attack, Decision, Pass, Play, Return, Use
    from archivist.model.errors import (
        AnswerError,
        ArchivistError,
        CardFileError,
        DeckListError,
        GameOver,
        Illegal,
        Reason,
        ReplayError,
        SaveError,
        ScenarioError,
        UnknownName,
    )
    from archivist.model.event import Event
    from archivist.view import (
        CardView,
        DecisionView,
        EffectView,
        Forecast,
        ItemView,
        PlayerView,
        Strike,
        View,
        ZoneView,
    )


def __getattr__(name: str) -> Any:
    home = _HOMES.get(name)
    if home is None:
        raise AttributeError(f"module 'archivist' has no attribute {name!r}")
    value = getattr(import_module(home), name)
    globals()[name] = value
    return value
