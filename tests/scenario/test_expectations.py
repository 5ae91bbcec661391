"""Expectations: each key, when it is met and what is said when it is not."""

from __future__ import annotations

import textwrap
from collections.abc import Callable
from pathlib import Path

import pytest

from archivist.scenario import Report, read_text, run

ROOT = Path(__file__).parents[2]

HAND = "hand: [Fireball, Frostbind, 3 x Idle Thoughts]"
Play = Callable[..., Report]
Difference = Callable[..., str]
Problem = Callable[..., str]
PARTS = {
    "champion": '[Spirit of Fire, "Rai, Spellcrafter", "Rai, Archmage"]',
    "deck": "[Arcane Blast, 2 x Idle Thoughts, Fireball]",
    "a": """
    hand: [Fireball, Harness Mana, 2 x Idle Thoughts]
    memory: [Scry the Skies]
    material: [Tome of Knowledge]
    pantheon: [Lesser Boon of Poseidon]
    field: [Gray Wolf, {card: Gray Wolf, damage: 1}, {token: Powercell}, Overlord Mk III]
    """,
    "b": "hand: [Frostbind]\nfield: [Warrior's Longsword]",
}


@pytest.mark.parametrize(
    "expected",
    [
        "A/hand: [Idle Thoughts, Fireball, Harness Mana, Idle Thoughts]",
        "A/hand: [Fireball, Harness Mana, 2 x Idle Thoughts]",
        "A/hand: 4",
        "A/hand: {has: [2 x Idle Thoughts], lacks: [Frostbind]}",
        "A/hand: {has: Fireball}",
        "A/memory: Scry the Skies",
        "A/graveyard: []",
        "A/graveyard: 0",
        "A/field: [2 x Gray Wolf, Powercell, Overlord Mk III]",
        "A/field: {lacks: ['Rai, Archmage']}",
        "A/deck: [Arcane Blast]",
        "A/deck: [Arcane Blast, Idle Thoughts, Idle Thoughts, Fireball]",
        "A/deck: 4",
        "A/pantheon: [Lesser Boon of Poseidon]",
        "A/material: [Tome of Knowledge]",
        "A/intent: []",
        "A/field/Gray Wolf: {power: 2, life: 2, damage: 0, rested: false, token: false, controller: A, owner: A}",
        "A/field/Gray Wolf#2: {damage: 1, life: 2}",
        "A/field/Gray Wolf#3: gone",
        "A/graveyard/Gray Wolf: gone",
        "A/field/Powercell: {token: true, types: [item, token], elements: [norm], face up: true}",
        "A/field/Overlord Mk III: {keywords: [intercept, steadfast], types: [unique, ally, unit]}",
        "A/field/Overlord Mk III: {keywords: {has: [true sight], lacks: [stealth]}}",
        "Overlord Mk III: {power: 5}",
        "Warrior's Longsword: {durability: 2, power: 1, controller: B}",
        "A/champion: {level: 2, base level: 2, life: 22, elements: [fire, norm], counters: {enlighten: 0}}",
        "A/hand/Fireball: {owner: A, face up: false}",
        "B/hand/Fireball: gone",
        "stack: []",
        "stack: 0",
        "stack cards: []",
        "opportunity: A",
        "turn: A",
        "turn: 5",
        "turn number: 5",
        "phase: main",
        "winner: none",
        "decision: {player: A}",
        "decision: {player: A, kind: opportunity}",
        "decision: none",
        "triggered: []",
        "windows: []",
        "can: {A: [{activate: Fireball}, {activate: Harness Mana, from: hand}, pass, {bestow: Lesser Boon of Poseidon}]}",
        "can: {A: {attack: Overlord Mk III}}",
        "cannot: {A: [{materialize: Tome of Knowledge}, {attack: B/champion}], B: [pass, {activate: Frostbind}]}",
        "cannot: {A: [{activate: Fireball, from: graveyard}, {ability: Powercell, number: 2}, {return: Tera Sight}]}",
    ],
)
def test_met(play: Play, expected: str) -> None:
    play(f"- expect: {{{expected}}}", **PARTS)


