"""Triggers on the course of the game: phases, recovering, the direction of a mastery."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Literal

from archivist.model.event import Event
from archivist.vocabulary.triggers.base import Doer, Occasion, Trigger, doing, done_by, whenever

if TYPE_CHECKING:
    from archivist.rules.effects.scene import Scene
    from archivist.vocabulary.speech import Speaker


class Phase(Trigger, frozen=True, tag="phase"):
    """The beginning of a phase."""

    kinds: ClassVar[tuple[str, ...]] = ("phase",)
    phase: str
    whose: Literal["your", "any"] = "your"

    def may_fit(self, event: Event, number: int) -> bool:
        return event.note == self.phase

    def fits(self, scene: Scene, event: Event) -> bool:
        return event.note == self.phase and (self.whose == "any" or event.player == scene.you)

    def said(self, speaker: Speaker) -> Occasion:
        every, next_ = ("your", "your next") if self.whose == "your" else ("each", "the next")
        return Occasion(
            f"at the beginning of {every} {self.phase} phase", f"at the beginning of {next_} {self.phase} phase"
        )


class Recovers(Trigger, frozen=True, tag="recover"):
    """Somebody recovers; the amount counts, not what was there to remove (terms.6.recover)."""

    kinds: ClassVar[tuple[str, ...]] = ("recover",)
    by: Doer = "you"

    def fits(self, scene: Scene, event: Event) -> bool:
        return done_by(self.by, scene, event)

    def said(self, speaker: Speaker) -> Occasion:
        return whenever(doing(self.by, "recover"))


class Glimpses(Trigger, frozen=True, tag="glimpse"):
    """Somebody glimpses; the amount counts, not how many cards there were to look at (terms.6.glimpse)."""

    kinds: ClassVar[tuple[str, ...]] = ("glimpse",)
    by: Doer = "you"

    def fits(self, scene: Scene, event: Event) -> bool:
        return done_by(self.by, scene, event)

    def said(self, speaker: Speaker) -> Occasion:
        return whenever(doing(self.by, "glimpse"))


class DirectionChanged(Trigger, frozen=True, tag="direction changed"):
    """The direction of your mastery changes, from and to a certain one if they are named."""

    kinds: ClassVar[tuple[str, ...]] = ("direction",)
    from_: Literal["", "North", "East", "South", "West"] = ""
    to: Literal["", "North", "East", "South", "West"] = ""

    def fits(self, scene: Scene, event: Event) -> bool:
        before, _, after = event.note.partition(" to ")
        return event.player == scene.you and self.from_ in ("", before) and self.to in ("", after)

    def said(self, speaker: Speaker) -> Occasion:
        source, to = (f" {word} {way}" if way else "" for word, way in (("from", self.from_), ("to", self.to)))
        return whenever(f"the direction of your mastery changes{source}{to}")
