"""The keys of a play: each answers a decision of it, and what the play has no place for is refused."""

from __future__ import annotations

from collections.abc import Callable

from archivist.scenario import Report

Play = Callable[..., Report]
Difference = Callable[..., str]
Problem = Callable[..., str]
ARISANNA = '[Spirit of Fire, "Arisanna, Herbalist Prodigy", "Arisanna, Master Alchemist", "Arisanna, Astral Zenith"]'
SILVIE = '[Spirit of Fire, "Silvie, Wilds Whisperer"]'
TRISTAN = '[Spirit of Fire, "Tristan, Underhanded"]'


def test_left_out_payments_are_made_with_the_first_legal_cards(play: Play) -> None:
    play(
        """
        - A: {activate: Fireball, targets: [B/champion]}
        - expect: {A/memory: [Scry the Skies, Reclaim], A/hand: [Idle Thoughts], stack: [Fireball]}
        """,
        a="hand: [Scry the Skies, Fireball, Reclaim, Idle Thoughts]",
    )


def test_where_only_one_answer_is_legal_it_is_taken(play: Play) -> None:
    play(
        "- A: {activate: Focused Flames}\n- resolve: all\n- expect: {B/field/Giant Tortoise: {damage: 4}}",
        a="hand: [Focused Flames, Idle Thoughts]",
        b="field: [Giant Tortoise]",
    )


def test_a_given_answer_where_only_one_is_legal_must_be_that_one(play: Play, difference: Difference) -> None:
    parts = {"a": "hand: [Focused Flames, Idle Thoughts]", "b": "field: [Giant Tortoise]"}
    play("- A: {activate: Focused Flames, targets: [Giant Tortoise], reserve: [Idle Thoughts]}", **parts)
    said = difference("- A: {activate: Focused Flames, targets: [B/champion]}", **parts)
    assert "B/champion is not among the options" in said
    said = difference("- A: {activate: Focused Flames, reserve: []}", **parts)
    assert "what is given cannot pay this (choose what pays 1 reserve" in said


def test_modes_by_label_and_by_number(play: Play) -> None:
    parts = {
        "champion": SILVIE,
        "a": "hand: [Bestial Frenzy, 2 x Idle Thoughts]\nfield: [Gray Wolf]",
        "b": "field: [Gray Wolf]",
    }
    for modes in ("[level, power]", "[1, 2]", "[power, 1]"):
        play(
            f"""
            - A: {{activate: Bestial Frenzy, modes: {modes}, targets: [B/field/Gray Wolf]}}
            - resolve: all
            - expect: {{A/champion: {{level: 2}}, B/field/Gray Wolf: {{power: 3}}}}
            """,
            **parts,
        )


def test_an_unknown_mode_is_a_mistake_in_the_file(problem: Problem) -> None:
    parts = {"champion": SILVIE, "a": "hand: [Bestial Frenzy, 2 x Idle Thoughts]\nfield: [Gray Wolf]"}
    assert "unknown mode 'lvel'; did you mean level" in problem(
        "- A: {activate: Bestial Frenzy, modes: [lvel]}", **parts
    )
    assert "there is no mode 4; there are 3" in problem("- A: {activate: Bestial Frenzy, modes: [4]}", **parts)


def test_CA_1_4_a_mode_that_is_not_printed_may_be_tried_and_is_refused_by_the_rule_of_modes(
    play: Play, difference: Difference
) -> None:
    parts = {"champion": SILVIE, "a": "hand: [Bestial Frenzy, 2 x Idle Thoughts]\nfield: [Gray Wolf]"}
    play("- A: {activate: Bestial Frenzy, modes: [4], illegal: CA.1.4}", **parts)
    said = difference("- A: {activate: Bestial Frenzy, modes: [4], illegal: CA.1.5}", **parts)
    assert "it must be refused by CA.1.5" in said and "there is no mode 4" in said


