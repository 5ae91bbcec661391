"""What a triggered ability waits for. Each node names the kinds of event it looks at and says whether one fits."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Final, Literal, NamedTuple

from archivist.model.event import Event
from archivist.vocabulary.filters import Filter, cased
from archivist.vocabulary.grammar import Act, Noun, article, capital, holds, listed
from archivist.vocabulary.node import Node

if TYPE_CHECKING:
    from archivist.rules.scene import Scene
    from archivist.vocabulary.speech import Speaker


Place = Literal["hand", "memory", "deck", "material", "graveyard", "banishment", "field", "intent", "stack", "lineage"]


class Trigger(Node, frozen=True, tag_field="on"):
    """The common shape: the kinds of event it looks at. `fits` says whether one of them is about the ability's source."""

    kinds: ClassVar[tuple[str, ...]] = ()
    once_ever: ClassVar[bool] = False
    """Whether an object's ability triggers a single time, however often its event happens."""

    def said(self, speaker: Speaker) -> Occasion:
        """When it happens, in words; the speaker knows afterwards what ``that`` is."""
        raise NotImplementedError(type(self).__name__)


Doer = Literal["you", "opponent", "anyone"]
"""Whose doing a trigger waits for."""


def _about_me(scene: Scene, event: Event) -> bool:
    return event.card is not None and event.card.id == scene.source.id


def _done_by(doer: Doer, scene: Scene, event: Event) -> bool:
    return doer == "anyone" or (doer == "you") == (event.player == scene.you)


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


def _whenever(clause: str, keyword: str = "") -> Occasion:
    return Occasion(keyword or f"whenever {clause}", f"the next time {clause}")


def _what(kind: Filter | None, speaker: Speaker) -> str:
    """What an event happens to: this, or something of a kind, which is ``that`` from now on."""
    if kind is None:
        return speaker.object("this")
    speaker.about(kind.noun)
    return kind.one()


def _doing(doer: Doer, verb: str, what: str = "") -> str:
    subject = {"you": Noun("you", True), "opponent": Noun("an opponent"), "anyone": Noun("a player")}[doer]
    return holds(subject, Act(verb, what)).parts[0]


def _combat(speaker: Speaker, keyword: str, deed: str, what: str, by: Filter | None) -> Occasion:
    """On Hit and On Kill, and what other units do."""
    noun = "unit" if what == "any" else what
    speaker.about(noun, last=by is not None)
    speaker.amount = "that damage"
    kind = "" if what == "any" else f"{capital(what)} "
    doer = speaker.this if by is None else by.one()
    return _whenever(f"{doer} {deed.format(article(noun))}", f"On {kind}{keyword}" if by is None else "")


class Enter(Trigger, frozen=True, tag="enter"):
    """On Enter: this enters the field or becomes the top card of the lineage; or something else of a kind enters.

    A champion that levels up does not enter: only the new card's own On Enter triggers (cards.4.4).
    """

    kinds: ClassVar[tuple[str, ...]] = ("enter",)
    what: Filter | None = None
    not_by_this: bool = False

    def fits(self, scene: Scene, event: Event) -> bool:
        if self.what is None:
            return _about_me(scene, event)
        if event.note == "level up" or (self.not_by_this and event.note == f"by {scene.source.id}"):
            return False
        return event.other is not None and self.what.describes(scene, event.other)

    def said(self, speaker: Speaker) -> Occasion:
        if self.what is None:
            return _whenever(f"{speaker.this} enters", "On Enter")
        by_this = f" other than by {speaker.this}" if self.not_by_this else ""
        speaker.about(self.what.noun)
        return _whenever(f"{self.what.one()} enters{by_this}")


class Leave(Trigger, frozen=True, tag="leave"):
    """On Leave (keywords.on-leave): this, or another object of a kind, leaves the field for any zone."""

    kinds: ClassVar[tuple[str, ...]] = ("leave",)
    what: Filter | None = None

    def fits(self, scene: Scene, event: Event) -> bool:
        if self.what is None:
            return _about_me(scene, event)
        return event.card is not None and self.what.describes(scene, event.card)

    def said(self, speaker: Speaker) -> Occasion:
        if self.what is None:
            return _whenever(f"{speaker.this} leaves the field", "On Leave")
        speaker.about(self.what.noun)
        return _whenever(f"{self.what.one()} leaves the field")


