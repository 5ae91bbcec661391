"""Cards that go between hand, memory and deck in one change go there as they would one after another."""

from __future__ import annotations

import itertools
import random

import mass
from archivist.game import Game
from archivist.model.state import State
from archivist.rules.effects.continuous.effects_in_force import standing
from archivist.rules.zones import moving
from positions import position

WAYS = [pair for pair in itertools.product(("hand", "memory", "deck"), ("hand", "memory")) if pair[0] != pair[1]]


def holding(state: State) -> list[str]:
    return sorted(repr(active.static) for kept in standing(state).by_kind.values() for active in kept)


def one_by_one(state: State, numbers: tuple[int, ...], zone: str) -> State:
    for number in numbers:
        moving.move(state, number, zone, "turn.8.1")
    return state


@mass.seeds(20, 200)
def test_zones_2_1_cards_that_move_in_one_change_lie_where_each_would_and_are_told_of_alike(seed: int) -> None:
    dice = random.Random(seed)
    for seat, (origin, zone) in itertools.product(range(2), WAYS):
        state = position(seed, full=True).state.copy()
        cards = state.zone(seat, origin)
        standing(state)
        several = cards[: dice.randrange(len(cards) + 1)] if dice.random() < 0.5 else tuple(sorted(cards)[1::2])
        for number in several if dice.random() < 0.3 else ():
            state.alter(number, known_to=(1 - seat,))
        expected = one_by_one(state.copy(), several, zone)
        moving.move_each(state, seat, origin, several, zone, ("turn.8.1",))
        assert state == expected
        assert state.events == expected.events
        afresh = state.copy()
        afresh.forget()
        assert holding(state) == holding(afresh)


BURIED = """
cards:
- name: Window
  types: [item]
  elements: [norm]
  cost: {reserve: 0}
  abilities: [{ability: static, effects: [{static: reveal top}]}]
- name: Bury
  types: [action]
  elements: [norm]
  cost: {reserve: 0}
  abilities: [{ability: text, do: [{do: choose, of: card in your deck}, {do: put, what: chosen, into: deck bottom}]}]
setup:
  turn: B
  A: {champion: [Spirit of Fire]}
  B: {champion: [Spirit of Water], hand: [Bury], field: [Window], deck: [Fireball, Arcane Blast, Gray Wolf, Giant Tortoise]}
steps:
- B: {activate: Bury}
- resolve: top
- B: {choose: Gray Wolf}
"""


def test_timing_9_2_a_card_of_a_deck_that_goes_to_its_bottom_is_never_seen_on_its_top() -> None:
    """The top card is open to everybody, which the card in the middle never is."""
    game = Game.from_scenario(BURIED, play=True)
    deck = game.state.players[1].deck
    assert game.state.cards[deck[-1]].true_name == "Gray Wolf"
    assert any("Gray Wolf" in line for line in game.trace(1))
    assert not any("Gray Wolf" in line for line in game.trace(0))
