"""What a scenario says is used or refused, never ignored; and what could never fail is no scenario."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from pathlib import Path

import pytest

from archivist.model.decision import Action, Decision
from archivist.rules.legal_actions import offers
from archivist.scenario import Report, ScenarioError, read_text, run
from archivist.scenario.plays import Attempt
from archivist.scenario.verify import asked_by

Play = Callable[..., Report]
Difference = Callable[..., str]
Problem = Callable[..., str]

ROOT = Path(__file__).parents[2]
HAND = "hand: [Fireball, Frostbind, 3 x Idle Thoughts]"


# -- expectations that could never fail --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("expect", "word"),
    [
        ("{}", "expect"),
        ("", "expect"),
        ("{decision: {}}", "decision"),
        ("{cited: []}", "cited"),
        ("{A/hand: {}}", "an expectation of cards"),
        ("{A/hand: {has: []}}", "has"),
        ("{A/hand: {lacks: []}}", "lacks"),
        ("{stack: {has: []}}", "has"),
        ("{A/champion: {counters: {}}}", "counters"),
        ("{A/champion: {keywords: {has: []}}}", "has"),
        ("{can: {}}", "can"),
        ("{cannot: {A: []}}", "A"),
        ("{sees: {}}", "sees"),
        ("{sees: {B: {}}}", "B"),
    ],
)
def test_an_empty_expectation_is_an_error(problem: Problem, expect: str, word: str) -> None:
    said = problem(f"- expect: {expect}")
    assert f"{word!r} is empty, so it could never fail" in said
    assert said.startswith("test.yaml:13: ")


@pytest.mark.parametrize(
    "expect", ["windows: []", "triggered: []", "stack: []", "A/hand: []", "A/champion: {keywords: []}"]
)
def test_an_empty_list_that_says_none_is_fine(play: Play, expect: str) -> None:
    play(f"- expect: {{{expect}}}")


def test_steps_must_not_be_empty() -> None:
    text = "title: t\nsetup: {A: {champion: [Spirit of Fire]}, B: {champion: [Spirit of Water]}}\nsteps: []\n"
    with pytest.raises(ScenarioError, match=r"t.yaml:3: 'steps' is empty"):
        run(read_text(text, "t.yaml"))


# -- names -------------------------------------------------------------------------------------------------------


def test_a_name_without_a_number_is_the_first_and_not_the_first_legal_one(play: Play, difference: Difference) -> None:
    parts = {"a": "field: [{card: Blitz Mage, rested: true}, Blitz Mage]"}
    said = difference("- A: {attack: A/field/Blitz Mage, targets: [B/champion]}", **parts)
    assert "refused" in said
    play('- A: {attack: "A/field/Blitz Mage#2", targets: [B/champion]}\n- expect: {phase: combat}', **parts)


def test_an_answer_without_a_number_is_the_first_too(play: Play, difference: Difference) -> None:
    parts = {
        "champion": '[Spirit of Fire, "Arisanna, Herbalist Prodigy"]',
        "a": "hand: [Gray Wolf, Idle Thoughts]\nfield: [{token: Powercell, rested: true}, {token: Powercell}, Toll Drum]",
        "top": """\
        cards:
          - name: Toll Drum
            types: [item]
            elements: [norm]
            cost: {reserve: 0}
            abilities: [{ability: activated, cost: [{pay: rest, of: Powercell you control}], do: [{do: draw}]}]
        """,
    }
    said = difference("- A: {ability: Toll Drum, rest: [Powercell]}", **parts)
    assert "Powercell is the first of that name; write #2 and so on for another" in said
    play('- A: {ability: Toll Drum, rest: ["Powercell#2"]}\n- expect: {stack: [ability/Toll Drum]}', **parts)


def test_a_repeated_name_takes_one_after_the_other_over_several_costs(play: Play) -> None:
    play(
        "- A: {activate: Empowering Tincture, alternative: brew, sacrifice: [2 x Manaroot]}\n- expect: {A/field: [Manaroot]}",
        a="hand: [Empowering Tincture]\nfield: [3 x Manaroot]",
    )


# -- refusals ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("step", "rule"),
    [
        ("activate: Frostbind, optional: [prepare]", "CA.1.3.2"),
        ("activate: Frostbind, alternative: brew", "CA.1.3.3"),
        ("activate: Fireball, targets: [B/hand/Frostbind]", "CA.1.3.2"),
        ("activate: Fireball, targets: [B/champion, A/champion]", "CA.1.8"),
        ("activate: Fireball, targets: [B/champion], x: 1", "CA.1.5"),
        ("attack: A/champion, targets: [B/champion]", "combat.8.stealth"),
    ],
)
def test_only_the_rules_that_the_game_gives_count(difference: Difference, step: str, rule: str) -> None:
    said = difference(f"- A: {{{step}, illegal: {rule}}}", a=HAND, b="hand: [Frostbind]")
    assert f"it must be refused by {rule}, but it was by" in said


@pytest.mark.parametrize(
    "step",
    [
        "B: {activate: Gray Wolf, illegal: true}",
        "A: {activate: Fireball, from: graveyard, illegal: true}",
        "A: {ability: Tome of Knowledge, illegal: true}",
        "A: {attack: Gray Wolf, illegal: true}",
        "A: {choose: yes, illegal: true}",
        "A: {order: [trigger/Fireball], illegal: true}",
        "B: {retaliate: [], illegal: true}",
    ],
)
def test_what_is_not_there_to_be_tried_is_not_refused(difference: Difference, step: str) -> None:
    assert "it must be refused, but nothing is tried" in difference(f"- {step}", a=HAND)


def test_each_ability_must_be_refused_where_none_is_named(play: Play, difference: Difference) -> None:
    cards = """\
        cards:
          - name: Two Horns
            types: [item]
            elements: [norm]
            cost: {reserve: 0}
            abilities:
              - {ability: activated, cost: [{pay: this, do: [rest]}], do: [{do: draw}]}
              - {ability: activated, cost: [{pay: this, do: [rest]}, {pay: reserve, amount: 9}], do: [{do: draw}]}
        """
    play("- A: {ability: Two Horns, illegal: costs}", a="field: [{card: Two Horns, rested: true}]", top=cards)
    parts = {"a": "hand: [Fireball]\nfield: [Two Horns]", "top": cards}
    assert "it was not" in difference("- A: {ability: Two Horns, illegal: true}", **parts)
    play("- A: {ability: Two Horns, number: 2, illegal: costs.5.13}\n- A: {ability: Two Horns}", **parts)


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


def test_an_illegal_answer_right_after_a_shortcut_is_the_answer(play: Play, difference: Difference) -> None:
    parts = {
        "a": "hand: [Idle Thoughts, Oath]",
        "top": """\
        cards:
          - name: Oath
            types: [action]
            elements: [norm]
            cost: {reserve: 0}
            abilities: [{ability: text, do: [{do: discard}]}]
        """,
    }
    steps = "- A: {activate: Oath}\n- resolve: top\n"
    play(steps + "- A: {choose: B/champion, illegal: true}\n- A: {choose: Idle Thoughts}", **parts)
    said = difference(steps + "- A: {choose: Idle Thoughts, illegal: true}", **parts)
    assert "it must be refused, and it was not" in said


@pytest.mark.parametrize(
    "path", sorted((ROOT / "scenarios" / "activating").glob("*.yaml"))[::4], ids=lambda path: path.stem
)
def test_the_rules_of_what_is_not_asked_are_those_of_what_is(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An answer that the game has no need to ask for is refused by the rules by which it would ask."""
    seen: dict[tuple[Action | None, str], set[str]] = defaultdict(set)
    asks = Attempt.asks

    def noted(attempt: Attempt) -> Decision | None:
        decision = asks(attempt)
        if decision is not None:
            key = "optional" if decision.kind == "optional costs" else decision.kind
            seen[attempt.action, key] |= set(decision.rules)
        return decision

    monkeypatch.setattr(Attempt, "asks", noted)
    assert run(path).passed
    for (action, key), rules in seen.items():
        assert set(asked_by(action, key)) <= rules


