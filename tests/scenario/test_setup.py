"""The set-up: champions, zones, marks, the turn, and who has Opportunity."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from archivist.cards import shipped
from archivist.game import Game
from archivist.scenario import Report, read_text, run
from archivist.scenario.reading import start

Play = Callable[..., Report]
Problem = Callable[..., str]
TWO = """
  A: {champion: [Spirit of Fire], deck: [10 x Giant Tortoise]}
  B: {champion: [Spirit of Water], deck: [10 x Giant Tortoise]}
"""


def begin(setup: str) -> Game:
    return start(read_text(f"title: t\nsetup:\n{setup}\nsteps: []\n", "t.yaml"))


def test_everything_lies_where_it_is_put(play: Play) -> None:
    play(
        """
        - expect:
            A/hand: [Fireball, 2 x Idle Thoughts]
            A/memory: [3 x Scry the Skies]
            A/graveyard: [Frost Shard]
            A/banishment: [Reclaim]
            A/material: [Tome of Knowledge, Tera Sight]
            A/deck: [Arcane Blast, Idle Thoughts, Idle Thoughts]
            A/field: [Blue Slime, Gray Wolf, 4 x Powercell, Mark of Fervor]
            A/field/Gray Wolf: {rested: true, damage: 1, counters: {buff: 1, debuff: 0}, power: 4, life: 4, token: false}
            A/field/Powercell#4: {token: true, controller: A, owner: A, face up: true}
            A/champion: {damage: 3, rested: true, counters: {enlighten: 2}, level: 2, base level: 2}
            A/material/Tera Sight: {face up: true}
            A/material/Tome of Knowledge: {face up: false}
            turn: A
            turn number: 5
            phase: main
            opportunity: A
            winner: none
        """,
        champion='[Spirit of Fire, "Rai, Spellcrafter", "Rai, Archmage"]',
        deck="[Arcane Blast, 10 x Idle Thoughts]",
        a="""
        champion state: {damage: 3, rested: true, counters: {enlighten: 2}}
        hand: [Fireball, 2 x Idle Thoughts]
        memory: [3 x Scry the Skies]
        graveyard: [Frost Shard]
        banishment: [Reclaim]
        material: [Tome of Knowledge, {card: Tera Sight, preserved: true}]
        pantheon: []
        field:
          - Blue Slime
          - {card: Gray Wolf, rested: true, damage: 1, counters: {buff: 1}}
          - {token: Powercell, count: 4}
          - {card: Mark of Fervor, linked to: A/field/Gray Wolf}
        """,
    )


def test_the_lineage_is_taken_as_given(play: Play) -> None:
    play(
        """
        - expect: {A/lineage: [Spirit of Fire, "Rai, Spellcrafter"], A/champion: {level: 3, elements: [fire, arcane]}}
        """,
        champion='[Spirit of Fire, "Rai, Spellcrafter", "Rai, Mana Weaver"]',
    )


def test_a_weapon_has_its_printed_durability_unless_counters_say_otherwise(play: Play) -> None:
    play(
        """
        - expect:
            A/field/Warrior's Longsword: {durability: 2}
            A/field/Sword of Seeking: {durability: 1}
            A/field/Pantheon Barrier: {durability: 6, token: true}
        """,
        a="field: [Warrior's Longsword, {card: Sword of Seeking, counters: {durability: 1}}, Pantheon Barrier]",
    )


def test_a_link_may_be_to_an_object_of_another_player_listed_later(play: Play) -> None:
    play(
        "- expect: {B/field/Gray Wolf#2: {power: 3}, B/field/Gray Wolf: {power: 2}}",
        a="field: [{card: Mark of Fervor, linked to: B/field/Gray Wolf#2}]",
        b="field: [2 x Gray Wolf]",
    )


def test_an_object_may_belong_to_another_player(play: Play) -> None:
    play("- expect: {A/field/Gray Wolf: {owner: B, controller: A}}", a="field: [{card: Gray Wolf, owner: B}]")


def test_face_up_and_face_down(play: Play) -> None:
    play(
        """
        - expect:
            A/pantheon/Lesser Boon of Poseidon: {face up: true}
            A/banishment/Fireball: {face up: false}
            cannot: {A: [{bestow: Lesser Boon of Poseidon}]}
            can: {A: [{activate: Dewdrop Hares}]}
        """,
        a="""
        hand: [Dewdrop Hares, 2 x Idle Thoughts]
        pantheon: [{card: Lesser Boon of Poseidon, face up: true}]
        banishment: [{card: Fireball, face down: true}]
        """,
    )


@pytest.mark.parametrize("phase", ["wake up", "recollection", "draw", "main", "end"])
def test_the_game_stands_at_the_window_of_the_phase(phase: str) -> None:
    game = begin(f"  phase: {phase}{TWO}")
    assert (game.state.turn.phase, game.state.opportunity) == (phase, 0)
    assert game.events == []


def test_in_the_materialize_phase_the_turn_player_chooses_without_opportunity() -> None:
    game = begin(f"  phase: materialize{TWO}")
    assert game.state.opportunity is None
    assert game.decision is not None
    assert (game.decision.kind, game.decision.player) == ("materialize", 0)


def test_whoever_has_opportunity_has_it_because_the_others_have_passed(play: Play) -> None:
    play("- B: pass\n- expect: {phase: end, opportunity: A}", more="opportunity: B")


@pytest.mark.parametrize(
    ("number", "turn", "turns", "first"),
    [(1, "A", [1, 0], 0), (2, "B", [1, 1], 0), (5, "A", [3, 2], 0), (1, "B", [0, 1], 1), (5, "B", [2, 3], 1)],
)
def test_the_turn_number_says_how_many_turns_each_has_had(number: int, turn: str, turns: list[int], first: int) -> None:
    state = begin(f"  turn: {turn}\n  turn number: {number}{TWO}").state
    assert [player.turns for player in state.players] == turns
    assert state.first_player == first


def test_first_turn_rules_apply_in_a_first_turn(play: Play) -> None:
    play("- A: {attack: Gray Wolf, illegal: turn.3.4}", more="turn number: 1", a="field: [Gray Wolf]")


def test_more_than_two_players_play_pantheon() -> None:
    three = f"{TWO}  C: {{champion: [Spirit of Wind], deck: [5 x Fireball]}}\n"
    state = begin(three).state
    assert [player.name for player in state.players] == ["A", "B", "C"]
    assert state.format == "pantheon"
    assert begin(TWO).state.format == "standard"


def test_a_player_without_a_champion_does_not_lose_for_it(play: Play) -> None:
    text = "title: t\nsetup:\n  A: {deck: [5 x Fireball]}\n  B:\nsteps:\n  - A: pass\n  - B: pass\n  - expect: {winner: none}\n"
    from archivist.scenario import run

    assert run(text).passed


def test_the_seed_decides_what_is_random() -> None:
    def banished(seed: int) -> str:
        game = start(
            read_text(
                f"title: t\nseed: {seed}\nsetup:\n  phase: materialize\n  A:\n    champion: [Spirit of Fire]\n"
                "    memory: [Fireball, Frost Shard, Idle Thoughts, Reclaim]\n    material: [Tome of Knowledge]\n"
                "    deck: [5 x Fireball]\n  B: {champion: [Spirit of Water]}\nsteps: []\n",
                "t.yaml",
            )
        )
        game.answer(1)
        return game.state.cards[game.state.players[0].banishment[0]].face

    assert banished(3) == banished(3)
    assert len({banished(seed) for seed in range(12)}) > 1


def test_made_up_cards(play: Play) -> None:
    play(
        """
        - A: {activate: Test Bolt, targets: [B/champion]}
        - resolve: all
        - expect: {B/champion: {damage: 7, counters: {static: 1}}}
        """,
        a="hand: [Test Bolt]",
        top="""\
        cards:
          - name: Test Bolt
            types: [action]
            classes: [mage]
            subtypes: [spell]
            elements: [fire]
            cost: {reserve: 0}
            speed: fast
            abilities:
              - ability: text
                targets: [{of: champion}]
                do: [{do: damage, amount: 7}, {do: counters, kind: static, "on": target}]
        """,
    )


# -- mistakes ----------------------------------------------------------------------------------------------------


def test_a_made_up_card_takes_the_place_of_one_that_was_compiled(play: Play) -> None:
    """A file that was written before the card was known goes on to mean the same."""
    name = shipped()[0].name
    play(
        f"""
        - A: {{activate: {name}, targets: [B/champion]}}
        - resolve: all
        - expect: {{B/champion: {{damage: 7}}}}
        """,
        a=f"hand: [{name}]",
        top=f"""\
        cards:
          - name: {name}
            types: [action]
            elements: [norm]
            cost: {{reserve: 0}}
            speed: fast
            abilities: [{{ability: text, targets: [{{of: champion}}], do: [{{do: damage, amount: 7}}]}}]
        """,
    )


def test_a_made_up_card_may_not_bear_a_real_name(problem: Problem) -> None:
    top = "cards: [{name: Fireball, types: [action], elements: [fire]}]\n"
    assert problem("- A: pass", top=top) == "test.yaml:1: there is already a card named 'Fireball'"


def test_a_made_up_card_with_an_unknown_word_names_file_line_and_card(problem: Problem) -> None:
    top = "cards:\n  - {name: Test, types: [actoin], elements: [fire]}\n"
    message = problem("- A: pass", top=top)
    assert message.startswith("test.yaml:2: Test:")
    assert "action" in message


@pytest.mark.parametrize(
    ("parts", "said"),
    [
        ({"a": "hand: [Firebal]"}, "test.yaml:7: no card is named 'Firebal'; did you mean Fireball"),
        ({"a": "hnad: [Fireball]"}, "test.yaml:7: unknown key 'hnad' in player A; did you mean hand"),
        ({"a": "hand: 5"}, "a card must be a word, not 5"),
        ({"a": "field: [{card: Gray Wolf, restd: true}]"}, "unknown key 'restd' in a card; did you mean rested"),
        ({"a": "field: [{rested: true}]"}, "an entry is a 'card' or a 'token'"),
        ({"a": "field: [{card: Gray Wolf, counters: {buf: 1}}]"}, "unknown counter 'buf'; did you mean buff"),
        ({"a": "field: [{card: Gray Wolf, damage: -1}]"}, "damage must be a number of at least 0"),
        ({"a": "field: [{card: Mark of Fervor, linked to: B/field/Gray Wolf}]"}, "no B/field/Gray Wolf to link to"),
        ({"more": "phase: mian"}, "unknown phase 'mian'; did you mean main"),
        ({"more": "phase: combat"}, "unknown phase 'combat'"),
        ({"more": "turn: C"}, "unknown player 'C'"),
        ({"more": "turn number: 0"}, "the turn number must be a number of at least 1"),
        ({"more": "oportunity: A"}, "unknown key 'oportunity' in the setup; did you mean opportunity"),
        ({"champion": "[Fireball]"}, "Fireball is not a champion"),
        ({"champion": "[]", "a": "champion state: {damage: 1}"}, "player A has no champion"),
        ({"a": "champion state: {damge: 1}"}, "unknown key 'damge' in a champion's state; did you mean damage"),
        ({"a": "hand: [{token: Powercell}]"}, "unknown key 'token' in a card"),
    ],
)
def test_a_mistake_in_the_set_up_is_named_with_the_nearest_word(
    problem: Problem, parts: dict[str, str], said: str
) -> None:
    assert said in problem("- A: pass", **parts)


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


def test_what_lies_under_each_card_counts_for_the_size_of_a_position(problem: Problem) -> None:
    many = "field: [{card: Giant Tortoise, count: 900, loaded: [Fireball, Reclaim]}]"
    assert "test.yaml:7: this makes 2,700 cards; the limit is 2,000" in problem("- A: pass", a=many, deck="[]")
