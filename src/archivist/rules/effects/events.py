"""Telling what happened: the event goes into the log, into the turn's facts, and past everything that triggers on it."""

from __future__ import annotations

from typing import Final

from archivist.model import events
from archivist.model.card import Card, Seat
from archivist.model.event import Event, GameEvent, Named, Told
from archivist.model.state import State
from archivist.rules.abilities.triggering import Witnesses, notice
from archivist.rules.timing import bounds
from archivist.rules.zones.visibility import who_sees

OF_THE_TURN: Final = frozenset(
    (
        *(events.Activation, events.Materialization, events.Bestowment, events.LevelUp),
        *(events.Attack, events.Damage, events.Hit, events.Die, events.Negated),
    )
)
"""Kinds of event that cards look back on within a turn."""


def named(state: State, card: Card) -> Named:
    """A card as it is called in an event, known to those who may see it where it lies."""
    return Named(card.true_name, card.thing, who_sees(state, card))


def tell(state: State, event: Event) -> None:
    """Logs an event that nothing triggers on, or that has been noticed already."""
    state.events.append(event)
    if len(state.events) > bounds.EVENTS:
        raise bounds.too_much(state)


def emit(state: State, event: GameEvent, witnesses: Witnesses | None = None) -> None:
    """Logs an event and notices what triggers on it; without `witnesses` that is whatever is there now."""
    state.events.append(event)
    if len(state.events) > bounds.EVENTS:
        raise bounds.too_much(state)
    if type(event) in OF_THE_TURN:
        witness(state, event, witnesses)
    else:
        notice(state, event, witnesses)


def witness(state: State, event: GameEvent, witnesses: Witnesses | None = None) -> None:
    """Keeps an event that the log tells of otherwise among those of the turn, and notices what triggers on it."""
    if type(event) in OF_THE_TURN:
        state.this_turn = (*state.this_turn, event)
        state.touch()
    notice(state, event, witnesses)


def say(
    state: State,
    kind: type[Told],
    *rules: str,
    player: Seat | None = None,
    card: Card | None = None,
    objects: tuple[Named, ...] = (),
) -> None:
    """Logs an event of a kind that only says who did something, or what it happened to."""
    subject = named(state, card) if card is not None else None
    state.events.append(kind(rules, player, subject, objects))
    if len(state.events) > bounds.EVENTS:
        raise bounds.too_much(state)
