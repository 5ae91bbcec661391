"""The one door: answers that do not fit are refused, and the game is as it was."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from archivist.decks import Deck, deck
from archivist.game import Game
from archivist.model.decision import Pass, Play
from archivist.model.errors import AnswerError, ArchivistError, GameOver, Illegal, ScenarioError, UnknownName
from positions import number_of, simple_position


@pytest.fixture
def game() -> Game:
    return simple_position(champion=("Spirit of Fire", "Rai, Spellcrafter"), hand=["Fireball", *["Idle Thoughts"] * 4])


@pytest.mark.parametrize("seed", [-1, 2**64, True, 1.5, "x", []])
def test_what_is_no_seed_is_refused(seed: Any) -> None:
    with pytest.raises(ArchivistError, match="a seed is a whole number from 0 to 18446744073709551615, not "):
        Game.new(["rai", "silvie"], seed=seed)


def test_the_last_seed_can_be_replayed() -> None:
    game = Game.new(["rai", "silvie"], seed=2**64 - 1)
    assert Game.from_replay(game.to_replay()).state == game.state


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


@pytest.mark.parametrize("answer", [9, (0, 1), (), (-1,), "Fireball", (0, 0), None, 1.5, True, False])
def test_an_answer_that_is_not_among_the_options_is_refused(game: Game, answer: Any) -> None:
    """Half way through a play too; the play goes on from where it was."""
    game.answer(Play("activate", number_of(game, "Fireball")))
    before, asked = game.state.copy(), game.decision
    assert asked is not None
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
    acts: tuple[Callable[[], None], ...] = (
        lambda: game.answer(Pass()),
        lambda: game.attempt(Pass()),
        lambda: game.concede(0),
    )
    for act in acts:
        with pytest.raises(GameOver):
            act()
    game.undo()
    assert not game.over


def test_there_is_nothing_to_undo_at_the_beginning(game: Game) -> None:
    assert not game.can_undo
    with pytest.raises(AnswerError, match="nothing to undo"):
        game.undo()


# -- what is asked for and is not there --------------------------------------------------------------------------


def test_decks_can_be_named() -> None:
    named = Game.new(["rai", "silvie"], seed=5)
    assert named.state == Game.new([deck("rai"), deck("silvie")], seed=5).state
    assert Game.from_replay(named.to_replay()).state == named.state


@pytest.mark.parametrize(
    ("decks", "format", "error", "problem"),
    [
        (["rie", "rai"], "standard", UnknownName, "no deck is named 'rie'; did you mean rai"),
        (["rai", "rai"], "standart", UnknownName, "no format is named 'standart'; there are standard, draft, pantheon"),
        (["rai", Deck(("Spirit of Fire",), {"Firebal": 60})], "standard", UnknownName, "no card is named 'Firebal'"),
        (["rai"], "standard", Illegal, r"a game has 2 to 4 players, not 1 \[turn.2.table.1\]"),
        (["rai"] * 5, "pantheon", Illegal, "a game has 2 to 4 players, not 5"),
        (
            ["rai", Deck((), {"Fireball": 60})],
            "standard",
            Illegal,
            r"B has no level 0 champion to begin with \[zones.3.4",
        ),
    ],
)
def test_a_game_that_cannot_begin_says_why(
    decks: list[Deck | str], format: str, error: type[ArchivistError], problem: str
) -> None:
    with pytest.raises(error, match=problem):
        Game.new(decks, format=format)


def test_what_is_no_action_or_seat_is_refused(game: Game) -> None:
    for action in ("pass", None, 3):
        with pytest.raises(AnswerError, match="an action is needed here"):
            game.why_not(0, action)  # type: ignore[arg-type]
    asks: tuple[Callable[[Any], object], ...] = (game.answer, lambda action: game.why_not(0, action))
    for ask in asks:
        with pytest.raises(AnswerError, match="no way to play a card is named 'cast'; there are activate, materialize"):
            ask(Play("cast", 1))  # type: ignore[arg-type]
    looks: tuple[Callable[[Any], object], ...] = (game.view, game.trace, game.concede)
    for look in looks:
        for seat in (9, -1, "A"):
            with pytest.raises(AnswerError, match=f"there is no player {seat!r}"):
                look(seat)


def test_a_game_tells_where_it_is(game: Game) -> None:
    assert repr(game).startswith("<Game: turn ")
    game.concede(0)
    assert repr(game) == f"<Game: over in turn {game.state.turn.number}, Bo has won>"


def test_an_empty_text_is_no_scenario() -> None:
    with pytest.raises(ScenarioError, match="a scenario is needed, but this is empty"):
        Game.from_scenario("")
