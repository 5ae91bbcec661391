"""Answers built step by step, so that a small fixed number of actions reaches every answer to every decision.

An action is a *slot*, `STOP` or `MORE`. The slots are the options that can be named now, `SLOTS` at a time; `MORE` goes
on to the next page of them, and never back, so that no sequence of actions goes on for ever. What a step says depends on
the form of the decision:

- ``act`` and ``name``: the option itself;
- ``pick``: one more option. `STOP` ends the pick where it may end, and it ends by itself where nothing can follow;
- ``order``: the next in the order;
- ``arrange``: the next card on top; after `STOP`, the next at the bottom;
- ``number``: the number, the lowest in the first slot;
- ``split``: the share of the first option, then of the next one; a share of 1 is in the first slot.

A step is legal if and only if some legal answer goes on from it: there is no dead end, and nothing illegal can be said.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from archivist.model.decision import Asking
from archivist.model.errors import AnswerError
from archivist.view import Choice

SLOTS = 48
"""How many options fit on a page."""
STOP, MORE = SLOTS, SLOTS + 1
ACTIONS = SLOTS + 2
"""How many actions there are."""


class Answering:
    """An answer in the making. `asked` is a decision, or the view of one; `answer` is the answer once it is complete.

    `given` are the parts given so far: places of options, numbers, or shares. `places` is how many things can be named at
    this step, legal or not, and `legal` are those that can be.
    """

    __slots__ = ("answer", "asked", "given", "legal", "may_stop", "page", "places", "stopped")

    def __init__(self, asked: Asking) -> None:
        self.asked = asked
        self.given: tuple[int, ...] = ()
        self.stopped: int | None = None
        self.page = 0
        self.answer: Choice | None = None
        self.places = 0
        self.legal: Sequence[int] = ()
        self.may_stop = False
        self._look()

    # -- what can be said ----------------------------------------------------------------------------------------

    @property
    def first(self) -> int:
        """The place in the first slot of this page."""
        return self.page * SLOTS

    @property
    def may_go_on(self) -> bool:
        """Whether there is something legal on a later page."""
        return bool(self.legal) and self.legal[-1] >= self.first + SLOTS

    def actions(self) -> list[int]:
        """The legal actions, in ascending order; none once the answer is complete."""
        if self.answer is not None:
            return []
        first = self.first
        found = [place - first for place in self.legal if first <= place < first + SLOTS]
        if self.may_stop:
            found.append(STOP)
        if self.may_go_on:
            found.append(MORE)
        return found

    def value_of(self, place: int) -> int:
        """The number or share that a place stands for, where numbers are asked for."""
        if self.asked.form == "split":
            return place + 1
        return self.asked.sets[place][0] if self.asked.sets else self.asked.least + place

    # -- saying it -----------------------------------------------------------------------------------------------

    def act(self, action: int) -> None:
        """Takes a step. Raises AnswerError, and changes nothing, if the step is not legal."""
        if action not in self.actions():
            raise AnswerError(f"the action {action} is not legal here; legal are {_listed(self.actions())}")
        if action == MORE:
            self.page += 1
            return
        if action == STOP:
            self._stop()
        else:
            self._give(self.first + action)
        self.page = 0
        if self.answer is None:
            self._look()

    def _stop(self) -> None:
        if self.asked.form == "arrange":
            self.stopped = len(self.given)
        else:
            self.answer = self._picked()
        self._end_if_arranged()

    def _give(self, place: int) -> None:
        asked = self.asked
        match asked.form:
            case "act":
                self.answer = place
            case "name":
                self.answer = str(asked.options[place])
            case "number":
                self.answer = (self.value_of(place),)
            case "split":
                self.given = (*self.given, self.value_of(place))
                if len(self.given) == len(asked.options):
                    self.answer = self.given
            case _:
                self.given = (*self.given, place)
                if asked.form == "order" and len(self.given) == len(asked.options):
                    self.answer = self.given
        self._end_if_arranged()

    def _end_if_arranged(self) -> None:
        if self.asked.form == "arrange" and self.stopped is not None and len(self.given) == len(self.asked.options):
            self.answer = (*self.given[: self.stopped], -1, *self.given[self.stopped :])

    def _picked(self) -> tuple[int, ...]:
        """The options picked, in their own order unless the order is part of the answer."""
        return self.given if self.asked.ordered else tuple(sorted(self.given))

    # -- what goes on from here ----------------------------------------------------------------------------------

    def _look(self) -> None:
        """Finds out what is legal at this step; a pick after which nothing can follow is complete."""
        asked = self.asked
        n = len(asked.options)
        self.places, self.may_stop = n, False
        match asked.form:
            case "act" | "name":
                self.legal = range(n)
            case "number":
                self.places = len(asked.sets) if asked.sets else asked.most - asked.least + 1
                self.legal = range(self.places)
            case "split":
                self.places = asked.total - sum(self.given) - (n - len(self.given) - 1)
                last = len(self.given) == n - 1
                self.legal = (self.places - 1,) if last else range(self.places)
            case "order" | "arrange":
                self.legal = [place for place in range(n) if place not in self.given]
                self.may_stop = asked.form == "arrange" and self.stopped is None
            case _:
                self.legal = [place for place in range(n) if place not in self.given and self._leads_on(place)]
                self.may_stop = asked.problem_of(self._picked()) is None
                if not self.legal and self.given:
                    self.answer = self._picked()

    def _leads_on(self, place: int) -> bool:
        """Whether some legal pick has all options picked so far and this one."""
        asked, wanted = self.asked, {*self.given, place}
        if asked.sets:
            return any(wanted <= set(each) and asked.problem_of(each) is None for each in asked.sets)
        groups = asked.same or (range(len(asked.options)),)
        return any(wanted <= set(group) and self._fills(wanted, group) for group in groups)

    def _fills(self, wanted: set[int], group: Sequence[int]) -> bool:
        """Whether a legal pick of this group has all that is wanted."""
        asked = self.asked
        if not asked.mixes:
            return max(asked.least, len(wanted)) <= min(asked.most, len(set(group)))
        there = Counter(asked.sorts[place] for place in set(group))
        taken = Counter(asked.sorts[place] for place in wanted)
        return any(
            asked.least <= sum(mix) <= asked.most
            and all(taken[sort] <= number <= there[sort] for sort, number in enumerate(mix))
            and all(sort < len(mix) for sort in taken)
            for mix in asked.mixes
        )


def steps(asked: Asking, choice: Choice) -> list[int]:
    """The actions that build an answer: how what a bot or a person chose is told to one who learns from them.

    Raises AnswerError if it is not a legal answer.
    """
    making, found = Answering(asked), []
    for place in (*_places(making, choice), None):
        if making.answer is not None:
            break
        while place is not None and place >= making.first + SLOTS:
            found.append(MORE)
            making.act(MORE)
        action = STOP if place is None else place - making.first
        found.append(action)
        making.act(action)
    if making.answer is None:
        raise AnswerError(f"{choice!r} is not a legal answer here")
    return found


def _places(making: Answering, choice: Choice) -> list[int | None]:
    """The places to be named for an answer, one after another; None where an arrangement goes on at the bottom."""
    asked = making.asked
    if isinstance(choice, str):
        if choice not in asked.options:
            raise AnswerError(f"{choice!r} is not among the options")
        return [list(asked.options).index(choice)]
    if isinstance(choice, int):
        return [choice]
    match asked.form:
        case "number":
            return [asked.sets.index(choice) if asked.sets else choice[0] - asked.least]
        case "split":
            return [share - 1 for share in choice]
        case "arrange":
            return [None if place == -1 else place for place in choice]
    return list(choice)


def _listed(actions: Sequence[int]) -> str:
    return ", ".join(str(each) for each in actions) or "none: the answer is complete"
