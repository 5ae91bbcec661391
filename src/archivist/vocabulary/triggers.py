"""What a triggered ability waits for. Each node names the kinds of event it looks at and says whether one fits."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Literal

from archivist.model.event import Event
from archivist.vocabulary.filters import Filter
from archivist.vocabulary.node import Node

if TYPE_CHECKING:
    from archivist.rules.scene import Scene


class Trigger(Node, frozen=True, tag_field="on"):
    """The common shape: the kinds of event it looks at. `fits` says whether one of them is about the ability's source."""

    kinds: ClassVar[tuple[str, ...]] = ()


def _about_me(scene: Scene, event: Event) -> bool:
    return event.card is not None and event.card.id == scene.source.id


class Enter(Trigger, frozen=True, tag="enter"):
    """On Enter: this enters the field or becomes the top card of the lineage; or something else of a kind enters."""

    kinds: ClassVar[tuple[str, ...]] = ("enter",)
    what: Filter | None = None
    not_by_this: bool = False

    def fits(self, scene: Scene, event: Event) -> bool:
        if self.what is None:
            return _about_me(scene, event)
        if self.not_by_this and event.note == f"by {scene.source.id}":
            return False
        return event.other is not None and self.what.describes(scene, event.other)


class Leave(Trigger, frozen=True, tag="leave"):
    """On Leave: this leaves the field for any zone."""

    kinds: ClassVar[tuple[str, ...]] = ("leave",)

    def fits(self, scene: Scene, event: Event) -> bool:
        return _about_me(scene, event)


class Die(Trigger, frozen=True, tag="die"):
    """On Death: this unit, or another of a kind, goes straight from the field to the graveyard."""

    kinds: ClassVar[tuple[str, ...]] = ("die",)
    what: Filter | None = None

    def fits(self, scene: Scene, event: Event) -> bool:
        if self.what is None:
            return _about_me(scene, event)
        return event.card is not None and self.what.describes(scene, event.card)


class Destroyed(Trigger, frozen=True, tag="destroyed"):
    """This object was destroyed and lies in the graveyard."""

    kinds: ClassVar[tuple[str, ...]] = ("destroy",)

    def fits(self, scene: Scene, event: Event) -> bool:
        return _about_me(scene, event)


class Activate(Trigger, frozen=True, tag="activate"):
    """Somebody activates a card of a kind."""

    kinds: ClassVar[tuple[str, ...]] = ("activation",)
    card: Filter = Filter("card")
    by: Literal["you", "opponent", "anyone"] = "you"
    starcalled: bool = False
    first: bool = False

    def fits(self, scene: Scene, event: Event) -> bool:
        if event.other is None or event.player is None:
            return False
        if self.first and scene.activated_this_turn(self.card) != 1:
            return False
        if (self.by == "you" and event.player != scene.you) or (self.by == "opponent" and event.player == scene.you):
            return False
        if self.starcalled and "starcalled" not in (event.other.played.properties if event.other.played else ()):
            return False
        return self.card.describes(scene, event.other)


class Phase(Trigger, frozen=True, tag="phase"):
    """The beginning of a phase."""

    kinds: ClassVar[tuple[str, ...]] = ("phase",)
    phase: str
    whose: Literal["your", "any"] = "your"

    def fits(self, scene: Scene, event: Event) -> bool:
        return event.note == self.phase and (self.whose == "any" or event.player == scene.you)


class Damaged(Trigger, frozen=True, tag="damaged"):
    """This object is dealt damage above 0, once for each damage event."""

    kinds: ClassVar[tuple[str, ...]] = ("damage",)

    def fits(self, scene: Scene, event: Event) -> bool:
        return _about_me(scene, event)


