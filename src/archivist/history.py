"""What lies behind a game: its checkpoints with the answers and events between them, and how it began."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain
from typing import Any, Final, NamedTuple

import msgspec
from msgspec.structs import replace

from archivist.alone import alone
from archivist.arguments import whole
from archivist.decks import Deck
from archivist.model.card import Seat
from archivist.model.decision import Answer, Decision
from archivist.model.event import Event
from archivist.model.state import State

EVERY: Final = 32
"""Of old checkpoints every so many are kept; those between are found again by running the answers since."""


class Past:
    """What lies behind a checkpoint: the one before, the answers that led from it, and the events on the way.

    `kept` is the checkpoint before, unless it can be found again; half of what a long game takes is saved by that.
    `length` is the number of all events up to here, `depth` that of the pasts behind. What a past says never changes,
    so branches of a game share it.
    """

    __slots__ = ("answers", "before", "depth", "events", "kept", "length")

    def __init__(
        self, before: Past | None, checkpoint: State, answers: tuple[Answer, ...], events: tuple[Event, ...]
    ) -> None:
        self.before = before
        self.kept: State | None = checkpoint
        self.answers = answers
        self.events = events
        self.length: int = (before.length if before else 0) + len(events)
        self.depth: int = before.depth + 1 if before else 0


def thin(last: Past) -> None:
    """Lets go of old checkpoints that are near one that is kept; those of the last steps stay, for they are undone most.

    Called at every so many checkpoints.
    """
    past: Past | None = last
    for number in range(2 * EVERY):
        if past is None:
            return
        if number >= EVERY and past.depth % EVERY:
            past.kept = None
        past = past.before


def pasts(last: Past | None) -> Iterator[Past]:
    """A past and everything behind it, the latest first."""
    while last is not None:
        yield last
        last = last.before


def events_since(last: Past | None, count: int) -> list[Event]:
    """The events after the first `count`, oldest first; what lies further back is not looked at."""
    chunks: list[tuple[Event, ...]] = []
    for past in pasts(last):
        if past.length <= count:
            break
        begun = past.length - len(past.events)
        chunks.append(past.events[max(count - begun, 0) :])
    return [event for chunk in reversed(chunks) for event in chunk]


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
    """The part of a game that looks at what it has come to, and back: on what was answered, and on what happened.

    What is told of a play comes when it is complete: until then it may leave no trace (PC.3, RU.14).
    """

    __slots__ = ("_answers", "_asked", "_begun", "_checkpoint", "_lock", "_origin", "_past", "_state", "_whole")

    _answers: list[Answer]
    _asked: Decision | None
    _begun: int
    _checkpoint: State
    _lock: Any
    _origin: Origin | None
    _past: Past | None
    _state: State
    _whole: tuple[State, tuple[Answer, ...], Past | None] | None
    """What the game is mended from if the call that is under way breaks off (see `alone`)."""

    def _mend(self, checkpoint: State, answers: tuple[Answer, ...], past: Past | None) -> None:
        """Makes the game again what it was at that checkpoint after those answers."""
        raise NotImplementedError

    def _before(self, past: Past) -> State:
        """The checkpoint before a past."""
        raise NotImplementedError

    def _complete(self) -> int:
        """How many of the events since the checkpoint can be told: those before a play that is being made."""
        making = self._asked is not None and self._asked.attempt
        return self._begun if making else len(self._state.events)

    @property
    @alone
    def state(self) -> State:
        """The position as it is now. Read it; change it only through answers.

        It is the game's own: what another thread does with the game changes it meanwhile. `copy` has one for oneself.
        """
        return self._state

    @property
    @alone
    def over(self) -> bool:
        """Whether the game has ended."""
        return self._state.over

    @property
    @alone
    def winner(self) -> Seat | None:
        """The seat that has won; None as long as nobody has, and in a draw."""
        return self._state.winner

    @property
    @alone
    def answers(self) -> tuple[Answer, ...]:
        """The answers since the last checkpoint."""
        return tuple(self._answers)

    @property
    def events(self) -> list[Event]:
        """Everything that has happened, oldest first, without a play in the making; each event names its rules."""
        return self.events_since(0)

    @property
    @alone
    def event_count(self) -> int:
        """How many events there have been: the place from which `events_since` and `trace` go on next time.

        Those of a play in the making are not counted before it is complete, so that nobody who follows the game misses
        one or is told one twice. Only `undo` takes events back: go on from here if it is less than what one had.
        """
        return self.settled + self._complete()

    @alone
    def events_since(self, count: int) -> list[Event]:
        """The events after the first `count`; the way to follow a long game without reading all of it again."""
        whole(count, "the number of events", least=0)
        return [*events_since(self._past, count), *self._state.events[max(count - self.settled, 0) : self._complete()]]

    @property
    @alone
    def unfinished(self) -> list[Event]:
        """The events of a play in the making, which are told for good when it is complete; not for others (RU.14)."""
        return self._state.events[self._complete() :]

    @property
    @alone
    def settled(self) -> int:
        """The number of events up to the checkpoint."""
        return self._past.length if self._past is not None else 0

    @property
    @alone
    def origin(self) -> Origin | None:
        """How the game began, with every answer given before its last checkpoint; None if that is not known."""
        if self._origin is None:
            return None
        given = [past.answers for past in pasts(self._past)]
        return replace(self._origin, answers=(*self._origin.answers, *chain.from_iterable(reversed(given))))

    @property
    @alone
    def checkpoint(self) -> State:
        """A copy of the state when a player could last act."""
        return self._checkpoint.copy()

    @alone
    def moments(self) -> Iterator[tuple[State, tuple[Answer, ...]]]:
        """Every state in which a player could act, the latest first, each with the answers up to the one before it."""
        found = ((self._before(past), past.answers) for past in pasts(self._past))
        return ((state.copy(), answers) for state, answers in chain([(self._checkpoint, tuple(self._answers))], found))

    @property
    @alone
    def answer_count(self) -> int:
        """How many answers there have been, without those before what was loaded from a save."""
        return len(self._answers) + sum(len(past.answers) for past in pasts(self._past))

    @alone
    def answers_since(self, count: int) -> list[Answer]:
        """The answers after the first `count`, oldest first, without those before what was loaded from a save."""
        whole(count, "the number of answers", least=0)
        given = [past.answers for past in pasts(self._past)]
        return [*chain.from_iterable(reversed(given)), *self._answers][count:]

    @property
    @alone
    def past_events(self) -> list[Event]:
        """The events up to the checkpoint."""
        return events_since(self._past, 0)

    @property
    def seed(self) -> int | None:
        """The seed of a game that began with `new`, else None. It tells everything that will be drawn: not for a player."""
        return self._origin.seed if self._origin is not None and self._origin.decks else None

    @property
    @alone
    def can_undo(self) -> bool:
        """Whether there is an answer that `undo` could take back; before what was loaded from a save there is none."""
        return bool(self._answers) or (self._past is not None and bool(self._past.answers))

    @property
    @alone
    def last_answer(self) -> Answer | None:
        """The answer that `undo` would take back."""
        if self._answers:
            return self._answers[-1]
        return self._past.answers[-1] if self._past is not None and self._past.answers else None


class Stretch(NamedTuple):
    """What happened between two moments: the state before it, the events, and the state that came of them."""

    before: State
    events: Sequence[Event]
    after: State


def stretches(game: History, since: int) -> list[Stretch]:
    """The events after the first `since` from each moment in which a player could act to the next, oldest first."""
    found: list[Stretch] = []
    events, begun = game._state.events, game.settled
    before, after, past = game._checkpoint, game._state, game._past
    while True:
        if begun + len(events) > since:
            found.append(Stretch(before, events[max(since - begun, 0) :], after))
        if past is None or past.length <= since:
            return found[::-1]
        events, begun = list(past.events), past.length - len(past.events)
        before, after, past = game._before(past), before, past.before
