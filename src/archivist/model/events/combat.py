"""Combat and damage: attacks, retaliation, damage dealt and prevented (combat)."""

from __future__ import annotations

from typing import Literal

from archivist.model.card import Card
from archivist.model.event import Event, OfCard, Told

Dealing = Literal["", "attack", "retaliation"]
"""How combat damage was dealt; nothing for damage outside combat."""


class Attack(OfCard, frozen=True, tag="attack"):
    """A unit attacks; the objects are those it attacks."""


class Retaliate(OfCard, frozen=True, tag="retaliate"):
    """A unit retaliates."""


class Struck(OfCard, frozen=True, kw_only=True):
    """The common shape of damage and what comes of it: from which source, and by an attack or a retaliation.

    The objects are what was used in the attack.
    """

    source: Card
    by: Dealing = ""


class Damage(Struck, frozen=True, tag="damage"):
    """An object is dealt damage."""


class Hit(Struck, frozen=True, tag="hit"):
    """An object is dealt combat damage."""


class Kill(Struck, frozen=True, tag="kill"):
    """A unit dies straight from combat damage."""


# -- damage in the making ----------------------------------------------------------------------------------------


class Amplified(Event, frozen=True, kw_only=True, tag="amplified"):
    """Replacement effects have changed how much damage an object would be dealt."""

    amount: int


class Doubled(Event, frozen=True, kw_only=True, tag="doubled"):
    """Critical doubles damage."""

    amount: int


class TakesDamage(Told, frozen=True, tag="takes damage"):
    """Another object takes the damage instead."""


class Prevent(Event, frozen=True, kw_only=True, tag="prevent"):
    """Damage is prevented."""

    amount: int


class NotPrevented(Event, frozen=True, kw_only=True, tag="not prevented"):
    """Damage would be prevented and cannot be."""

    amount: int


class Spent(Told, frozen=True, tag="spent"):
    """An effect that worked a limited number of times is used up."""


# -- the course of combat ----------------------------------------------------------------------------------------


class Redirect(Told, frozen=True, tag="redirect"):
    """An object becomes the target of the attack."""


class Removed(Told, frozen=True, tag="removed"):
    """An object is removed from combat."""


class NoAttacker(Told, frozen=True, tag="no attacker"):
    """Combat goes on without an attacker."""


class NoDefender(Told, frozen=True, tag="no defender"):
    """Combat goes on without a defender."""


class NothingToStrike(Told, frozen=True, tag="nothing to strike"):
    """Retaliators have nothing left to strike."""


class NoRetaliation(Told, frozen=True, tag="no retaliation"):
    """No unit can retaliate."""


class NoAttackDamage(Told, frozen=True, tag="no attack damage"):
    """The attack deals no damage."""


class WithoutItsWeapon(Told, frozen=True, tag="without its weapon"):
    """A unit attacks without a weapon that is gone."""


class CombatEnds(Told, frozen=True, tag="combat ends"):
    """Combat ends."""
