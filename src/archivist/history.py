"""Looking at a game: what it has come to, what was answered and what happened, and how it began."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain
from typing import Any, NamedTuple

import msgspec
from msgspec.structs import replace

from archivist.alone import alone
from archivist.arguments import whole
from archivist.course import Course
from archivist.decks import Deck
from archivist.model.card import Seat
from archivist.model.decision import Answer
from archivist.model.event import Event
from archivist.model.state import State
from archivist.past import events_since, pasts


class Origin(msgspec.Struct, frozen=True):
    """How a game began: with decks, a seed and a format, or with the position of a scenario.

    `answers` are those that the game itself does not remember, because it was loaded from a save.
    """

    decks: tuple[Deck, ...] = ()
    seed: int = 0
    format: str = "standard"
    scenario: str = ""
    answers: tuple[Answer, ...] = ()


class History:
    """The part of a game that looks at the position, the answers given and the events so far.

    A play is told when it is complete: until then it may leave no trace (PC.3, RU.14).
    """

    __slots__ = ("_course", "_lock", "_origin")

    _course: Course
    _lock: Any
    _origin: Origin | None

    @property
    @alone
    def state(self) -> State:
        """The position as it is now. Read it; change it only through answers.

        It belongs to the game: another thread using the game changes it meanwhile. Use `copy` to get your own.
        """
        return self._course.state

    @property
    @alone
    def over(self) -> bool:
        """Whether the game has ended."""
        return self._course.state.over

    @property
    @alone
    def winner(self) -> Seat | None:
        """The seat that has won; None as long as nobody has, and in a draw."""
        return self._course.state.winner

    @property
    @alone
    def answers(self) -> tuple[Answer, ...]:
        """The answers since the last checkpoint."""
        return tuple(self._course.answers)

    @property
    def events(self) -> list[Event]:
        """Everything that has happened, oldest first, without an unfinished play; each event names its rules."""
        return self.events_since(0)

    @property
    @alone
    def event_count(self) -> int:
        """How many events there have been: where `events_since` and `trace` continue next time.

        Those of an unfinished play are not counted until it is complete, so nobody who follows the game misses an event
        or is told one twice. Only `undo` takes events back: continue from this count if it is less than the count you
        had.
        """
        return self.settled + self._course.complete()

    @alone
    def events_since(self, count: int) -> list[Event]:
        """The events after the first `count`; the way to follow a long game without rereading all of it."""
        whole(count, "the number of events", least=0)
        return [
            *events_since(self._course.past, count),
            *self._course.state.events[max(count - self.settled, 0) : self._course.complete()],
        ]

    @property
    @alone
    def unfinished(self) -> list[Event]:
        """The events of an unfinished play, which are told to others only when it is complete (RU.14)."""
        return self._course.state.events[self._course.complete() :]

    @property
    @alone
    def settled(self) -> int:
        """The number of events up to the checkpoint."""
        return self._course.past.length if self._course.past is not None else 0

    @property
    @alone
    def origin(self) -> Origin | None:
        """How the game began, with every answer given before its last checkpoint; None if unknown."""
        if self._origin is None:
            return None
        given = [past.answers for past in pasts(self._course.past)]
        return replace(self._origin, answers=(*self._origin.answers, *chain.from_iterable(reversed(given))))

    @property
    @alone
    def checkpoint(self) -> State:
        """A copy of the state when a player could last act."""
        return self._course.checkpoint.copy()

    @alone
    def moments(self) -> Iterator[tuple[State, tuple[Answer, ...]]]:
        """Every state in which a player could act, the latest first, each with the answers up to the one before it."""
        found = ((self._course.checkpoint_before(past), past.answers) for past in pasts(self._course.past))
        return (
            (state.copy(), answers)
            for state, answers in chain([(self._course.checkpoint, tuple(self._course.answers))], found)
        )

    @property
    @alone
    def answer_count(self) -> int:
        """How many answers there have been, not counting those before a save that was loaded."""
        return len(self._course.answers) + sum(len(past.answers) for past in pasts(self._course.past))

    @alone
    def answers_since(self, count: int) -> list[Answer]:
        """The answers after the first `count`, oldest first, without those before a save that was loaded."""
        whole(count, "the number of answers", least=0)
        given = [past.answers for past in pasts(self._course.past)]
        return [*chain.from_iterable(reversed(given)), *self._course.answers][count:]

    @property
    @alone
    def past_events(self) -> list[Event]:
        """The events up to the checkpoint."""
        return events_since(self._course.past, 0)

    @property
    def seed(self) -> int | None:
        """The seed of a game that began with `new`, else None. It reveals all future draws: not for players."""
        return self._origin.seed if self._origin is not None and self._origin.decks else None

    @property
    @alone
    def can_undo(self) -> bool:
        """Whether there is an answer that `undo` could take back; it cannot go back before a save that was loaded."""
        return self._course.can_undo()

    @property
    @alone
    def last_answer(self) -> Answer | None:
        """The answer that `undo` would take back."""
        if self._course.answers:
            return self._course.answers[-1]
        return self._course.past.answers[-1] if self._course.past is not None and self._course.past.answers else None


class Stretch(NamedTuple):
    """What happened between two moments: the state before it, the events, and the state that came of them."""

    before: State
    events: Sequence[Event]
    after: State


def stretches(game: History, since: int) -> list[Stretch]:
    """The events after the first `since` from each moment in which a player could act to the next, oldest first."""
    found: list[Stretch] = []
    course, begun = game._course, game.settled
    events, before, after, past = course.state.events, course.checkpoint, course.state, course.past
    while True:
        if begun + len(events) > since:
            found.append(Stretch(before, events[max(since - begun, 0) :], after))
        if past is None or past.length <= since:
            return found[::-1]
        events, begun = list(past.events), past.length - len(past.events)
        before, after, past = course.checkpoint_before(past), before, past.before
