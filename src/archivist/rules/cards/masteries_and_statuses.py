"""Masteries and statuses: functions of a player, no objects and no cards of a deck (cards.7).

Each is kept as a record like a card's, in a place of its own that is no zone of the game, so that its abilities work
and counters lie on it as on anything else. Nothing that speaks of objects or of cards in a zone can find it.
"""

from __future__ import annotations

from archivist.model import events
from archivist.model.card import Card, Seat
from archivist.model.state import State
from archivist.rules.citations import counters_and_masteries as citations
from archivist.rules.effects.events import emit, named, say
from archivist.rules.zones import moving
from archivist.vocabulary.statics.game import Contested
from archivist.vocabulary.words import DIRECTIONS


def gain_mastery(state: State, seat: Seat, name: str, *rules: str) -> Card:
    """A player has one mastery: a new one takes the place of the old one, whose counters are gone (cards.7.1).

    They work from now on: those of Fractured Memories, Phantasmagoria, Servile Possessions, Shifting Currents.

    What each of them does is written as a card is: its abilities are statics and triggers (cards.7, cards.7.table).

    Rules: cards.7.fractured-memories, cards.7.phantasmagoria, cards.7.servile-possessions.
    """
    old = state.players[seat].mastery
    if old is not None:
        _lose(state, state.cards[old], "cards.7.1")
    new = moving.place(state, name, seat, "mastery", face_up=True, direction=state.pool[name].direction)
    state.alter_player(seat, mastery=new.id)
    say(
        state,
        events.GainFunction,
        "cards.7.1",
        *rules,
        *citations.of_function(new),
        "effects.5.12.mastery",
        player=seat,
        card=new,
    )
    return new


def gain_status(state: State, seat: Seat, name: str, *rules: str) -> Card | None:
    """A player may have several statuses, one of each; one that is contested is lost by the others (cards.7.1).

    Gives the new one, or none if the player has it.
    """
    if any(state.cards[number].face == name for number in state.players[seat].statuses):
        say(state, events.Nothing, "cards.7.1", player=seat)
        return None
    if _contested(state, name):
        for other in state.opponents(seat):
            for number in state.players[other].statuses:
                if state.cards[number].face == name:
                    _lose(state, state.cards[number], "cards.7.crowds-favor")
    new = moving.place(state, name, seat, "status", face_up=True)
    state.alter_player(seat, statuses=(*state.players[seat].statuses, new.id))
    say(state, events.GainFunction, "cards.7.1", *rules, *citations.of_function(new), player=seat, card=new)
    return new


def _contested(state: State, name: str) -> bool:
    abilities = state.pool[name].statics
    return any(isinstance(static, Contested) for ability in abilities for static in ability.effects)


def _lose(state: State, card: Card, *rules: str) -> None:
    """Takes a function from its player, with everything that lies on it."""
    player = state.players[card.owner]
    if card.zone == "mastery":
        state.alter_player(card.owner, mastery=None)
    else:
        state.alter_player(card.owner, statuses=tuple(each for each in player.statuses if each != card.id))
    say(state, events.LoseFunction, *rules, player=card.owner, card=card)
    state.alter(card.id, zone="none", incarnation=card.incarnation + 1, counters={})


def lose_all(state: State, seat: Seat) -> None:
    """A player who leaves the game takes their functions along (turn.9.6)."""
    for number in state.players[seat].functions:
        _lose(state, state.cards[number], "turn.9.6")


# -- directions --------------------------------------------------------------------------------------------------


def other_directions(card: Card, *, adjacent: bool) -> tuple[str, ...]:
    """The directions a mastery could be changed to; North and South are adjacent to East and West.

    Rules: cards.7.shifting-currents.
    """
    across = {"North": "South", "South": "North", "East": "West", "West": "East"}[card.direction]
    return tuple(each for each in DIRECTIONS if each != card.direction and not (adjacent and each == across))


def change_direction(state: State, card: Card, to: str) -> None:
    """Turns a mastery to another direction, which others may trigger on (cards.7.shifting-currents)."""
    new = state.alter(card.id, direction=to)
    rules, subject = ("cards.7.shifting-currents",), named(state, new)
    emit(state, events.Direction(rules, card.owner, subject, card=card, before=card.direction, after=to))