class Banished(Trigger, frozen=True, tag="banished"):
    """On Banish: this is banished straight from the field, for whatever reason; not if it went elsewhere instead.

    Rules: keywords.on-banish.
    """

    kinds: ClassVar[tuple[str, ...]] = ("banish",)

    def fits(self, scene: Scene, event: Event) -> bool:
        return _about_me(scene, event)

    def said(self, speaker: Speaker) -> Occasion:
        return _whenever(f"{speaker.this} is banished from the field", "On Banish")


class Charge(Trigger, frozen=True, tag="charge"):
    """On Charge: the first time this has so many charge counters, or more; once for an object.

    Rules: keywords.on-charge, keywords.on-charge.choice.
    """

    kinds: ClassVar[tuple[str, ...]] = ("charge",)
    once_ever: ClassVar[bool] = True
    n: int

    def fits(self, scene: Scene, event: Event) -> bool:
        return _about_me(scene, event) and scene.source.count("charge") >= self.n

    def said(self, speaker: Speaker) -> Occasion:
        return _whenever(f"{speaker.this} has {self.n} charge counters", f"On Charge {self.n}")


class Die(Trigger, frozen=True, tag="die"):
    """On Death (keywords.on-death): this unit, or another of a kind, goes straight from the field to the graveyard."""

    kinds: ClassVar[tuple[str, ...]] = ("die",)
    what: Filter | None = None

    def fits(self, scene: Scene, event: Event) -> bool:
        if self.what is None:
            return _about_me(scene, event)
        return event.card is not None and self.what.describes(scene, event.card)

    def said(self, speaker: Speaker) -> Occasion:
        if self.what is None:
            return _whenever(f"{speaker.this} dies", "On Death")
        speaker.about(self.what.noun)
        return _whenever(f"{self.what.one()} dies")


class Destroyed(Trigger, frozen=True, tag="destroyed"):
    """This object was destroyed and lies in the graveyard."""

    kinds: ClassVar[tuple[str, ...]] = ("destroy",)

    def fits(self, scene: Scene, event: Event) -> bool:
        return _about_me(scene, event)

    def said(self, speaker: Speaker) -> Occasion:
        return _whenever(f"{speaker.this} is destroyed")


class Sacrificed(Trigger, frozen=True, tag="sacrificed"):
    """This object, or another of a kind, was sacrificed, wherever it went (effects.3.4)."""

    kinds: ClassVar[tuple[str, ...]] = ("sacrifice",)
    what: Filter | None = None

    def fits(self, scene: Scene, event: Event) -> bool:
        if self.what is None:
            return _about_me(scene, event)
        return event.card is not None and self.what.describes(scene, event.card)

    def said(self, speaker: Speaker) -> Occasion:
        return _whenever(f"{_what(self.what, speaker)} is sacrificed")


class Moved(Trigger, frozen=True, tag="goes"):
    """A card of a kind goes from a zone (or any) into another: milled, banished, returned (zones.2.5).

    A card that nobody sees has no characteristics, so that only a phrase without any is about it (zones.5.2).
    """

    kinds: ClassVar[tuple[str, ...]] = ("zone change",)
    what: Filter = Filter("card")
    from_: Place | Literal[""] = ""
    to: Place | Literal[""] = ""

    def fits(self, scene: Scene, event: Event) -> bool:
        if (self.from_ and event.origin != self.from_) or (self.to and event.zone != self.to):
            return False
        if event.note == "hidden" and self.what.described:
            return False
        return event.card is not None and self.what.describes(scene, event.card)

    def said(self, speaker: Speaker) -> Occasion:
        source = f" from {_PLACES[self.from_]}" if self.from_ else ""
        speaker.about(self.what.noun)
        return _whenever(f"{self.what.one()} goes{source} {f'into {_PLACES[self.to]}' if self.to else 'elsewhere'}")


class Draws(Trigger, frozen=True, tag="draw"):
    """Somebody draws a card, into hand or memory."""

    kinds: ClassVar[tuple[str, ...]] = ("draw",)
    by: Doer = "you"

    def fits(self, scene: Scene, event: Event) -> bool:
        return _done_by(self.by, scene, event)

    def said(self, speaker: Speaker) -> Occasion:
        return _whenever(_doing(self.by, "draw", "a card"))


class Discards(Trigger, frozen=True, tag="discard"):
    """Somebody discards a card of a kind."""

    kinds: ClassVar[tuple[str, ...]] = ("discard",)
    by: Doer = "you"
    what: Filter = Filter("card")

    def fits(self, scene: Scene, event: Event) -> bool:
        return _done_by(self.by, scene, event) and event.card is not None and self.what.describes(scene, event.card)

    def said(self, speaker: Speaker) -> Occasion:
        speaker.about(self.what.noun)
        return _whenever(_doing(self.by, "discard", self.what.one()))


