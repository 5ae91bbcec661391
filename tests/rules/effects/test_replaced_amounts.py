"""effects.3: another amount in the place of the one that would be: always, the next time only, or if one likes."""

from __future__ import annotations

import pytest

from workshop import action, cards, judged

DOMAIN = "{{name: Spring, types: [domain], abilities: [{{ability: static, effects: [{{static: that much, {how}}}]}}]}}"
HURT = "{hand: [2 x Deed], champion state: {damage: 9}, field: [Spring]}"


@pytest.mark.parametrize(
    ("how", "left"),
    [
        ("of: recover", 7),
        ("of: recover, times: 2", 5),
        ("of: recover, plus: 1", 6),
        ("of: recover, times: 2, plus: 1", 4),
        ("of: recover, to: 5", 4),
        ("of: recover, to: 0", 9),
        ("of: glimpse, times: 2", 7),
        ("of: recover, times: 2, who: opponents", 7),
        ("of: recover, times: 2, who: anyone", 5),
    ],
)
def test_effects_3_as_long_as_it_is_there(how: str, left: int) -> None:
    """The champion has 9 damage and recovers 2."""
    spring = cards(f"[{DOMAIN.format(how=how)}]")
    steps = f"[{{A: {{activate: Deed}}}}, {{resolve: all}}, {{expect: {{A/champion: {{damage: {left}}}}}}}]"
    report = judged([action("{do: recover, amount: 2}"), *spring], steps, HURT)
    assert report.passed, report.difference


@pytest.mark.parametrize(("once", "left"), [("false", (5, 1)), ("true", (5, 3))])
def test_effects_3_for_a_turn_or_the_next_time(once: str, left: tuple[int, int]) -> None:
    """Twice as much, for the rest of the turn or only the next time: 9 damage, and 2 recovered twice."""
    ready = action(f"{{do: gain, static: {{static: that much, of: recover, times: 2, once: {once}}}}}", "Ready")
    deed = "{A: {activate: Deed}}, {resolve: all}, {expect: {A/champion: {damage: %d}}}"
    steps = f"[{{A: {{activate: Ready}}}}, {{resolve: all}}, {deed % left[0]}, {deed % left[1]}]"
    hurt = "{hand: [Ready, 2 x Deed], champion state: {damage: 9}}"
    report = judged([action("{do: recover, amount: 2}"), ready], steps, hurt)
    assert report.passed, report.difference
