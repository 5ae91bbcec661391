"""An RLlib configuration: PPO with action masks, for one seat against a bot. It needs `pip install 'ray[rllib]' torch`.

`python examples/rllib_config.py 20` trains for so many rounds. Observations are flattened, as RLlib's own network for
masked actions wants them; `examples/masked_ppo.py` has a network that makes more of the tables.
"""

from __future__ import annotations

import sys
from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces

from archivist.env import Duel

NAME = "archivist"


class Flat(gymnasium.ObservationWrapper[Any, Any, Any]):
    """A duel whose tables are one row of numbers, under the names that RLlib's network for masked actions knows."""

    def __init__(self, options: dict[str, Any]) -> None:
        super().__init__(Duel(**{"views": False, **options}))
        tables = self.env.observation_space["observation"]  # type: ignore[index]
        self._names = list(tables.spaces)
        width = sum(int(np.prod(tables[name].shape)) for name in self._names)
        row = spaces.Box(-10, 10, (width,), np.float32)
        masked = spaces.Box(0, 1, (int(self.env.action_space.n),), np.float32)  # type: ignore[attr-defined]
        self.observation_space = spaces.Dict({"action_mask": masked, "observations": row})

    def observation(self, observation: Any) -> Any:
        cells = np.concatenate([observation["observation"][name].ravel() for name in self._names]).astype(np.float32)
        small = np.sign(cells) * np.log1p(np.abs(cells))
        return {"action_mask": observation["action_mask"].astype(np.float32), "observations": small}


def config(runners: int = 2, **options: Any) -> Any:
    """The configuration; `options` are those of `archivist.env.Duel`."""
    from ray.rllib.algorithms.ppo import PPOConfig
    from ray.rllib.core.rl_module.rl_module import RLModuleSpec
    from ray.rllib.examples.rl_modules.classes.action_masking_rlm import ActionMaskingTorchRLModule
    from ray.tune.registry import register_env

    register_env(NAME, Flat)
    module = RLModuleSpec(module_class=ActionMaskingTorchRLModule, model_config={"head_fcnet_hiddens": [128, 64]})
    return (
        PPOConfig()  # type: ignore[no-untyped-call]
        .environment(NAME, env_config=options, disable_env_checking=True)
        .env_runners(num_env_runners=runners, rollout_fragment_length="auto")
        .training(gamma=0.998, lr=5e-4, train_batch_size_per_learner=1_000, minibatch_size=250, num_epochs=3)
        .rl_module(rl_module_spec=module)
    )


def main() -> None:
    algorithm = config(decks=["lorraine", "lorraine"], opponent="random").build_algo()
    for round_ in range(int(sys.argv[1]) if len(sys.argv) > 1 else 10):
        result = algorithm.train()
        print(round_, result["env_runners"].get("episode_return_mean"))
    algorithm.stop()


if __name__ == "__main__":
    main()
