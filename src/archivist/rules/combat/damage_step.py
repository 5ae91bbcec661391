"""The damage step: how much is dealt, to whom, by whom it counts as killed (combat.5)."""

from __future__ import annotations

from collections.abc import Generator, Sequence

from archivist.model.card import Card
from archivist.model.decision import Answer, Decision
from archivist.model.event import Event, Named
from archivist.model.state import State
from archivist.rules import characteristics as now
from archivist.rules import damage, zones
from archivist.rules.combat import attacks
from archivist.rules.events import emit
from archivist.vocabulary.face import Command
from archivist.vocabulary.node import Steps
from archivist.vocabulary.pending import Combat
from archivist.vocabulary.statics import Attacks, LifeAsPower


def deal_damage(state: State) -> Steps:
    """Attack and retaliation damage at the same time; wielded weapons lose durability (combat.5.8, combat.5.14)."""
    combat = state.combat
    assert combat is not None
    attacker = state.current(combat.attacker) if combat.attacker else None
    if attacker is None:
        return
    defenders = [card for thing in combat.defenders if (card := state.current(thing)) is not None]
    weapons = [card for thing in combat.weapons if (card := state.current(thing)) is not None]
    retaliators = yield from _ordered_retaliators(state, combat)
    blows = [(card, _retaliation(state, card)) for card in retaliators]
    watchers = zones.watching(state)
    used = tuple(Named(card.face, card.thing) for card in (*weapons, *(state.cards[n] for n in state.intent)))
    killers: dict[int, Card] = {}
    if defenders:
        strength = attack_power(state, attacker, weapons)
        critical = tuple(
            n
            for card in (attacker, *weapons, *(state.cards[number] for number in state.intent))
            for n in now.instances(state, card, "critical")
        )
        shares = [(card.id, strength) for card in defenders]
        struck = yield from damage.deal(
            state, attacker, shares, "combat.5.8", combat=True, critical=critical, using=used, note="attack"
        )
        killers.update((number, attacker) for number in struck if damage.lethal(state, state.cards[number]))
        for card in weapons:
            zones.remove_counters(state, card.id, "durability", 1, "combat.5.14")
    for card, power in blows:
        struck = yield from damage.deal(
            state,
            card,
            [(attacker.id, power)],
            "combat.5.7",
            combat=True,
            critical=now.instances(state, card, "critical"),
            note="retaliation",
        )
        for number in struck:
            if damage.lethal(state, state.cards[number]):
                killers.setdefault(number, card)
    _kills(state, attacker, killers, used, watchers)


def _ordered_retaliators(state: State, combat: Combat) -> Generator[Decision, Answer, list[Card]]:
    """The attacking player orders several retaliators; it matters for On Kill and replacements (combat.5.7)."""
    cards = [card for thing in combat.retaliators if (card := state.current(thing)) is not None]
    if len(cards) < 2:
        return cards
    answer = yield Decision(
        combat.player,
        "order",
        ("combat.5.damage.2", "combat.5.7"),
        "choose the order in which retaliators deal damage",
        form="order",
        options=tuple(card.thing for card in cards),
    )
    assert isinstance(answer, tuple)
    return [cards[index] for index in answer]


def attack_power(state: State, attacker: Card, weapons: Sequence[Card]) -> int:
    """The attacker's power, all intents, wielded weapons and bonuses, summed now (combat.5.8, cards.4.ammunition)."""
    total = _own_power(state, attacker)
    total += sum(now.power(state, state.cards[number]) or 0 for number in state.intent)
    total += sum(now.power(state, card) or 0 for card in weapons)
    for active, bonus in now.statics(state, Attacks):
        if attacks.about(state, active, bonus, attacker):
            total += active.scene(state).amount(bonus.power)
    held = now.keywords(state, attacker)
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
            return now.life(state, unit) or 0
    return now.power(state, unit) or 0


def _retaliation(state: State, card: Card) -> int:
    return _own_power(state, card) + now.keywords(state, card).get("retort", 0)


def _kills(
    state: State, attacker: Card, killers: dict[int, Card], used: tuple[Named, ...], watchers: Sequence[Card]
) -> None:
    """Units that die straight from combat damage were killed by it; by one retaliator only.

    Rules: keywords.on-kill, combat.5.7.
    """
    from archivist.rules import checks

    mark = len(state.events)
    checks.deaths(state)
    died = [event.card for event in state.events[mark:] if event.kind == "die" and event.card is not None]
    for card in died:
        by = killers.get(card.id)
        if by is None:
            continue
        attack = by is attacker
        event = Event(
            "kill",
            ("keywords.on-kill",),
            by.controller,
            Named(card.face, card.thing),
            used if attack else (),
            note="attack" if attack else "retaliation",
            card=card,
            other=by,
        )
        emit(state, event, watchers)
