"""Redirecting: giving an attack another target, or taking it over with Intercept (targets-and-copies.5; combat.4.6)."""

from __future__ import annotations

from msgspec.structs import replace

from archivist.model import events
from archivist.model.card import Card, Thing
from archivist.model.state import State
from archivist.rules.abilities import restrictions
from archivist.rules.cards import control_and_obedience
from archivist.rules.combat import attack_targets
from archivist.rules.combat.roles import keywords_now
from archivist.rules.effects.events import say


def may_be_attacked(state: State, card: Card) -> bool:
    """Whether the attack that goes on could be turned onto an object: legal for it, and not defending already.

    Rules: combat.4.6, targets-and-copies.5.3, targets-and-copies.5.1, targets-and-copies.5.2.
    """
    combat = state.combat
    if combat is None or combat.attacker is None or card.zone != "field":
        return False
    if card.controller == combat.player or card.thing in combat.defenders:
        return False
    return attack_targets.attackable(state, card, keywords_now(state, combat))


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
    champion, card = state.champion(ally.controller), state.still(ally)
    if state.combat is None or champion is None or card is None or champion.thing not in changeable(state):
        return False
    if "unblockable" in keywords_now(state, state.combat) or restrictions.own_scene(state, card).uninterceptable():
        return False
    return control_and_obedience.obeys(state, card) and may_be_attacked(state, card)


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
    state.fight(
        replace(
            combat,
            targets=tuple(new.thing if thing == old else thing for thing in combat.targets),
            defenders=tuple(new.thing if thing == old else thing for thing in combat.defenders),
            interceptors=(*combat.interceptors, new.thing) if intercepting else combat.interceptors,
        )
    )
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
    state.fight(replace(combat, targets=(*combat.targets, new.thing), defenders=(*combat.defenders, new.thing)))
    say(state, events.Redirect, "combat.4.1", "targets-and-copies.5.5", player=new.controller, card=new)