def test_targets_in_groups_where_one_is_forced(play: Play) -> None:
    parts = {
        "champion": SILVIE,
        "a": "hand: [Embersong, 2 x Idle Thoughts]\nfield: [Gray Wolf]",
        "b": "field: [Giant Tortoise, Gray Wolf]",
    }
    for targets in ("[[Giant Tortoise], [A/field/Gray Wolf]]", "[Giant Tortoise, A/field/Gray Wolf]"):
        play(
            f"""
            - A: {{activate: Embersong, targets: {targets}}}
            - resolve: all
            - expect: {{B/field/Giant Tortoise: {{damage: 2}}, A/field/Gray Wolf: {{power: 4}}}}
            """,
            **parts,
        )
    play(
        "- A: {activate: Embersong, targets: [[], [A/field/Gray Wolf]]}\n"
        "- resolve: all\n- expect: {B/field/Giant Tortoise: {damage: 0}, A/field/Gray Wolf: {power: 4}}",
        **parts,
    )


def test_a_split_among_targets(play: Play) -> None:
    play(
        """
        - A:
            activate: Innervate Fury
            targets: [2 x B/field/Giant Tortoise]
            split: {B/field/Giant Tortoise#2: 1, B/field/Giant Tortoise: 6}
        - resolve: all
        - expect: {B/graveyard: [Giant Tortoise], B/field/Giant Tortoise: {damage: 1}, B/field: [2 x Giant Tortoise]}
        """,
        a="champion state: {damage: 6}\nhand: [Innervate Fury, 3 x Idle Thoughts]",
        b="field: [3 x Giant Tortoise]",
    )


def test_a_split_with_one_target_is_forced(play: Play, difference: Difference) -> None:
    parts = {
        "a": "champion state: {damage: 6}\nhand: [Innervate Fury, 3 x Idle Thoughts]",
        "b": "field: [3 x Giant Tortoise]",
    }
    step = "- A: {activate: Innervate Fury, targets: [B/field/Giant Tortoise#3], split: {B/field/Giant Tortoise#3: %d}}"
    play(step % 7, **parts)
    assert "the shares must add up to 7" in difference(step % 6, **parts)


def test_x_and_y(play: Play) -> None:
    play(
        """
        - A: {activate: Ignite the Soul, targets: [B/champion], reserve: [Giant Tortoise]}
        - A:
            activate: Horticounter
            x: 1
            y: 2
            targets: [stack/Ignite the Soul]
            sacrifice: [Manaroot, Fraysia]
            reserve: [Fireball]
        - expect: {A/field: [Blightroot], A/memory: [Giant Tortoise, Fireball], stack: [Horticounter, Ignite the Soul]}
        """,
        champion=ARISANNA,
        a="hand: [Horticounter, Ignite the Soul, Idle Thoughts, Fireball, Giant Tortoise]\n"
        "field: [Manaroot, Blightroot, Fraysia]",
    )


def test_optional_costs_by_keyword_and_by_number(play: Play, difference: Difference) -> None:
    parts = {
        "champion": TRISTAN,
        "a": "champion state: {counters: {preparation: 1}}\nhand: [Planted Explosive, 2 x Idle Thoughts]",
    }
    for given, damage in (("", 2), (", optional: []", 2), (", optional: [prepare]", 4), (", optional: [1]", 4)):
        play(
            f"- A: {{activate: Planted Explosive, targets: [B/champion]{given}}}\n"
            f"- resolve: all\n- expect: {{B/champion: {{damage: {damage}}}}}",
            **parts,
        )
    parts["a"] = "hand: [Planted Explosive, 2 x Idle Thoughts]"
    said = difference("- A: {activate: Planted Explosive, targets: [B/champion], optional: [prepare]}", **parts)
    assert "the optional cost prepare cannot be paid" in said


