"""Shortcuts: resolving the top or everything, advancing to a phase, and the default answers on the way."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from archivist.model.card import Thing
from archivist.model.decision import Decision, Pass, Play
from archivist.scenario import Report

Playing = Callable[..., Report]
Difference = Callable[..., str]


def test_resolve_top_leaves_the_rest(play: Playing) -> None:
    play(
        """
        - A: {activate: Ignite the Soul, targets: [B/champion]}
        - A: {activate: Favorable Winds}
        - expect: {stack: [Favorable Winds, Ignite the Soul]}
        - resolve: top
        - expect: {stack: [Ignite the Soul], opportunity: A}
        - resolve: top
        - expect: {stack: [], B/champion: {damage: 1}, opportunity: A, phase: main}
        """,
        champion='[Spirit of Fire, Spirit of Wind, "Rai, Spellcrafter"]',
        a="hand: [2 x Idle Thoughts, Ignite the Soul, Favorable Winds]",
    )


def test_resolve_top_takes_what_comes_on_top_on_the_way(play: Playing) -> None:
    play(
        """
        - A: {activate: Empowering Tincture, alternative: brew}
        - resolve: top
        - expect: {stack: [trigger/Empowering Tincture]}
        - resolve: all
        - expect: {stack: [], A/memory: 1}
        - resolve: all
        """,
        a="hand: [Empowering Tincture]\nfield: [Manaroot, Blightroot]",
    )


def test_resolve_top_finishes_what_is_being_resolved(play: Playing) -> None:
    play(
        """
        - A: {activate: Ignite the Soul, targets: [B/champion]}
        - A: {activate: Three Visits}
        - A: pass
        - B: pass
        - expect: {decision: {kind: glimpse}}
        - resolve: top
        - expect: {decision: none, stack: [Ignite the Soul], A/deck: [Giant Tortoise]}
        """,
        champion='[Spirit of Fire, Spirit of Wind, "Rai, Spellcrafter"]',
        a="hand: [Idle Thoughts, Ignite the Soul, Three Visits]",
    )


def test_there_must_be_a_top_to_resolve(difference: Difference) -> None:
    assert "there is nothing on the stack to resolve" in difference("- resolve: top")


def test_decisions_on_the_way_are_declined_or_kept(play: Playing) -> None:
    play(
        """
        - A: {activate: Fractal of Insight}
        - resolve: all
        - expect: {A/field/Fractal of Insight: {rested: false}, decision: none}
        """,
        a="hand: [Fractal of Insight, 2 x Idle Thoughts]",
    )


def test_advance_to_each_phase(play: Playing) -> None:
    play(
        """
        - advance: end
        - expect: {phase: end, turn: A, opportunity: A}
        - advance: materialize
        - expect: {phase: materialize, turn: B, opportunity: none, decision: {player: B, kind: materialize}}
        - advance: recollection
        - expect: {phase: recollection, turn: B, opportunity: B, B/memory: 1}
        - advance: main
        - expect: {phase: main, turn: B, opportunity: B, turn number: 6, B/memory: 0, B/hand: 2}
        - advance: main
        - expect: {phase: main, turn: A, turn number: 7}
        """,
        b="memory: [Fireball]\nmaterial: [Tome of Knowledge]",
    )


def test_advance_stops_with_the_beginning_triggers_still_on_the_stack(play: Playing) -> None:
    play(
        """
        - advance: recollection
        - expect: {turn: B, stack: []}
        - advance: recollection
        - expect: {turn: A, stack: [trigger/Weaponsmith], opportunity: A, phase: recollection}
        """,
        champion='[Spirit of Wind, "Lorraine, Wandering Warrior"]',
        a="field: [Weaponsmith, Warrior's Longsword]",
    )


def test_advance_stops_at_a_decision_in_that_phase(play: Playing) -> None:
    play(
        """
        - advance: recollection
        - advance: recollection
        - expect: {turn: A, phase: recollection, decision: {player: A, kind: targets}}
        - A: {choose: Sword of Seeking}
        - resolve: all
        - expect: {A/field/Sword of Seeking: {durability: 3}}
        """,
        champion='[Spirit of Wind, "Lorraine, Wandering Warrior"]',
        a="field: [Weaponsmith, Warrior's Longsword, Sword of Seeking]",
    )


@pytest.mark.parametrize(
    ("there", "expected"),
    [
        ("main", "{phase: main, turn: A, B/champion: {damage: 1}}"),
        ("combat", "{phase: combat, turn: A, opportunity: A}"),
    ],
)
def test_while_an_attack_is_declared_main_finishes_its_combat_and_combat_begins_it(
    play: Playing, there: str, expected: str
) -> None:
    """The declaration of an attack card's attack is open, as the weapon is left out."""
    play(
        f"""
        - A: {{activate: Opening Cut}}
        - resolve: top
        - A: {{attack: A/champion, targets: [B/champion]}}
        - advance: {there}
        - expect: {expected}
        """,
        a="hand: [Opening Cut, 3 x Idle Thoughts]\nfield: [Warrior's Longsword]",
    )