@pytest.mark.parametrize(
    ("expected", "said"),
    [
        ("A/hand: [Fireball]", "there is [Fireball, Harness Mana, Idle Thoughts, Idle Thoughts]"),
        ("A/hand: 3", "there are 4: [Fireball"),
        ("A/hand: {has: [3 x Idle Thoughts]}", "Idle Thoughts is missing; there is"),
        ("A/hand: {lacks: [Harness Mana]}", "Harness Mana is there; there is"),
        ("A/deck: [Idle Thoughts]", "there is [Arcane Blast]"),
        ("A/deck: []", "there is [Arcane Blast, Idle Thoughts, Idle Thoughts, Fireball]"),
        ("A/field: [2 x Gray Wolf]", "there is [Gray Wolf, Gray Wolf, Powercell, Overlord Mk III]"),
        ("A/field/Gray Wolf: {power: 3}", "its power is 2"),
        ("A/field/Gray Wolf: {rested: true}", "its rested is false"),
        ("A/field/Gray Wolf: {controller: B}", "its controller is A"),
        ("A/field/Gray Wolf: {counters: {buff: 1}}", "its counters is none"),
        ("A/field/Gray Wolf: {keywords: [stealth]}", "its keywords is [pride, pride 2]"),
        ("A/field/Gray Wolf: {elements: [fire]}", "its elements is [norm]"),
        ("A/field/Gray Wolf: {token: true}", "its token is false"),
        ("A/field/Gray Wolf: gone", "it is there: A/field/Gray Wolf, A/field/Gray Wolf"),
        ("A/field/Gray Wolf#3: {damage: 0}", "there is no such thing"),
        ("A/champion: {level: 3}", "its level is 2"),
        ("A/champion: gone", "it is there: A/champion"),
        ("stack: [Fireball]", "there is []"),
        ("stack cards: [Fireball]", "there is []"),
        ("opportunity: B", "it is A"),
        ("opportunity: none", "it is A"),
        ("turn: B", "it is A"),
        ("phase: end", "it is main"),
        ("winner: A", "it is none"),
        ("winner: draw", "it is none"),
        ("decision: {player: B}", "it is player A's, of the kind opportunity"),
        ("decision: {kind: targets}", "it is player A's, of the kind opportunity"),
        ("triggered: [Fireball]", "these triggered: []"),
        ("windows: [[end, A]]", "they were []"),
        ("cited: [CA.1]", "CA.1 was not applied; these were: none"),
        ("can: {A: [{activate: Frostbind}]}", "A cannot activate Frostbind"),
        ("can: {A: [{activate: Fireball, from: deck}]}", "A cannot activate Fireball: you may not activate"),
        ("cannot: {A: [{activate: Harness Mana}]}", "A can activate Harness Mana"),
        ("cannot: {A: [pass]}", "A can pass"),
        ("can: {A: [{ability: Fireball}]}", "A cannot ability Fireball"),
    ],
)
def test_not_met(difference: Difference, expected: str, said: str) -> None:
    first = "- A: pass" if "phase" in expected else "- expect: {phase: main}"
    message = difference(f"{first}\n- expect: {{{expected}}}", **PARTS)
    assert said in message
    assert message.startswith("step 2 (test.yaml:")
    assert f"expected {expected.split(': ')[0]}: " in message


def test_the_first_difference_is_told_with_its_line(difference: Difference) -> None:
    said = difference("- expect:\n    phase: main\n    turn: B\n    opportunity: B")
    assert said == "step 1 (test.yaml:13): line 15: expected turn: B, but it is A"


def test_the_stack_top_first_with_copies_triggers_and_abilities(play: Play) -> None:
    play(
        """
        - A: {activate: Fireball, targets: [B/champion]}
        - A: {ability: Tome of Knowledge}
        - expect:
            stack: [ability/Tome of Knowledge, "trigger/Rai, Archmage", Fireball]
            stack cards: [Fireball]
            stack/Fireball: {controller: A, owner: A, elements: [fire], types: [action]}
            ability/Tome of Knowledge: {controller: A}
            "trigger/Rai, Archmage": {controller: A}
            stack/Fireball/copy: gone
            trigger/Fireball: gone
        - expect: {stack: {has: [Fireball], lacks: [Fireball/copy]}}
        - expect: {stack: 3}
        """,
        champion='[Spirit of Fire, "Rai, Spellcrafter", "Rai, Archmage"]',
        a="hand: [Fireball, 2 x Idle Thoughts]\nfield: [Tome of Knowledge]",
    )


INHERITED = {
    "champion": '[Spirit of Fire, "Rai, Spellcrafter", "Rai, Archmage", "Rai, Mana Weaver"]',
    "a": "hand: [Ignite the Soul, Idle Thoughts]",
}


def test_an_inherited_trigger_goes_by_the_card_whose_text_has_it(play: Play, difference: Difference) -> None:
    step = "- A: {activate: Ignite the Soul, targets: [B/champion]}\n"
    play(
        step + '- expect: {triggered: ["Rai, Archmage"], stack: ["trigger/Rai, Archmage", Ignite the Soul]}',
        **INHERITED,
    )
    wrong = '["trigger/Rai, Mana Weaver", Ignite the Soul]'
    assert "there is [trigger/Rai, Archmage" in difference(f"{step}- expect: {{stack: {wrong}}}", **INHERITED)
    said = difference(step + '- expect: {triggered: ["Rai, Mana Weaver"]}', **INHERITED)
    assert "these triggered: [Rai, Archmage]" in said


def test_cited_and_triggered_look_back_to_the_last_expectation(play: Play, difference: Difference) -> None:
    parts = {
        "champion": '[Spirit of Fire, "Rai, Spellcrafter", "Rai, Archmage"]',
        "a": "hand: [Ignite the Soul, Idle Thoughts]",
    }
    steps = """
    - A: {activate: Ignite the Soul, targets: [B/champion]}
    - expect: {cited: [CA.1.1, CA.1.8, PC.6, CA.1], triggered: ["Rai, Archmage"]}
    - resolve: all
    """
    steps = textwrap.dedent(steps)
    play(steps + "- expect: {cited: [RS.1, PC.7.1], triggered: []}", **parts)
    assert "CA.1.8 was not applied" in difference(steps + "- expect: {cited: [CA.1.8]}", **parts)


