"""Retaliation: which units may strike back, and declaring it (combat.5)."""

from __future__ import annotations

from msgspec.structs import replace

from archivist.model import events
from archivist.model.card import Card, Seat, Thing
from archivist.model.errors import Reason
from archivist.model.event import Named
from archivist.model.state import State
from archivist.rules.asking import Asked, ask_cards
from archivist.rules.cards import states_and_counters
from archivist.rules.citations import combat as citations
from archivist.rules.combat import attack_targets
from archivist.rules.effects.continuous.effects_in_force import occurs
from archivist.rules.effects.events import emit, say
from archivist.rules.zones import moving
from archivist.vocabulary.node import Left, Steps
from archivist.vocabulary.pending import Combat


def note_present(state: State) -> None:
    """Only units on the field before retaliation may retaliate (combat.5.3).

    Rules: combat.5.retaliation.2.
    """
    assert state.combat is not None
    cards = state.cards
    present = tuple([Thing("card", number, cards[number].incarnation) for number in state.field])
    state.combat = replace(state.combat, present=present)


def retaliate(state: State) -> Steps:
    """A turn-based action: each player may rest defending units to retaliate against the attacker.

    A unit with Steadfast does not rest.

    Rules: combat.5.1, combat.5.retaliation.3, combat.8.steadfast, terms.5.retaliate, costs.5.16, keywords.steadfast,
    combat.5.retaliation.
    """
    combat = state.combat
    assert combat is not None
    state.combat = replace(combat, struck=combat.attacker)
    group = state.tick()
    if _able(state):
        for seat in state.living():
            for unit in (yield from _chosen(state, seat)):
                _strike_back(state, unit, group)
    else:
        say(state, events.NoRetaliation, *citations.of_silence(state, combat), player=combat.player)


def _chosen(state: State, seat: Seat) -> Asked[tuple[Card, ...]]:
    """The units with which a player retaliates; asked anew, if there is still something to ask, when a player leaves."""
    while units := [card for card in _able(state) if card.controller == seat]:
        try:
            return (
                yield from ask_cards(
                    seat,
                    "retaliate",
                    (
                        "combat.5.1",
                        "combat.5.2",
                        "combat.5.3",
                        "combat.5.4",
                        "combat.5.retaliation.3",
                        "turn.7.turn-based",
                    ),
                    "choose which units retaliate",
                    units,
                    least=0,
                    most=len(units),
                    on_leave="renew",
                )
            )
        except Left:
            continue
    return ()


def _strike_back(state: State, unit: Card, group: int) -> None:
    """A unit retaliates, as part of the event that is all retaliation of this combat."""
    assert state.combat is not None
    rules = ("combat.5.1", *citations.of_striking_back(state, unit))
    if not state.now.has(state, unit, "steadfast"):
        states_and_counters.turn(state, unit.id, "combat.5.1", rested=True)
    subject = Named(unit.face, unit.thing)
    emit(state, events.Retaliate(rules, unit.controller, subject, card=unit, group=group))
    state.fight(replace(state.combat, retaliators=(*state.combat.retaliators, unit.thing)))


def _able(state: State) -> list[Card]:
    """The units that can retaliate, as they lie on the field: of the defenders alone, unless any object has Ambush."""
    combat = state.combat
    assert combat is not None
    if occurs(state, "ambush"):
        return [card for card in moving.on_field(state) if why_not(state, card) is None]
    defenders = (state.cards[thing.id] for thing in combat.defenders)
    found = [card for card in defenders if why_not(state, card) is None]
    return sorted(found, key=lambda card: state.field.index(card.id))


def why_not(state: State, card: Card) -> Reason | None:
    """Why a unit cannot retaliate now; None if it can.

    An awake defending unit with power that was there before may; Ambush need not defend, Steadfast not be awake. A
    Siegeable domain is no unit. Rules: combat.5.2, combat.5.3, combat.5.4, combat.8.ambush, combat.8.steadfast,
    keywords.ambush, keywords.steadfast.
    """
    combat = state.combat
    if combat is None:
        return Reason(("combat.5.1",), "there is no combat")
    if combat.attacker is None or card.controller == combat.player:
        return Reason(("combat.5.1",), f"{card.face} is not attacked")
    if "unit" not in state.now.words(state, card):
        return Reason(("combat.5.4",), f"{card.face} is not a unit")
    if card.thing not in combat.present:
        return Reason(("combat.5.3",), f"{card.face} was not on the field as the window before retaliation began")
    if not state.now.has_power(state, card):
        return Reason(("combat.5.2",), f"{card.face} has no power")
    if _unanswerable(state, combat, combat.attacker):
        return Reason(("combat.5.1",), "nothing can retaliate against this attack")
    if card.thing not in combat.defenders and not state.now.has(state, card, "ambush"):
        return Reason(("combat.5.1",), f"{card.face} does not defend")
    if card.rested and not state.now.has(state, card, "steadfast"):
        return Reason(("combat.5.1",), f"{card.face} is rested")
    return None


def _unanswerable(state: State, combat: Combat, attacker: Thing) -> bool:
    """Whether an effect keeps units from retaliating against this attack."""
    unit = state.current(attacker)
    if unit is None:
        return True
    weapons = [card for thing in combat.weapons if (card := state.current(thing)) is not None]
    return any(bonus.no_retaliation for _, bonus in attack_targets.bonuses(state, unit, weapons))