class Recovers(Trigger, frozen=True, tag="recover"):
    """Somebody recovers; the amount counts, not what was there to remove (terms.6.recover)."""

    kinds: ClassVar[tuple[str, ...]] = ("recover",)
    by: Doer = "you"

    def fits(self, scene: Scene, event: Event) -> bool:
        return _done_by(self.by, scene, event)

    def said(self, speaker: Speaker) -> Occasion:
        return _whenever(_doing(self.by, "recover"))


class LosesCounters(Trigger, frozen=True, tag="counters removed"):
    """One or more counters of a sort are removed from this object, or from another of a kind."""

    kinds: ClassVar[tuple[str, ...]] = ("counters removed",)
    kind: str
    what: Filter | None = None

    def fits(self, scene: Scene, event: Event) -> bool:
        if event.note != self.kind:
            return False
        if self.what is None:
            return _about_me(scene, event)
        return event.card is not None and self.what.describes(scene, event.card)

    def said(self, speaker: Speaker) -> Occasion:
        return _whenever(f"one or more {self.kind} counters are removed from {_what(self.what, speaker)}")


class UsesAbility(Trigger, frozen=True, tag="use ability"):
    """Somebody activates an ability of something of a kind."""

    kinds: ClassVar[tuple[str, ...]] = ("ability",)
    what: Filter = Filter("card")
    by: Doer = "you"

    def fits(self, scene: Scene, event: Event) -> bool:
        return _done_by(self.by, scene, event) and event.card is not None and self.what.describes(scene, event.card)

    def said(self, speaker: Speaker) -> Occasion:
        speaker.about("ability")
        return _whenever(_doing(self.by, "activate", f"an ability of {self.what.one()}"))


class Activate(Trigger, frozen=True, tag="activate"):
    """Somebody activates a card of a kind; with `spells`, also an ability that is used as a spell (abilities.1.13)."""

    kinds: ClassVar[tuple[str, ...]] = ("activation", "ability")
    card: Filter = Filter("card")
    by: Doer = "you"
    starcalled: bool = False
    first: bool = False
    spells: bool = False

    def fits(self, scene: Scene, event: Event) -> bool:
        if event.other is None or not _done_by(self.by, scene, event):
            return False
        if event.kind == "ability":
            return self.spells and event.note == "spell"
        if self.first and scene.activated_this_turn(self.card) != 1:
            return False
        if self.starcalled and "starcalled" not in (event.other.played.properties if event.other.played else ()):
            return False
        return self.card.describes(scene, event.other)

    def said(self, speaker: Speaker) -> Occasion:
        whose = "your" if self.by == "you" else "their"
        what = f"{whose} first {self.card.said()} of a turn" if self.first else self.card.one()
        starcalled = " by starcalling" if self.starcalled else ""
        spells = " or uses an ability as a Spell" if self.by != "you" else " or use an ability as a Spell"
        speaker.about("activation")
        return _whenever(_doing(self.by, "activate", f"{what}{starcalled}{spells if self.spells else ''}"))


class Phase(Trigger, frozen=True, tag="phase"):
    """The beginning of a phase."""

    kinds: ClassVar[tuple[str, ...]] = ("phase",)
    phase: str
    whose: Literal["your", "any"] = "your"

    def fits(self, scene: Scene, event: Event) -> bool:
        return event.note == self.phase and (self.whose == "any" or event.player == scene.you)

    def said(self, speaker: Speaker) -> Occasion:
        every, next_ = ("your", "your next") if self.whose == "your" else ("each", "the next")
        return Occasion(
            f"at the beginning of {every} {self.phase} phase", f"at the beginning of {next_} {self.phase} phase"
        )


class Damaged(Trigger, frozen=True, tag="damaged"):
    """This object, or another of a kind, is dealt damage above 0, perhaps by a source of a kind; once for each event."""

    kinds: ClassVar[tuple[str, ...]] = ("damage",)
    what: Filter | None = None
    by: Filter | None = None

    def fits(self, scene: Scene, event: Event) -> bool:
        if self.by is not None and (event.other is None or not self.by.describes(scene, event.other)):
            return False
        if self.what is None:
            return _about_me(scene, event)
        return event.card is not None and self.what.describes(scene, event.card)

    def said(self, speaker: Speaker) -> Occasion:
        by = f" by {self.by.one()}" if self.by is not None else ""
        speaker.amount = "that damage"
        return _whenever(f"{_what(self.what, speaker)} is dealt damage{by}")