def test_from_combat_main_finishes_the_combat(play: Playing) -> None:
    play(
        """
        - A: {attack: Giant Tortoise, targets: [B/field/Giant Tortoise]}
        - advance: main
        - expect:
            phase: main
            turn: A
            A/field/Giant Tortoise: {damage: 0, rested: true}
            B/field/Giant Tortoise: {damage: 1, rested: false}
        """,
        a="field: [Giant Tortoise]",
        b="field: [Giant Tortoise]",
    )


def test_an_attack_card_brings_combat_about(play: Playing) -> None:
    play(
        "- A: {activate: Smack with Flute}\n- advance: combat\n- expect: {phase: combat, stack: [trigger/Smack with Flute]}",
        champion='[Spirit of Fire, "Silvie, Wilds Whisperer"]',
        a="hand: [Smack with Flute, 2 x Idle Thoughts]",
    )


def test_advance_stops_when_the_game_ends(play: Playing) -> None:
    play("- advance: combat\n- expect: {winner: B, opportunity: none}", deck="[2 x Fireball]")


def test_more_players(play: Playing) -> None:
    play(
        """
        - advance: main
        - expect: {turn: B, windows: [[main, B], [main, C], [end, A], [end, B], [end, C],
            [recollection, B], [recollection, C], [recollection, A], [main, B]]}
        - C: {activate: Ignite the Soul, illegal: timing.2.3}
        """,
        more="C: {champion: [Spirit of Fire], deck: [10 x Fireball], hand: [2 x Ignite the Soul]}",
    )


# -- a materialize phase with nothing to materialize -------------------------------------------------------------


def test_with_nothing_to_materialize_the_phase_goes_by(play: Playing) -> None:
    play(
        """
        - A: pass
        - B: pass
        - expect: {windows: [[end, A], [end, B], [recollection, B]], turn: B, opportunity: B}
        """,
        more="phase: end",
    )
    play("- A: pass\n- B: pass\n- B: {activate: Frostbind, illegal: CA.1.5}", more="phase: end", b="hand: [Frostbind]")


def test_the_choice_waits_if_the_very_next_step_makes_it(play: Playing, difference: Difference) -> None:
    steps = "- A: pass\n- B: pass\n"
    play(steps + "- B: pass\n- expect: {phase: recollection, opportunity: B}", more="phase: end")
    play(
        steps + "- B: {materialize: Tome of Knowledge, illegal: RU.7}",
        more="phase: end",
        b="material: [Tome of Knowledge]",
    )
    play(steps + "- expect: {phase: recollection}\n- B: pass\n- A: pass\n- expect: {phase: main}", more="phase: end")
    said = difference(steps + "- expect: {phase: materialize}\n- B: pass", more="phase: end")
    assert "it is recollection" in said
    play(
        steps + "- expect: {decision: {player: B, kind: materialize}}",
        more="phase: end",
        b="material: [Sword of Seeking]",
    )


