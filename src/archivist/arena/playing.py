"""Random play: dice of a player's own, a random player, random decks, and games played to their end.

The dice are apart from the game's generator, so that how somebody chooses never changes what the game draws, and the
same seeds give the same game everywhere.
"""

from __future__ import annotations

import functools
import itertools
from collections.abc import Callable, Iterable, Sequence
from typing import TypeVar, overload

import msgspec

from archivist.cards import pool
from archivist.decks import Deck, decks
from archivist.game import Game
from archivist.model import chance
from archivist.model.card import Seat
from archivist.model.decision import Answer, Concede, Decision
from archivist.model.errors import Illegal
from archivist.view import Choice, DecisionView
from archivist.vocabulary.abilities import Lineage
from archivist.vocabulary.face import Face
from archivist.vocabulary.words import ADVANCED_ELEMENTS

LAST_SEED = 2**63 - 1
"""The last seed that a run of many games may begin with: those that follow are seeds too."""

T = TypeVar("T")

MATERIAL, MAIN, COPIES, LEVELS = 12, 60, 4, 3
"""The sizes of a deck: material cards, main-deck cards, copies of a card, levels above the Spirit."""
TRIES = 8
"""How often a pick under conditions is drawn before one is taken from the list of answers."""
OTHERWISE = 64
"""How many answers of that list are looked at."""


class Dice:
    """A seeded generator for choosing, one that no game shares."""

    __slots__ = ("_state",)

    def __init__(self, seed: int) -> None:
        self._state = chance.seeded(seed)

    def below(self, n: int) -> int:
        """A number from 0 to n-1."""
        self._state, value = chance.below(self._state, n)
        return value

    def between(self, least: int, most: int) -> int:
        return least + self.below(most - least + 1)

    def one(self, options: Sequence[T]) -> T:
        return options[self.below(len(options))]

    def some(self, options: Iterable[T], size: int) -> list[T]:
        """So many different ones, in a random order."""
        left = list(options)
        return [left.pop(self.below(len(left))) for _ in range(min(size, len(left)))]


# -- the random player -------------------------------------------------------------------------------------------


@overload
def choose(decision: Decision, dice: Dice) -> Answer: ...


@overload
def choose(decision: DecisionView, dice: Dice) -> Choice: ...


def choose(decision: Decision | DecisionView, dice: Dice) -> Answer | Choice:
    """A legal answer at random, without listing all of them where there may be millions."""
    options = decision.options
    match decision.form:
        case "act" | "name":
            return dice.one(list(decision.answers()))
        case "number":
            return (dice.between(decision.least, decision.most),)
        case "split":
            cuts = sorted(dice.some(range(1, decision.total), len(options) - 1))
            return tuple(after - before for before, after in itertools.pairwise((0, *cuts, decision.total)))
        case "order":
            return tuple(dice.some(range(len(options)), len(options)))
        case "arrange":
            order = dice.some(range(len(options)), len(options))
            order.insert(dice.below(len(order) + 1), -1)
            return tuple(order)
    return _picked(decision, dice)


def _picked(decision: Decision | DecisionView, dice: Dice) -> Answer | Choice:
    most = min(decision.most, len(decision.options))
    for _ in range(TRIES if decision.least <= most else 0):
        group = dice.one(decision.same) if decision.same else range(len(decision.options))
        picked = tuple(dice.some(group, dice.between(decision.least, most)))
        if decision.fits(picked):
            return picked
    return dice.one(list(itertools.islice(decision.answers(), OTHERWISE)))


class Outcome(msgspec.Struct, frozen=True):
    """How a played game went. `dead_ends` are plays that were given up because the answers chosen made them illegal."""

    over: bool
    winner: Seat | None
    turns: int
    decisions: int
    dead_ends: int = 0


class Table:
    """A game with a random player in every seat; each step is one answer.

    With `patience`, one of the players of a game that has more than two left leaves it about once in so many decisions,
    whoever has to decide, and twice as often in the middle of something as between two actions.
    """

    __slots__ = ("dead_ends", "decisions", "dice", "game", "patience")

    def __init__(self, game: Game, seed: int, patience: int = 0) -> None:
        self.game = game
        self.dice = Dice(seed)
        self.patience = patience
        self.decisions = 0
        self.dead_ends = 0

    def next_answer(self) -> Answer | None:
        """What is answered next; None when the game is over. Each call draws anew."""
        decision = self.game.decision
        if decision is None:
            return None
        return self._leaver() or choose(decision, self.dice)

    def _leaver(self) -> Concede | None:
        """Who leaves now, if anybody does."""
        living = self.game.state.living()
        if not self.patience or len(living) < 3:
            return None
        odds = 2 * self.patience if self.game.acting else self.patience
        return Concede(self.dice.one(sorted(living))) if self.dice.below(odds) == 0 else None

    def give(self, answer: Answer) -> Illegal | None:
        """Gives an answer. A play may turn out illegal by what was chosen for it; the game is then as before."""
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
    """Plays a game to its end, or to a number of decisions; `watch` looks at it before the first and after each."""
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
    """Decks that meet in a format; with its seed it is one game and no other."""

    title: str
    seed: int
    decks: tuple[Deck, ...]
    format: str = "standard"

    def game(self) -> Game:
        return Game.new(self.decks, seed=self.seed, format=self.format)


