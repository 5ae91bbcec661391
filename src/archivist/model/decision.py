"""Decisions and answers: the only way into the game."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Any, Final, Literal

import msgspec

from archivist.model.card import Seat, Thing, Way
from archivist.model.errors import AnswerError, Illegal, shown


class Pass(msgspec.Struct, frozen=True, gc=False, tag="pass"):
    """Passes Opportunity; in the materialize phase it declines to materialize."""


class Play(msgspec.Struct, frozen=True, gc=False, tag="play"):
    """Plays a card in one of the three ways."""

    way: Way
    card: int


class Use(msgspec.Struct, frozen=True, gc=False, tag="use"):
    """Activates an ability of a card or object. Abilities are counted from 0, printed ones first, in printed order."""

    card: int
    ability: int


class Attack(msgspec.Struct, frozen=True, gc=False, tag="attack"):
    """Declares an attack with a unit."""

    unit: int


class Return(msgspec.Struct, frozen=True, gc=False, tag="return"):
    """Returns a preserved card to the hand instead of materializing."""

    card: int


class Concede(msgspec.Struct, frozen=True, gc=False, tag="concede"):
    """A player concedes. No decision offers it: it may be done at any time (turn.9.5)."""

    player: Seat


_NUMBERS: Final = frozenset((int,))
YES_OR_NO: Final = ("yes", "no")
ACTIONS = (Pass, Play, Use, Attack, Return)
Action = Pass | Play | Use | Attack | Return
Option = Thing | int | str | Pass | Play | Use | Attack | Return
Answer = tuple[int, ...] | str | Pass | Play | Use | Attack | Return | Concede

Form = Literal["act", "pick", "number", "split", "order", "arrange", "name"]
OnLeave = Literal["default", "refuse", "renew", "renew or refuse"]


KINDS: Final = (
    *(
        "opportunity",
        "materialize",
        "play",
        "bestow",
        "champion",
        "player",
        "retaliate",
        "attacker",
        "weapon",
        "redirect",
    ),
    *("x", "y", "alternative", "optional costs", "modes", "targets", "split", "new targets"),
    *("reserve", "floating", "kindle", "sacrifice", "banish", "discard", "rest", "return", "payment order"),
    *("may", "option", "choose", "number", "name", "order", "glimpse", "aethercall", "copy", "unique"),
    *("replacement", "permission"),
)
"""What a decision can be about (`Decision.kind`)."""


class Asking:
    """What a decision and its view have in common: what an answer looks like, and which answers are legal."""

    __slots__ = ()

    form: Form
    options: tuple[Option, ...] | tuple[str, ...]
    least: int
    most: int
    total: int
    same: tuple[tuple[int, ...], ...]
    sets: tuple[tuple[int, ...], ...]
    sorts: tuple[int, ...]
    mixes: tuple[tuple[int, ...], ...]
    ordered: bool

    @property
    def forced(self) -> bool:
        """Whether only one answer is legal, so there is nothing to decide."""
        n, form = len(self.options), self.form
        if form == "pick" and not (self.sets or self.same or self.mixes or self.ordered):
            return self.least == self.most == n
        if form == "act":
            return False
        if form == "number":
            return self.least == self.most
        if form == "split":
            return n == 1 or self.total == n
        if form in ("order", "name"):
            return n == 1
        if form == "arrange":
            return n == 0
        return next(islice(self.numbers(), 1, None), None) is None

    def numbers(self) -> Iterator[tuple[int, ...]]:
        """All legal answers where an answer is a tuple of numbers; lazily, the simplest first."""
        n = len(self.options)
        if self.form == "number":
            yield from self.sets or ((value,) for value in range(self.least, self.most + 1))
        elif self.form == "split":
            yield from _shares(self.total, n)
        elif self.form == "order":
            yield from itertools.permutations(range(n))
        elif self.form == "arrange":
            for order in itertools.permutations(range(n)):
                for top in range(n, -1, -1):
                    yield (*order[:top], -1, *order[top:])
        elif self.mixes:
            every = _mixed(self.sorts, self.mixes)
            yield from (picked for picked in every if self._together(picked)) if self.same else every
        else:
            for size in range(self.least, self.most + 1):
                for picked in (itertools.permutations if self.ordered else itertools.combinations)(range(n), size):
                    if self._together(picked):
                        yield picked

    def problem_of(self, answer: object) -> str | None:
        """Why a value is not a legal answer where an answer is a tuple of numbers; None if it is one."""
        if not isinstance(answer, tuple) or not set(map(type, answer)) <= _NUMBERS:
            return "the answer must be a tuple of numbers"
        n = len(self.options)
        if self.form == "number":
            if self.sets:
                wanted = ", ".join(str(each) for (each,) in self.sets)
                return None if answer in self.sets else f"one of the numbers {wanted} is needed"
            good = len(answer) == 1 and self.least <= answer[0] <= self.most
            wanted = f"a number from {self.least} to {self.most} is needed"
            return None if good else wanted if self.least < self.most else f"only {self.least} is possible"
        if self.form == "split":
            if len(answer) != n or any(each < 1 for each in answer):
                return "each one needs a share of at least 1"
            return None if sum(answer) == self.total else f"the shares must add up to {self.total}"
        if self.form == "arrange":
            placed = [each for each in answer if each != -1]
            good = answer.count(-1) == 1 and sorted(placed) == list(range(n))
            return None if good else "each card goes either on top or to the bottom, once"
        if self.form == "order":
            return None if sorted(answer) == list(range(n)) else "each one must be named once"
        if answer and (min(answer) < 0 or max(answer) >= n):
            return f"the options are 0 to {n - 1}" if n else "there are no options"
        if len(set(answer)) != len(answer):
            return "nothing can be chosen twice"
        if not self.least <= len(answer) <= self.most:
            wanted = str(self.least) if self.least == self.most else f"{self.least} to {self.most}"
            return f"{wanted} must be chosen, not {len(answer)}"
        if not (self.sets or self.mixes or self.same) or self._together(answer):
            return None
        return "these do not go together"

    def _together(self, picked: tuple[int, ...]) -> bool:
        if self.sets and picked and tuple(sorted(picked)) not in self.sets:
            return False
        if self.mixes and self._mix(picked) not in self.mixes:
            return False
        return not self.same or any(set(picked) <= set(group) for group in self.same)

    def _mix(self, picked: tuple[int, ...]) -> tuple[int, ...]:
        """How many options of each sort are picked."""
        counted = Counter(self.sorts[index] for index in picked)
        return tuple(counted[sort] for sort in range(len(self.mixes[0])))


class Decision(Asking, msgspec.Struct, frozen=True, gc=False):
    """What a player must say next: who, what for, the legal options and the rule that asks.

    The form says what an answer looks like: ``act`` one of the options itself; ``pick`` the indices of between `least`
    and `most` different options; ``number`` one number in that range, or from `sets` if given; ``split`` an amount for
    each option, at least 1 each, adding up to `total`; ``order`` all indices in an order; ``arrange`` the indices that
    go on top, then -1, then those that go to the bottom; ``name`` a card name. A pick must lie within one of `same`,
    and, unless it is empty, be one of `sets`, if these are given. If `mixes` are given, `sorts` says which sort each
    option is, and a pick takes as many of each sort as one of the mixes. If a pick is `ordered`, the same options in a
    different order are a different answer, so picking all of them is still a choice. `attempt` marks the decisions of a
    play that is being made and may still be given up; `refused` says why the play that was just tried here is illegal.
    `on_leave` is for the procedure that asks: what becomes of the question if a player leaves the game before it is
    answered (`rules.turn.ending_and_leaving_the_game`).
    """

    player: Seat
    kind: str
    rules: tuple[str, ...]
    prompt: str
    form: Form = "pick"
    options: tuple[Option, ...] = ()
    least: int = 1
    most: int = 1
    total: int = 0
    card: int | None = None
    same: tuple[tuple[int, ...], ...] = ()
    sets: tuple[tuple[int, ...], ...] = ()
    sorts: tuple[int, ...] = ()
    mixes: tuple[tuple[int, ...], ...] = ()
    ordered: bool = False
    attempt: bool = False
    refused: Illegal | None = None
    on_leave: OnLeave = "default"

    @property
    def strict(self) -> bool:
        """Whether what asks is refused where nobody is left to decide, or no legal answer."""
        return self.attempt or self.on_leave in ("refuse", "renew or refuse")

    @property
    def renewed(self) -> bool:
        """Whether it is asked anew, with what is so then, when a player leaves."""
        return self.on_leave in ("renew", "renew or refuse")

    @property
    def rule(self) -> str:
        """The rule that asks."""
        return self.rules[0]

    def check(self, answer: Answer) -> None:
        """Raises AnswerError with a reason if the answer does not fit."""
        problem = self._problem(answer)
        if problem:
            raise AnswerError(f"{self.prompt}: {problem} [{self.rule}]")

    def fits(self, answer: Answer) -> bool:
        """Whether this is a legal answer, in its exact form."""
        return self._problem(answer) is None

    def exact(self, answer: Any) -> Answer:
        """The exact form of an answer given loosely: as an option, a list of options, an index, yes or no."""
        if self.form == "act":
            return self._action(answer)
        if type(answer) is tuple and self.form != "name":
            few = answer[: len(self.options) + 2]  # one more than any answer has
            if set(map(type, few)) <= _NUMBERS:
                return few
            return tuple([each if isinstance(each, int) else self._position(each) for each in few])
        if self.form == "name":
            if not isinstance(answer, str):
                raise AnswerError(f"{self.prompt}: the name of a card is needed, not {shown(answer)}")
            return answer
        if isinstance(answer, bool):
            if self.options != YES_OR_NO:
                raise AnswerError(f"{self.prompt}: this is no question of yes or no, so {answer} is no answer")
            return (0,) if answer else (1,)
        if isinstance(answer, int):
            return (answer,)
        if isinstance(answer, Thing | str):
            return (self._position(answer),)
        if isinstance(answer, Iterable):
            named = islice(answer, len(self.options) + 2)  # one more than any answer has; there may be endlessly many
            return tuple(each if isinstance(each, int) else self._position(each) for each in named)
        raise AnswerError(f"{self.prompt}: this cannot be an answer: {shown(answer)}")

    def _action(self, answer: Any) -> Answer:
        """An action itself, or the option at an index. Anything else is refused later, with the reason."""
        if isinstance(answer, bool):
            raise AnswerError(f"{self.prompt}: an action is needed")
        if isinstance(answer, int) and 0 <= answer < len(self.options):
            chosen = self.options[answer]
            assert isinstance(chosen, ACTIONS)
            return chosen
        return answer  # type: ignore[no-any-return]

    def _position(self, option: Any) -> int:
        if option not in self.options:
            raise AnswerError(f"{self.prompt}: {shown(option)} is not among the options")
        return self.options.index(option)

    def _problem(self, answer: Answer) -> str | None:
        if self.form == "act":
            return None if answer in self.options else "that action is not among the options"
        if self.form == "name":
            return None if isinstance(answer, str) and answer in self.options else "that is not the name of a card"
        return self.problem_of(answer)

    def default(self) -> Answer:
        """The answer for a player with no preference: decline an option, keep what there is, else the first legal option."""
        if self.form == "act" and Pass() in self.options:
            return Pass()
        if self.form == "order":
            return tuple(range(len(self.options)))
        if self.form == "arrange":
            return (*range(len(self.options)), -1)
        if self.form == "pick" and self.options == YES_OR_NO:
            return (1,)
        if self.form == "pick" and self.least == 0:
            return ()
        return next(self.answers())

    def answers(self) -> Iterator[Answer]:
        """All legal answers; lazily, the simplest first."""
        if self.form in ("act", "name"):
            return iter(self.options)  # type: ignore[arg-type]
        return self.numbers()


def _mixed(sorts: tuple[int, ...], mixes: tuple[tuple[int, ...], ...]) -> Iterator[tuple[int, ...]]:
    """The picks that take as many of each sort as one of the mixes, in the order of the options, without entering dead
    ends.
    """
    after = [Counter(sorts[index:]) for index in range(len(sorts) + 1)]

    def go_on(index: int, picked: tuple[int, ...], open_: list[list[int]]) -> Iterator[tuple[int, ...]]:
        for mix in open_:
            if not any(mix):
                yield picked
                break
        if index == len(sorts):
            return
        sort = sorts[index]
        taking = [[*mix[:sort], mix[sort] - 1, *mix[sort + 1 :]] for mix in open_ if mix[sort]]
        if taking:
            yield from go_on(index + 1, (*picked, index), taking)
        left = after[index + 1]
        leaving = [mix for mix in open_ if any(mix) and all(need <= left[each] for each, need in enumerate(mix))]
        if leaving:
            yield from go_on(index + 1, picked, leaving)

    return go_on(0, (), [list(mix) for mix in mixes])


def _shares(total: int, parts: int) -> Iterator[tuple[int, ...]]:
    if parts == 0:
        if total == 0:
            yield ()
        return
    for first in range(1, total - parts + 2):
        if parts == 1:
            if first == total:
                yield (first,)
            continue
        for rest in _shares(total - first, parts - 1):
            yield (first, *rest)
