"""Steps that answer a decision: choose, order, name, retaliate, and passing on what is optional."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from archivist.scenario import Report

HAND = "hand: [Fireball, Frostbind, 3 x Idle Thoughts]"
Play = Callable[..., Report]
Difference = Callable[..., str]
Problem = Callable[..., str]
WEAVER = '[Spirit of Fire, "Rai, Spellcrafter", "Rai, Mana Weaver"]'
SILVIE = '[Spirit of Fire, "Silvie, Wilds Whisperer"]'
COPY = """
- A: {activate: Fireball, targets: [B/champion]}
- A: {ability: A/champion, number: 1}
- A: pass
- B: pass
- expect: {decision: {player: A, kind: new targets}, stack: [Fireball/copy, Fireball]}
"""
COPYING = {
    "champion": WEAVER,
    "a": "champion state: {counters: {enlighten: 4}}\nhand: [Fireball, 2 x Idle Thoughts]",
    "b": "field: [Giant Tortoise]",
}


@pytest.mark.parametrize(
    ("answer", "champion", "tortoise"),
    [("keep", 8, 0), ("[]", 8, 0), ("B/field/Giant Tortoise", 4, 4), ("[B/field/Giant Tortoise]", 4, 4)],
)
def test_new_targets_for_a_copy(play: Play, answer: str, champion: int, tortoise: int) -> None:
    play(
        COPY + f"- A: {{choose: {answer}}}\n- resolve: all\n"
        f"- expect: {{B/champion: {{damage: {champion}}}, B/field/Giant Tortoise: {{damage: {tortoise}}}}}",
        **COPYING,
    )


def test_more_new_targets_than_there_are_targets(difference: Difference) -> None:
    said = difference(COPY + "- A: {choose: [B/field/Giant Tortoise, B/champion]}", **COPYING)
    assert "more new targets than the copy has targets" in said


@pytest.mark.parametrize(
    ("answer", "damage"), [("yes", 1), ("no", 0), ("true", 1), ("false", 0), ("none", 0), ("pass", 0)]
)
def test_yes_and_no(play: Play, answer: str, damage: int) -> None:
    step = "A: pass" if answer == "pass" else f"A: {{choose: {answer}}}"
    play(
        f"""
        - A: {{ability: Test Coin}}
        - A: pass
        - B: pass
        - expect: {{decision: {{player: A, kind: may}}}}
        - {step}
        - expect: {{A/champion: {{damage: {damage}}}}}
        """,
        a="field: [Test Coin]",
        top="""\
        cards:
          - name: Test Coin
            types: [item]
            elements: [norm]
            cost: {reserve: 1}
            abilities:
              - ability: activated
                cost: [{pay: this, do: [rest]}]
                do: [{do: may, what: [{do: damage, to: champion, amount: 1}]}]
        """,
    )


def test_a_word_that_is_neither(problem: Problem) -> None:
    said = problem(
        "- A: {activate: Fractal of Insight}\n- resolve: top\n- A: pass\n- B: pass\n- A: {choose: maybe}",
        a="hand: [Fractal of Insight, 2 x Idle Thoughts]",
    )
    assert "yes or no is needed here, not 'maybe'" in said
    assert said.startswith("test.yaml:17: step 5: ")


def test_an_option_by_its_label(play: Play, problem: Problem) -> None:
    parts = {
        "champion": '[Spirit of Wind, "Rai, Spellcrafter"]',
        "a": "champion state: {damage: 5}\nhand: [Innervate Agility, 2 x Idle Thoughts]",
    }
    steps = "- A: {activate: Innervate Agility}\n- A: pass\n- B: pass\n"
    play(
        steps + "- expect: {decision: {player: A, kind: option}}\n- A: {choose: stealth}\n"
        "- expect: {A/champion: {keywords: [stealth]}}",
        **parts,
    )
    assert "unknown option 'stelth'; did you mean stealth" in problem(steps + "- A: {choose: stelth}", **parts)


def test_a_number(play: Play, difference: Difference, problem: Problem) -> None:
    parts = {
        "champion": '[Spirit of Wind, "Arisanna, Herbalist Prodigy", "Arisanna, Master Alchemist", "Arisanna, Astral Zenith"]',
        "a": "hand: [4 x Idle Thoughts, Horticounter, Favorable Winds]\nfield: [Manaroot, Fraysia]",
    }
    steps = "- A: {activate: Favorable Winds}\n- A: {activate: Horticounter}\n"
    play(
        steps + "- expect: {decision: {player: A, kind: x}}\n- A: {choose: 2}\n"
        "- expect: {decision: {player: A, kind: y}}\n- A: {choose: 1}\n- expect: {stack: [Horticounter, Favorable Winds]}",
        **parts,
    )
    assert "a number from 0 to 3 is needed" in difference(steps + "- A: {choose: 7}", **parts)
    assert "a number is needed here, not 'two'" in problem(steps + "- A: {choose: two}", **parts)


def test_modes_of_a_waiting_play(play: Play, difference: Difference) -> None:
    parts = {"champion": SILVIE, "a": "hand: [Bestial Frenzy, 2 x Idle Thoughts]"}
    play("- A: {activate: Bestial Frenzy}\n- A: {choose: [1]}\n- expect: {stack: [Bestial Frenzy]}", **parts)
    play("- A: {activate: Bestial Frenzy}\n- A: {choose: none}\n- expect: {stack: [Bestial Frenzy]}", **parts)
    said = difference("- A: {activate: Bestial Frenzy}\n- A: {choose: cleave}", **parts)
    assert "the mode cleave cannot be chosen now" in said


GLIMPSE = "- A: {activate: Three Visits}\n- A: pass\n- B: pass\n- expect: {decision: {player: A, kind: glimpse}}\n"


@pytest.mark.parametrize(
    ("answer", "deck"),
    [
        ("{top: [Idle Thoughts], bottom: [Fireball]}", "[Idle Thoughts, Gray Wolf, Fireball]"),
        ("{top: [Idle Thoughts, Fireball]}", "[Idle Thoughts, Fireball, Gray Wolf]"),
        ("{bottom: [Idle Thoughts, Fireball]}", "[Gray Wolf, Idle Thoughts, Fireball]"),
        ("{top: [Idle Thoughts]}", "[Idle Thoughts, Gray Wolf, Fireball]"),
        ("{bottom: [Idle Thoughts]}", "[Fireball, Gray Wolf, Idle Thoughts]"),
        ("{top: [], bottom: [Fireball, Idle Thoughts]}", "[Gray Wolf, Fireball, Idle Thoughts]"),
        ("{}", "[Fireball, Idle Thoughts, Gray Wolf]"),
    ],
)
def test_a_glimpse(play: Play, answer: str, deck: str) -> None:
    play(
        GLIMPSE + f"- A: {{choose: {answer}}}\n- expect: {{A/deck: {deck}}}",
        champion="[Spirit of Wind]",
        deck="[Fireball, Idle Thoughts, Gray Wolf]",
        a="hand: [Three Visits]",
    )


@pytest.mark.parametrize("answer", ["{top: [Fireball], bottom: []}", "{top: [Fireball], bottom: [Fireball]}"])
def test_a_glimpse_puts_each_card_somewhere_once(difference: Difference, answer: str) -> None:
    said = difference(
        GLIMPSE + f"- A: {{choose: {answer}}}",
        champion="[Spirit of Wind]",
        deck="[Fireball, Idle Thoughts, Gray Wolf]",
        a="hand: [Three Visits]",
    )
    assert "refused" in said


def test_a_glimpse_in_other_words(problem: Problem) -> None:
    parts = {"champion": "[Spirit of Wind]", "a": "hand: [Three Visits]"}
    assert "a mapping with top and bottom is needed" in problem(GLIMPSE + "- A: {choose: [Giant Tortoise]}", **parts)
    assert "did you mean bottom" in problem(GLIMPSE + "- A: {choose: {botom: []}}", **parts)


def test_cards_put_back_in_an_order(play: Play) -> None:
    play(
        """
        - A: {activate: Idle Thoughts}
        - A: pass
        - B: pass
        - A: {order: [Reclaim, Fireball, Frost Shard, Gray Wolf]}
        - expect: {A/deck: [Reclaim, Fireball, Frost Shard, Gray Wolf, Scry the Skies]}
        """,
        deck="[Gray Wolf, Frost Shard, Fireball, Reclaim, Scry the Skies]",
        a="hand: [Idle Thoughts, Favorable Winds]",
    )


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


@pytest.mark.parametrize(
    ("order", "stack"),
    [
        ('[Test Watcher, "Rai, Archmage"]', '["trigger/Rai, Archmage", trigger/Test Watcher, Ignite the Soul]'),
        ('["trigger/Rai, Archmage", Test Watcher]', '[trigger/Test Watcher, "trigger/Rai, Archmage", Ignite the Soul]'),
    ],
)
def test_triggers_in_an_order_the_first_one_put_on_the_stack_first(play: Play, order: str, stack: str) -> None:
    play(
        f"""
        - A: {{activate: Ignite the Soul, targets: [B/champion]}}
        - expect: {{decision: {{player: A, kind: order}}}}
        - A: {{order: {order}}}
        - expect: {{stack: {stack}, opportunity: A, triggered: [Test Watcher, "Rai, Archmage"]}}
        """,
        **TWO_TRIGGERS,
    )


def test_a_play_is_made_before_its_triggers_are_ordered(problem: Problem) -> None:
    """What is left over is told at the step of the play, not at the step that orders the triggers."""
    steps = "- A: {activate: Ignite the Soul, targets: [B/champion], x: 1}\n- A: {order: [Test Watcher, Rai]}"
    assert "step 1: 'x' is given, but the play never asks for it" in problem(steps, **TWO_TRIGGERS)


def test_an_order_names_each_trigger_once(difference: Difference) -> None:
    steps = "- A: {activate: Ignite the Soul, targets: [B/champion]}\n"
    assert "trigger/Rai, Archmage must be named too" in difference(
        steps + "- A: {order: [Test Watcher]}", **TWO_TRIGGERS
    )
    assert "is not among what is to be ordered" in difference(steps + "- A: {order: [Fireball]}", **TWO_TRIGGERS)


def test_triggers_of_one_name_need_no_order(play: Play) -> None:
    parts = {
        **TWO_TRIGGERS,
        "champion": "[Spirit of Fire]",
        "a": "hand: [Ignite the Soul, Idle Thoughts]\nfield: [2 x Test Watcher]",
    }
    steps = "- A: {activate: Ignite the Soul, targets: [B/champion]}\n"
    play(steps + "- expect: {stack: [2 x trigger/Test Watcher, Ignite the Soul], decision: none}", **parts)
    play(steps + "- A: {order: [Test Watcher, Test Watcher]}\n- expect: {stack: 3}", **parts)
    play(steps + "- A: {order: [Test Watcher#2, Test Watcher#1]}\n- expect: {stack: 3}", **parts)


def test_the_unique_rule_keeps_the_object_named(play: Play) -> None:
    play(
        """
        - A: {activate: "Morgan, Soul Guide"}
        - A: pass
        - B: pass
        - expect: {decision: {player: A, kind: unique}}
        - A: {choose: "A/field/Morgan, Soul Guide#2"}
        - expect: {A/field: ["Morgan, Soul Guide"], "A/field/Morgan, Soul Guide": {damage: 0}, A/graveyard: 1}
        """,
        a='hand: ["Morgan, Soul Guide", 2 x Idle Thoughts]\nfield: [{card: "Morgan, Soul Guide", damage: 1}]',
    )


def test_naming_a_card(play: Play, difference: Difference) -> None:
    parts = {
        "champion": "[Spirit of Water]",
        "a": 'hand: ["Nia, Mistveiled Scout", 3 x Idle Thoughts]',
        "b": "memory: [Fireball]",
    }
    steps = '- A: {activate: "Nia, Mistveiled Scout"}\n- resolve: top\n- A: pass\n- B: pass\n'
    for word in ("name", "choose"):
        play(
            steps + f"- expect: {{decision: {{kind: name}}}}\n- A: {{{word}: Fireball}}\n- expect: {{stack: []}}",
            **parts,
        )
    assert "not the name of a card" in difference(steps + "- A: {name: Powercell}", **parts)


def test_retaliation(play: Play, difference: Difference) -> None:
    parts = {
        "champion": SILVIE,
        "a": "field: [Giant Tortoise]",
        "b": "field: [Giant Tortoise, Gray Wolf]",
    }
    steps = "- A: {attack: Giant Tortoise, targets: [B/field/Giant Tortoise]}\n- A: pass\n- B: pass\n"
    for answer, damage in (("[B/field/Giant Tortoise]", 1), ("[]", 0), ("Giant Tortoise", 1)):
        play(
            steps + f"- expect: {{decision: {{player: B, kind: retaliate}}}}\n- B: {{retaliate: {answer}}}\n"
            f"- A: pass\n- B: pass\n- expect: {{A/field/Giant Tortoise: {{damage: {damage}}}, phase: main}}",
            **parts,
        )
    play(steps + "- B: pass\n- expect: {opportunity: A, phase: combat}", **parts)
    assert "is not among the options" in difference(steps + "- B: {retaliate: [Gray Wolf]}", **parts)
    assert "player B must decide" in difference(steps + "- A: {retaliate: []}", **parts)
    assert "player B must decide: choose which units retaliate" in difference(steps + "- A: pass", **parts)


# -- prices ------------------------------------------------------------------------------------------------------

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


@pytest.mark.parametrize(
    ("steps", "paid"),
    [
        ("- A: {choose: yes}", "[Ignite the Soul, Gray Wolf]"),
        ("- A: {choose: yes, reserve: [Reclaim, Gray Wolf]}", "[Reclaim, Gray Wolf]"),
        ("- A: {choose: yes}\n- A: {choose: [Reclaim, Gray Wolf]}", "[Reclaim, Gray Wolf]"),
        (
            "- A: {choose: yes}\n- expect: {decision: {kind: reserve}}\n- A: {choose: [2 x Gray Wolf]}",
            "[2 x Gray Wolf]",
        ),
    ],
)
def test_what_is_paid_while_something_resolves(play: Play, steps: str, paid: str) -> None:
    memory = f"[2 x Idle Thoughts, {paid[1:-1]}]"
    play(f"{BOUND}{steps}\n- expect: {{A/memory: {memory}, stack: [Fireball], opportunity: A}}", **PAYING)


def test_a_price_is_paid_with_what_can_pay_it(difference: Difference, problem: Problem, play: Play) -> None:
    assert "is not among the options" in difference(BOUND + "- A: {choose: yes, reserve: [2 x Frostbind]}", **PAYING)
    assert "2 must be chosen, not 1" in difference(BOUND + "- A: {choose: yes, reserve: [Reclaim]}", **PAYING)
    assert "nothing asks for it" in problem(BOUND + "- A: {choose: no, reserve: [Reclaim]}", **PAYING)
    play(BOUND + "- A: {choose: yes, reserve: [Reclaim], illegal: costs.5.12}\n- A: {choose: no}", **PAYING)


def test_an_answer_may_say_what_is_done_instead_of_yes(play: Play, difference: Difference) -> None:
    parts = {"a": "hand: [Creative Shock, 3 x Idle Thoughts, Fireball]"}
    steps = (
        "- A: {activate: Creative Shock, reserve: [3 x Idle Thoughts]}\n- A: pass\n- B: pass\n- A: {choose: Fireball}\n"
    )
    play(steps + "- A: {choose: B/champion}\n- expect: {B/champion: {damage: 2}}", **parts)
    play(steps + "- A: {choose: yes}\n- A: {choose: B/champion}\n- expect: {B/champion: {damage: 2}}", **parts)
    play(steps + "- A: {choose: no}\n- expect: {B/champion: {damage: 0}}", **parts)
    assert "is not among the options" in difference(steps + "- A: {choose: B/deck/Giant Tortoise}", **parts)


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


@pytest.mark.parametrize(
    ("step", "said"),
    [("name: Fireball", "'name' is not an answer to this"), ("order: [Fireball]", "'order' is not an answer to this")],
)
def test_a_word_for_another_kind_of_decision(difference: Difference, step: str, said: str) -> None:
    steps = f"- A: {{activate: Fireball}}\n- A: {{{step}}}"
    assert said in difference(steps, a=HAND, b="field: [Gray Wolf]")
