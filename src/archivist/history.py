"""What lies behind a game: its checkpoints with the answers and events between them, and how it began."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from archivist.decks import Deck
from archivist.model.decision import Answer
from archivist.model.event import Event
from archivist.model.state import State


class Past:
    """What lies behind a checkpoint: the one before, the answers that led from it, and the events on the way.

    `length` is the number of all events up to here. Pasts are never changed, so branches of a game share them.
    """

    __slots__ = ("answers", "before", "checkpoint", "events", "length")

    def __init__(
        self, before: Past | None, checkpoint: State, answers: tuple[Answer, ...], events: tuple[Event, ...]
    ) -> None:
        self.before = before
        self.checkpoint = checkpoint
        self.answers = answers
        self.events = events
        self.length: int = (before.length if before else 0) + len(events)


def pasts(last: Past | None) -> Iterator[Past]:
    """A past and everything behind it, the latest first."""
    while last is not None:
        yield last
        last = last.before


def events_since(last: Past | None, count: int) -> list[Event]:
    """The events after the first `count`, oldest first; what lies further back is not looked at."""
    chunks: list[tuple[Event, ...]] = []
    for past in pasts(last):
        if past.length <= count:
            break
        begun = past.length - len(past.events)
        chunks.append(past.events[max(count - begun, 0) :])
    return [event for chunk in reversed(chunks) for event in chunk]


class Origin(msgspec.Struct, frozen=True):
    """How a game began: with decks, a seed and a format, or with the position of a scenario.

    `answers` are those that the game itself does not remember, because it was loaded from a save.
    """

    decks: tuple[Deck, ...] = ()
    seed: int = 0
    format: str = "standard"
    scenario: str = ""
    answers: tuple[Answer, ...] = ()
