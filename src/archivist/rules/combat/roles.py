"""Roles during combat: who stops defending, redirecting an attack, the end of all roles (combat.4)."""

from __future__ import annotations

from msgspec.structs import replace

from archivist.model.card import Card, Thing
from archivist.model.state import State
from archivist.rules import timing, zones
from archivist.rules.combat import attacks
from archivist.rules.events import say
from archivist.vocabulary.pending import Combat


def check_roles(state: State) -> bool:
    """Defenders that left or cannot be attacked any more stop defending (timing.4.2.7, combat.4)."""
    combat = state.combat
    if combat is None:
        return False
    attacker = state.current(combat.attacker) if combat.attacker else None
    keywords = frozenset(combat.keywords)
    if attacker is not None:
        weapons = [card for thing in combat.weapons if (card := state.current(thing)) is not None]
        keywords = attacks.keywords_of(state, attacker, state.intent, weapons)
    changed = replace(
        combat,
        attacker=combat.attacker if attacker is not None and attacker.controller == combat.player else None,
        defenders=tuple(thing for thing in combat.defenders if _defends(state, combat, thing, keywords)),
        targets=tuple(thing for thing in combat.targets if _defends(state, combat, thing, keywords)),
        retaliators=tuple(thing for thing in combat.retaliators if state.current(thing) is not None),
    )
    if changed == combat:
        return False
    state.combat = changed
    state.touch()
    return True


def _defends(state: State, combat: Combat, thing: Thing, keywords: frozenset[str]) -> bool:
    card = state.current(thing)
    if card is None or card.controller == combat.player:
        return False
    return attacks.attackable(state, card, keywords)


def can_intercept(state: State, ally: Card) -> bool:
    """An ally may take over the attack if it obeys, may be attacked and does not defend already.

    Rules: keywords.intercept.
    """
    combat, champion = state.combat, state.champion(ally.controller)
    if combat is None or champion is None or combat.cleave or combat.attacker is None:
        return False
    card = state.current(ally.thing)
    if card is None or card.thing in combat.defenders or champion.thing not in combat.targets:
        return False
    return timing.obeys(state, card) and attacks.attackable(state, card, frozenset(combat.keywords))


def redirect(state: State, ally: Card) -> None:
    """Changes the attack's target from the champion to the ally (targets-and-copies.5.1)."""
    combat, champion = state.combat, state.champion(ally.controller)
    assert combat is not None
    assert champion is not None
    state.combat = replace(
        combat,
        targets=tuple(ally.thing if thing == champion.thing else thing for thing in combat.targets),
        defenders=tuple(ally.thing if thing == champion.thing else thing for thing in combat.defenders),
    )
    state.touch()
    say(state, "redirect", "keywords.intercept", "targets-and-copies.5.1", player=ally.controller, card=ally)


def end(state: State) -> None:
    """Roles are removed and intents leave for the graveyard (combat.5.18)."""
    state.combat = None
    state.lasting = tuple(each for each in state.lasting if each.until != "combat")
    state.touch()
    for number in state.intent:
        card = state.cards[number]
        if card.token:
            state.intent = tuple(other for other in state.intent if other != number)
            state.alter(number, zone="none")
        else:
            zone = "banishment" if "ephemeral" in card.properties else "graveyard"
            zones.move(state, number, zone, "combat.5.18")
    say(state, "combat ends", "combat.5.18", player=state.turn.player)


def end_by_effect(state: State) -> None:
    """An effect ends the combat phase: once it has resolved, the stack is cleared and combat ends (turn.5.1)."""
    if state.combat is not None:
        state.alter_turn(stop="combat")
