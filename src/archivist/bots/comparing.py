"""Comparing answers: each is given in the same guessed games, and these are played on for some turns.

All answers meet the same cards, so the luck of a guess falls out of the difference between two of them. An answer that
is clearly behind the best is given up; the others are tried in a further guess.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from statistics import fmean

from archivist.bots.dice import Dice
from archivist.bots.evaluation import evaluate
from archivist.bots.foresight import Nodes, Spent
from archivist.bots.playing_on import Experience, PlayingOn
from archivist.game import Game
from archivist.model.card import Seat
from archivist.model.decision import Answer

SCALE = 20.0
"""With this many points ahead a player has practically won."""
LATER = 0.02
"""How much less a win or a loss counts for each turn that passes before it: until then much may come differently."""
CLEAR = 1.5
"""An answer is given up when it is so many standard errors behind the best."""
SAME = 3
"""Answers that came to exactly the same in so many guesses count as one."""
SPREAD, DOUBT = 0.08, 2
"""How much differences spread from guess to guess as far as is known before any were seen, and for how many seen ones
that counts.
"""


class Comparison:
    """Some answers to a decision, tried in guesses at the game, one guess after the other."""

    def __init__(
        self,
        games: Sequence[Game],
        answers: Mapping[object, Answer],
        experience: Experience,
        dice: Dice,
        nodes: Nodes,
        turns: int,
    ) -> None:
        """`answers` by what distinguishes them; `turns` is how many turns are played on, the present one included."""
        seat = games[0].to_act
        assert seat is not None
        self._games = games
        self._seat: Seat = seat
        self._nodes = nodes
        self._on = PlayingOn(experience, dice, nodes)
        self._now = games[0].state.turn.number
        self._until = self._now + turns
        self._first: dict[object, Game] = {}
        """Where each answer leads at once in the first guess."""
        self.answers = dict(answers)
        """The answers still compared."""
        self.found: dict[object, list[float]] = {move: [] for move in answers}
        """What came of each answer in one guess after the other, from -1, a loss, to 1, a win."""

    def glance(self) -> None:
        """Looks at where each answer leads at once; what turns out to be illegal is dropped.

        Where no nodes are left for all, the answers that were looked at are better known than the rest.
        """
        game, illegal = self._games[0], set[object]()
        try:
            for move, answer in self.answers.items():
                ahead = self._after(game, move, answer)
                if ahead is None:
                    illegal.add(move)
                else:
                    self._first[move] = ahead
        except Spent:
            illegal = set(self.answers) - set(self._first) if self._first else illegal
        self.answers = {move: answer for move, answer in self.answers.items() if move not in illegal}

    def gain(self, move: object) -> float:
        """What an answer gained at once when it was last tried; nothing is known to be gained before."""
        return self._on.gain(self._seat, self._now, move) or 0.0

    def run(self, *, keep_all: bool = False) -> None:
        """Tries the answers in one guess after the other until one is left, or no nodes or guesses are.

        With `keep_all`, none is given up.
        """
        for number in range(len(self._games)):
            if len(self.answers) < 2 or not self._tried_in(number):
                return
            if not keep_all:
                self._give_up()

    def ranked(self) -> list[object]:
        """The answers still compared, the best first: by what came of them, then by what they gain at once."""
        return sorted(self.answers, key=lambda move: (-self.mean(move), -self.gain(move)))

    def expected(self) -> tuple[float, ...]:
        """What came of the best answer on average, and of the best of the others, if any; nothing if none was tried.

        An answer that was given up met fewer guesses: it is measured by how far it was behind the best in these.
        """
        ranked = self.ranked()
        if not ranked or not self.found[ranked[0]]:
            return ()
        best, *_ = ranked
        mine, worth = self.found[best], self.mean(best)
        behind = [
            fmean(mine[: len(found)]) - fmean(found) for move, found in self.found.items() if move != best and found
        ]
        return (worth, worth - min(behind)) if behind else (worth,)

    def mean(self, move: object) -> float:
        """What came of an answer on average; before any try, what it gains at once."""
        found = self.found[move]
        return fmean(found) if found else math.tanh(self.gain(move) / SCALE)

    def _tried_in(self, number: int) -> bool:
        """Tries all answers in a guess, the most promising first. False if no nodes are left.

        Then the guess does not count; but in the first one the answers that were tried are better known than the rest.
        """
        results: dict[object, float | None] = {}
        order = sorted(self.answers, key=lambda move: -self.gain(move))
        try:
            for move in order:
                results[move] = self._result(number, move)
        except Spent:
            if number or len(results) < 2:
                return False
            self.answers = {move: self.answers[move] for move in results}
        for move, result in results.items():
            if result is None:
                del self.answers[move]
            else:
                self.found[move].append(result)
        return len(results) == len(order)

    def _result(self, number: int, move: object) -> float | None:
        """What comes of an answer in a guess; None if it turns out to be illegal there."""
        if number == 0 and move in self._first:
            ahead: Game | None = self._first.pop(move)
        else:
            ahead = self._after(self._games[number], move, self.answers[move])
        if ahead is None:
            return None
        state = self._on.until(ahead, self._until, move).state
        later = state.turn.number - self._now if state.over else 0
        return math.tanh(evaluate(state, self._seat) / SCALE) * (1 - LATER * later)

    def _after(self, game: Game, move: object, answer: Answer) -> Game | None:
        """The quiet position to which an answer leads."""
        sight = self._on.sight(self._seat)
        ahead = sight.after(game, answer)
        if ahead is not None:
            self._on.note(self._seat, self._now, move, sight.worth(ahead) - sight.worth(game))
        return ahead

    def _give_up(self) -> None:
        """Drops the answers that are clearly behind the best, or always come to the same as it."""
        best = self.ranked()[0]
        for move in list(self.answers):
            if move == best:
                continue
            ahead = [one - other for one, other in zip(self.found[best], self.found[move], strict=True)]
            if is_clear(ahead) or (len(ahead) >= SAME and not any(ahead)):
                del self.answers[move]


def is_clear(differences: Sequence[float]) -> bool:
    """Whether differences, one for each guess, show beyond doubt that the first of two answers is better."""
    n, mean = len(differences), fmean(differences)
    spread = DOUBT * SPREAD**2 + sum((each - mean) ** 2 for each in differences)
    return mean > CLEAR * math.sqrt(spread / (DOUBT + n - 1) / n)