def test_a_refusal_is_cited_too(play: Play) -> None:
    play("- A: {activate: Frostbind, illegal: true}\n- expect: {cited: [CA.1.2]}", a="hand: [Frostbind]")


def test_a_window_is_told_once_after_it_opened(play: Play, difference: Difference) -> None:
    steps = "- advance: end\n- expect: {windows: [[main, B], [end, A]]}\n- advance: recollection\n"
    play(steps + "- expect: {windows: [[end, B], [recollection, B]]}")
    said = difference(steps + "- expect: {windows: [[end, A], [end, B], [recollection, B]]}")
    assert "they were [[end, B], [recollection, B]]" in said


@pytest.mark.parametrize("more", ["phase: end", "phase: end\nopportunity: A"])
def test_the_window_of_the_set_up_counts_if_it_is_named(play: Play, difference: Difference, more: str) -> None:
    steps = "- advance: recollection\n- expect: {windows: "
    play(steps + "[[end, A], [end, B], [recollection, B]]}", more=more)
    assert "they were [[end, A]" in difference(steps + "[[end, B], [recollection, B]]}", more=more)


def test_windows_of_one_player_in_a_row_count_once(play: Play) -> None:
    play(
        """
        - A: {activate: Ignite the Soul, targets: [B/champion]}
        - A: {activate: Ignite the Soul, targets: [B/champion]}
        - resolve: all
        - expect: {windows: [[main, A], [main, B], [main, A], [main, B], [main, A]]}
        """,
        a="hand: [2 x Idle Thoughts, 2 x Ignite the Soul]",
    )


def test_winner(play: Play) -> None:
    play("- A: concede\n- expect: {winner: B, opportunity: none, decision: none}")


@pytest.mark.parametrize(
    ("expected", "said"),
    [
        ("oportunity: A", "unknown expectation 'oportunity'; did you mean opportunity"),
        ("A/hnad: 3", "no card is named 'hnad'; did you mean hand"),
        ("A/field/Gray Wulf: gone", "no card is named 'Gray Wulf'; did you mean Gray Wolf"),
        ("A/field/Gray Wolf: {powr: 1}", "unknown key 'powr' in a thing's properties; did you mean power"),
        ("A/field/Gray Wolf: 5", "properties or 'gone' are needed, not 5"),
        ("A/field/Gray Wolf: {power: strong}", "power must be a number, not 'strong'"),
        ("A/field/Gray Wolf: {rested: 1}", "rested must be true or false, not 1"),
        ("A/field/Gray Wolf: {counters: {buf: 1}}", "unknown counter 'buf'; did you mean buff"),
        ("A/field/Gray Wolf: {keywords: [prid 2]}", "unknown keyword 'prid 2'; did you mean pride"),
        ("A/field/Gray Wolf: {elements: [nrom]}", "unknown element 'nrom'; did you mean norm"),
        ("A/field/Gray Wolf: {types: {lacks: [aly]}}", "unknown type 'aly'; did you mean ally"),
        ("A/field/Gray Wolf: {controller: E}", "unknown player 'E'"),
        ("A/hand: [Firebal]", "no card is named 'Firebal'; did you mean Fireball"),
        ("A/hand: {hass: [Fireball]}", "unknown key 'hass' in an expectation of cards; did you mean has"),
        ("A/stack: []", "the stack is common to all players"),
        ("A: {level: 1}", "what is expected of player A"),
        ("phase: mian", "unknown phase 'mian'; did you mean main"),
        ("windows: [[end]]", "a window is a phase and a player"),
        ("windows: [[ent, A]]", "unknown phase 'ent'; did you mean end"),
        ("decision: {plyer: A}", "unknown key 'plyer' in a decision; did you mean player"),
        ("cited: [CA.1.99]", "there is no rule 'CA.1.99'; did you mean"),
        ("can: {A: [{activte: Fireball}]}", "unknown key 'activte' in an action; did you mean activate"),
        ("can: {A: [{activate: Fireball, bestow: Fireball}]}", "one action is needed"),
        ("can: {A: [pas]}", "unknown action 'pas'; did you mean pass"),
        ("can: {E: [pass]}", "unknown player 'E'"),
        ("stack: [A/hand/Fireball]", "is not the name of something on the stack"),
        ("winner: nobody", "unknown player 'nobody'"),
    ],
)
def test_a_mistake_in_an_expectation_is_named_with_the_nearest_word(problem: Problem, expected: str, said: str) -> None:
    message = problem(f"- expect: {{{expected}}}")
    assert said in message
    assert message.startswith("test.yaml:13: ")


def test_a_name_that_fits_several_things_is_a_mistake(problem: Problem) -> None:
    said = problem("- expect: {Gray Wolf: {damage: 0}}", a="field: [Gray Wolf]", b="field: [Gray Wolf]")
    assert "'Gray Wolf' could be A/field/Gray Wolf or B/field/Gray Wolf" in said


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
