"""Weapons: which ones a unit may wield in an attack, alone or together (cards.4.17; combat.2; terms.5.wield)."""

from __future__ import annotations

import itertools
from collections.abc import Sequence

from archivist.model.card import Card, Seat, Thing
from archivist.model.state import State
from archivist.rules.effects.continuous import characteristics as now
from archivist.rules.effects.continuous.effects_in_force import objects, standing
from archivist.vocabulary.statics.combat import Wields

LOADED = frozenset(("gun", "bow", "aetherwing"))
"""Weapons that are wielded only while loaded, and never with an attack card (combat.2.6)."""


Outfit = tuple[Card, ...]
"""What is wielded together in an attack."""


# -- what is wielded ---------------------------------------------------------------------------------------------


def outfits(state: State, unit: Card, intent: Sequence[int] = ()) -> list[Outfit]:
    """What may be wielded together: nothing, one weapon, or as many as an effect allows (combat.3.choice.2)."""
    most = _hands(state, unit)
    weapons = weapons_for(state, unit, intent) if most else []
    return [outfit for size in range(most + 1) for outfit in itertools.combinations(weapons, size)]


def _hands(state: State, unit: Card) -> int:
    """How many weapons a unit may wield: a champion one, an ally none, unless an effect lets it (cards.4.17)."""
    own = 1 if "champion" in state.now.words(state, unit) else 0
    allowed = [
        wields.weapons for active, wields in now.statics(state, Wields) if active.reaches(state, wields.of, unit)
    ]
    return max((own, *allowed))


def weapons_for(state: State, unit: Card, intent: Sequence[int] = ()) -> list[Card]:
    """Weapons that may be wielded for an attack: those under its controller's control (terms.5.wield).

    A Gun, Bow or Aetherwing only while loaded, and never with an attack card (combat.2.6, cards.4.loadable).
    """
    with_card = any("attack" in state.now.words(state, state.cards[number]) for number in intent)
    only = _only_weapons(state, unit)
    return [
        card
        for card in _perhaps_weapons(state, unit.controller)
        if "weapon" in (words := state.now.words(state, card))
        and not (words & LOADED and (with_card or not card.loaded))
        and (only is None or card.thing in only)
    ]


def _only_weapons(state: State, unit: Card) -> frozenset[Thing] | None:
    """The weapons that a unit may wield by their own texts alone; None if it may wield any."""
    letting = [
        (active, wields) for active, wields in now.statics(state, Wields) if active.reaches(state, wields.of, unit)
    ]
    if "champion" in state.now.words(state, unit) or any(not wields.this_one for _, wields in letting):
        return None
    return frozenset(active.source.thing for active, _ in letting)


def _perhaps_weapons(state: State, seat: Seat) -> list[Card]:
    """The objects of a player that may be weapons."""
    changed = "words" in (state.standing or standing(state)).changed
    cards = (state.cards[number] for number in (state.field if changed else (state.objects or objects(state)).weapons))
    return [card for card in cards if card.controller == seat]
