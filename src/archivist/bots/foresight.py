"""Looking ahead in a guessed game: giving an answer, going on until the position is quiet, and playing turns quickly.

A position is quiet when a player can act while the stack is empty and no combat is under way. Everything between two
quiet positions is one move: an action, the decisions it needs, and what comes of it.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterable, Mapping
from typing import Final

from archivist.bots.dice import Dice, choose
from archivist.bots.evaluation import evaluate
from archivist.game import Game
from archivist.model.card import Seat, Thing
from archivist.model.decision import Answer, Attack, Decision, Option, Pass, Play
from archivist.model.errors import Illegal
from archivist.model.state import State
from archivist.view import Choice, DecisionView

PAYMENTS: Final = frozenset(("reserve", "floating", "kindle"))
"""Decisions about which cards pay: there are many ways, and they matter little."""
UNSEEN: Final = PAYMENTS | {"glimpse"}
"""Decisions that do not show in the position that a move leads to, or hardly: looking ahead, nothing is tried for them."""
EAGER: Final = frozenset(("retaliate", "weapon", "floating"))
"""Decisions where more is better, as far as one can tell without looking ahead."""
LISTED: Final = 24
"""How many different answers to a decision are listed; beyond that, some are picked at random."""
LOOKED: Final = 200
"""How many are looked at to find them, since many may be alike."""
DOUBTED: Final = 8
"""A habit is put to the test once in so many times: the position may be another one."""
TRIES: Final = 2
"""How many random picks are made for each answer that is wanted, since picks may repeat."""
WORTHWHILE: Final = 0.05
"""What a move must gain, in points, to be better than no move."""


Asked = dict[tuple[Answer, ...], tuple[Option, ...]]
"""The options of decisions, by the answers given before since a player could last act."""


class Spent(Exception):
    """No nodes are left."""


class Nodes:
    """How many more positions may be looked at: every answer given in a guessed game takes one."""

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
    """A sensible answer without looking ahead: pass, take what is offered, otherwise the simplest answer."""
    if decision.form == "act":
        return decision.options.index("pass") if "pass" in decision.options else 0
    return _eager(decision) or next(decision.answers())


def _eager(decision: Decision | DecisionView) -> tuple[int, ...]:
    """As many as possible where more is better, otherwise nothing."""
    if decision.kind not in EAGER or decision.form != "pick" or decision.sets or decision.same or decision.mixes:
        return ()
    return tuple(range(min(decision.most, len(decision.options))))


def first_choice(decision: Decision, state: State, gains: Mapping[object, float] | None = None) -> Answer:
    """A sensible payment without looking ahead: the cards that are hardest to play, because they cost most.

    With `gains`, what moves have gained so far (see `Experience`), cards that gain something when they are played are
    kept rather than others.
    """
    if decision.form == "act" and Pass() in decision.options:
        return Pass()
    if decision.kind in PAYMENTS and decision.form == "pick" and decision.least == decision.most:
        options = decision.options
        dispensable = sorted(
            range(len(options)), key=lambda index: (_gain(state, options[index], gains), -_cost(state, options[index]))
        )
        picked = tuple(dispensable[: decision.least])
        if decision.fits(picked):
            return picked
    return _eager(decision) or next(decision.answers())


def _gain(state: State, option: object, gains: Mapping[object, float] | None) -> float:
    """What is gained by playing a card, as far as is known; one that would lose something need not be played."""
    if not gains or not isinstance(option, Thing) or option.kind != "card":
        return 0.0
    return max(0.0, gains.get((state.turn.number, 0, alike(state, Play("activate", option.id))), 0.0))


def _cost(state: State, option: object) -> int:
    if not isinstance(option, Thing) or option.kind != "card":
        return 0
    cost = state.face(state.cards[option.id]).cost.reserve
    return cost if isinstance(cost, int) else 0


def candidates(decision: Decision, state: State, dice: Dice, most: int) -> list[Answer]:
    """Answers worth trying: all if there are few, otherwise the default and some at random. What is alike counts once."""
    if decision.form == "act":
        return list({alike(state, answer): answer for answer in decision.answers()}.values())
    listed = _different(decision, state)
    if len(listed) <= most:
        return listed
    found = dict.fromkeys([first_choice(decision, state)])
    for _ in range(TRIES * most):
        if len(found) < most:
            found[choose(decision, dice) if len(listed) == LISTED else dice.one(listed)] = None
    return list(found)


def _different(decision: Decision, state: State) -> list[Answer]:
    """The first answers that differ in more than which of several things they pick that are alike."""
    found: dict[object, Answer] = {}
    kinds: dict[object, int] = {}
    likes = [kinds.setdefault(_like(state, option), index) for index, option in enumerate(decision.options)]
    for answer in itertools.islice(decision.answers(), LOOKED):
        key: object = answer
        if decision.form == "pick" and isinstance(answer, tuple):
            picked = [likes[index] for index in answer]
            key = tuple(picked if decision.ordered else sorted(picked))
        found.setdefault(key, answer)
        if len(found) == LISTED:
            break
    return list(found.values())


def _like(state: State, option: object) -> object:
    """What distinguishes an option: copies of a card are alike in the same place with the same marks and numbers."""
    if not isinstance(option, Thing) or option.kind != "card":
        return option
    card = state.cards[option.id]
    if card.zone != "field":
        return card.true_name, card.zone, card.owner, card.incarnation == option.incarnation
    if card.lineage or card.loaded or card.linked or card.remembers or card.named or card.chosen:
        return option
    stats = state.now.power(state, card), state.now.life(state, card)
    marks = tuple(sorted(card.counters.items()))
    return card.true_name, card.face, card.controller, card.owner, card.damage, card.rested, marks, stats


def alike(state: State, answer: Answer) -> object:
    """What distinguishes an answer: for an action the card's name and marks, because copies of a card are alike."""
    if isinstance(answer, Play):
        card = state.cards[answer.card]
        return answer.way, card.true_name, card.zone
    if isinstance(answer, Attack):
        card = state.cards[answer.unit]
        return "attack", card.true_name, card.damage, tuple(card.counters.items())
    return answer