def test_advance_to_materialize_stops_at_the_next_one_whatever_is_expected(
    play: Playing, difference: Difference
) -> None:
    parts = {"a": "material: [Sword of Seeking]"}
    play("- advance: materialize\n- expect: {turn: B, phase: materialize, opportunity: none}", **parts)
    assert "it is B" in difference("- advance: materialize\n- expect: {turn: A}", **parts)
    said = difference("- advance: materialize\n- A: {materialize: Sword of Seeking}", **parts)
    assert "refused" in said
    play(
        "- advance: materialize\n- advance: materialize\n- expect: {turn: A}\n- A: {materialize: Sword of Seeking}",
        **parts,
    )


# -- what the very next step answers -----------------------------------------------------------------------------

OFFERS = """\
cards:
  - name: Salvo
    types: [action]
    elements: [norm]
    cost: {reserve: 0}
    abilities: [{ability: text, do: [{do: split damage, amount: 4, among: unit}]}]
  - name: Cull
    types: [action]
    elements: [norm]
    cost: {reserve: 0}
    abilities:
      - ability: text
        do:
          - {do: may, what: [{do: choose, of: card in your graveyard, any: true}, {do: banish, what: chosen}]}
  - name: Herald
    types: [action]
    elements: [norm]
    cost: {reserve: 0}
    abilities: [{ability: text, do: [{do: play, how: activate, of: action card in your hand, free: true}]}]
  - name: Banner
    types: [action]
    elements: [norm]
    cost: {reserve: 0}
    abilities: [{ability: text, do: [{do: play, how: activate, of: attack card in your hand, free: true, waive: true}]}]
  - name: Charge
    types: [attack]
    elements: [norm]
    cost: {reserve: 3}
    power: 2
    abilities: [{ability: command, of: ally you control}]
"""


@pytest.mark.parametrize("shortcut", ["top", "all"])
def test_shares_given_next_also_pick_what_gets_them(play: Playing, shortcut: str) -> None:
    play(
        f"""
        - A: {{activate: Salvo}}
        - resolve: {shortcut}
        - A: {{choose: {{B/champion: 3, A/champion: 1}}}}
        - expect: {{A/champion: {{damage: 1}}, B/champion: {{damage: 3}}}}
        """,
        a="hand: [Salvo]",
        top=OFFERS,
    )


@pytest.mark.parametrize("shortcut", ["top", "all"])
def test_naming_things_next_means_yes_where_these_can_be_chosen(play: Playing, shortcut: str) -> None:
    parts = {"a": "hand: [Cull]\ngraveyard: [2 x Fireball]", "top": OFFERS}
    begin = f"- A: {{activate: Cull}}\n- resolve: {shortcut}\n"
    play(begin + "- A: {choose: [2 x Fireball]}\n- expect: {A/banishment: [2 x Fireball]}", **parts)
    play(begin + "- expect: {A/banishment: [], A/graveyard: [2 x Fireball, Cull]}", **parts)


def test_naming_things_next_that_cannot_be_chosen_is_no_answer(difference: Difference) -> None:
    """The option is declined, and the step finds nothing to answer."""
    said = difference(
        "- A: {activate: Cull}\n- resolve: top\n- A: {choose: [B/champion]}",
        a="hand: [Cull]\ngraveyard: [2 x Fireball]",
        top=OFFERS,
    )
    assert "there is nothing to choose now" in said


def test_a_play_that_an_effect_forces_is_made_by_the_next_step(play: Playing) -> None:
    play(
        """
        - A: {activate: Herald}
        - resolve: top
        - A: {activate: Salvo}
        - expect: {stack: [Salvo]}
        """,
        a="hand: [Herald, Salvo]",
        top=OFFERS,
    )


