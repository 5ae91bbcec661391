"""Refusals say in plain words what stands against an action, never in the notation in which cards are written."""

from __future__ import annotations

from typing import Any

import pytest

from archivist.model.decision import Play
from positions import number_of
from workshop import cards, judged, position

MADE_UP = """
- {name: Ox, types: [ally], subtypes: [beast], cost: {reserve: 2}, power: 2, life: 9}
- {name: Calf, types: [ally], subtypes: [beast], cost: {reserve: 1}, power: 1, life: 9}
- {name: Sneak, types: [ally], power: 1, life: 1, abilities: [stealth]}
- {name: Guard, types: [ally], power: 1, life: 1, abilities: [taunt]}
- {name: Veiled, types: [ally], power: 1, life: 1, abilities: [spellshroud]}
- {name: Warded, types: [ally], power: 1, life: 1, abilities: [omnishroud]}
- {name: Rifle, types: [regalia, weapon], subtypes: [gun], power: 2, durability: 2}
- {name: Hush, types: [action], abilities: [{ability: restriction, only: "this turn(you attack unit) = 0"}]}
- {name: Map, types: [item], abilities: [{ability: activated, cost: [], if: "count(domain you control) >= 3",
   do: [{do: draw, amount: 1}]}, {ability: activated, cost: [], when: class bonus, do: [{do: draw, amount: 1}]}]}
- {name: Bonfire, types: [action], abilities: [{ability: additional cost, pay: [{pay: sacrifice, of: beast ally you control,
   count: 3}]}]}
- {name: Pyre, types: [action], abilities: [{ability: additional cost, pay: [{pay: banish,
   of: card with floating memory in your graveyard}]}]}
- {name: Vigil, types: [action], abilities: [{ability: additional cost, pay: [{pay: rest, of: champion you control}]}]}
- {name: Insight, types: [action], abilities: [{ability: additional cost, pay: [{pay: counters, kind: enlighten, count: 1}]}]}
- {name: Wisdom, types: [action], abilities: [{ability: additional cost, pay: [{pay: counters, kind: enlighten, count: 6}]}]}
- {name: Gem, types: [item], abilities: [{ability: activated, cost: [{pay: counters, kind: gem, count: 2, from: this}],
   do: [{do: draw, amount: 1}]}]}
- {name: Purge, types: [action], abilities: [{ability: additional cost, pay: [{pay: recover, amount: 4}]}]}
- {name: Stew, types: [action], cost: {reserve: 3}, abilities: [{ability: alternative cost, label: brew,
   pay: [{pay: sacrifice, of: beast ally you control}]}]}
- {name: Bolt, types: [action], subtypes: [spell], abilities: [{ability: text, targets: [{of: beast ally}],
   do: [{do: damage, amount: 1}]}]}
- {name: Poke, types: [action], abilities: [{ability: text, targets: [{of: ally}], do: [{do: damage, amount: 1}]}]}
- {name: Zap, types: [action], subtypes: [spell], abilities: [{ability: text, targets: [{of: ally}],
   do: [{do: damage, amount: 1}]}]}
- {name: Pair, types: [action], abilities: [{ability: text, targets: [{of: ally, count: 2, same: reserve cost}],
   do: [{do: damage, amount: 1}]}]}
- {name: Volley, types: [action], abilities: [{ability: text, targets: [{of: ally, any: true, split: 2}],
   do: [{do: damage, split: true}]}]}
- {name: Flood, types: [action], cost: {reserve: X}, abilities: [{ability: text, do: [{do: draw, amount: X}]}]}
"""


def refused(step: str, a: str = "{}", b: str = "{}", **others: Any) -> str:
    """What a step of player A is refused with."""
    report = judged(cards(MADE_UP), f"[{{A: {step}}}]", a, b, **others)
    assert not report.passed
    return report.difference


@pytest.mark.parametrize(
    ("step", "a", "said"),
    [
        (
            "{ability: Map, number: 1}",
            "{field: [Map]}",
            "it can be activated only if you control 3 or more domains [abilities.2.4]",
        ),
        ("{ability: Map, number: 2}", "{field: [Map]}", "the ability works only with class bonus [abilities.5.2]"),
    ],
)
def test_abilities_2_4_a_condition_is_told_as_the_card_has_it(step: str, a: str, said: str) -> None:
    assert said in refused(step, a)


