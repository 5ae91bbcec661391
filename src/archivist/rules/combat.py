"""Combat: declaring attacks, roles, retaliation, damage, the end of combat (combat)."""

from __future__ import annotations

import itertools
from collections.abc import Generator, Sequence

from msgspec.structs import replace

from archivist.model.card import Card, Seat, Thing
from archivist.model.decision import Answer, Decision
from archivist.model.errors import Illegal, Reason
from archivist.model.event import Event, Named
from archivist.model.state import State
from archivist.rules import characteristics as now
from archivist.rules import damage, timing, zones
from archivist.rules.events import emit, say
from archivist.vocabulary.face import Command
from archivist.vocabulary.node import Steps
from archivist.vocabulary.pending import Combat, Item
from archivist.vocabulary.statics import Attacks, LifeAsPower, MustAttack

LOADED = frozenset(("gun", "bow", "aetherwing"))
"""Weapons that are wielded only while loaded, and never with an attack card (combat.2.6)."""


# -- who may attack ----------------------------------------------------------------------------------------------


def refusals(state: State, player: Seat, unit: Card) -> list[Reason]:
    """Everything against declaring an attack with a unit now (combat.1)."""
    found: list[Reason] = []
    when = timing.speed_refusal(state, player, fast=False)
    if when is not None:
        found.append(when)
    if unit.controller != player or "unit" not in now.words(state, unit) or unit.zone != "field":
        return [*found, Reason(("combat.1.4",), "only a unit you control can attack")]
    if first_turn_ban(state, player):
        found.append(Reason(("turn.3.4",), "nobody may attack in this turn"))
    if unit.rested:
        found.append(Reason(("combat.3.step.1", "combat.1.6", "combat.1.4", "costs.5.7"), f"{unit.face} is rested"))
    if not timing.obeys(state, unit):
        found.append(Reason(("combat.1.10", "combat.1.4", "keywords.pride"), f"{unit.face} does not obey you"))
    if (now.power(state, unit) or 0) <= 0 and not _weapons(state, unit):
        rule = "combat.1.5" if "champion" in now.words(state, unit) else "combat.1.4"
        found.append(Reason((rule,), f"{unit.face} has no power to attack with"))
    if not _targets(state, player, _keywords(state, unit, (), _weapons(state, unit))):
        found.append(Reason(("combat.1.9",), "there is nothing that could be attacked"))
    return found


def first_turn_ban(state: State, player: Seat) -> bool:
    """In the first turn cycle only the last player may attack (turn.3.4)."""
    last = (state.first_player - 1) % len(state.players)
    return state.players[player].turns <= 1 and player != last and state.turn.number <= len(state.players)


def _weapons(state: State, unit: Card) -> list[Card]:
    """Weapons a champion may wield: those under its controller's control (cards.4.17)."""
    if "champion" not in now.words(state, unit):
        return []
    return [
        card
        for card in zones.on_field(state)
        if card.controller == unit.controller
        and "weapon" in now.words(state, card)
        and not now.words(state, card) & LOADED
    ]


def _targets(state: State, player: Seat, keywords: frozenset[str]) -> list[Card]:
    """Attackable objects: units and Siegeable domains of others; Stealth and Taunt limit them.

    Rules: combat.1.8, combat.8.
    """
    found: list[Card] = []
    for seat in state.opponents(player):
        objects = [card for card in zones.on_field(state) if card.controller == seat]
        attackable = [card for card in objects if _attackable(state, card, keywords)]
        taunting = [card for card in attackable if now.has(state, card, "taunt") and not card.rested]
        found.extend(taunting if taunting and "unblockable" not in keywords else attackable)
    return found


def _all_attackable(state: State, player: Seat, keywords: frozenset[str]) -> list[Card]:
    """Everything of other players that could be attacked, Taunt left aside."""
    return [card for card in zones.on_field(state) if card.controller != player and _attackable(state, card, keywords)]


def _attackable(state: State, card: Card, keywords: frozenset[str]) -> bool:
    if not now.words(state, card) & {"unit", "siegeable"}:
        return False
    return not now.has(state, card, "stealth") or "true sight" in keywords


def _keywords(state: State, unit: Card, intent: Sequence[int], weapons: Sequence[Card]) -> frozenset[str]:
    """The keywords of an attack: of the attacker, of what it wields and of the intent."""
    found = set(now.keywords(state, unit))
    for card in (*weapons, *(state.cards[number] for number in intent)):
        found |= set(now.keywords(state, card))
    for active, attacks in now.statics(state, Attacks):
        if attacks.keywords and _about(state, active, attacks, unit):
            found |= set(attacks.keywords)
    return frozenset(found)


def _about(state: State, active: now.Active, attacks: Attacks, unit: Card) -> bool:
    """Whether a bonus for attacks is about attacks of this unit."""
    if active.on is not None:
        return unit.thing in active.on
    if attacks.of == "this":
        own = active.source.zone == "intent" or active.source.thing == unit.thing
        good = own and state.players[active.you].champion is not None
    elif attacks.of == "linked":
        good = active.source.linked == unit.thing
    else:
        good = state.players[active.you].champion == unit.id
    return good and (attacks.if_ is None or attacks.if_.holds(active.scene(state)))


def must_attack(state: State, player: Seat) -> Card | None:
    """A unit that must attack this turn, can, and has not yet: the turn cannot move on before it does (turn.4.13)."""
    if state.turn.phase != "main" or state.turn.player != player or state.stack:
        return None
    for active, must in now.statics(state, MustAttack):
        for card in zones.on_field(state):
            if card.controller != player or not active.reaches(state, must.of, card):
                continue
            attacked = any(
                event.kind == "attack" and event.card and event.card.id == card.id for event in state.this_turn
            )
            if not attacked and not refusals(state, player, card) and _victims(state, card, must.player):
                return card
    return None


