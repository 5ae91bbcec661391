"""The rules of what is asked and of what is not: an answer nobody asks for offends the rules that would ask for it."""

from __future__ import annotations

from pathlib import Path

import pytest

from archivist.game import Game
from archivist.model.card import Thing
from archivist.model.decision import Action, Attack, Decision, Play, Use
from archivist.model.errors import REVERTED, GameOver
from archivist.model.event import Event
from archivist.model.events import Cost, Legal
from archivist.rules.catalogue import catalogue
from archivist.rules.legal_actions import refused_answers
from archivist.scenario import run
from archivist.scenario.keys import Making

SCENARIOS = Path(__file__).parents[2] / "scenarios"
OF_A_PLAY = (
    *("x", "y", "alternative", "optional costs", "modes", "targets", "split", "weapon"),
    *refused_answers.PAYMENTS,
    "payment order",
)
"""The kinds of decision that a play, an ability or an attack asks while it is being made."""
ACTIONS: dict[str, Action | None] = {
    "activate": Play("activate", 1),
    "materialize": Play("materialize", 1),
    "bestow": Play("bestow", 1),
    "ability": Use(1, 0),
    "attack": Attack(1),
    "declaration of an attack card": None,
}


@pytest.mark.parametrize("action", ACTIONS.values(), ids=list(ACTIONS))
def test_every_question_of_a_play_names_rules_of_the_catalogue(action: Action | None) -> None:
    for kind in OF_A_PLAY:
        rules = refused_answers.asked_by(action, kind)
        assert rules
        assert set(rules) <= set(catalogue())
        assert refused_answers.against(action, kind)[: len(rules)] == rules


