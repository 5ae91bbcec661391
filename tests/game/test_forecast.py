"""Forecasts and lasting effects: what a seat is told of what its options cost, deal or come to, and of what holds."""

from __future__ import annotations

import pytest

from archivist import EffectView, Forecast, Game, Pass, Strike
from archivist.log.recording import state_digest
from archivist.model.errors import AnswerError

WARRIOR = """
setup:
  {more}
  A:
    champion: [Spirit of Wind, "Lorraine, Wandering Warrior"]
    hand: [Sudden Steel, Fireball, Deflecting Edge, Savage Slash, 6 x Crusader of Aesa]
    field: [{{card: Warrior's Longsword}}, {{card: Banner Knight}}]
    deck: [5 x Reclaim]
  B: {{champion: [Spirit of Water], field: [Blue Slime], hand: [2 x Fireball], deck: [5 x Reclaim]}}
"""


def position(more: str = "", text: str = WARRIOR) -> Game:
    return Game.from_scenario(text.format(more=more))


def of(game: Game, option: str) -> Forecast:
    """The forecast of an option, by its words."""
    decision = game.view(game.to_act or 0).decision
    assert decision is not None
    return dict(zip(decision.options, game.forecast(game.to_act or 0), strict=True))[option]


def test_ca_1_7_a_play_costs_what_it_costs_now() -> None:
    """Efficiency takes off the level of 1 (costs.6.efficiency); a Sword weapon makes Deflecting Edge cost 1 less."""
    game = position()
    assert of(game, "activate Sudden Steel").cost == ("5 reserve",)
    assert of(game, "activate Deflecting Edge").cost == ("0 reserve",)
    assert of(game, "activate Crusader of Aesa").cost == ("3 reserve",)
    assert of(game, "pass") == Forecast()


def test_cm_3_2_a_materialization_costs_memory() -> None:
    text = """
setup:
  phase: materialize
  A: {champion: [Spirit of Wind], memory: [2 x Reclaim], material: ["Lorraine, Wandering Warrior", Sword of Seeking]}
  B: {champion: [Spirit of Water]}
"""
    game = Game.from_scenario(text)
    assert of(game, "materialize Lorraine, Wandering Warrior").cost == ("1 memory",)
    assert of(game, "materialize Sword of Seeking").cost == ("0 memory",)


def test_costs_6_lineage_release_its_cost_is_told_once() -> None:
    """Banishing the card is the cost of a Lineage Release, whatever else is paid besides."""
    text = """
cards:
  - name: Spirit of Ashes
    types: [champion]
    elements: [fire]
    cost: {memory: 0}
    level: 0
    life: 15
    abilities:
      - {ability: lineage release, do: [{do: recover, amount: 6}]}
setup:
  A: {champion: [Spirit of Ashes, "Lorraine, Wandering Warrior"], champion state: {damage: 8}}
  B: {champion: [Spirit of Water]}
"""
    found = [each.cost for each in Game.from_scenario(text).forecast(0) if each.cost]
    assert found == [("banish this card from your champion's inner lineage",)]


def test_abilities_2_1_an_ability_costs_what_it_says() -> None:
    text = """
setup:
  A: {champion: [Spirit of Fire], field: [Crystal of Empowerment]}
  B: {champion: [Spirit of Water]}
"""
    assert of(Game.from_scenario(text), "use Crystal of Empowerment, ability 1").cost == ("banish this item",)


def test_costs_6_1_a_cost_that_hangs_on_a_declaration_varies() -> None:
    text = """
setup:
  A:
    champion: [Spirit of Wind]
    champion state: {counters: {preparation: 3}}
    hand: [Ensnaring Fumes, 5 x Reclaim]
  B: {champion: [Spirit of Water]}
"""
    forecast = of(Game.from_scenario(text), "activate Ensnaring Fumes")
    assert forecast.varies
    assert forecast.cost == ("5 reserve",)
    assert not of(position(), "activate Sudden Steel").varies


def test_combat_5_8_an_attack_deals_what_unit_weapon_and_card_have_together() -> None:
    """The Longsword has 1 + 1 power for a Warrior, the attack cards 5 and 2, the champion none."""
    game = position()
    assert of(game, "attack with Lorraine, Wandering Warrior").deals == (Strike(("Warrior's Longsword",), 2),)
    knight = game.view(0)
    power = next(card.power for card in knight.field if card.name == "Banner Knight")
    assert of(game, "attack with Banner Knight").deals == (Strike((), power or 0),)
    assert of(game, "activate Sudden Steel").deals == (Strike((), 5), Strike(("Warrior's Longsword",), 7))
    assert of(game, "activate Savage Slash").deals == (Strike((), 2), Strike(("Warrior's Longsword",), 4))


