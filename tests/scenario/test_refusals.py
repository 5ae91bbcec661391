"""Steps that must be refused: for the rule they name, and with the game as it was before."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from archivist.game import Game
from archivist.model.decision import Action
from archivist.scenario import Report

FIVE = "hand: [Fireball, Frostbind, 3 x Idle Thoughts]"
Play = Callable[..., Report]
Difference = Callable[..., str]
Problem = Callable[..., str]
HAND = "hand: [Fireball, Frostbind, Bestial Frenzy, 2 x Idle Thoughts]"
SILVIE = '[Spirit of Fire, "Silvie, Wilds Whisperer"]'


@pytest.mark.parametrize("rule", ["CA.1.2", "CA.1", "true"])
def test_refused_for_the_rule_or_a_clause_under_it(play: Play, rule: str) -> None:
    report = play(f"- A: {{activate: Frostbind, illegal: {rule}}}\n- expect: {{A/hand: 5, opportunity: A}}", a=HAND)
    assert report.trace[0].lines[0].startswith("refused: Frostbind needs water")


def test_refused_for_another_rule(difference: Difference) -> None:
    said = difference("- A: {activate: Frostbind, illegal: CM.2}", a=HAND)
    assert "it must be refused by CM.2, but it was by CA.1.2" in said


def test_not_refused(difference: Difference) -> None:
    said = difference("- A: {activate: Fireball, targets: [B/champion], illegal: CA.1.5}", a=HAND)
    assert "it must be refused by CA.1.5, but it was not" in said
    assert "it must be refused, but it was not" in difference("- A: {activate: Fireball, illegal: true}", a=HAND)


@pytest.mark.parametrize(
    ("step", "parts"),
    [
        ("B: {activate: Frostbind, illegal: timing.2.1}", {}),
        ("A: {activate: Fireball, targets: [B/hand/Frostbind], illegal: CA.1.5}", {}),
        ("A: {activate: Fireball, targets: [B/field/Gray Wolf], illegal: CA.1.5}", {}),
        ("A: {activate: Fireball, targets: [A/champion, B/champion], illegal: CA.1.5}", {}),
        ("A: {activate: Fireball, targets: [B/champion], reserve: [Frostbind], illegal: CA.1.8}", {}),
        ("A: {activate: Fireball, targets: [B/champion], reserve: [3 x Idle Thoughts], illegal: CA.1.8}", {}),
        ("A: {activate: Fireball, targets: [B/champion], x: 1, illegal: CA.1.3.1}", {}),
        ("A: {activate: Fireball, targets: [B/champion], optional: [prepare], illegal: CA.1.3.2}", {}),
        ("A: {activate: Fireball, targets: [B/champion], alternative: brew, illegal: CA.1.3.3}", {}),
        ("A: {activate: Fireball, targets: [B/champion], modes: [1], illegal: CA.1.4}", {}),
        ("A: {activate: Fireball, targets: [B/champion], split: {B/champion: 2}, illegal: CA.1.3.4}", {}),
        ("A: {activate: Fireball, targets: [B/champion], sacrifice: [A/champion], illegal: CA.1.8}", {}),
        ("A: {activate: Bestial Frenzy, modes: [power], illegal: CA.1.4}", {}),
        ("A: {activate: Bestial Frenzy, modes: [1, 1], illegal: CA.1.4}", {"champion": SILVIE}),
        ("A: {activate: Gray Wolf, from: deck, illegal: CA.1.9.1}", {"deck": "[3 x Gray Wolf]"}),
        ("A: {activate: Gray Wolf, illegal: PC.2}", {"deck": "[3 x Gray Wolf]"}),
        ("A: {materialize: Fireball, illegal: CM.3.4.2}", {}),
        ("A: {bestow: Fireball, illegal: BB.3.4.1}", {}),
        ("A: {attack: A/champion, illegal: combat.1.5}", {}),
        ("A: {ability: A/champion, illegal: abilities.2.1}", {}),
        ("A: {return: Tera Sight, illegal: keywords.preserve}", {"a": "material: [Tera Sight]"}),
        ("B: {retaliate: [B/champion], illegal: combat.5}", {}),
    ],
)
def test_each_way_of_being_refused(play: Play, step: str, parts: dict[str, str]) -> None:
    play(f"- {step}\n- A: pass", **{"a": HAND, "b": "hand: [Frostbind, 2 x Fireball]", **parts})


def test_too_few_resources(play: Play) -> None:
    play("- A: {activate: Fireball, illegal: CA.1.8}", a="hand: [Fireball, Idle Thoughts]")


def test_an_answer_that_disagrees_with_the_only_legal_one(play: Play) -> None:
    play(
        """
        - A: {activate: Focused Flames, targets: [B/champion], illegal: CA.1.5}
        - A: {activate: Focused Flames, reserve: [], illegal: CA.1.8}
        - expect: {A/hand: 2, B/field/Giant Tortoise: {damage: 0}, stack: [], opportunity: A}
        - A: {activate: Focused Flames}
        """,
        a="hand: [Focused Flames, Idle Thoughts]",
        b="field: [Giant Tortoise]",
    )


def test_more_targets_than_an_amount_can_be_split_among(play: Play) -> None:
    play(
        """
        - A: {activate: Innervate Fury, targets: [8 x B/field/Giant Tortoise], illegal: CA.1.3.4}
        - A: {activate: Innervate Fury, targets: [8 x B/field/Giant Tortoise], illegal: CA.1.5}
        - A:
            activate: Innervate Fury
            targets: [2 x B/field/Giant Tortoise]
            split: {B/field/Giant Tortoise: 7, B/field/Giant Tortoise#2: 0}
            illegal: CA.1.3.4
        - A: {activate: Innervate Fury, targets: [7 x B/field/Giant Tortoise]}
        """,
        a="champion state: {damage: 6}\nhand: [Innervate Fury, 3 x Idle Thoughts]",
        b="field: [8 x Giant Tortoise]",
    )


def test_random_payments_are_undone_too(play: Play) -> None:
    play(
        """
        - A: {materialize: Tome of Knowledge, floating: [Idle Thoughts], illegal: CM.3.3}
        - A: {materialize: Tome of Knowledge}
        - expect: {A/memory: 2, A/banishment: 1}
        """,
        more="phase: materialize",
        a="material: [Tome of Knowledge]\nmemory: [Fireball, Reclaim, Frost Shard]",
    )


def test_within_a_play_over_several_steps(play: Play) -> None:
    play(
        """
        - A: {activate: Fireball, reserve: [Frostbind, Bestial Frenzy]}
        - A: {choose: B/hand/Frostbind, illegal: CA.1.5}
        - expect: {decision: {player: A, kind: targets}}
        - B: {choose: B/champion, illegal: CA.1.5}
        - A: {choose: B/champion}
        - expect: {A/memory: [Frostbind, Bestial Frenzy], stack: [Fireball]}
        """,
        a=HAND,
        b="hand: [Frostbind]",
    )


def test_within_a_resolution(play: Play) -> None:
    play(
        """
        - A: {activate: Beseech the Winds}
        - A: pass
        - B: pass
        - A: {materialize: "Rai, Mana Weaver", illegal: true}
        - A: {materialize: Tome of Knowledge, floating: [Fireball], illegal: CM.3.3}
        - A: {activate: Fireball, illegal: timing}
        - B: {choose: no, illegal: true}
        - expect: {decision: {player: A, kind: play}, A/memory: 3, A/material: 2}
        - A: {materialize: Tome of Knowledge}
        - expect: {stack: [Tome of Knowledge], A/memory: 2}
        """,
        champion='[Spirit of Wind, "Rai, Spellcrafter"]',
        a='hand: [Beseech the Winds, Fireball, 3 x Idle Thoughts]\nmaterial: [Tome of Knowledge, "Rai, Mana Weaver"]',
    )


def test_in_a_declaration_that_an_attack_card_asks_for(play: Play) -> None:
    play(
        """
        - A: {activate: Smack with Flute}
        - A: pass
        - B: pass
        - A: {attack: A/champion, targets: [A/field/Giant Tortoise], illegal: combat.3}
        - A: {attack: A/champion, targets: [B/field/Giant Tortoise]}
        - expect: {phase: combat}
        """,
        champion=SILVIE,
        a="hand: [Smack with Flute, 2 x Idle Thoughts]\nfield: [Giant Tortoise]",
        b="field: [Giant Tortoise]",
    )


def test_the_game_must_be_what_it_was_before(difference: Difference, monkeypatch: pytest.MonkeyPatch) -> None:
    begin = Game.begin

    def leaking(game: Game, action: Action, player: int) -> None:
        try:
            begin(game, action, player)
        finally:
            game.state.tick()

    monkeypatch.setattr(Game, "begin", leaking)
    said = difference("- A: {activate: Frostbind, illegal: CA.1.2}", a=HAND)
    assert "it was refused, but the game has changed" in said


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
    said = difference(f"- A: {{{step}, illegal: {rule}}}", a=FIVE, b="hand: [Frostbind]")
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
    assert "it must be refused, but nothing was tried" in difference(f"- {step}", a=FIVE)


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
    assert "it must be refused, but it was not" in said


def test_every_reason_of_the_game_counts_and_not_the_first_alone(play: Play) -> None:
    """Frostbind lacks its element and its cost; the play itself is refused at the first of these."""
    for rule in ("CA.1.2", "CA.1.8"):
        play(f"- A: {{activate: Frostbind, illegal: {rule}}}", a="hand: [Frostbind]")
