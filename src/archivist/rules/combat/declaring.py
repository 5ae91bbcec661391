"""Declaring an attack: attacker, weapon, targets, all at one moment (combat.3)."""

from __future__ import annotations

import itertools
from collections.abc import Generator

from msgspec.structs import replace

from archivist.model.card import Card, Seat, Thing
from archivist.model.decision import Answer, Decision
from archivist.model.errors import Illegal, Reason
from archivist.model.event import Event, Named
from archivist.model.state import State
from archivist.rules import characteristics as now
from archivist.rules import stack, timing, zones
from archivist.rules.combat import attacks
from archivist.rules.events import emit
from archivist.vocabulary.node import Steps
from archivist.vocabulary.pending import Combat, Item
from archivist.vocabulary.statics import Attacks, MustAttack


def declare(state: State, player: Seat, number: int, *, collect: bool = False) -> Steps:
    """Declares an attack with a unit, all steps at one moment; an illegal one is undone altogether (combat.3)."""
    unit = state.cards[number]
    found = attacks.refusals(state, player, unit)
    if found:
        raise Illegal(*(found if collect else found[:1]))
    zones.turn(state, number, "combat.1.6", "combat.3.step.1", rested=True)
    yield from _declare(state, player, number)


def begin_with_card(state: State, item: Item) -> Steps:
    """An attack card enters the attacker's intent and an attack is declared at once (RS.9, combat.2.4)."""
    card = state.cards[item.card]
    attacker = attacker_of(state, item)
    assert attacker is not None
    if item.copy:
        stack.put_into_intent(state, card, item.controller, played=card.played, x=card.x)
    else:
        properties = card.played.properties if card.played else ()
        zones.move(
            state, card.id, "intent", "RS.9", "RS.7", "combat.2.4",
            controller=item.controller, played=card.played, x=card.x, properties=properties,
        )  # fmt: skip
    yield from _declare(state, item.controller, attacker.id)


def attacker_of(state: State, item: Item) -> Card | None:
    """Who attacks with an attack card: the unit rested for it, else the champion (keywords.command)."""
    played = state.cards[item.card].played
    if played is not None and played.attacker is not None:
        return state.current(played.attacker)
    return state.champion(item.controller)


def may_begin(state: State, item: Item) -> bool:
    """Whether the controller of an attack card may begin combat now (RS.9, combat.2.3)."""
    if state.turn.player != item.controller or state.turn.phase != "main" or state.combat is not None:
        return False
    if any(other.id != item.id for other in state.stack) or attacks.first_turn_ban(state, item.controller):
        return False
    attacker = attacker_of(state, item)
    if attacker is None or not timing.obeys(state, attacker) or attacker.zone != "field":
        return False
    keywords = attacks.keywords_of(state, attacker, (item.card,), attacks.weapons_for(state, attacker, (item.card,)))
    return bool(attacks.targets(state, item.controller, keywords))


def _declare(state: State, player: Seat, number: int) -> Steps:
    """Weapon, then target; then the attacker is attacking (combat.3)."""
    weapon = yield from _choose_weapon(state, player, number)
    weapon = _unload(state, player, number, weapon)
    unit = state.cards[number]
    keywords = attacks.keywords_of(state, unit, state.intent, weapon)
    combat = yield from _choose_targets(state, player, unit, keywords, weapon)
    state.combat = combat
    state.alter_turn(phase="combat", step="declared")
    state.passes = 0
    state.opportunity = None
    _use_up_next(state, unit)
    names = tuple(Named(state.cards[thing.id].face, thing) for thing in combat.defenders)
    subject = Named(unit.face, unit.thing)
    emit(state, Event("attack", ("combat.3.2", "combat.1.1"), player, subject, names, card=unit))


def _choose_weapon(state: State, player: Seat, number: int) -> Generator[Decision, Answer, tuple[Card, ...]]:
    """One weapon may be wielded (combat.3.choice.2); a champion with nothing else must wield one (combat.1.5)."""
    unit = state.cards[number]
    weapons = attacks.weapons_for(state, unit, state.intent)
    if not weapons:
        return ()
    armed = bool(state.intent) or (now.power(state, unit) or 0) > 0
    answer = yield Decision(
        player,
        "weapon",
        ("combat.3.step.2", "combat.2.5"),
        "choose a weapon to wield",
        options=tuple(card.thing for card in weapons),
        least=0 if armed else 1,
        most=1,
        card=number,
    )
    assert isinstance(answer, tuple)
    return tuple(weapons[index] for index in answer)


