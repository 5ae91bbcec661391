"""Triggers on the course of the game: phases, recovering, the direction of a mastery."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Final, Literal

from archivist.model import events
from archivist.model.event import GameEvent
from archivist.vocabulary.printing import Form, form
from archivist.vocabulary.triggers.base import Doer, Occasion, Trigger, doing, done_by, whenever
from archivist.vocabulary.words import DIRECTION_MASTERY

if TYPE_CHECKING:
    from archivist.rules.effects.meaning_of_words import Scene
    from archivist.vocabulary.speech import Speaker


class Phase(Trigger, frozen=True, tag="phase"):
    """The beginning of a phase; "that player" is the one that the waiting effect means (abilities.3.13)."""

    hears: ClassVar[tuple[type[GameEvent], ...]] = (events.Phase,)
    phase: str
    whose: Literal["your", "any", "opponents", "that player"] = "your"
    player: int = -1

    def may_fit(self, event: GameEvent, number: int) -> bool:
        assert isinstance(event, events.Phase)
        return event.phase == self.phase

    def fits(self, scene: Scene, event: GameEvent) -> bool:
        assert isinstance(event, events.Phase)
        if event.phase != self.phase:
            return False
        if self.whose == "that player":
            return event.player == self.player
        return self.whose == "any" or (event.player == scene.you) == (self.whose == "your")

    printed: ClassVar[tuple[Form, ...]] = (
        form("at the beginning of your {phase:phase} phase"),
        form("at the beginning of each player 's {phase:phase} phase", whose="any"),
        form("at the beginning of each {phase:phase} phase", whose="any"),
        form("at the beginning of each opponent 's {phase:phase} phase", whose="opponents"),
    )

    def said(self, speaker: Speaker) -> Occasion:
        every, next_ = _WHOSE[self.whose]
        return Occasion(
            f"at the beginning of {every} {self.phase} phase", f"at the beginning of {next_} {self.phase} phase"
        )


_WHOSE: Final = {
    "your": ("your", "your next"),
    "any": ("each player's", "the next"),
    "opponents": ("each opponent's", "an opponent's next"),
    "that player": ("that player's", "that player's next"),
}
"""Whose phases are meant, in words: every one, and the next."""


class Recovers(Trigger, frozen=True, tag="recover"):
    """Somebody recovers; the amount counts, not what was there to remove (terms.6.recover)."""

    hears: ClassVar[tuple[type[GameEvent], ...]] = (events.Recover,)
    by: Doer = "you"

    def fits(self, scene: Scene, event: GameEvent) -> bool:
        return done_by(self.by, scene, event)

    printed: ClassVar[tuple[Form, ...]] = (
        form("whenever you recover"),
        form("whenever an opponent recovers", by="opponent"),
        form("whenever a player recovers", by="anyone"),
    )

    def said(self, speaker: Speaker) -> Occasion:
        return whenever(doing(self.by, "recover"))


class Glimpses(Trigger, frozen=True, tag="glimpse"):
    """Somebody glimpses; the amount counts, not how many cards there were to look at (terms.6.glimpse)."""

    hears: ClassVar[tuple[type[GameEvent], ...]] = (events.Glimpse,)
    by: Doer = "you"

    def fits(self, scene: Scene, event: GameEvent) -> bool:
        return done_by(self.by, scene, event)

    printed: ClassVar[tuple[Form, ...]] = (
        form("whenever you glimpse"),
        form("whenever an opponent glimpses", by="opponent"),
        form("whenever a player glimpses", by="anyone"),
    )

    def said(self, speaker: Speaker) -> Occasion:
        return whenever(doing(self.by, "glimpse"))


class Gathers(Trigger, frozen=True, tag="gather"):
    """Somebody gathers; gathering several times is as many events (terms.6.gather)."""

    hears: ClassVar[tuple[type[GameEvent], ...]] = (events.Gather,)
    by: Doer = "you"

    def fits(self, scene: Scene, event: GameEvent) -> bool:
        return done_by(self.by, scene, event)

    printed: ClassVar[tuple[Form, ...]] = (
        form("whenever you gather"),
        form("whenever an opponent gathers", by="opponent"),
        form("whenever a player gathers", by="anyone"),
    )

    def said(self, speaker: Speaker) -> Occasion:
        return whenever(doing(self.by, "gather"))


class DirectionChanged(Trigger, frozen=True, tag="direction changed"):
    """The direction of your mastery changes, from and to a certain one if they are named."""

    hears: ClassVar[tuple[type[GameEvent], ...]] = (events.Direction,)
    from_: Literal["", "North", "East", "South", "West"] = ""
    to: Literal["", "North", "East", "South", "West"] = ""

    def fits(self, scene: Scene, event: GameEvent) -> bool:
        assert isinstance(event, events.Direction)
        return event.player == scene.you and self.from_ in ("", event.before) and self.to in ("", event.after)

    printed: ClassVar[tuple[Form, ...]] = (
        form("whenever your shifting currents change(s) from facing {from_:direction} to {to:direction}"),
        form("whenever the direction of your shifting currents changes"),
    )

    def said(self, speaker: Speaker) -> Occasion:
        source, to = (f" {word} {way}" if way else "" for word, way in (("from", self.from_), ("to", self.to)))
        if source and to:
            return whenever(f"your {DIRECTION_MASTERY} turn{source}{to}")
        return whenever(f"the direction of your {DIRECTION_MASTERY} changes{source}{to}")
