"""What an attack would deal, as it is foretold, is what it deals if nothing comes in between (combat.5.8)."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from archivist.game import Game
from archivist.model import events
from archivist.model.decision import Answer, Attack, Decision, Pass
from archivist.model.errors import Illegal, Reason
from archivist.model.state import State
from archivist.rules.legal_actions import prospects
from archivist.vocabulary.node import Steps
from mass import how_many
from moments import at_rest
from positions import number_of, simple_position

BETWEEN = (events.Trigger, events.Amplified, events.Doubled, events.Prevent)
"""What is not foreseen: triggers, and what replaces damage."""


def dealt(game: Game, attack: Attack, weapons: Answer | None) -> int | None:
    """What an attack with these weapons really deals to what it attacks first; None if something came in between."""
    mark = game.event_count
    game.answer(attack)
    for _ in range(20):
        told = game.events_since(mark)
        if any(isinstance(event, BETWEEN) for event in told):
            return None
        struck = [event for event in told if isinstance(event, events.Damage)]
        if struck:
            return struck[0].amount
        decision = game.decision
        if decision is None:
            return None
        if game.state.combat is None and game.acting:
            return 0
        if decision.form == "act":
            game.answer(Pass())
        elif decision.kind == "weapon" and weapons is not None:
            game.answer(weapons)
        else:
            game.answer(next(decision.answers()))
    return None


@pytest.mark.mass
def test_combat_5_8_what_an_attack_is_foretold_to_deal_it_deals() -> None:
    compared = armed = 0
    for seed in range(how_many(160, 800)):
        game = at_rest(seed, full=seed % 2 == 0, steps=5)
        decision = game.decision
        if decision is None:
            continue
        for attack in (action for action in decision.options if isinstance(action, Attack)):
            start = prospects.declared(decision.player, attack.unit)
            asked = next(start(game.state.copy()), None)
            choices: list[Answer | None] = list(asked.answers()) if asked and asked.kind == "weapon" else [None]
            foretold = prospects.blows(game.state, start)
            assert len(foretold) == len(choices)
            for blow, weapons in zip(foretold, choices, strict=True):
                amount = dealt(game.copy(), attack, weapons)
                if amount is not None:
                    assert amount == blow.damage, (seed, attack, weapons)
                    compared, armed = compared + 1, armed + bool(blow.weapons)
    assert compared > how_many(50, 250)
    assert armed > how_many(5, 25)


def test_combat_5_8_a_declaration_that_comes_to_no_attack_deals_nothing() -> None:
    """With one of the weapons the attack is illegal; with the other it begins nothing."""
    game = simple_position()

    def start(state: State) -> Steps:
        answer = yield Decision(0, "weapon", (), "choose", options=("a", "b"))
        if answer == (0,):
            raise Illegal(Reason(("combat.1.6",), "not with this"))

    assert prospects.blows(game.state, start) == []


def test_combat_5_8_only_an_attacker_that_is_there_deals() -> None:
    """Where no attack is under way, or the attacker has left, nothing is foretold; less than no power deals none."""
    game = simple_position(field=["Veteran Soldier"])
    assert prospects.dealt(game.state) is None
    soldier = number_of(game, "Veteran Soldier")
    game.answer(Attack(soldier))
    while game.decision is not None and not game.acting:
        game.answer(next(game.decision.answers()))
    state = game.state.copy()
    blow = prospects.dealt(state)
    assert blow is not None
    assert (blow.weapons, blow.damage) == ((), state.pool["Veteran Soldier"].power)
    assert state.combat is not None
    for attacker in (None, replace(state.cards[soldier].thing, incarnation=9)):
        state.combat = replace(state.combat, attacker=attacker)
        assert prospects.dealt(state) is None
    state.combat = replace(state.combat, attacker=state.cards[soldier].thing)
    state.alter(soldier, counters={"debuff": 20})
    assert prospects.dealt(state) == prospects.Blow((), 0)