def test_combat_3_step_2_each_weapon_and_each_target_is_told_with_what_it_would_take() -> None:
    game = position()
    decision = game.view(0).decision
    assert decision is not None
    game.answer(decision.options.index("attack with Lorraine, Wandering Warrior"))
    while game.decision is not None and game.decision.kind == "weapon":
        assert [forecast.deals for forecast in game.forecast(0)] == [(Strike(("Warrior's Longsword",), 2),)]
        game.answer([0])
    assert game.decision is not None
    assert game.decision.kind == "targets"
    assert [each.deals for each in game.forecast(0)] == [(Strike(("Warrior's Longsword",), 2),)] * 2


def test_rs_9_an_attack_card_that_could_not_attack_is_told_to_fizzle() -> None:
    """Nobody but the last player may attack in the first turn cycle (turn.3.4), yet the card may be activated."""
    game = Game.new(["lorraine", "lorraine"], seed=0)
    slash = of(game, "activate Savage Slash")
    assert slash.fizzles == "nobody may attack this turn"
    assert not slash.deals
    assert not of(game, "activate Esteemed Knight").fizzles
    assert not of(position(), "activate Savage Slash").fizzles


SNARED = """
title: two targets, one of which is gone
setup:
  A: {champion: [Spirit of Wind], hand: [Squallsnare, 3 x Reclaim], field: [Crusader of Aesa], deck: [5 x Reclaim]}
  B:
    champion: [Spirit of Fire, "Rai, Spellcrafter"]
    hand: [Fireball, 2 x Reclaim]
    field: [{card: Blue Slime, damage: 2}]
    deck: [5 x Reclaim]
steps:
  - A: {activate: Squallsnare, targets: [B/field/Blue Slime, A/field/Crusader of Aesa], reserve: [3 x Reclaim]}
  - A: pass
  - B: {activate: Fireball, targets: [B/field/Blue Slime], reserve: [2 x Reclaim]}
"""


def test_cr_1_4_1_1_an_item_that_lost_a_target_is_told_to_fizzle_to_everybody() -> None:
    """Fireball deals 1 + LV, the 2 life that Blue Slime has left; Squallsnare below then lacks one of its targets."""
    game = Game.from_scenario(SNARED, play=True)
    assert [item.fizzles for item in game.view(0).stack] == ["", ""]
    while len(game.state.stack) > 1:
        game.answer(Pass())
    for view in (game.view(0), game.view(1), game.overview()):
        assert [(item.name, item.fizzles) for item in view.stack] == [("Squallsnare", "a target is no longer legal")]


def test_rs_9_only_its_player_is_told_that_an_attack_card_would_fizzle() -> None:
    """What an attack could be paid with lies hidden."""
    game = Game.new(["lorraine", "lorraine"], seed=0)
    seat = game.to_act or 0
    decision = game.view(seat).decision
    assert decision is not None
    game.answer(decision.options.index("activate Savage Slash"))
    while (asked := game.decision) is not None and asked.attempt:
        game.answer(next(asked.answers()))
    assert [item.fizzles for item in game.view(seat).stack] == ["nobody may attack this turn"]
    assert [item.fizzles for item in game.view(1 - seat).stack] == [""]


def test_a_forecast_changes_nothing_and_is_for_who_decides() -> None:
    game = position()
    before, events = state_digest(game.state), game.event_count
    told = game.forecast(0)
    assert told == game.forecast(0)
    assert (state_digest(game.state), game.event_count) == (before, events)
    assert game.forecast(1) == ()
    with pytest.raises(AnswerError):
        game.forecast(2)


# -- effects that last -------------------------------------------------------------------------------------------


def test_effects_5_4_an_effect_on_certain_things_names_them_until_it_ends() -> None:
    game = position()
    play(game, "activate Deflecting Edge", "Lorraine, Wandering Warrior")
    lorraine = next(card.handle for card in game.view(0).field if card.level == 1)
    told = EffectView(
        "Prevent the next 3 combat damage to Lorraine, Wandering Warrior.",
        "Deflecting Edge",
        "A",
        "until end of turn",
        (lorraine,),
    )
    assert game.view(0).effects == game.view(1).effects == game.overview().effects == (told,)
    while game.state.turn.number == game.checkpoint.turn.number and game.state.lasting:
        game.answer(Pass())
    assert game.view(0).effects == ()


def test_effects_5_6_an_effect_by_its_own_words_says_them() -> None:
    text = """
setup:
  phase: materialize
  A:
    champion: [Spirit of Wind, "Lorraine, Wandering Warrior"]
    memory: [2 x Reclaim]
    material: ["Lorraine, Blademaster"]
    deck: [9 x Reclaim]
  B: {champion: [Spirit of Water], deck: [9 x Reclaim]}
"""
    game = Game.from_scenario(text)
    game.answer(1)
    while not game.state.lasting:
        game.answer(Pass())
    (told,) = game.view(1).effects
    assert told.text == 'This champion\'s attacks have +2 power and "On Kill: Draw a card."'
    assert (told.source, told.controller, told.until, told.on) == (
        "Lorraine, Blademaster",
        "A",
        "until end of turn",
        (),
    )