def match(seed: int) -> Match:
    """The match of a seed: by turns starter decks (every pair), random decks, and a Pantheon game of two to four."""
    dice = Dice(seed)
    if seed % 3 == 0:
        return starters(seed)
    if seed % 3 == 1:
        return Match("random decks", seed, tuple(random_deck(dice) for _ in range(2)))
    players = dice.between(2, 4)
    return Match(f"Pantheon, {players} players", seed, tuple(pantheon_deck(dice) for _ in range(players)), "pantheon")


def starters(seed: int) -> Match:
    """Two starter decks; nine seeds that are three apart have all pairs, and who sits where."""
    pairs = list(itertools.product(sorted(decks()), repeat=2))
    names = pairs[seed // 3 % len(pairs)]
    return Match(" against ".join(names), seed, tuple(decks()[name] for name in names))


def random_deck(dice: Dice) -> Deck:
    """A legal deck at random: a Spirit, one champion's levels 1 to 3, regalia, and 60 cards of enabled elements."""
    lineage = random_lineage(dice)
    copies = [name for name in main_pool(lineage) for _ in range(COPIES)]
    return Deck(_material(lineage, dice), _counted(dice.some(copies, MAIN)))


def pantheon_deck(dice: Dice) -> Deck:
    """A deck at random for the Pantheon format: no card twice, a Lesser and a Greater Boon."""
    lineage = random_lineage(dice)
    boons = tuple(dice.one(_named(f"{size} boon")) for size in ("lesser", "greater"))
    return Deck(_material(lineage, dice), _counted(dice.some(main_pool(lineage), MAIN)), boons)


def random_lineage(dice: Dice) -> tuple[str, ...]:
    """A Spirit and, of one champion, a card of each level from 1 to 3."""
    champions = [pool()[name] for name in _named("champion")]
    spirit = dice.one([face.name for face in champions if face.level == 0])
    name = dice.one(sorted({face.lineage_name for face in champions if face.level}))
    levels = [[face.name for face in champions if _follows(face, name, level)] for level in range(1, LEVELS + 1)]
    return (spirit, *(dice.one(level) for level in levels if level))


def _follows(face: Face, name: str, level: int) -> bool:
    needed = next((each.name for each in face.abilities if isinstance(each, Lineage)), name)
    return face.level == level and face.lineage_name == name == needed


def main_pool(lineage: Sequence[str]) -> tuple[str, ...]:
    """The main-deck cards all of whose elements a lineage enables."""
    enabled = _enabled(lineage)
    return tuple(name for name in _main_cards() if set(pool()[name].elements) <= enabled)


def regalia_pool(lineage: Sequence[str]) -> tuple[str, ...]:
    """The regalia all of whose elements a lineage enables."""
    enabled = _enabled(lineage)
    return tuple(name for name in _named("regalia") if set(pool()[name].elements) <= enabled)


def _enabled(lineage: Sequence[str]) -> set[str]:
    """Norm, the elements of the lineage, and exalted with any other advanced one."""
    enabled = {"norm", *(element for name in lineage for element in pool()[name].elements)}
    return enabled | ({"exalted"} if enabled & ADVANCED_ELEMENTS else set())


def _material(lineage: Sequence[str], dice: Dice) -> tuple[str, ...]:
    return (*lineage, *dice.some(regalia_pool(lineage), MATERIAL - len(lineage)))


def _counted(names: Iterable[str]) -> dict[str, int]:
    counted: dict[str, int] = {}
    for name in sorted(names):
        counted[name] = counted.get(name, 0) + 1
    return counted


@functools.cache
def _main_cards() -> tuple[str, ...]:
    outside = {"champion", "regalia", "boon"}
    cards = (face for face in pool().values() if face.is_card)
    return tuple(face.name for face in cards if not face.words & outside)


@functools.cache
def _named(word: str) -> tuple[str, ...]:
    """The cards of the pool that are this, apart from tokens."""
    return tuple(face.name for face in pool().values() if word in face.words and "token" not in face.words)
