"""Damage: the damage step of combat, dealing damage of any kind, and where it goes (combat.5, combat.6)."""

from __future__ import annotations

from collections.abc import Generator, Sequence

from archivist.model import events
from archivist.model.card import Card, Thing
from archivist.model.decision import Answer, Decision
from archivist.model.event import Named
from archivist.model.state import State
from archivist.rules.abilities import placing_triggers
from archivist.rules.abilities.triggered_abilities import Witnesses, watching
from archivist.rules.asking import Asked, ask_order
from archivist.rules.cards import states_and_counters
from archivist.rules.cards.states_and_counters import lethal
from archivist.rules.citations import combat as citations
from archivist.rules.combat import attack_targets
from archivist.rules.combat.damage_prevention import Blow, applicable, cannot_be_prevented, replace_damage, spend
from archivist.rules.combat.weapons import wear
from archivist.rules.effects.continuous import characteristics as now
from archivist.rules.effects.events import emit, say
from archivist.rules.timing import state_based_checks
from archivist.rules.timing.state_based_checks import settle, unsettled
from archivist.vocabulary.node import Steps
from archivist.vocabulary.pending import Combat
from archivist.vocabulary.statics.combat import LifeAsPower


def deal_damage(state: State) -> Steps:
    """Attack and retaliation damage, then the deaths it brings, with no Opportunity in between (combat.5.damage.4).

    Abilities that the damage triggered go on the stack before the checks (combat.5.end-of-combat.1); what the checks
    trigger comes after them (combat.5.end-of-combat.2).

    Rules: combat.5.damage.
    """
    combat = state.combat
    assert combat is not None
    retaliators = _there(state, combat.retaliators)
    if len(retaliators) > 1:
        retaliators = yield from _ordered(combat, retaliators)
    weapons = _there(state, combat.weapons)
    used = tuple([Named(card.face, card.thing) for card in (*weapons, *_intent(state))])
    present = watching(state)
    killers: dict[int, Card] = {}
    strikes = [(card, _own_power(state, card)) for card in retaliators]
    attacker = state.current(combat.attacker) if combat.attacker else None
    if attacker is not None:
        yield from _attack(state, combat, attacker, weapons, used, killers)
    else:
        say(state, events.NoAttackDamage, "combat.5.9", "combat.5.15", "combat.4.5", player=combat.player)
    if strikes:
        yield from _strike_back(state, combat, strikes, killers)
    if state.waiting:
        yield from placing_triggers.place_triggers(state)
    yield from _kills(state, attacker, killers, used, present)
    if unsettled(state):
        yield from settle(state)


def _there(state: State, things: Sequence[Thing]) -> list[Card]:
    """Those who take part and are still there: a weapon that left adds nothing (combat.5.11)."""
    cards = state.cards
    return [card for thing in things if (card := cards[thing.id]).incarnation == thing.incarnation]


def _intent(state: State) -> list[Card]:
    return [state.cards[number] for number in state.intent]


def _attack(
    state: State,
    combat: Combat,
    attacker: Card,
    weapons: Sequence[Card],
    used: tuple[Named, ...],
    killers: dict[int, Card],
) -> Steps:
    """The attack's damage, in full to every defender that is left; wielded weapons lose one durability counter in all.

    Without a defender nothing is dealt and nothing wears off, whatever became of the attack's power (combat.5.12).
    Rules: combat.5.8, combat.5.9, combat.5.10, combat.5.14, combat.5.15, combat.5.16, combat.5.17.choice,
    combat.8.choice.5, combat.5.damage.3.
    """
    defenders = _there(state, combat.defenders)
    if not defenders:
        say(state, events.NoAttackDamage, "combat.5.10", "combat.5.15", "combat.4.5", player=combat.player)
        return
    held = attack_targets.bonuses(state, attacker, weapons)
    strength = _strength(state, attacker, weapons, held)
    if len(weapons) < len(combat.weapons):
        say(state, events.WithoutItsWeapon, "combat.5.11", "combat.5.15", player=combat.player, card=attacker)
    if strength <= 0:
        say(
            state, events.NoAttackDamage, "combat.5.12", "combat.6.2", "combat.6.7", "timing.10.4", player=combat.player
        )
    struck = yield from deal(
        state,
        attacker,
        [(card.id, strength) for card in defenders],
        "combat.5.8",
        "combat.5.damage.3",
        *citations.of_attack_damage(state, attacker, weapons, len(defenders)),
        combat=True,
        unpreventable=any(bonus.unpreventable for _, bonus in held),
        critical=attack_targets.numbers_of(state, attacker, weapons, held, "critical"),
        using=used,
        by="attack",
    )
    for number in struck:
        if lethal(state, state.cards[number]):
            killers[number] = attacker
    wear(state, weapons, cleave=combat.cleave)


