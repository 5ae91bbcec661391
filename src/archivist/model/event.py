"""What every event has: by which rules it happened, who did it, and to what. The kinds of event are in `events/`."""

from __future__ import annotations

import msgspec

from archivist.model.card import Card, Seat, Thing


class Named(msgspec.Struct, frozen=True, gc=False):
    """A thing as it was called when the event happened, and who may know that name (None: everybody)."""

    name: str
    thing: Thing | None = None
    seen: tuple[Seat, ...] | None = None


class Event(msgspec.Struct, frozen=True, gc=False, omit_defaults=True, tag_field="kind"):
    """One thing that happened, with the ids of the rules that made it happen.

    Each kind of event is a class in `archivist.model.events`, with fields for what it alone has to tell. The tag of the
    class is its name in saves and never changes.
    """

    rules: tuple[str, ...]
    player: Seat | None = None
    subject: Named | None = None
    objects: tuple[Named, ...] = ()

    @property
    def kind(self) -> str:
        """The name of this kind of event in saves."""
        return str(self.__struct_config__.tag)


class Told(Event, frozen=True):
    """The common shape of the kinds that only say who did something, or what it happened to."""


class GameEvent(Event, frozen=True, kw_only=True):
    """The common shape of the kinds that abilities can trigger on.

    `amount` is how much there was of it, for abilities that count. Single events that are part of one game event, such
    as cards milled together, have the same `group`.
    """

    amount: int = 0
    group: int = 0


class OfCard(GameEvent, frozen=True, kw_only=True):
    """The common shape of what happens to a card. If it moved, `origin` and `zone` say from where and where to.

    `card` is the value of the card at the moment that counts: last-known information is simply the old value.
    """

    card: Card
    origin: str = ""
    zone: str = ""


def card_of(event: Event | None) -> Card | None:
    """The card that an event happened to; none if it is about none, or if there is no event."""
    return event.card if isinstance(event, OfCard) else None
