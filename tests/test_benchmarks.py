"""The benchmarks run: what they count is right, whatever the times are."""

from __future__ import annotations

import sys
from types import FrameType

from benchmarks import other_games, random_play, shares
from benchmarks.random_play import Cost

from archivist.rules.legal_actions import offers
from archivist.rules.playing_cards.resolution import resolve_top


def test_games_are_counted_alike_in_every_pass() -> None:
    speed = random_play.speed(1)
    costs = random_play.costs(1)
    assert speed.decisions >= sum(cost.count for cost in costs.kinds.values()) > speed.real > 0
    counts = [sum(cost.count for cost in by.values()) for by in (costs.kinds, costs.turns, costs.objects)]
    assert len(set(counts)) == 1


def test_spans_and_the_line_through_them() -> None:
    costs = {number: Cost(2, 0, 2_000 * (10 + 3 * number)) for number in range(1, 9)}
    height, rise = random_play.slope(costs)
    assert (round(height, 6), round(rise, 6)) == (10, 3)
    spans = random_play.gathered(costs, 4)
    assert {name: cost.count for name, cost in spans.items()} == {"0-3": 6, "4-7": 8, "8-11": 2}
    assert spans["8-11"].each == 34


def test_a_sample_counts_for_the_part_it_is_in() -> None:
    """The search for options is no part of a resolution, though both begin in the same module."""
    seen: dict[object, set[str]] = {offers.actions.__code__: set(), resolve_top.__code__: set()}

    def look(frame: FrameType, event: str, _: object) -> None:
        if event == "call" and frame.f_code in seen:
            seen[frame.f_code].add(shares.part_of(frame))

    former = sys.getprofile()
    sys.setprofile(look)
    try:
        random_play.play(random_play.new_game(1), 1)
    finally:
        sys.setprofile(former)
    assert list(seen.values()) == [{"offers"}, {"resolution"}]
    assert shares.part_of(sys._getframe()) == "rest"


def test_chess_is_played_where_it_is_installed() -> None:
    speed = other_games.chess_speed(1)
    assert speed is None or speed.decisions >= speed.real > 0
