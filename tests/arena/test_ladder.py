"""The ladder of bots: Elo numbers with intervals, and the same table however it is played."""

from __future__ import annotations

import io
import math

import pytest
from rich.console import Console

from archivist.arena.contest import Bout
from archivist.arena.ladder import Fight, Game, fights, ladder, rungs
from archivist.model.errors import UnknownName

OTHER = "archivist.bots.by_chance:ByChance"
"""The random bot by its path, as another bot."""


def games(one: str, other: str, won: int, drawn: int, lost: int) -> list[Game]:
    fight = Fight(one, other, Bout("rai", 0, 0))
    return [Game(fight, score, 0.0) for score, count in ((1.0, won), (0.5, drawn), (0.0, lost)) for _ in range(count)]


def test_two_bots_differ_by_the_odds_of_their_score() -> None:
    """75 of 100, and one more game that nobody won: 75.5 to 25.5."""
    high, low = rungs(games("a", "b", 75, 0, 25))
    assert (high.name, low.name) == ("a", "b")
    assert high.elo == pytest.approx(400 * math.log10(75.5 / 25.5) / 2, abs=0.01)
    assert low.elo == pytest.approx(-high.elo)
    assert (high.games, high.score, low.score) == (100, 75.0, 25.0)


def test_the_interval_is_that_of_the_score() -> None:
    """The standard error of the log odds is 1 / sqrt(n p q); each of two bots has half of the difference."""
    high, _ = rungs(games("a", "b", 75, 0, 25))
    chance = 75.5 / 101
    error = 400 / math.log(10) / math.sqrt(101 * chance * (1 - chance)) / 2
    assert high.high - high.elo == pytest.approx(1.96 * error, rel=0.001)
    assert high.elo - high.low == pytest.approx(1.96 * error, rel=0.001)


def test_who_never_lost_has_a_number_with_a_wide_interval() -> None:
    high, _ = rungs(games("a", "b", 4, 0, 0))
    assert 0 < high.elo < 1000
    assert high.high - high.low > 300
    many, _ = rungs(games("a", "b", 400, 0, 0))
    assert many.elo > high.elo


def test_three_bots_are_compared_through_each_other_and_their_mean_is_zero() -> None:
    played = [*games("a", "b", 60, 0, 40), *games("b", "c", 60, 0, 40)]
    found = rungs(played)
    assert [each.name for each in found] == ["a", "b", "c"]
    assert sum(each.elo for each in found) == pytest.approx(0, abs=0.01)
    assert found[0].high - found[0].low > found[1].high - found[1].low


def test_draws_count_half() -> None:
    one, other = rungs(games("a", "b", 3, 4, 3))
    assert one.elo == pytest.approx(other.elo)


def test_every_pair_plays_every_seed_from_both_seats() -> None:
    listed = fights(["a", "b", "c"], 4, seed=7)
    assert {(each.one, each.other) for each in listed} == {("a", "b"), ("a", "c"), ("b", "c")}
    assert [(each.bout.seed, each.bout.seat) for each in listed[:4]] == [(7, 0), (7, 1), (8, 0), (8, 1)]


def test_the_same_seed_gives_the_same_games_whatever_the_number_of_processes() -> None:
    def told(workers: int) -> list[tuple[Fight, float]]:
        found = ladder(["random", OTHER], 2, seed=4, workers=workers, out=Console(file=io.StringIO()))
        return [(each.fight, each.score) for each in found]

    assert told(1) == told(2)


def test_a_bot_that_does_not_exist() -> None:
    with pytest.raises(UnknownName, match="did you mean greedy"):
        ladder(["greddy", "random"], 2, out=Console(file=io.StringIO()))
