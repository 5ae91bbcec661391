"""Telling what happened: the event goes into the log, into the turn's facts, and past everything that triggers on it."""

from __future__ import annotations

from archivist.model.card import Card, Seat
from archivist.model.event import Event, Named
from archivist.model.state import State
from archivist.rules.abilities.triggering import TRIGGERING, Witnesses, notice
from archivist.rules.timing import bounds
from archivist.rules.zones.visibility import who_sees

OF_THE_TURN = frozenset(("activation", "materialization", "bestowment", "level up", "attack", "hit", "damage"))
"""Kinds of event that cards look back on within a turn."""


def named(state: State, card: Card) -> Named:
    """A card as it is called in an event, known to those who may see it where it lies."""
    return Named(card.true_name, card.thing, who_sees(state, card))


def emit(state: State, event: Event, witnesses: Witnesses | None = None) -> None:
    """Logs an event and notices what triggers on it; without `witnesses` that is whatever is there now."""
    state.events.append(event)
    if len(state.events) > bounds.EVENTS:
        raise bounds.too_much(state)
    if event.kind in OF_THE_TURN:
        state.this_turn = (*state.this_turn, event)
        state.touch()
    if event.kind in TRIGGERING:
        notice(state, event, witnesses)


def say(
    state: State,
    kind: str,
    *rules: str,
    player: Seat | None = None,
    card: Card | None = None,
    objects: tuple[Named, ...] = (),
    amount: int = 0,
    note: str = "",
) -> None:
    """Logs something that nothing triggers on."""
    subject = named(state, card) if card is not None else None
    state.events.append(Event(kind, rules, player, subject, objects, amount, note))
    if len(state.events) > bounds.EVENTS:
        raise bounds.too_much(state)