def _strike_back(state: State, combat: Combat, strikes: Sequence[tuple[Card, int]], killers: dict[int, Card]) -> Steps:
    """Each retaliator's damage to whom it strikes, though that one attacks no more, or the retaliator hid.

    Rules: combat.5.5, combat.5.6, combat.5.7, combat.5.10, combat.8.retort, keywords.retort.
    """
    assert combat.struck is not None
    struck = state.current(combat.struck)
    if struck is None:
        return
    for card, power in strikes:
        dealt = yield from deal(
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
            if lethal(state, state.cards[number]):
                killers.setdefault(number, card)


def _ordered(combat: Combat, retaliators: list[Card]) -> Asked[list[Card]]:
    """The attacking player orders several retaliators; it matters for On Kill and replacements (combat.5.7)."""
    return (
        yield from ask_order(
            combat.player,
            ("combat.5.damage.2", "combat.5.7"),
            "choose the order in which retaliators deal damage",
            [card.thing for card in retaliators],
            retaliators,
        )
    )


def attack_power(state: State, attacker: Card, weapons: Sequence[Card]) -> int:
    """The power that an attack with these weapons has now."""
    return _strength(state, attacker, weapons, attack_targets.bonuses(state, attacker, weapons))


def _strength(state: State, attacker: Card, weapons: Sequence[Card], held: Sequence[attack_targets.Bonus]) -> int:
    """The attacker's power, all intents, wielded weapons and bonuses, summed now, whatever these cards are.

    Rules: combat.5.8, combat.5.11, combat.4.4, cards.4.ammunition, combat.8.ranged, keywords.ranged,
    combat.8.commanded-will, keywords.commanded-will.
    """
    total = _own_power(state, attacker)
    for card in _intent(state):
        total += state.now.power(state, card) or 0
    for card in weapons:
        total += state.now.power(state, card) or 0
    for active, bonus in held:
        total += active.scene(state).amount(bonus.power)
    if "distant" in attacker.properties:
        total += state.now.keywords(state, attacker).get("ranged", 0)
    return total


def _own_power(state: State, unit: Card) -> int:
    for active, as_power in now.statics(state, LifeAsPower):
        if active.reaches(state, as_power.of, unit):
            return state.now.life(state, unit) or 0
    return state.now.power(state, unit) or 0


def _kills(
    state: State, attacker: Card | None, killers: dict[int, Card], used: tuple[Named, ...], present: Sequence[Card]
) -> Steps:
    """Units that die straight from combat damage were killed by it; by one retaliator only.

    Rules: keywords.on-kill, combat.5.7, combat.6.8.
    """
    gone = state_based_checks.dying(state)
    if not gone:
        return
    mark = len(state.events)
    witnesses = Witnesses(state.copy(), present)
    yield from state_based_checks.deaths(state, gone)
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


def deal(
    state: State,
    source: Card,
    shares: Sequence[tuple[int, int]],
    *rules: str,
    combat: bool = False,
    unpreventable: bool = False,
    critical: tuple[int, ...] = (),
    using: tuple[Named, ...] = (),
    by: events.Dealing = "",
) -> Generator[Decision, Answer, dict[int, int]]:
    """Deals damage to objects at once, in one event; gives what each was really dealt.

    Its source goes along, and with it the elements that the damage has.

    Damage of 0 or less was not dealt.

    Rules: timing.10.4, combat.6, combat.6.2, combat.6.6, terms.2.source, terms.5.hit, combat.6.1, combat.6.3,
    combat.6.4, combat.8.critical, keywords.critical.
    """
    unpreventable = unpreventable or cannot_be_prevented(state, source, combat=combat)
    blows: list[Blow] = []
    for number, amount in shares:
        if amount > 0 and state.cards[number].zone == "field":
            blow = Blow(number, amount, source, combat, unpreventable, critical, by == "attack")
            changes = applicable(state, blow)
            if changes:
                yield from replace_damage(state, blow, changes)
            blows.append(blow)
        elif amount <= 0 and not combat:
            say(state, events.Nothing, "combat.6.2", "timing.10.4", "turn.1.7", "effects.1.4", card=state.cards[number])
    if combat and blows and state.still(source) is None:
        return {}  # it left the game with its player before any damage was dealt (turn.9.6)
    spend(state, blows)
    dealt: dict[int, int] = {}
    made: list[events.Damage] = []
    group = state.tick() if len(blows) > 1 else 0
    for blow in blows:
        before = state.cards[blow.number]
        if blow.amount <= 0 or before.zone != "field":
            continue
        cited = ["combat.6.1", "combat.6.3", *rules, "combat.6.2"] if combat else ["combat.6.3", *rules, "combat.6.2"]
        if group:
            cited.append("combat.6.6")
        cited += _mark(state, before, blow.amount)
        if combat:
            cited.append("turn.7.turn-based")
        dealt[blow.number] = dealt.get(blow.number, 0) + blow.amount
        made.append(
            events.Damage(
                tuple(cited), before.controller, Named(before.face, before.thing), using,
                amount=blow.amount, card=before, source=source, by=by, group=group,
            )
        )  # fmt: skip
    for damage in made:
        emit(state, damage)
        if combat:
            emit(state, _hit(damage))
    return dealt


def _hit(damage: events.Damage) -> events.Hit:
    """Combat damage, as those see it who trigger on hits (combat.6.7).

    Rules: keywords.on-hit, combat.8.on-hit.
    """
    return events.Hit(
        ("combat.6.7", "terms.5.hit"), damage.player, damage.subject, damage.objects,
        amount=damage.amount, card=damage.card, source=damage.source, by=damage.by, group=damage.group,
    )  # fmt: skip


def _mark(state: State, card: Card, amount: int) -> tuple[str, ...]:
    """Marks the damage, and gives the rules that say how: units keep it, a Siegeable domain loses durability counters.

    Rules: combat.6.5, cards.4.siegeable, cards.4.table, timing.9.8, timing.4.5.

    Damage on a champion stays until it is recovered (cards.9.damage).
    """
    if "siegeable" in state.now.words(state, card):
        states_and_counters.remove_counters(state, card.id, "durability", amount, "combat.6.5", "cards.4.siegeable")
        return ("combat.6.5", "cards.4.siegeable")
    properties = card.properties if "damaged lately" in card.properties else (*card.properties, "damaged lately")
    new = state.alter(card.id, damage=card.damage + amount, properties=properties)
    champion = "champion" in state.pool[card.face].words
    kept = ("combat.6.5", "cards.9.damage", "terms.7.damage") if champion else ("combat.6.5",)
    deathless = state.now.has(state, new, "immortality") and lethal(state, new)
    return (*kept, "keywords.immortality", "timing.4.5") if deathless else kept
