"""Contests between two bots: who is timed, and what is counted."""

from __future__ import annotations

from archivist.arena.contest import Bout, Timed, fight
from archivist.bots import bot
from archivist.view import Choice, View
from positions import simple_position


class Looking:
    """A bot that looks at a node for every second decision."""

    name = "looking"

    def __init__(self) -> None:
        self.nodes = 0
        self.asked = 0

    def choose(self, view: View) -> Choice:
        self.asked += 1
        self.nodes += self.asked % 2
        return 0


def test_only_decisions_with_a_look_ahead_are_timed() -> None:
    view = simple_position().view(0, exact=True)
    looking = Looking()
    timed = Timed(looking)
    assert timed.name == "looking"
    assert [timed.choose(view) for _ in range(5)] == [0] * 5
    assert looking.asked == 5
    assert len(timed.thought) == 3
    assert all(each >= 0 for each in timed.thought)


def test_a_bot_that_does_not_look_ahead_is_not_timed() -> None:
    timed = Timed(bot("random"))
    timed.choose(simple_position().view(0, exact=True))
    assert timed.thought == []


def test_the_first_bot_of_a_bout_is_timed_wherever_it_sits() -> None:
    for seat in range(2):
        found = fight(Bout("zander", 1, seat), "greedy", "random")
        assert found.over
        assert found.nodes
        assert 0 < len(found.thought) <= found.decisions
        assert sum(found.thought) <= found.seconds
