"""Copies and loaded saves go on like the game itself, and undoing takes back exactly one answer."""

from __future__ import annotations

import contextlib
import random

import pytest

from archivist.game import Game
from archivist.model.errors import AnswerError
from archivist.model.event import Event
from moments import Before, answer_or_refuse, random_seeds, same_question
from positions import Playout, position, random_answer, simple_position


def new_events(game: Game, since: int) -> list[Event]:
    return game.events[since:]


@random_seeds(6, 12)
def test_copies_and_saves_go_on_identically_and_independently(seed: int) -> None:
    """At every decision: a copy, a loaded save, and those made at the start and carried along, all go the same way."""
    game = position(seed)
    rng, elsewhere = random.Random(seed), random.Random(seed + 1)
    follower, loaded = game.copy(), Game.load(game.save())
    for _ in range(45):
        decision = game.decision
        if decision is None:
            break
        before = Before(game)
        others = [game.copy(), Game.load(game.save()), follower, loaded]
        for other in others:
            assert other.state == game.state
            assert other.events == game.events
            assert same_question(other.decision, decision)
        stray = game.copy()
        for _ in range(3):
            if stray.decision is not None:
                answer_or_refuse(stray, random_answer(stray.decision, elsewhere))
        before.check(game)
        answer = random_answer(decision, rng)
        outcome = answer_or_refuse(game, answer)
        for other in others:
            assert answer_or_refuse(other, answer) == outcome
            assert other.state == game.state
            assert new_events(other, len(before.events)) == new_events(game, len(before.events))
            assert other.answers == game.answers


@random_seeds(6, 12)
def test_pc_3_undo_takes_back_exactly_one_answer(seed: int) -> None:
    """At every decision: undoing and answering again gives the same game; undoing everything gives the first one."""
    game = position(seed)
    start = Before(game)
    rng = random.Random(seed)
    trail = [start]
    for _ in range(45):
        decision = game.decision
        if decision is None:
            break
        answer = random_answer(decision, rng)
        if answer_or_refuse(game, answer) is not None:
            trail = [each for each in trail if len(each.events) <= len(game.events)]
            while trail[-1].parts != Before(game).parts:
                trail.pop()
            continue
        after = Before(game)
        game.undo()
        trail[-1].check(game)
        assert same_question(game.decision, decision)
        game.answer(answer)
        after.check(game)
        trail.append(after)
    for former in reversed(trail[:-1]):
        assert game.can_undo
        game.undo()
        former.check(game)
    start.check(game)
    assert not game.can_undo
    with pytest.raises(AnswerError):
        game.undo()


def test_a_decision_before_the_first_action_is_copied_saved_and_undone() -> None:
    """A position can begin with a choice (two Unique objects of a name); it is kept by copies, saves and undoing."""
    game = simple_position(field=["Astarte, Celestial Dawn", "Astarte, Celestial Dawn"])
    decision = game.decision
    assert decision is not None
    assert decision.kind == "unique"
    before = Before(game)
    for other in (game.copy(), Game.load(game.save())):
        assert same_question(other.decision, decision)
        before.check(other)
    with contextlib.suppress(AnswerError):
        game.cancel()
    before.check(game)
    assert same_question(game.decision, decision)
    game.answer((0,))
    after = Before(game)
    game.undo()
    before.check(game)
    assert same_question(game.decision, decision)
    game.answer((0,))
    after.check(game)


@random_seeds(15)
def test_conceding_is_copied_and_saved(seed: int) -> None:
    """After a player of three conceded in the middle of something, copies and saves go on like the game itself."""
    game = position(seed, players=3)
    for _ in Playout(game, seed, seed % 9):
        pass
    if game.over:
        return
    game.concede(seed % 3)
    rng = random.Random(seed)
    others = [game.copy(), Game.load(game.save())]
    for _ in range(10):
        if game.decision is None:
            break
        for other in others:
            assert other.state == game.state
            assert same_question(other.decision, game.decision)
        answer = random_answer(game.decision, rng)
        outcome = answer_or_refuse(game, answer)
        assert [answer_or_refuse(other, answer) for other in others] == [outcome, outcome]
