"""The bot `greedy`: tries every answer in a guessed game, looks ahead to the next quiet position, and takes the best."""

from __future__ import annotations

from collections.abc import Sequence

from archivist.bots import Expected
from archivist.bots.foresight import WORTHWHILE, Foresight, Nodes, Spent, candidates, is_quiet
from archivist.bots.thinker import Thinker, pending
from archivist.game import Game
from archivist.model.card import Seat
from archivist.model.decision import Answer, Pass

ANSWERS, BREADTH = 12, 5
"""How many answers it tries for a decision, and for each further one that an action needs."""


class Greedy(Thinker):
    """Looks one move ahead and compares the positions that moves lead to. It seldom needs its whole budget."""

    name = "greedy"
    budget = 600

    def best(self, games: Sequence[Game], seat: Seat, nodes: Nodes) -> Answer | None:
        """The best of the answers that could be tried; a move must gain something to be better than none."""
        game = games[0]
        sight = Foresight(seat, self.dice, nodes, BREADTH)
        worths: dict[Answer, float] = {}
        try:
            for answer in candidates(pending(game), game.state, self.dice, ANSWERS):
                worths[answer] = _worth(game, answer, sight)
        except Spent:
            pass
        ranked = sorted(worths.values(), reverse=True)
        if ranked:
            self.expected = Expected("points", *ranked[:2])
        return max(worths, key=worths.__getitem__, default=None)


def _worth(game: Game, answer: Answer, sight: Foresight) -> float:
    if answer == Pass() and is_quiet(game):
        return sight.worth(game) + WORTHWHILE
    ahead = sight.after(game, answer)
    return -1e6 if ahead is None else sight.worth(ahead)