class Attack(Trigger, frozen=True, tag="attack"):
    """On Attack: this unit attacks, this card is used in an attack, this weapon is wielded; or a unit of a side attacks.

    ``champion`` means that your champion attacks, whatever has the ability (cards.7.servile-possessions); with `what` a
    unit of a kind attacks. Rules: combat.8.on-attack, keywords.on-attack.
    """

    kinds: ClassVar[tuple[str, ...]] = ("attack",)
    by: Literal["this", "opponent", "champion"] = "this"
    what: Filter | None = None

    def fits(self, scene: Scene, event: Event) -> bool:
        if self.what is not None:
            return event.card is not None and self.what.fits(scene, event.card)
        if self.by == "opponent":
            return event.player != scene.you
        if self.by == "champion":
            return event.card is not None and event.card.id == scene.state.players[scene.you].champion
        return scene.used_in_attack(scene.source)

    def said(self, speaker: Speaker) -> Occasion:
        if self.what is not None:
            speaker.about(self.what.noun)
            return _whenever(f"{self.what.one()} attacks")
        if self.by == "opponent":
            speaker.about("unit")
            return _whenever("a unit of an opponent attacks")
        if self.by == "champion":
            return _whenever("your champion attacks")
        return _whenever(f"{speaker.this} attacks or is used in an attack", "On Attack")


class Attacked(Trigger, frozen=True, tag="champion attacked"):
    """Your champion is attacked while this ally is awake (Intercept)."""

    kinds: ClassVar[tuple[str, ...]] = ("attack",)

    def fits(self, scene: Scene, event: Event) -> bool:
        return scene.may_intercept()

    def said(self, speaker: Speaker) -> Occasion:
        return _whenever(f"your champion is attacked while {speaker.this} is awake")


class UnderAttack(Trigger, frozen=True, tag="attacked"):
    """Something of a kind becomes the target of an attack as it is declared; what Cleave sweeps is no target."""

    kinds: ClassVar[tuple[str, ...]] = ("attack",)
    what: Filter

    def fits(self, scene: Scene, event: Event) -> bool:
        return any(self.what.fits(scene, card) for card in scene.attack_targets())

    def said(self, speaker: Speaker) -> Occasion:
        speaker.about("unit", last=False)
        return _whenever(f"{self.what.one()} becomes the target of an attack")


class Hit(Trigger, frozen=True, tag="hit"):
    """On Hit: combat damage by this unit, or by an attack using this card or weapon, to an object of a kind.

    With `by` the damage is dealt by a unit of a kind. Rules: combat.8.on-hit, keywords.on-hit.
    """

    kinds: ClassVar[tuple[str, ...]] = ("hit",)
    what: Literal["any", "ally", "champion"] = "any"
    by: Filter | None = None

    def fits(self, scene: Scene, event: Event) -> bool:
        if event.card is None or not scene.done_by(event, self.by):
            return False
        return self.what == "any" or self.what in scene.words(event.card)

    def said(self, speaker: Speaker) -> Occasion:
        return _combat(speaker, "Hit", "deals combat damage to {}", self.what, self.by)


class Retaliates(Trigger, frozen=True, tag="retaliate"):
    """On Retaliate: this unit, or another of a kind, retaliates."""

    kinds: ClassVar[tuple[str, ...]] = ("retaliate",)
    what: Filter | None = None

    def fits(self, scene: Scene, event: Event) -> bool:
        if self.what is None:
            return _about_me(scene, event)
        return event.card is not None and self.what.describes(scene, event.card)

    def said(self, speaker: Speaker) -> Occasion:
        if self.what is None:
            return _whenever(f"{speaker.this} retaliates", "On Retaliate")
        speaker.about(self.what.noun)
        return _whenever(f"{self.what.one()} retaliates")


class Becomes(Trigger, frozen=True, tag="becomes"):
    """A card of a kind, or this, gains a type, subtype or element: a change, not a state it was always in (effects.5.7)."""

    kinds: ClassVar[tuple[str, ...]] = ("become",)
    word: str
    what: Filter | None = None

    def fits(self, scene: Scene, event: Event) -> bool:
        if self.word not in event.note.split(", "):
            return False
        if self.what is None:
            return _about_me(scene, event)
        return event.card is not None and self.what.describes(scene, event.card)

    def said(self, speaker: Speaker) -> Occasion:
        return _whenever(f"{_what(self.what, speaker)} becomes {cased(self.word)}")


