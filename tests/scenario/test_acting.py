"""Steps in which a player acts: each kind of action, and each key of a play."""

from __future__ import annotations

from collections.abc import Callable

from archivist.scenario import Report

Play = Callable[..., Report]
Difference = Callable[..., str]
Problem = Callable[..., str]
ARISANNA = '[Spirit of Fire, "Arisanna, Herbalist Prodigy", "Arisanna, Master Alchemist", "Arisanna, Astral Zenith"]'
SILVIE = '[Spirit of Fire, "Silvie, Wilds Whisperer"]'
LORRAINE = '[Spirit of Wind, "Lorraine, Wandering Warrior"]'
TRISTAN = '[Spirit of Fire, "Tristan, Underhanded"]'


# -- activating --------------------------------------------------------------------------------------------------


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
    assert "A/champion is the attacker" in difference(steps + "- A: {attack: Gray Wolf}", **parts)


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
