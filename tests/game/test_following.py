"""Whoever follows a game by `event_count` is told every line once; and a game without a seed draws one and says it."""

from __future__ import annotations

import pytest

from archivist import Game, Illegal
from archivist.arena.playing import Dice, choose
from archivist.model.card import Seat
from archivist.model.chance import SEEDS
from archivist.model.decision import Answer
from archivist.model.event import Event


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("seat", [0, 1])
def test_ru_14_nobody_who_follows_a_game_misses_a_line(seed: int, seat: Seat) -> None:
    """At every decision, also in the middle of plays of either player, and of plays that are given up or refused."""
    game, dice = Game.new(["rai", "silvie"], seed=seed), Dice(seed)
    lines: list[str] = []
    read, cancelled, others = 0, 0, 0
    for _ in range(400):
        decision = game.decision
        if decision is None:
            break
        told = game.trace(seat, read)
        if not (decision.attempt and decision.player == seat):
            lines += told  # else it is one's own play in the making, which is told again when it is complete
        assert len(game.unfinished) == 0 or decision.attempt
        others += decision.attempt and decision.player != seat
        read = game.event_count
        if decision.attempt and dice.below(4) == 0:
            game.cancel()
            cancelled += 1
            continue
        try:
            game.answer(choose(decision, dice))
        except Illegal:
            continue
    if game.decision is not None and game.decision.attempt:
        game.cancel()
    assert [*lines, *game.trace(seat, read)] == game.trace(seat)
    assert cancelled > 3
    assert others > 3


def test_events_and_their_number_agree() -> None:
    game, dice = Game.new(["rai", "silvie"], seed=3), Dice(3)
    seen: list[Event] = []
    for _ in range(200):
        assert game.decision is not None
        seen += game.events_since(len(seen))
        assert len(seen) == game.event_count == len(game.events)
        assert seen == game.events
        game.answer(choose(game.decision, dice))


def test_answers_and_their_number_agree() -> None:
    """Also in the middle of a play, whose answers are taken back one by one."""
    game, dice = Game.new(["rai", "silvie"], seed=3), Dice(3)
    given: list[Answer] = []
    for _ in range(100):
        assert game.decision is not None
        assert game.answers_since(0) == given
        assert game.answers_since(len(given)) == []
        given.append(choose(game.decision, dice))
        game.answer(given[-1])
    assert game.answer_count == len(given)
    assert game.answers_since(90) == given[90:]
    for _ in range(20):
        game.undo()
        given.pop()
        assert game.answers_since(70) == given[70:]


def test_undoing_takes_events_back() -> None:
    game, dice = Game.new(["rai", "silvie"], seed=3), Dice(3)
    counts = [game.event_count]
    for _ in range(60):
        assert game.decision is not None
        game.answer(choose(game.decision, dice))
        counts.append(game.event_count)
    while game.can_undo:
        assert game.event_count == counts.pop()
        game.undo()
    assert counts == [game.event_count]


# -- the seed ----------------------------------------------------------------------------------------------------


def test_a_game_without_a_seed_draws_one_and_says_it() -> None:
    games = [Game.new(["rai", "silvie"]) for _ in range(4)]
    seeds = [game.seed for game in games]
    assert len(set(seeds)) == 4
    assert max(each for each in seeds if each is not None) > 2**40
    for game, seed in zip(games, seeds, strict=True):
        assert seed in SEEDS
        assert game.origin is not None
        assert game.origin.seed == seed
        assert Game.new(["rai", "silvie"], seed=seed).state == game.state
        assert Game.load(game.save()).seed == seed
        assert Game.from_replay(game.to_replay()).seed == seed
        assert game.copy().seed == seed


def test_a_player_is_not_told_the_seed() -> None:
    game = Game.new(["rai", "silvie"], seed=1234567890123456789)
    for seat in (0, 1):
        for exact in (False, True):
            assert "1234567890123456789" not in repr(game.view(seat, exact=exact))
    assert "1234567890123456789" not in repr(game)


def test_a_scenario_has_no_seed_of_decks() -> None:
    game = Game.from_scenario("setup: {A: {champion: [Spirit of Fire]}, B: {champion: [Spirit of Water]}}")
    assert game.seed is None
