"""Masked PPO in the manner of CleanRL: one file, a policy that points at options. It needs the extra `train` (torch).

`python examples/masked_ppo.py --updates 60` learns against the bot random, and then plays against another bot.
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import Tensor, nn
from torch.distributions import Categorical

from archivist.env import Duel, duels, specification
from archivist.env.encoding import BY_NAME, card_names, check, column

ROW, CARD = column("options", "card row"), column("options", "card")
WIDTH = 64
GAMMA, LAMBDA, CLIP = 0.998, 0.95, 0.2
EPOCHS, PARTS, RATE, ENTROPY = 3, 4, 1e-3, 0.005


class Policy(nn.Module):
    """Scores each option by what it does, the card it speaks of and the situation; and says how likely a win is."""

    def __init__(self) -> None:
        super().__init__()
        option, card = BY_NAME["options"].width, BY_NAME["cards"].width
        situation = sum(sheet.rows * sheet.width for sheet in map(BY_NAME.__getitem__, ("game", "players", "decision")))
        self.names = nn.Embedding(len(card_names()) + 1, 16)
        self.card = nn.Sequential(nn.Linear(card, WIDTH), nn.ReLU())
        self.situation = nn.Sequential(nn.Linear(situation + WIDTH, WIDTH), nn.ReLU())
        self.option = nn.Sequential(nn.Linear(option + 16 + 2 * WIDTH, WIDTH), nn.ReLU(), nn.Linear(WIDTH, 1))
        self.value = nn.Sequential(nn.Linear(WIDTH, WIDTH), nn.ReLU(), nn.Linear(WIDTH, 1))

    def forward(self, seen: dict[str, Tensor], mask: Tensor) -> tuple[Categorical, Tensor]:
        """Which action to take, and the value of the situation, for a batch of observations."""
        cards = self.card(_small(seen["cards"]))
        flat = [_small(seen[name]).flatten(1) for name in ("game", "players", "decision")]
        situation = self.situation(torch.cat([*flat, cards.mean(1)], -1))
        options = seen["options"]
        nobody = torch.zeros_like(cards[:, :1])
        rows = options[:, :, ROW].long().unsqueeze(-1).expand(-1, -1, WIDTH)
        pointed = torch.cat([nobody, cards], 1).gather(1, rows)
        around = situation.unsqueeze(1).expand(-1, options.shape[1], -1)
        told = torch.cat([_small(options), self.names(options[:, :, CARD].long()), pointed, around], -1)
        scores = self.option(told).squeeze(-1).masked_fill(~mask, -1e9)
        return Categorical(logits=scores), self.value(situation).squeeze(-1)


def _small(cells: Tensor) -> Tensor:
    """Whole numbers as small ones."""
    cells = cells.float()
    return torch.sign(cells) * torch.log1p(cells.abs())


def _tensors(observation: dict[str, Any]) -> tuple[dict[str, Tensor], Tensor]:
    tables = {name: torch.from_numpy(np.array(table)) for name, table in observation["observation"].items()}
    return tables, torch.from_numpy(np.array(observation["action_mask"])).bool()


def train(policy: Policy, *, updates: int, games: int, steps: int, seed: int, opponent: str, decks: list[str]) -> float:
    """Learns from so many updates, each after some steps of several games; gives the win rate in the last fifth."""
    torch.manual_seed(seed)
    optimizer = torch.optim.Adam(policy.parameters(), lr=RATE)
    many = duels(games, decks=decks, opponent=opponent)
    observation, _ = many.reset(seed=seed)
    results: list[tuple[int, float]] = []
    begun = time.process_time()
    for update in range(1, updates + 1):
        taken: list[dict[str, Any]] = []
        for _ in range(steps):
            seen, mask = _tensors(observation)
            with torch.no_grad():
                choice, value = policy(seen, mask)
                action = choice.sample()
            observation, reward, ended, cut_off, _ = many.step(action.numpy())
            done = ended | cut_off
            results.extend((update, float(each)) for each in reward[done])
            step = {"seen": seen, "mask": mask, "action": action, "chance": choice.log_prob(action), "value": value}
            taken.append({**step, "reward": torch.from_numpy(reward).float(), "done": torch.from_numpy(done)})
        with torch.no_grad():
            _, after = policy(*_tensors(observation))
        _learn(policy, optimizer, taken, after)
        lately = [earned > 0 for when, earned in results if when > update - 10]
        if update % 5 == 0 and lately:
            rate, spent = sum(lately) / len(lately), time.process_time() - begun
            print(f"update {update}: won {rate:.0%} of the last {len(lately)} games, {spent:.0f} s of CPU", flush=True)
    many.close()
    lately = [earned > 0 for when, earned in results if when > updates * 4 // 5]
    return sum(lately) / max(len(lately), 1)


def _learn(policy: Policy, optimizer: torch.optim.Optimizer, taken: list[dict[str, Any]], after: Tensor) -> None:
    """One update of PPO. After its last step a game has no legal action: that step only begins the next game."""
    advantages: list[Tensor] = []
    gained, following = torch.zeros_like(after), after
    for step in reversed(taken):
        goes_on = (~step["done"]).float()
        error = step["reward"] + GAMMA * following * goes_on - step["value"]
        gained = error + GAMMA * LAMBDA * goes_on * gained
        gained = gained * step["mask"].any(-1).float()
        advantages.insert(0, gained)
        following = step["value"]
    seen = {name: torch.cat([step["seen"][name] for step in taken]) for name in taken[0]["seen"]}
    mask, action, chance, value = (
        torch.cat([step[name] for step in taken]) for name in ("mask", "action", "chance", "value")
    )
    advantage = torch.cat(advantages)
    target = advantage + value
    real = mask.any(-1).nonzero().squeeze(-1)
    scaled = (advantage - advantage[real].mean()) / (advantage[real].std() + 1e-8)
    for _ in range(EPOCHS):
        for part in real[torch.randperm(len(real))].chunk(PARTS):
            choice, said = policy({name: table[part] for name, table in seen.items()}, mask[part])
            ratio = torch.exp(choice.log_prob(action[part]) - chance[part])
            kept = torch.clamp(ratio, 1 - CLIP, 1 + CLIP)
            gain = torch.min(ratio * scaled[part], kept * scaled[part]).mean()
            loss = 0.5 * (said - target[part]).pow(2).mean() - gain - ENTROPY * choice.entropy().mean()
            optimizer.zero_grad()
            loss.backward()  # type: ignore[no-untyped-call]
            nn.utils.clip_grad_norm_(policy.parameters(), 0.5)
            optimizer.step()


def evaluate(policy: Policy, opponent: str, games: int, seed: int, decks: list[str]) -> int:
    """How many games the policy wins, taking the best option each time."""
    env, won = Duel(decks, opponent=opponent, views=False), 0
    for number in range(games):
        observation, _ = env.reset(seed=seed + number)
        over = False
        while not over:
            seen, mask = _tensors(observation)
            with torch.no_grad():
                choice, _ = policy({name: table[None] for name, table in seen.items()}, mask[None])
            observation, reward, ended, cut_off, _ = env.step(int(choice.probs.argmax()))
            over = ended or cut_off
        won += reward > 0
    return won


def save(policy: Policy, file: Path) -> None:
    """Keeps a policy together with what it depends on."""
    torch.save({"specification": specification(), "policy": policy.state_dict()}, file)


def load(file: Path) -> Policy:
    """A policy that was kept. Raises ValueError if it was made for another encoding, or other cards."""
    kept = torch.load(file, weights_only=True)
    check(kept["specification"])
    policy = Policy()
    policy.load_state_dict(kept["policy"])
    return policy


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--updates", type=int, default=60)
    parser.add_argument("--games", type=int, default=4, help="how many at once")
    parser.add_argument("--steps", type=int, default=128, help="of each game before an update")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--opponent", default="random")
    parser.add_argument("--deck", default="lorraine")
    parser.add_argument("--against", default="random", help="the bot to play against at the end")
    parser.add_argument("--evaluate", type=int, default=40, help="games against it")
    parser.add_argument("--save", type=Path, help="a file for the policy")
    parser.add_argument("--load", type=Path, help="the file of a policy to go on with")
    asked = parser.parse_args()
    policy, decks = load(asked.load) if asked.load else Policy(), [asked.deck, asked.deck]
    train(
        policy,
        updates=asked.updates,
        games=asked.games,
        steps=asked.steps,
        seed=asked.seed,
        opponent=asked.opponent,
        decks=decks,
    )
    if asked.save is not None:
        save(policy, asked.save)
    won = evaluate(policy, asked.against, asked.evaluate, 1_000_000, decks)
    print(f"won {won} of {asked.evaluate} games against the bot {asked.against}")


if __name__ == "__main__":
    main()
