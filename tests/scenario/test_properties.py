"""Properties of a thing: as a file may expect them, and as they are."""

from __future__ import annotations

import pytest

from archivist.cards import pool
from archivist.model.errors import ScenarioError
from archivist.scenario.properties import described, difference, read_properties
from archivist.scenario.reading import read, start
from archivist.scenario.source import Reader, open_source
from archivist.scenario.table import Table

READER = Reader(pool(), ("A", "B"))
POSITION = """\
setup:
  A: {champion: [Spirit of Fire], field: [{card: Gray Wolf, damage: 1, counters: {buff: 2}}], hand: [Fireball]}
  B: {champion: [Spirit of Water]}
"""


def differing(expected: str) -> str | None:
    """What is said of the wolf, with 2 power and 2 buff counters, if this is expected of it."""
    scenario = read(POSITION, need_steps=False)
    table = Table(scenario, start(scenario))
    state = table.game.state
    wolf = next(card for card in state.cards if card.face == "Gray Wolf")
    card, controller = described(state, wolf.thing)
    return difference(table, card, controller, read_properties(READER, open_source(expected, "t.yaml")))


@pytest.mark.parametrize(
    ("expected", "said"),
    [
        ("{damage: 1, rested: false, controller: A, owner: A, token: false, transformed: false}", None),
        ("{damage: 2}", "its damage is 1"),
        ("{counters: {buff: 2, level: 0}}", None),
        ("{counters: {buff: 1}}", "its counters is buff: 2"),
        ("{keywords: [Pride 2]}", None),
        ("{keywords: []}", "its keywords is [pride, pride 2]"),
        ("{keywords: {has: [pride], lacks: [stealth]}}", None),
        ("{keywords: {lacks: [pride]}}", "its keywords is [pride, pride 2]"),
        ("{types: [ally, Beast]}", None),
        ("{direction: North}", "its direction is none"),
        ("{face up: false}", "its face up is true"),
        ("{level: 1}", "its level is none"),
        ("{owner: B}", "its owner is A"),
    ],
)
def test_as_it_is_or_not(expected: str, said: str | None) -> None:
    assert differing(expected) == said


@pytest.mark.parametrize(
    ("expected", "said"),
    [
        ("rested", "properties or 'gone' are needed, not 'rested'"),
        ("{dammage: 1}", "unknown key 'dammage' in a thing's properties; did you mean damage?"),
        ("{power: strong}", "power must be a number, not 'strong'"),
        ("{rested: 3}", "rested must be true or false, not 3"),
        ("{owner: C}", "unknown player 'C'"),
        ("{counters: {}}", "'counters' is empty, so it could never fail"),
        ("{counters: {bufff: 1}}", "unknown counter 'bufff'; did you mean buff"),
        ("{keywords: {has: []}}", "'has' is empty, so it could never fail"),
        ("{keywords: [stealt]}", "unknown keyword 'stealt'; did you mean stealth"),
        ("{direction: up}", "unknown direction 'up'"),
    ],
)
def test_mistakes_are_told_with_their_line(expected: str, said: str) -> None:
    with pytest.raises(ScenarioError) as caught:
        read_properties(READER, open_source(expected, "t.yaml"))
    assert str(caught.value).startswith("t.yaml:1: ")
    assert said in str(caught.value)
