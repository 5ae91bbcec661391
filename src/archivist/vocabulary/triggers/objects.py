"""Triggers on what becomes of objects: entering, leaving, counters, changes."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Literal

from archivist.model.event import Event
from archivist.vocabulary.filters import cased
from archivist.vocabulary.triggers.base import (
    Occasion,
    OfThis,
    OfThisOrAKind,
    Trigger,
    about,
    about_me,
    happens,
    what_of,
    whenever,
)

if TYPE_CHECKING:
    from archivist.rules.effects.scene import Scene
    from archivist.vocabulary.speech import Speaker


class Enter(OfThisOrAKind, frozen=True, tag="enter"):
    """On Enter: this enters the field or becomes the top card of the lineage; or something else of a kind enters.

    A champion that levels up does not enter: only the new card's own On Enter triggers (cards.4.4).
    """

    kinds: ClassVar[tuple[str, ...]] = ("enter",)
    not_by_this: bool = False

    def fits(self, scene: Scene, event: Event) -> bool:
        if self.what is None:
            return about_me(scene, event)
        if event.note == "level up" or (self.not_by_this and event.note == f"by {scene.source.id}"):
            return False
        return event.other is not None and self.what.describes(scene, event.other)

    def said(self, speaker: Speaker) -> Occasion:
        if self.what is None:
            return whenever(f"{speaker.this} enters", "On Enter")
        by_this = f" other than by {speaker.this}" if self.not_by_this else ""
        speaker.about(self.what.noun)
        return whenever(f"{self.what.one()} enters{by_this}")


class Leave(OfThisOrAKind, frozen=True, tag="leave"):
    """On Leave (keywords.on-leave): this, or another object of a kind, leaves the field for any zone."""

    kinds: ClassVar[tuple[str, ...]] = ("leave",)

    def said(self, speaker: Speaker) -> Occasion:
        return happens(self.what, speaker, "leaves the field", "On Leave")


class Banished(OfThis, frozen=True, tag="banished"):
    """On Banish: this is banished straight from the field, for whatever reason; not if it went elsewhere instead.

    Rules: keywords.on-banish.
    """

    kinds: ClassVar[tuple[str, ...]] = ("banish",)

    def said(self, speaker: Speaker) -> Occasion:
        return whenever(f"{speaker.this} is banished from the field", "On Banish")


class Die(OfThisOrAKind, frozen=True, tag="die"):
    """On Death (keywords.on-death): this unit, or another of a kind, goes straight from the field to the graveyard."""

    kinds: ClassVar[tuple[str, ...]] = ("die",)

    def said(self, speaker: Speaker) -> Occasion:
        return happens(self.what, speaker, "dies", "On Death")


class Destroyed(OfThis, frozen=True, tag="destroyed"):
    """This object was destroyed and lies in the graveyard."""

    kinds: ClassVar[tuple[str, ...]] = ("destroy",)

    def said(self, speaker: Speaker) -> Occasion:
        return whenever(f"{speaker.this} is destroyed")


class Sacrificed(OfThisOrAKind, frozen=True, tag="sacrificed"):
    """This object, or another of a kind, was sacrificed, wherever it went (effects.3.4)."""

    kinds: ClassVar[tuple[str, ...]] = ("sacrifice",)

    def said(self, speaker: Speaker) -> Occasion:
        return whenever(f"{what_of(self.what, speaker)} is sacrificed")


class Charge(OfThis, frozen=True, tag="charge"):
    """On Charge: the first time this has so many charge counters, or more; once for an object.

    Rules: keywords.on-charge, keywords.on-charge.choice.
    """

    kinds: ClassVar[tuple[str, ...]] = ("charge",)
    once_ever: ClassVar[bool] = True
    n: int

    def fits(self, scene: Scene, event: Event) -> bool:
        return about_me(scene, event) and scene.source.count("charge") >= self.n

    def said(self, speaker: Speaker) -> Occasion:
        return whenever(f"{speaker.this} has {self.n} charge counters", f"On Charge {self.n}")


class LosesCounters(OfThisOrAKind, frozen=True, kw_only=True, tag="counters removed"):
    """One or more counters of a sort are removed from this object, or from another of a kind."""

    kinds: ClassVar[tuple[str, ...]] = ("counters removed",)
    kind: str

    def fits(self, scene: Scene, event: Event) -> bool:
        if event.note != self.kind:
            return False
        return about(self.what, scene, event)

    def said(self, speaker: Speaker) -> Occasion:
        return whenever(f"one or more {self.kind} counters are removed from {what_of(self.what, speaker)}")


class Becomes(OfThisOrAKind, frozen=True, kw_only=True, tag="becomes"):
    """A card of a kind, or this, gains a type, subtype or element: a change, not a state it was always in (effects.5.7)."""

    kinds: ClassVar[tuple[str, ...]] = ("become",)
    word: str

    def fits(self, scene: Scene, event: Event) -> bool:
        if self.word not in event.note.split(", "):
            return False
        return about(self.what, scene, event)

    def said(self, speaker: Speaker) -> Occasion:
        return whenever(f"{what_of(self.what, speaker)} becomes {cased(self.word)}")


class Fostered(Trigger, frozen=True, tag="fostered"):
    """An ally you control becomes fostered; `this` alone is On Foster (keywords.on-foster)."""

    kinds: ClassVar[tuple[str, ...]] = ("foster",)
    what: Literal["any", "this"] = "any"

    def fits(self, scene: Scene, event: Event) -> bool:
        return about_me(scene, event) if self.what == "this" else event.player == scene.you

    def said(self, speaker: Speaker) -> Occasion:
        if self.what == "this":
            return whenever(f"{speaker.this} becomes fostered", "On Foster")
        speaker.about("ally")
        return whenever("an ally you control becomes fostered")


class LevelUp(Trigger, frozen=True, tag="level up"):
    """This champion levels up; `same_level` only into a champion of the same base level."""

    kinds: ClassVar[tuple[str, ...]] = ("level up",)
    same_level: bool = False

    def fits(self, scene: Scene, event: Event) -> bool:
        return event.player == scene.you and (not self.same_level or event.note == "same level")

    def said(self, speaker: Speaker) -> Occasion:
        same = " into a champion of the same base level" if self.same_level else ""
        return whenever(f"your champion levels up{same}")


class Loaded(OfThis, frozen=True, tag="loaded"):
    """This object becomes loaded: a card is put under it, and there was none before (terms.5.loaded)."""

    kinds: ClassVar[tuple[str, ...]] = ("load",)

    def fits(self, scene: Scene, event: Event) -> bool:
        return about_me(scene, event) and event.note == "becomes loaded"

    def said(self, speaker: Speaker) -> Occasion:
        return whenever(f"{speaker.this} becomes loaded")
