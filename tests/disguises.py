"""Games that differ only in what a seat may not see: who sees which card, and other cards in the place of hidden ones."""

from __future__ import annotations

import random
from collections.abc import Iterable

import msgspec
from msgspec.structs import replace

from archivist.game import Game
from archivist.model.card import OWN_ZONES, Card, Seat
from archivist.model.decision import Answer, Decision
from archivist.model.errors import Illegal
from archivist.model.state import State
from archivist.vocabulary.node import write
from archivist.vocabulary.statics.game import RevealTop
from positions import (
    boons,
    main_cards,
    random_answer,
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


class Pair:
    """Two games that differ only in cards that one seat may not see, led through the same public steps."""

    def __init__(self, state: State, seat: Seat, rng: random.Random, *, banished: bool = True) -> None:
        self.seat = seat
        self.rng = rng
        hidden = [state.cards[number] for number in hidden_from(state, seat)]
        others = [card.id for card in hidden if card.owner != seat and (banished or card.zone != "banishment")]
        self.changed = [number for number in others if rng.random() < 0.7]
        self.one = restarted(state)
        self.other = restarted(disguised(state, self.changed, rng))

    def step(self) -> bool:
        """Gives both the same answer; False when a difference has come into the open, or another's choice differs."""
        one, other = self.one.decision, self.other.decision
        if one is None or other is None:
            assert one is other
            return False
        assert one.player == other.player
        if one.player == self.seat:
            assert one == other, "the seat's own decision depends on what it may not see"
            answer = random_answer(one, self.rng)
        else:
            common = self._common(one, other)
            if common is None:
                return False
            answer = common
        logged = len(self.one.events)
        outcomes = [self.give(game, answer) for game in (self.one, self.other)]
        if one.player == self.seat:
            assert outcomes[0] == outcomes[1], "a refusal depends on what the seat may not see"
        alike = bool(outcomes[0]) == bool(outcomes[1])
        return alike and not any(self._opened(game, logged) for game in (self.one, self.other))

    def give(self, game: Game, answer: Answer) -> str:
        """Gives an answer to one of the games; why it is refused, if it is."""
        try:
            game.answer(answer)
        except Illegal as illegal:
            return str(illegal)
        return ""

    def _common(self, one: Decision, other: Decision) -> Answer | None:
        """What another player can answer in both games alike."""
        if one.form == "act":
            both = [each for each in one.options if each in other.options]
            return random_answer(replace(one, options=tuple(both)), self.rng) if both else None
        return random_answer(one, self.rng) if one == other else None

    def _opened(self, game: Game, logged: int) -> bool:
        """Whether a card that differs was shown to the seat."""
        if any(event.kind == "reveal" for event in game.events[logged:]):
            return True
        looks = (event for event in game.events[logged:] if event.kind == "look" and event.player == self.seat)
        moved = (state_card for state_card in map(game.state.cards.__getitem__, self.changed))
        return any(looks) or any(may_see(game.state, self.seat, card) for card in moved)
