"""Bounds: what no game needs, and no game goes on with. A made-up card cannot fill the memory or the day.

The bounds are counted in things, not in seconds, so that every machine refuses the same. They are far above what games
have: 200 tokens, or an effect that moves every card of four decks, are well within them.
"""

from __future__ import annotations

from typing import Final

from archivist.model.errors import EndlessLoop
from archivist.model.events import Resolve
from archivist.model.state import State

OBJECTS: Final = 1_000
"""How many objects may be on the field before effects can make no more."""
TIMES: Final = 1_000
"""How many times an effect may do something at once: summon, gather, generate, copy."""
RECORDS: Final = 20_000
"""How many cards, tokens and copies a game may have had."""
WAITING: Final = 2_000
"""How many triggers may wait at once."""
EVENTS: Final = 50_000
"""How much may happen between two moments at which a player can act."""


def times(n: int, name: str) -> int:
    """The number of times that an effect does something. Raises EndlessLoop, with the card's name, if it is too many."""
    if n > TIMES:
        raise EndlessLoop(f"{name} would do something {n:,} times at once; the limit is {TIMES:,}")
    return n


def check_room(state: State, name: str, coming: int = 0) -> None:
    """Raises EndlessLoop if there is no room for one more object or copy of this name besides those that are coming."""
    if len(state.field) + coming >= OBJECTS:
        raise EndlessLoop(
            f"{name} would make one object too many; the limit is {OBJECTS:,} on the field{_cause(state)}"
        )
    if len(state.cards) >= RECORDS:
        raise EndlessLoop(f"{name} would be one card too many; the limit is {RECORDS:,} in a game{_cause(state)}")


def too_many_waiting(name: str) -> EndlessLoop:
    """The error for a card that triggers without end."""
    return EndlessLoop(f"{name} triggers once too often; the limit is {WAITING:,} waiting triggers")


def too_much(state: State) -> EndlessLoop:
    """The error for something that happens without end."""
    return EndlessLoop(f"more than {EVENTS:,} things have happened before a player could act{_cause(state)}")


def _cause(state: State) -> str:
    """The card that resolved last, as half a sentence."""
    told = (each.subject.name for each in reversed(state.events) if isinstance(each, Resolve) and each.subject)
    name = next(told, "")
    return f", after {name} resolved" if name else ""