def test_an_optional_cost_that_the_card_does_not_have(problem: Problem, difference: Difference) -> None:
    parts = {"champion": TRISTAN, "a": "hand: [Planted Explosive, Fireball, 4 x Idle Thoughts]"}
    said = problem("- A: {activate: Fireball, targets: [B/champion], optional: [prepare]}", **parts)
    assert "Fireball has no optional cost 'prepare'" in said
    parts["a"] = "champion state: {counters: {preparation: 1}}\n" + parts["a"]
    said = difference("- A: {activate: Planted Explosive, targets: [B/champion], optional: [imbue]}", **parts)
    assert "Planted Explosive has no optional cost 'imbue'" in said


def test_a_card_that_is_named_twice_for_a_payment(difference: Difference) -> None:
    parts = {"a": "hand: [Fireball, 3 x Gray Wolf]"}
    said = difference("- A: {activate: Fireball, reserve: [Gray Wolf#1, Gray Wolf#1], targets: [B/champion]}", **parts)
    assert "Gray Wolf#1 is named twice, and can pay only once (" in said
    said = difference("- A: {activate: Fireball, reserve: [Gray Wolf#1, Gray Wolf#4], targets: [B/champion]}", **parts)
    assert "named twice" not in said


def test_an_optional_cost_with_x(play: Play) -> None:
    play(
        """
        - A: {activate: Shadowstrike, optional: [prepare], x: 2}
        - expect: {A/champion: {counters: {preparation: 1}, rested: true}}
        """,
        champion='[Spirit of Fire, "Tristan, Underhanded", "Tristan, Grim Stalker", "Tristan, Shadowreaver"]',
        a="champion state: {counters: {preparation: 3}}\nhand: [Shadowstrike, 2 x Idle Thoughts]",
    )


def test_alternative_costs_by_label_and_by_number(play: Play) -> None:
    for given in ("brew", "1"):
        play(
            f"""
            - A: {{activate: Empowering Tincture, alternative: {given}, sacrifice: [Blightroot, Manaroot]}}
            - expect: {{A/field: [Fraysia], A/memory: 0}}
            """,
            a="hand: [Empowering Tincture, 3 x Idle Thoughts]\nfield: [Fraysia, Manaroot, Blightroot]",
        )
    play(
        "- A: {activate: Empowering Tincture}\n- expect: {A/field: 2, A/memory: 3}",
        a="hand: [Empowering Tincture, 3 x Idle Thoughts]\nfield: [Manaroot, Blightroot]",
    )


def test_an_alternative_cost_that_is_the_only_way_need_not_be_named(play: Play) -> None:
    for given in ("", ", alternative: ephemerate"):
        play(
            f"- A: {{activate: Peer Beyond, from: graveyard, targets: [B/champion]{given}}}\n"
            "- resolve: all\n- expect: {A/banishment: [Peer Beyond]}",
            a="hand: [Idle Thoughts]\ngraveyard: [Peer Beyond]",
        )


def test_free_by_an_alternative(play: Play) -> None:
    play(
        "- A: {activate: Resolute Stand, alternative: free, targets: [A/champion]}\n- expect: {A/memory: 0}",
        champion='[Spirit of Fire, "Rai, Spellcrafter", "Rai, Archmage"]',
        a="hand: [Resolute Stand, 3 x Idle Thoughts]",
    )


def test_kindle_pays_for_reserve(play: Play) -> None:
    parts = {
        "a": "hand: [Intensified Pyre, 3 x Idle Thoughts]\ngraveyard: [Fireball, Focused Flames, Idle Thoughts]",
    }
    play(
        """
        - A: {activate: Intensified Pyre, targets: [B/champion], kindle: [Focused Flames], reserve: [2 x Idle Thoughts]}
        - expect: {A/banishment: [Focused Flames], A/memory: 2}
        """,
        **parts,
    )
    play(
        "- A: {activate: Intensified Pyre, targets: [B/champion]}\n- expect: {A/banishment: 0, A/memory: 3}",
        **parts,
    )


