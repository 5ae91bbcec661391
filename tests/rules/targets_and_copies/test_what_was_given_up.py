"""What was given up for a cost belongs to whatever the cost was paid for (targets-and-copies.7.9, effects.7.5)."""

from __future__ import annotations

from typing import Any, Final

import pytest

from workshop import judged

BEAR: Final = {"name": "Bear", "types": ["ally"], "cost": {"reserve": 2}, "power": 2, "life": 3}
COST: Final = {"pay": "sacrifice", "of": "ally you control"}
BACK: Final = {"do": "put", "what": "given", "into": "hand"}
ALTAR: Final = {
    "name": "Altar",
    "types": ["item"],
    "cost": {"reserve": 0},
    "abilities": [{"ability": "activated", "cost": [COST], "do": [BACK]}],
}


@pytest.mark.parametrize("altar", ["Altar", "{token: Altar}"])
def test_targets_and_copies_7_9_an_ability_has_what_was_given_up_for_it_that_of_a_token_too(altar: str) -> None:
    report = judged(
        [BEAR, ALTAR],
        "[{A: {ability: Altar}}, {resolve: all}, {expect: {A/hand: [Bear], A/graveyard: []}}]",
        f"{{hand: [], graveyard: [], field: [{altar}, Bear]}}",
    )
    assert report.passed, report.difference


def test_targets_and_copies_7_9_an_object_has_what_was_given_up_for_it_and_the_token_of_a_copy_has_not() -> None:
    idol: dict[str, Any] = {
        "name": "Idol",
        "types": ["item"],
        "cost": {"reserve": 0},
        "abilities": [
            {"ability": "additional cost", "pay": [COST]},
            {"ability": "triggered", "on": {"on": "enter"}, "do": [BACK]},
        ],
    }
    echo = {
        "name": "Echo",
        "types": ["action"],
        "speed": "fast",
        "cost": {"reserve": 0},
        "abilities": [{"ability": "text", "targets": [{"of": "card activation"}], "do": [{"do": "copy"}]}],
    }
    report = judged(
        [BEAR, idol, echo],
        """
        - A: {activate: Idol}
        - A: {activate: Echo, targets: [stack/Idol]}
        - resolve: top
        - resolve: top
        - resolve: top
        - expect: {A/field: [Idol], A/graveyard: {has: [Bear]}, A/hand: []}
        - resolve: all
        - expect: {A/field: [2 x Idol], A/graveyard: {lacks: [Bear]}, A/hand: [Bear]}
        """,
        "{hand: [Idol, Echo], graveyard: [], field: [Bear]}",
    )
    assert report.passed, report.difference
