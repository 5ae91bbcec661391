"""Steps that must be refused: for the rule they name, and with the game as it was before."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from archivist.game import Game
from archivist.model.decision import Action
from archivist.scenario import Report

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
    assert "it must be refused by CA.1.5, and it was not" in said
    assert "it must be refused, and it was not" in difference("- A: {activate: Fireball, illegal: true}", a=HAND)


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
    assert "it was refused, but the game is not what it was before" in said
