"""Random games between two 60-card decks: how fast they go, and what a decision costs by kind, turn and board.

The games are the same in every pass, since everything is seeded: the first pass only plays and is timed as a whole, the
second times each decision, the third (`shares`) is sampled. So no measurement slows another.
"""

from __future__ import annotations

import itertools
import time
from collections import defaultdict
from collections.abc import Callable, Iterator
from operator import attrgetter

import msgspec

from archivist.arena.playing import Dice, choose
from archivist.decks import deck
from archivist.game import Game
from archivist.model.decision import Decision
from archivist.model.errors import Illegal

DECKS = ("rai", "silvie")
GAMES = 40
LIMIT = 5_000
"""Decisions after which a game is abandoned; random games between these decks have some hundreds."""


class Speed(msgspec.Struct, frozen=True):
    """How long a number of games took, and how many decisions they had: all, and those with two or more options."""

    games: int
    decisions: int
    real: int
    seconds: float


class Cost(msgspec.Struct):
    """What some decisions cost: finding their options, and carrying out their answers, in nanoseconds."""

    count: int = 0
    offering: int = 0
    answering: int = 0

    def add(self, offering: int, answering: int) -> None:
        self.count += 1
        self.offering += offering
        self.answering += answering

    @property
    def each(self) -> float:
        """Microseconds per decision."""
        return (self.offering + self.answering) / self.count / 1_000


class Costs(msgspec.Struct):
    """What decisions cost, by their kind, by turn number and by the number of objects on the field."""

    kinds: dict[str, Cost]
    turns: dict[int, Cost]
    objects: dict[int, Cost]


Asking = Callable[[Game], Decision | None]
"""How the next decision of a game is found: every one, or those that leave a choice."""
every_decision: Asking = attrgetter("decision")


def new_game(seed: int) -> Game:
    return Game.new([deck(name) for name in DECKS], seed=seed)


def play(game: Game, seed: int, limit: int = LIMIT, *, ask: Asking = every_decision) -> int:
    """Plays a game to its end, or to so many decisions. Gives the number of decisions."""
    dice = Dice(seed)
    for number in range(limit):
        decision = ask(game)
        if decision is None:
            return number
        _give(game, decision, dice)
    return limit


def _give(game: Game, decision: Decision, dice: Dice) -> None:
    """Gives a random answer; a play that its choices make illegal is undone."""
    try:
        game.answer(choose(decision, dice))
    except Illegal:
        return


# -- the whole ---------------------------------------------------------------------------------------------------


def speed(games: int = GAMES, *, ask: Asking = every_decision) -> Speed:
    """Plays the games for time only, and counts their decisions in a separate pass."""
    play(new_game(0), 0, ask=ask)
    begun = time.process_time()
    decisions = sum(play(new_game(seed), seed, ask=ask) for seed in range(games))
    seconds = time.process_time() - begun
    return Speed(games, decisions, sum(_real_decisions(seed, ask) for seed in range(games)), seconds)


def _real_decisions(seed: int, ask: Asking) -> int:
    """The decisions of a game that leave a choice."""
    return sum(is_real(decision) for decision in _decisions(seed, ask))


def is_real(decision: Decision) -> bool:
    """Whether a decision has at least two answers."""
    return next(itertools.islice(decision.answers(), 1, None), None) is not None


def _decisions(seed: int, ask: Asking) -> Iterator[Decision]:
    game, dice = new_game(seed), Dice(seed)
    for _ in range(LIMIT):
        decision = ask(game)
        if decision is None:
            return
        yield decision
        _give(game, decision, dice)


# -- decision by decision ----------------------------------------------------------------------------------------


def costs(games: int = GAMES) -> Costs:
    """Times every decision of the games: finding its options, and carrying out its answer until the next decision."""
    found = Costs(defaultdict(Cost), defaultdict(Cost), defaultdict(Cost))
    for seed in range(games):
        _time_game(seed, found)
    return found


def _time_game(seed: int, found: Costs) -> None:
    game, dice = new_game(seed), Dice(seed)
    clock = time.thread_time_ns
    for _ in range(LIMIT):
        begun = clock()
        decision = game.decision
        offering = clock() - begun
        if decision is None:
            return
        answer = choose(decision, dice)
        turn, objects = game.state.turn.number, len(game.state.field)
        begun = clock()
        try:
            game.answer(answer)
        except Illegal:
            continue
        answering = clock() - begun
        for place in (found.kinds[decision.kind], found.turns[turn], found.objects[objects]):
            place.add(offering, answering)


def gathered(costs: dict[int, Cost], width: int) -> dict[str, Cost]:
    """Costs by a number, in spans of equal width."""
    found: dict[str, Cost] = {}
    for number, cost in sorted(costs.items()):
        first = (number // width) * width
        span = found.setdefault(f"{first}-{first + width - 1}", Cost())
        span.count += cost.count
        span.offering += cost.offering
        span.answering += cost.answering
    return found


def slope(costs: dict[int, Cost]) -> tuple[float, float]:
    """The straight line that best fits the cost of a decision, by least squares: its height at 0 and its slope."""
    weight = sum(cost.count for cost in costs.values())
    mean_x = sum(number * cost.count for number, cost in costs.items()) / weight
    mean_y = sum(cost.each * cost.count for cost in costs.values()) / weight
    above = sum(cost.count * (number - mean_x) * (cost.each - mean_y) for number, cost in costs.items())
    below = sum(cost.count * (number - mean_x) ** 2 for number, cost in costs.items())
    rise = above / below if below else 0.0
    return mean_y - rise * mean_x, rise
