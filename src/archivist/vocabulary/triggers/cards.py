"""Triggers on what becomes of cards: drawing, discarding, moving."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Final, Literal

from archivist.model import events
from archivist.model.event import GameEvent
from archivist.vocabulary.filters import Filter
from archivist.vocabulary.printing import Form, form
from archivist.vocabulary.triggers.base import (
    Doer,
    Occasion,
    Trigger,
    about,
    about_me,
    doing,
    done_by,
    names,
    what_of,
    whenever,
)

if TYPE_CHECKING:
    from archivist.rules.effects.meaning_of_words import Scene
    from archivist.vocabulary.speech import Speaker


Place = Literal["hand", "memory", "deck", "material", "graveyard", "banishment", "field", "intent", "stack", "lineage"]


_PLACES: Final[dict[str, str]] = {
    "hand": "a hand",
    "memory": "a memory",
    "deck": "a deck",
    "material": "a material deck",
    "graveyard": "a graveyard",
    "banishment": "banishment",
    "field": "the field",
    "intent": "the intent",
    "stack": "the stack",
    "lineage": "a lineage",
}


_OWNED: Final = frozenset(("hand", "memory", "deck", "material", "graveyard", "lineage"))
"""The zones that each player has one of: cards lie in those of their owners."""


def _place(zone: str, own: bool) -> str:
    """``your memory`` for cards that are certainly yours, else ``a memory``."""
    return f"your {_PLACES[zone].removeprefix('a ')}" if own and zone in _OWNED else _PLACES[zone]


Paid = Literal["memory", "reserve"]
PAID: Final[tuple[Paid, ...]] = ("memory", "reserve")
"""The kinds of cost that cards are banished for."""


class Moved(Trigger, frozen=True, tag="goes"):
    """A card of a kind goes from a zone (or any) into another: milled, banished, returned (zones.2.5).

    A card that nobody sees has no characteristics, so that only a phrase without any is about it (zones.5.2); a token that
    leaves the field is no card (cards.8.1). Without a kind it is this card itself; its ability has to name the zones from
    which and into which it goes (abilities.1.4.named). With `paying` only to pay for a cost of that kind.
    """

    hears: ClassVar[tuple[type[GameEvent], ...]] = (events.ZoneChange,)
    what: Filter | None = Filter("card")
    from_: Place | Literal[""] = ""
    to: Place | Literal[""] = ""
    paying: Literal[""] | Paid = ""

    def may_fit(self, event: GameEvent, number: int) -> bool:
        assert isinstance(event, events.ZoneChange)
        if self.what is None and not names(event, number):
            return False
        return self.from_ in ("", event.origin) and self.to in ("", event.zone)

    def fits(self, scene: Scene, event: GameEvent) -> bool:
        assert isinstance(event, events.ZoneChange)
        if (self.from_ and event.origin != self.from_) or (self.to and event.zone != self.to):
            return False
        if self.paying and event.paid != self.paying:
            return False
        if self.what is None:
            return about_me(scene, event)
        if event.hidden and self.what.described:
            return False
        return self.what.describes_moving(scene, event.card)

    printed: ClassVar[tuple[Form, ...]] = (
        form("whenever {what:owned} is banished from your graveyard", from_="graveyard", to="banishment"),
        form("whenever {what:owned} is banished from your memory", from_="memory", to="banishment"),
        form(
            "whenever {what:owned} is banished from your graveyard to pay for a {paying:word memory reserve} cost",
            from_="graveyard",
            to="banishment",
        ),
        form(
            "whenever {what:owned} <enters|is put into> your graveyard from your {from_:word deck hand memory}",
            to="graveyard",
        ),
        form("whenever {what:owned} <is put into|enters> your graveyard from anywhere", to="graveyard"),
        form("whenever {what:owned} leaves your graveyard", from_="graveyard"),
        form("whenever {what:anyones} <is put into|enters> a graveyard from anywhere", to="graveyard"),
    )

    def said(self, speaker: Speaker) -> Occasion:
        own = self.what is None or self.what.owner == "you"
        source = f" from {_place(self.from_, own)}" if self.from_ else ""
        what = what_of(self.what, speaker)
        what = what.replace(" you own", "") if self.from_ in _OWNED or self.to in _OWNED else what
        paying = f" to pay for a {self.paying} cost" if self.paying else ""
        if self.to == "banishment":
            return whenever(f"{what} is banished{source}{paying}")
        if self.from_ and not self.to:
            return whenever(f"{what} leaves {_place(self.from_, own)}{paying}")
        goes = f"goes{source} into {_place(self.to, own)}" if self.to else f"goes{source} elsewhere"
        return whenever(f"{what} {goes}{paying}")


class Revealed(Trigger, frozen=True, tag="reveal"):
    """Somebody reveals this card, or one of a kind, from a zone (or any); cards shown for Imbue come from the hand.

    The ability of a card that is itself revealed has to name the zone in which it works (abilities.1.4.named).

    Rules: terms.6.reveal.
    """

    hears: ClassVar[tuple[type[GameEvent], ...]] = (events.Revealed,)
    what: Filter | None = None
    from_: Place | Literal[""] = ""
    by: Doer = "you"

    def fits(self, scene: Scene, event: GameEvent) -> bool:
        assert isinstance(event, events.Revealed)
        if self.from_ and event.origin != self.from_:
            return False
        return done_by(self.by, scene, event) and about(self.what, scene, event)

    printed: ClassVar[tuple[Form, ...]] = (
        form("whenever you reveal {what:owned} from your memory", from_="memory"),
        form("whenever you reveal {what:owned} from your hand", from_="hand"),
    )

    def said(self, speaker: Speaker) -> Occasion:
        own = self.by == "you" and (self.what is None or self.what.owner == "you")
        source = f" from {_place(self.from_, own)}" if self.from_ else ""
        what = what_of(self.what, speaker)
        what = what.replace(" you own", "") if own and self.from_ in _OWNED else what
        return whenever(doing(self.by, "reveal", f"{what}{source}"))


class Draws(Trigger, frozen=True, tag="draw"):
    """Somebody draws a card, into hand or memory; ``that player`` is bound as a delayed trigger is made."""

    hears: ClassVar[tuple[type[GameEvent], ...]] = (events.Draw,)
    by: Doer | Literal["that player"] = "you"
    player: int = -1

    def fits(self, scene: Scene, event: GameEvent) -> bool:
        return event.player == self.player if self.by == "that player" else done_by(self.by, scene, event)

    printed: ClassVar[tuple[Form, ...]] = (
        form("whenever you draw a card"),
        form("whenever an opponent draws a card", by="opponent"),
        form("whenever a player draws a card", by="anyone"),
    )

    def said(self, speaker: Speaker) -> Occasion:
        if self.by == "that player":
            return whenever("that player draws a card")
        return whenever(doing(self.by, "draw", "a card"))


class Discards(Trigger, frozen=True, tag="discard"):
    """Somebody discards a card of a kind."""

    hears: ClassVar[tuple[type[GameEvent], ...]] = (events.Discard,)
    by: Doer = "you"
    what: Filter = Filter("card")

    def fits(self, scene: Scene, event: GameEvent) -> bool:
        return done_by(self.by, scene, event) and about(self.what, scene, event)

    printed: ClassVar[tuple[Form, ...]] = (
        form("whenever you discard {what:a}"),
        form("whenever an opponent discards {what:a}", by="opponent"),
        form("whenever a player discards {what:a}", by="anyone"),
    )

    def said(self, speaker: Speaker) -> Occasion:
        speaker.about(self.what.noun)
        return whenever(doing(self.by, "discard", self.what.one()))
