"""The bot `search`: every answer is tried in guessed games that are played on for some turns, as far as needed.

The hidden cards are dealt at random several times. In each of these guesses the bot gives every answer and plays on for
both players as `greedy` would, through its own next turn and the opponent's; then the position is evaluated. What comes
of the answers is compared guess by guess, so that few guesses show which is better.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from archivist.bots import Expected
from archivist.bots.comparing import Comparison
from archivist.bots.foresight import (
    PAYMENTS,
    WORTHWHILE,
    Nodes,
    alike,
    candidates,
    different_payments,
    first_choice,
)
from archivist.bots.playing_on import Experience, thinks
from archivist.bots.thinker import Thinker, as_choice, pending
from archivist.decks import Deck
from archivist.game import Game
from archivist.knowledge import Knowledge
from archivist.model.decision import Answer, Pass
from archivist.model.state import State
from archivist.view import Choice, View

ANSWERS, PAYING = 12, 6
"""How many answers it considers at most, and how many ways to pay."""
TURNS, FEWER = 4, 2
"""How many turns it plays on, the present one included; and how many with a small budget."""
SMALL = 2_500
"""With fewer nodes than this a budget is small."""


class Search(Thinker):
    """Looks some turns ahead in guessed games."""

    name = "search"
    budget = 5_000
    guesses = 16

    def __init__(self, seed: int = 0, decks: Sequence[Deck | None] | None = None, nodes: int | None = None) -> None:
        super().__init__(seed, decks, nodes)
        self._turn: int | None = None
        self._experience = Experience(0)

    def best(self, games: Sequence[Game], known: Knowledge, nodes: Nodes) -> Answer | None:
        """The answer of which most came in the guesses; None if none could be tried."""
        compared = self._comparison(games, self._experience_of(games[0].state), nodes)
        if len(compared.answers) > 1:
            compared.glance()
            if games[0].acting and not thinks(games[0]):
                _keep_what_gains(compared)
            compared.run()
        ranked = compared.ranked()
        chances = [_chance(worth) for worth in compared.expected()]
        self.expected = Expected("chance", *chances) if chances else None
        return compared.answers[ranked[0]] if ranked else None

    def opinions(self, view: View, choice: Choice) -> list[Opinion]:
        """What it thinks of each answer to a decision, one that was given among them; the best first.

        All are tried in the same guesses, so that they can be compared. None if it cannot guess the game, or there is
        nothing to compare.
        """
        decision, known = view.decision, view.knowledge
        assert decision is not None
        assert known is not None
        games = self.guessed(known)
        if not games or decision.kind in PAYMENTS:
            return []
        asked = pending(games[0])
        given = asked.exact(choice) if isinstance(choice, int) else choice
        key = alike(games[0].state, given)
        compared = self._comparison(games, Experience(len(games[0].state.players)), Nodes(self._budget), {key: given})
        compared.run(keep_all=True)
        return [
            Opinion(as_choice(asked.options, compared.answers[move]), _chance(compared.mean(move)), tries, move == key)
            for move in compared.ranked()
            if (tries := len(compared.found[move]))
        ]

    def _comparison(
        self, games: Sequence[Game], experience: Experience, nodes: Nodes, given: dict[object, Answer] | None = None
    ) -> Comparison:
        """The answers to a decision, to be compared; one that was given, if any, is tried first."""
        decision, state = pending(games[0]), games[0].state
        found = candidates(decision, state, self.dice, ANSWERS)
        if decision.kind in PAYMENTS:
            gains = experience.gains[decision.player]
            found = different_payments(decision, state, [first_choice(decision, state, gains), *found])[:PAYING]
        answers = {alike(state, answer): answer for answer in found}
        turns = FEWER if self._budget < SMALL else TURNS
        known = given or {}
        return Comparison(games, {**known, **answers, **known}, experience, self.dice, nodes, turns)

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


def _keep_what_gains(compared: Comparison) -> None:
    """Where a player could as well act later, only moves that gain something at once compete with passing.

    A turn has many such windows: if everything were tried in each of them, everything would sooner or later look good
    by chance.
    """
    least = compared.gain(Pass()) + WORTHWHILE
    for move in list(compared.answers):
        if move != Pass() and compared.gain(move) <= least:
            del compared.answers[move]


def _chance(worth: float) -> float:
    """The chance to win that a mean result stands for."""
    return min(1.0, max(0.0, (1 + worth) / 2))
