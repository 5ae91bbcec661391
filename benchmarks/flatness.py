"""Flatness: what a decision costs as a game grows in one direction, everything else being the same.

Each measure builds positions of growing size, plays each on at random for a while, and gives the average cost of a
decision: finding its options, and carrying out the answer. The exponent says how the cost grows with the size: 0 is flat,
1 is a straight line; no measure may grow faster than that.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Sequence

import msgspec

from archivist.arena.playing import Dice, choose
from archivist.decks import deck
from archivist.game import Game
from archivist.model.errors import Illegal
from benchmarks import random_play

DECISIONS = 60
"""How many decisions a position is played on for."""
REPEATS = 3
"""How often each position is measured; the least counts."""
NAMES = ("rai", "silvie", "lorraine")
FRAME = """
setup:
  A: {{champion: [Spirit of Fire, "Rai, Spellcrafter"], deck: [60 x Fireball], {own}}}
  B: {{champion: [Spirit of Water], deck: [60 x Fireball]}}
"""


class Measure(msgspec.Struct, frozen=True):
    """A measure: its name, what its sizes count, and the microseconds of a decision for each size."""

    name: str
    unit: str
    points: tuple[tuple[int, float], ...]

    @property
    def exponent(self) -> float:
        """How the cost grows from the smallest size above 0 to the largest: it is as that power of the size."""
        sized = [(size, cost) for size, cost in self.points if size > 0]
        (small, less), (large, more) = sized[0], sized[-1]
        return math.log(more / less) / math.log(large / small)

    @property
    def line(self) -> tuple[float, float]:
        """The straight line that best fits the points: its height at 0 and its slope, in microseconds."""
        mean_x = sum(size for size, _ in self.points) / len(self.points)
        mean_y = sum(cost for _, cost in self.points) / len(self.points)
        above = sum((size - mean_x) * (cost - mean_y) for size, cost in self.points)
        below = sum((size - mean_x) ** 2 for size, _ in self.points)
        rise = above / below
        return mean_y - rise * mean_x, rise


def _framed(own: str) -> Callable[[], Game]:
    return lambda: Game.from_scenario(FRAME.format(own=own))


def _cost(new: Callable[[], Game], seed: int = 1) -> float:
    """Microseconds of a decision in a position that is played on at random."""
    found = float("inf")
    for _ in range(REPEATS):
        game, dice, spent, count = new(), Dice(seed), 0, 0
        for _ in range(DECISIONS):
            begun = time.process_time_ns()
            decision = game.decision
            spent += time.process_time_ns() - begun
            if decision is None:
                break
            answer = choose(decision, dice)
            begun = time.process_time_ns()
            try:
                game.answer(answer)
            except Illegal:
                continue
            finally:
                spent += time.process_time_ns() - begun
                count += 1
        found = min(found, spent / count / 1_000)
    return found


def objects(sizes: Sequence[int] = (0, 25, 50, 100, 150, 200)) -> Measure:
    """Tokens on the field of the player who acts."""
    grown = tuple((size, _cost(_framed(f"hand: [5 x Fireball], field: [{size} x Automaton Drone]"))) for size in sizes)
    return Measure("objects on the field", "tokens", grown)


def hand(sizes: Sequence[int] = (1, 10, 20, 40, 80)) -> Measure:
    """Cards in hand, half of them fast."""
    return Measure(
        "cards in hand", "cards", tuple((size, _cost(_framed(f"hand: [{size} x Fireball]"))) for size in sizes)
    )


def graveyard(sizes: Sequence[int] = (1, 50, 100, 200, 400)) -> Measure:
    """Cards in the graveyard."""
    own = "hand: [5 x Fireball], graveyard: [{} x Gray Wolf]"
    return Measure("cards in the graveyard", "cards", tuple((size, _cost(_framed(own.format(size)))) for size in sizes))


def players(sizes: Sequence[int] = (2, 3, 4), games: int = 3) -> Measure:
    """Players of a game between starter decks."""
    found = []
    for size in sizes:
        spent = sum(_whole(size, seed) for seed in range(games)) / games
        found.append((size, spent))
    return Measure("players", "players", tuple(found))


def _whole(size: int, seed: int) -> float:
    """Microseconds of a decision in a whole game of so many players."""
    game = Game.new([deck(NAMES[number % len(NAMES)]) for number in range(size)], seed=seed)
    begun = time.process_time()
    count = random_play.play(game, seed)
    return (time.process_time() - begun) / max(count, 1) * 1_000_000


def turns(games: int = 12, width: int = 5) -> Measure:
    """Turns played so far, in random games between two starter decks."""
    costs = random_play.costs(games).turns
    spans = random_play.gathered(costs, width)
    found = [(int(name.split("-")[0]) + width // 2, cost.each) for name, cost in spans.items() if cost.count >= 50]
    return Measure("turns played", "turn", tuple(found))


def measures() -> list[Measure]:
    """Every measure."""
    return [turns(), objects(), hand(), graveyard(), players()]
