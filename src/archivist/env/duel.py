"""The Gymnasium environment: one seat, against bots in all others. `gymnasium.make("archivist.env:Archivist-v0")`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import gymnasium
import numpy as np
from gymnasium.vector import AsyncVectorEnv, SyncVectorEnv, VectorEnv
from numpy.typing import NDArray

from archivist.bots import Bot, bot, choice_of
from archivist.bots.dice import Dice, choose
from archivist.env import drawing
from archivist.env.answering import ACTIONS
from archivist.env.encoding import ENCODING
from archivist.env.table import (
    LIMIT,
    Decks,
    Observation,
    Table,
    action_space,
    chosen_decks,
    dealt,
    game_seed,
    observation_space,
)
from archivist.game import Game
from archivist.model.errors import ArchivistError

RANDOM = "random"
LOSS = -1.0
"""What an illegal action earns."""


class Duel(gymnasium.Env[Observation, np.int64]):
    """A game of one seat, the first in turn order, against bots; who goes first is drawn by the game.

    `opponent` is a bot by name, or one of your own (``mypkg:MyBot``); `decks`, `format`, `players`, `limit` and
    `ask_forced` are those of `archivist_v0.raw_env`. The reward is 1 for a game won, -1 for one lost, and 0 else. An
    illegal action is never made: it loses the game, and ``info["illegal"]`` says so. Without `views`, ``info`` has no
    view, which spares sending it from one process to another.
    """

    metadata: dict[str, Any] = {
        "render_modes": list(drawing.MODES),
        "render_fps": 2,
        "encoding": ENCODING,
    }

    def __init__(
        self,
        decks: Decks | None = None,
        format: str = "standard",
        players: int | None = None,
        *,
        opponent: str = RANDOM,
        limit: int = LIMIT,
        ask_forced: bool = False,
        views: bool = True,
        render_mode: str | None = None,
    ) -> None:
        if render_mode is not None and render_mode not in drawing.MODES:
            raise ArchivistError(f"there is no render mode {render_mode!r}; there are {', '.join(drawing.MODES)}")
        bot(opponent)
        self._decks = chosen_decks(decks, format, players)
        self._format = format
        self._opponent = opponent
        self._limit = limit
        self._ask_forced = ask_forced
        self._views = views
        self.render_mode = render_mode
        self.observation_space = observation_space()
        self.action_space = action_space()
        self._table: Table | None = None
        self._others: list[Callable[[Game], Any]] = []

    @property
    def table(self) -> Table:
        """The game behind it, which no player may look at."""
        if self._table is None:
            raise ArchivistError("reset the environment first")
        return self._table

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Begins a new game; the same seed begins the same sequence of games."""
        super().reset(seed=seed, options=options)
        chosen = game_seed(self.np_random)
        lists = dealt(self._decks, chosen)
        self._others = [seated(self._opponent, 2 * chosen + seat, lists) for seat in range(len(lists))]
        game = Game.new(lists, seed=chosen, format=self._format)
        self._table = Table(game, limit=self._limit, ask_forced=self._ask_forced)
        self._let_others_decide()
        return self.table.observation(0), self._info()

    def step(self, action: np.int64 | int) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        table = self.table
        making = table.making
        if making is None:
            raise ArchivistError("the game is over; reset the environment")
        if int(action) not in making.actions():
            table.making = None
            return table.observation(0), LOSS, True, False, {**self._info(), "illegal": True}
        table.act(int(action))
        self._let_others_decide()
        if self.render_mode == "human":
            self.render()
        over, cut_off = table.game.over, table.cut_off
        return table.observation(0), table.rewards()[0], over, cut_off, self._info()

    def _let_others_decide(self) -> None:
        while (seat := self.table.seat) is not None and seat != 0:
            self.table.answer(self._others[seat])

    def _info(self) -> dict[str, Any]:
        info = self.table.info(0)
        return info if self._views else {name: value for name, value in info.items() if name != "view"}

    def action_masks(self) -> NDArray[np.bool_]:
        """The legal actions: what stable-baselines3's contrib asks for."""
        found = np.zeros(ACTIONS, dtype=np.bool_)
        making = self.table.making
        found[making.actions() if making is not None else []] = True
        return found

    def render(self) -> str | NDArray[np.uint8] | None:
        """The table as the seat sees it."""
        return drawing.render(self.table.view(0), self.render_mode)

    def close(self) -> None:
        self._table = None


def seated(name: str, seed: int, decks: Any) -> Callable[[Game], Any]:
    """What answers for a seat; `random` looks at nothing but the decision, and needs no view."""
    if name != RANDOM:
        player: Bot = bot(name, seed=seed, decks=decks)
        return lambda game: choice_of(game, player)
    dice = Dice(seed)

    def answer(game: Game) -> Any:
        assert game.decision is not None
        return choose(game.decision, dice)

    return answer


def duels(num_envs: int, *, workers: bool = False, **options: Any) -> VectorEnv[Any, Any, Any]:
    """So many duels at once, as one vectorised environment: in this process, or each in a process of its own.

    `options` are those of `Duel`; views are left out unless asked for. Observations have a first axis for the games.
    """
    makers = [lambda: Duel(**{"views": False, **options})] * num_envs
    if workers:
        return AsyncVectorEnv(makers, context="spawn")
    return SyncVectorEnv(makers)
