"""Answers to what nobody has been asked: they must agree with what has happened."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from archivist.scenario import Report

TWO_TRIGGERS = {
    "champion": '[Spirit of Fire, "Rai, Spellcrafter", "Rai, Archmage"]',
    "a": "hand: [Ignite the Soul, Idle Thoughts]\nfield: [Test Watcher]",
    "top": """\
    cards:
      - name: Test Watcher
        types: [item]
        elements: [norm]
        cost: {reserve: 1}
        abilities:
          - {ability: triggered, "on": {"on": activate}, do: [{do: draw}]}
    """,
}

PAYING = {
    "a": "hand: [2 x Idle Thoughts, Ignite the Soul, Fireball, 2 x Gray Wolf, Reclaim]",
    "b": "hand: [Frostbind, 2 x Giant Tortoise]",
}

BOUND = """
- A: {activate: Fireball, targets: [B/champion], reserve: [2 x Idle Thoughts]}
- A: pass
- B: {activate: Frostbind, targets: [stack/Fireball]}
- B: pass
- A: pass
- expect: {decision: {player: A, kind: may}}
"""


Play = Callable[..., Report]
Difference = Callable[..., str]
SILVIE = '[Spirit of Fire, "Silvie, Wilds Whisperer"]'


def test_a_declaration_made_by_a_shortcut_may_still_be_worded(play: Play, difference: Difference) -> None:
    parts = {"champion": SILVIE, "a": "hand: [Smack with Flute, 2 x Idle Thoughts]\nfield: [Giant Tortoise]"}
    steps = "- A: {activate: Smack with Flute}\n- resolve: top\n- expect: {phase: combat}\n"
    play(steps + "- A: {attack: A/champion, targets: [B/champion]}\n- advance: main", **parts)
    said = difference(steps + "- A: {attack: A/champion, targets: [Giant Tortoise]}", **parts)
    assert "the attack is declared, and not with Giant Tortoise" in said
    assert "refused" in difference(steps + "- A: {attack: Giant Tortoise}", **parts)


def test_the_order_of_triggers_that_are_alike_may_still_be_worded(play: Play, difference: Difference) -> None:
    parts = {**TWO_TRIGGERS, "a": "hand: [Ignite the Soul, Idle Thoughts]", "b": ""}
    steps = "- A: {activate: Ignite the Soul, targets: [B/champion]}\n"
    play(steps + '- A: {order: ["Rai, Archmage"]}', **parts)
    assert "there is nothing to order now" in difference(steps + "- A: {order: [Test Watcher]}", **parts)


def test_declining_to_retaliate_where_nobody_could(play: Play) -> None:
    play(
        """
        - A: {attack: Giant Tortoise}
        - A: pass
        - B: pass
        - B: {retaliate: []}
        - A: pass
        - B: pass
        - expect: {B/champion: {damage: 1}, phase: main}
        """,
        champion=SILVIE,
        a="field: [Giant Tortoise]",
    )


def test_a_choice_that_was_forced_may_still_be_worded(play: Play, difference: Difference) -> None:
    single = {"a": "field: [Razorvine]\nhand: [Reclaim]"}
    forced = "- A: {ability: Razorvine}\n- A: pass\n- B: pass\n"
    play(forced + "- expect: {A/hand: [Giant Tortoise], decision: none}", **single)
    play(forced + "- A: {choose: Reclaim}\n- expect: {A/hand: [Giant Tortoise]}", **single)
    play(forced + "- A: {choose: Fireball, illegal: RS.2}\n- A: {choose: Reclaim}", **single)
    assert "there is nothing to choose now" in difference(forced + "- A: {choose: Fireball}", **single)


def test_there_must_be_something_to_decide(difference: Difference) -> None:
    assert "there is nothing to choose now" in difference("- A: {choose: yes}")
    assert "there is nothing to retaliate now" in difference("- A: {retaliate: []}")
    assert "there is nothing to name now" in difference("- A: {name: Fireball}")


def test_what_cannot_be_paid_may_still_be_declined(play: Play, difference: Difference) -> None:
    parts = {**PAYING, "a": "hand: [2 x Idle Thoughts, Fireball, Reclaim]"}
    steps = BOUND.rpartition("- expect")[0] + "- expect: {decision: none, A/banishment: [Fireball]}\n"
    play(steps, **parts)
    play(steps + "- A: {choose: no}", **parts)
    assert "what would be asked is not possible" in difference(steps + "- A: {choose: yes}", **parts)


@pytest.mark.parametrize(
    ("unit", "rule", "other"),
    [
        ("B/field/Library Witch", "combat.5.2", "combat.5.3"),
        ("B/field/Gray Wolf", "combat.5.1", "combat.5.2"),
    ],
)
def test_why_a_unit_cannot_retaliate(play: Play, difference: Difference, unit: str, rule: str, other: str) -> None:
    parts = {
        "a": "field: [Blitz Mage]",
        "b": "field: [Library Witch, {card: Gray Wolf, rested: true}]",
    }
    steps = f"- A: {{attack: Blitz Mage, targets: [{unit}]}}\n- A: pass\n- B: pass\n- B: "
    play(f"{steps}{{retaliate: [{unit}], illegal: {rule}}}", **parts)
    assert f"refused by {other}" in difference(f"{steps}{{retaliate: [{unit}], illegal: {other}}}", **parts)
    play(f"{steps}{{retaliate: []}}", **parts)
    assert "there is nothing to retaliate" in difference(f"{steps[:-3]}A: {{retaliate: []}}", **parts)
