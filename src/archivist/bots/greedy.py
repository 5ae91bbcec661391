"""The bot `greedy`: tries every answer in a guessed game, looks ahead until it is quiet, and takes the best."""

from __future__ import annotations

from collections.abc import Sequence

from archivist.arena.playing import Dice
from archivist.bots.foresight import WORTHWHILE, Foresight, Nodes, Spent, candidates, is_quiet, usual
from archivist.bots.guessing import Guessing
from archivist.decks import Deck
from archivist.game import Game
from archivist.model.decision import Answer, Decision, Pass
from archivist.view import Choice, View

NODES = 600
"""How many positions it looks at for a decision, at most; it seldom needs so many."""
ANSWERS, BREADTH = 12, 5
"""How many answers it tries to a decision, and to each further one that an action needs."""


class Greedy:
    """One move ahead, by the worth of the position that it leads to."""

    name = "greedy"

    def __init__(self, seed: int = 0, decks: Sequence[Deck | None] | None = None, nodes: int = NODES) -> None:
        """`nodes` is how many positions it may look at for a decision; `most_nodes` tells how many it has needed."""
        self._dice = Dice(seed)
        self._decks = decks
        self._budget = nodes
        self.nodes = 0
        self.most_nodes = 0

    def choose(self, view: View) -> Choice:
        decision, known = view.decision, view.knowledge
        assert decision is not None
        assert known is not None
        if len(decision.options) == 1 and decision.form == "act":
            return 0
        game = Guessing(known, self._decks).deal(self._dice)
        if game is None:
            return usual(decision)
        nodes = Nodes(self._budget)
        best = self._best(game, Foresight(known.seat, self._dice, nodes, BREADTH))
        self.nodes += nodes.used
        self.most_nodes = max(self.most_nodes, nodes.used)
        return usual(decision) if best is None else best

    def _best(self, game: Game, sight: Foresight) -> Choice | None:
        """The best answer of those that could be tried; a move must gain something to be better than none."""
        decision = game.decision
        assert decision is not None
        worths: dict[Answer, float] = {}
        try:
            for answer in candidates(decision, game.state, self._dice, ANSWERS):
                worths[answer] = self._worth(game, answer, sight)
        except Spent:
            pass
        best = max(worths, key=worths.__getitem__, default=None)
        return None if best is None else as_choice(decision, best)

    def _worth(self, game: Game, answer: Answer, sight: Foresight) -> float:
        if answer == Pass() and is_quiet(game):
            return sight.worth(game) + WORTHWHILE
        ahead = sight.after(game, answer)
        return -1e6 if ahead is None else sight.worth(ahead)


def as_choice(decision: Decision, answer: Answer) -> Choice:
    """An answer by the places of the options, as a bot gives it."""
    if isinstance(answer, tuple | str):
        return answer
    return next(index for index, option in enumerate(decision.options) if option == answer)