def test_CA_1_6_a_restriction_is_told_as_the_card_has_it() -> None:
    report = judged(
        cards(MADE_UP),
        "[{A: {attack: Ox, targets: [B/champion]}}, {advance: main}, {A: {activate: Hush}}]",
        "{field: [Ox], hand: [Hush]}",
    )
    assert "Hush can be played only if you declared no attack this turn [CA.1.6]" in report.difference


@pytest.mark.parametrize(
    ("card", "a", "said"),
    [
        ("Bonfire", "", "it takes 3 Beast allies you control to sacrifice, and there is none"),
        ("Bonfire", "field: [Ox]", "it takes 3 Beast allies you control to sacrifice, and there is only 1"),
        ("Bonfire", "field: [2 x Ox]", "it takes 3 Beast allies you control to sacrifice, and there are only 2"),
        ("Pyre", "", "it takes 1 card with Floating Memory in your graveyard to banish, and there is none"),
        ("Vigil", "champion state: {rested: true}", "it takes 1 awake champion you control to rest, and there is none"),
        ("Insight", "", "it takes 1 enlighten counter on your champion, and there is none"),
        (
            "Wisdom",
            "champion state: {counters: {enlighten: 5}}",
            "it takes 6 enlighten counters on your champion, and there are only 5",
        ),
        (
            "Purge",
            "champion state: {damage: 3}",
            "it takes 4 damage counters on your champion to recover, and there are only 3",
        ),
    ],
)
def test_CA_1_8_what_a_cost_lacks_is_a_sentence(card: str, a: str, said: str) -> None:
    assert f"{card}: {said} [CA.1.8]" in refused(f"{{activate: {card}}}", f"{{hand: [{card}], {a}}}")


def test_costs_5_13_counters_come_from_the_object_itself() -> None:
    said = refused("{ability: Gem}", "{field: [{card: Gem, counters: {gem: 1}}]}")
    assert "Gem: it takes 2 gem counters on this object, and there is only 1 [costs.5.13]" in said


def test_CA_1_3_3_an_alternative_cost_is_refused_for_what_it_lacks() -> None:
    """Nobody wanted to pay the reserve; without the alternative named, both are told."""
    said = refused("{activate: Stew, alternative: brew}", "{hand: [Stew]}")
    assert "Stew (brew): it takes 1 Beast ally you control to sacrifice, and there is none [CA.1.3.3]" in said
    assert "reserve" not in said
    assert "Stew: 3 reserve must be paid, but at most 0 can be [CA.1.8]" in refused(
        "{activate: Stew}", "{hand: [Stew]}"
    )
    nameless = cards(MADE_UP.replace("label: brew,", ""))
    report = judged(nameless, "[{A: {activate: Stew, alternative: 1}}]", "{hand: [Stew]}")
    assert "Stew (alternative cost 1): it takes 1 Beast ally you control to sacrifice" in report.difference
    game = position(cards(MADE_UP), "{hand: [Stew]}")
    why = game.why_not(0, Play("activate", number_of(game, "Stew", "hand")))
    assert why is not None
    assert [reason.rule for reason in why.reasons] == ["CA.1.8", "CA.1.3.3"]


def test_CA_1_3_3_what_else_forbids_the_play_is_told_where_the_alternative_could_be_paid() -> None:
    report = judged(
        cards(MADE_UP),
        "[{B: {activate: Stew, alternative: brew}}]",
        b="{hand: [Stew], field: [Ox]}",
    )
    assert "Opportunity" in report.difference


def test_CA_1_5_targets_that_are_missing_are_counted() -> None:
    assert "Bolt needs a legal target (Beast ally), and there is none [CA.1.5]" in refused(
        "{activate: Bolt}", "{hand: [Bolt]}"
    )
    said = refused("{activate: Pair}", "{hand: [Pair], field: [Ox]}")
    assert "Pair needs 2 legal targets (ally, all with the same reserve cost), and there is only 1 [CA.1.5]" in said
    said = refused("{activate: Pair}", "{hand: [Pair], field: [Ox, Calf]}")
    assert "(ally, all with the same reserve cost), and no 2 of them go together [CA.1.5]" in said


