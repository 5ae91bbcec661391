"""Who may attack, with what and whom; what belongs to an attack (combat.1, combat.2)."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence

from archivist.model import events
from archivist.model.card import Card, Seat, Thing
from archivist.model.errors import Reason
from archivist.model.state import State
from archivist.rules.abilities import held_abilities
from archivist.rules.combat import attack_costs
from archivist.rules.effects.continuous import characteristics as now
from archivist.rules.effects.continuous.in_force import objects, standing
from archivist.rules.timing import opportunity
from archivist.rules.zones import moving
from archivist.vocabulary.abilities import Keyword
from archivist.vocabulary.statics.combat import AttackOnly, Attacks, MustAttack, Wields

LOADED = frozenset(("gun", "bow", "aetherwing"))
"""Weapons that are wielded only while loaded, and never with an attack card (combat.2.6)."""

FORBIDDEN = "declare attacks"
"""What an effect may keep a player from."""

Outfit = tuple[Card, ...]
"""What is wielded together in an attack."""


# -- whether an attack can be declared ---------------------------------------------------------------------------


def refusals(state: State, player: Seat, unit: Card) -> list[Reason]:
    """Everything against declaring an attack with a unit now (combat.1).

    Nothing asks how long it has been there: an awake unit may attack in the turn in which it enters (combat.1.3).
    """
    found: list[Reason] = []
    when = opportunity.speed_refusal(state, player, fast=False)
    if when is not None:
        one = ("combat.1.2",) if state.combat is not None else ()
        found.append(Reason((*when.rules, "combat.1.1", *one), when.why))
    if unit.controller != player or "unit" not in state.now.words(state, unit) or unit.zone != "field":
        return [*found, Reason(("combat.1.4",), "only a unit you control can attack")]
    if first_turn_ban(state, player):
        found.append(Reason(("turn.3.4",), "nobody may attack this turn"))
    if state.now.forbidden(state, player, FORBIDDEN):
        found.append(Reason(("timing.6.2", "effects.2.5"), "an effect keeps you from declaring attacks"))
    if unit.rested:
        found.append(Reason(("combat.3.step.1", "combat.1.6", "combat.1.4", "costs.5.7"), f"{unit.face} is rested"))
    if not opportunity.obeys(state, unit):
        found.append(
            Reason(
                ("combat.1.10", "combat.1.4", "keywords.pride", "combat.8.pride", "terms.3.obedience"),
                f"{unit.face} does not obey you",
            )
        )
    found.extend(hindrances(state, player, unit))
    return found


def hindrances(state: State, player: Seat, unit: Card, intent: Sequence[int] = ()) -> list[Reason]:
    """Why no way of wielding leads to an attack: no power, nothing to attack, or a cost that cannot be paid."""
    armed = [outfit for outfit in outfits(state, unit, intent) if _strong(state, unit, outfit, intent)]
    found: list[Reason] = []
    if not armed:
        rule = "combat.1.5" if "champion" in state.now.words(state, unit) else "combat.1.4"
        found.append(Reason((rule,), f"{unit.face} has no power to attack with"))
        armed = [()]
    reaching = [outfit for outfit in armed if targets(state, player, keywords_of(state, unit, intent, outfit), unit)]
    if not reaching:
        found.append(Reason(("combat.1.9",), "there is nothing to attack"))
    elif not any(affordable(state, player, unit, intent, outfit) for outfit in reaching):
        defenders = openings(state, player, unit, intent, reaching[0])[0]
        price = attack_costs.charges(state, unit, intent, reaching[0], defenders)
        found.extend(attack_costs.lacks(state, player, unit, price, defenders))
    return found


def attackers(state: State, player: Seat) -> list[int]:
    """The units with which a player can attack; what keeps a player from attacking at all is looked at once."""
    if _barred(state, player):
        return []
    cards, open_ = state.cards, _open(state, player)
    return [
        number
        for number in state.field
        if (card := cards[number]).controller == player and not card.rested and _able(state, player, card, open_)
    ]


def can_attack(state: State, player: Seat, unit: Card) -> bool:
    """Whether nothing stands against an attack with a unit."""
    if unit.zone != "field" or unit.rested or _barred(state, player):
        return False
    return _able(state, player, unit, _open(state, player))


def _barred(state: State, player: Seat) -> bool:
    """Whether a player may not attack, with whatever unit."""
    return first_turn_ban(state, player) or state.now.forbidden(state, player, FORBIDDEN)


def _open(state: State, player: Seat) -> bool:
    """Whether a unit with power that obeys its player can attack, whichever it is: it costs nothing, and something can be
    attacked by anything.
    """
    if attack_costs.any_charged(state) or opportunity.speed_refusal(state, player, fast=False) is not None:
        return False
    if any(True for _ in now.statics(state, AttackOnly)):
        return False  # some may attack only a few things, which need not be there
    champions = (state.champion(seat) for seat in state.opponents(player))
    return any(champion is not None and attackable(state, champion, frozenset()) for champion in champions)


def _able(state: State, player: Seat, unit: Card, open_: bool) -> bool:
    """Whether nothing stands against an attack with an awake object: the plain case, and else all that could."""
    if "unit" not in state.now.words(state, unit):
        return False
    powerful = (state.now.power(state, unit) or 0) > 0
    if not powerful and not weapons_for(state, unit):
        return False
    if powerful and open_ and unit.controller == player:
        return opportunity.obeys(state, unit)
    return not refusals(state, player, unit)


def ready(state: State, player: Seat, unit: Card, intent: Sequence[int] = ()) -> list[Outfit]:
    """The ways of wielding with which the attack has power and a target, and can be paid for."""
    return [
        outfit
        for outfit in outfits(state, unit, intent)
        if _strong(state, unit, outfit, intent)
        and targets(state, player, keywords_of(state, unit, intent, outfit), unit)
        and affordable(state, player, unit, intent, outfit)
    ]


def first_turn_ban(state: State, player: Seat) -> bool:
    """In the first turn cycle only the last player may attack: the last of those who are in the game (turn.3.4)."""
    n = len(state.players)
    if state.players[player].turns > 1 or state.turn.number > n:
        return False
    cycle = ((state.first_player + step) % n for step in range(n - 1, -1, -1))
    return player != next((seat for seat in cycle if not state.players[seat].lost), None)


def affordable(state: State, player: Seat, unit: Card, intent: Sequence[int], outfit: Outfit) -> bool:
    """Whether some target can be attacked in this way with all its costs paid (combat.3.step.4)."""
    if not attack_costs.any_charged(state):
        return True
    return any(
        attack_costs.payable(state, player, unit, intent, outfit, defenders)
        for defenders in openings(state, player, unit, intent, outfit)
    )


def openings(state: State, player: Seat, unit: Card, intent: Sequence[int], outfit: Outfit) -> list[tuple[Card, ...]]:
    """The smallest sets of defenders with which the attack could begin: one target, or all of a player for Cleave."""
    keywords = keywords_of(state, unit, intent, outfit)
    single: list[tuple[Card, ...]] = [(card,) for card in targets(state, player, keywords, unit)]
    if "cleave" not in keywords:
        return single
    every = allowed(state, unit, all_attackable(state, player, keywords))
    seats = sorted({card.controller for card in every})
    return [tuple(card for card in every if card.controller == seat) for seat in seats]


# -- what is wielded ---------------------------------------------------------------------------------------------


def outfits(state: State, unit: Card, intent: Sequence[int] = ()) -> list[Outfit]:
    """What may be wielded together: nothing, one weapon, or as many as an effect allows (combat.3.choice.2)."""
    most = _hands(state, unit)
    weapons = weapons_for(state, unit, intent) if most else []
    return [outfit for size in range(most + 1) for outfit in itertools.combinations(weapons, size)]


def _hands(state: State, unit: Card) -> int:
    """How many weapons a unit may wield: a champion one, an ally none, unless an effect lets it (cards.4.17)."""
    own = 1 if "champion" in state.now.words(state, unit) else 0
    allowed = [
        wields.weapons for active, wields in now.statics(state, Wields) if active.reaches(state, wields.of, unit)
    ]
    return max((own, *allowed))


def weapons_for(state: State, unit: Card, intent: Sequence[int] = ()) -> list[Card]:
    """Weapons that may be wielded for an attack: those under its controller's control (terms.5.wield).

    A Gun, Bow or Aetherwing only while loaded, and never with an attack card (combat.2.6, cards.4.loadable).
    """
    with_card = any("attack" in state.now.words(state, state.cards[number]) for number in intent)
    only = _only_weapons(state, unit)
    return [
        card
        for card in _perhaps_weapons(state, unit.controller)
        if "weapon" in (words := state.now.words(state, card))
        and not (words & LOADED and (with_card or not card.loaded))
        and (only is None or card.thing in only)
    ]


def _only_weapons(state: State, unit: Card) -> frozenset[Thing] | None:
    """The weapons that a unit may wield by their own texts alone; None if it may wield any."""
    letting = [
        (active, wields) for active, wields in now.statics(state, Wields) if active.reaches(state, wields.of, unit)
    ]
    if "champion" in state.now.words(state, unit) or any(not wields.this_one for _, wields in letting):
        return None
    return frozenset(active.source.thing for active, _ in letting)


def _perhaps_weapons(state: State, seat: Seat) -> list[Card]:
    """The objects of a player that may be weapons."""
    changed = "words" in (state.standing or standing(state)).changed
    cards = (state.cards[number] for number in (state.field if changed else (state.objects or objects(state)).weapons))
    return [card for card in cards if card.controller == seat]


def _strong(state: State, unit: Card, outfit: Outfit, intent: Sequence[int]) -> bool:
    """Whether there is something to attack with: power of its own, a card, for a champion a weapon (combat.1.5).

    The weapon that an ally wields must bring the attack above 0 (combat.1.4).
    """
    power = state.now.power(state, unit) or 0
    if intent or power > 0:
        return True
    if "champion" in state.now.words(state, unit):
        return bool(outfit)
    loaded = (state.cards[number] for card in outfit for number in card.loaded)
    return power + sum(state.now.power(state, card) or 0 for card in (*outfit, *loaded)) > 0


# -- what can be attacked ----------------------------------------------------------------------------------------


def targets(state: State, player: Seat, keywords: frozenset[str], unit: Card) -> list[Card]:
    """What an attack may be declared on: a player's awake Taunt units before that player's other objects.

    Of these an effect may leave the unit only some.

    Unblockable attacks ignore Taunt. Rules: combat.8.taunt, combat.8.choice.4, combat.8.unblockable, keywords.taunt,
    keywords.unblockable.
    """
    every = all_attackable(state, player, keywords)
    if "unblockable" in keywords:
        return allowed(state, unit, every)
    taunting = {card.controller for card in every if taunts(state, card)}
    before = [card for card in every if card.controller not in taunting or taunts(state, card)]
    return allowed(state, unit, before)


def allowed(state: State, unit: Card, cards: list[Card]) -> list[Card]:
    """Those that a unit may attack, where an effect lets it attack only some (timing.6.2)."""
    limits = [(active, only) for active, only in now.statics(state, AttackOnly) if active.reaches(state, only.of, unit)]
    return [card for card in cards if all(_lets_attack(state, active, only, card) for active, only in limits)]


def _lets_attack(state: State, active: now.Active, only: AttackOnly, card: Card) -> bool:
    if not only.at.fits(active.scene(state), card):
        return False
    champion = state.players[active.you].champion
    hits = (event for event in state.this_turn if isinstance(event, events.Hit))
    return not only.hit or any(event.source.id == champion and event.card.thing == card.thing for event in hits)


def taunts(state: State, card: Card) -> bool:
    return not card.rested and state.now.has(state, card, "taunt")


def all_attackable(state: State, player: Seat, keywords: frozenset[str]) -> list[Card]:
    """Everything of other players that could be attacked, Taunt left aside (combat.1.7)."""
    others = state.opponents(player)
    return [
        card
        for seat in others
        for card in moving.on_field(state)
        if card.controller == seat and attackable(state, card, keywords)
    ]


def attackable(state: State, card: Card, keywords: frozenset[str]) -> bool:
    """Units and Siegeable domains, unless hidden from this attack (combat.1.8, cards.4.13)."""
    return bool(state.now.words(state, card) & {"unit", "siegeable"}) and not hidden(state, card, keywords)


def hidden(state: State, card: Card, keywords: frozenset[str]) -> bool:
    """Stealth hides an object from attacks that have no True Sight (combat.8.stealth, combat.8.true-sight).

    Rules: keywords.stealth, keywords.true-sight.
    """
    return "true sight" not in keywords and state.now.has(state, card, "stealth")


# -- what belongs to an attack -----------------------------------------------------------------------------------


def keywords_of(state: State, unit: Card, intent: Sequence[int], weapons: Sequence[Card]) -> frozenset[str]:
    """The keywords of an attack: of the attacker, of what it wields, of the intent and of what will enter it.

    Each is there or not; a second instance adds nothing where the number does not count (combat.8, combat.8.table).
    """
    found: set[str] = set()
    coming = (number for card in (unit, *weapons) for number in card.loaded)
    for card in (unit, *weapons, *(state.cards[number] for number in (*intent, *coming))):
        found |= set(state.now.keywords(state, card))
    for bonus in bonuses(state, unit, weapons):
        found |= {Keyword(text).word for text in bonus.keywords}
    return frozenset(found)


def numbers_of(state: State, unit: Card, weapons: Sequence[Card], word: str) -> tuple[int, ...]:
    """The numbers of all instances of a keyword that the attack has: of its cards, and of what holds for it."""
    cards = (unit, *weapons, *(state.cards[number] for number in state.intent))
    gained = (Keyword(text) for bonus in bonuses(state, unit, weapons) for text in bonus.keywords)
    return (
        *(n for card in cards for n in state.now.instances(state, card, word)),
        *(keyword.number for keyword in gained if keyword.word == word),
    )


def bonuses(state: State, unit: Card, weapons: Sequence[Card]) -> Iterator[Attacks]:
    """What holds for attacks of this unit with these weapons."""
    wielded = [card.thing for card in weapons]
    for active, bonus in now.statics(state, Attacks):
        if held_abilities.about_attack(state, active, bonus, unit, wielded):
            yield bonus


# -- units that must attack --------------------------------------------------------------------------------------


def must_attack(state: State, player: Seat) -> Card | None:
    """A unit that must attack this turn, can, and has not yet: the turn cannot move on before it does (turn.4.13).

    An attack that has a price imposed on it is never due: refusing to pay would be enough of an attempt (combat.3.1).
    """
    if state.turn.phase != "main" or state.turn.player != player or state.stack:
        return None
    for active, must in now.statics(state, MustAttack):
        for card in moving.on_field(state):
            if card.controller != player or not active.reaches(state, must.of, card):
                continue
            attacked = any(isinstance(event, events.Attack) and event.card.id == card.id for event in state.this_turn)
            if not attacked and not refusals(state, player, card) and _victims(state, player, card, active, must):
                return card
    return None


def _victims(state: State, player: Seat, unit: Card, active: now.Active, must: MustAttack) -> bool:
    """Whether the unit can attack what it must without an imposed price."""
    return any(
        due(state, player, unit, (), outfit, [card], active, must)
        for outfit in ready(state, player, unit)
        for card in targets(state, player, keywords_of(state, unit, (), outfit), unit)
    )


def due(
    state: State,
    player: Seat,
    unit: Card,
    intent: Sequence[int],
    outfit: Outfit,
    options: Sequence[Card],
    active: now.Active,
    must: MustAttack,
) -> list[Card]:
    """Those among the options that a unit bound to attack some must choose from, if there are any."""
    return [
        card
        for card in options
        if _bound_to(state, active, must, card)
        and not any(cost.imposed for _, cost in attack_costs.charges(state, unit, intent, outfit, (card,)))
        and attack_costs.payable(state, player, unit, intent, outfit, (card,))
    ]


def _bound_to(state: State, active: now.Active, must: MustAttack, card: Card) -> bool:
    """Whether a card is what a unit must attack: of the kind that is named, or a unit of the player who is."""
    if must.at is not None:
        return must.at.fits(active.scene(state), card)
    return card.controller == must.player and "unit" in state.now.words(state, card)
