"""Prospects: what would come of something if nothing else happened. Nothing here changes the state it is asked about."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from msgspec.structs import replace

from archivist.model.card import Card, Seat
from archivist.model.decision import Answer
from archivist.model.errors import Illegal, Reason
from archivist.model.state import State
from archivist.model.value import Value
from archivist.rules.cards import champions
from archivist.rules.combat import declaring_attacks, who_may_attack
from archivist.rules.combat.damage import attack_power
from archivist.rules.playing_cards import effects_stack, resolution
from archivist.vocabulary.node import Steps
from archivist.vocabulary.pending import Item

OPEN = frozenset(("CR.1.4.1.1",))
"""The rules by which everybody can tell that an item would fizzle: its targets are open to all."""


class Blow(Value, frozen=True):
    """What an attack would deal to each defender, and with which weapons."""

    weapons: tuple[Card, ...]
    damage: int


# -- fizzling ----------------------------------------------------------------------------------------------------


def fizzling(state: State, item: Item) -> Reason | None:
    """Why an item would fizzle if it resolved now, everything above it gone; None if it would not.

    Conditions of triggers are left out: whether one holds may hang on cards that lie hidden.

    Rules: CR.1.4.1.1, CR.1.1, RS.9, PC.8.
    """
    item = replace(item, groups=effects_stack.refreshed(state, item), condition="")
    if state.stack and state.stack[-1].id != item.id:
        state = state.copy()
        places = [each.id for each in state.stack]
        state.stack = state.stack[: places.index(item.id) + 1] if item.id in places else state.stack
    rules = resolution.fizzles(state, item)
    return Reason(rules, _why(state, item, rules[0])) if rules else None


def _why(state: State, item: Item, rule: str) -> str:
    card = state.cards[item.card]
    match rule:
        case "CR.1.1":
            return champions.problem(state, item.controller, card) or "a copy of a champion card cannot resolve"
        case "RS.9":
            return _no_attack(state, item)
        case "PC.8":
            return "its card has left the stack"
    return "a target is no longer legal"


def _no_attack(state: State, item: Item) -> str:
    """Why an attack card cannot begin an attack (RS.9, combat.2.3)."""
    if state.turn.player != item.controller or state.turn.phase != "main":
        return "an attack can begin only in your main phase"
    if len(state.stack) > 1:
        return "no attack can begin while something else is on the stack"
    if who_may_attack.first_turn_ban(state, item.controller):
        return "nobody may attack this turn"
    attacker = declaring_attacks.attacker_of(state, item)
    if attacker is None:
        return "there is no unit to attack with"
    found = who_may_attack.hindrances(state, item.controller, attacker, (item.card,))
    return found[0].why if found else f"{attacker.face} cannot attack"


# -- what attacks would deal -------------------------------------------------------------------------------------


def blows(state: State, start: Callable[[State], Steps]) -> list[Blow]:
    """What an attack would deal with each choice of weapons, at its first target, as things stand once it is declared.

    `start` begins the declaration on a copy of the state. Later triggers, prevention and retaliation are not foreseen.

    Rules: combat.5.8.
    """
    chosen = _weapon_answers(start(state.copy()))
    found = (_blow(state.copy(), start, answer) for answer in chosen)
    return [blow for blow in found if blow is not None]


def declared(player: Seat, unit: int) -> Callable[[State], Steps]:
    """The declaration of an attack with a unit."""
    return lambda state: declaring_attacks.declare(state, player, unit)


def resolved(item: Item) -> Callable[[State], Steps]:
    """The attack that an attack card begins as it resolves."""

    def start(state: State) -> Steps:
        effects_stack.remove(state, item.id)
        yield from declaring_attacks.begin_with_card(state, item)

    return start


def _weapon_answers(steps: Steps) -> Iterator[Answer | None]:
    """Every choice of weapons; None where there is nothing to choose."""
    asked = next(steps, None)
    steps.close()
    return iter(asked.answers()) if asked is not None and asked.kind == "weapon" else iter((None,))


def _blow(state: State, start: Callable[[State], Steps], weapons: Answer | None) -> Blow | None:
    """Declares an attack with these weapons and the plainest answers to all else."""
    steps = start(state)
    try:
        asked = next(steps)
        while True:
            chosen = weapons if asked.kind == "weapon" else None
            asked = steps.send(next(iter(asked.answers())) if chosen is None else chosen)
    except Illegal:
        return None
    except StopIteration:
        return dealt(state)


def dealt(state: State) -> Blow | None:
    """What the attack that is under way would deal now; None if there is none."""
    fight = state.combat
    attacker = state.current(fight.attacker) if fight is not None and fight.attacker is not None else None
    if fight is None or attacker is None:
        return None
    weapons = tuple(card for thing in fight.weapons if (card := state.current(thing)) is not None)
    return Blow(weapons, max(0, attack_power(state, attacker, weapons)))
