"""A keyword that an effect grants with a number that is read then is had as if it were granted with that number."""

from __future__ import annotations

import pytest

from archivist.model.card import Card
from archivist.model.state import State
from archivist.rules.effects.continuous.effects_in_force import standing
from archivist.vocabulary.words import NUMBERED_KEYWORDS
from workshop import cards, position

GRANTED = sorted(NUMBERED_KEYWORDS - {"level locked"})


def granting(modification: str) -> tuple[State, Card]:
    """A champion of level 1 beside an ally that grants something to another one; that other one."""
    made_up = cards(
        f"""
        - {{name: Cub, types: [ally], power: 1, life: 5}}
        - name: Herald
          types: [ally]
          power: 1
          life: 5
          abilities: [{{ability: static, effects: [{{static: modify, of: each other ally, {modification}}}]}}]
        """
    )
    state = position(made_up, "{field: [Cub, Herald]}").state
    return state, next(card for card in state.cards if card.face == "Cub")


@pytest.mark.parametrize("keyword", GRANTED)
def test_a_keyword_is_granted_with_the_number_that_is_read(keyword: str) -> None:
    """The champion is at level 1, so that LV + 1 is 2."""
    read, cub = granting(f"numbered: [{{keyword: {keyword}, number: 1 + LV}}]")
    said, same = granting(f"keywords: [{keyword} 2]")
    for state, card in ((read, cub), (said, same)):
        assert state.now.keywords(state, card) == {keyword: 2}
        assert state.now.has(state, card, keyword)
        assert not state.now.has(state, card, "vigor")
    assert standing(read).granted == standing(said).granted
    assert standing(read).keyword_events == standing(said).keyword_events
