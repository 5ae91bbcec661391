"""What a look settles without counting is what counting comes to."""

from __future__ import annotations

import mass
from archivist.model.card import Card
from archivist.model.state import State
from archivist.rules.citations import stack, values
from archivist.rules.effects.continuous import layers
from positions import Playout, position


def repeated(state: State, card: Card) -> bool:
    """Whether a card has a keyword more than once, one by one."""
    words = [each.word for each in layers.keywords(state.now, state, card)]
    return any(words.count(word) > 1 for word in state.now.keywords(state, card))


def namesake(state: State, source: Card) -> bool:
    return any(number != source.id and state.cards[number].face == source.face for number in state.field)


@mass.seeds(6, 60)
def test_keywords_that_are_there_more_than_once_and_namesakes(seed: int) -> None:
    for game in Playout(position(seed, full=True), seed, 12, eager=0.95):
        state = game.state
        for card in state.cards:
            if card.zone != "none":
                assert bool(values.of_instances(state, card)) == repeated(state, card), card
                assert stack._has_namesake(state, card) == namesake(state, card), card