def _victims(state: State, unit: Card, player: Seat) -> bool:
    keywords = _keywords(state, unit, (), _weapons(state, unit))
    return any(
        card.controller == player and "unit" in now.words(state, card)
        for card in _targets(state, unit.controller, keywords)
    )


# -- declaring ---------------------------------------------------------------------------------------------------


def declare(state: State, player: Seat, number: int, *, collect: bool = False) -> Steps:
    """Declares an attack with a unit, all steps at one moment; an illegal one is undone altogether (combat.3)."""
    unit = state.cards[number]
    found = refusals(state, player, unit)
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
        copy = Card(
            len(state.cards), card.face, item.controller, item.controller, "intent", stamp=state.tick(), token=True,
            face_up=True, played=card.played, x=card.x,
        )  # fmt: skip
        state.cards.append(copy)
        state.intent = (*state.intent, copy.id)
        state.touch()
        say(state, "intent", "RS.9", "targets-and-copies.6.3", player=item.controller, card=copy)
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
    if any(other.id != item.id for other in state.stack) or first_turn_ban(state, item.controller):
        return False
    attacker = attacker_of(state, item)
    if attacker is None or not timing.obeys(state, attacker) or attacker.zone != "field":
        return False
    keywords = _keywords(state, attacker, (item.card,), _weapons(state, attacker))
    return bool(_targets(state, item.controller, keywords))


def _declare(state: State, player: Seat, number: int) -> Steps:
    """Weapon, then target; then the attacker is attacking (combat.3)."""
    weapon = yield from _choose_weapon(state, player, number)
    unit = state.cards[number]
    keywords = _keywords(state, unit, state.intent, weapon)
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
    weapons = _weapons(state, unit)
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


def _choose_targets(
    state: State, player: Seat, unit: Card, keywords: frozenset[str], weapons: tuple[Card, ...]
) -> Generator[Decision, Answer, Combat]:
    wielded = tuple(card.thing for card in weapons)
    options = _targets(state, player, keywords)
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
        swept = tuple(card.thing for card in _all_attackable(state, player, keywords) if card.controller == seat)
        others = [card for card in _all_attackable(state, player, keywords) if card.controller != seat]
        added: tuple[Thing, ...] = ()
        if more and others:
            added = yield from _pick_targets(state, player, unit, others, keywords, 0, more)
        return Combat(player, unit.thing, (*swept, *added), added, wielded, keywords=words, cleave=True, defending=seat)
    options = _forced(state, unit, options if not more else _all_attackable(state, player, keywords))
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
            if _about(state, active, static, unit):
                made = replace(lasting, static=replace(static, next=False), until="combat", on=(unit.thing,))
                state.lasting = tuple(made if each is lasting else each for each in state.lasting)
    state.touch()


# -- roles -------------------------------------------------------------------------------------------------------


def check_roles(state: State) -> bool:
    """Defenders that left or cannot be attacked any more stop defending (timing.4.2.7, combat.4)."""
    combat = state.combat
    if combat is None:
        return False
    attacker = state.current(combat.attacker) if combat.attacker else None
    keywords = frozenset(combat.keywords)
    if attacker is not None:
        weapons = [card for thing in combat.weapons if (card := state.current(thing)) is not None]
        keywords = _keywords(state, attacker, state.intent, weapons)
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
    return _attackable(state, card, keywords)


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
    return timing.obeys(state, card) and _attackable(state, card, frozenset(combat.keywords))


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


# -- retaliation -------------------------------------------------------------------------------------------------


def note_present(state: State) -> None:
    """Only units on the field before retaliation may retaliate (combat.5.3)."""
    assert state.combat is not None
    state.combat = replace(state.combat, present=tuple(card.thing for card in zones.on_field(state)))


def retaliate(state: State) -> Steps:
    """Each player may rest defending units to retaliate (combat.5.1)."""
    assert state.combat is not None
    for seat in state.living():
        units = [card for card in zones.on_field(state) if card.controller == seat and _may_retaliate(state, card)]
        if not units:
            continue
        answer = yield Decision(
            seat,
            "retaliate",
            ("combat.5.1", "combat.5.2"),
            "choose which units retaliate",
            options=tuple(card.thing for card in units),
            least=0,
            most=len(units),
        )
        assert isinstance(answer, tuple)
        for index in answer:
            unit = units[index]
            if not now.has(state, unit, "steadfast"):
                zones.turn(state, unit.id, "combat.5.1", rested=True)
            say(state, "retaliate", "combat.5.1", player=seat, card=unit)
            state.combat = replace(state.combat, retaliators=(*state.combat.retaliators, unit.thing))
            state.touch()


def _may_retaliate(state: State, card: Card) -> bool:
    combat = state.combat
    assert combat is not None
    if combat.attacker is None or "unit" not in now.words(state, card) or card.controller == combat.player:
        return False
    if card.thing not in combat.present or (now.power(state, card) or 0) <= 0:
        return False
    if card.thing not in combat.defenders and not now.has(state, card, "ambush"):
        return False
    return not card.rested or now.has(state, card, "steadfast")


# -- damage ------------------------------------------------------------------------------------------------------


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
    """The attacker's power, all intents, wielded weapons and bonuses, summed now (combat.5.8)."""
    total = _own_power(state, attacker)
    total += sum(now.power(state, state.cards[number]) or 0 for number in state.intent)
    total += sum(now.power(state, card) or 0 for card in weapons)
    for active, attacks in now.statics(state, Attacks):
        if _about(state, active, attacks, attacker):
            total += active.scene(state).amount(attacks.power)
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


# -- the end -----------------------------------------------------------------------------------------------------


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
