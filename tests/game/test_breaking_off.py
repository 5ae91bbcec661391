"""A call that breaks off with an error that is no refusal leaves the game as it was before."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from archivist import Game
from archivist.arena.playing import Dice, choose
from archivist.cli import build
from archivist.course import Course
from archivist.model.errors import AnswerError, EndlessLoop
from archivist.model.state import State


class Bomb:
    """Makes a method of the state break off at its n-th call, with an error of some kind."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.left = -1
        self.error: BaseException = RuntimeError()
        for name in (
            "alter",
            "put",
            "tick",
            "become",
            "alter_player",
            "go",
            "step",
            "touch",
            "pile",
            "fight",
            "hold",
            "remember",
        ):
            monkeypatch.setattr(State, name, self._ticking(getattr(State, name)))

    def _ticking(self, method: Callable[..., Any]) -> Callable[..., Any]:
        def called(*args: Any, **kwargs: Any) -> Any:
            if self.left == 0:
                self.left = -1
                raise self.error
            self.left -= 1
            return method(*args, **kwargs)

        return called

    def set(self, calls: int, error: BaseException) -> None:
        self.left, self.error = calls, error


ERRORS = (RuntimeError, KeyboardInterrupt, RecursionError, MemoryError, SystemExit, AssertionError, EndlessLoop)


def look(game: Game) -> tuple[Any, ...]:
    decision = game.decision
    assert decision is not None
    return game.save(), game.events, decision, game.view(0), game.view(1), game.to_act, game.acting, game.can_undo


@pytest.fixture
def bomb(monkeypatch: pytest.MonkeyPatch) -> Bomb:
    if build() == "compiled":
        pytest.skip("compiled rules call the methods of a state directly, so that none can be put in their place")
    return Bomb(monkeypatch)


def test_an_answer_that_breaks_off_leaves_the_game_as_it_was(bomb: Bomb) -> None:
    """At every decision of a random game the answer breaks off somewhere, and then is given for good."""
    game, dice, where = Game.new(["rai", "silvie"], seed=4), Dice(4), Dice(5)
    straight, same = Game.new(["rai", "silvie"], seed=4), Dice(4)
    broken = 0
    for number in range(160):
        if game.decision is None:
            break
        before, answer = look(game), choose(game.decision, dice)
        bomb.set(where.below(6), ERRORS[number % len(ERRORS)]("boom"))
        try:
            game.answer(answer)
        except ERRORS:
            broken += 1
            assert look(game) == before
            game.answer(answer)
        bomb.left = -1
        assert straight.decision is not None
        straight.answer(choose(straight.decision, same))
    assert broken > 60
    assert game.save() == straight.save()
    assert game.events == straight.events


def test_what_could_not_be_mended_is_mended_by_the_next_call(bomb: Bomb, monkeypatch: pytest.MonkeyPatch) -> None:
    """Even if mending ends in a refusal: the game is not taken for whole then."""
    game = Game.new(["rai", "silvie"], seed=4)
    before, mend = look(game), Course.mend
    assert game.decision is not None
    bomb.set(0, RuntimeError())
    with pytest.raises(RuntimeError):
        game.answer(game.decision.options[-1])
    with monkeypatch.context() as broken:
        broken.setattr(Course, "mend", _refuse)
        with pytest.raises(AnswerError):
            game.save()
    assert Course.mend is mend
    assert look(game) == before


def _refuse(*_: object) -> None:
    raise AnswerError("not now")


CALLS: dict[str, Callable[[Game], Any]] = {
    "decision": lambda game: game.decision,
    "view": lambda game: game.view(0, exact=True),
    "why_not": lambda game: [game.why_not(seat, each) for seat in (0, 1) for each in everything(game)],
    "undo": lambda game: game.undo(),
    "concede": lambda game: game.concede(1),
    "copy": lambda game: game.copy(),
    "save": lambda game: game.save(),
    "attempt": lambda game: [attempted(game, each) for each in everything(game)],
}


def everything(game: Game) -> list[Any]:
    from archivist import Attack, Play, Use

    numbers = range(0, len(game.state.cards), 7)
    return [make(number) for number in numbers for make in (lambda n: Play("activate", n), Attack, lambda n: Use(n, 0))]


def attempted(game: Game, action: Any) -> bool:
    from archivist import ArchivistError

    copy = game.copy()
    try:
        copy.attempt(action)
    except ArchivistError:
        return False
    return True


@pytest.mark.parametrize("call", CALLS)
@pytest.mark.parametrize("decisions", [20, 63, 121])
def test_every_call_that_breaks_off_leaves_the_game_as_it_was(bomb: Bomb, call: str, decisions: int) -> None:
    game, dice = Game.new(["rai", "silvie"], seed=8), Dice(8)
    for _ in range(decisions):
        assert game.decision is not None
        game.answer(choose(game.decision, dice))
    before = look(game)
    for calls in (0, 1, 2, 3, 5, 8, 13, 21, 34, 55):
        game._course.offered = None
        bomb.set(calls, KeyboardInterrupt())
        try:
            CALLS[call](game)
        except KeyboardInterrupt:
            assert look(game) == before
        bomb.left = -1
        if call in ("undo", "concede"):
            game = Game.load(before[0]) if call == "concede" else game
            if look(game) != before:
                break


def test_mending_that_is_interrupted_is_tried_again(bomb: Bomb) -> None:
    game, dice = Game.new(["rai", "silvie"], seed=4), Dice(4)
    for _ in range(70):
        assert game.decision is not None
        game.answer(choose(game.decision, dice))
    assert game.decision is not None
    before = look(game)
    bomb.set(2, RuntimeError())
    with pytest.raises(RuntimeError):
        game.answer(choose(game.decision, dice))
    for calls in (0, 0, 0):
        bomb.set(calls, KeyboardInterrupt())
        with pytest.raises(KeyboardInterrupt):
            game.view(0)
    bomb.left = -1
    assert look(game) == before
