"""targets-and-copies.6: a copy of a card is in the place of the card, and is gone when it is done."""

from __future__ import annotations

import pytest

from archivist.model.decision import Play
from archivist.model.events import Activation, BecomesACopy
from archivist.scenario import read_text
from archivist.scenario.running import played
from workshop import action, cards, resolving, text_of

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


def test_targets_and_copies_8_2_an_object_becomes_a_copy_under_whoever_controls_it() -> None:
    """It is told of the player who controls the object, not of its owner (terms.3.2)."""
    mimic = cards("""
- {name: Mimic, types: [ally], power: 1, life: 1, abilities: [{ability: activated, targets: [{of: ally}],
   do: [{do: become a copy, what: this, of: target}]}]}
""")
    steps = "[{B: {ability: Mimic, targets: [B/field/Gray Wolf]}}, {resolve: all}]"
    field = "{field: [{card: Mimic, owner: A}, Gray Wolf]}"
    game = played(read_text(text_of(mimic, steps, "{}", field, turn="B"), "a try"))
    (became,) = [event for event in game.events if isinstance(event, BecomesACopy)]
    assert (became.player, became.of) == (1, "Gray Wolf")
