"""Triggers on combat and damage."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Literal

from archivist.model import events
from archivist.model.event import GameEvent
from archivist.vocabulary.filters import Filter
from archivist.vocabulary.grammar import article, capital
from archivist.vocabulary.printing import Form, form
from archivist.vocabulary.triggers.base import Occasion, OfThisOrAKind, Trigger, about, happens, what_of, whenever

if TYPE_CHECKING:
    from archivist.rules.effects.meaning_of_words import Scene
    from archivist.vocabulary.speech import Speaker


class Damaged(OfThisOrAKind, frozen=True, tag="damaged"):
    """This object, or another of a kind, is dealt damage above 0, perhaps by a source of a kind; once for each event."""

    hears: ClassVar[tuple[type[GameEvent], ...]] = (events.Damage,)
    by: Filter | None = None

    def fits(self, scene: Scene, event: GameEvent) -> bool:
        assert isinstance(event, events.Damage)
        if self.by is not None and not self.by.describes(scene, event.source):
            return False
        return about(self.what, scene, event)

    printed: ClassVar[tuple[Form, ...]] = (
        form("whenever {:me} is dealt damage"),
        form("whenever {what:a} is dealt damage"),
        form("whenever {what:champion} is dealt damage"),
        form("whenever {by:dealer} deals damage to {what:a}"),
    )

    def said(self, speaker: Speaker) -> Occasion:
        by = f" by {self.by.one()}" if self.by is not None else ""
        speaker.amount = "that damage"
        return whenever(f"{what_of(self.what, speaker)} is dealt damage{by}")


class Attack(Trigger, frozen=True, tag="attack"):
    """On Attack: this unit attacks, this card is used in an attack, this weapon is wielded; or a unit of a side attacks.

    ``champion`` means that your champion attacks, whatever has the ability (cards.7.servile-possessions); with `what` a
    unit of a kind attacks. Rules: combat.8.on-attack, keywords.on-attack.
    """

    hears: ClassVar[tuple[type[GameEvent], ...]] = (events.Attack,)
    by: Literal["this", "opponent", "champion"] = "this"
    what: Filter | None = None

    def fits(self, scene: Scene, event: GameEvent) -> bool:
        assert isinstance(event, events.Attack)
        if self.what is not None:
            return self.what.fits(scene, event.card)
        if self.by == "opponent":
            return event.player != scene.you
        if self.by == "champion":
            return event.card.id == scene.state.players[scene.you].champion
        return scene.used_in_attack(scene.source)

    printed: ClassVar[tuple[Form, ...]] = (
        form("on attack"),
        form("whenever {:attacking} attacks"),
        form("whenever {:wielder} uses this weapon for an attack"),
        form("whenever {what:a} attacks"),
        form("whenever your champion attacks", by="champion"),
        form("whenever you declare an attack with {what:yours}"),
        form("whenever an opponent declares an attack <|with a unit>", by="opponent"),
    )

    def said(self, speaker: Speaker) -> Occasion:
        if self.what is not None or self.by == "opponent":
            speaker.attack = "that attack"
        if self.what is not None:
            speaker.about(self.what.noun)
            return whenever(f"{self.what.one()} attacks")
        if self.by == "opponent":
            speaker.about("unit")
            return whenever("a unit of an opponent attacks")
        if self.by == "champion":
            return whenever("your champion attacks")
        return whenever(f"{speaker.this} attacks or is used in an attack", "On Attack")


class Attacked(Trigger, frozen=True, tag="champion attacked"):
    """Your champion is attacked while this ally is awake (Intercept)."""

    hears: ClassVar[tuple[type[GameEvent], ...]] = (events.Attack,)

    def fits(self, scene: Scene, event: GameEvent) -> bool:
        return scene.may_intercept()

    def said(self, speaker: Speaker) -> Occasion:
        return whenever(f"your champion is attacked while {speaker.this} is awake")


class UnderAttack(Trigger, frozen=True, tag="attacked"):
    """Something of a kind becomes the target of an attack as it is declared; Cleave's other victims are not."""

    hears: ClassVar[tuple[type[GameEvent], ...]] = (events.Attack,)
    what: Filter

    def fits(self, scene: Scene, event: GameEvent) -> bool:
        return self.times(scene, event) > 0

    def times(self, scene: Scene, event: GameEvent) -> int:
        return sum(1 for card in scene.attack_targets() if self.what.fits(scene, card))

    printed: ClassVar[tuple[Form, ...]] = (
        form("whenever {what:a} is targeted for an attack"),
        form("whenever {what:champion} is targeted for an attack"),
    )

    def said(self, speaker: Speaker) -> Occasion:
        speaker.about("unit", last=False, which="the attacking")
        speaker.attack = "that attack"
        return whenever(f"{self.what.one()} becomes the target of an attack")