def test_floating_memory_pays_for_memory(play: Play) -> None:
    play(
        """
        - A: {materialize: Tome of Knowledge, floating: [Idle Thoughts]}
        - expect: {A/banishment: [Idle Thoughts], A/memory: [Fireball], stack: [Tome of Knowledge], opportunity: A}
        """,
        more="phase: materialize",
        a="material: [Tome of Knowledge]\nmemory: [Fireball]\ngraveyard: [Idle Thoughts, Favorable Winds]",
    )


def test_additional_costs_name_what_they_use(play: Play) -> None:
    play(
        """
        - A: {activate: Cremation Ritual, sacrifice: [Blitz Mage], reserve: [3 x Idle Thoughts]}
        - expect: {A/graveyard: [Blitz Mage], A/field: [Gray Wolf]}
        """,
        a="hand: [Fireball, Cremation Ritual, 3 x Idle Thoughts]\nfield: [Gray Wolf, Blitz Mage]",
    )
    play(
        """
        - A: {activate: Slime King, banish: [Blue Slime, Test Slime, Other Slime]}
        - expect: {A/banishment: 3, A/graveyard: [Blue Slime]}
        """,
        champion='[Spirit of Fire, "Silvie, Wilds Whisperer", "Silvie, With the Pack", "Silvie, Loved by All"]',
        a="hand: [Slime King, 3 x Idle Thoughts]\ngraveyard: [Blue Slime, Blue Slime, Test Slime, Other Slime]",
        top="""\
        cards:
          - {name: Test Slime, types: [ally], classes: [tamer], subtypes: [slime], elements: [fire], power: 1, life: 1}
          - {name: Other Slime, types: [ally], classes: [tamer], subtypes: [slime], elements: [wind], power: 1, life: 1}
        """,
    )


def test_an_object_may_rest_for_reserve_and_then_be_sacrificed(play: Play) -> None:
    play(
        """
        - A:
            activate: Overlord Mk III
            sacrifice: [4 x A/field/Powercell]
            reserve: [4 x A/field/Powercell]
        - expect: {A/field: ["Cordelia, Aurous Kaiser"], A/hand: [Idle Thoughts], cited: [CA.1.8]}
        """,
        champion='[Spirit of Fire, "Tonoris, Lone Mercenary"]',
        a='hand: [Overlord Mk III, Idle Thoughts]\nfield: ["Cordelia, Aurous Kaiser", {token: Powercell, count: 4}]',
    )


def test_what_no_one_asks_for_is_a_mistake_in_the_file(problem: Problem) -> None:
    parts = {"a": "hand: [Fireball, 2 x Idle Thoughts]\nfield: [Gray Wolf]"}
    for key in ("x: 2", "modes: [1]", "sacrifice: [Gray Wolf]", "kindle: [Fireball]", "alternative: brew", "y: 1"):
        said = problem(f"- A: {{activate: Fireball, targets: [B/champion], {key}}}", **parts)
        assert "the play never asks for it" in said
        assert said.startswith("test.yaml:14: step 1: ")


def test_words_of_no_card_are_mistakes_in_the_file(problem: Problem) -> None:
    parts = {"a": "hand: [Fireball, 2 x Idle Thoughts]"}
    assert "did you mean prepare" in problem("- A: {activate: Fireball, optional: [preprae], illegal: true}", **parts)
    assert "did you mean brew" in problem("- A: {activate: Fireball, alternative: brw, illegal: true}", **parts)


def test_an_answer_that_is_not_legal_fails_with_the_legal_ones(difference: Difference) -> None:
    said = difference(
        "- A: {activate: Fireball, targets: [B/graveyard/Gray Wolf]}",
        a="hand: [Fireball, 2 x Idle Thoughts]",
        b="graveyard: [Gray Wolf]",
    )
    assert "B/graveyard/Gray Wolf is not among the options" in said
    assert "A/champion, B/champion" in said
    assert "CA.1.5" in said
    assert said.startswith("step 1 (test.yaml:13): refused: ")


def test_what_an_ability_costs_may_be_named(play: Play) -> None:
    play(
        "- A: {ability: Tome of Knowledge, banish: [Tome of Knowledge]}\n- expect: {A/banishment: [Tome of Knowledge]}",
        a="field: [Tome of Knowledge]",
    )


