"""What triggers share: the kinds of event they look at, whom an event is about, and the words for it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar, Literal, NamedTuple

from archivist.model.card import Way
from archivist.model.event import GameEvent, OfCard
from archivist.model.events import Play
from archivist.vocabulary.filters import Filter
from archivist.vocabulary.grammar import Act, Noun, holds
from archivist.vocabulary.node import Node

if TYPE_CHECKING:
    from archivist.rules.effects.meaning_of_words import Scene
    from archivist.vocabulary.speech import Speaker


Doer = Literal["you", "opponent", "anyone"]
"""Whose doing a trigger waits for."""


class Occasion(NamedTuple):
    """When something happens, in words: every time (a keyword such as On Enter stands for it), and the next time."""

    every: str
    next: str

    @property
    def keyword(self) -> bool:
        return self.every.startswith("On ")

    @property
    def spelled_out(self) -> str:
        """Every time, without a keyword."""
        return f"whenever{self.next.removeprefix('the next time')}" if self.keyword else self.every


class Trigger(Node, frozen=True, tag_field="on"):
    """The common shape: the kinds of event it hears of. `fits` says whether one of them is about the ability's source."""

    placeless: ClassVar[tuple[str, ...]] = ("what", "card", "by")
    hears: ClassVar[tuple[type[GameEvent], ...]] = ()
    once_ever: ClassVar[bool] = False
    """Whether an object's ability triggers a single time, however often its event happens."""

    def may_fit(self, event: GameEvent, number: int) -> bool:
        """Whether an event may be one for a source with this number, as far as it can be told without a scene.

        Most events are plainly about something else, and most triggers wait for their own object or for a phase.
        """
        return True

    def times(self, scene: Scene, event: GameEvent) -> int:
        """How often it happens in an event that fits: more than once where the event befalls several things at once."""
        return 1

    def said(self, speaker: Speaker) -> Occasion:
        """When it happens, in words; the speaker knows afterwards what ``that`` is."""
        raise NotImplementedError(type(self).__name__)


class OfThis(Trigger, frozen=True):
    """The common shape of what happens to the ability's own source."""

    def may_fit(self, event: GameEvent, number: int) -> bool:
        return names(event, number)

    def fits(self, scene: Scene, event: GameEvent) -> bool:
        return about_me(scene, event)


class OfThisOrAKind(Trigger, frozen=True):
    """The common shape of what happens to the ability's own source or, where `what` is given, to anything of a kind."""

    what: Filter | None = None

    def may_fit(self, event: GameEvent, number: int) -> bool:
        return self.what is not None or names(event, number)

    def fits(self, scene: Scene, event: GameEvent) -> bool:
        return about(self.what, scene, event)


def about_me(scene: Scene, event: GameEvent) -> bool:
    return names(event, scene.source.id)


def names(event: GameEvent, number: int) -> bool:
    """Whether an event is about the card with this number."""
    assert isinstance(event, OfCard)
    return event.card.id == number


def about(what: Filter | None, scene: Scene, event: GameEvent) -> bool:
    """Whether an event is about this or, where a kind is named, about something of that kind."""
    if what is None:
        return about_me(scene, event)
    assert isinstance(event, OfCard)
    return what.describes(scene, event.card)


def done_by(who: Doer, scene: Scene, event: GameEvent) -> bool:
    return who == "anyone" or (who == "you") == (event.player == scene.you)


def times_played(card: Filter, ways: Sequence[Way], scene: Scene, event: GameEvent) -> int:
    """How often the player of an event has played cards of a kind this turn, in one of these ways."""
    played = (each for each in scene.state.this_turn if isinstance(each, Play) and each.player == event.player)
    return sum(each.way in ways and card.describes(scene, each.card) for each in played)


def whenever(clause: str, keyword: str = "") -> Occasion:
    return Occasion(keyword or f"whenever {clause}", f"the next time {clause}")


def what_of(kind: Filter | None, speaker: Speaker) -> str:
    """What an event happens to: this, or something of a kind, which is ``that`` from now on."""
    if kind is None:
        return speaker.object("this")
    speaker.about(kind.noun)
    return kind.one()


def happens(what: Filter | None, speaker: Speaker, deed: str, keyword: str) -> Occasion:
    """This does something, for which a keyword stands; or something of a kind does, which is ``that`` from now on."""
    if what is None:
        return whenever(f"{speaker.this} {deed}", keyword)
    speaker.about(what.noun, controlled=True)
    return whenever(f"{what.one()} {deed}")


def leaves(what: Filter | None, speaker: Speaker) -> None:
    """What the event is about is gone when the ability resolves, and is spoken of as it was (abilities.3.8)."""
    speaker.loses("this" if what is None else "that")


def doer(who: Doer) -> Noun:
    """Whoever does something, in words."""
    return {"you": Noun("you", True), "opponent": Noun("an opponent"), "anyone": Noun("a player")}[who]


def doing(who: Doer, verb: str, what: str = "") -> str:
    return holds(doer(who), Act(verb, what)).parts[0]
