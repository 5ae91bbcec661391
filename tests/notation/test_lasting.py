"""Lasting effects in words: every effect that any card of the pool makes can be told, at every moment of games."""

from __future__ import annotations

import pytest

from archivist import Game
from archivist.arena.playing import Dice, choose, pantheon_deck
from archivist.cards import pool
from archivist.model.card import Card
from archivist.notation.lasting import duration, lasting
from archivist.vocabulary.effects import Delayed
from archivist.vocabulary.effects.lasting_effects import DURATIONS, Gain
from archivist.vocabulary.face import Face
from archivist.vocabulary.node import Node
from archivist.vocabulary.pending import DelayedTrigger, Lasting
from archivist.vocabulary.text import Paragraph

TABLE = """
setup:
  A: {champion: [Spirit of Fire], field: [Banner Knight]}
  B: {champion: [Spirit of Water]}
"""


def nodes(value: object) -> list[Node]:
    """Every node within a value, and it itself if it is one."""
    found: list[Node] = [value] if isinstance(value, Node) else []
    if isinstance(value, dict):
        value = tuple(value.values())
    parts = value if isinstance(value, tuple | list) else [getattr(value, name) for name in _fields(value)]
    for part in parts:
        found += nodes(part)
    return found


def _fields(value: object) -> tuple[str, ...]:
    return getattr(value, "__struct_fields__", ()) if isinstance(value, Node | Face | Paragraph) else ()


MAKING = sorted({face.name for face in pool().values() for node in nodes(face) if isinstance(node, Gain | Delayed)})


def test_many_cards_make_effects_that_last() -> None:
    assert len(MAKING) > 50


@pytest.mark.parametrize("name", MAKING)
def test_what_a_card_makes_last_is_told(name: str) -> None:
    """Fixed on an object, or by its own words, for each duration; delayed triggers too."""
    state = Game.from_scenario(TABLE).state
    knight = next(card for card in state.cards if card.face == "Banner Knight")
    source = Card(len(state.cards), name, 0, 0, "stack")
    for node in nodes(pool()[name]):
        state.lasting = state.delayed = ()
        if isinstance(node, Gain):
            on = None if node.on is None else (knight.thing,)
            state.lasting = (Lasting(1, node.static, 0, source, node.until, on),)
        elif isinstance(node, Delayed):
            text = (Paragraph(do=node.then, targets=node.targets),)
            condition = node.if_.text if node.if_ is not None else ""
            state.delayed = (DelayedTrigger(1, node.on, text, 0, source, node.once, node.until, (), condition),)
        else:
            continue
        (told,) = lasting(state, 1)
        assert told.text[0].isupper()
        assert told.text.endswith((".", '"'))
        assert "{" not in told.text
        if isinstance(node, Gain) and node.on is not None:
            assert "Banner Knight" in told.text
            assert len(told.on) == 1


def test_an_effect_fixed_on_what_is_gone_is_not_told() -> None:
    state = Game.from_scenario(TABLE).state
    gain = next(node for node in nodes(pool()["Deflecting Edge"]) if isinstance(node, Gain))
    source = Card(len(state.cards), "Deflecting Edge", 0, 0, "stack")
    champion = state.cards[state.players[0].champion or 0]
    gone = Card(champion.id, champion.face, 0, 0, "field", champion.incarnation + 1)
    state.lasting = (Lasting(1, gain.static, 0, source, "turn", (gone.thing,)),)
    assert lasting(state, 0) == ()
    state.lasting = (Lasting(1, gain.static, 0, source, "turn", (champion.thing, gone.thing)),)
    assert [each.text for each in lasting(state, 0)] == ["Prevent the next 3 combat damage to Spirit of Fire."]


def test_agility_and_skipped_phases_are_told() -> None:
    game = Game.from_scenario(TABLE)
    game.state.alter_player(1, agility=(2, 1), skips={"draw": 1, "main": 2, "end": 0})
    told = [(each.controller, each.text, each.until) for each in lasting(game.state, 0)]
    assert told == [
        ("B", "You have agility 3.", "until end of turn"),
        ("B", "You skip your next draw phase.", ""),
        ("B", "You skip your next 2 main phases.", ""),
    ]


def test_turn_4_4_durations_are_told() -> None:
    assert duration("turn") == DURATIONS["turn"]
    assert duration("main phase") == "until end of main phase"


@pytest.mark.parametrize("seed", range(2))
def test_in_whole_games_everything_that_lasts_is_told(seed: int) -> None:
    dice = Dice(seed)
    game = Game.new([pantheon_deck(dice), pantheon_deck(dice), pantheon_deck(dice)], seed=seed, format="pantheon")
    told = 0
    for _ in range(300):
        if game.decision is None:
            break
        told += len(lasting(game.state, 0))
        game.answer(choose(game.decision, dice))
    assert told
