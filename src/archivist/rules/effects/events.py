"""Telling what happened: the event goes into the log, into the turn's facts, and past everything that triggers on it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from archivist.model import events
from archivist.model.card import Card, Seat
from archivist.model.event import Event, GameEvent, Named, Told
from archivist.model.state import State
from archivist.rules.abilities.abilities_in_general import may_hear
from archivist.rules.abilities.triggered_abilities import Witnesses, heed, notice
from archivist.rules.timing import endless_loops
from archivist.rules.zones.visibility import who_sees
from archivist.vocabulary.statics.base import Static
from archivist.vocabulary.statics.characteristics import Modify

OF_THE_TURN: Final = frozenset(
    (
        *(events.Activation, events.Materialization, events.Bestowment, events.LevelUp),
        *(events.Attack, events.Damage, events.Hit, events.Die, events.Negated),
    )
)
"""Kinds of event that cards look back on within a turn."""


def named(state: State, card: Card) -> Named:
    """A card as it is called in an event, known to those who may see it where it lies."""
    seen = None if card.face_up and card.zone != "deck" else who_sees(state, card)
    return Named(card.beneath or card.face, card.thing, seen)


def tell(state: State, event: Event) -> None:
    """Logs an event that nothing triggers on, or that has been noticed already."""
    state.events.append(event)
    if len(state.events) > endless_loops.EVENTS:
        raise endless_loops.too_much(state)


def emit(state: State, event: GameEvent, witnesses: Witnesses | None = None) -> None:
    """Logs an event and notices what triggers on it; without `witnesses` that is whatever is there now."""
    state.events.append(event)
    if len(state.events) > endless_loops.EVENTS:
        raise endless_loops.too_much(state)
    kind = type(event)
    if kind in OF_THE_TURN:
        state.remember(event)
    if witnesses is not None or may_hear(state, kind):  # as `notice` asks, which most events need not be shown to
        heed(state, event, witnesses)


def witness(state: State, event: GameEvent, witnesses: Witnesses | None = None) -> None:
    """Keeps an event that the log tells of otherwise among those of the turn, and notices what triggers on it."""
    if type(event) in OF_THE_TURN:
        state.remember(event)
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
    if len(state.events) > endless_loops.EVENTS:
        raise endless_loops.too_much(state)


Words = dict[int, frozenset[str]]


def changes_words(static: Static) -> bool:
    """Whether an effect changes types, subtypes or elements."""
    return isinstance(static, Modify) and "words" in static.changes


def words_now(state: State) -> Words:
    """The words of every card, before an effect begins."""
    return {card.id: state.now.words(state, card) for card in state.cards if card.zone != "none"}


def became(state: State, before: Words, *, entering: Sequence[int] = ()) -> None:
    """Tells what each card became as an effect began; an object that has just come was never anything else."""
    group = state.tick()
    for number, old in before.items():
        card = state.cards[number]
        new = tuple(sorted(state.now.words(state, card) - old)) if number not in entering else ()
        if new:
            notice(state, events.Become((), card.controller, amount=1, words=new, card=card, group=group))
