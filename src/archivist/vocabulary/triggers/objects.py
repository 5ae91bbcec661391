"""Triggers on what becomes of objects: entering, leaving, counters, changes."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Literal

from archivist.model import events
from archivist.model.event import GameEvent
from archivist.vocabulary.filters import Filter, cased
from archivist.vocabulary.printing import Form, form
from archivist.vocabulary.triggers.base import (
    Doer,
    Occasion,
    OfThis,
    OfThisOrAKind,
    Trigger,
    about,
    about_me,
    doing,
    done_by,
    happens,
    leaves,
    what_of,
    whenever,
)

if TYPE_CHECKING:
    from archivist.rules.effects.meaning_of_words import Scene
    from archivist.vocabulary.speech import Speaker


class Enter(OfThisOrAKind, frozen=True, tag="enter"):
    """On Enter: this enters the field or becomes the top card of the lineage; or something else of a kind enters.

    A champion that levels up does not enter: only the new card's own On Enter triggers (cards.4.4).
    """

    hears: ClassVar[tuple[type[GameEvent], ...]] = (events.Enter,)
    not_by_this: bool = False

    def fits(self, scene: Scene, event: GameEvent) -> bool:
        if self.what is None:
            return about_me(scene, event)
        assert isinstance(event, events.Enter)
        if event.level_up:
            return False
        if self.not_by_this and event.by == scene.source.id:
            return False
        return self.what.describes(scene, event.card)

    printed: ClassVar[tuple[Form, ...]] = (
        form("on enter"),
        form("whenever {what:yours} enters the field under your control"),
        form("whenever {what:opposing} enters the field under an opponent 's control"),
        form("whenever {what:a} enters the field"),
        form("whenever ~ or {what:among} enters the field under your control"),
    )

    def said(self, speaker: Speaker) -> Occasion:
        if self.what is None:
            return whenever(f"{speaker.this} enters", "On Enter")
        by_this = f" other than by {speaker.this}" if self.not_by_this else ""
        speaker.about(self.what.noun, controlled=True)
        return whenever(f"{self.what.one()} enters{by_this}")


class Leave(OfThisOrAKind, frozen=True, tag="leave"):
    """On Leave (keywords.on-leave): this, or another object of a kind, leaves the field for any zone.

    A champion does not leave (terms.1.leave).
    """

    hears: ClassVar[tuple[type[GameEvent], ...]] = (events.Leave,)

    printed: ClassVar[tuple[Form, ...]] = (
        form("on leave"),
        form("whenever {what:a} leaves the field"),
    )

    def fits(self, scene: Scene, event: GameEvent) -> bool:
        assert isinstance(event, events.Leave)
        return super().fits(scene, event) and "champion" not in scene.words(event.card)

    def said(self, speaker: Speaker) -> Occasion:
        leaves(self.what, speaker)
        return happens(self.what, speaker, "leaves the field", "On Leave")


class Banished(OfThis, frozen=True, tag="banished"):
    """On Banish: this is banished straight from the field, for whatever reason; not if it went elsewhere instead.

    Rules: keywords.on-banish.
    """

    hears: ClassVar[tuple[type[GameEvent], ...]] = (events.Banish,)

    printed: ClassVar[tuple[Form, ...]] = (form("on banish"),)

    def said(self, speaker: Speaker) -> Occasion:
        leaves(None, speaker)
        return whenever(f"{speaker.this} is banished from the field", "On Banish")


class Die(OfThisOrAKind, frozen=True, tag="die"):
    """On Death (keywords.on-death): this unit, or another of a kind, goes straight from the field to the graveyard."""

    hears: ClassVar[tuple[type[GameEvent], ...]] = (events.Die,)

    printed: ClassVar[tuple[Form, ...]] = (
        form("on death"),
        form("whenever {what:a} dies"),
    )

    def said(self, speaker: Speaker) -> Occasion:
        leaves(self.what, speaker)
        return happens(self.what, speaker, "dies", "On Death")


class Destroyed(OfThisOrAKind, frozen=True, tag="destroyed"):
    """This object, or another of a kind, was destroyed and lies in the graveyard."""

    hears: ClassVar[tuple[type[GameEvent], ...]] = (events.Destroy,)
    printed: ClassVar[tuple[Form, ...]] = (form("whenever {what:a} is destroyed"),)

    def said(self, speaker: Speaker) -> Occasion:
        leaves(self.what, speaker)
        return whenever(f"{what_of(self.what, speaker)} is destroyed")


class Sacrificed(OfThisOrAKind, frozen=True, tag="sacrificed"):
    """This object, or another of a kind, was sacrificed, wherever it went (effects.3.4)."""

    hears: ClassVar[tuple[type[GameEvent], ...]] = (events.Sacrifice,)

    printed: ClassVar[tuple[Form, ...]] = (form("whenever you sacrifice {what:yours}"),)

    def said(self, speaker: Speaker) -> Occasion:
        leaves(self.what, speaker)
        return whenever(f"{what_of(self.what, speaker)} is sacrificed")


class Suppresses(Trigger, frozen=True, tag="suppress"):
    """Somebody suppresses an object of a kind; it is judged as it was (terms.1.suppress)."""

    hears: ClassVar[tuple[type[GameEvent], ...]] = (events.Suppress,)
    what: Filter = Filter("object")
    by: Doer = "you"

    def fits(self, scene: Scene, event: GameEvent) -> bool:
        return done_by(self.by, scene, event) and about(self.what, scene, event)

    printed: ClassVar[tuple[Form, ...]] = (
        form("whenever you suppress {what:a}"),
        form("whenever an opponent suppresses {what:a}", by="opponent"),
        form("whenever {what:a} is suppressed", by="anyone"),
    )

    def said(self, speaker: Speaker) -> Occasion:
        return whenever(doing(self.by, "suppress", self.what.one()))


class Charge(OfThis, frozen=True, tag="charge"):
    """On Charge: the first time this has so many charge counters, or more; once for an object.

    Rules: keywords.on-charge, keywords.on-charge.choice.
    """

    hears: ClassVar[tuple[type[GameEvent], ...]] = (events.Charge,)
    once_ever: ClassVar[bool] = True
    n: int

    def fits(self, scene: Scene, event: GameEvent) -> bool:
        return about_me(scene, event) and scene.source.count("charge") >= self.n

    printed: ClassVar[tuple[Form, ...]] = (form("on charge {n:n digits}"),)

    def said(self, speaker: Speaker) -> Occasion:
        return whenever(f"{speaker.this} has {self.n} charge counters", f"On Charge {self.n}")


class LosesCounters(OfThisOrAKind, frozen=True, kw_only=True, tag="counters removed"):
    """One or more counters of a sort are removed from this object, or from another of a kind."""

    hears: ClassVar[tuple[type[GameEvent], ...]] = (events.CountersRemoved,)
    kind: str

    def fits(self, scene: Scene, event: GameEvent) -> bool:
        assert isinstance(event, events.CountersRemoved)
        return event.counter == self.kind and about(self.what, scene, event)

    printed: ClassVar[tuple[Form, ...]] = (
        form("whenever one or more {kind:counter} counters are removed from {what:champion}"),
        form("whenever one or more {kind:counter} counters are removed from {:me}"),
        form("whenever one or more {kind:counter} counters are removed from {what:a}"),
    )

    def said(self, speaker: Speaker) -> Occasion:
        return whenever(f"one or more {self.kind} counters are removed from {what_of(self.what, speaker)}")


class Becomes(OfThisOrAKind, frozen=True, kw_only=True, tag="becomes"):
    """A card of a kind, or this, gains a type, subtype or element: a change, not a state it was always in (effects.5.7)."""

    hears: ClassVar[tuple[type[GameEvent], ...]] = (events.Become,)
    word: str

    def fits(self, scene: Scene, event: GameEvent) -> bool:
        assert isinstance(event, events.Become)
        return self.word in event.words and about(self.what, scene, event)

    def said(self, speaker: Speaker) -> Occasion:
        return whenever(f"{what_of(self.what, speaker)} becomes {cased(self.word)}")


class Fostered(Trigger, frozen=True, tag="fostered"):
    """An ally you control becomes fostered; `this` alone is On Foster (keywords.on-foster)."""

    hears: ClassVar[tuple[type[GameEvent], ...]] = (events.Foster,)
    what: Literal["any", "this"] = "any"

    def fits(self, scene: Scene, event: GameEvent) -> bool:
        return about_me(scene, event) if self.what == "this" else event.player == scene.you

    printed: ClassVar[tuple[Form, ...]] = (
        form("on foster", what="this"),
        form("whenever an ally you control becomes fostered"),
    )

    def said(self, speaker: Speaker) -> Occasion:
        if self.what == "this":
            return whenever(f"{speaker.this} becomes fostered", "On Foster")
        speaker.about("ally")
        return whenever("an ally you control becomes fostered")


class GainsState(OfThisOrAKind, frozen=True, kw_only=True, tag="state"):
    """This object, or another of a kind, becomes distant or ephemeral."""

    hears: ClassVar[tuple[type[GameEvent], ...]] = (events.State,)
    state: Literal["distant", "ephemeral"]
    printed: ClassVar[tuple[Form, ...]] = (
        form("whenever {:me} becomes {state:word distant ephemeral}"),
        form("whenever {what:a} becomes {state:word distant ephemeral}"),
    )

    def fits(self, scene: Scene, event: GameEvent) -> bool:
        assert isinstance(event, events.State)
        return event.state == self.state and about(self.what, scene, event)

    def said(self, speaker: Speaker) -> Occasion:
        return whenever(f"{what_of(self.what, speaker)} becomes {self.state}")


class LevelUp(Trigger, frozen=True, tag="level up"):
    """Your champion levels up, or one of a kind; `same_level` only into a champion of the same base level."""

    hears: ClassVar[tuple[type[GameEvent], ...]] = (events.LevelUp,)
    same_level: bool = False
    what: Filter | None = None

    def fits(self, scene: Scene, event: GameEvent) -> bool:
        assert isinstance(event, events.LevelUp)
        if self.same_level and not event.same_level:
            return False
        return event.player == scene.you if self.what is None else self.what.describes(scene, event.card)

    printed: ClassVar[tuple[Form, ...]] = (
        form("whenever your champion levels up"),
        form("whenever {what:a} levels up"),
    )

    def said(self, speaker: Speaker) -> Occasion:
        same = " into a champion of the same base level" if self.same_level else ""
        if self.what is None:
            return whenever(f"your champion levels up{same}")
        speaker.about(self.what.noun)
        return whenever(f"{self.what.one()} levels up{same}")


class Loaded(OfThis, frozen=True, tag="loaded"):
    """This object becomes loaded: a card is put under it, and there was none before (terms.5.loaded)."""

    hears: ClassVar[tuple[type[GameEvent], ...]] = (events.Load,)

    def fits(self, scene: Scene, event: GameEvent) -> bool:
        assert isinstance(event, events.Load)
        return about_me(scene, event) and event.becomes_loaded

    printed: ClassVar[tuple[Form, ...]] = (form("whenever {:me} becomes loaded"),)

    def said(self, speaker: Speaker) -> Occasion:
        return whenever(f"{speaker.this} becomes loaded")