def different_payments(decision: Decision, state: State, answers: Iterable[Answer]) -> list[Answer]:
    """Those of some ways to pay that differ in the names of the cards, whichever copies they are."""
    found: dict[object, Answer] = {}
    for answer in answers:
        key: object = answer
        if isinstance(answer, tuple) and decision.form == "pick":
            key = tuple(sorted(_name(state, decision.options[index]) for index in answer))
        found.setdefault(key, answer)
    return list(found.values())


def _name(state: State, option: object) -> str:
    return state.cards[option.id].true_name if isinstance(option, Thing) and option.kind == "card" else str(option)


def is_quiet(game: Game) -> bool:
    """Whether a player can act while the stack is empty and no combat is under way."""
    state = game.state
    return not state.stack and state.combat is None and game.acting


# -- looking ahead -----------------------------------------------------------------------------------------------


class Foresight:
    """Makes moves for one player in guessed games, which stay unchanged; the others answer without thinking."""

    def __init__(
        self,
        seat: Seat,
        dice: Dice,
        nodes: Nodes,
        breadth: int,
        habits: dict[object, Answer] | None = None,
        gains: Mapping[object, float] | None = None,
        asked: Asked | None = None,
    ) -> None:
        """`breadth` is how many answers are tried where a move needs further decisions.

        With `habits`, the best answer is remembered and given again, without trying, where the options are alike. With
        `gains`, what moves have gained so far, cards that are worth playing do not pay for others. In `asked` it notes
        what the player was asked, and after which answers since they could last act.
        """
        self.seat = seat
        self._asked = asked
        self._habits = habits
        self._gains = gains
        self._dice = dice
        self._nodes = nodes
        self._breadth = breadth

    def worth(self, game: Game) -> float:
        return evaluate(game.state, self.seat)

    def after(self, game: Game, answer: Answer) -> Game | None:
        """The quiet position to which an answer leads; None if the play turns out to be illegal."""
        return self._onward(game.copy(), answer)

    def _onward(self, game: Game, answer: Answer) -> Game | None:
        """The same, but the game itself goes on."""
        self._nodes.take()
        try:
            game.give(answer)
            return self.settled(game)
        except Illegal:
            return None

    def settled(self, game: Game) -> Game:
        """Goes on until the position is quiet, changing the game in place where nothing is tried; nobody acts meanwhile.

        The player makes their own further decisions as well as possible, except payments.
        """
        state = game.state
        while not state.over:
            answer: Answer = Pass()
            if not game.acting:
                decision = game.decision
                assert decision is not None
                habit = None
                mine = decision.player == self.seat
                if mine and self._asked is not None:
                    self._asked[game.answers] = decision.options
                if mine and decision.kind not in UNSEEN:
                    habit = self._habit(decision, state)
                    if habit is None:
                        tried = self._best(game, decision)
                        if tried is not None:
                            return tried
                answer = first_choice(decision, state, self._gains if mine else None) if habit is None else habit
            elif not state.stack and state.combat is None:
                break
            self._nodes.take()
            game.give(answer)
        return game

    def _best(self, game: Game, decision: Decision) -> Game | None:
        """The best of the positions to which some answers to a decision lead. The game itself goes on with the last one.

        None, with the game as it was, if all of them turn out to be illegal.
        """
        best, most = None, -math.inf
        answers = candidates(decision, game.state, self._dice, self._breadth)
        likeness = None if self._habits is None else _likeness(decision, game.state)
        for number, answer in enumerate(answers, 1):
            ahead = self._onward(game, answer) if number == len(answers) and best else self.after(game, answer)
            if ahead is not None and (worth := self.worth(ahead)) > most:
                best, most = ahead, worth
                if self._habits is not None:
                    self._habits[likeness] = answer
        return best

    def _habit(self, decision: Decision, state: State) -> Answer | None:
        if self._habits is None or not self._dice.below(DOUBTED):
            return None
        return self._habits.get(_likeness(decision, state))


def _likeness(decision: Decision, state: State) -> object:
    """What decisions have in common if an answer that is good in one is probably good in the other."""
    options = tuple(
        (state.cards[option.id].true_name, state.cards[option.id].controller, state.cards[option.id].damage)
        if isinstance(option, Thing) and option.kind == "card"
        else str(option)
        for option in decision.options
    )
    return decision.prompt, decision.least, decision.most, decision.same, decision.sets, decision.mixes, options
