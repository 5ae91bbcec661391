"""Who may attack, with what and whom; what belongs to an attack (combat.1, combat.2)."""

from __future__ import annotations

from collections.abc import Sequence

from archivist.model import events
from archivist.model.card import Card, Seat
from archivist.model.errors import Reason
from archivist.model.state import State
from archivist.rules.cards import control_and_obedience
from archivist.rules.combat import attack_costs
from archivist.rules.combat.attack_targets import (
    KEPT_FROM,
    attackable,
    due,
    kept_from_attacking,
    keywords_of,
    openings,
    targets,
)
from archivist.rules.combat.weapons import UNLOADED, Outfit, not_loaded, outfits, weapons_for
from archivist.rules.effects.continuous import characteristics as now
from archivist.rules.effects.continuous.active import Active
from archivist.rules.effects.continuous.effects_in_force import occurs, standing
from archivist.rules.effects.continuous.what_objects_bring import objects
from archivist.rules.timing import speed
from archivist.rules.zones import moving
from archivist.vocabulary.statics.combat import AttackCost, AttackOnly, MustAttack

FORBIDDEN = "declare attacks"
"""What an effect may keep a player from."""
_NO_KEYWORDS: frozenset[str] = frozenset()


# -- whether an attack can be declared ---------------------------------------------------------------------------


def refusals(state: State, player: Seat, unit: Card) -> list[Reason]:
    """Everything against declaring an attack with a unit now (combat.1).

    Nothing asks how long it has been there: an awake unit may attack in the turn in which it enters (combat.1.3).
    """
    found: list[Reason] = []
    when = speed.speed_refusal(state, player, fast=False)
    if when is not None:
        one = ("combat.1.2",) if state.combat is not None else ()
        found.append(Reason((*when.rules, "combat.1.1", *one), when.why))
    if unit.controller != player or "unit" not in state.now.words(state, unit) or unit.zone != "field":
        return [*found, Reason(("combat.1.4",), "only a unit you control can attack")]
    if first_turn_ban(state, player):
        found.append(Reason(("turn.3.4",), "nobody may attack this turn"))
    if state.now.forbidden(state, player, FORBIDDEN):
        found.append(Reason(("timing.6.2", "effects.2.5"), "an effect keeps you from declaring attacks"))
    if kept_from_attacking(state, unit):
        found.append(Reason(("timing.6.2", "effects.2.5"), f"an effect keeps {unit.face} from attacking"))
    if unit.rested:
        found.append(Reason(("combat.3.step.1", "combat.1.6", "combat.1.4", "costs.5.7"), f"{unit.face} is rested"))
    if not control_and_obedience.obeys(state, unit):
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
        unloaded = [card.face for card in not_loaded(state, unit)]
        why = f", and {' and '.join(unloaded)} {'is' if len(unloaded) == 1 else 'are'} not loaded" if unloaded else ""
        found.append(Reason((rule, *(UNLOADED if unloaded else ())), f"{unit.face} has no power to attack with{why}"))
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
    """The units with which a player can attack for whom it is time to; what keeps them from attacking at all is looked at
    once.
    """
    if _barred(state, player):
        return []
    cards, open_ = state.cards, _open(state, player)
    return [
        number
        for number in _units(state)
        if (card := cards[number]).controller == player and not card.rested and _able(state, player, card, open_)
    ]


def _units(state: State) -> Sequence[int]:
    """The objects that are units."""
    if "words" in (state.standing or standing(state)).changed:
        return [card.id for card in moving.on_field(state) if "unit" in state.now.words(state, card)]
    return (state.objects or objects(state)).units


def can_attack(state: State, player: Seat, unit: Card) -> bool:
    """Whether nothing stands against an attack with a unit."""
    if unit.zone != "field" or unit.controller != player or unit.rested or "unit" not in state.now.words(state, unit):
        return False
    if _barred(state, player) or speed.speed_refusal(state, player, fast=False) is not None:
        return False
    return _able(state, player, unit, _open(state, player))


def _barred(state: State, player: Seat) -> bool:
    """Whether a player may not attack, with whatever unit."""
    return first_turn_ban(state, player) or state.now.forbidden(state, player, FORBIDDEN)


def _open(state: State, player: Seat) -> bool:
    """Whether a unit with power that obeys its player can attack, whichever it is: it costs nothing, nothing keeps some from
    attacking, or from attacking all but a few things, and there is a champion that anything can attack.
    """
    known = state.standing or standing(state)
    if AttackCost in known.by_kind or AttackOnly in known.by_kind or KEPT_FROM in known.forbidden:
        return False
    plain = "words" not in known.changed and not occurs(state, "stealth")
    there = (state.objects or objects(state)).attackable
    for each in state.players:
        if each.champion is not None and each.seat != player and not each.lost:
            champion = each.champion
            if champion in there if plain else attackable(state, state.cards[champion], _NO_KEYWORDS):
                return True
    return False


def _able(state: State, player: Seat, unit: Card, open_: bool) -> bool:
    """Whether nothing stands against an attack with a player's awake unit: the plain case, and else all that could."""
    if state.now.has_power(state, unit):
        return control_and_obedience.obeys(state, unit) if open_ else not refusals(state, player, unit)
    return bool(weapons_for(state, unit)) and not refusals(state, player, unit)


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


# -- units that must attack --------------------------------------------------------------------------------------


def must_attack(state: State, player: Seat) -> Card | None:
    """A unit that must attack this turn, can, and has not yet: the turn cannot move on before it does (turn.4.13).

    An attack that has a price imposed on it is never due: refusing to pay would be enough of an attempt (combat.3.1).
    """
    if MustAttack not in (state.standing or standing(state)).by_kind:
        return None
    if state.turn.phase != "main" or state.turn.player != player or state.stack:
        return None
    for active, must in now.statics(state, MustAttack):
        for card in moving.on_field(state):
            if card.controller != player or not active.reaches(state, must.of, card):
                continue
            attacked = any(
                isinstance(event, events.Attack) and event.card.thing == card.thing for event in state.this_turn
            )
            if not attacked and not refusals(state, player, card) and _victims(state, player, card, active, must):
                return card
    return None


def _victims(state: State, player: Seat, unit: Card, active: Active, must: MustAttack) -> bool:
    """Whether the unit can attack what it must without an imposed price."""
    return any(
        due(state, player, unit, (), outfit, [card], active, must)
        for outfit in ready(state, player, unit)
        for card in targets(state, player, keywords_of(state, unit, (), outfit), unit)
    )
