"""Matchups: every deck against every other and itself, in many games; who wins, how long it takes, what is never played.

The players are bots (`archivist.bots`): a run names one, and every process makes its own.
"""

from __future__ import annotations

import itertools
import math
import statistics
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress

import msgspec

from archivist.arena.playing import Dice, choose
from archivist.bots import bot, choice_of
from archivist.cards import pool
from archivist.decks import Deck
from archivist.game import Game
from archivist.model import events
from archivist.model.card import Seat
from archivist.model.decision import Answer, Play
from archivist.model.errors import Illegal
from archivist.model.event import Event
from archivist.view import Choice

LIMIT = 20_000
"""Decisions after which a game is left unfinished."""
RANDOM = "random"
"""The bot that needs no view."""
ONE_SIDED = 0.95
"""A deck that wins or loses more than this share of its games against itself makes going first decide everything."""
ENOUGH = 20
"""Games against itself before that is judged."""
Z = 1.959964
"""The quantile of the normal distribution for 95 percent."""


# -- one game ----------------------------------------------------------------------------------------------------


class Meeting(msgspec.Struct, frozen=True):
    """Two decks, by name, a seed, and the bots that play them: one game. Who goes first is drawn by the game."""

    one: str
    other: str
    seed: int
    bots: tuple[str, str] = (RANDOM, RANDOM)


class Touched(msgspec.Struct, frozen=True):
    """The cards of a deck that were in hand or material deck when its player could act, could be played, and were."""

    reached: frozenset[str]
    offered: frozenset[str]
    played: frozenset[str]


class Record(msgspec.Struct, frozen=True):
    """What came of a game; the winner is 0 if it went first, 1 if second, None if nobody won.

    The bots are those of the player going first and second; `seat` is where the player going first sits.
    """

    first: str
    second: str
    winner: Seat | None
    over: bool
    turns: int
    decisions: int
    touched: tuple[Touched, Touched]
    bots: tuple[str, str] = (RANDOM, RANDOM)
    seed: int = 0
    seat: Seat = 0


def meetings(names: Sequence[str], games: int, seed: int, bots: Sequence[str] = (RANDOM,)) -> list[Meeting]:
    """So many games in which all pairs come equally often: of decks, and of bots for each of these."""
    pairs = list(itertools.product(itertools.product(bots, names), repeat=2))
    found = []
    for index in range(games):
        (one, mine), (other, theirs) = pairs[index % len(pairs)]
        found.append(Meeting(mine, theirs, seed + index, (one, other)))
    return found


def play(meeting: Meeting, decks: Mapping[str, Deck], limit: int = LIMIT) -> Record:
    """Plays a meeting; each bot knows both deck lists."""
    names = (meeting.one, meeting.other)
    lists = [decks[name] for name in names]
    game = Game.new(lists, seed=meeting.seed)
    seats = [_seated(name, 2 * meeting.seed + seat, lists) for seat, name in enumerate(meeting.bots)]
    watch = _Watch(game)
    decisions = 0
    while (seat := game.to_act) is not None and decisions < limit:
        watch()
        answer = seats[seat](game)
        decisions += 1
        with suppress(Illegal):
            game.answer(answer)
    order = (game.state.first_player, 1 - game.state.first_player)
    winner = game.state.winner
    return Record(
        names[order[0]],
        names[order[1]],
        None if winner is None else order.index(winner),
        game.over,
        game.state.turn.number,
        decisions,
        (watch.touched(order[0]), watch.touched(order[1])),
        (meeting.bots[order[0]], meeting.bots[order[1]]),
        meeting.seed,
        order[0],
    )


def _seated(player: str, seed: int, decks: Sequence[Deck]) -> Callable[[Game], Answer | Choice]:
    """What answers for a seat. The bot random looks at nothing but the decision; a view would take most of its time."""
    if player != RANDOM:
        seated = bot(player, seed=seed, decks=decks)
        return lambda game: choice_of(game, seated)
    dice = Dice(seed)

    def answer(game: Game) -> Answer:
        assert game.decision is not None
        return choose(game.decision, dice)

    return answer


class _Watch:
    """Looks at a game at every decision, and remembers what each player could play of their own cards."""

    def __init__(self, game: Game) -> None:
        self._game = game
        self._reached: tuple[set[str], set[str]] = (set(), set())
        self._offered: tuple[set[str], set[str]] = (set(), set())

    def __call__(self) -> None:
        decision = self._game.decision
        if decision is None or decision.form != "act":
            return
        state, seat = self._game.state, decision.player
        player = state.players[seat]
        mine = (number for number in (*player.hand, *player.material) if state.cards[number].owner == seat)
        self._reached[seat].update(state.cards[number].default_face for number in mine)
        for option in decision.options:
            if isinstance(option, Play) and state.cards[option.card].owner == seat:
                self._offered[seat].add(state.cards[option.card].default_face)

    def touched(self, seat: Seat) -> Touched:
        played = frozenset(_played(self._game.events, seat))
        offered = self._offered[seat] | played
        return Touched(frozenset(self._reached[seat] | offered), frozenset(offered), played)


