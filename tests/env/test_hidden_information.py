"""RU.14 for agents: over whole stretches of play, nothing that a seat is told depends on what it may not see."""

from __future__ import annotations

import random

import msgspec
import pytest

np = pytest.importorskip("numpy", reason="the extra `agents` is not installed")
pytest.importorskip("pettingzoo", reason="the extra `agents` is not installed")

from archivist.env import drawing
from archivist.env.answering import steps
from archivist.env.table import Table
from archivist.game import Game
from archivist.model.card import Seat
from archivist.model.decision import Answer, Pass, Play
from archivist.model.state import State
from archivist.vocabulary.node import write
from disguises import Pair
from mass import how_many
from positions import number_of, position, simple_position

LONGEST = 60
"""How many decisions a stretch has at most."""


def told(table: Table, seat: Seat) -> list[bytes]:
    """Everything that an environment tells a seat: the observation, the mask, the info, and the renders."""
    observation, info, view = table.observation(seat), table.info(seat), table.view(seat)
    arrays = [array.tobytes() for _, array in sorted(observation["observation"].items())]
    drawn = drawing.text(view) + drawing.page(view)
    return [*arrays, observation["action_mask"].tobytes(), msgspec.json.encode(info, enc_hook=write), drawn.encode()]


class Tables(Pair):
    """Two games that differ only in cards that one seat may not see, each at a table whose answers are given in steps."""

    def __init__(self, state: State, seat: Seat, rng: random.Random) -> None:
        super().__init__(state, seat, rng)
        self.tables = {id(game): Table(game, ask_forced=True) for game in (self.one, self.other)}
        self.compared = 0

    def compare(self) -> None:
        one, other = (told(self.tables[id(game)], self.seat) for game in (self.one, self.other))
        assert one == other
        self.compared += 1

    def give(self, game: Game, answer: Answer) -> str:
        """The answer, step by step: the seat's own ones are compared after each, and of others' it is told nothing."""
        table, decision = self.tables[id(game)], game.decision
        assert decision is not None
        actions = steps(decision, decision.options.index(answer) if decision.form == "act" else answer)  # type: ignore[arg-type]
        own = decision.player == self.seat
        before = None if own else told(table, self.seat)
        for index, action in enumerate(actions):
            table.act(action)
            if index < len(actions) - 1:
                if own and game is self.other:
                    assert told(table, self.seat) == self.made[index]
                elif own:
                    self.made[index] = told(table, self.seat)
                else:
                    assert told(table, self.seat) == before
        refused = table.refusals.get(decision.player)
        return "" if refused is None else str(refused)

    def step(self) -> bool:
        self.made: dict[int, list[bytes]] = {}
        return super().step()


def stretches(seed: int) -> int:
    """Compares a stretch for each seat of a random position; how many moments were compared."""
    start = position(seed)
    if not start.acting:
        return 0
    rng = random.Random(seed)
    compared = 0
    for seat in range(len(start.state.players)):
        pair = Tables(start.state, seat, rng)
        pair.compare()
        for _ in range(LONGEST):
            if not pair.step():
                break
            pair.compare()
        compared += pair.compared
    return compared


@pytest.mark.mass
def test_ru_14_all_that_an_agent_is_told_is_the_same_whatever_the_hidden_cards_are() -> None:
    """Observation, mask, info and renders stay the same, step by step, while nothing hidden comes into the open.

    Many decisions are compared: most stretches are long.
    """
    tried = how_many(6, 60)
    assert sum(map(stretches, range(tried))) > 20 * tried


def test_ru_14_the_picture_shows_the_text_and_nothing_else(monkeypatch: pytest.MonkeyPatch) -> None:
    """Pictures need no comparison of their own: whatever the view, the same text gives the same picture."""
    views = [position(seed).view(0) for seed in (1, 2)]
    assert not np.array_equal(*map(drawing.pixels, views))
    monkeypatch.setattr(drawing, "text", lambda view: "the same")
    assert np.array_equal(*map(drawing.pixels, views))


def test_ru_14_only_who_tried_a_play_is_told_why_it_is_refused() -> None:
    """A refusal can name a card in hand: the opponent who decides next must not read it, and its owner must."""
    game = simple_position(hand=["Fireball"])
    table = Table(game, ask_forced=True)
    fireball = Play("activate", number_of(game, "Fireball"))
    table.answer(lambda _: fireball)
    assert table.seat == 0
    assert "Fireball" in table.info(0)["refused"]
    assert "refused" not in table.info(1)
    table.answer(lambda _: Pass())
    assert table.seat == 1
    assert "refused" not in table.info(1)
    table.answer(lambda _: Pass())
    assert "refused" not in table.info(0), "what was tried before is no longer news"
