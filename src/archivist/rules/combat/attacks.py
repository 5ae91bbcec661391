"""Who may attack, with what and whom; what belongs to an attack (combat.1, combat.2)."""

from __future__ import annotations

from collections.abc import Sequence

from archivist.model.card import Card, Seat
from archivist.model.errors import Reason
from archivist.model.state import State
from archivist.rules import characteristics as now
from archivist.rules import timing, zones
from archivist.vocabulary.statics import Attacks, MustAttack

LOADED = frozenset(("gun", "bow", "aetherwing"))
"""Weapons that are wielded only while loaded, and never with an attack card (combat.2.6)."""


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
    if (now.power(state, unit) or 0) <= 0 and not weapons_for(state, unit):
        rule = "combat.1.5" if "champion" in now.words(state, unit) else "combat.1.4"
        found.append(Reason((rule,), f"{unit.face} has no power to attack with"))
    if not targets(state, player, keywords_of(state, unit, (), weapons_for(state, unit))):
        found.append(Reason(("combat.1.9",), "there is nothing that could be attacked"))
    return found


def can_attack(state: State, player: Seat, unit: Card) -> bool:
    """Whether nothing stands against an attack with a unit; what is looked at last is looked at least."""
    return not unit.rested and not refusals(state, player, unit)


def first_turn_ban(state: State, player: Seat) -> bool:
    """In the first turn cycle only the last player may attack (turn.3.4)."""
    last = (state.first_player - 1) % len(state.players)
    return state.players[player].turns <= 1 and player != last and state.turn.number <= len(state.players)


def weapons_for(state: State, unit: Card, intent: Sequence[int] = ()) -> list[Card]:
    """Weapons a champion may wield for an attack: those under its controller's control (cards.4.17).

    A Gun, Bow or Aetherwing only while loaded, and never with an attack card (combat.2.6, terms.5.wield, cards.4.loadable).
    """
    if "champion" not in now.words(state, unit):
        return []
    with_card = any("attack" in now.words(state, state.cards[number]) for number in intent)
    return [
        card
        for card in zones.on_field(state)
        if card.controller == unit.controller
        and "weapon" in (words := now.words(state, card))
        and not (words & LOADED and (with_card or not card.loaded))
    ]


def targets(state: State, player: Seat, keywords: frozenset[str]) -> list[Card]:
    """Attackable objects: units and Siegeable domains of others; Stealth and Taunt limit them.

    Rules: combat.1.8, combat.8.
    """
    found: list[Card] = []
    for seat in state.opponents(player):
        objects = [card for card in zones.on_field(state) if card.controller == seat]
        within_reach = [card for card in objects if attackable(state, card, keywords)]
        taunting = [card for card in within_reach if now.has(state, card, "taunt") and not card.rested]
        found.extend(taunting if taunting and "unblockable" not in keywords else within_reach)
    return found


def all_attackable(state: State, player: Seat, keywords: frozenset[str]) -> list[Card]:
    """Everything of other players that could be attacked, Taunt left aside."""
    return [card for card in zones.on_field(state) if card.controller != player and attackable(state, card, keywords)]


def attackable(state: State, card: Card, keywords: frozenset[str]) -> bool:
    if not now.words(state, card) & {"unit", "siegeable"}:
        return False
    return not now.has(state, card, "stealth") or "true sight" in keywords


def keywords_of(state: State, unit: Card, intent: Sequence[int], weapons: Sequence[Card]) -> frozenset[str]:
    """The keywords of an attack: of the attacker, of what it wields, of the intent and of what will enter it."""
    found: set[str] = set()
    coming = (number for card in (unit, *weapons) for number in card.loaded)
    for card in (unit, *weapons, *(state.cards[number] for number in (*intent, *coming))):
        found |= set(now.keywords(state, card))
    for active, attacks in now.statics(state, Attacks):
        if attacks.keywords and about(state, active, attacks, unit):
            found |= set(attacks.keywords)
    return frozenset(found)


def about(state: State, active: now.Active, attacks: Attacks, unit: Card) -> bool:
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
    keywords = keywords_of(state, unit, (), weapons_for(state, unit))
    return any(
        card.controller == player and "unit" in now.words(state, card)
        for card in targets(state, unit.controller, keywords)
    )
