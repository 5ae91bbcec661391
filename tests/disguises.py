"""Games that differ only in what a seat may not see: who sees which card, and other cards in the place of hidden ones."""

from __future__ import annotations

import random
from collections.abc import Iterable

import msgspec
from msgspec.structs import replace

from archivist.game import Game
from archivist.model.card import OWN_ZONES, Card, Seat
from archivist.model.state import State
from archivist.vocabulary.node import write
from archivist.vocabulary.statics.game import RevealTop
from positions import (
    boons,
    main_cards,
    regalia,
)

HIDDEN_FROM_OTHERS = ("hand", "memory", "material", "pantheon")


def top_is_shown(state: State, owner: Seat) -> bool:
    """Whether a player plays with the top card of the deck revealed."""
    return any(
        isinstance(effect, RevealTop)
        for number in state.field
        if state.cards[number].controller == owner
        for static in state.face(state.cards[number]).statics
        for effect in static.effects
    )


def may_see(state: State, seat: Seat, card: Card) -> bool:
    """Whether a seat may know which card this is (zones.1): written here once more, apart from the engine."""
    for shown in state.shown:
        if shown.thing == card.thing and (shown.to is None or seat in shown.to):
            return True
    if card.face_up and card.zone != "deck":
        return True
    if card.zone in HIDDEN_FROM_OTHERS:
        return card.owner == seat or seat in card.known_to
    if card.zone == "deck":
        on_top = state.players[card.owner].deck[0] == card.id
        return seat in card.known_to or (on_top and top_is_shown(state, card.owner))
    if card.zone == "banishment":
        return seat in card.known_to
    if card.zone == "field":
        return seat == card.controller or seat in card.known_to
    return True


def hidden_from(state: State, seat: Seat) -> list[int]:
    return [card.id for card in state.cards if card.zone != "none" and not may_see(state, seat, card)]


def restarted(state: State) -> Game:
    """A new game from a state in which somebody can act."""
    fresh = state.copy()
    fresh.events.clear()
    return Game(fresh)


def disguised(state: State, numbers: Iterable[int], rng: random.Random) -> State:
    """The same state with other cards in the places of some: any that could lie there."""
    other = state.copy()
    for number in numbers:
        card = other.cards[number]
        names = {"material": regalia(), "pantheon": boons()}.get(card.zone, main_cards())
        other.put(replace(card, face=rng.choice(names)))
    return other


def reordered(state: State, seat: Seat, rng: random.Random) -> State:
    """The same state with every zone that a seat sees nothing of in another order."""
    other = state.copy()
    for player in state.players:
        for zone in OWN_ZONES:
            cards = list(getattr(player, zone))
            if cards and not any(may_see(state, seat, state.cards[number]) for number in cards):
                rng.shuffle(cards)
                other.alter_player(player.seat, **{zone: tuple(cards)})
    return other


def shown(game: Game, seat: Seat) -> bytes:
    """Everything that a seat is told, also in exact values, and what its options would come to."""
    return msgspec.json.encode((game.view(seat, exact=True), game.forecast(seat)), enc_hook=write)
