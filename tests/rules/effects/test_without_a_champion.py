"""Whoever has no champion any more loses only at the next check (turn.9.3): until then their texts can still be read."""

import pytest

import phrases
from archivist.rules.effects.meaning_of_words import Scene
from archivist.rules.zones import moving
from archivist.vocabulary.amounts import Amount
from archivist.vocabulary.conditions import Condition
from archivist.vocabulary.filters import Filter

READ = (Amount, Condition, Filter)


def bereft(number: int) -> Scene:
    """The point of view of a player in a random game whose champion is gone."""
    scene = phrases.scene(number)
    champion = scene.champion()
    assert champion is not None
    if scene.source.id == champion.id:
        scene.source = next(card for card in scene.state.cards if card.id != champion.id and card.zone != "none")
    moving.move(scene.state, champion.id, "banishment", "zones.2.8")
    assert scene.champion() is None
    return scene


@pytest.mark.parametrize("number", range(6))
def test_turn_9_3_without_a_champion_every_phrase_can_be_read(number: int) -> None:
    scene = bereft(number)
    for kind, text in phrases.texts():
        if kind in READ:
            phrases.read(kind(text), scene)


@pytest.mark.parametrize("number", range(6))
def test_turn_9_3_what_a_text_asks_of_a_champion_that_is_gone_is_not_there(number: int) -> None:
    """No level, no damage, no counters, no class, element or name in common, nothing beneath, and it attacks nobody."""
    scene = bereft(number)
    for text in ("LV", "damage on champion", "counters(buff)", "count(champion you control)"):
        assert scene.amount(Amount(text)) == 0, text
    for text in (
        *("class bonus", "element bonus", "Rai bonus", "level 1+", "base level 1+", "damage 1+"),
        *("another fire card is in its lineage", "another norm card is in its lineage", "champion is attacking a unit"),
    ):
        assert not Condition(text).holds(scene), text
