"""Weapons: which ones a unit may wield in an attack, alone or together (cards.4.17; combat.2; terms.5.wield)."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from typing import Final

from archivist.model.card import Card, Seat, Thing
from archivist.model.state import State
from archivist.rules.asking import Asked, ask_cards
from archivist.rules.cards import states_and_counters
from archivist.rules.combat.attack_costs import PRICED
from archivist.rules.effects.continuous import characteristics as now
from archivist.rules.effects.continuous.effects_in_force import standing
from archivist.rules.effects.continuous.what_objects_bring import objects
from archivist.rules.zones import moving
from archivist.vocabulary.statics.combat import Wields

LOADED = frozenset(("gun", "bow", "aetherwing"))
"""Weapons that are wielded only while loaded, and never with an attack card (combat.2.6)."""
UNLOADED: Final = ("combat.2.6", "cards.4.loadable")
"""Why a weapon that is not loaded is not wielded."""
Outfit = tuple[Card, ...]
"""What is wielded together in an attack."""


# -- what is wielded ---------------------------------------------------------------------------------------------


def outfits(state: State, unit: Card, intent: Sequence[int] = ()) -> list[Outfit]:
    """What may be wielded together: nothing, one weapon, or as many as an effect allows (combat.3.choice.2)."""
    most = _hands(state, unit)
    weapons = weapons_for(state, unit, intent) if most else []
    return [outfit for size in range(most + 1) for outfit in itertools.combinations(weapons, size)]


def _hands(state: State, unit: Card) -> int:
    """How many weapons a unit may wield: a champion one, an ally none, unless an effect lets it (cards.4.17).

    Rules: cards.5.3.
    """
    hands = 1 if "champion" in state.now.words(state, unit) else 0
    for active, wields in now.statics(state, Wields):
        if wields.weapons > hands and active.reaches(state, wields.of, unit):
            hands = wields.weapons
    return hands


def weapons_for(state: State, unit: Card, intent: Sequence[int] = ()) -> list[Card]:
    """Weapons that may be wielded for an attack: those under its controller's control (terms.5.wield).

    A Gun, Bow or Aetherwing only while loaded, and never with an attack card (combat.2.6, cards.4.loadable).
    """
    perhaps = _perhaps_weapons(state, unit.controller)
    if not perhaps:
        return perhaps
    with_card = any("attack" in state.now.words(state, state.cards[number]) for number in intent)
    only = _only_weapons(state, unit)
    return [
        card
        for card in perhaps
        if "weapon" in (words := state.now.words(state, card))
        and not (words & LOADED and (with_card or not card.loaded))
        and (only is None or card.thing in only)
    ]


def not_loaded(state: State, unit: Card) -> list[Card]:
    """The Guns, Bows and Aetherwings that a unit could wield if they were loaded (combat.2.6)."""
    only = _only_weapons(state, unit)
    return [
        card
        for card in _perhaps_weapons(state, unit.controller)
        if not card.loaded
        and "weapon" in (words := state.now.words(state, card))
        and words & LOADED
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
    changed = "words" in standing(state).changed
    perhaps = (state.cards[number] for number in (state.field if changed else objects(state).weapons))
    return [card for card in perhaps if card.controller == seat]


def choose_weapons(player: Seat, unit: Card, ready: Sequence[Outfit], *, narrowed: bool) -> Asked[tuple[Card, ...]]:
    """One weapon may be wielded, or more if an effect allows it; what has no other power must wield one.

    Only weapons are offered with which something can be attacked, and the attack be paid for: those of `ready`. It is
    `narrowed` if there are others.

    Rules: combat.3.choice.2, combat.1.5.
    """
    weapons = list({card.id: card for outfit in ready for card in outfit}.values())
    if not weapons:
        return ()
    place = {card.id: index for index, card in enumerate(weapons)}
    sets = tuple(tuple(place[card.id] for card in outfit) for outfit in ready if outfit)
    most = max(len(each) for each in sets)
    return (
        yield from ask_cards(
            player,
            "weapon",
            ("combat.3.step.2", "combat.2.5", *(("combat.1.9", *PRICED) if narrowed else ())),
            "choose a weapon to wield" if most == 1 else "choose what to wield",
            weapons,
            least=0 if () in ready else 1,
            most=most,
            card=unit.id,
            sets=sets if most > 1 else (),
            on_leave="renew",
        )
    )


def unload(state: State, player: Seat, number: int, weapons: tuple[Card, ...]) -> tuple[Card, ...]:
    """What is loaded in the attacker and in what it wields enters the intent, all of it (zones.4.5, combat.2.6).

    Rules: cards.4.ammunition, terms.5.loaded.
    """
    coming = state.cards[number].loaded
    for card in weapons:
        coming += state.cards[card.id].loaded
    for loaded in coming:
        moving.move(state, loaded, "intent", "zones.4.5", "combat.2.6", controller=player)
    return tuple([state.cards[card.id] for card in weapons])


def wear(state: State, weapons: Sequence[Card], *, cleave: bool) -> None:
    """Each wielded weapon loses one durability counter in the damage step, however many defend or whatever was dealt.

    Rules: combat.5.14, combat.5.15, combat.5.16, combat.5.17.choice, combat.8.choice.5, terms.7.durability.
    """
    for card in weapons:
        once = ("combat.5.16",) if cleave else ()
        states_and_counters.remove_counters(state, card.id, "durability", 1, "combat.5.14", "combat.5.17.choice", *once)
