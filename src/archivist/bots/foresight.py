"""Looking ahead in a guessed game: giving an answer, going on until it is quiet, and playing turns on quickly.

A position is quiet when a player can act while nothing waits on the stack and no combat is under way. What happens from
one quiet position to the next is one move: an action with everything that is decided for it and that comes of it.
"""

from __future__ import annotations

import itertools
import math
from typing import Final

from archivist.bots.dice import Dice, choose
from archivist.bots.evaluation import evaluate
from archivist.game import Game
from archivist.model.card import Seat, Thing
from archivist.model.decision import Answer, Attack, Decision, Pass, Play
from archivist.model.errors import Illegal
from archivist.model.state import State
from archivist.view import Choice, DecisionView

PAYMENTS: Final = frozenset(("reserve", "floating", "kindling"))
"""Decisions about which cards pay: there are many ways, and little hangs on them."""
EAGER: Final = frozenset(("retaliate", "weapon", "floating"))
"""Decisions where more is better, as far as one can tell without looking ahead."""
LISTED: Final = 24
"""How many answers of a decision are listed before some are picked at random instead."""
TRIES: Final = 2
"""How often, for each answer that is wanted, one is picked at random; the same may come again."""
WORTHWHILE: Final = 0.05
"""What a move must gain, in points, to be better than none."""


class Spent(Exception):
    """There are no nodes left."""


class Nodes:
    """The positions that may still be looked at: every answer given in a guessed game takes one."""

    __slots__ = ("left", "used")

    def __init__(self, most: int) -> None:
        self.left = most
        self.used = 0

    def take(self) -> None:
        """Takes one; raises Spent if none are left."""
        if self.left < 1:
            raise Spent
        self.left -= 1
        self.used += 1


# -- answers -----------------------------------------------------------------------------------------------------


def usual(decision: DecisionView) -> Choice:
    """A sensible answer without looking ahead: pass, take what is offered, and else the plainest."""
    if decision.form == "act":
        return decision.options.index("pass") if "pass" in decision.options else 0
    return _eager(decision) or next(decision.answers())


def _eager(decision: Decision | DecisionView) -> tuple[int, ...]:
    """As many as can be, where more is better; else nothing."""
    if decision.kind not in EAGER or decision.form != "pick" or decision.sets or decision.same or decision.mixes:
        return ()
    return tuple(range(min(decision.most, len(decision.options))))


def first_choice(decision: Decision, state: State) -> Answer:
    """A sensible answer without looking ahead; those cards pay that are the dearest, and so the hardest, to play."""
    if decision.form == "act" and Pass() in decision.options:
        return Pass()
    if decision.kind in PAYMENTS and decision.form == "pick" and decision.least == decision.most:
        dearest = sorted(range(len(decision.options)), key=lambda index: -_cost(state, decision.options[index]))
        picked = tuple(dearest[: decision.least])
        if decision.fits(picked):
            return picked
    return _eager(decision) or next(decision.answers())


def _cost(state: State, option: object) -> int:
    if not isinstance(option, Thing) or option.kind != "card":
        return 0
    cost = state.face(state.cards[option.id]).cost.reserve
    return cost if isinstance(cost, int) else 0


def candidates(decision: Decision, state: State, dice: Dice, most: int) -> list[Answer]:
    """Answers worth a look: all if there are few, else the first choice and some at random. Alike actions count once."""
    if decision.form == "act":
        return list({alike(state, answer): answer for answer in decision.answers()}.values())
    listed = list(itertools.islice(decision.answers(), LISTED))
    if len(listed) <= most:
        return listed
    found = dict.fromkeys([first_choice(decision, state)])
    for _ in range(TRIES * most):
        if len(found) < most:
            found[choose(decision, dice) if len(listed) == LISTED else dice.one(listed)] = None
    return list(found)


def alike(state: State, answer: Answer) -> object:
    """What tells one answer from another: an action by the card's name and marks, for copies of a card are alike."""
    if isinstance(answer, Play):
        card = state.cards[answer.card]
        return answer.way, card.true_name, card.zone
    if isinstance(answer, Attack):
        card = state.cards[answer.unit]
        return "attack", card.true_name, card.damage, tuple(card.counters.items())
    return answer


def is_quiet(game: Game) -> bool:
    """Whether a player can act while nothing waits on the stack and no combat is under way."""
    return game.acting and not game.state.stack and game.state.combat is None


# -- looking ahead -----------------------------------------------------------------------------------------------


class Foresight:
    """Makes moves for one player in guessed games, which it leaves as they are; the others answer without thinking."""

    def __init__(
        self, seat: Seat, dice: Dice, nodes: Nodes, breadth: int, habits: dict[object, Answer] | None = None
    ) -> None:
        """`breadth` is how many answers are tried where a move needs further decisions.

        With `habits` the best answer is remembered there, and given again without a try where the options are alike.
        """
        self.seat = seat
        self._habits = habits
        self._dice = dice
        self._nodes = nodes
        self._breadth = breadth

    def worth(self, game: Game) -> float:
        return evaluate(game.state, self.seat)

    def after(self, game: Game, answer: Answer) -> Game | None:
        """The quiet position to which an answer leads; None if the play proves illegal."""
        self._nodes.take()
        ahead = game.copy()
        try:
            ahead.give(answer)
            return self.settled(ahead)
        except Illegal:
            return None

    def settled(self, game: Game) -> Game:
        """Goes on, in place where nothing is tried, until it is quiet; nobody acts meanwhile.

        The player makes the best of their own further decisions, payments apart.
        """
        while not game.over and not is_quiet(game):
            answer: Answer = Pass()
            if not game.acting:
                decision = game.decision
                assert decision is not None
                habit = None
                if decision.player == self.seat and decision.kind not in PAYMENTS:
                    habit = self._habit(decision, game.state)
                    if habit is None:
                        tried = self._best(game, decision)
                        if tried is not None:
                            return tried
                answer = first_choice(decision, game.state) if habit is None else habit
            self._nodes.take()
            game.give(answer)
        return game

    def _best(self, game: Game, decision: Decision) -> Game | None:
        """The best of the positions to which some answers to a decision lead."""
        best, most = None, -math.inf
        for answer in candidates(decision, game.state, self._dice, self._breadth):
            ahead = self.after(game, answer)
            if ahead is not None and (worth := self.worth(ahead)) > most:
                best, most = ahead, worth
                if self._habits is not None:
                    self._habits[_likeness(decision, game.state)] = answer
        return best

    def _habit(self, decision: Decision, state: State) -> Answer | None:
        return None if self._habits is None else self._habits.get(_likeness(decision, state))


def _likeness(decision: Decision, state: State) -> object:
    """What decisions have in common whose answers are likely to be as good in one as in the other."""
    options = tuple(
        (state.cards[option.id].true_name, state.cards[option.id].controller)
        if isinstance(option, Thing) and option.kind == "card"
        else str(option)
        for option in decision.options
    )
    return decision.prompt, decision.least, decision.most, decision.same, decision.sets, decision.mixes, options
