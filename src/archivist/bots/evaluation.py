"""What a position is worth to a player, in points: one point is about one life of a champion."""

from __future__ import annotations

from archivist.model.card import Card, Seat
from archivist.model.state import State
from archivist.rules.cards import champions

WON = 1000.0
"""The worth of a won game; a lost one is worth as much less."""
LEVEL = 3.0
"""The worth of a champion's level: the life that comes with it, and what it unlocks."""
LOW_LIFE = 10
"""Below this much life, each life of the champion is worth more."""
IN_DANGER = 0.8
"""How much more each of these is worth."""
ALLY, POWER, LIFE = 1.0, 1.5, 0.5
"""The worth of an ally, and of each point of its power and life."""
RESTED = 0.4
"""How much less a unit is worth that cannot act."""
WEAPON, BLOW, BLOWS = 0.5, 0.5, 3
"""The worth of a weapon, and of each point of its power for each blow left, up to a number of blows."""
OTHER_OBJECT = 1.5
"""The worth of any other object: an item, a domain, a phantasia."""
IN_HAND, IN_MEMORY = 2.0, 1.9
"""The worth of a card in the hand, and of one in the memory, which comes back."""
PLENTY = 8
"""Cards beyond this many are worth half."""
LAST_CARDS, RUNNING_OUT = 6, 1.0
"""With fewer cards in the deck than this, what each missing one costs: whoever must draw from an empty deck loses."""


def evaluate(state: State, seat: Seat) -> float:
    """The worth of a position to a player: what they have, less what the strongest opponent has."""
    if state.over:
        return 0.0 if state.winner is None else WON if state.winner == seat else -WON
    if state.players[seat].lost:
        return -WON
    has = possessions(state)
    return has[seat] - max(has[other] for other in state.opponents(seat))


def possessions(state: State) -> list[float]:
    """What each player has: a champion with life left, objects, cards."""
    players = state.players
    totals = [
        _cards(len(player.hand), len(player.memory)) - max(0, LAST_CARDS - len(player.deck)) * RUNNING_OUT
        for player in players
    ]
    for number in state.field:
        card = state.cards[number]
        seat = card.controller
        totals[seat] += champion(state, card) if number == players[seat].champion else thing(state, card)
    return totals


def _cards(hand: int, memory: int) -> float:
    worth = hand * IN_HAND + memory * IN_MEMORY
    beyond = max(0, hand + memory - PLENTY)
    return worth - beyond * IN_MEMORY / 2


def champion(state: State, card: Card) -> float:
    """A champion: its level and its remaining life, of which the last points are worth most."""
    left = (state.now.life(state, card) or 0) - card.damage
    worth = left - max(0, LOW_LIFE - left) * IN_DANGER + LEVEL * champions.base_level(state, card.controller)
    return worth - RESTED if card.rested else worth


def thing(state: State, card: Card) -> float:
    """Any other object: an ally by its stats, a weapon by the blows it has left."""
    words = state.now.words(state, card)
    if "ally" in words:
        left = (state.now.life(state, card) or 0) - card.damage
        worth = ALLY + POWER * max(0, state.now.power(state, card) or 0) + LIFE * left
        return worth - RESTED if card.rested else worth
    if "weapon" in words:
        blows = min(BLOWS, card.count("durability")) if "durability" in card.counters else BLOWS
        return WEAPON + BLOW * (state.now.power(state, card) or 0) * blows
    return OTHER_OBJECT
