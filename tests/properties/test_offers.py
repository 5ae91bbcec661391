"""Offers are exact: what is offered can be completed, and what can be completed is offered."""

from __future__ import annotations

import random

import pytest

from archivist.game import Game
from archivist.model.card import Seat
from archivist.model.decision import Action, Attack, Pass, Play, Return, Use
from archivist.model.errors import Illegal
from completing import Search
from mass import how_many
from moments import Before, at_rest, random_seeds
from positions import every_action, random_answer


def finishes(game: Game, action: Action, seat: Seat, rng: random.Random) -> bool:
    """Whether an action can be completed: a few random ways first, then all of them."""
    for _ in range(4):
        trial = game.copy()
        try:
            trial.answer(action, seat)
            while not trial.acting and trial.decision is not None:
                trial.answer(random_answer(trial.decision, rng))
        except Illegal:
            continue
        return True
    return Search(3000).completes(game, action, seat) is True


@random_seeds(60, 150)
def test_every_offered_action_can_be_completed(seed: int) -> None:
    game = at_rest(seed, full=seed % 2 == 0)
    decision = game.decision
    if decision is None:
        return
    rng = random.Random(seed)
    for action in decision.options:
        assert isinstance(action, Pass | Play | Use | Attack | Return)
        assert finishes(game, action, decision.player, rng), action


@pytest.mark.mass
def test_offers_are_exactly_what_trying_everything_completes() -> None:
    """On small positions every action there is gets tried with every sequence of answers (DESIGN: offers are exact)."""
    undecided = tried = 0
    for seed in range(how_many(100, 250)):
        game = at_rest(seed, small=True, steps=8)
        decision = game.decision
        if decision is None:
            continue
        before = Before(game)
        for action in every_action(game.state, decision.player):
            tried += 1
            offered = action in decision.options
            found = Search(600).completes(game, action, decision.player)
            undecided += found is None
            if found is not None:
                assert offered == found, (seed, action, game.state.cards[_subject(action)])
            assert (game.why_not(decision.player, action) is None) == offered
        for seat in range(len(game.state.players)):
            if seat != decision.player:
                for mine in decision.options:
                    assert isinstance(mine, Pass | Play | Use | Attack | Return)
                    assert Search(50).completes(game, mine, seat) is False
        before.check(game)
    assert tried > how_many(8_000, 20_000)
    assert undecided <= tried // 500


def _subject(action: Action) -> int:
    match action:
        case Pass():
            return 0
        case Attack(unit=number) | Play(card=number) | Use(card=number) | Return(card=number):
            return number