def _played(told: Iterable[Event], seat: Seat) -> Iterator[str]:
    """The cards of a player's own that they have played."""
    for event in told:
        if isinstance(event, events.Play) and event.player == seat and event.card.owner == seat:
            yield event.card.default_face


# -- what many games say -----------------------------------------------------------------------------------------


def interval(wins: int, games: int) -> tuple[float, float]:
    """Where a rate lies with 95 percent confidence (Wilson's score interval)."""
    if not games:
        return 0.0, 1.0
    rate, z2 = wins / games, Z * Z / games
    middle = (rate + z2 / 2) / (1 + z2)
    half = Z / (1 + z2) * math.sqrt(rate * (1 - rate) / games + z2 / (4 * games))
    return max(0.0, min(middle - half, rate)), min(1.0, max(middle + half, rate))


class Pairing(msgspec.Struct, frozen=True):
    """A deck going first against another: its games, and of those that ended, its wins and losses and their turns."""

    first: str
    second: str
    games: int
    unfinished: int
    wins: int
    losses: int
    shortest: int
    median: float
    longest: int
    decisions: float

    @property
    def finished(self) -> int:
        return self.games - self.unfinished

    @property
    def rate(self) -> float:
        """The share of games that the deck going first wins; a draw is a game not won."""
        return self.wins / self.finished if self.finished else 0.0

    @classmethod
    def of(cls, first: str, second: str, records: Sequence[Record]) -> Pairing:
        finished = [record for record in records if record.over]
        turns = [record.turns for record in finished] or [0]
        winners = Counter(record.winner for record in finished)
        return cls(
            first,
            second,
            len(records),
            len(records) - len(finished),
            winners[0],
            winners[1],
            min(turns),
            statistics.median(turns),
            max(turns),
            statistics.fmean(record.decisions for record in records),
        )


class Standing(msgspec.Struct, frozen=True):
    """How a deck did in its finished games against all decks, itself included."""

    deck: str
    first_games: int
    first_wins: int
    second_games: int
    second_wins: int

    @classmethod
    def of(cls, deck: str, pairings: Sequence[Pairing]) -> Standing:
        going_first = [each for each in pairings if each.first == deck]
        going_second = [each for each in pairings if each.second == deck]
        return cls(
            deck,
            sum(each.finished for each in going_first),
            sum(each.wins for each in going_first),
            sum(each.finished for each in going_second),
            sum(each.losses for each in going_second),
        )


class Unplayed(msgspec.Struct, frozen=True):
    """A card of a deck that was played in none of its games: in how many it was in reach, and in how many legal."""

    deck: str
    card: str
    games: int
    reached: int
    offered: int

    @property
    def why(self) -> str:
        if not self.reached:
            return "never in reach"
        return "never chosen" if self.offered else "never legal to play"


class Report(msgspec.Struct, frozen=True):
    """What a run says."""

    games: int
    pairings: tuple[Pairing, ...]
    decks: tuple[Standing, ...]
    unplayed: tuple[Unplayed, ...]

    @property
    def one_sided(self) -> tuple[str, ...]:
        """The decks whose games against themselves are decided by who goes first."""
        return tuple(
            each.first
            for each in self.pairings
            if each.first == each.second and each.finished >= ENOUGH and not 1 - ONE_SIDED <= each.rate <= ONE_SIDED
        )

    @classmethod
    def of(cls, records: Sequence[Record], decks: Mapping[str, Deck]) -> Report:
        by_pair: dict[tuple[str, str], list[Record]] = {}
        for record in records:
            by_pair.setdefault((record.first, record.second), []).append(record)
        pairings = tuple(Pairing.of(*pair, by_pair[pair]) for pair in sorted(by_pair))
        met = [name for name in decks if any(name in pair for pair in by_pair)]
        standings = tuple(Standing.of(name, pairings) for name in met)
        unplayed = tuple(each for name in met for each in _unplayed(name, decks[name], records))
        return cls(len(records), pairings, standings, unplayed)


def _unplayed(name: str, deck: Deck, records: Iterable[Record]) -> Iterator[Unplayed]:
    """Level 0 champions begin the game on the field and are not played."""
    touched = [
        each
        for record in records
        for title, each in zip((record.first, record.second), record.touched, strict=True)
        if title == name
    ]
    played = frozenset[str]().union(*(each.played for each in touched))
    for card in dict.fromkeys((*deck.material, *deck.main)):
        if card not in played and pool()[card].level != 0:
            reached = sum(card in each.reached for each in touched)
            yield Unplayed(name, card, len(touched), reached, sum(card in each.offered for each in touched))