# -- plays -------------------------------------------------------------------------------------------------------


def test_what_is_played_must_be_among_the_offers(difference: Difference, monkeypatch: pytest.MonkeyPatch) -> None:
    step = "- A: {activate: Fireball, targets: [B/champion]}"
    full = offers.actions
    monkeypatch.setattr(offers, "actions", lambda state, seat: full(state, seat)[:1])
    assert "it was played, though it was not among the offers" in difference(step, a=HAND)
    monkeypatch.setattr(offers, "actions", lambda state, seat: full(state, seat)[1:])
    assert "passing was not among the offers" in difference("- A: pass", a=HAND)


def test_a_file_must_not_end_within_a_play(play: Play, difference: Difference) -> None:
    step = "- A: {activate: Fireball}\n"
    parts = {"a": HAND, "b": "field: [Gray Wolf]"}
    assert "the scenario ends in the middle of a play: A must still" in difference(step, **parts)
    assert "ends in the middle of a play" in difference(step + "- expect: {A/hand: 4}", **parts)
    play(step + "- expect: {decision: {player: A, kind: targets}}", **parts)
    play(step + "- A: {choose: B/champion}", **parts)


def test_an_attack_pays_what_is_imposed_with_what_it_names(
    play: Play, difference: Difference, problem: Problem
) -> None:
    parts = {
        "a": "hand: [Fireball, Idle Thoughts, Gray Wolf]\nfield: [Blitz Mage]",
        "b": "status: [Crowd's Favor]",
    }
    attack = "attack: Blitz Mage, targets: [B/champion]"
    play(f"- A: {{{attack}, reserve: [Gray Wolf]}}\n- expect: {{A/memory: [Gray Wolf], phase: combat}}", **parts)
    play(f"- A: {{{attack}}}\n- expect: {{decision: {{player: A, kind: may}}}}\n- A: {{choose: yes}}", **parts)
    play(f"- A: {{{attack}, reserve: [B/champion], illegal: combat.3.step.5}}", **parts)
    assert "one too many" in difference(f"- A: {{{attack}, reserve: [Gray Wolf, Fireball]}}", **parts)
    parts["b"] = ""
    assert "'reserve' is given, but the play never asks for it" in problem(
        f"- A: {{{attack}, reserve: [Gray Wolf]}}", **parts
    )