@pytest.mark.parametrize(
    "path",
    [
        path
        for chapter in ("activating", "materializing", "bestowing", "combat", "abilities", "paying")
        for path in sorted((SCENARIOS / chapter).glob("*.yaml"))[::9]
    ],
    ids=lambda path: path.stem,
)
def test_the_rules_of_what_is_not_asked_are_those_of_what_is(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An answer that the game has no need to ask for is refused by the rules by which it would ask."""
    seen: dict[tuple[Action | None, str], set[str]] = {}
    asks = Making.asks

    def noted(making: Making) -> Decision | None:
        decision = asks(making)
        if decision is not None:
            seen.setdefault((making.action, decision.kind), set()).update(decision.rules)
        return decision

    monkeypatch.setattr(Making, "asks", noted)
    assert run(path).passed
    for (action, kind), rules in seen.items():
        if "combat.3.step.5" in rules:  # the costs of an attack that others impose are paid in a step of their own
            rules.add("combat.3.step.4")
        assert kind in OF_A_PLAY
        assert set(refused_answers.asked_by(action, kind)) <= rules


def test_CA_1_6_a_wrong_answer_makes_the_play_illegal_and_leaves_no_trace() -> None:
    assert refused_answers.against(Play("activate", 1), "targets") == ("CA.1.5", "CA.1.6", *REVERTED)
    assert refused_answers.against(Play("materialize", 1), "reserve", ("CM.3.3",)) == ("CM.3.3", "CM.3.1", *REVERTED)
    assert refused_answers.against(Use(1, 0), "targets") == ("CA.1.5", *REVERTED)


def test_costs_5_13_what_only_a_play_declares_is_for_an_ability_a_matter_of_paying_for_it() -> None:
    assert refused_answers.asked_by(Use(1, 0), "x") == ("costs.5.13",)
    assert refused_answers.asked_by(Play("activate", 1), "x") == ("CA.1.3.1", "CA.1.8")


def test_abilities_2_2_modes_and_targets_are_asked_by_the_rules_of_what_is_played_used_or_attacked_with() -> None:
    assert refused_answers.asked_by(Play("activate", 1), "modes") == ("CA.1.4",)
    assert refused_answers.asked_by(Use(1, 0), "modes") == ("CA.1.4", "abilities.2.2")
    assert refused_answers.asked_by(Play("activate", 1), "targets") == ("CA.1.5",)
    assert refused_answers.asked_by(Use(1, 0), "targets") == ("CA.1.5",)
    assert refused_answers.asked_by(Attack(1), "targets") == ("combat.3.step.3",)
    assert refused_answers.asked_by(None, "targets") == ("combat.3.step.3",)


def test_targets_and_copies_3_a_target_is_not_chosen_twice_and_is_of_the_stated_kind() -> None:
    target = Decision(0, "targets", ("CA.1.5",), "choose a target")
    assert refused_answers.not_an_option(target, twice=True) == ("targets-and-copies.3.2",)
    assert refused_answers.not_an_option(target, twice=False) == ("targets-and-copies.3.3",)
    attacked = Decision(0, "targets", ("combat.3.step.3",), "choose what is attacked")
    assert refused_answers.not_an_option(attacked, twice=True) == ()
    assert refused_answers.too_few("targets") == ("targets-and-copies.3.5",)
    assert refused_answers.too_few("modes") == ()


def test_combat_1_8_only_of_an_object_it_is_said_why_it_cannot_be_attacked() -> None:
    position = """
setup:
  A: {champion: [Spirit of Fire], hand: [Gray Wolf], field: [Gray Wolf]}
  B: {champion: [Spirit of Water]}
"""
    state = Game.from_scenario(position).state
    attacked = Decision(0, "targets", ("combat.3.step.3",), "choose what is attacked")
    (lying,), (standing,) = (
        state.players[0].hand,
        (each for each in state.field if state.cards[each].face == "Gray Wolf"),
    )
    assert refused_answers.why_not_an_option(state, attacked, state.cards[standing].thing) == "you control it"
    assert refused_answers.why_not_an_option(state, attacked, state.cards[lying].thing) == ""


def test_combat_1_8_of_a_player_it_is_not_said_why_an_object_cannot_be_attacked() -> None:
    position = """
setup:
  A: {champion: [Spirit of Fire], field: [Gray Wolf]}
  B: {champion: [Spirit of Water]}
"""
    state = Game.from_scenario(position).state
    attacked = Decision(0, "targets", ("combat.3.step.3",), "choose what is attacked")
    champion = state.cards[0]
    assert (champion.zone, champion.controller) == ("field", 0)
    assert refused_answers.why_not_an_option(state, attacked, champion.thing) == "you control it"
    assert refused_answers.why_not_an_option(state, attacked, Thing("player", champion.id)) == ""


def test_combat_3_what_a_decision_of_combat_is_about() -> None:
    declared = Decision(0, "weapon", ("combat.3.step.2",), "choose a weapon")
    price = Decision(0, "may", ("combat.3.step.5", "combat.3.1"), "pay what is asked of the attack?")
    aimed = Decision(0, "targets", ("CA.1.5",), "choose a target")
    assert [refused_answers.declares_attack(each) for each in (declared, price, aimed)] == [True, False, False]
    assert [refused_answers.of_combat(each) for each in (declared, price, aimed)] == [True, True, False]
    assert [refused_answers.imposed(each) for each in (declared, price, aimed)] == [False, True, False]


@pytest.mark.parametrize(
    ("event", "removed"),
    [
        (Cost(("CA.1.7", "CA.1.7.4"), amount=0, currency="reserve"), True),
        (Cost(("CM.3.2.4",), amount=0, currency="reserve"), True),
        (Cost(("BB.3.2.4",), amount=0, currency="reserve"), True),
        (Cost(("CA.1.7", "CA.1.7.3"), amount=0, currency="reserve"), False),
        (Legal(("CA.1.7.4",)), False),
    ],
)
def test_CA_1_7_4_the_last_step_of_calculating_removes_a_cost(event: Event, *, removed: bool) -> None:
    assert refused_answers.cost_removed(event) is removed


def test_turn_9_1_once_the_game_is_over_nothing_is_left_to_decide() -> None:
    game = Game.from_scenario(
        "setup:\n  A: {champion: [Spirit of Fire]}\n  B: {champion: [Spirit of Water]}\nsteps: [{A: concede}]",
        play=True,
    )
    with pytest.raises(GameOver) as ended:
        game.answer(())
    assert ended.value.rules == ("turn.9.1",)


def test_combat_5_1_a_unit_that_could_retaliate_does_so_only_when_it_is_declared() -> None:
    combat = """
setup:
  A: {champion: [Spirit of Fire], field: [Giant Tortoise]}
  B: {champion: [Spirit of Water], field: [Giant Tortoise, {card: Giant Tortoise, rested: true}]}
steps:
- A: {attack: A/field/Giant Tortoise, targets: [B/field/Giant Tortoise]}
- expect: {phase: combat}
"""
    state = Game.from_scenario(combat, play=True).state
    awake, rested = [number for number in state.field if state.cards[number].face == "Giant Tortoise"][1:]
    assert refused_answers.why_not_retaliate(state, awake).rules == ("combat.5.retaliation.3", "combat.5.1")
    assert refused_answers.why_not_retaliate(state, rested).rules == ("combat.5.1",)
    assert not refused_answers.could_retaliate(state, 1)


def test_turn_5_2_nobody_could_retaliate_in_a_combat_that_an_effect_has_ended() -> None:
    """It has ended before damage, and where its attack card goes is still to be chosen."""
    ended = """
cards:
  - {name: Gulf, types: [domain], elements: [norm], cost: {reserve: 0},
     abilities: [{ability: static, effects: [{static: goes to, cards: card}]}]}
  - {name: Archive, types: [domain], elements: [norm], cost: {reserve: 0},
     abilities: [{ability: static, effects: [{static: goes to, cards: card, to: memory}]}]}
  - {name: Truce, types: [item], elements: [norm], cost: {reserve: 0}, abilities: [{ability: activated, do: [{do: end phase}]}]}
  - {name: Thrust, types: [attack], elements: [norm], cost: {reserve: 0}, power: 1}
setup:
  A: {champion: [Spirit of Fire], hand: [Thrust], field: [Gulf, Archive, Truce]}
  B: {champion: [Spirit of Water], field: [Gray Wolf]}
steps:
  - A: {activate: Thrust}
  - resolve: top
  - A: {attack: A/champion, targets: [B/champion]}
  - A: pass
  - B: pass
  - A: {ability: Truce}
  - A: pass
  - B: pass
  - expect: {decision: {player: A, kind: replacement}}
"""
    state = Game.from_scenario(ended, play=True).state
    assert (state.combat, state.turn.step) == (None, "before damage")
    assert not refused_answers.could_retaliate(state, 1)


@pytest.mark.parametrize(
    ("step", "rule"),
    [
        ("choose: Fireball", "timing.2.1"),
        ("order: [trigger/Fireball]", "abilities.3.22"),
        ("name: Fireball", "timing.11.5"),
        ("retaliate: [champion]", "combat.5.1"),
    ],
)
def test_timing_2_1_nobody_is_asked_anything_in_a_quiet_main_phase(step: str, rule: str) -> None:
    quiet = "title: quiet\nsetup:\n  A: {champion: [Spirit of Fire]}\n  B: {champion: [Spirit of Water]}\n"
    report = run(f"{quiet}steps:\n- A: {{{step}}}\n")
    assert rule in report.difference