def test_CA_1_5_targets_of_different_costs_are_asked_for_with_what_they_must_share() -> None:
    said = refused("{activate: Pair, targets: [Ox, Calf]}", "{hand: [Pair], field: [2 x Ox, Calf]}")
    assert "choose 2 targets (ally, all with the same reserve cost): these do not go together" in said


def test_CA_1_3_4_more_targets_than_there_is_to_split() -> None:
    step = "{activate: Volley, split: {B/field/Ox: 1, B/field/Ox#2: 1, B/field/Ox#3: 1}}"
    said = refused(step, "{hand: [Volley]}", "{field: [3 x Ox]}")
    assert "2 cannot be split among 3 targets, at least 1 each [CA.1.3.4" in said


def test_CA_1_3_1_where_only_one_number_is_possible_it_is_told() -> None:
    assert "choose X for Flood: only 0 is possible" in refused("{activate: Flood, x: 1}", "{hand: [Flood]}")
    assert "choose X for Flood: a number from 0 to 1 is needed" in refused(
        "{activate: Flood, x: 2}", "{hand: [Flood, Ox]}"
    )


def test_equal_options_are_listed_by_the_names_that_tell_them_apart() -> None:
    said = refused("{activate: Poke, targets: [A/field/Calf]}", "{hand: [Poke]}", "{field: [2 x Ox, Calf]}")
    assert "(choose a target (ally): B/field/Ox#1, B/field/Ox#2, B/field/Calf)" in said


@pytest.mark.parametrize(
    ("target", "field", "why"),
    [
        ("B/field/Sneak", "Sneak", "it has Stealth"),
        ("B/champion", "Guard", "Guard has Taunt"),
        ("A/field/Calf", "Ox", "you control it"),
    ],
)
def test_combat_1_7_why_something_cannot_be_attacked(target: str, field: str, why: str) -> None:
    said = refused(f"{{attack: Ox, targets: [{target}]}}", "{field: [Ox, Calf]}", f"{{field: [{field}]}}")
    assert f"{target} is not among the options: {why} (choose what to attack: B/" in said


def test_combat_8_taunt_it_is_the_unit_with_taunt_under_the_same_control_that_is_named() -> None:
    """Whose cards they are makes no difference: B has borrowed the guard from A, and A what it shields."""
    borrowed = "{field: [{card: Guard, owner: A}, {card: Ox, owner: A}, Calf]}"
    said = refused("{attack: Ox, targets: [B/field/Ox]}", "{field: [Ox]}", borrowed)
    assert "B/field/Ox is not among the options: Guard has Taunt (" in said


@pytest.mark.parametrize(("seat", "guard"), [("B", "Warder"), ("C", "Guard")])
def test_combat_8_taunt_of_another_player_is_no_reason(seat: str, guard: str) -> None:
    """Both opponents have a unit with Taunt, and each guards only what its controller has."""
    warder = "- {name: Warder, types: [ally], power: 1, life: 1, abilities: [taunt]}"
    third = {"champion": ["Spirit of Wind"], "field": ["Guard", "Ox"]}
    step = f"[{{A: {{attack: Ox, targets: [{seat}/field/Ox]}}}}]"
    report = judged(cards(MADE_UP + warder), step, "{field: [Ox]}", "{field: [Warder, Ox]}", C=third)
    assert f"{seat}/field/Ox is not among the options: {guard} has Taunt (" in report.difference


def test_combat_8_taunt_of_one_player_is_no_reason_against_what_another_player_controls() -> None:
    """A has two opponents: C's guard shields C alone, whoever else could be attacked."""
    others = {"C": {"champion": ["Spirit of Wind"], "field": ["Guard", "Ox"]}}
    said = refused("{attack: Ox, targets: [C/field/Ox]}", "{field: [Ox]}", "{field: [Calf]}", **others)
    assert "C/field/Ox is not among the options: Guard has Taunt (choose what to attack: B/" in said


def test_combat_1_7_taunt_of_a_rested_unit_is_no_reason() -> None:
    """The unit with Stealth is hidden; the one with Taunt is rested, so that the champion can be attacked."""
    field = "{field: [{card: Guard, rested: true}, Sneak]}"
    said = refused("{attack: Ox, targets: [B/field/Sneak]}", "{field: [Ox]}", field)
    assert "it has Stealth (choose what to attack: B/champion, B/field/Guard)" in said


