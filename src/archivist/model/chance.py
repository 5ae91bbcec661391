"""The game's own random generator: SplitMix64, one integer that lives in the state and reverts with it (RU.13)."""

from __future__ import annotations

import secrets

SEEDS = range(1 << 64)
"""All seeds; each gives a different game."""
_MASK = (1 << 64) - 1
_GAMMA = 0x9E3779B97F4A7C15
_FACTOR = 0xD1342543DE82EF95


def is_seed(value: object) -> bool:
    """Whether a value is a seed: a whole number in the range of seeds, and not a bool."""
    return type(value) is int and value in SEEDS


def drawn_seed() -> int:
    """A seed from the operating system's source of randomness, which nobody can predict."""
    return secrets.randbits(64)


def seeded(seed: int) -> int:
    """The generator's first state for a seed."""
    return (seed * _FACTOR + _GAMMA) & _MASK


def seed_of(state: int) -> int:
    """The seed that leads to a state of the generator; every state has one."""
    return (state - _GAMMA) * pow(_FACTOR, -1, 1 << 64) & _MASK


def below(state: int, n: int) -> tuple[int, int]:
    """The next state and a number from 0 to n-1, each equally likely, as of a die (timing.10, timing.10.1, timing.10.2)."""
    state = (state + _GAMMA) & _MASK
    if n == 1:  # the number is 0 whatever the bits are; most decisions have one option, and the bits take longest
        return state, 0
    while True:
        bits = ((state ^ (state >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
        bits = ((bits ^ (bits >> 27)) * 0x94D049BB133111EB) & _MASK
        bits ^= bits >> 31
        if bits <= _MASK - n or bits < (1 << 64) - (1 << 64) % n:  # the first settles nearly all, and divides nothing
            return state, bits % n
        state = (state + _GAMMA) & _MASK


def shuffled(state: int, cards: tuple[int, ...]) -> tuple[int, tuple[int, ...]]:
    """The next state and the cards in a random order (Fisher-Yates)."""
    order = list(cards)
    for last in range(len(order) - 1, 0, -1):
        state, pick = below(state, last + 1)
        order[last], order[pick] = order[pick], order[last]
    return state, tuple(order)
