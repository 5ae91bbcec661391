"""Steps in which a player acts: each kind of action, and each key of a play."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from archivist.scenario import Report

Play = Callable[..., Report]
Difference = Callable[..., str]
Problem = Callable[..., str]

ARISANNA = '[Spirit of Fire, "Arisanna, Herbalist Prodigy", "Arisanna, Master Alchemist", "Arisanna, Astral Zenith"]'
SILVIE = '[Spirit of Fire, "Silvie, Wilds Whisperer"]'
LORRAINE = '[Spirit of Wind, "Lorraine, Wandering Warrior"]'
TRISTAN = '[Spirit of Fire, "Tristan, Underhanded"]'


# -- activating --------------------------------------------------------------------------------------------------


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


def test_the_card_in_the_hand_is_meant_first(play: Play) -> None:
    play(
        "- A: {activate: Three Visits}\n- expect: {A/hand: 0, A/graveyard: [Three Visits]}",
        champion='[Spirit of Wind, "Rai, Spellcrafter"]',
        a="hand: [Three Visits]\ngraveyard: [Three Visits]",
    )


def test_from_a_zone_or_a_thing(play: Play) -> None:
    parts = {
        "champion": '[Spirit of Wind, "Rai, Spellcrafter"]',
        "a": "hand: [Three Visits]\ngraveyard: [Three Visits]\nbanishment: [Three Visits]",
    }
    for place in ("graveyard", "A/graveyard", "A/graveyard/Three Visits"):
        play(
            f"- A: {{activate: Three Visits, from: {place}}}\n- expect: {{A/hand: 1, A/graveyard: 0, A/banishment: 1}}",
            **parts,
        )
    play("- A: {activate: A/banishment/Three Visits}\n- expect: {A/banishment: 0}", **parts)


def test_where_it_might_be_one_of_several_places_it_must_be_said(problem: Problem) -> None:
    said = problem(
        "- A: {activate: Three Visits}",
        champion='[Spirit of Wind, "Rai, Spellcrafter"]',
        a="graveyard: [Three Visits]\nbanishment: [Three Visits]",
    )
    assert "say 'from': it could be A/graveyard/Three Visits or A/banishment/Three Visits" in said


def test_the_top_card_of_the_deck_by_permission(play: Play) -> None:
    play(
        """
        - expect: {can: {A: [{activate: Gray Wolf, from: deck}]}, cannot: {A: [{activate: Fireball}]}}
        - A: {activate: Gray Wolf, reserve: [2 x Idle Thoughts]}
        - expect: {stack: [Gray Wolf], A/deck: [Fireball]}
        """,
        champion='[Spirit of Fire, "Silvie, Wilds Whisperer", "Silvie, With the Pack", "Silvie, Loved by All"]',
        deck="[Gray Wolf, 5 x Fireball]",
        a="hand: [2 x Idle Thoughts]\nfield: [Gaia's Blessing]",
    )


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


# -- a play over several steps -----------------------------------------------------------------------------------


def test_what_is_left_out_becomes_a_decision_of_its_own(play: Play) -> None:
    play(
        """
        - A: {activate: Innervate Fury, reserve: [Fireball, 2 x Idle Thoughts]}
        - expect: {decision: {player: A, kind: targets}}
        - A: {choose: [B/field/Giant Tortoise#2, B/field/Giant Tortoise]}
        - expect: {decision: {player: A, kind: split}}
        - A: {choose: {B/field/Giant Tortoise: 3, B/field/Giant Tortoise#2: 4}}
        - expect: {decision: none, stack: [Innervate Fury], A/memory: [Fireball, 2 x Idle Thoughts], A/hand: [Reclaim]}
        """,
        a="champion state: {damage: 6}\nhand: [Innervate Fury, Reclaim, 2 x Idle Thoughts, Fireball]",
        b="field: [3 x Giant Tortoise]",
    )


def test_a_shortcut_completes_a_play_with_what_its_step_said(play: Play) -> None:
    play(
        """
        - A: {activate: Fireball, reserve: [2 x Idle Thoughts]}
        - resolve: all
        - expect: {A/memory: [2 x Idle Thoughts], A/champion: {damage: 2}, A/hand: [Reclaim]}
        """,
        a="hand: [Reclaim, Fireball, 2 x Idle Thoughts]",
    )


# -- the other actions -------------------------------------------------------------------------------------------


def test_materialize_pass_and_return(play: Play) -> None:
    parts = {
        "more": "phase: materialize",
        "a": "material: [Tome of Knowledge, {card: Tera Sight, preserved: true}]\nmemory: [Fireball]",
    }
    play(
        "- A: {materialize: Tome of Knowledge}\n- expect: {stack: [Tome of Knowledge], A/banishment: [Fireball]}",
        **parts,
    )
    play("- A: {return: Tera Sight}\n- expect: {A/hand: [Tera Sight], phase: recollection}", **parts)
    play("- A: pass\n- expect: {phase: recollection, opportunity: A, A/material: 2}", **parts)


def test_bestow(play: Play) -> None:
    play(
        """
        - A: {bestow: Lesser Boon of Kanaloa, targets: [A, B], reserve: [3 x Idle Thoughts]}
        - expect: {A/graveyard: 3, B/graveyard: 3, stack: [], A/pantheon/Lesser Boon of Kanaloa: {face up: true}}
        - A: {bestow: Lesser Boon of Kanaloa, illegal: RU.6}
        """,
        champion="[Spirit of Water]",
        a="pantheon: [Lesser Boon of Kanaloa]\nhand: [3 x Idle Thoughts]",
    )


def test_abilities_by_number_in_printed_order(play: Play, problem: Problem) -> None:
    parts = {"a": "field: [Flute of Taming, Gray Wolf]", "champion": SILVIE}
    play(
        """
        - A: {ability: Flute of Taming, number: 2}
        - expect: {stack: [ability/Flute of Taming], A/field/Flute of Taming: {rested: true}}
        - A: pass
        - B: pass
        - A: {choose: life}
        - expect: {A/field/Gray Wolf: {life: 3}}
        """,
        **parts,
    )
    assert "say its 'number'" in problem("- A: {ability: Flute of Taming}", **parts)
    play("- A: {ability: Flute of Taming, number: 3, illegal: abilities.2.1}", **parts)


def test_abilities_that_counters_give_come_after_the_printed_ones(play: Play) -> None:
    play(
        """
        - A: {ability: A/champion}
        - resolve: all
        - expect: {A/hand: [Giant Tortoise], A/champion: {counters: {enlighten: 1}}}
        """,
        a="champion state: {counters: {enlighten: 4}}",
    )
    play(
        "- A: {ability: A/champion, number: 2}\n- expect: {A/champion: {rested: false, counters: {enlighten: 1}}}",
        champion='[Spirit of Fire, "Rai, Spellcrafter", "Rai, Archmage", "Rai, Mana Weaver"]',
        a="champion state: {counters: {enlighten: 4}}",
    )


def test_what_an_ability_costs_may_be_named(play: Play) -> None:
    play(
        "- A: {ability: Tome of Knowledge, banish: [Tome of Knowledge]}\n- expect: {A/banishment: [Tome of Knowledge]}",
        a="field: [Tome of Knowledge]",
    )


def test_attack_with_a_weapon_and_a_target(play: Play) -> None:
    play(
        """
        - A: {attack: A/champion, weapon: Warrior's Longsword, targets: [B/field/Gray Wolf]}
        - expect: {phase: combat, opportunity: A, A/champion: {rested: true}}
        - advance: main
        - expect: {B/graveyard: [Gray Wolf], A/champion: {damage: 0}, phase: main}
        """,
        champion=LORRAINE,
        a="field: [Warrior's Longsword]",
        b="field: [Gray Wolf]",
    )


def test_a_left_out_weapon_is_a_decision(play: Play) -> None:
    play(
        """
        - A: {attack: A/champion, targets: [B/champion]}
        - expect: {decision: {player: A, kind: weapon}}
        - A: {choose: Sword of Seeking}
        - expect: {phase: combat}
        - advance: main
        - expect: {B/champion: {damage: 1}, A/field/Sword of Seeking: {durability: 1}}
        """,
        champion=LORRAINE,
        a="field: [Warrior's Longsword, Sword of Seeking]",
    )


def test_cleave_targets_a_player(play: Play) -> None:
    play(
        """
        - A: {activate: Hurricane Sweep}
        - A: pass
        - B: pass
        - A: {attack: A/champion, targets: [B]}
        - advance: main
        - expect: {B/champion: {damage: 1}, B/field/Giant Tortoise: {damage: 1}}
        """,
        champion=LORRAINE,
        a="hand: [Hurricane Sweep, 4 x Idle Thoughts]",
        b="field: [Giant Tortoise]",
    )


def test_an_attack_card_asks_for_its_declaration_as_it_resolves(play: Play, difference: Difference) -> None:
    parts = {
        "champion": SILVIE,
        "a": "hand: [Smack with Flute, 2 x Idle Thoughts]",
        "b": "field: [Giant Tortoise, Gray Wolf]",
    }
    steps = "- A: {activate: Smack with Flute}\n- A: pass\n- B: pass\n"
    play(
        steps + "- expect: {decision: {player: A, kind: targets}}\n"
        "- A: {attack: A/champion, targets: [Gray Wolf]}\n"
        "- expect: {phase: combat, stack: [trigger/Smack with Flute], A/intent: [Smack with Flute]}",
        **parts,
    )
    assert "it is A/champion that attacks" in difference(steps + "- A: {attack: Gray Wolf}", **parts)


def test_a_declaration_with_only_one_target_may_be_worded_or_left_out(play: Play, difference: Difference) -> None:
    parts = {"champion": SILVIE, "a": "hand: [Smack with Flute, 2 x Idle Thoughts]\nfield: [Giant Tortoise]"}
    steps = "- A: {activate: Smack with Flute}\n- A: pass\n- B: pass\n"
    play(steps + "- expect: {phase: combat, decision: none}", **parts)
    play(
        steps + "- expect: {decision: {player: A}}\n- A: {attack: A/champion, targets: [B/champion]}\n"
        "- expect: {phase: combat}",
        **parts,
    )
    play(steps + "- A: {attack: A/champion, targets: [Giant Tortoise], illegal: combat.3}", **parts)
    said = difference(steps + "- A: {attack: A/champion, targets: [Giant Tortoise]}", **parts)
    assert "Giant Tortoise is not among the options" in said


def test_a_declaration_made_by_a_shortcut_may_still_be_worded(play: Play, difference: Difference) -> None:
    parts = {"champion": SILVIE, "a": "hand: [Smack with Flute, 2 x Idle Thoughts]\nfield: [Giant Tortoise]"}
    steps = "- A: {activate: Smack with Flute}\n- resolve: top\n- expect: {phase: combat}\n"
    play(steps + "- A: {attack: A/champion, targets: [B/champion]}\n- advance: main", **parts)
    said = difference(steps + "- A: {attack: A/champion, targets: [Giant Tortoise]}", **parts)
    assert "the attack is declared, and not with Giant Tortoise" in said
    assert "refused" in difference(steps + "- A: {attack: Giant Tortoise}", **parts)


def test_a_play_that_an_effect_asks_for(play: Play) -> None:
    parts = {
        "champion": '[Spirit of Wind, "Rai, Spellcrafter"]',
        "a": """
        hand: [Beseech the Winds, 3 x Idle Thoughts]
        material: [Tome of Knowledge, "Rai, Archmage", {card: Tera Sight, preserved: true}]
        """,
    }
    steps = "- A: {activate: Beseech the Winds}\n- A: pass\n- B: pass\n- expect: {decision: {player: A, kind: play}}\n"
    play(
        steps + "- A: {materialize: Tome of Knowledge}\n- expect: {stack: [Tome of Knowledge], A/banishment: 1}",
        **parts,
    )
    play(steps + "- A: {return: Tera Sight}\n- expect: {stack: [], A/hand: [Tera Sight]}", **parts)
    play(steps + "- expect: {can: {A: [{materialize: 'Tome of Knowledge'}]}, cannot: {B: [pass], A: [pass]}}", **parts)


def test_a_play_that_an_effect_permits_may_be_declined(play: Play) -> None:
    parts = {"a": 'hand: [5 x Idle Thoughts]\nfield: ["Duchess, Six of Hearts"]\ngraveyard: [Ignite the Soul]'}
    for word in ("pass", "{choose: no}", "{choose: none}"):
        play(
            f"""
            - A: {{ability: "Duchess, Six of Hearts"}}
            - A: pass
            - B: pass
            - expect: {{can: {{A: [pass, {{activate: Ignite the Soul}}]}}}}
            - A: {word}
            - expect: {{stack: [], A/banishment: [Ignite the Soul], B/champion: {{damage: 0}}}}
            """,
            **parts,
        )


def test_a_play_without_paying(play: Play) -> None:
    play(
        """
        - A: {ability: "Duchess, Six of Hearts", reserve: [5 x Idle Thoughts]}
        - A: pass
        - B: pass
        - A: {activate: Ignite the Soul, alternative: free, targets: [B/champion]}
        - resolve: all
        - expect: {B/champion: {damage: 1}, A/banishment: [Ignite the Soul]}
        """,
        a='hand: [5 x Idle Thoughts]\nfield: ["Duchess, Six of Hearts"]\ngraveyard: [Ignite the Soul]',
    )


def test_starcalling_from_a_glimpse(play: Play) -> None:
    parts = {
        "champion": ARISANNA,
        "deck": "[Fireball, Cosmic Bolt, Reclaim, 5 x Giant Tortoise]",
        "a": "hand: [2 x Idle Thoughts]\nfield: [Lunar Seer]",
    }
    steps = "- A: {ability: Lunar Seer}\n- A: pass\n- B: pass\n- expect: {decision: {player: A, kind: play}}\n"
    play(
        steps + "- A: {activate: Cosmic Bolt, alternative: starcalling, targets: [B/champion]}\n"
        "- expect: {stack: [Cosmic Bolt], A/memory: 2, A/deck: [Reclaim]}",
        **parts,
    )
    play(
        steps + "- A: {activate: Cosmic Bolt, from: deck, alternative: free, targets: [B/champion]}\n"
        "- expect: {stack: [Cosmic Bolt], A/memory: 0}",
        **parts,
    )
    play(
        steps + "- A: {choose: {top: [Cosmic Bolt], bottom: [Fireball]}}\n- expect: {A/deck: [Cosmic Bolt, Reclaim]}",
        **parts,
    )


def test_concede(play: Play) -> None:
    play("- B: concede\n- expect: {winner: A, opportunity: none}")


def test_pass_hands_opportunity_on(play: Play, difference: Difference) -> None:
    play("- A: pass\n- expect: {opportunity: B}\n- B: pass\n- expect: {phase: end, opportunity: A}")
    assert "you do not have Opportunity" in difference("- B: pass")


def test_nothing_can_be_done_once_the_game_is_over(difference: Difference) -> None:
    assert "the game is over" in difference("- B: concede\n- A: pass")


@pytest.mark.parametrize(
    ("step", "said"),
    [
        ("- A: {activate: Firebal}", "no card is named 'Firebal'; did you mean Fireball"),
        ("- A: {activte: Fireball}", "unknown key 'activte'; did you mean activate"),
        ("- A: {activate: Fireball, targts: [B/champion]}", "unknown key in 'activate' 'targts'; did you mean targets"),
        ("- A: {activate: Fireball, attack: A/champion}", "one action per step, not activate and attack"),
        ("- A: pas", "unknown action 'pas'; did you mean pass"),
        ("- E: pass", "unknown step 'E'"),
        ("- expct: {}", "unknown step 'expct'; did you mean expect"),
        ("- {A: pass, B: pass}", "a step is one thing; there are 2 here"),
        ("- A: {targets: [B/champion]}", "an action is needed"),
        ("- A: {activate: A/champion}", "a card's name is needed to activate"),
        ("- A: {attack: B}", "an object is needed, not player B"),
        ("- A: {activate: Fireball, x: many}", "x must be a number of at least 0, not 'many'"),
        ("- A: {activate: Fireball, from: graveyrd}", "did you mean"),
        ("- A: {activate: Fireball, targets: [A/feild/Gray Wolf]}", "unknown zone or player 'feild'"),
        ("- A: {activate: Fireball, alternative: [brew, free]}", "one alternative cost is used"),
        ("- A: {activate: Fireball, illegal: CA.99}", "there is no rule 'CA.99'"),
        ("- resolve: some", "unknown resolve 'some'"),
        ("- advance: mainn", "unknown phase 'mainn'; did you mean main"),
        ("- A: 5", "an action must be a mapping, not 5"),
        ("- 5", "a step must be a mapping, not 5"),
        ("- A: {return: Fireball, x: 1}", "unknown key in 'return' 'x'"),
    ],
)
def test_a_mistake_in_a_step_is_named_with_the_nearest_word(problem: Problem, step: str, said: str) -> None:
    message = problem(step, a="hand: [Fireball]")
    assert said in message
    assert message.startswith("test.yaml:13: ")
