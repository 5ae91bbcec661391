"""The rules that apply to an attack, its damage and a lost role (combat; keywords)."""

from __future__ import annotations

from collections.abc import Sequence

from archivist.model.card import Card, Seat
from archivist.model.state import State
from archivist.rules.citations import values
from archivist.rules.effects.continuous import characteristics as now
from archivist.rules.effects.continuous.effects_in_force import occurs
from archivist.rules.effects.continuous.what_objects_bring import objects
from archivist.vocabulary.pending import Combat
from archivist.vocabulary.statics.combat import Attacks


def of_choice(state: State, player: Seat, keywords: frozenset[str], *, several: bool) -> tuple[str, ...]:
    """What decides which targets an attack may have: what hides from it, what must come first, and how many it has."""
    found: list[str] = []
    if occurs(state, "stealth") and _any_against(state, player, "stealth"):
        seen = "true sight" in keywords
        found += ("keywords.true-sight", "combat.8.true-sight") if seen else ("keywords.stealth",)
    if occurs(state, "taunt") and _any_against(state, player, "taunt", awake=True):
        free = "unblockable" in keywords
        found += ("keywords.unblockable", "combat.8.unblockable") if free else ("keywords.taunt", "combat.8.choice.4")
    if several:
        found += ("keywords.multistrike", "combat.8.multistrike")
    return tuple(found)


def _any_against(state: State, player: Seat, word: str, *, awake: bool = False) -> bool:
    """Whether an object of another player has a keyword; where it must be `awake`, an awake one."""
    others = [card for number in state.field if (card := state.cards[number]).controller != player]
    return any(state.now.has(state, card, word) and not (awake and card.rested) for card in others)


def of_attack(state: State, combat: Combat, unit: Card) -> tuple[str, ...]:
    """The rules that apply to a declared attack: with what it is made, and whom it is on."""
    found = ["combat.1.3", "terms.5.unit", "targets-and-copies.1.2", "costs.5.14" if state.intent else "costs.5.15"]
    intents = [state.cards[number] for number in state.intent]
    for card in intents:
        if "attack" in state.pool[card.face].words:
            found.append("combat.2.1")
            break
    for card in intents:
        if state.pool[card.face].statics:
            found += ("abilities.1.4.attack", "abilities.1.5.choice")
            break
    if combat.weapons:
        found += ("terms.5.wield", "combat.3.choice.2")
        found += () if "champion" in state.now.words(state, unit) else ("cards.5.3", "combat.1.4")
        if any(state.pool[state.cards[thing.id].face].words & _LOADED for thing in combat.weapons):
            found += ("cards.4.loadable", "terms.5.loaded", "cards.4.ammunition")
    if _has_unusable(state, unit):
        found += ("combat.2.6", "cards.4.loadable", "terms.5.wield")
    if "unblockable" in combat.keywords:
        found += ("keywords.unblockable", "combat.8.unblockable")
    if combat.cleave:
        found += ("keywords.cleave", "combat.8.cleave")
        hidden = any(state.now.has(state, state.cards[number], "stealth") for number in state.field)
        found += ("combat.8.choice.1",) if hidden and "true sight" not in combat.keywords else ()
    if len(combat.targets) > 1:
        found += ("keywords.multistrike", "combat.8.multistrike")
    if state.now.has(state, unit, "pride"):
        found += ("combat.8.pride", "keywords.pride", "terms.3.obedience", "combat.1.10")
    found += _of_sight(state, combat)
    if "champion" in state.now.words(state, unit):
        found.append("combat.1.5")
    for card in intents:
        if state.pool[card.face].command is not None:
            found += ("keywords.command", "combat.8.command", "costs.6.command", "combat.1.4")
            break
    several = values.of_instances(state, unit)
    for thing in combat.weapons:
        several = several or values.of_instances(state, state.cards[thing.id])
    for card in intents:
        several = several or values.of_instances(state, card)
    return (*found, *several)


def _has_unusable(state: State, unit: Card) -> bool:
    """Whether a weapon of the attacker's player cannot be wielded now, because it is empty or goes with no card."""
    for number in (state.objects or objects(state)).weapons:
        card = state.cards[number]
        mine = card.controller == unit.controller
        if mine and state.pool[card.face].words & _LOADED and (state.intent or not card.loaded):
            return True
    return False


def _of_sight(state: State, combat: Combat) -> tuple[str, ...]:
    """That something hidden is attacked all the same."""
    hidden = occurs(state, "stealth") and any(
        state.now.has(state, state.cards[thing.id], "stealth") for thing in combat.defenders
    )
    return ("keywords.true-sight", "combat.8.true-sight", "keywords.stealth") if hidden else ()


_LOADED = frozenset(("gun", "bow", "aetherwing"))


def of_lost_role(state: State, combat: Combat, card: Card, keywords: frozenset[str]) -> tuple[str, ...]:
    """Why an object that is still there stops defending."""
    found = ["combat.4.2", "timing.4.2.7"]
    if card.controller == combat.player:
        found.append("combat.4.3")
    elif state.now.has(state, card, "stealth") and "true sight" not in keywords:
        found += ("combat.8.choice.3", "keywords.stealth", "combat.8.stealth", "targets-and-copies.3.12")
    return (*found, "combat.8.choice.2") if combat.cleave else tuple(found)


def of_attack_damage(state: State, attacker: Card, weapons: Sequence[Card], defenders: int) -> tuple[str, ...]:
    """The rules that apply to the damage of an attack: where its amount comes from, and to how many it is dealt."""
    found = ["terms.2.source", *values.of_stat(state, attacker, "power")]
    held = state.now.keywords(state, attacker)
    if "distant" in attacker.properties and held.get("ranged"):
        found += ("keywords.ranged", "combat.8.ranged")
    if now.statics(state, Attacks):
        found += ("effects.5.5", "abilities.4.2")
    if not weapons and not state.intent and "champion" in state.now.words(state, attacker):
        found.append("combat.5.11")
    if any("weapon" not in state.now.words(state, card) for card in weapons):
        found.append("combat.4.4")
    combat = state.combat
    if combat is not None and len(combat.targets) > 1:
        found.append("combat.8.choice.5")
    return (*found, "combat.6.6") if defenders > 1 else tuple(found)


def of_retaliation(state: State, combat: Combat, card: Card) -> tuple[str, ...]:
    """The rules that apply to the damage of a retaliator."""
    found = ["terms.5.retaliate", *values.of_stat(state, card, "power")]
    if combat.attacker is None:
        found.append("combat.5.5")
    if state.now.has(state, card, "stealth"):
        found.append("combat.5.6")
    return tuple(found)


def of_striking_back(state: State, unit: Card) -> tuple[str, ...]:
    """The rules that apply to declaring a retaliation: what it costs, and who may."""
    found = ["terms.5.retaliate", "combat.5.2", "combat.5.3", "costs.5.16"]
    if state.now.has(state, unit, "steadfast"):
        found += ("combat.8.steadfast", "keywords.steadfast")
    assert state.combat is not None
    if unit.thing not in state.combat.defenders:
        found += ("keywords.ambush", "combat.8.ambush")
    if state.now.has(state, unit, "pride"):
        found += ("terms.3.obedience", "combat.1.10")
    return (*found, *values.of_instances(state, unit))


def of_silence(state: State, combat: Combat) -> tuple[str, ...]:
    """Why no unit can retaliate."""
    for thing in combat.defenders:
        card = state.current(thing)
        if card is not None and "unit" not in state.now.words(state, card):
            return ("combat.5.2", "combat.5.3", "combat.5.4")
    return ("combat.5.2", "combat.5.3")
