"""What lies behind a checkpoint: the checkpoints before it, with the answers and events between them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import msgspec

from archivist.model.decision import Answer
from archivist.model.event import Event
from archivist.model.state import State

EVERY: Final = 32
"""Of checkpoints at least every so many are kept; those between are found again by running the answers since."""


class Past(msgspec.Struct, eq=False):
    """What lies behind a checkpoint: the one before, the answers that led from it, and the events on the way.

    `kept` is the checkpoint before, unless it is to be found again; half of what a long game takes is saved by that.
    `length` is the number of all events up to here, `depth` that of the pasts behind. What a past says never changes,
    so branches of a game share it.
    """

    before: Past | None
    kept: State | None
    answers: tuple[Answer, ...]
    events: tuple[Event, ...]
    length: int
    depth: int = 0


def thin(last: Past) -> None:
    """Lets go of old checkpoints that are near one that is kept; those of the last steps stay, for they are undone most.

    Called at every so many checkpoints.
    """
    past: Past | None = last
    for _ in range(EVERY):
        if past is None:
            return
        past = past.before
    while past is not None and past.depth % EVERY:
        past.kept = None
        past = past.before


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