def _unload(state: State, player: Seat, number: int, weapons: tuple[Card, ...]) -> tuple[Card, ...]:
    """What is loaded in the attacker and in what it wields enters the intent, all of it (zones.4.5, combat.2.6)."""
    for holder in (number, *(card.id for card in weapons)):
        for loaded in state.cards[holder].loaded:
            zones.move(state, loaded, "intent", "zones.4.5", "combat.2.6", controller=player)
    return tuple(state.cards[card.id] for card in weapons)


def _choose_targets(
    state: State, player: Seat, unit: Card, keywords: frozenset[str], weapons: tuple[Card, ...]
) -> Generator[Decision, Answer, Combat]:
    wielded = tuple(card.thing for card in weapons)
    options = attacks.targets(state, player, keywords)
    if not options:
        raise Illegal(Reason(("combat.1.9", "combat.3.step.3"), "there is nothing that could be attacked"))
    more = sum(
        now.keywords(state, card).get("multistrike", 0)
        for card in (unit, *weapons, *(state.cards[number] for number in state.intent))
    )
    words = tuple(sorted(keywords))
    if "cleave" in keywords:
        seats = sorted({card.controller for card in options})
        seat = yield from _choose_player(player, seats, unit)
        swept = tuple(card.thing for card in attacks.all_attackable(state, player, keywords) if card.controller == seat)
        others = [card for card in attacks.all_attackable(state, player, keywords) if card.controller != seat]
        added: tuple[Thing, ...] = ()
        if more and others:
            added = yield from _pick_targets(state, player, unit, others, keywords, 0, more)
        return Combat(player, unit.thing, (*swept, *added), added, wielded, keywords=words, cleave=True, defending=seat)
    options = _forced(state, unit, options if not more else attacks.all_attackable(state, player, keywords))
    targets = yield from _pick_targets(state, player, unit, options, keywords, 1, 1 + more)
    defending = state.cards[targets[0].id].controller
    return Combat(player, unit.thing, targets, targets, wielded, keywords=words, defending=defending)


def _pick_targets(
    state: State, player: Seat, unit: Card, options: list[Card], keywords: frozenset[str], least: int, most: int
) -> Generator[Decision, Answer, tuple[Thing, ...]]:
    """Targets of an attack: a player's Taunt units before that player's other objects (combat.8.choice.4)."""
    most = min(most, len(options))
    sets: tuple[tuple[int, ...], ...] = ()
    if most > 1 or least == 0:
        sets = tuple(
            picked
            for size in range(1, most + 1)
            for picked in itertools.combinations(range(len(options)), size)
            if _taunts_first(state, options, picked, keywords)
        )
    answer = yield Decision(
        player,
        "targets",
        ("combat.3.step.3", "combat.8.taunt", "combat.8.stealth", "combat.1.7", "combat.1.8"),
        "choose what to attack",
        options=tuple(card.thing for card in options),
        least=least,
        most=most,
        card=unit.id,
        sets=sets,
    )
    assert isinstance(answer, tuple)
    return tuple(options[each].thing for each in answer)


def _taunts_first(state: State, options: list[Card], picked: tuple[int, ...], keywords: frozenset[str]) -> bool:
    if "unblockable" in keywords:
        return True
    for seat in {options[index].controller for index in picked}:
        taunting = {i for i, card in enumerate(options) if card.controller == seat and _taunts(state, card)}
        mine = {index for index in picked if options[index].controller == seat}
        if mine - taunting and not taunting <= mine:
            return False
    return True


def _taunts(state: State, card: Card) -> bool:
    return now.has(state, card, "taunt") and not card.rested


def _choose_player(player: Seat, seats: list[Seat], unit: Card) -> Generator[Decision, Answer, Seat]:
    answer = yield Decision(
        player, "targets", ("combat.8.cleave",), "choose a player to cleave",
        options=tuple(Thing("player", seat) for seat in seats), card=unit.id,
    )  # fmt: skip
    assert isinstance(answer, tuple)
    return seats[answer[0]]


def _forced(state: State, unit: Card, options: list[Card]) -> list[Card]:
    """A unit that must attack a certain player's units does so if able (turn.4.13)."""
    for active, must in now.statics(state, MustAttack):
        if active.reaches(state, must.of, unit):
            units = [card for card in options if card.controller == must.player and "unit" in now.words(state, card)]
            if units:
                return units
    return options


def _use_up_next(state: State, unit: Card) -> None:
    """A bonus for the next attack becomes one for this attack alone."""
    for lasting in state.lasting:
        static = lasting.static
        if isinstance(static, Attacks) and static.next:
            active = now.Active(static, lasting.source, lasting.controller, lasting.stamp)
            if attacks.about(state, active, static, unit):
                made = replace(lasting, static=replace(static, next=False), until="combat", on=(unit.thing,))
                state.lasting = tuple(made if each is lasting else each for each in state.lasting)
    state.touch()
