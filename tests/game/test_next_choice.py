"""The next decision of a player who can do more than pass: the same game, with fewer questions."""

from __future__ import annotations

import pytest

from archivist import course
from archivist.bots.dice import Dice, choose
from archivist.cli import build
from archivist.game import Game
from archivist.model.decision import Decision, Pass
from archivist.model.errors import Illegal

ONLY = (Pass(),)
DECKS = ("rai", "silvie")


def asked_one_by_one(game: Game) -> Decision | None:
    """The same the plain way: every decision is looked at, and those who can only pass are told to."""
    while (decision := game.decision) is not None and decision.options == ONLY:
        game.answer(Pass())
    return decision


@pytest.mark.parametrize("seed", range(4))
def test_who_can_only_pass_passes_as_if_asked(seed: int) -> None:
    quick, plain, dice = Game.new(DECKS, seed=seed), Game.new(DECKS, seed=seed), Dice(seed)
    questions = 0
    while questions < 150 and (decision := quick.next_choice()) is not None:
        assert decision == asked_one_by_one(plain)
        assert decision.options != ONLY
        assert quick.decision is decision
        answer = choose(decision, dice)
        questions += 1
        for game in (quick, plain):
            try:
                game.answer(answer)
            except Illegal:
                continue
    assert quick.answers_since(0) == plain.answers_since(0)
    assert Pass() in quick.answers_since(0)
    assert quick.save() == plain.save()


def test_a_choice_that_is_there_is_given_and_nothing_happens() -> None:
    game = Game.new(DECKS, seed=1)
    decision = game.next_choice()
    count = game.answer_count
    assert game.next_choice() is decision
    assert game.answer_count == count


def test_what_is_asked_within_a_play_is_a_choice() -> None:
    game, dice = Game.new(DECKS, seed=2), Dice(2)
    while game.acting:
        decision = game.next_choice()
        assert decision is not None
        game.answer(choose(decision, dice))
    assert game.next_choice() is game.decision


def test_a_game_that_is_over_has_no_choice() -> None:
    game = Game.new(DECKS, seed=3)
    game.concede(0)
    assert game.next_choice() is None


def test_a_pass_on_the_way_can_be_undone() -> None:
    game, dice = Game.new(DECKS, seed=4), Dice(4)
    while game.last_answer != Pass() or not game.acting:
        decision = game.next_choice()
        assert decision is not None
        game.answer(choose(decision, dice))
        game.next_choice()
    game.undo()
    decision = game.decision
    assert decision is not None
    assert decision.options == ONLY


def test_a_game_in_which_nobody_can_do_anything_is_not_passed_through_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    if build() == "compiled":
        pytest.skip("a compiled course knows its constants")
    monkeypatch.setattr(course, "PATIENCE", 2)
    game = Game.from_scenario("setup:\n  A: {champion: [Spirit of Fire]}\n  B: {champion: [Spirit of Water]}\n")
    decision = game.next_choice()
    assert decision is not None
    assert decision.options == ONLY
    assert game.answer_count == 2
