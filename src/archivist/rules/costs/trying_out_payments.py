"""Trying payments out: what a payment comes to on a copy of the state, so that two orders can be compared (CA.1.8)."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from itertools import compress
from operator import is_not
from typing import TypeVar

import msgspec
from msgspec.structs import replace

from archivist.model.card import Card
from archivist.model.decision import Answer, Decision
from archivist.model.event import GameEvent, OfCard, card_of
from archivist.model.state import State
from archivist.vocabulary.pending import Waiting

R = TypeVar("R")


class Outcome(msgspec.Struct):
    """What a payment has come to, timestamps left aside: changed cards, triggers, and what random cards are drawn from."""

    cards: list[Card | None]
    waiting: list[tuple[object, ...]]
    pools: list[frozenset[int]]
    rest: tuple[object, ...]


def outcome(before: State, state: State, pools: Sequence[frozenset[int]] = ()) -> Outcome:
    """What has come of a payment that began with the state `before`."""
    known = len(before.cards)
    differing = map(is_not, state.cards, before.cards)
    changed = [_look(card) for card in (*compress(state.cards, differing), *state.cards[known:])]
    waiting = [
        _trigger(each) for each in sorted(state.waiting, key=lambda each: (each.source.id, each.key, each.times))
    ]
    players = tuple((player.skips, player.fate, player.champion, player.deck) for player in state.players)
    return Outcome(changed, waiting, list(pools), (players, state.lasting, state.delayed, state.combat))


def _trigger(waiting: Waiting) -> tuple[object, ...]:
    """What makes one trigger differ from another that waits."""
    event = waiting.event
    told = () if event is None else (type(event), event.player, event.amount, *_place(event), _look(card_of(event)))
    return (waiting.controller, waiting.key, waiting.times, waiting.remembers, _look(waiting.source), told)


def _place(event: GameEvent) -> tuple[str, str]:
    return (event.zone, event.origin) if isinstance(event, OfCard) else ("", "")


def _look(card: Card | None) -> Card | None:
    """A card without the timestamps, which differ with every order."""
    return None if card is None else replace(card, stamp=0, face_stamp=0)


def rehearse(steps: Generator[Decision, Answer, R] | None) -> R | None:
    """Carries out what is only tried out; whatever it asks gets the plainest answer. Gives what comes of it."""
    if steps is None:
        return None
    try:
        asked = next(steps)
        while True:
            asked = steps.send(next(asked.answers()))
    except StopIteration as done:
        return done.value  # type: ignore[no-any-return]
