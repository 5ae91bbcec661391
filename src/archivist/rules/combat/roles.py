"""Roles during combat: who stops defending, changing targets, the end of all roles (combat.4)."""

from __future__ import annotations

from collections.abc import Generator

from msgspec.structs import replace

from archivist.model import events
from archivist.model.card import Card, Thing
from archivist.model.decision import Answer, Decision
from archivist.model.state import State
from archivist.rules.citations import combat as citations
from archivist.rules.combat import who_may_attack
from archivist.rules.effects.continuous import characteristics as now
from archivist.rules.effects.events import say
from archivist.rules.timing import opportunity
from archivist.rules.zones import moving
from archivist.vocabulary.abilities import Command
from archivist.vocabulary.pending import Combat


def check_roles(state: State) -> Generator[Decision, Answer, bool]:
    """Defenders that left or that the attack could not be on any more stop defending; the attacker and combat go on.

    The attack stays one without any defender, and all steps occur; an attacker that changed hands is none (combat.4.3,
    combat.4.3.choice), one that stopped obeying still is. A retaliator stops only if whom it strikes is gone.
    Rules: timing.4.2.7, combat.4, combat.4.1, combat.4.2, combat.4.5, combat.5.5, combat.8.choice.2, combat.8.choice.3.
    """
    combat = state.combat
    assert combat is not None
    attacker = state.current(combat.attacker) if combat.attacker else None
    keywords = keywords_now(state, combat)
    stands = combat.struck is None or state.current(combat.struck) is not None
    changed = replace(
        combat,
        attacker=combat.attacker if attacker is not None and attacker.controller == combat.player else None,
        defenders=tuple(thing for thing in combat.defenders if _defends(state, combat, thing, keywords)),
        targets=tuple(thing for thing in combat.targets if _defends(state, combat, thing, keywords)),
        retaliators=tuple(thing for thing in combat.retaliators if stands and state.current(thing) is not None),
    )
    misfits = _misfits(state, combat)
    yield from moving.send(state, misfits, "graveyard", "keywords.command", "combat.8.command")
    if changed == combat:
        return bool(misfits)
    _tell_lost(state, combat, changed, keywords)
    state.combat = changed
    state.touch()
    return True


def _tell_lost(state: State, combat: Combat, changed: Combat, keywords: frozenset[str]) -> None:
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
    gone = [each for each in combat.retaliators if each not in changed.retaliators]
    if gone and changed.struck is not None and state.current(changed.struck) is None:
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
    return who_may_attack.keywords_of(state, attacker, state.intent, weapons)


def _defends(state: State, combat: Combat, thing: Thing, keywords: frozenset[str]) -> bool:
    """Whether an object goes on defending: what it is may change (combat.4.4), but not whose it is (combat.4.3)."""
    card = state.current(thing)
    if card is None or card.controller == combat.player:
        return False
    return not who_may_attack.hidden(state, card, keywords)


def _misfits(state: State, combat: Combat) -> list[int]:
    """Command cards in the intent of a unit of another kind than they command (combat.8.command)."""
    unit = state.current(combat.attacker) if combat.attacker else None
    if unit is None:
        return []
    found = []
    for number in state.intent:
        card = state.cards[number]
        commands = [each for each in state.pool[card.face].abilities if isinstance(each, Command)]
        if commands and not any(each.of.describes(now.own_scene(state, card), unit) for each in commands):
            found.append(number)
    return found


def may_be_attacked(state: State, card: Card) -> bool:
    """Whether the attack that goes on could be turned onto an object: legal for it, and not defending already.

    Rules: combat.4.6, targets-and-copies.5.3.
    """
    combat = state.combat
    if combat is None or combat.attacker is None or card.zone != "field":
        return False
    if card.controller == combat.player or card.thing in combat.defenders:
        return False
    return who_may_attack.attackable(state, card, keywords_now(state, combat))


def changeable(state: State) -> tuple[Thing, ...]:
    """The targets that could be exchanged; what Cleave sweeps was chosen and not targeted (combat.4.6, combat.8.cleave).

    Rules: targets-and-copies.5.4.
    """
    combat = state.combat
    return () if combat is None or combat.cleave else combat.targets


def can_intercept(state: State, ally: Card) -> bool:
    """An ally may take over the attack if it obeys, may be attacked and does not defend already.

    Whether it is awake was asked as it triggered and does not matter now.
    Rules: keywords.intercept, combat.8.intercept, combat.8.choice.6, combat.8.unblockable.
    """
    champion, card = state.champion(ally.controller), state.current(ally.thing)
    if state.combat is None or champion is None or card is None or champion.thing not in changeable(state):
        return False
    if "unblockable" in keywords_now(state, state.combat) or now.own_scene(state, card).uninterceptable():
        return False
    return opportunity.obeys(state, card) and may_be_attacked(state, card)


def kept_from(state: State) -> tuple[str, ...]:
    """Why the attack cannot be turned onto another object, or be intercepted."""
    combat = state.combat
    if combat is not None and combat.cleave:
        return ("targets-and-copies.5.4", "combat.8.cleave", "keywords.cleave")
    if combat is not None and "unblockable" in keywords_now(state, combat):
        return ("targets-and-copies.5.4", "combat.8.unblockable", "keywords.unblockable")
    return ("combat.4.6", "keywords.intercept")


def redirect(state: State, old: Thing, new: Card, *rules: str, intercepting: bool = False) -> None:
    """Changes a target of the attack to another object (targets-and-copies.5.1, combat.4.6).

    One that redirects it to itself is intercepting while it defends (zones.7.object).
    """
    combat = state.combat
    assert combat is not None
    state.combat = replace(
        combat,
        targets=tuple(new.thing if thing == old else thing for thing in combat.targets),
        defenders=tuple(new.thing if thing == old else thing for thing in combat.defenders),
        interceptors=(*combat.interceptors, new.thing) if intercepting else combat.interceptors,
    )
    state.touch()
    say(
        state,
        events.Redirect,
        *rules,
        "targets-and-copies.5.1",
        "combat.4.6",
        "terms.2.redirect",
        player=new.controller,
        card=new,
    )


def give_target(state: State, new: Card) -> None:
    """The attacker, which has no target left, attacks another object from now on (combat.4.1).

    Rules: targets-and-copies.5.5.
    """
    combat = state.combat
    assert combat is not None
    state.combat = replace(combat, targets=(*combat.targets, new.thing), defenders=(*combat.defenders, new.thing))
    state.touch()
    say(state, events.Redirect, "combat.4.1", "targets-and-copies.5.5", player=new.controller, card=new)
