"""Decisions: which answers are legal where cards are picked by sorts."""

from __future__ import annotations

import itertools
import random

import pytest

from archivist.model.decision import Decision


def picks(sorts: tuple[int, ...], mixes: tuple[tuple[int, ...], ...], size: int) -> Decision:
    options = tuple(f"card {index}" for index in range(len(sorts)))
    return Decision(
        0, "sacrifice", ("CA.1.8",), "choose", options=options, least=size, most=size, sorts=sorts, mixes=mixes
    )


def by_hand(decision: Decision) -> list[tuple[int, ...]]:
    """All picks of the size, each counted sort by sort."""
    kinds = range(len(decision.mixes[0]))
    return [
        picked
        for picked in itertools.combinations(range(len(decision.sorts)), decision.most)
        if tuple(sum(decision.sorts[index] == kind for index in picked) for kind in kinds) in decision.mixes
    ]


@pytest.mark.parametrize("seed", range(40))
def test_ca_1_8_picks_by_sort_are_those_that_counting_finds_in_the_order_of_the_options(seed: int) -> None:
    dice = random.Random(seed)
    kinds, size = dice.randint(1, 3), dice.randint(1, 4)
    sorts = tuple(dice.randrange(kinds) for _ in range(dice.randint(size, 8)))
    every = [mix for mix in itertools.product(range(size + 1), repeat=kinds) if sum(mix) == size]
    mixes = tuple(dice.sample(every, dice.randint(1, len(every))))
    decision = picks(sorts, mixes, size)
    expected = by_hand(decision)
    assert list(decision.answers()) == expected
    assert decision.forced == (len(expected) < 2)
    for picked in itertools.combinations(range(len(sorts)), size):
        assert decision.fits(picked) == (picked in expected)


def test_ca_1_8_a_pick_deep_in_a_long_list_is_found_without_trying_all_before_it() -> None:
    """Of 40 cards 20 are needed, and the last one must be among them: there are 137 thousand million picks."""
    decision = picks((*(0 for _ in range(39)), 1), ((19, 1),), 20)
    assert decision.default() == (*range(19), 39)
    assert not decision.forced
    assert not decision.fits(tuple(range(20)))
