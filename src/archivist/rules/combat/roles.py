"""Roles during combat: attacker, defenders and retaliators, and who loses such a role (combat.4)."""

from __future__ import annotations

from collections.abc import Generator

from msgspec.structs import replace

from archivist.model import events
from archivist.model.card import Thing
from archivist.model.decision import Answer, Decision
from archivist.model.state import State
from archivist.rules.abilities import restrictions
from archivist.rules.citations import combat as citations
from archivist.rules.combat import attack_targets
from archivist.rules.effects.continuous.effects_in_force import occurs
from archivist.rules.effects.events import say
from archivist.rules.zones import moving
from archivist.vocabulary.pending import Combat


def check_roles(state: State) -> Generator[Decision, Answer, bool]:
    """Defenders that left or that the attack could not be on any more stop defending; the attacker and combat go on.

    The attack stays one without any defender, and all steps occur; an attacker that changed hands is none (combat.4.3,
    combat.4.3.choice), one that stopped obeying still is. A retaliator stops only if whom it strikes is gone.
    Rules: timing.4.2.7, combat.4, combat.4.1, combat.4.2, combat.4.5, combat.5.5, combat.8.choice.2, combat.8.choice.3.

    Rules: combat.8.stealth, keywords.stealth.
    """
    combat = state.combat
    assert combat is not None
    attacker = state.current(combat.attacker) if combat.attacker else None
    keywords = keywords_now(state, combat) if occurs(state, "stealth") else _NO_KEYWORDS
    stands = combat.struck is None or state.current(combat.struck) is not None
    changed = replace(
        combat,
        attacker=combat.attacker if attacker is not None and attacker.controller == combat.player else None,
        defenders=tuple([thing for thing in combat.defenders if _defends(state, combat, thing, keywords)]),
        targets=tuple([thing for thing in combat.targets if _defends(state, combat, thing, keywords)]),
        retaliators=tuple([thing for thing in combat.retaliators if stands and state.current(thing) is not None]),
    )
    misfits = _misfits(state, combat)
    if misfits:
        yield from moving.send(state, misfits, "graveyard", "keywords.command", "combat.8.command")
    if changed == combat:
        return bool(misfits)
    _tell_lost(state, combat, changed, keywords, stands=stands)
    state.fight(changed)
    return True


def steady(state: State) -> bool:
    """Whether one look tells that nobody loses a role: all are there as they were, nothing hides or was commanded."""
    combat, cards = state.combat, state.cards
    assert combat is not None
    if state.intent or occurs(state, "stealth"):
        return False
    thing = combat.attacker
    if thing is not None:
        card = cards[thing.id]
        if card.incarnation != thing.incarnation or card.controller != combat.player:
            return False
    for thing in combat.defenders:  # all targets are among them
        card = cards[thing.id]
        if card.incarnation != thing.incarnation or card.controller == combat.player:
            return False
    struck = combat.struck
    return struck is None or all(state.current(thing) is not None for thing in (struck, *combat.retaliators))


_NO_KEYWORDS: frozenset[str] = frozenset()
"""Where nothing has Stealth no keyword of an attack decides who goes on defending."""


def _tell_lost(state: State, combat: Combat, changed: Combat, keywords: frozenset[str], *, stands: bool) -> None:
    """Tells who has stopped defending, and that combat goes on though nobody is left to attack or to defend."""
    for thing in combat.defenders:
        card = state.current(thing)
        if card is not None and thing not in changed.defenders:
            say(
                state,
                events.Removed,
                *citations.of_lost_role(state, combat, card, keywords),
                player=card.controller,
                card=card,
            )
    if combat.retaliators and not stands:
        say(state, events.NothingToStrike, "combat.5.5", "timing.4.2.7", player=combat.player)
    if changed.attacker is None and combat.attacker is not None:
        say(state, events.NoAttacker, "combat.4.5", "timing.4.2.7", player=combat.player)
    if combat.defenders and not changed.defenders:
        say(state, events.NoDefender, "combat.4.5", "combat.4.2", "timing.4.2.7", player=combat.player)


def keywords_now(state: State, combat: Combat) -> frozenset[str]:
    """The keywords that the attack has now, or had while its attacker was there."""
    attacker = state.current(combat.attacker) if combat.attacker else None
    if attacker is None:
        return frozenset(combat.keywords)
    weapons = [card for thing in combat.weapons if (card := state.current(thing)) is not None]
    return attack_targets.keywords_of(state, attacker, state.intent, weapons)


def _defends(state: State, combat: Combat, thing: Thing, keywords: frozenset[str]) -> bool:
    """Whether an object goes on defending: what it is may change (combat.4.4), but not whose it is (combat.4.3)."""
    card = state.current(thing)
    if card is None or card.controller == combat.player:
        return False
    return not attack_targets.hidden(state, card, keywords)


def _misfits(state: State, combat: Combat) -> list[int]:
    """Command cards in the intent of a unit that is not of the subtype they state (combat.8.command).

    Whether it is an ally still makes no difference: a change of type takes no role away (combat.4.4).
    """
    unit = state.current(combat.attacker) if combat.attacker else None
    if unit is None:
        return []
    found = []
    for number in state.intent:
        card = state.cards[number]
        command = state.pool[card.face].command
        if command is not None and not command.of.has_subtypes(restrictions.own_scene(state, card), unit):
            found.append(number)
    return found