class ByCombatDamage(Trigger, frozen=True):
    """What combat damage does to an object of a kind: dealt by this or, with `by`, by a unit of a kind."""

    what: Literal["any", "ally", "champion"] = "any"
    by: Filter | None = None

    def fits(self, scene: Scene, event: GameEvent) -> bool:
        assert isinstance(event, events.Struck)
        if not scene.done_by(event, self.by):
            return False
        return self.what == "any" or self.what in scene.words(event.card)

    def _said(self, speaker: Speaker, keyword: str, deed: str, hurt: str) -> Occasion:
        noun = hurt if self.what == "any" else self.what
        deed = deed.format(article(noun))
        speaker.amount = "that damage"
        if self.by is not None:
            speaker.about(noun, controlled=True)
            return whenever(f"{self.by.one()} {deed}")
        speaker.about(noun, last=False, controlled=True, which=f"the {'killed' if keyword == 'Kill' else 'hit'}")
        speaker.amount = f"the damage dealt by this {'kill' if keyword == 'Kill' else 'hit'}"
        kind = "" if self.what == "any" else f"{capital(self.what)} "
        return whenever(f"{speaker.this} {deed}", f"On {kind}{keyword}")


class Hit(ByCombatDamage, frozen=True, tag="hit"):
    """On Hit: combat damage by this unit, or by an attack using this card or weapon, to an object of a kind.

    With `by` the damage is dealt by a unit of a kind. Rules: combat.8.on-hit, keywords.on-hit.
    """

    hears: ClassVar[tuple[type[GameEvent], ...]] = (events.Hit,)

    printed: ClassVar[tuple[Form, ...]] = (
        form("on hit"),
        form("on {what:word ally champion} hit"),
        form("whenever {:attacking} deals combat damage to {what:struck}"),
        form("whenever {by:dealer} deals combat damage to {what:struck}"),
        form("whenever your champion deals combat damage to {what:struck}", by=Filter("champion you control")),
    )

    def said(self, speaker: Speaker) -> Occasion:
        return self._said(speaker, "Hit", "deals combat damage to {}", "object")


class Kill(ByCombatDamage, frozen=True, tag="kill"):
    """On Kill: a unit dies from combat damage of this unit, or of an attack using this card or weapon.

    With `by` it dies from combat damage of a unit of a kind. Rules: combat.8.on-kill.
    """

    hears: ClassVar[tuple[type[GameEvent], ...]] = (events.Kill,)

    printed: ClassVar[tuple[Form, ...]] = (
        form("on kill"),
        form("on {what:word ally champion} kill"),
        form("whenever {by:dealer} kills {what:struck}"),
        form("whenever {by:dealer} kills a unit"),
    )

    def said(self, speaker: Speaker) -> Occasion:
        speaker.loses("that")
        return self._said(speaker, "Kill", "kills {} by combat damage", "unit")


class ArcaneHit(Trigger, frozen=True, tag="arcane hit"):
    """An arcane unit you control deals combat damage (static counters).

    Rules: terms.7.static.
    """

    hears: ClassVar[tuple[type[GameEvent], ...]] = (events.Hit,)

    def fits(self, scene: Scene, event: GameEvent) -> bool:
        assert isinstance(event, events.Hit)
        return event.source.controller == scene.you and "arcane" in scene.words(event.source)

    def said(self, speaker: Speaker) -> Occasion:
        speaker.about("unit", last=False)
        return whenever("an arcane unit you control deals combat damage")


class Retaliates(OfThisOrAKind, frozen=True, tag="retaliate"):
    """On Retaliate: this unit, or another of a kind, retaliates."""

    hears: ClassVar[tuple[type[GameEvent], ...]] = (events.Retaliate,)

    printed: ClassVar[tuple[Form, ...]] = (
        form("on retaliate"),
        form("whenever {:attacking} retaliates"),
        form("whenever {what:a} retaliates"),
    )

    def said(self, speaker: Speaker) -> Occasion:
        return happens(self.what, speaker, "retaliates", "On Retaliate")
