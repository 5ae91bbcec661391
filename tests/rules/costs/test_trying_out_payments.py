"""Two ways of paying come to the same only if nothing that is left behind differs (CA.1.8)."""

from __future__ import annotations

import pytest

from archivist.model import events
from archivist.model.event import GameEvent
from archivist.rules.costs.trying_out_payments import outcome
from archivist.vocabulary.pending import Waiting
from positions import number_of, simple_position


@pytest.mark.parametrize(
    ("one", "other", "alike"),
    [
        (events.Gather((), 1, amount=2), events.Gather((), 1, amount=2), True),
        (events.Gather((), 1, amount=2), events.Gather((), 1, amount=3), False),
        (events.Gather((), 1, amount=2), events.Gather((), 0, amount=2), False),
        (events.Gather((), 1, amount=2), None, False),
        (None, None, True),
    ],
)
def test_ca_1_8_triggers_that_tell_of_different_events_are_different(
    one: GameEvent | None, other: GameEvent | None, alike: bool
) -> None:
    """What a trigger does may hang on how much was gathered, and by whom."""
    game = simple_position(field=["Gray Wolf"])
    before = game.state
    wolf = before.cards[number_of(game, "Gray Wolf")]
    ways = []
    for event in (one, other):
        state = before.copy()
        state.waiting = (Waiting(0, wolf, (), event),)
        ways.append(outcome(before, state))
    assert (ways[0] == ways[1]) is alike
