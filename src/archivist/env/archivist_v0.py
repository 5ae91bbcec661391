"""The PettingZoo environment: every seat is an agent, and they act in turn (AEC).

`env()` has the usual wrappers: an illegal action ends the game, and loses it. `raw_env` is without them: there an illegal
action raises `AnswerError` and changes nothing.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import spaces
from gymnasium.utils import seeding
from numpy.typing import NDArray
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from archivist.env import drawing
from archivist.env.encoding import ENCODING
from archivist.env.table import LIMIT, Decks, Observation, Table, action_space, chosen_decks, dealt, game_seed
from archivist.env.table import observation_space as space_of_observations
from archivist.game import Game
from archivist.model.errors import ArchivistError

LOSS = -1.0
"""What an illegal action earns."""


def env(
    decks: Decks | None = None,
    format: str = "standard",
    players: int | None = None,
    *,
    limit: int = LIMIT,
    ask_forced: bool = False,
    render_mode: str | None = None,
) -> AECEnv[str, Observation, int]:
    """The environment with PettingZoo's usual wrappers; see `raw_env` for what it takes."""
    made: AECEnv[str, Observation, int] = raw_env(
        decks, format, players, limit=limit, ask_forced=ask_forced, render_mode=render_mode
    )
    made = wrappers.TerminateIllegalWrapper(made, illegal_reward=LOSS)
    made = wrappers.AssertOutOfBoundsWrapper(made)
    return wrappers.OrderEnforcingWrapper(made)


class raw_env(AECEnv[str, Observation, int]):  # noqa: N801  (PettingZoo's own name for it)
    """A game between agents ``player_0`` to ``player_3``, in turn order.

    `decks` are those of the players, by name or as they are, or a function that makes them for the seed of each game;
    without any, those of the project one after another. The game is cut off after `limit` decisions. With `ask_forced`,
    an agent is asked as well where only one action is legal.
    """

    metadata: dict[str, Any] = {
        "name": "archivist_v0",
        "render_modes": list(drawing.MODES),
        "render_fps": 2,
        "is_parallelizable": False,
        "encoding": ENCODING,
    }

    def __init__(
        self,
        decks: Decks | None = None,
        format: str = "standard",
        players: int | None = None,
        *,
        limit: int = LIMIT,
        ask_forced: bool = False,
        render_mode: str | None = None,
    ) -> None:
        super().__init__()  # type: ignore[no-untyped-call]
        if render_mode is not None and render_mode not in drawing.MODES:
            raise ArchivistError(f"there is no render mode {render_mode!r}; there are {', '.join(drawing.MODES)}")
        self._decks = chosen_decks(decks, format, players)
        self._format = format
        self._limit = limit
        self._ask_forced = ask_forced
        self.render_mode = render_mode
        seats = len(dealt(self._decks, 0))
        self.possible_agents = [f"player_{seat}" for seat in range(seats)]
        self._seat_of = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self._observations = {agent: space_of_observations() for agent in self.possible_agents}
        self._actions = {agent: action_space() for agent in self.possible_agents}
        self._generator, _ = seeding.np_random(None)
        self._table: Table | None = None

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self._observations[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        return self._actions[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begins a new game; the same seed begins the same sequence of games."""
        del options
        if seed is not None:
            self._generator, _ = seeding.np_random(seed)
        chosen = game_seed(self._generator)
        game = Game.new(dealt(self._decks, chosen), seed=chosen, format=self._format)
        self._table = Table(game, limit=self._limit, ask_forced=self._ask_forced)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos = {agent: {} for agent in self.agents}
        self._select()

    @property
    def table(self) -> Table:
        """The game behind it, which no agent may look at."""
        if self._table is None:
            raise ArchivistError("reset the environment first")
        return self._table

    def observe(self, agent: str) -> Observation:
        return self.table.observation(self._seat_of[agent])

    def step(self, action: int | None) -> None:
        if self.terminations[self.agent_selection] or self.truncations[self.agent_selection]:
            self._was_dead_step(action)  # type: ignore[arg-type]  # it takes None, and nothing else
            return
        assert action is not None, "an agent that is still in the game must act"
        self.table.act(action)
        self._cumulative_rewards[self.agent_selection] = 0.0
        self._clear_rewards()
        if self.table.seat is None:
            self._end()
        self._select()
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def _end(self) -> None:
        table = self.table
        self.rewards = dict(zip(self.possible_agents, table.rewards(), strict=True))
        self.terminations = dict.fromkeys(self.agents, table.game.over)
        self.truncations = dict.fromkeys(self.agents, table.cut_off)

    def _select(self) -> None:
        """The next to act, and what they are told; at the end, all of them in turn."""
        seat = self.table.seat
        self.agent_selection = self.possible_agents[seat or 0]
        for agent in self.agents if seat is None else [self.agent_selection]:
            self.infos[agent] = self.table.info(self._seat_of[agent])

    def render(self) -> str | NDArray[np.uint8] | None:
        """The table as the agent that is to act sees it."""
        return drawing.render(self.table.view(self._seat_of[self.agent_selection]), self.render_mode)

    def close(self) -> None:
        self._table = None
