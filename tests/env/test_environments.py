"""The environments keep the contracts of PettingZoo and Gymnasium, and play whole games."""

from __future__ import annotations

import random
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

np = pytest.importorskip("numpy", reason="the extra `agents` is not installed")
gymnasium = pytest.importorskip("gymnasium", reason="the extra `agents` is not installed")
pytest.importorskip("pettingzoo", reason="the extra `agents` is not installed")

from gymnasium.utils.env_checker import check_env
from pettingzoo.test.api_test import api_test
from pettingzoo.test.render_test import render_test
from pettingzoo.test.seed_test import seed_test

from archivist.bots.dice import Dice
from archivist.bots.random_decks import random_deck
from archivist.decks import deck
from archivist.env import NAME, Duel, archivist_v0, duels
from archivist.env.answering import ACTIONS
from archivist.env.table import Table
from archivist.game import Game
from archivist.model.errors import AnswerError, ArchivistError, UnknownName
from archivist.view import View

DICT = "ignore:.*(not a NumPy array|should be gymnasium.spaces.box).*:UserWarning"
"""PettingZoo would rather have one array; its own card games have a dictionary too."""


@pytest.mark.filterwarnings(DICT)
@pytest.mark.parametrize("format", ["standard", "pantheon"])
def test_pettingzoo_accepts_the_environment(format: str, capsys: pytest.CaptureFixture[str]) -> None:
    accepted: Any = api_test
    accepted(archivist_v0.env(format=format), num_cycles=60)
    assert "Passed" in capsys.readouterr().out


def test_pettingzoo_finds_the_same_games_for_the_same_seeds() -> None:
    accepted: Any = seed_test
    accepted(archivist_v0.env, num_cycles=30)


def test_pettingzoo_accepts_what_is_drawn() -> None:
    def is_page(drawn: object) -> bool:
        return isinstance(drawn, str) and drawn.startswith("<!doctype html>") and "<table>" in drawn

    accepted: Any = render_test
    accepted(archivist_v0.env, {"html": is_page, "ansi": lambda drawn: "champion" in drawn})


@pytest.mark.filterwarnings("ignore:.*not within the observation space.*")
def test_gymnasium_accepts_the_environment() -> None:
    check_env(gymnasium.make(f"archivist.env:{NAME}").unwrapped)


def played(env: Any, seed: int) -> dict[str, float]:
    """A game with random agents; what each has earned in all."""
    earned = dict.fromkeys(env.possible_agents, 0.0)
    rng = random.Random(seed)
    env.reset(seed=seed)
    for agent in env.agent_iter():
        observation, reward, terminated, truncated, info = env.last()
        earned[agent] += reward
        if terminated or truncated:
            env.step(None)
            continue
        assert isinstance(info["view"], View)
        assert info["view"].seat == info["view"].deciding
        env.step(rng.choice(np.flatnonzero(observation["action_mask"]).tolist()))
    return earned


def test_a_game_has_a_winner_and_a_loser() -> None:
    assert sorted(played(archivist_v0.env(), 2).values()) == [-1.0, 1.0]


def test_a_game_of_four_has_one_winner_and_the_others_lose() -> None:
    env = archivist_v0.raw_env(players=4, format="pantheon")
    env.reset(seed=1)
    for seat in (0, 3, 1):
        assert env.table.rewards() == [0.0] * 4
        env.table.game.concede(seat)
    assert env.table.rewards() == [-1.0, -1.0, 1.0, -1.0]


def test_turn_9_4_a_draw_earns_nobody_anything() -> None:
    drawn = Path(__file__).parents[2] / "scenarios" / "combat" / "both-champions-may-fall-at-once.yaml"
    table = Table(Game.from_scenario(drawn, play=True))
    assert table.game.over
    assert table.seat is None
    assert table.rewards() == [0.0, 0.0]


def test_a_game_that_is_cut_off_is_truncated() -> None:
    env = archivist_v0.raw_env(limit=30)
    assert set(played(env, 1).values()) == {0.0}
    assert env.table.cut_off


def test_decks_are_given_by_name_as_they_are_or_for_each_game() -> None:
    archivist_v0.env(["rai", deck("silvie")]).reset(seed=1)
    env = archivist_v0.env(lambda seed: [random_deck(Dice(seed + seat)) for seat in range(3)])
    env.reset(seed=1)
    assert env.possible_agents == ["player_0", "player_1", "player_2"]