class ArcaneHit(Trigger, frozen=True, tag="arcane hit"):
    """An arcane unit you control deals combat damage (static counters).

    Rules: terms.7.static.
    """

    kinds: ClassVar[tuple[str, ...]] = ("hit",)

    def fits(self, scene: Scene, event: Event) -> bool:
        unit = event.other
        return unit is not None and unit.controller == scene.you and "arcane" in scene.words(unit)

    def said(self, speaker: Speaker) -> Occasion:
        speaker.about("unit", last=False)
        return _whenever("an arcane unit you control deals combat damage")


class Kill(Trigger, frozen=True, tag="kill"):
    """On Kill: a unit dies from combat damage of this unit, or of an attack using this card or weapon.

    With `by` it dies from combat damage of a unit of a kind. Rules: combat.8.on-kill.
    """

    kinds: ClassVar[tuple[str, ...]] = ("kill",)
    what: Literal["any", "ally", "champion"] = "any"
    by: Filter | None = None

    def fits(self, scene: Scene, event: Event) -> bool:
        if event.card is None or not scene.done_by(event, self.by):
            return False
        return self.what == "any" or self.what in scene.words(event.card)

    def said(self, speaker: Speaker) -> Occasion:
        return _combat(speaker, "Kill", "kills {} by combat damage", self.what, self.by)


class LevelUp(Trigger, frozen=True, tag="level up"):
    """This champion levels up; `same_level` only into a champion of the same base level."""

    kinds: ClassVar[tuple[str, ...]] = ("level up",)
    same_level: bool = False

    def fits(self, scene: Scene, event: Event) -> bool:
        return event.player == scene.you and (not self.same_level or event.note == "same level")

    def said(self, speaker: Speaker) -> Occasion:
        same = " into a champion of the same level" if self.same_level else ""
        return _whenever(f"your champion levels up{same}")


class Fostered(Trigger, frozen=True, tag="fostered"):
    """An ally you control becomes fostered; `this` alone is On Foster (keywords.on-foster)."""

    kinds: ClassVar[tuple[str, ...]] = ("foster",)
    what: Literal["any", "this"] = "any"

    def fits(self, scene: Scene, event: Event) -> bool:
        return _about_me(scene, event) if self.what == "this" else event.player == scene.you

    def said(self, speaker: Speaker) -> Occasion:
        if self.what == "this":
            return _whenever(f"{speaker.this} becomes fostered", "On Foster")
        speaker.about("ally")
        return _whenever("an ally you control becomes fostered")


class Targeted(Trigger, frozen=True, tag="targeted"):
    """Something of a kind becomes the target of an item: as it is put on the stack, or by a change of its target.

    Rules: targets-and-copies.3.1.
    """

    kinds: ClassVar[tuple[str, ...]] = ("targeted",)
    what: Filter
    of: tuple[Literal["activation", "materialization", "bestowment", "ability", "trigger"], ...]

    def fits(self, scene: Scene, event: Event) -> bool:
        if event.note not in self.of:
            return False
        things = (named.thing for named in event.objects if named.thing is not None and named.thing.kind == "card")
        cards = (scene.state.current(thing) for thing in things)
        return any(card is not None and self.what.fits(scene, card) for card in cards)

    def said(self, speaker: Speaker) -> Occasion:
        speaker.about(self.of[0] if len(self.of) == 1 else "item")
        items = listed([article(kind) for kind in self.of], "or")
        return _whenever(f"{self.what.one()} becomes the target of {items}")


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
        return _whenever(f"the direction of your mastery changes{source}{to}")


class Loaded(Trigger, frozen=True, tag="loaded"):
    """This object becomes loaded: a card is put under it, and there was none before (terms.5.loaded)."""

    kinds: ClassVar[tuple[str, ...]] = ("load",)

    def fits(self, scene: Scene, event: Event) -> bool:
        return _about_me(scene, event) and event.note == "becomes loaded"

    def said(self, speaker: Speaker) -> Occasion:
        return _whenever(f"{speaker.this} becomes loaded")


TriggerNode = (
    Enter
    | Leave
    | Banished
    | Charge
    | Die
    | Destroyed
    | Sacrificed
    | Moved
    | Draws
    | Discards
    | Recovers
    | LosesCounters
    | UsesAbility
    | Activate
    | Phase
    | Damaged
    | Attack
    | Attacked
    | UnderAttack
    | Hit
    | Retaliates
    | Becomes
    | ArcaneHit
    | Kill
    | LevelUp
    | Fostered
    | Targeted
    | DirectionChanged
    | Loaded
)
