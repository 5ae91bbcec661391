"""A position in plain values: what saves write, and what a seat that knows only a part of it is told."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from archivist.model.card import Card, Player, Seat, Shown, Way  # noqa: F401 (the types that the parts are declared with)
from archivist.model.events import AnyEvent  # noqa: F401
from archivist.model.state import State
from archivist.rules.effects.continuous.characteristics import Evaluation
from archivist.rules.playing_cards.permissions import Licence  # noqa: F401
from archivist.vocabulary.pending import Combat, DelayedTrigger, Item, Lasting, Turn, Waiting  # noqa: F401

PARTS = {name: each for name, each in State.parts.items() if each.placed}
"""The parts of a position, in the order in which they are written."""

if TYPE_CHECKING:
    from archivist.cards import Pool

    class Position(State, msgspec.Struct):  # type: ignore[metaclass]
        """The parts of a state as they are written."""

else:
    Position = msgspec.defstruct("Position", [(name, each.type) for name, each in PARTS.items()], module=__name__)


def position(state: State) -> Position:
    """A state in plain values, without what is derived from them."""
    return Position(**{name: getattr(state, name) for name in PARTS})


def state_of(saved: Position, cards: Pool) -> State:
    """The state that such values make with a pool of cards."""
    state = State(cards, saved.players, saved.turn, 0, saved.format, Evaluation())
    for name in PARTS:
        setattr(state, name, getattr(saved, name))
    return state
