"""Declaring an attack: attacker, weapons, targets and costs, all at one moment (combat.3)."""

from __future__ import annotations

from functools import partial

from msgspec.structs import replace

from archivist.model import events
from archivist.model.card import Card, Seat, Thing
from archivist.model.errors import Illegal
from archivist.model.event import Named
from archivist.model.state import State
from archivist.rules.abilities import abilities_in_general
from archivist.rules.asking import Asked, anew
from archivist.rules.cards import control_and_obedience, states_and_counters
from archivist.rules.citations import combat as citations
from archivist.rules.combat import attack_costs, who_may_attack
from archivist.rules.combat.attack_targets import NOTHING_LEFT, choose_targets
from archivist.rules.combat.weapons import choose_weapons, outfits, unload
from archivist.rules.effects.continuous import characteristics as now
from archivist.rules.effects.continuous.active import Active
from archivist.rules.effects.events import emit, named, tell
from archivist.rules.targets_and_copies import copies
from archivist.rules.turn import ending_and_leaving_the_game
from archivist.rules.zones import moving
from archivist.vocabulary.amounts import Amount
from archivist.vocabulary.node import Steps, refusable
from archivist.vocabulary.pending import Item, Lasting
from archivist.vocabulary.statics.characteristics import Modify
from archivist.vocabulary.statics.combat import Attacks, EntersIntent


def declare(state: State, player: Seat, number: int, *, collect: bool = False) -> Steps:
    """Declares an attack with a unit: one declaration, one combat phase (combat.3, combat.1.2).

    Nobody has Opportunity between its steps, and an illegal attack is undone with all that was paid (combat.3.step).
    The unit rests for it; what else it costs is in `attack_costs` (costs.5.15).
    """
    unit = state.cards[number]
    if not who_may_attack.can_attack(state, player, unit):
        found = who_may_attack.refusals(state, player, unit)
        raise Illegal(*(found if collect else found[:1]))
    states_and_counters.turn(state, number, "combat.1.6", "combat.3.step.1", rested=True)
    yield from _declare(state, player, number)


# -- attack cards ------------------------------------------------------------------------------------------------


def begin_with_card(state: State, item: Item) -> Steps:
    """An attack card enters the attacker's intent and an attack is declared at once (RS.9, combat.2, combat.2.4).

    If what is imposed on the attack is refused, there is no attack: the declaration is undone and the card fizzles.

    Rules: cards.4.attack, cards.1.attack.
    """
    attacker = attacker_of(state, item)
    assert attacker is not None
    before = state.copy()
    _enter_intent(state, item)
    try:
        yield from refusable(_declare(state, item.controller, attacker.id))
    except Illegal as illegal:
        if state.players[item.controller].lost:
            yield from moving.send(state, state.intent, "graveyard", "combat.5.18", "turn.9.6")
        else:
            ending_and_leaving_the_game.put_back(state, before)
            rules = (*illegal.reasons[0].rules, "combat.2.2")
            subject = named(state, state.cards[item.card])
            tell(state, events.Fizzle(rules, item.controller, subject, what=item.kind))


def _enter_intent(state: State, item: Item) -> None:
    """The attack card enters the intent, where it is an intent; a copy joins it without being a card.

    Rules: zones.1.intent, zones.3.14.
    """
    card = state.cards[item.card]
    played = card.played
    assert played is not None
    if item.copy:
        copies.put_into_intent(state, card, item.controller, played=played, x=card.x)
        return
    moving.move(
        state, card.id, "intent", "RS.9", "RS.7", "combat.2.4",
        controller=item.controller, played=played, x=card.x, properties=played.properties,
    )  # fmt: skip
    _strengthen(state, state.cards[card.id], played.player)


def _strengthen(state: State, card: Card, player: Seat) -> None:
    """What gives the cards that a player activates more power as they enter the intent (effects.5.12.resolved)."""
    for active, enters in now.statics(state, EntersIntent):
        scene = active.scene(state)
        if player == active.you and card.zone == "intent" and enters.cards.describes(scene, card):
            power = Modify(power=Amount(scene.amount(enters.power)))
            made = Lasting(state.tick(), power, active.you, active.source, "combat", (card.thing,))
            state.hold((*state.lasting, made))


