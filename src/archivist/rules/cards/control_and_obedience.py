"""Control: who controls an object, changes of control, and whether an ally obeys (terms.3)."""

from __future__ import annotations

from msgspec.structs import replace

from archivist.model import events
from archivist.model.card import Card, Seat
from archivist.model.state import State
from archivist.rules.effects.continuous import characteristics as now
from archivist.rules.effects.continuous.active import Active
from archivist.rules.effects.continuous.effects_in_force import standing
from archivist.rules.effects.events import say
from archivist.rules.zones import last_known_information
from archivist.vocabulary.statics.characteristics import Control


def refresh(state: State) -> bool:
    """Gives every object to the player who controls it now: by the newest effect, else as it was (terms.3.2).

    Gives whether anything changed hands.
    """
    known = state.standing or standing(state)
    if Control not in known.by_kind and not known.lent:
        return False
    effects = list(now.statics(state, Control))
    changed = False
    for number in _concerned(state, effects):
        card = state.cards[number]
        holders = [
            seat
            for active, control in effects
            if not state.players[seat := _gives(control, active.you)].lost and active.reaches(state, control.of, card)
        ]
        seat = holders[-1] if holders else _first(state, card)
        if seat != card.controller:
            _change(state, card, seat, lent=bool(holders))
            changed = True
    return changed


def _concerned(state: State, effects: list[tuple[Active, Control]]) -> list[int]:
    """Everything whose controller may differ from what it says: objects, and face-down cards that an effect names."""
    cards = state.cards
    lent = [
        number
        for place in (state.field, *(player.banishment for player in state.players))
        for number in place
        if cards[number].first_controller is not None
    ]
    if not effects:
        return lent
    fixed = [thing.id for active, _ in effects for thing in active.on or () if state.current(thing) is not None]
    return list(dict.fromkeys((*state.field, *lent, *fixed)))


def _first(state: State, card: Card) -> Seat:
    """Who controls it without any effect; if that player has left the game, its owner."""
    if card.first_controller is None:
        return card.controller
    return card.owner if state.players[card.first_controller].lost else card.first_controller


def _change(state: State, card: Card, seat: Seat, *, lent: bool) -> None:
    """The same object with another controller: it keeps its states, counters and timestamp, and leaves combat.

    Of a face-down card neither its owner nor its former controller may look at it any more (zones.5.9). Its abilities on
    the stack know it as it was under the controller it had (abilities.1.10).
    Rules: terms.3.2, combat.4.3, terms.3.obedience.choice.
    """
    if state.stack:
        last_known_information.refresh_sources(state, last_known_information.last_known(state, card))
    first = (card.controller if card.first_controller is None else card.first_controller) if lent else None
    known = tuple(each for each in card.known_to if each == seat or each not in (card.owner, card.controller))
    new = state.alter(card.id, controller=seat, first_controller=first, known_to=known)
    if state.players[card.controller].champion == card.id:
        state.alter_player(card.controller, champion=None)
    hidden, striking = () if card.face_up else ("zones.5.9",), ("combat.5.5",) if _only_strikes(state, card) else ()
    say(state, events.Control, "terms.3.2", *hidden, *striking, player=seat, card=new)
    _leave_combat(state, card)


def _only_strikes(state: State, card: Card) -> bool:
    """Whether a unit retaliates without defending, as it does by Ambush: it goes on, whoever controls it (combat.5.5)."""
    combat = state.combat
    return combat is not None and card.thing in combat.retaliators and card.thing not in combat.defenders


def _leave_combat(state: State, card: Card) -> None:
    """An attacker or defender that changes hands is removed from combat (combat.4.3, terms.3.obedience.choice).

    A defender takes its retaliation along.
    """
    combat = state.combat
    if combat is None or (card.thing != combat.attacker and card.thing not in combat.defenders):
        return
    state.fight(
        replace(
            combat,
            attacker=None if combat.attacker == card.thing else combat.attacker,
            defenders=tuple(each for each in combat.defenders if each != card.thing),
            targets=tuple(each for each in combat.targets if each != card.thing),
            retaliators=tuple(each for each in combat.retaliators if each != card.thing),
        )
    )
    say(
        state,
        events.Removed,
        "combat.4.3",
        "combat.4.3.choice",
        "terms.3.obedience.choice",
        player=card.controller,
        card=card,
    )


def return_from(state: State, seat: Seat) -> None:
    """What a player controlled by an effect goes back to whoever controlled it before (turn.9.7)."""
    state.end_lasting(lambda each: isinstance(each.static, Control) and _gives(each.static, each.controller) == seat)
    refresh(state)


def _gives(control: Control, you: Seat) -> Seat:
    return you if control.player < 0 else control.player


def obeys(state: State, card: Card) -> bool:
    """An ally with Pride obeys only while LV is high enough (keywords.pride, combat.8.pride, terms.3).

    Rules: terms.3.obedience, combat.1.10, abilities.2.8.
    """
    printed = card.last is not None or "pride" in state.pool[card.face].keyword_words
    if not printed and "pride" not in (state.standing or standing(state)).granted:
        return True  # as `has` would say; every unit that may attack asks, and every ability in every window
    held = state.now.keywords(state, card)
    return "pride" not in held or state.now.level_reaches(state, card.controller, held["pride"])
