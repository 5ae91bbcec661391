"""Comparing answers in the same guessed games: when one is given up, and what is said of the best."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import pytest

from archivist.bots.comparing import Comparison, is_clear
from archivist.bots.dice import Dice
from archivist.bots.foresight import Nodes, Spent
from archivist.bots.playing_on import Experience
from archivist.game import Game
from archivist.model.decision import Answer
from positions import simple_position


class Told(Comparison):
    """A comparison in which what comes of each answer is given, guess by guess; each try takes a node."""

    def __init__(self, results: Mapping[str, Sequence[float | None]], nodes: int = 1_000) -> None:
        games: list[Game] = [simple_position()] * max(map(len, results.values()))
        answers: dict[object, Answer] = {name: name for name in results}
        self._budget = Nodes(nodes)
        super().__init__(games, answers, Experience(2), Dice(0), self._budget, 2)
        self._results = results
        self.asked: list[tuple[str, int]] = []

    def _result(self, number: int, move: object) -> float | None:
        self._budget.take()
        assert isinstance(move, str)
        self.asked.append((move, number))
        return self._results[move][number]


@pytest.mark.parametrize(
    ("differences", "clear"),
    [
        ([0.5], True),
        ([0.05], False),
        ([0.05] * 8, True),
        ([0.3, -0.3, 0.3, -0.3], False),
        ([0.0] * 8, False),
        ([-0.5], False),
    ],
)
def test_few_guesses_show_a_great_difference_and_many_a_small_one(differences: list[float], clear: bool) -> None:
    assert is_clear(differences) is clear


def test_the_luck_of_a_guess_does_not_count() -> None:
    """Guesses differ more than the answers do, but in each of them the same answer is better."""
    luck = [0.8, -0.8, 0.4, -0.6, 0.2, -0.9, 0.7, 0.1]
    told = Told({"worse": [each - 0.08 for each in luck], "better": luck})
    told.run()
    assert told.ranked() == ["better"]
    assert len(told.asked) < 2 * len(luck)


def test_what_is_clearly_behind_is_tried_no_more() -> None:
    told = Told({"good": [0.5] * 6, "bad": [-0.5] * 6, "close": [0.49, 0.52, 0.48, 0.51, 0.49, 0.5]})
    told.run()
    assert told.asked.count(("bad", 0)) == 1
    assert ("bad", 1) not in told.asked
    assert ("close", 5) in told.asked


def test_what_always_comes_to_the_same_is_one_answer() -> None:
    told = Told({"one": [0.1, 0.4, 0.2, 0.3, 0.2], "other": [0.1, 0.4, 0.2, 0.3, 0.2]})
    told.run()
    assert told.ranked() == ["one"]
    assert ("one", 3) not in told.asked


def test_all_are_tried_equally_often_where_none_may_be_given_up() -> None:
    told = Told({"good": [0.5] * 4, "bad": [-0.5] * 4})
    told.run(keep_all=True)
    assert told.ranked() == ["good", "bad"]
    assert {len(each) for each in told.found.values()} == {4}


def test_a_guess_that_was_not_finished_does_not_count() -> None:
    """With five nodes the third guess gets to the first answer only."""
    told = Told({"one": [0.1, 0.3, -1.0], "other": [0.2, 0.2, 1.0]}, nodes=5)
    told.run()
    assert {len(each) for each in told.found.values()} == {2}


def test_in_the_first_guess_what_was_tried_counts() -> None:
    told = Told({"one": [0.1], "two": [0.2], "three": [0.9]}, nodes=2)
    told.run()
    assert told.ranked() == ["two", "one"]


def test_without_nodes_all_answers_are_left() -> None:
    told = Told({"one": [0.1], "other": [0.2]}, nodes=0)
    told.run()
    assert set(told.ranked()) == {"one", "other"}
    assert told.expected() == ()
    with pytest.raises(Spent):
        told._result(0, "one")


def test_what_turns_out_to_be_illegal_in_a_guess_is_dropped() -> None:
    told = Told({"one": [0.1, 0.1], "other": [0.15, None]})
    told.run()
    assert told.ranked() == ["one"]


def test_what_was_given_up_is_measured_against_the_best_in_the_guesses_it_met() -> None:
    """The first guess was a lucky one: what is given up there came to 0.4, but was 0.5 behind."""
    told = Told({"best": [0.9, 0.1, 0.2], "given up": [0.4, 0.0, 0.0], "close": [0.85, 0.15, 0.19]})
    told.run()
    assert told.ranked()[0] == "best"
    best, second = told.expected()
    assert best == pytest.approx(0.4)
    assert second == pytest.approx(1.19 / 3)
    alone = Told({"best": [0.9], "given up": [0.4]})
    alone.run()
    assert alone.expected() == pytest.approx((0.9, 0.4))
