"""The game's own random generator: SplitMix64, one integer that lives in the state and reverts with it (RU.13)."""

from __future__ import annotations

import secrets
from typing import Final

SEEDS = range(1 << 64)
"""All seeds; each gives a different game."""
MASK: Final = (1 << 64) - 1
GAMMA: Final = 0x9E3779B97F4A7C15
"""What each draw adds to the state, which keeps its last 64 bits."""
_FACTOR: Final = 0xD1342543DE82EF95
_FIRST: Final = 0xBF58476D1CE4E5B9
_SECOND: Final = 0x94D049BB133111EB
_ALL: Final = 1 << 64


def is_seed(value: object) -> bool:
    """Whether a value is a seed: a whole number in the range of seeds, and not a bool."""
    return type(value) is int and value in SEEDS


def drawn_seed() -> int:
    """A seed from the operating system's source of randomness, which nobody can predict."""
    return secrets.randbits(64)


def seeded(seed: int) -> int:
    """The generator's first state for a seed."""
    return (seed * _FACTOR + GAMMA) & MASK


def seed_of(state: int) -> int:
    """The seed that leads to a state of the generator; every state has one."""
    return (state - GAMMA) * pow(_FACTOR, -1, 1 << 64) & MASK


def below(state: int, n: int) -> tuple[int, int]:
    """The next state and a number from 0 to n-1, each equally likely, as of a die (timing.10, timing.10.1, timing.10.2).

    The number is taken from the 64 random bits of the state, or of the next one if these are of the few that are left over.
    """
    state = (state + GAMMA) & MASK
    if n == 1:  # the number is 0 whatever the bits are, which take longest
        return state, 0
    limit = _ALL - _ALL % n
    while True:
        bits = ((state ^ (state >> 30)) * _FIRST) & MASK
        bits = ((bits ^ (bits >> 27)) * _SECOND) & MASK
        bits ^= bits >> 31
        if bits < limit:
            return state, bits % n
        state = (state + GAMMA) & MASK


def shuffled(state: int, cards: tuple[int, ...]) -> tuple[int, tuple[int, ...]]:
    """The next state and the cards in a random order (Fisher-Yates)."""
    order = list(cards)
    for last in range(len(order) - 1, 0, -1):
        state, pick = below(state, last + 1)
        order[last], order[pick] = order[pick], order[last]
    return state, tuple(order)
