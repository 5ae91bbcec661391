"""The game's own random generator, compared with one that is written as it is defined."""

from __future__ import annotations

from archivist.model import chance


def plainly(state: int, n: int) -> tuple[int, int]:
    """SplitMix64, and bits thrown away that would make the low numbers likelier."""
    size = 1 << 64
    while True:
        state = (state + 0x9E3779B97F4A7C15) % size
        bits = state
        bits = ((bits ^ (bits >> 30)) * 0xBF58476D1CE4E5B9) % size
        bits = ((bits ^ (bits >> 27)) * 0x94D049BB133111EB) % size
        bits ^= bits >> 31
        if n == 1 or bits < size - size % n:
            return state, bits % n


def test_numbers_are_those_of_the_definition_also_where_bits_are_thrown_away() -> None:
    state, again = chance.seeded(7), 0
    for n in (*range(1, 60), (1 << 63) + 1, (1 << 64) - 1, 1 << 64, 3 << 62):
        for _ in range(40):
            expected = plainly(state, n)
            again += expected[0] != (state + 0x9E3779B97F4A7C15) % (1 << 64)
            assert chance.below(state, n) == expected
            state = expected[0]
    assert again > 10


def test_shuffling_draws_a_place_for_each_card_from_the_last_on() -> None:
    order, state = list(range(20)), chance.seeded(3)
    for last in range(19, 0, -1):
        state, pick = plainly(state, last + 1)
        order[last], order[pick] = order[pick], order[last]
    assert chance.shuffled(chance.seeded(3), tuple(range(20))) == (state, tuple(order))
