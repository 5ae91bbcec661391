"""Random play: matches made from a seed, and whole games with a random player in every seat."""

from __future__ import annotations

import itertools
from collections.abc import Callable

import msgspec

from archivist.bots import Outcome
from archivist.bots.dice import Dice, choose
from archivist.bots.random_decks import MAIN, MATERIAL, compiled_deck, pantheon_deck, random_deck
from archivist.decks import Deck
from archivist.decks import starters as starter_decks
from archivist.game import Game
from archivist.model.decision import Answer, Concede
from archivist.model.errors import Illegal

__all__ = [
    "LAST_SEED",
    "MAIN",
    "MATCHES",
    "MATERIAL",
    "Dice",
    "Match",
    "Outcome",
    "Table",
    "choose",
    "compiled_match",
    "match",
    "pantheon_deck",
    "play_out",
    "random_deck",
    "starters",
]

LAST_SEED = 2**63 - 1
"""The last seed that a run of many games may begin with: those that follow are seeds too."""


class Table:
    """A game with a random player in every seat; each step is one answer.

    With `patience`, a player leaves a game with more than two players about once in this many decisions, whoever has to
    decide, and twice as often in the middle of a procedure as between two actions.
    """

    __slots__ = ("dead_ends", "decisions", "dice", "game", "patience")

    def __init__(self, game: Game, seed: int, patience: int = 0) -> None:
        self.game = game
        self.dice = Dice(seed)
        self.patience = patience
        self.decisions = 0
        self.dead_ends = 0

    def next_answer(self) -> Answer | None:
        """The next answer; None when the game is over. Each call draws again."""
        decision = self.game.decision
        if decision is None:
            return None
        return self._leaver() or choose(decision, self.dice)

    def _leaver(self) -> Concede | None:
        """The concession of a player who leaves now, if one does."""
        living = self.game.state.living()
        if not self.patience or len(living) < 3:
            return None
        odds = 2 * self.patience if self.game.acting else self.patience
        return Concede(self.dice.one(sorted(living))) if self.dice.below(odds) == 0 else None

    def give(self, answer: Answer) -> Illegal | None:
        """Gives an answer. The choices made for a play may make it illegal; the game is then as before."""
        self.decisions += 1
        try:
            if isinstance(answer, Concede):
                self.game.concede(answer.player)
            else:
                self.game.answer(answer)
        except Illegal as illegal:
            self.dead_ends += 1
            return illegal
        return None

    @property
    def outcome(self) -> Outcome:
        state = self.game.state
        return Outcome(state.over, state.winner, state.turn.number, self.decisions, self.dead_ends)


def play_out(game: Game, seed: int, limit: int, watch: Callable[[Game], None] | None = None) -> Outcome:
    """Plays a game to its end or for a number of decisions; `watch` is called before the first and after each."""
    table = Table(game, seed)
    if watch is not None:
        watch(game)
    while table.decisions < limit:
        answer = table.next_answer()
        if answer is None:
            break
        table.give(answer)
        if watch is not None:
            watch(game)
    return table.outcome


# -- who plays what ----------------------------------------------------------------------------------------------


class Match(msgspec.Struct, frozen=True):
    """Decks that meet in a format. Together with the seed they determine the game."""

    title: str
    seed: int
    decks: tuple[Deck, ...]
    format: str = "standard"

    def game(self) -> Game:
        return Game.new(self.decks, seed=self.seed, format=self.format)


def match(seed: int) -> Match:
    """The match of a seed: in turn starter decks (every pair), random decks, and a Pantheon game of two to four
    players.
    """
    dice = Dice(seed)
    if seed % 3 == 0:
        return starters(seed)
    if seed % 3 == 1:
        return Match("random decks", seed, tuple(random_deck(dice) for _ in range(2)))
    players = dice.between(2, 4)
    return Match(f"Pantheon, {players} players", seed, tuple(pantheon_deck(dice) for _ in range(players)), "pantheon")


def compiled_match(seed: int) -> Match:
    """Two random decks of compiled cards."""
    dice = Dice(seed)
    return Match("compiled cards", seed, tuple(compiled_deck(dice) for _ in range(2)))


MATCHES: dict[str, Callable[[int], Match]] = {"usual": match, "compiled": compiled_match}
"""The ways to make a match from a seed."""


def starters(seed: int) -> Match:
    """Two starter decks. Nine seeds, each three after the last, give every pair in both seatings."""
    known = starter_decks()
    pairs = list(itertools.product(sorted(known), repeat=2))
    names = pairs[seed // 3 % len(pairs)]
    return Match(" against ".join(names), seed, tuple(known[name] for name in names))