def play(game: Game, option: str, target: str) -> None:
    """Plays a card at a target, and lets it resolve."""
    decision = game.view(0).decision
    assert decision is not None
    game.answer(decision.options.index(option))
    while (asked := game.view(0).decision) is not None and asked.attempt:
        wanted = next((index for index, each in enumerate(asked.options) if each.startswith(target)), None)
        game.answer([wanted] if asked.kind == "targets" else next(asked.answers()))
    while game.state.stack:
        game.answer(Pass())


STABS = """
title: attack cards that cannot attack
cards:
- {name: Stab, types: [attack], classes: [warrior], elements: [norm], cost: {reserve: 0}, power: 2,
   abilities: [fast activation]}
- {name: Order, types: [attack], classes: [warrior], elements: [norm], cost: {reserve: 0}, power: 2,
   abilities: [fast activation, {ability: command, of: ally you control}]}
- {name: Breath, types: [action], classes: [warrior], elements: [norm], cost: {reserve: 0}, speed: fast,
   abilities: [{ability: text, do: [{do: draw}]}]}
- {name: Lure, types: [action], classes: [warrior], elements: [norm], cost: {reserve: 0}, speed: fast,
   abilities: [{ability: text, targets: [{of: ally}], do: [{do: destroy, what: target}]}]}
- {name: Fall, types: [action], classes: [warrior], elements: [norm], cost: {reserve: 0}, speed: fast,
   abilities: [{ability: text, do: [{do: delevel}]}]}
setup:
  phase: PHASE
  A:
    champion: [Spirit of Wind, "Lorraine, Wandering Warrior"]
    material: ["Lorraine, Blademaster"]
    memory: [2 x Reclaim]
    hand: [Stab, Order, Breath, Lure, Fall]
    field: [Veteran Soldier]
    deck: [5 x Reclaim]
  B: {champion: [Spirit of Water], deck: [5 x Reclaim]}
steps:
STEPS
"""


@pytest.mark.parametrize(
    ("phase", "steps", "told"),
    [
        ("main", "- A: {activate: Stab}", [("Stab", "")]),
        (
            "main",
            "- A: {activate: Breath}\n- A: {activate: Stab}",
            [("Stab", "no attack can begin while something else is on the stack"), ("Breath", "")],
        ),
        ("main", "- A: {activate: Stab}\n- A: {activate: Breath}", [("Breath", ""), ("Stab", "")]),
        (
            "main",
            "- A: {attack: Veteran Soldier, targets: [B/champion]}\n- A: {activate: Stab}",
            [("Stab", "an attack can begin only in your main phase")],
        ),
        ("main", "- A: {activate: Order, rest: [Veteran Soldier]}", [("Order", "")]),
        (
            "main",
            "- A: {activate: Order, rest: [Veteran Soldier]}\n- A: {activate: Lure, targets: [Veteran Soldier]}\n"
            "- resolve: top",
            [("Order", "there is no unit to attack with")],
        ),
        ("materialize", '- A: {materialize: "Lorraine, Blademaster"}', [("Lorraine, Blademaster", "")]),
        (
            "materialize",
            '- A: {materialize: "Lorraine, Blademaster"}\n- A: {activate: Fall}\n- resolve: top',
            [("Lorraine, Blademaster", "Lorraine, Blademaster is level 2 and the champion is level 0")],
        ),
    ],
)
def test_rs_9_why_an_attack_card_or_a_champion_on_the_stack_would_fizzle(
    phase: str, steps: str, told: list[tuple[str, str]]
) -> None:
    """RS.9 and combat.2.3: only in one's main phase, with nothing else on the stack, and with a unit; CR.1.1."""
    text = STABS.replace("PHASE", phase).replace("STEPS", "\n".join(f"  {line}" for line in steps.splitlines()))
    game = Game.from_scenario(text, play=True)
    assert [(item.name, item.fizzles) for item in game.view(0).stack] == told


def test_combat_5_8_an_attack_that_loses_all_its_power_deals_nothing() -> None:
    """Lamb has 1 power, Ram 4; while they attack they have 3 less."""
    text = """
cards:
- {name: Lamb, types: [ally], classes: [tamer], elements: [norm], cost: {reserve: 0}, power: 1, life: 2}
- {name: Ram, types: [ally], classes: [tamer], elements: [norm], cost: {reserve: 0}, power: 4, life: 2}
- {name: Thorns, types: [item], classes: [tamer], elements: [norm], cost: {reserve: 0},
   abilities: [{ability: static, effects: [{static: modify, of: each attacking ally, power: -3}]}]}
setup:
  A: {champion: [Spirit of Fire], field: [Lamb, Ram, Thorns]}
  B: {champion: [Spirit of Water]}
"""
    game = Game.from_scenario(text)
    assert of(game, "attack with Lamb").deals == (Strike((), 0),)
    assert of(game, "attack with Ram").deals == (Strike((), 1),)
