"""Retaliation: which units may strike back, and declaring it (combat.5)."""

from __future__ import annotations

from msgspec.structs import replace

from archivist.model.card import Card
from archivist.model.decision import Decision
from archivist.model.errors import Reason
from archivist.model.event import Event, Named
from archivist.model.state import State
from archivist.rules import characteristics as now
from archivist.rules import marks, zones
from archivist.rules.combat import attacks
from archivist.rules.events import emit
from archivist.vocabulary.node import Steps


def note_present(state: State) -> None:
    """Only units on the field before retaliation may retaliate (combat.5.3)."""
    assert state.combat is not None
    state.combat = replace(state.combat, present=tuple(card.thing for card in zones.on_field(state)))


def retaliate(state: State) -> Steps:
    """A turn-based action: each player may rest defending units to retaliate against the attacker.

    A unit with Steadfast does not rest.

    Rules: combat.5.1, combat.5.retaliation.3, combat.8.steadfast, terms.5.retaliate, costs.5.16, keywords.steadfast.
    """
    combat = state.combat
    assert combat is not None
    state.combat = replace(combat, struck=combat.attacker)
    group = state.tick()
    for seat in state.living():
        units = [card for card in zones.on_field(state) if card.controller == seat and _may_retaliate(state, card)]
        if not units:
            continue
        answer = yield Decision(
            seat,
            "retaliate",
            ("combat.5.1", "combat.5.2", "combat.5.retaliation.3"),
            "choose which units retaliate",
            options=tuple(card.thing for card in units),
            least=0,
            most=len(units),
        )
        assert isinstance(answer, tuple)
        for index in answer:
            _strike_back(state, units[index], group)


def _strike_back(state: State, unit: Card, group: int) -> None:
    """A unit retaliates, as part of the event that is all retaliation of this combat."""
    assert state.combat is not None
    rules: tuple[str, ...] = ("combat.5.1",)
    if now.has(state, unit, "steadfast"):
        rules = (*rules, "combat.8.steadfast")
    else:
        marks.turn(state, unit.id, "combat.5.1", rested=True)
    subject = Named(unit.face, unit.thing)
    emit(state, Event("retaliate", rules, unit.controller, subject, card=unit, other=unit, group=group))
    state.combat = replace(state.combat, retaliators=(*state.combat.retaliators, unit.thing))
    state.touch()


def _may_retaliate(state: State, card: Card) -> bool:
    return why_not(state, card) is None


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
    if "unit" not in now.words(state, card):
        return Reason(("combat.5.4",), f"{card.face} is no unit")
    if card.thing not in combat.present:
        return Reason(("combat.5.3",), f"{card.face} was not there before")
    if (now.power(state, card) or 0) <= 0:
        return Reason(("combat.5.2",), f"{card.face} has no power")
    if _unanswerable(state):
        return Reason(("combat.5.1",), "nothing can retaliate against this attack")
    if card.thing not in combat.defenders and not now.has(state, card, "ambush"):
        return Reason(("combat.5.1",), f"{card.face} does not defend")
    if card.rested and not now.has(state, card, "steadfast"):
        return Reason(("combat.5.1",), f"{card.face} is rested")
    return None


def _unanswerable(state: State) -> bool:
    """Whether an effect keeps units from retaliating against this attack."""
    combat = state.combat
    assert combat is not None
    attacker = state.current(combat.attacker) if combat.attacker else None
    if attacker is None:
        return True
    weapons = [card for thing in combat.weapons if (card := state.current(thing)) is not None]
    return any(bonus.no_retaliation for bonus in attacks.bonuses(state, attacker, weapons))
