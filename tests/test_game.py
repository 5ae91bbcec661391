"""The one door: answers that do not fit are refused, and the game is as it was."""

from __future__ import annotations

from typing import Any

import pytest

from archivist.game import Game
from archivist.model.decision import Pass, Play
from archivist.model.errors import AnswerError, GameOver, Illegal
from positions import number_of, simple_position


@pytest.fixture
def game() -> Game:
    return simple_position(champion=("Spirit of Fire", "Rai, Spellcrafter"), hand=["Fireball", *["Idle Thoughts"] * 4])


def test_an_answer_by_the_wrong_player_is_refused(game: Game) -> None:
    before = game.state.copy()
    with pytest.raises(AnswerError, match="who must decide now"):
        game.answer(Pass(), player=1)
    assert game.state == before


@pytest.mark.parametrize("answer", [7, "Fireball", None, [0, 1], (9,), 3.5])
def test_what_is_no_action_is_refused_where_one_is_needed(game: Game, answer: Any) -> None:
    before = game.state.copy()
    with pytest.raises(AnswerError):
        game.answer(answer)
    assert game.state == before


@pytest.mark.parametrize("answer", [9, (0, 1), (), (-1,), "Fireball", (0, 0), None, 1.5, True])
def test_an_answer_that_is_not_among_the_options_is_refused(game: Game, answer: Any) -> None:
    """Half way through a play too; the play goes on from where it was."""
    game.answer(Play("activate", number_of(game, "Fireball")))
    before, asked = game.state.copy(), game.decision
    assert asked is not None
    if answer is True:  # yes is the first option here, and legal
        game.answer(answer)
        return
    with pytest.raises(AnswerError):
        game.answer(answer)
    assert game.state == before
    assert game.decision == asked


def test_an_action_that_is_not_offered_is_refused_with_its_rule(game: Game) -> None:
    with pytest.raises(Illegal) as caught:
        game.answer(Play("materialize", number_of(game, "Fireball")))
    assert caught.value.rule == "CM.3.4.2"


def test_nothing_is_left_to_decide_when_the_game_is_over(game: Game) -> None:
    game.concede(1)
    assert game.over
    assert game.decision is None
    for act in (lambda: game.answer(Pass()), lambda: game.attempt(Pass()), lambda: game.concede(0)):
        with pytest.raises(GameOver):
            act()
    game.undo()
    assert not game.over


def test_there_is_nothing_to_undo_at_the_beginning(game: Game) -> None:
    assert not game.can_undo
    with pytest.raises(AnswerError, match="nothing to undo"):
        game.undo()
