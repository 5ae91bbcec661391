"""What a run shows: the rules of its events, decisions and refusals, and those behind what it reads."""

from __future__ import annotations

import pytest

from archivist.scenario import read_text, run
from archivist.scenario.shown import unproved, unshown

SETUP = """
setup:
  A:
    champion: [Spirit of Fire, "Rai, Spellcrafter"]
    hand: [Fireball, 4 x Idle Thoughts]
    field: [{card: Gray Wolf, counters: {buff: 1}}]
    deck: [5 x Giant Tortoise]
  B: {champion: [Spirit of Water], field: [Blue Slime], deck: [5 x Giant Tortoise]}
steps:
"""


def shown(steps: str) -> tuple[str, ...]:
    report = run(read_text(SETUP + steps, "shown.yaml"))
    assert report.passed, report.difference
    return report.shown


def test_events_are_shown() -> None:
    found = shown(
        "  - A: {activate: Fireball, targets: [B/champion], reserve: [2 x Idle Thoughts]}\n  - resolve: all\n"
    )
    assert {"CA.1.1", "CA.1.9", "combat.6.3", "PC.7", "zones.1.graveyard"} <= set(found)
    assert "combat.6.1" not in found, "it is no combat damage"
    assert list(found) == sorted(set(found))


def test_decisions_are_shown_also_one_that_is_left_open() -> None:
    assert "CA.1.5" not in shown("  - A: pass\n")
    assert "CA.1.5" in shown("  - A: {activate: Fireball}\n  - expect: {decision: {player: A, kind: targets}}\n")


def test_refusals_are_shown_and_what_undoes_them() -> None:
    found = shown(
        "  - A: {activate: Fireball, targets: [B/champion], reserve: [Idle Thoughts], illegal: true}\n"
        "  - A: {attack: Blue Slime, illegal: true}\n"
    )
    assert {"combat.1.4", "PC.3", "RU.13", "timing.6.4"} <= set(found)


def test_what_is_not_offered_shows_what_forbids_it() -> None:
    assert "combat.1.4" in shown("  - expect: {cannot: {A: [{attack: Blue Slime}]}}\n")
    assert "CA.1.9.1" in shown("  - expect: {can: {A: [{activate: Fireball}]}}\n")


@pytest.mark.parametrize(
    ("expected", "rule"),
    [
        ("A/field/Gray Wolf: {power: 3}", "effects.5.8.E2"),
        ("A/field/Gray Wolf: {power: 3}", "cards.9.buff"),
        ("A/field/Gray Wolf: {counters: {buff: 1}}", "terms.7.buff"),
        ("A/champion: {level: 1}", "terms.4.lv"),
        ("A/champion: {elements: [fire]}", "cards.3.3"),
        ("sees: {B: {A/hand: []}}", "zones.1.hand"),
    ],
)
def test_values_that_are_expected_show_the_rules_behind_them(expected: str, rule: str) -> None:
    assert rule in shown(f"  - expect: {{{expected}}}\n")
    assert rule not in shown("  - expect: {opportunity: A}\n")


def test_a_rule_is_shown_by_itself_or_by_a_clause_under_it() -> None:
    assert unshown(("CA.1.8", "CA.1.2"), ("CA.1.8.2", "CA.1.20")) == ("CA.1.2",)
    assert unproved(("CA.1.8",), ("CA.1.8.2",)) == ()
    assert unproved(("CA.1.8.2",), ("CA.1.8",)) == ("CA.1.8.2",)


def test_a_definition_proves_nothing_alone() -> None:
    assert unproved(("turn.1.4", "CA.1.8"), ("CA.1.8",)) == ()
    assert unproved(("turn.1.4",), ("CA.1.8",)) == ("turn.1.4",)
    assert unproved((), ()) == ()
