"""targets-and-copies.6: a copy of a card is in the place of the card, and is gone when it is done."""

from __future__ import annotations

import pytest

from archivist.model.decision import Play
from archivist.model.events import Activation
from workshop import action, resolving

ECHO = "{do: choose, of: action card in your %s}, {do: play, how: activate, what: chosen, copy: true}"


@pytest.mark.parametrize("zone", ["graveyard", "hand", "banishment"])
def test_targets_and_copies_6_1_a_copy_is_activated_as_if_from_where_the_card_lies(zone: str) -> None:
    sides = {"hand": ["Deed"], zone: ["Spark"]} if zone != "hand" else {"hand": ["Deed", "Spark"]}
    position = "{" + ", ".join(f"{name}: [{', '.join(cards)}]" for name, cards in sides.items()) + "}"
    game = resolving(action(ECHO % zone), position, more=[action("{do: draw}", "Spark")])
    while not game.acting:
        decision = game.decision
        assert decision is not None
        plays = [each for each in decision.options if isinstance(each, Play)]
        game.answer(plays[0] if plays else max(decision.answers(), key=str))
    (copied,) = [event for event in game.events if isinstance(event, Activation) and event.card.face == "Spark"]
    assert copied.origin == zone
    assert "Spark" in [game.state.cards[number].face for number in game.state.zone(0, zone)]
