"""The damage step: how much is dealt, to whom, by whom it counts as killed (combat.5)."""

from __future__ import annotations

from collections.abc import Sequence

from archivist.model import events
from archivist.model.card import Card
from archivist.model.event import Named
from archivist.model.state import State
from archivist.rules.abilities import held_abilities, triggered
from archivist.rules.abilities.triggering import Witnesses, watching
from archivist.rules.asking import Asked, ask_order
from archivist.rules.cards import states_and_counters
from archivist.rules.citations import combat as citations
from archivist.rules.combat import damage, who_may_attack
from archivist.rules.effects.continuous import characteristics as now
from archivist.rules.effects.events import emit, say
from archivist.rules.timing import state_based_checks
from archivist.rules.timing.state_based_checks import settle
from archivist.vocabulary.abilities import Command
from archivist.vocabulary.node import Steps
from archivist.vocabulary.pending import Combat
from archivist.vocabulary.statics.combat import Attacks, LifeAsPower


def deal_damage(state: State) -> Steps:
    """Attack and retaliation damage, then the deaths it brings, with no Opportunity in between (combat.5.damage.4).

    Abilities that the damage triggered go on the stack before the checks (combat.5.end-of-combat.1); what the checks
    trigger comes after them (combat.5.end-of-combat.2).
    """
    combat = state.combat
    assert combat is not None
    retaliators = yield from _ordered_retaliators(state, combat)
    used = tuple(Named(card.face, card.thing) for card in (*_weapons(state, combat), *_intent(state)))
    present = watching(state)
    killers: dict[int, Card] = {}
    strikes = [(card, _retaliation(state, card)) for card in retaliators]
    attacker = state.current(combat.attacker) if combat.attacker else None
    if attacker is not None:
        yield from _attack(state, combat, attacker, used, killers)
    else:
        say(state, events.NoAttackDamage, "combat.5.9", "combat.5.15", "combat.4.5", player=combat.player)
    yield from _strike_back(state, combat, strikes, killers)
    yield from triggered.place_triggers(state)
    yield from _kills(state, attacker, killers, used, present)
    yield from settle(state)


def _weapons(state: State, combat: Combat) -> list[Card]:
    """What is wielded and still there: a weapon that left adds nothing (combat.5.11)."""
    return [card for thing in combat.weapons if (card := state.current(thing)) is not None]


def _intent(state: State) -> list[Card]:
    return [state.cards[number] for number in state.intent]


def _attack(state: State, combat: Combat, attacker: Card, used: tuple[Named, ...], killers: dict[int, Card]) -> Steps:
    """The attack's damage, in full to every defender that is left; wielded weapons lose one durability counter in all.

    Without a defender nothing is dealt and nothing wears off, whatever became of the attack's power (combat.5.12).
    Rules: combat.5.8, combat.5.9, combat.5.10, combat.5.14, combat.5.15, combat.5.16, combat.5.17.choice,
    combat.8.choice.5, combat.5.damage.3.
    """
    defenders = [card for thing in combat.defenders if (card := state.current(thing)) is not None]
    if not defenders:
        say(state, events.NoAttackDamage, "combat.5.10", "combat.5.15", "combat.4.5", player=combat.player)
        return
    weapons = _weapons(state, combat)
    strength = attack_power(state, attacker, weapons)
    if len(weapons) < len(combat.weapons):
        say(state, events.WithoutItsWeapon, "combat.5.11", "combat.5.15", player=combat.player, card=attacker)
    if strength <= 0:
        say(
            state, events.NoAttackDamage, "combat.5.12", "combat.6.2", "combat.6.7", "timing.10.4", player=combat.player
        )
    struck = yield from damage.deal(
        state,
        attacker,
        [(card.id, strength) for card in defenders],
        "combat.5.8",
        "combat.5.damage.3",
        *citations.of_attack_damage(state, attacker, weapons, len(defenders)),
        combat=True,
        unpreventable=any(bonus.unpreventable for bonus in who_may_attack.bonuses(state, attacker, weapons)),
        critical=who_may_attack.numbers_of(state, attacker, weapons, "critical"),
        using=used,
        by="attack",
    )
    killers.update((number, attacker) for number in struck if damage.lethal(state, state.cards[number]))
    for card in weapons:
        once = ("combat.5.16",) if combat.cleave else ()
        states_and_counters.remove_counters(state, card.id, "durability", 1, "combat.5.14", "combat.5.17.choice", *once)


