"""cards.4.7: another object becomes a player's champion."""

from __future__ import annotations

import pytest

from workshop import action, cards, judged

HEIR = "{do: choose, of: ally you control, any: true}, {do: become champion, what: chosen}"
MORE = cards("- {name: Heir, types: [ally], life: 3, power: 1}\n- {name: Rival, types: [ally], life: 3, power: 1}")
FIELD = "{hand: [Deed], field: [Heir, Rival]}"


@pytest.mark.parametrize(
    ("chosen", "field", "banished"),
    [
        ("[Heir]", "[Rival]", 2),
        ("[Rival]", "[Heir]", 2),
        ("[Heir, Rival]", "[Heir, Rival]", 0),  # a player has one champion
        ("[]", "[Heir, Rival]", 0),
    ],
)
def test_cards_4_7_one_object_becomes_the_champion(chosen: str, field: str, banished: int) -> None:
    """The old champion is banished with its lineage of two cards."""
    steps = f"""
    - A: {{activate: Deed}}
    - A: pass
    - B: pass
    - A: {{choose: {chosen}}}
    - expect: {{A/field: {field}, A/banishment: {banished}, A/graveyard: [Deed], winner: none}}
    """
    report = judged([action(HEIR), *MORE], steps, FIELD)
    assert report.passed, report.difference


def test_cards_4_7_the_others_stay_what_they_are() -> None:
    """Where several were chosen none becomes a champion, and none gets its types."""
    steps = """
    - A: {activate: Deed}
    - A: pass
    - B: pass
    - A: {choose: [Heir, Rival]}
    - expect: {A/field/Heir: {types: [ally]}, A/field/Rival: {types: [ally]}}
    """
    report = judged([action(HEIR), *MORE], steps, FIELD)
    assert report.passed, report.difference