def test_a_name_without_a_number_is_the_first_and_not_the_first_legal_one(play: Play, difference: Difference) -> None:
    parts = {"a": "field: [{card: Blitz Mage, rested: true}, Blitz Mage]"}
    said = difference("- A: {attack: A/field/Blitz Mage, targets: [B/champion]}", **parts)
    assert "refused" in said
    play('- A: {attack: "A/field/Blitz Mage#2", targets: [B/champion]}\n- expect: {phase: combat}', **parts)


def test_a_repeated_name_takes_one_after_the_other_over_several_costs(play: Play) -> None:
    play(
        "- A: {activate: Empowering Tincture, alternative: brew, sacrifice: [2 x Manaroot]}\n- expect: {A/field: [Manaroot]}",
        a="hand: [Empowering Tincture]\nfield: [3 x Manaroot]",
    )


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


TWICE = """\
        cards:
          - name: Twin Sparks
            types: [action]
            elements: [norm]
            cost: {reserve: 0}
            speed: fast
            abilities:
              - {ability: text, targets: [{of: ally, up to: true}], do: [{do: damage, amount: 1}]}
              - {ability: text, targets: [{of: ally, up to: true}], do: [{do: damage, amount: 2}]}
        """


def test_an_empty_list_is_an_answer_and_used_up_by_the_first_decision_of_its_kind(play: Play) -> None:
    """Nothing is chosen for the first group; the second one is expected, and so waits for a step of its own."""
    parts = {"a": "hand: [Twin Sparks]", "b": "field: [Giant Tortoise]", "top": TWICE}
    expected = "- expect: {decision: {player: A, kind: targets}}\n- A: {choose: Giant Tortoise}\n- resolve: all\n"
    damage = "- expect: {B/field/Giant Tortoise: {damage: %d}}"
    play("- A: {activate: Twin Sparks, targets: []}\n" + expected + damage % 2, **parts)
    play("- A: {activate: Twin Sparks}\n" + expected + damage % 1, **parts)
    play("- A: {activate: Twin Sparks, targets: []}\n- resolve: all\n" + damage % 0, **parts)


def test_where_something_must_be_chosen_an_empty_list_leaves_it_open(play: Play) -> None:
    step = "- A: {activate: Fireball, targets: []}\n- expect: {decision: {player: A, kind: targets}}\n"
    parts = {"a": "hand: [Fireball, 4 x Idle Thoughts]", "b": "field: [Giant Tortoise]"}
    play(step + "- A: {choose: B/champion}\n- expect: {stack: [Fireball]}", **parts)
    play("- A: {activate: Fireball, targets: [], illegal: CA.1.5}\n- A: pass", **parts)


def test_free_is_no_alternative_where_no_effect_removes_the_cost(difference: Difference) -> None:
    said = difference("- A: {activate: Fireball, targets: [B/champion], alternative: free}", a="hand: [3 x Fireball]")
    assert "the alternative cost free cannot be used" in said


def test_an_unknown_cost_is_named_with_the_nearest_or_with_all_there_are(problem: Problem) -> None:
    def said(key: str) -> str:
        return problem(f"- A: {{activate: Fireball, {key}}}", a="hand: [3 x Fireball]")

    assert "unknown alternative cost 'bew'; did you mean brew" in said("alternative: bew")
    assert "unknown alternative cost 'xyzzy'; known: " in said("alternative: xyzzy")
    assert "brew, " in said("alternative: xyzzy")
    assert "unknown optional cost 'xyzzy'; known: " in said("optional: xyzzy")


def test_an_alternative_that_cannot_be_used_is_no_reason_where_something_else_is(difference: Difference) -> None:
    """The card has no such cost: what is refused is told as it is."""
    assert "Gray Wolf: 2 reserve must be paid" in difference(
        "- A: {activate: Gray Wolf, alternative: brew}", a="hand: [Gray Wolf]"
    )
