"""The bot `search`: Monte-Carlo tree search over guessed games.

The hidden cards are dealt at random several times. In these guesses a tree of moves grows from the decision; a move is
an action with everything that comes of it until the position is quiet. Each try goes down the tree by what was found so
far, adds a move, plays on quickly for some turns, and evaluates the position reached; all moves that led there are
credited with it. The bot gives the answer that was tried most.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

import msgspec

from archivist.bots import Expected
from archivist.bots.dice import Dice
from archivist.bots.evaluation import WON, evaluate
from archivist.bots.foresight import PAYMENTS, WORTHWHILE, Nodes, Spent, alike, candidates, first_choice
from archivist.bots.playing_on import Experience, PlayingOn, moves, thinks
from archivist.bots.thinker import Thinker, as_choice, pending
from archivist.decks import Deck
from archivist.game import Game
from archivist.model.card import Seat
from archivist.model.decision import Answer, Pass
from archivist.model.state import State
from archivist.view import Choice, View

ANSWERS = 12
"""How many answers it considers at most."""
TURNS = 2
"""How many turns it plays on, the present one included."""
CURIOSITY = 0.25
"""How strongly moves that were tried seldom are preferred to moves that proved good."""
SCALE = 20.0
"""With this many points ahead a player has practically won."""


class Search(Thinker):
    """Looks some turns ahead, in a tree of moves."""

    name = "search"
    budget = 3_000
    guesses = 8

    def __init__(self, seed: int = 0, decks: Sequence[Deck | None] | None = None, nodes: int | None = None) -> None:
        super().__init__(seed, decks, nodes)
        self._turn: int | None = None
        self._experience = Experience(0)

    def best(self, games: Sequence[Game], seat: Seat, nodes: Nodes) -> Answer | None:
        """The answer that was tried most by the time no nodes are left; payments are chosen without a search."""
        decision = pending(games[0])
        if decision.kind in PAYMENTS:
            return first_choice(decision, games[0].state)
        tree = Tree(games, seat, self._experience_of(games[0].state), self.dice, nodes)
        best = tree.grown()
        self.expected = tree.expected()
        return best

    def opinions(self, view: View, choice: Choice) -> list[Opinion]:
        """What it thinks of each answer to a decision, one that was given among them; the best first.

        All are tried equally often, so that they can be compared. None if it cannot guess the game, or there is nothing
        to compare.
        """
        decision, known = view.decision, view.knowledge
        assert decision is not None
        assert known is not None
        games = self.guessed(known)
        if not games or decision.kind in PAYMENTS:
            return []
        tree = Tree(games, known.seat, Experience(len(games[0].state.players)), self.dice, Nodes(self._budget))
        asked = pending(games[0])
        given = asked.exact(choice) if isinstance(choice, int) else choice
        return tree.compared(given)

    def _experience_of(self, state: State) -> Experience:
        """What was found out about moves this turn; in another turn they are tried again, because much has changed."""
        if self._turn != state.turn.number:
            self._turn, self._experience = state.turn.number, Experience(len(state.players))
        return self._experience


class Opinion(msgspec.Struct, frozen=True):
    """What the search thinks of an answer: the chance to win, from 0 to 1, found in so many tries."""

    choice: Choice
    chance: float
    tries: int
    given: bool = False


class Record:
    """How often something was tried, and the sum of the results."""

    __slots__ = ("total", "tries")

    def __init__(self) -> None:
        self.tries = 0
        self.total = 0.0

    def credit(self, worth: float) -> None:
        self.tries += 1
        self.total += worth

    @property
    def mean(self) -> float:
        return self.total / self.tries if self.tries else 0.0


class Line(Record):
    """A place in the tree: a line of moves. It holds the position to which they lead in each of the guesses."""

    __slots__ = ("further", "positions")

    def __init__(self) -> None:
        super().__init__()
        self.positions: dict[int, Game | None] = {}
        self.further: dict[object, Line] = {}


class Tree:
    """The moves that follow a decision, in several guesses at the game."""

    def __init__(self, games: Sequence[Game], seat: Seat, experience: Experience, dice: Dice, nodes: Nodes) -> None:
        state = games[0].state
        self._games = games
        self._seat = seat
        self._nodes = nodes
        self._on = PlayingOn(experience, dice, nodes)
        self._turn = state.turn.number + TURNS
        self._root = Line()
        self._all = Record()
        self._deals = [Record() for _ in games]
        answers = candidates(pending(games[0]), state, dice, ANSWERS)
        self._answers = {alike(state, answer): answer for answer in answers}

    def grown(self) -> Answer | None:
        """Tries moves until no nodes are left. Gives the answer that was tried most, or None if none could be tried."""
        if len(self._answers) > 1:
            try:
                self._glance()
                tries = 0
                while len(self._answers) > 1:
                    self._nodes.take()
                    self._try(tries % len(self._games))
                    tries += 1
            except Spent:
                pass
        lines = self._root.further
        best = max(self._answers, key=lambda move: self._found(lines.get(move), move), default=None)
        return None if best is None else self._answers[best]

    def compared(self, given: Answer) -> list[Opinion]:
        """Tries all answers equally often, and says what came of them."""
        state = self._games[0].state
        key = alike(state, given)
        self._answers[key] = given
        tries = 0
        try:
            self._glance(everything=True)
            while len(self._answers) > 1:
                for move in list(self._answers):
                    self._nodes.take()
                    self._try(tries % len(self._games), move)
                tries += 1
        except Spent:
            pass
        lines = self._root.further
        found = [
            Opinion(as_choice(pending(self._games[0]), answer), _chance(line.mean), line.tries, move == key)
            for move, answer in self._answers.items()
            if (line := lines.get(move)) is not None and line.tries
        ]
        return sorted(found, key=lambda each: -each.chance)

    def expected(self) -> Expected | None:
        """What the answer that was tried most promises, and the best of the others; None if nothing was tried."""
        tried = [line for move, line in self._root.further.items() if move in self._answers and line.tries]
        if not tried:
            return None
        best, *others = sorted(tried, key=lambda line: (-line.tries, -line.mean))
        second = max((_chance(line.mean) for line in others), default=None)
        return Expected("chance", _chance(best.mean), second)

    def _found(self, line: Line | None, move: object) -> tuple[float, ...]:
        hope = self._on.hope(self._seat, move)
        hope = -WON if hope is None else hope
        return (0, 0.0, hope) if line is None else (line.tries, line.mean, hope)

    def _glance(self, *, everything: bool = False) -> None:
        """Looks at where each of the answers leads immediately; with `everything`, none is left out that is possible."""
        for move, answer in list(self._answers.items()):
            line = Line()
            line.positions[0] = self._after(self._games[0], move, answer)
            self._root.further[move] = line
            if line.positions[0] is None:
                del self._answers[move]
        game = self._games[0]
        if game.acting and not thinks(game) and not everything:
            self._keep_what_gains()

    def _keep_what_gains(self) -> None:
        """Where a player could as well act later, only moves that gain something immediately compete with passing.

        A turn has many such windows: if everything were tried in each of them, everything would sooner or later look
        good by chance.
        """
        least = (self._on.hope(self._seat, Pass()) or 0.0) + WORTHWHILE
        for move in list(self._answers):
            if move != Pass() and (self._on.hope(self._seat, move) or 0.0) <= least:
                del self._answers[move]

    # -- one try -------------------------------------------------------------------------------------------------

    def _try(self, guess: int, first: object = None) -> None:
        """Goes down the tree in one guess until a move is new, plays on from there, and credits the moves.

        `first` is the move to begin with, if not the most promising.
        """
        line, game = self._root, self._games[guess]
        path = [line]
        while not self._ended(game):
            choices = self._answers if line is self._root else moves(game)
            chosen = line is self._root and first is not None
            move = first if chosen else self._selected(line, game, choices)
            line = line.further.setdefault(move, Line())
            path.append(line)
            if guess not in line.positions:
                line.positions[guess] = self._after(game, move, choices[move])
            ahead = line.positions[guess]
            if ahead is None:
                break
            game = ahead
            if not line.tries:
                game = self._on.until(game.copy(), self._turn)
                break
        worth = self._without_luck(guess, self._worth(game))
        for each in path:
            each.credit(worth)

    def _without_luck(self, guess: int, worth: float) -> float:
        """The result of a try, corrected for how much better the cards of its guess are than those of the others, if
        known.
        """
        self._deals[guess].credit(worth)
        self._all.credit(worth)
        return worth - self._deals[guess].mean + self._all.mean

    def _ended(self, game: Game) -> bool:
        return game.over or game.state.turn.number >= self._turn

    def _worth(self, game: Game) -> float:
        return math.tanh(evaluate(game.state, self._seat) / SCALE)

    def _after(self, game: Game, move: object, answer: Answer) -> Game | None:
        """Where a move leads: to the next position in which a player thinks about one."""
        seat = game.to_act
        assert seat is not None
        sight = self._on.sight(seat)
        ahead = sight.after(game, answer)
        if ahead is None:
            return None
        self._on.note(seat, move, sight.worth(ahead) - sight.worth(game))
        return self._on.onward(ahead, self._turn)

    def _selected(self, line: Line, game: Game, choices: Mapping[object, Answer]) -> object:
        """The most promising move: it proved good, gains much immediately, or was tried seldom."""
        seat = game.to_act
        assert seat is not None
        side = 1.0 if seat == self._seat else -1.0
        hopes = {move: self._on.hope(seat, move) for move in choices}
        highest = max((hope for hope in hopes.values() if hope is not None), default=0.0)
        curiosity = CURIOSITY * math.sqrt(math.log(line.tries + 2))

        def promise(move: object) -> float:
            hope = hopes[move]
            expected = line.mean + side * ((hope - highest) / SCALE if hope is not None else 0.0)
            further = line.further.get(move)
            tries = 0 if further is None else further.tries
            total = 0.0 if further is None else further.total
            return side * (expected + total) / (1 + tries) + curiosity / math.sqrt(1 + tries)

        return max(choices, key=promise)


def _chance(worth: float) -> float:
    """The chance to win that a mean result stands for."""
    return min(1.0, max(0.0, (1 + worth) / 2))