@pytest.mark.parametrize(
    ("card", "target", "why"),
    [
        ("Zap", "Veiled", ": it has Spellshroud"),
        ("Zap", "Warded", ": it has Omnishroud"),
        ("Poke", "Warded", ": it has Omnishroud"),
        ("Bolt", "Calf", ""),
    ],
)
def test_targets_and_copies_3_3_why_something_cannot_be_targeted(card: str, target: str, why: str) -> None:
    made_up = MADE_UP.replace("{name: Calf, types: [ally], subtypes: [beast]", "{name: Calf, types: [ally]")
    step = f"[{{A: {{activate: {card}, targets: [B/field/{target}]}}}}]"
    report = judged(cards(made_up), step, f"{{hand: [{card}]}}", f"{{field: [Ox, {target}]}}")
    assert f"B/field/{target} is not among the options{why} (choose a target" in report.difference


def test_targets_and_copies_3_3_of_a_card_that_is_not_on_the_field_nothing_is_told() -> None:
    said = refused("{activate: Zap, targets: [B/hand/Warded]}", "{hand: [Zap]}", "{field: [Ox], hand: [Warded]}")
    assert "B/hand/Warded is not among the options (choose a target" in said


def test_combat_2_6_an_unloaded_weapon_is_named_as_the_reason() -> None:
    said = refused("{attack: A/champion}", "{field: [Rifle]}")
    assert "Rai, Spellcrafter has no power to attack with, and Rifle is not loaded [combat.1.5]" in said
    said = refused("{attack: A/champion}", "{field: [2 x Rifle]}")
    assert "has no power to attack with, and Rifle and Rifle are not loaded [combat.1.5]" in said


def test_combat_2_6_a_weapon_that_need_not_be_loaded_and_one_of_another_are_no_reason() -> None:
    said = refused("{attack: A/champion}", "{field: [Map]}", "{field: [Rifle]}")
    assert "Rai, Spellcrafter has no power to attack with [combat.1.5]" in said


@pytest.mark.parametrize(
    ("zones", "said"),
    [
        ("memory: [Poke]", "Poke is in your memory, and you may not activate it from there"),
        ("graveyard: [Poke]", "Poke is in your graveyard, and you may not activate it from there"),
        ("material: [Poke]", "Poke is in your material deck, and you may not activate it from there"),
        ("field: [Ox]", "Ox is on the field, and you may not activate it from there"),
    ],
)
def test_CA_1_9_1_a_card_that_lies_elsewhere_is_told_with_its_place(zones: str, said: str) -> None:
    card = "Ox" if "Ox" in zones else "Poke"
    assert f"{said} [CA.1.9.1]" in refused(f"{{activate: {card}}}", f"{{{zones}}}")


def test_CA_1_9_1_where_a_card_lies_that_its_player_does_not_see_is_not_told() -> None:
    game = position(cards(MADE_UP), "{deck: [Poke, 9 x Giant Tortoise]}", "{hand: [Zap], graveyard: [Bolt]}")
    for name, zone in (("Poke", "deck"), ("Zap", "hand")):
        number = next(card.id for card in game.state.cards if card.face == name and card.zone == zone)
        assert str(game.why_not(0, Play("activate", number))) == "you may not activate that card [CA.1.9.1]"
    (bolt,) = (card.id for card in game.state.cards if card.face == "Bolt")
    assert "Bolt is in B's graveyard" in str(game.why_not(0, Play("activate", bolt)))


def test_costs_5_7_an_ability_with_an_x_that_cannot_be_paid_with_any_x_lacks_nothing_for_the_x() -> None:
    """Its object is rested, and X may be 0: that is all that stands against it."""
    drum = cards("""
- {name: Drum, types: [item], abilities: [{ability: activated, variable: X,
   cost: [{pay: reserve, amount: X}, {pay: this, do: [rest]}], do: [{do: draw, amount: X}]}]}
""")
    report = judged(drum, "[{A: {ability: Drum}}]", "{field: [{card: Drum, rested: true}]}")
    assert not report.passed
    assert "Drum: it must be awake" in report.difference
    assert "reserve" not in report.difference