def attacker_of(state: State, item: Item) -> Card | None:
    """Who attacks with an attack card: the unit rested for it, else the champion (keywords.command, combat.8.command)."""
    played = state.cards[item.card].played
    if played is not None and played.attacker is not None:
        return state.current(played.attacker)
    return state.champion(item.controller)


def may_begin(state: State, item: Item) -> bool:
    """Whether the controller of an attack card may begin combat now: never during another (RS.9, combat.2.3, combat.1.2)."""
    if state.turn.player != item.controller or state.turn.phase != "main":
        return False
    if any(other.id != item.id for other in state.stack) or who_may_attack.first_turn_ban(state, item.controller):
        return False
    if state.now.forbidden(state, item.controller, who_may_attack.FORBIDDEN):
        return False
    attacker = attacker_of(state, item)
    if attacker is None or attacker.controller != item.controller:
        return False
    if not control_and_obedience.obeys(state, attacker):
        return False
    return bool(who_may_attack.ready(state, item.controller, attacker, (item.card,)))


# -- the steps ---------------------------------------------------------------------------------------------------


def _declare(state: State, player: Seat, number: int) -> Steps:
    """Weapons, targets, additional costs, imposed costs; then the attacker is attacking (combat.3.step).

    Rules: keywords.on-attack, combat.8.on-attack, timing.6.4, combat.1.5, combat.3.step.2, combat.2.5.
    """
    weapons = yield from anew(partial(_wielded, state, player, number), partial(moving.check_here, state, number))
    weapons = unload(state, player, number, weapons)
    combat = yield from choose_targets(state, player, state.cards[number], weapons)
    unit = state.cards[number]
    defenders = [state.cards[thing.id] for thing in combat.defenders]
    price = attack_costs.charges(state, unit, state.intent, weapons, defenders)
    if price:
        yield from attack_costs.pay(state, player, unit, price, defenders)
    attack_costs.check_there(state, (unit, *defenders))
    state.fight(combat)
    state.alter_turn(phase="combat", step="declared")
    state.opportunity = None
    _use_up_next(state, unit, combat.weapons)
    names = tuple([Named(state.cards[thing.id].face, thing) for thing in combat.defenders])
    rules = ["combat.3.2", "combat.1.1", *citations.of_attack(state, combat, unit)]
    if price:
        rules.append("combat.3.choice.1")
    emit(state, events.Attack(tuple(rules), player, Named(unit.face, unit.thing), names, card=unit))


def _wielded(state: State, player: Seat, number: int) -> Asked[tuple[Card, ...]]:
    """What the attacker wields, chosen from what it can attack with now."""
    unit = state.cards[number]
    every = outfits(state, unit, state.intent)
    if len(every) < 2:
        return ()  # there is nothing to wield
    ready = who_may_attack.ready(state, player, unit, state.intent)
    if not ready:
        raise Illegal(NOTHING_LEFT)
    return (yield from choose_weapons(player, unit, ready, narrowed=len(ready) < len(every)))


def _use_up_next(state: State, unit: Card, wielded: tuple[Thing, ...]) -> None:
    """A bonus for the next attack becomes one for this attack alone, whatever its words ask for later.

    One that was given to certain units is about their own attacks only (effects.5.4), and each has a next attack of its
    own: the others keep it.
    """
    kept: list[Lasting] = []
    used = False
    for lasting in state.lasting:
        static = lasting.static
        if isinstance(static, Attacks) and static.next:
            active = Active(static, lasting.source, lasting.controller, lasting.stamp, on=lasting.on)
            if abilities_in_general.about_attack(state, active, static, unit, wielded):
                used = True
                this_one = replace(static, next=False, if_=None)
                kept.append(replace(lasting, static=this_one, until="combat", on=(unit.thing,)))
                others = tuple(thing for thing in lasting.on or () if thing != unit.thing)
                if others:
                    kept.append(replace(lasting, on=others))
                continue
        kept.append(lasting)
    if used:
        state.hold(tuple(kept))
