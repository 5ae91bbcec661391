"""A position in plain values: what saves write, and what a seat that knows only a part of it is told."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from archivist.model.card import Card, Player, Seat, Shown, Way
from archivist.model.event import Event
from archivist.model.state import State
from archivist.rules.effects.continuous.evaluation import Evaluation
from archivist.rules.playing_cards.permissions import Licence
from archivist.vocabulary.face import Face
from archivist.vocabulary.pending import Combat, DelayedTrigger, Item, Lasting, Turn, Waiting


class Position(msgspec.Struct):
    """A state in the form in which it is written."""

    cards: list[Card]
    players: list[Player]
    field: tuple[int, ...]
    stack_cards: tuple[int, ...]
    stack: tuple[Item, ...]
    intent: tuple[int, ...]
    lasting: tuple[Lasting, ...]
    delayed: tuple[DelayedTrigger, ...]
    waiting: tuple[Waiting, ...]
    turn: Turn
    combat: Combat | None
    opportunity: Seat | None
    passes: int
    rng: int
    clock: int
    this_turn: tuple[Event, ...]
    format: str
    first_player: Seat
    over: bool
    winner: Seat | None
    named_ids: int
    shown: tuple[Shown, ...]
    vain: tuple[tuple[Seat, Way, int, Licence], ...]
    events: list[Event]


_FIELDS = Position.__struct_fields__


def position(state: State) -> Position:
    """A state in plain values, without what is derived from them."""
    return Position(**{name: getattr(state, name) for name in _FIELDS})


def state_of(saved: Position, cards: Mapping[str, Face]) -> State:
    """The state that such values make with a pool of cards."""
    state = State(cards, saved.players, saved.turn, 0, saved.format, Evaluation())
    for name in _FIELDS:
        setattr(state, name, getattr(saved, name))
    return state
