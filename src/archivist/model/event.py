"""Events: what happened, by which rules. Trace, narration, triggers and coverage are all made from them."""

from __future__ import annotations

import msgspec

from archivist.model.card import Card, Seat, Thing


class Named(msgspec.Struct, frozen=True, gc=False):
    """A thing as it was called when the event happened, and who may know that name (None: everybody)."""

    name: str
    thing: Thing | None = None
    seen: tuple[Seat, ...] | None = None


class Event(msgspec.Struct, frozen=True, gc=False):
    """One thing that happened, with the ids of the rules that made it happen.

    `card` and `other` are the values of the cards concerned just before the event: last-known information is simply the
    old value. Single events that are part of one game event, such as cards milled together, have the same `group`.
    """

    kind: str
    rules: tuple[str, ...]
    player: Seat | None = None
    subject: Named | None = None
    objects: tuple[Named, ...] = ()
    amount: int = 0
    note: str = ""
    card: Card | None = None
    other: Card | None = None
    origin: str = ""
    zone: str = ""
    item: int | None = None
    group: int = 0
