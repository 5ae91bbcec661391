"""The bot `greedy`: tries every answer in a guessed game, looks ahead to the next quiet position, and takes the best.

What it has found out it does not find out again. A move that gained nothing is not tried again while the situation is
the same, and one that gained something only if it may be the best. The choices that a play needs are made together with
the play, and given as they are asked for.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Sequence

from archivist.bots import Expected
from archivist.bots.foresight import WORTHWHILE, Asked, Foresight, Nodes, Spent, alike, candidates, is_quiet
from archivist.bots.thinker import Thinker, pending
from archivist.decks import Deck
from archivist.game import Game
from archivist.knowledge import Knowledge
from archivist.model.card import Card, Seat
from archivist.model.decision import ACTIONS, Answer, Pass
from archivist.model.state import State
from archivist.position import Position

ANSWERS, BREADTH = 12, 5
"""How many answers it tries for a decision, and for each further one that an action needs."""
ILLEGAL = -1e6
"""The gain of a move that turned out to be illegal."""
UNTRIED = 1e9
"""The gain that a move may have before it was tried."""
SAFE = 10
"""A champion with more life left than this is as safe as one with this much."""


class Greedy(Thinker):
    """Looks one move ahead and compares the positions that moves lead to. It seldom needs its whole budget."""

    name = "greedy"
    budget = 600

    def __init__(self, seed: int = 0, decks: Sequence[Deck | None] | None = None, nodes: int | None = None) -> None:
        super().__init__(seed, decks, nodes)
        self._situation: object = None
        self._gains: dict[object, float] = {}
        """What moves gained in this situation when they were last tried, compared with passing."""
        self._made: tuple[object, Position] | None = None
        """The move that was made last, and where."""
        self._plan: tuple[Answer, ...] = ()
        """The play that is being made, with all its choices, after the answers before it."""
        self._asked: Asked = {}
        self._hoped: Expected | None = None
        """What was expected of that play."""

    def planned(self, known: Knowledge) -> Answer | None:
        """The next choice of the play that is being made, if it is asked for as it was foreseen."""
        given = known.answers or ()
        if not given or self._plan[: len(given)] != given or self._asked.get(given) != known.options:
            self._plan = ()
        if len(self._plan) <= len(given):
            return None
        self.expected = self._hoped
        return self._plan[len(given)]

    def best(self, games: Sequence[Game], known: Knowledge, nodes: Nodes) -> Answer | None:
        """The best of the answers that could be tried; a move must gain something to be better than none."""
        game = games[0]
        self._asked = {}
        sight = Foresight(known.seat, self.dice, nodes, BREADTH, asked=self._asked)
        return self._best_move(game, known, sight) if game.acting else self._best_answer(game, sight)

    def _best_answer(self, game: Game, sight: Foresight) -> Answer | None:
        worths: dict[Answer, float] = {}
        try:
            for answer in candidates(pending(game), game.state, self.dice, ANSWERS):
                ahead = sight.after(game, answer)
                worths[answer] = ILLEGAL if ahead is None else sight.worth(ahead)
        except Spent:
            pass
        self._expect(worths.values())
        return max(worths, key=worths.__getitem__, default=None)

    def _best_move(self, game: Game, known: Knowledge, sight: Foresight) -> Answer | None:
        """The move that gains most, or passing if none gains anything; moves are tried as far as is needed to know."""
        gains, answers = self._gains_in(game, known), moves_of(game)
        least = WORTHWHILE if is_quiet(game) else 0.0
        tried: dict[object, Game] = {}
        level: float | None = None
        best: object = Pass()
        try:
            level = _level(game, sight)
            while answers:
                best = max(answers, key=lambda move: gains.get(move, UNTRIED))
                if best in tried or gains.get(best, UNTRIED) <= least:
                    break
                ahead = sight.after(game, answers[best])
                if ahead is not None:
                    tried[best] = ahead
                gains[best] = ILLEGAL if ahead is None else sight.worth(ahead) - level
        except Spent:
            best = max(tried, key=gains.__getitem__, default=Pass())
        if level is not None:
            self._expect([level, *(level + gains[move] for move in answers if move in gains)])
        if best not in tried or gains[best] <= least:
            return Pass()
        self._made = best, known.position
        self._plan = (*game.answers, answers[best], *_choices(tried[best], game))
        self._hoped = self.expected
        return answers[best]

    def _gains_in(self, game: Game, known: Knowledge) -> dict[object, float]:
        """What is known of the moves; what was just refused, though it seemed legal, is not tried again."""
        situation = situation_of(game.state, known.seat)
        if situation != self._situation:
            self._situation, self._gains = situation, {}
        elif self._made is not None and self._made[1] == known.position:
            self._gains[self._made[0]] = ILLEGAL
        return self._gains

    def _expect(self, worths: Iterable[float]) -> None:
        ranked = sorted(worths, reverse=True)
        if ranked:
            self.expected = Expected("points", *ranked[:2])


def moves_of(game: Game) -> dict[object, Answer]:
    """The actions that can be taken, except passing, by what distinguishes them."""
    return {alike(game.state, answer): answer for answer in pending(game).answers() if answer != Pass()}


def situation_of(state: State, seat: Seat) -> object:
    """What the gains of a player's moves depend on: if it is the same again, so are they, as far as one can tell.

    That is the turn, what others have put on the stack, the attack under way, and the objects with damage and counters;
    not the step of the turn, nor the player's own cards that wait to resolve.
    """
    combat = state.combat
    return (
        state.turn.number,
        tuple(item.id for item in state.stack if item.controller != seat),
        None if combat is None else (combat.attacker, combat.targets, combat.weapons, combat.retaliators),
        tuple(_object(state, state.cards[number]) for number in state.field),
    )


def _object(state: State, card: Card) -> object:
    damage = card.damage
    if card.id == state.players[card.controller].champion:
        damage = min(SAFE, (state.now.life(state, card) or 0) - damage)
    return card.face, card.controller, damage, tuple(card.counters.items())


def _level(game: Game, sight: Foresight) -> float:
    """What passing is worth; where nothing is pending, it leads to no other position."""
    ahead = game if is_quiet(game) else sight.after(game, Pass())
    return ILLEGAL if ahead is None else sight.worth(ahead)


def _choices(ahead: Game, game: Game) -> Iterator[Answer]:
    """The choices with which a move was completed in a game that has gone on after it."""
    given = ahead.answers_since(game.answer_count + 1)
    return itertools.takewhile(lambda answer: not isinstance(answer, ACTIONS), given)
