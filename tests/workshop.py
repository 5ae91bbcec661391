"""Small games around one made-up card: what a text in the vocabulary does, tried in positions written in one line."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from archivist.game import Game
from archivist.model.decision import Pass
from archivist.scenario import Report, read_text, run
from archivist.scenario.reading import start
from archivist.scenario.running import played
from archivist.yaml_reader import read_yaml

A = '{champion: [Spirit of Fire, "Rai, Spellcrafter"], deck: [10 x Giant Tortoise]}'
B = "{champion: [Spirit of Water], deck: [10 x Giant Tortoise]}"
"""What the players have unless a position says otherwise."""


def action(do: str, name: str = "Deed", **more: Any) -> dict[str, Any]:
    """A free card that does this, played at any time."""
    text = {"ability": "text", "do": read_yaml(f"[{do}]"), **more}
    return {
        "name": name,
        "types": ["action"],
        "elements": ["norm"],
        "cost": {"reserve": 0},
        "speed": "fast",
        "abilities": [text],
    }


def cards(text: str) -> list[dict[str, Any]]:
    """Made-up cards; a line each, without what all of them need."""
    plain = {"elements": ["norm"], "cost": {"reserve": 0}}
    return [
        {**plain, **each} if each.get("side") != "flip" else {"elements": ["norm"], **each} for each in read_yaml(text)
    ]


def text_of(
    made_up: Sequence[Mapping[str, Any]],
    steps: str,
    a: str = "{}",
    b: str = "{}",
    **setup: Any,
) -> str:
    """A scenario: sides are written over those that everybody has."""
    sides = {"A": {**read_yaml(A), **read_yaml(a)}, "B": {**read_yaml(B), **read_yaml(b)}}
    whole = {"title": "a try", "cards": list(made_up), "setup": {**setup, **sides}, "steps": read_yaml(steps)}
    return json.dumps(whole, indent=1)


def judged(made_up: Sequence[Mapping[str, Any]], steps: str, a: str = "{}", b: str = "{}", **setup: Any) -> Report:
    """How a scenario goes."""
    return run(read_text(text_of(made_up, steps, a, b, **setup), "a try"))


def resolving(card: Mapping[str, Any], a: str, b: str = "{}", more: Sequence[Mapping[str, Any]] = ()) -> Game:
    """The game after a card of A's hand was activated and everybody has passed once: it resolves, or asks something."""
    game = played(read_text(text_of([card, *more], f"[{{A: {{activate: {card['name']}}}}}]", a, b), "a try"))
    for _ in game.state.living():
        game.answer(Pass())
    return game


def position(made_up: Sequence[Mapping[str, Any]], a: str = "{}", b: str = "{}", **setup: Any) -> Game:
    """A game that stands where a scenario would begin."""
    return start(read_text(text_of(made_up, "[]", a, b, **setup), "a try", need_steps=False))