@pytest.mark.parametrize(
    ("wrong", "error", "why"),
    [
        ({"decks": ["rai", "silvi"]}, UnknownName, "did you mean silvie"),
        ({"decks": ["rai", "silvie"], "players": 3}, ArchivistError, "3 players need 3 decks, not 2"),
        ({"players": 5}, ArchivistError, "2 to 4 players, not 5"),
        ({"render_mode": "film"}, ArchivistError, "no render mode 'film'"),
    ],
)
def test_wrong_arguments_are_refused_at_once(wrong: dict[str, Any], error: type[Exception], why: str) -> None:
    for maker in (archivist_v0.env, Duel):
        with pytest.raises(error, match=why):
            maker(**wrong)


def test_an_unknown_opponent_is_refused_at_once() -> None:
    with pytest.raises(UnknownName, match="did you mean random"):
        Duel(opponent="randm")


# -- illegal actions ---------------------------------------------------------------------------------------------


def test_an_illegal_action_is_refused_without_wrappers_and_changes_nothing() -> None:
    env = archivist_v0.raw_env()
    env.reset(seed=3)
    agent = env.agent_selection
    mask = env.observe(agent)["action_mask"]
    with pytest.raises(AnswerError, match="is not legal here"):
        env.step(int(np.flatnonzero(mask == 0)[0]))
    assert np.array_equal(env.observe(agent)["action_mask"], mask)


@pytest.mark.filterwarnings("ignore::UserWarning")
def test_an_illegal_action_loses_with_wrappers() -> None:
    env: Any = archivist_v0.env()
    env.reset(seed=3)
    agent = env.agent_selection
    env.step(int(np.flatnonzero(env.observe(agent)["action_mask"] == 0)[0]))
    assert env.rewards[agent] == -1.0
    assert all(env.terminations.values())


def test_an_illegal_action_loses_the_duel() -> None:
    env = Duel()
    observation, _ = env.reset(seed=3)
    wrong = np.flatnonzero(observation["action_mask"] == 0)[0]
    after, reward, terminated, truncated, info = env.step(wrong)
    assert (reward, terminated, truncated, info["illegal"]) == (-1.0, True, False, True)
    assert not after["action_mask"].any()
    with pytest.raises(ArchivistError, match="reset the environment"):
        env.step(wrong)


# -- one seat ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("opponent", ["random", "greedy", "passive:Passive"])
def test_a_duel_is_the_same_every_time(opponent: str) -> None:
    def game(env: Duel) -> list[bytes]:
        rng = random.Random(1)
        observation, info = env.reset(seed=5)
        seen = [observation["observation"]["cards"].tobytes()]
        for _ in range(25):
            assert info["view"].seat == "A"
            legal = np.flatnonzero(observation["action_mask"]).tolist()
            assert legal == np.flatnonzero(env.action_masks()).tolist()
            observation, _, over, cut_off, info = env.step(rng.choice(legal))
            seen.append(observation["observation"]["cards"].tobytes())
            if over or cut_off:
                break
        return seen

    env = Duel(opponent=opponent)
    assert game(env) == game(env) == game(Duel(opponent=opponent))


def test_a_duel_is_won_or_lost() -> None:
    env = Duel(views=False)
    rng = random.Random(0)
    results = set()
    for seed in range(4):
        observation, info = env.reset(seed=seed)
        over = cut_off = False
        while not over and not cut_off:
            assert "view" not in info
            action = rng.choice(np.flatnonzero(observation["action_mask"]).tolist())
            observation, reward, over, cut_off, info = env.step(action)
            assert over == bool(reward)
        results.add(reward)
    assert results <= {1.0, -1.0}


def test_many_duels_are_one_environment() -> None:
    for many in (duels(3, opponent="random"), gymnasium.make_vec(NAME, num_envs=3, vectorization_mode="sync")):
        observation, _ = many.reset(seed=1)
        assert observation["action_mask"].shape == (3, ACTIONS)
        alone, _ = Duel().reset(seed=2)
        assert np.array_equal(observation["observation"]["cards"][1], alone["observation"]["cards"])
        rng = random.Random(0)
        for _ in range(5):
            actions = [rng.choice(np.flatnonzero(mask).tolist()) for mask in observation["action_mask"]]
            observation, rewards, *_ = many.step(np.array(actions))
            assert rewards.shape == (3,)
        many.close()


def test_many_duels_can_have_processes_of_their_own() -> None:
    many, here = duels(2, workers=True), duels(2)
    try:
        first, _ = many.reset(seed=7)
        same, _ = here.reset(seed=7)
        assert np.array_equal(first["observation"]["cards"], same["observation"]["cards"])
    finally:
        many.close()
        here.close()


def test_without_the_extra_the_error_says_what_to_install() -> None:
    code = "import sys; sys.modules['pettingzoo'] = None\nimport archivist.env"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60)
    assert "archivist.env needs pettingzoo: pip install 'archivist[agents]'" in done.stderr.splitlines()[-1]
