"""The examples for those who train agents run, on a small scale."""

from __future__ import annotations

from pathlib import Path

import pytest

np = pytest.importorskip("numpy", reason="the extra `agents` is not installed")
pytest.importorskip("pettingzoo", reason="the extra `agents` is not installed")

from examples import agent_in_40_lines, rllib_config

from archivist.env import Duel


def test_an_agent_in_40_lines_wins_games() -> None:
    lines = Path(agent_in_40_lines.__file__).read_text("utf-8").split('"""', 2)[2].splitlines()
    assert len([line for line in lines if line.strip()]) <= 40
    assert agent_in_40_lines.played(1) in (0, 1)


def test_an_observation_for_rllib_is_one_row_with_its_mask() -> None:
    env = rllib_config.Flat({"opponent": "random"})
    observation, _ = env.reset(seed=1)
    assert env.observation_space.contains(observation)
    plain, _ = Duel().reset(seed=1)
    assert np.array_equal(observation["action_mask"], plain["action_mask"])
    assert observation["observations"].size == sum(table.size for table in plain["observation"].values())


def test_rllib_takes_the_configuration() -> None:
    pytest.importorskip("torch", reason="torch is not installed (extra `train`)")
    pytest.importorskip("ray.rllib", reason="RLlib is not installed (ray[rllib])")
    made = rllib_config.config(opponent="random")
    made.validate()
    assert made.env == rllib_config.NAME


def test_masked_ppo_learns_on_a_small_scale(tmp_path: Path) -> None:
    """Two updates change the policy, and what was kept plays as before; a policy for other cards is refused."""
    torch = pytest.importorskip("torch", reason="torch is not installed (extra `train`)")
    from examples import masked_ppo

    policy = masked_ppo.Policy()
    before = {name: value.clone() for name, value in policy.state_dict().items()}
    decks = ["lorraine", "lorraine"]
    masked_ppo.train(policy, updates=2, games=2, steps=12, seed=1, opponent="random", decks=decks)
    assert any(not torch.equal(value, before[name]) for name, value in policy.state_dict().items())
    masked_ppo.save(policy, tmp_path / "policy.pt")
    again = masked_ppo.load(tmp_path / "policy.pt")
    won = masked_ppo.evaluate(policy, "random", 1, 5, decks)
    assert masked_ppo.evaluate(again, "random", 1, 5, decks) == won
    kept = torch.load(tmp_path / "policy.pt", weights_only=True)
    kept["specification"]["cards"].append("Another Card")
    torch.save(kept, tmp_path / "other.pt")
    with pytest.raises(ValueError, match="the cards are not those"):
        masked_ppo.load(tmp_path / "other.pt")
