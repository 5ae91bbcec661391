"""Triggers on playing: activating, materializing and bestowing cards, activating abilities, becoming a target."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Literal

from archivist.model import events
from archivist.model.card import KIND_OF_WAY, Way
from archivist.model.event import GameEvent
from archivist.vocabulary.filters import Filter
from archivist.vocabulary.grammar import article, listed, ordinal, third
from archivist.vocabulary.printing import Form, form
from archivist.vocabulary.triggers.base import (
    Doer,
    Occasion,
    Trigger,
    about,
    doer,
    doing,
    done_by,
    times_played,
    whenever,
)

if TYPE_CHECKING:
    from archivist.rules.effects.meaning_of_words import Scene
    from archivist.vocabulary.speech import Speaker


class UsesAbility(Trigger, frozen=True, tag="use ability"):
    """Somebody activates an ability of something of a kind."""

    hears: ClassVar[tuple[type[GameEvent], ...]] = (events.Ability,)
    what: Filter = Filter("card")
    by: Doer = "you"

    def fits(self, scene: Scene, event: GameEvent) -> bool:
        return done_by(self.by, scene, event) and about(self.what, scene, event)

    printed: ClassVar[tuple[Form, ...]] = (
        form("whenever you activate an ability of {what:a}"),
        form("whenever an opponent activates an ability of {what:a}", by="opponent"),
        form("whenever a player activates an ability of {what:a}", by="anyone"),
    )

    def said(self, speaker: Speaker) -> Occasion:
        speaker.about("ability")
        return whenever(doing(self.by, "activate", f"an ability of {self.what.one()}"))


class Activate(Trigger, frozen=True, tag="activate"):
    """Somebody activates a card of a kind; with `spells`, also an ability that is used as a spell (abilities.1.13).

    With `first`, or `time` for a later one, only the first such card, or the second, of a turn; `starcalled` and `brewed`
    leave it at cards that are activated so (keywords.brew).
    """

    hears: ClassVar[tuple[type[GameEvent], ...]] = (events.Activation, events.Ability)
    card: Filter = Filter("card")
    by: Doer = "you"
    starcalled: bool = False
    brewed: bool = False
    first: bool = False
    time: int = 0
    spells: bool = False

    def fits(self, scene: Scene, event: GameEvent) -> bool:
        if not done_by(self.by, scene, event):
            return False
        if isinstance(event, events.Ability):
            return self.spells and event.spell
        assert isinstance(event, events.Activation)
        if (self.first or self.time) and times_played(self.card, ("activate",), scene, event) != (self.time or 1):
            return False
        assert event.card.played is not None
        properties = event.card.played.properties
        if (self.starcalled and "starcalled" not in properties) or (self.brewed and "brewed" not in properties):
            return False
        return self.card.describes(scene, event.card)

    printed: ClassVar[tuple[Form, ...]] = (
        form("whenever you activate {card:a}"),
        form("whenever an opponent activates {card:a}", by="opponent"),
        form("whenever you activate your first {card:plain} each turn", first=True),
        form("whenever you activate {card:a} for the {time:ordinal} time each turn"),
        form("whenever you activate your {time:ordinal} {card:plain} each turn"),
        form("whenever an opponent activates their first {card:plain} each turn", by="opponent", first=True),
        form("whenever an opponent activates their {time:ordinal} {card:plain} each turn", by="opponent"),
        form("whenever a player activates their first {card:plain} each turn", by="anyone", first=True),
        form("whenever a player activates their {time:ordinal} {card:plain} each turn", by="anyone"),
        form("whenever a player activates {card:a}", by="anyone"),
        form("whenever you brew {card:brewed}", brewed=True),
        form("whenever you starcall {card:a}", starcalled=True),
    )

    def said(self, speaker: Speaker) -> Occasion:
        whose = "your" if self.by == "you" else "their"
        what = f"{whose} first {self.card.said()} of a turn" if self.first else self.card.one()
        what = f"{what} for the {ordinal(self.time)} time in a turn" if self.time else what
        starcalled = " by starcalling" if self.starcalled else " by brewing" if self.brewed else ""
        spells = " or uses an ability as a Spell" if self.by != "you" else " or use an ability as a Spell"
        speaker.about("activation", last=False)
        return whenever(doing(self.by, "activate", f"{what}{starcalled}{spells if self.spells else ''}"))


class Negates(Trigger, frozen=True, tag="negate"):
    """Somebody negates something of a kind on the stack (terms.2.negate)."""

    hears: ClassVar[tuple[type[GameEvent], ...]] = (events.Negated,)
    what: Filter = Filter("card activation")
    by: Doer = "you"

    def fits(self, scene: Scene, event: GameEvent) -> bool:
        assert isinstance(event, events.Negated)
        ours = self.by == "anyone" or (self.by == "you") == (event.by == scene.you)
        return ours and self.what.fits_negated(scene, event)

    printed: ClassVar[tuple[Form, ...]] = (
        form("whenever you negate {what:a}"),
        form("whenever an opponent negates {what:a}", by="opponent"),
        form("whenever {what:a} is negated", by="anyone"),
    )

    def said(self, speaker: Speaker) -> Occasion:
        return whenever(doing(self.by, "negate", self.what.one()))


class Plays(Trigger, frozen=True, tag="play"):
    """Somebody plays a card of a kind: activates, materializes or bestows it; `ways` limits it to some of the three.

    With `time` only the first such card, or the second, of a turn.

    Rules: PC.1, terms.2.play.
    """

    hears: ClassVar[tuple[type[GameEvent], ...]] = (events.Activation, events.Materialization, events.Bestowment)
    card: Filter = Filter("card")
    by: Doer = "you"
    ways: tuple[Way, ...] = ("activate", "materialize", "bestow")
    time: int = 0

    def __post_init__(self) -> None:
        if not self.ways:
            raise ValueError("ways: a card is played in one way at least: activate, materialize or bestow")

    def fits(self, scene: Scene, event: GameEvent) -> bool:
        assert isinstance(event, events.Play)
        if event.way not in self.ways or not done_by(self.by, scene, event):
            return False
        return self.card.describes(scene, event.card) and (
            not self.time or times_played(self.card, self.ways, scene, event) == self.time
        )

    printed: ClassVar[tuple[Form, ...]] = (
        form("whenever you materialize {card:a}", ways=("materialize",)),
        form("whenever an opponent materializes {card:a}", by="opponent", ways=("materialize",)),
        form("whenever you materialize your first {card:plain} each turn", ways=("materialize",), time=1),
        form("whenever you materialize your {time:ordinal} {card:plain} each turn", ways=("materialize",)),
        form("whenever you materialize {card:a} for the {time:ordinal} time each turn", ways=("materialize",)),
        form("whenever you play {card:a}"),
        form("whenever an opponent plays {card:a}", by="opponent"),
        form("whenever a player materializes {card:a}", by="anyone", ways=("materialize",)),
        form("whenever a player plays {card:a}", by="anyone"),
    )

    def said(self, speaker: Speaker) -> Occasion:
        verbs = ("play",) if set(self.ways) == set(KIND_OF_WAY) else self.ways
        one = self.by != "you"
        speaker.about("card")
        deed = listed([third(verb) if one else verb for verb in verbs], "or")
        time = f" for the {ordinal(self.time)} time in a turn" if self.time else ""
        return whenever(f"{doer(self.by).text} {deed} {self.card.one()}{time}")


class Targeted(Trigger, frozen=True, tag="targeted"):
    """Something of a kind becomes the target of an item: as it is put on the stack, or by a change of its target.

    Rules: targets-and-copies.3.1.
    """

    hears: ClassVar[tuple[type[GameEvent], ...]] = (events.Targeted,)
    what: Filter
    of: tuple[Literal["activation", "materialization", "bestowment", "ability", "trigger"], ...]

    def fits(self, scene: Scene, event: GameEvent) -> bool:
        assert isinstance(event, events.Targeted)
        return event.of in self.of and self.times(scene, event) > 0

    def times(self, scene: Scene, event: GameEvent) -> int:
        things = {named.thing for named in event.objects if named.thing is not None}
        cards = (scene.state.current(thing) for thing in things)
        return sum(1 for card in cards if card is not None and self.what.fits(scene, card))

    def said(self, speaker: Speaker) -> Occasion:
        speaker.about(self.of[0] if len(self.of) == 1 else "item", waits=True)
        items = listed([article(kind) for kind in self.of], "or")
        return whenever(f"{self.what.one()} becomes the target of {items}")
