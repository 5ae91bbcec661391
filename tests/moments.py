"""A game at one moment, to be compared with it later, and the seeds with which properties are tried."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from archivist.game import Game
from archivist.model.decision import Decision
from archivist.model.errors import Illegal
from archivist.model.state import State
from archivist.rules.catalogue import catalogue
from mass import how_many
from positions import Playout, position

settings.register_profile(
    "archivist", derandomize=True, deadline=None, database=None, suppress_health_check=list(HealthCheck)
)


def random_seeds(sample: int, whole: int = 0) -> Callable[[Callable[[int], None]], Callable[[], None]]:
    """Runs a test for so many seeds, always the same ones; where there are more on the whole, `make mass` tries these."""

    def decorate(test: Callable[[int], None]) -> Callable[[], None]:
        most = how_many(sample, whole or sample)
        bounded = settings(settings.get_profile("archivist"), max_examples=most)
        tried: Callable[[], None] = bounded(given(seed=st.integers(0, 2**32 - 1))(test))
        return pytest.mark.mass(tried) if whole else tried

    return decorate


class Before:
    """Everything a game is at one moment, to be compared with it later."""

    PARTS = tuple(name for name, each in State.parts.items() if each.placed)

    def __init__(self, game: Game) -> None:
        self.state = game.state.copy()
        self.parts = self._parts(game.state)
        self.events = game.events
        self.answers = game.answers
        self.acting = game.acting
        self.to_act = game.to_act

    def _parts(self, state: State) -> dict[str, Any]:
        parts = {name: getattr(state, name) for name in self.PARTS}
        return {name: tuple(part) if isinstance(part, list) else part for name, part in parts.items()}

    def check(self, game: Game) -> None:
        assert game.state == self.state
        assert self._parts(game.state) == self.parts
        assert game.state.rng == self.state.rng
        assert game.events == self.events
        assert game.answers == self.answers
        assert (game.acting, game.to_act) == (self.acting, self.to_act)


def at_rest(seed: int, *, small: bool = False, full: bool = False, steps: int = 12) -> Game:
    """A random position after a few random decisions, where somebody can act."""
    game = position(seed, small=small, full=full)
    playout = Playout(game, seed, random.Random(seed).randrange(steps), eager=0.9)
    for _ in playout:
        pass
    while not game.acting and not game.over:
        game.undo()
    return game


def check_refusal(illegal: Illegal) -> None:
    """A refusal names at least one rule of the catalogue, and says why in words."""
    assert illegal.reasons
    for reason in illegal.reasons:
        assert reason.rules
        assert set(reason.rules) <= catalogue().keys()
        assert reason.why.strip()
    assert str(illegal)


def same_question(one: Decision | None, other: Decision | None) -> bool:
    """Whether two decisions ask the same; why a former try was refused is no part of that."""
    if one is None or other is None:
        return one is other
    fields = [name for name in Decision.__struct_fields__ if name != "refused"]
    return all(getattr(one, name) == getattr(other, name) for name in fields)


def answer_or_refuse(game: Game, answer: Any) -> tuple[Any, ...] | None:
    """Gives an answer; the reasons if the play is refused."""
    try:
        game.answer(answer)
    except Illegal as illegal:
        return illegal.reasons
    return None