def test_an_alternative_that_is_left_out_is_not_used(play: Play, difference: Difference) -> None:
    parts = {"a": "hand: [Empowering Tincture]\nfield: [2 x Manaroot]"}
    play(
        "- A: {activate: Empowering Tincture, illegal: CA.1.8}\n- A: {activate: Empowering Tincture, alternative: brew}",
        **parts,
    )
    assert "its own cost cannot be paid" in difference("- A: {activate: Empowering Tincture}", **parts)


@pytest.mark.parametrize(
    ("step", "said"),
    [("name: Fireball", "'name' is not an answer to this"), ("order: [Fireball]", "'order' is not an answer to this")],
)
def test_a_word_for_another_kind_of_decision(difference: Difference, step: str, said: str) -> None:
    steps = f"- A: {{activate: Fireball}}\n- A: {{{step}}}"
    assert said in difference(steps, a=HAND, b="field: [Gray Wolf]")


# -- the game ----------------------------------------------------------------------------------------------------


def test_nobody_has_opportunity_while_a_decision_is_pending(play: Play, difference: Difference) -> None:
    parts = {"a": HAND, "b": "field: [Gray Wolf]"}
    step = "- A: {activate: Fireball}\n- expect: {decision: {player: A, kind: targets}, opportunity: "
    play(step + "none}", **parts)
    assert "it is none" in difference(step + "A}", **parts)


def test_agility_goes_by_its_own_word(play: Play, difference: Difference) -> None:
    file = ROOT / "scenarios" / "keywords" / "each-instance-of-agility-triggers.yaml"
    text = file.read_text(encoding="utf-8")
    assert "triggered: [2 x agility]" in text
    assert run(read_text(text, "t.yaml")).passed
    report = run(read_text(text.replace("2 x agility", "2 x Spirit of Fire"), "t.yaml"))
    assert "these triggered: [agility, agility]" in report.difference


# -- decks -------------------------------------------------------------------------------------------------------


def test_decks_are_those_of_players_without_one(play: Play) -> None:
    text = """\
title: decks
setup:
  decks: [Fireball, 3 x Gray Wolf]
  A: {champion: [Spirit of Fire]}
  B: {champion: [Spirit of Water], deck: [Reclaim]}
  C:
  D: {champion: [Spirit of Wind], deck: []}
steps:
  - expect: {A/deck: 4, B/deck: 1, C/deck: [Fireball, Gray Wolf], D/deck: 0}
"""
    report = run(read_text(text, "t.yaml"))
    assert report.passed, report.difference
    again = run(
        read_text(text.replace("  decks: [Fireball, 3 x Gray Wolf]\n", "").replace("A/deck: 4", "A/deck: 0"), "t.yaml")
    )
    assert "C/deck" in again.difference
