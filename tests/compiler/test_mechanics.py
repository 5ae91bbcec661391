"""Texts of further mechanics with the data they mean: damage, combat, what is granted, and players that effects name."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from archivist.compiler import Facts, compile_text
from archivist.compiler.likeness import alike
from archivist.vocabulary.abilities import AbilityNode
from archivist.vocabulary.node import read
from archivist.yaml_reader import read_yaml

ACTIONS = {
    # damage that is prevented
    "The next time damage would be dealt to your champion this turn, prevent that damage. If 3 or more damage was "
    "prevented this way, put a buff counter on an ally you control.": (
        "{ability: text, do: [{do: prevention, on: champion, static: {static: prevent, once: true}, then: ["
        "{do: if, that: it(prevention) >= 3, then: [{do: choose, of: ally you control},"
        " {do: counters, kind: buff, on: chosen}]}]}]}"
    ),
    "Prevent the next 4 damage that would be dealt to target ally this turn. If damage was prevented this way, "
    "draw a card.": (
        "{ability: text, targets: [{of: ally}], do: [{do: prevention, on: target,"
        " static: {static: prevent, amount: 4, shield: true},"
        " then: [{do: if, that: it(prevention) >= 1, then: [{do: draw}]}]}]}"
    ),
    "The next time target unit you control would take exactly X damage this turn, prevent that damage, where X is the "
    "amount of cards in your memory. Draw a card if damage was prevented this way.": (
        "{ability: text, targets: [{of: unit you control}], do: [{do: prevention, on: target,"
        " static: {static: prevent, once: true, much: {exactly: count(card in your memory)}},"
        " then: [{do: if, that: it(prevention) >= 1, then: [{do: draw}]}]}]}"
    ),
    "The next time your champion would take 4 or less combat damage this turn, prevent it.": (
        "{ability: text, do: [{do: gain, on: champion,"
        " static: {static: prevent, once: true, damage: combat, much: {most: 4}}}]}"
    ),
}

OBJECTS = {
    "If another fire element unit you control would take damage, prevent half of that damage, rounded up.": (
        "{ability: static, effects: [{static: prevent, of: each other fire unit you control, half: up}]}"
    ),
    "If your champion would take 7 or more damage while it is your turn, prevent all but 6 of that damage.": (
        "{ability: static, if: your turn, effects: [{static: prevent, of: champion, much: {least: 7}, but: 6}]}"
    ),
}


def data(text: str) -> Any:
    return msgspec.convert(read_yaml(text), AbilityNode, dec_hook=read)


@pytest.mark.parametrize(
    ("types", "text"), [*(("action", text) for text in ACTIONS), *(("ally", text) for text in OBJECTS)]
)
def test_a_text_means_its_data(types: str, text: str) -> None:
    found = compile_text(text, name="Sample", facts=Facts(types=(types,)))
    assert found.status == "compiled", found.why
    assert alike(found.abilities) == alike((data((ACTIONS | OBJECTS)[text]),))


@pytest.mark.parametrize(
    "text",
    [
        # nothing says what is done as part of the prevention, or it would need targets
        "The next time damage would be dealt to your champion this turn, prevent that damage. "
        "If 3 or more damage was prevented this way, deal 1 damage to target unit.",
        "Draw a card. If 3 or more damage was prevented this way, draw a card.",
    ],
)
def test_what_nothing_decides_is_refused(text: str) -> None:
    assert compile_text(text, name="Sample", facts=Facts(types=("action",))).status == "refused"