def _strike_back(state: State, combat: Combat, strikes: Sequence[tuple[Card, int]], killers: dict[int, Card]) -> Steps:
    """Each retaliator's damage to whom it strikes, though that one attacks no more, or the retaliator hid.

    Rules: combat.5.5, combat.5.6, combat.5.7, combat.5.10.
    """
    struck = state.current(combat.struck) if combat.struck else None
    if struck is None:
        return
    for card, power in strikes:
        dealt = yield from damage.deal(
            state,
            card,
            [(struck.id, power)],
            "combat.5.7",
            *citations.of_retaliation(state, combat, card),
            combat=True,
            critical=state.now.instances(state, card, "critical"),
            by="retaliation",
        )
        for number in dealt:
            if damage.lethal(state, state.cards[number]):
                killers.setdefault(number, card)


def _ordered_retaliators(state: State, combat: Combat) -> Asked[list[Card]]:
    """The attacking player orders several retaliators; it matters for On Kill and replacements (combat.5.7)."""
    cards = [card for thing in combat.retaliators if (card := state.current(thing)) is not None]
    if len(cards) < 2:
        return cards
    return (
        yield from ask_order(
            combat.player,
            ("combat.5.damage.2", "combat.5.7"),
            "choose the order in which retaliators deal damage",
            [card.thing for card in cards],
            cards,
        )
    )


def attack_power(state: State, attacker: Card, weapons: Sequence[Card]) -> int:
    """The attacker's power, all intents, wielded weapons and bonuses, summed now, whatever these cards are.

    Rules: combat.5.8, combat.5.11, combat.4.4, cards.4.ammunition, combat.8.ranged, combat.8.commanded-will,
    keywords.ranged, keywords.commanded-will.
    """
    total = _own_power(state, attacker)
    total += sum(state.now.power(state, card) or 0 for card in (*_intent(state), *weapons))
    wielded = [card.thing for card in weapons]
    for active, bonus in now.statics(state, Attacks):
        if held_abilities.about_attack(state, active, bonus, attacker, wielded):
            total += active.scene(state).amount(bonus.power)
    held = state.now.keywords(state, attacker)
    if "distant" in attacker.properties:
        total += held.get("ranged", 0)
    if any(_is_command(state, number) for number in state.intent):
        total += held.get("commanded will", 0)
    return total


def _is_command(state: State, number: int) -> bool:
    return any(isinstance(ability, Command) for ability in state.pool[state.cards[number].face].abilities)


def _own_power(state: State, unit: Card) -> int:
    for active, as_power in now.statics(state, LifeAsPower):
        if active.reaches(state, as_power.of, unit):
            return state.now.life(state, unit) or 0
    return state.now.power(state, unit) or 0


def _retaliation(state: State, card: Card) -> int:
    """What a retaliator deals: its power, more with Retort (combat.8.retort, keywords.retort)."""
    return _own_power(state, card) + now.number_of(state, card, "retort")


def _kills(
    state: State, attacker: Card | None, killers: dict[int, Card], used: tuple[Named, ...], present: Sequence[Card]
) -> Steps:
    """Units that die straight from combat damage were killed by it; by one retaliator only.

    Rules: keywords.on-kill, combat.5.7.
    """
    mark = len(state.events)
    witnesses = Witnesses(state.copy(), present)
    yield from state_based_checks.deaths(state)
    died = [event.card for event in state.events[mark:] if isinstance(event, events.Die)]
    group = state.tick() if len(died) > 1 else 0
    for card in died:
        killer = killers.get(card.id)
        if killer is None:
            continue
        attack = killer is attacker
        event = events.Kill(
            ("keywords.on-kill", "combat.8.on-kill"),
            killer.controller,
            Named(card.face, card.thing),
            used if attack else (),
            by="attack" if attack else "retaliation",
            card=card,
            source=killer,
            group=group,
        )
        emit(state, event, witnesses)
