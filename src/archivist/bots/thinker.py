"""What bots that look ahead have in common: they guess what is hidden, and try answers within a budget of nodes."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import ClassVar

from archivist.bots import Expected
from archivist.bots.dice import Dice
from archivist.bots.foresight import Nodes, usual
from archivist.bots.guessing import Guessing
from archivist.decks import Deck
from archivist.game import Game
from archivist.knowledge import Knowledge
from archivist.model.decision import Answer, Decision, Option
from archivist.view import Choice, View


class Thinker(ABC):
    """A bot that tries its answers in guessed games. Of a view it needs the decision and what the seat knows."""

    name: ClassVar[str]
    table = False
    budget: ClassVar[int]
    """How many positions it looks at for a decision at most, unless told otherwise."""
    guesses: ClassVar[int] = 1
    """How often it deals the hidden cards."""

    def __init__(self, seed: int = 0, decks: Sequence[Deck | None] | None = None, nodes: int | None = None) -> None:
        """`nodes` is how many positions it may look at for a decision; `most_nodes` tells how many it has needed."""
        self.dice = Dice(seed)
        self._decks = decks
        self._budget = self.budget if nodes is None else nodes
        self.nodes = 0
        self.most_nodes = 0
        self.expected: Expected | None = None
        """What it expected of its last answer."""

    def choose(self, view: View) -> Choice:
        decision, known = view.decision, view.knowledge
        assert decision is not None
        self.expected = None
        if len(decision.options) == 1 and decision.form == "act":
            return 0
        assert known is not None
        planned = self.planned(known)
        if planned is not None and decision.fits(choice := as_choice(known.options, planned)):
            return choice
        games = self.guessed(known)
        if not games:
            return usual(decision)
        nodes = Nodes(self._budget)
        best = self.best(games, known, nodes)
        self.nodes += nodes.used
        self.most_nodes = max(self.most_nodes, nodes.used)
        return usual(decision) if best is None else as_choice(pending(games[0]).options, best)

    def guessed(self, known: Knowledge) -> list[Game]:
        """Some games that could be the real one, all at the same decision."""
        guessing = Guessing(known, self._decks)
        dealt = [guessing.deal(self.dice) for _ in range(self.guesses)]
        return [game for game in dealt if game is not None]

    def planned(self, known: Knowledge) -> Answer | None:
        """An answer that was decided on before, together with another one; None if there is none."""
        return None

    @abstractmethod
    def best(self, games: Sequence[Game], known: Knowledge, nodes: Nodes) -> Answer | None:
        """The best answer in some guesses at the game, all at the same decision; None if none could be tried."""


def pending(game: Game) -> Decision:
    """The pending decision of a game that is not over."""
    decision = game.decision
    assert decision is not None
    return decision


def as_choice(options: Sequence[Option], answer: Answer) -> Choice:
    """An answer by the numbers of the options, as bots give it."""
    if isinstance(answer, tuple | str):
        return answer
    return next(index for index, option in enumerate(options) if option == answer)
