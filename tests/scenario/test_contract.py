"""The contract of the format, sentence by sentence, where no other test of this folder is about it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from archivist.scenario import Report, read_text, run

Play = Callable[..., Report]
Difference = Callable[..., str]
Problem = Callable[..., str]

CONTRACT = Path(__file__).resolve().parents[3] / "shared" / "SCENARIOS.md"


@pytest.mark.skipif(not CONTRACT.is_file(), reason="the contract is not here")
def test_its_own_example_passes() -> None:
    text = CONTRACT.read_text(encoding="utf-8").partition("```yaml\n")[2].partition("```")[0]
    lines = [line for line in text.splitlines() if not line.startswith("cards:")]
    text = "\n".join(lines).replace("B: {...} ", "B: {champion: [Spirit of Water]} ")
    report = run(read_text(text, "contract.yaml"))
    assert report.passed, report.difference


def test_defaults_of_the_set_up(play: Play) -> None:
    """Turn A, turn number 5, the main phase, the turn player has Opportunity; the champion's lineage is not checked."""
    play("- expect: {turn: A, turn number: 5, phase: main, opportunity: A, decision: none}")
    play("- expect: {turn: B, opportunity: B}", more="turn: B")
    play(
        "- expect: {A/champion: {base level: 3}}",
        champion='[Spirit of Water, "Rai, Archmage", "Lorraine, Crux Knight"]',
    )


def test_a_deck_that_is_left_out_is_empty() -> None:
    text = "setup: {A: {champion: [Spirit of Fire]}, B: {champion: [Spirit of Water]}}\nsteps:\n"
    report = run(read_text(f"title: t\n{text}  - expect: {{A/deck: 0, B/deck: []}}\n", "t.yaml"))
    assert report.passed, report.difference
    report = run(read_text(f"title: t\n{text}  - advance: main\n  - expect: {{winner: A}}\n", "t.yaml"))
    assert report.passed, report.difference


def test_the_rest_of_the_deck_is_not_shuffled_and_the_top_comes_first(play: Play) -> None:
    deck = "[Fireball, Reclaim, 2 x Gray Wolf]"
    play("- expect: {A/deck: [Fireball, Reclaim, Gray Wolf, Gray Wolf]}\n- expect: {A/deck: [Fireball]}", deck=deck)


def test_a_payment_that_is_left_out_is_made_whatever_the_next_step_says(difference: Difference, play: Play) -> None:
    parts = {"a": "hand: [Fireball, Frostbind, Idle Thoughts, Reclaim]"}
    step = "- A: {activate: Fireball, targets: [B/champion]}\n"
    play(step + "- expect: {A/memory: [Frostbind, Idle Thoughts], stack: [Fireball]}", **parts)
    said = difference(step + "- A: {choose: [Idle Thoughts, Reclaim]}", **parts)
    assert "there is nothing to choose now" in said


def test_what_else_is_left_out_is_a_later_choice(play: Play) -> None:
    play(
        """
        - A: {activate: Fireball}
        - expect: {decision: {player: A, kind: targets}}
        - A: {choose: B/champion}
        - expect: {stack: [Fireball], A/memory: 2, decision: none}
        """,
        a="hand: [Fireball, 2 x Idle Thoughts]",
        b="field: [Gray Wolf]",
    )


def test_where_only_one_legal_answer_exists_it_is_taken(play: Play) -> None:
    play(
        "- A: {activate: Focused Flames}\n- resolve: all\n- expect: {A/memory: [Idle Thoughts], stack: []}",
        a="hand: [Focused Flames, Idle Thoughts]",
        b="field: [Giant Tortoise]",
    )


@pytest.mark.parametrize(
    "step",
    [
        "activate: Fireball, targets: [B/champion], x: 1",
        "activate: Fireball, targets: [B/champion], modes: [1]",
        "activate: Fireball, targets: [B/champion], optional: [prepare]",
        "activate: Fireball, targets: [B/champion], alternative: brew",
        "activate: Fireball, targets: [B/champion], kindle: [Fireball]",
        "activate: Fireball, targets: [B/champion], sacrifice: [A/champion]",
    ],
)
def test_an_answer_that_the_play_never_asked_for_is_an_error_and_in_an_illegal_step_the_refusal(
    problem: Problem, play: Play, step: str
) -> None:
    parts = {"a": "hand: [Fireball, 2 x Idle Thoughts]"}
    assert "is given, but the play never asks for it" in problem(f"- A: {{{step}}}", **parts)
    play(f"- A: {{{step}, illegal: true}}\n- expect: {{A/hand: 3, stack: [], opportunity: A}}", **parts)


def test_a_rule_covers_the_clauses_under_it_and_nothing_else(play: Play, difference: Difference) -> None:
    parts = {"a": "hand: [Fireball, Idle Thoughts]"}
    play("- A: {activate: Fireball, illegal: CA.1.8}\n- A: {activate: Fireball, illegal: CA.1}", **parts)
    assert "must be refused by CA.1.8.1" in difference("- A: {activate: Fireball, illegal: CA.1.8.1}", **parts)


def test_in_an_order_the_first_one_listed_is_put_on_the_stack_first(play: Play) -> None:
    """So the last one listed is on top."""
    cards = """\
        cards:
          - name: Low Bell
            types: [item]
            elements: [norm]
            cost: {reserve: 0}
            abilities: [{ability: triggered, on: {on: phase, phase: end}, do: [{do: draw}]}]
          - name: High Bell
            types: [item]
            elements: [norm]
            cost: {reserve: 0}
            abilities: [{ability: triggered, on: {on: phase, phase: end}, do: [{do: draw}]}]
        """
    play(
        "- advance: end\n- A: {order: [trigger/Low Bell, trigger/High Bell]}\n"
        "- expect: {stack: [trigger/High Bell, trigger/Low Bell], triggered: [Low Bell, High Bell]}",
        a="field: [Low Bell, High Bell]",
        top=cards,
    )


def test_pass_declines_in_the_materialize_phase(play: Play) -> None:
    parts = {"more": "phase: materialize", "a": "material: [Tome of Knowledge]\nmemory: [Fireball]"}
    play(
        "- expect: {opportunity: none}\n- A: pass\n- expect: {phase: recollection, opportunity: A, A/material: 1}",
        **parts,
    )


def test_counters_check_only_the_kinds_they_name_and_0_means_none(play: Play, difference: Difference) -> None:
    parts = {"a": "field: [{card: Gray Wolf, counters: {buff: 1, wither: 2}}]"}
    play("- expect: {A/field/Gray Wolf: {counters: {buff: 1, debuff: 0}}}", **parts)
    assert "its counters is" in difference("- expect: {A/field/Gray Wolf: {counters: {buff: 0}}}", **parts)
