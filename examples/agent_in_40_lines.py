"""An agent in 40 lines: it reads what its options do, and prefers some of them. `python examples/agent_in_40_lines.py`."""

from __future__ import annotations

import random
import sys
from typing import Any

from archivist.env import Duel, decode

WORTH = {"attack": 5, "materialize": 4, "activate": 3, "use": 2, "yes": 2, "pass": 1}


class Eager:
    """Attacks if it can, else plays something; picks cards of opponents rather than its own, and else at random."""

    def __init__(self, seed: int) -> None:
        self._rng = random.Random(seed)

    def choose(self, observation: dict[str, Any]) -> int:
        told = decode(observation["observation"])

        def worth(row: Any) -> float:
            card = told["cards"][row["card row"] - 1] if row["card row"] else None
            theirs = card is not None and card["zone"] == "field" and card["controller"] != "self"
            return WORTH.get(row["sort"], 0) + 3 * theirs + self._rng.random()

        options = {action: row for action, row in enumerate(told["options"]) if row["legal"]}
        return max(options, key=lambda action: worth(options[action]))


def played(games: int, opponent: str = "random") -> int:
    """How many games the agent wins."""
    env, won = Duel(["lorraine", "lorraine"], opponent=opponent), 0
    for seed in range(games):
        agent, over = Eager(seed), False
        observation, _ = env.reset(seed=seed)
        while not over:
            observation, reward, terminated, truncated, _ = env.step(agent.choose(observation))
            over = terminated or truncated
        won += reward > 0
    return won


if __name__ == "__main__":
    number = int(sys.argv[1]) if len(sys.argv) > 1 else 20
    print(f"won {played(number)} of {number} games against the bot random")
