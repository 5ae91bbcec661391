"""Copies and loaded saves go on like the game itself, and undoing takes back exactly one answer."""

from __future__ import annotations

import contextlib
import itertools
import random

import pytest

from archivist.arena.playing import Dice, choose
from archivist.decks import deck
from archivist.game import Game
from archivist.model.decision import Pass
from archivist.model.errors import AnswerError, Illegal
from archivist.model.event import Event
from archivist.past import EVERY, pasts
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


def _long_game(players: int, *, ask_forced: bool) -> tuple[Game, dict[int, Before]]:
    """A game of many checkpoints in which the third player concedes in the middle of something, and each by its answers."""
    game = Game.new([deck("rai"), deck("silvie"), deck("lorraine")][:players], seed=5, ask_forced=ask_forced)
    dice, found = Dice(5), dict[int, Before]()
    while game.decision is not None and len(found) < 4 * EVERY + 3:
        if game.acting:
            found[game.answer_count] = Before(game)
        elif players == 3 and len(found) > EVERY and not game.state.players[2].lost:
            game.concede(2)
            continue
        with contextlib.suppress(Illegal):
            game.answer(choose(game.decision, dice))
    return game, found


@pytest.mark.parametrize(("players", "ask_forced"), [(2, False), (2, True), (3, False)])
def test_checkpoints_that_are_not_kept_are_found_again_as_they_were(players: int, ask_forced: bool) -> None:
    """Old checkpoints are let go of; looking back, and going back in another game, shows each of them."""
    game, found = _long_game(players, ask_forced=ask_forced)
    twin = _long_game(players, ask_forced=ask_forced)[0].copy()
    gone = [past.depth for past in pasts(game._course.past) if past.kept is None]
    assert len(gone) > EVERY and all(depth % EVERY for depth in gone)
    ended, left = game.answer_count, dict(found)
    for state, since in game.moments():
        ended -= len(since)
        if ended in left:
            assert state == left.pop(ended).state
    assert not left
    compared = 0
    while twin.can_undo:
        twin.undo()
        if twin.acting:
            found[twin.answer_count].check(twin)
            compared += 1
    assert compared >= len(found) - 1


def test_the_last_checkpoints_at_which_somebody_acted_are_kept() -> None:
    """So going back into a play is quick; those of passes are found again, at most so many answers from one that is kept."""
    game, _ = _long_game(2, ask_forced=False)
    last = list(itertools.islice(pasts(game._course.past), EVERY))
    acted = [past for past in last if past.answers[0] != Pass()]
    assert acted and all(past.kept is not None for past in acted)
    assert any(past.kept is None for past in last)
    assert all(past.kept is not None for past in pasts(game._course.past) if past.depth % EVERY == 0)