class Attack(Trigger, frozen=True, tag="attack"):
    """On Attack: this unit attacks, this card is used in an attack, this weapon is wielded; or a unit of a side attacks.

    With `what` a unit of a kind attacks. Rules: combat.8.on-attack.
    """

    kinds: ClassVar[tuple[str, ...]] = ("attack",)
    by: Literal["this", "opponent"] = "this"
    what: Filter | None = None

    def fits(self, scene: Scene, event: Event) -> bool:
        if self.what is not None:
            return event.card is not None and self.what.fits(scene, event.card)
        if self.by == "opponent":
            return event.player != scene.you
        return scene.used_in_attack(scene.source)


class Attacked(Trigger, frozen=True, tag="champion attacked"):
    """Your champion is attacked while this ally is awake (Intercept)."""

    kinds: ClassVar[tuple[str, ...]] = ("attack",)

    def fits(self, scene: Scene, event: Event) -> bool:
        return scene.may_intercept()


class Targeted(Trigger, frozen=True, tag="attacked"):
    """Something of a kind becomes the target of an attack as it is declared; what Cleave sweeps is no target."""

    kinds: ClassVar[tuple[str, ...]] = ("attack",)
    what: Filter

    def fits(self, scene: Scene, event: Event) -> bool:
        return any(self.what.fits(scene, card) for card in scene.attack_targets())


class Hit(Trigger, frozen=True, tag="hit"):
    """On Hit: combat damage by this unit, or by an attack using this card or weapon, to an object of a kind.

    With `by` the damage is dealt by a unit of a kind. Rules: combat.8.on-hit.
    """

    kinds: ClassVar[tuple[str, ...]] = ("hit",)
    what: Literal["any", "ally", "champion"] = "any"
    by: Filter | None = None

    def fits(self, scene: Scene, event: Event) -> bool:
        if event.card is None or not scene.done_by(event, self.by):
            return False
        return self.what == "any" or self.what in scene.words(event.card)


class ArcaneHit(Trigger, frozen=True, tag="arcane hit"):
    """An arcane unit you control deals combat damage (static counters)."""

    kinds: ClassVar[tuple[str, ...]] = ("hit",)

    def fits(self, scene: Scene, event: Event) -> bool:
        unit = event.other
        return unit is not None and unit.controller == scene.you and "arcane" in scene.words(unit)


class Kill(Trigger, frozen=True, tag="kill"):
    """On Kill: a unit dies from combat damage of this unit, or of an attack using this card or weapon.

    With `by` it dies from combat damage of a unit of a kind. Rules: combat.8.on-kill.
    """

    kinds: ClassVar[tuple[str, ...]] = ("kill",)
    by: Filter | None = None

    def fits(self, scene: Scene, event: Event) -> bool:
        return scene.done_by(event, self.by)


class LevelUp(Trigger, frozen=True, tag="level up"):
    """This champion levels up; `same_level` only into a champion of the same base level."""

    kinds: ClassVar[tuple[str, ...]] = ("level up",)
    same_level: bool = False

    def fits(self, scene: Scene, event: Event) -> bool:
        return event.player == scene.you and (not self.same_level or event.note == "same level")


class Fostered(Trigger, frozen=True, tag="fostered"):
    """An ally you control becomes fostered."""

    kinds: ClassVar[tuple[str, ...]] = ("foster",)

    def fits(self, scene: Scene, event: Event) -> bool:
        return event.player == scene.you


class Loaded(Trigger, frozen=True, tag="loaded"):
    """This object becomes loaded: a card is put under it, and there was none before (terms.5.loaded)."""

    kinds: ClassVar[tuple[str, ...]] = ("load",)

    def fits(self, scene: Scene, event: Event) -> bool:
        return _about_me(scene, event) and event.note == "becomes loaded"


TriggerNode = (
    Enter
    | Leave
    | Die
    | Destroyed
    | Activate
    | Phase
    | Damaged
    | Attack
    | Attacked
    | Targeted
    | Hit
    | ArcaneHit
    | Kill
    | LevelUp
    | Fostered
    | Loaded
)