def test_the_attack_of_a_command_card_is_declared_though_nobody_had_to_choose_who_attacks(play: Playing) -> None:
    play(
        """
        - A: {activate: Banner}
        - resolve: top
        - A: {activate: Charge}
        - resolve: top
        - A: {attack: A/field/Honorable Vanguard, targets: [B/champion]}
        - expect: {phase: combat}
        """,
        a="hand: [Banner, Charge]\nfield: [{card: Honorable Vanguard, rested: true}]",
        top=OFFERS,
    )


# -- default answers ---------------------------------------------------------------------------------------------

THINGS = (Thing("card", 1), Thing("card", 2), Thing("card", 3))


@pytest.mark.parametrize(
    ("decision", "answer"),
    [
        (Decision(0, "may", ("RS.5",), "?", options=("yes", "no")), (1,)),
        (Decision(0, "retaliate", ("combat.5.1",), "?", options=THINGS, least=0, most=3), ()),
        (Decision(0, "new targets", ("RU.4",), "?", options=THINGS, least=0, most=1, same=((0,), (1,))), ()),
        (Decision(0, "glimpse", ("timing.9.7",), "?", form="arrange", options=THINGS), (0, 1, 2, -1)),
        (Decision(0, "order", ("timing.9.2",), "?", form="order", options=THINGS), (0, 1, 2)),
        (Decision(0, "unique", ("timing.4.2.4",), "?", options=THINGS), (0,)),
        (Decision(0, "x", ("CA.1.3.1",), "?", form="number", least=2, most=5), (2,)),
        (Decision(0, "split", ("CA.1.3.4",), "?", form="split", options=THINGS, total=7), (1, 1, 5)),
        (Decision(0, "name", ("timing.11.5",), "?", form="name", options=("Fireball", "Reclaim")), "Fireball"),
        (Decision(0, "play", ("timing.5.2",), "?", form="act", options=(Play("activate", 4), Pass())), Pass()),
        (Decision(0, "play", ("timing.5.2",), "?", form="act", options=(Play("activate", 4),)), Play("activate", 4)),
        (Decision(0, "alternative", ("CA.1.3.3",), "?", options=("its own cost", "brew")), (0,)),
    ],
)
def test_default_answers(decision: Decision, answer: object) -> None:
    assert decision.default() == answer
    assert decision.fits(decision.default())


def test_a_forced_decision_is_answered_where_the_next_answer_is_for_another_that_an_expectation_names(
    play: Playing,
) -> None:
    play(
        """
        - A: {activate: Double}
        - A: pass
        - B: pass
        - expect: {decision: {player: A, kind: unique}}
        - A: {choose: A/field/Lord}
        - expect: {A/graveyard: [Double], A/field: [Lord]}
        """,
        a="hand: [Double]\nfield: [Lord]",
        top="""\
        cards:
          - {name: Lord, types: [unique, ally], elements: [norm], cost: {reserve: 1}, power: 2, life: 2}
          - name: Double
            types: [ally]
            elements: [norm]
            cost: {reserve: 0}
            power: 0
            life: 1
            abilities: [{ability: enters as a copy, of: ally you control, may: false}]
        """,
    )


def test_a_forced_decision_is_answered_before_an_attack_unless_it_is_one_of_combat(play: Playing) -> None:
    play(
        """
        - A: {activate: Oath}
        - A: pass
        - B: pass
        - A: {attack: A/field/Giant Tortoise, targets: [B/champion]}
        - expect: {A/graveyard: [Oath, Idle Thoughts], phase: combat}
        """,
        a="hand: [Oath, Idle Thoughts]\nfield: [Giant Tortoise]",
        top="""\
        cards:
          - name: Oath
            types: [action]
            elements: [norm]
            cost: {reserve: 0}
            abilities: [{ability: text, do: [{do: discard}]}]
        """,
    )
