"""Trying something that may fail: how it failed, in words and by kind, and whether it took too long."""

from __future__ import annotations

import signal
import traceback
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import msgspec

from archivist.arena.invariants import BrokenInvariant
from archivist.game import Game
from archivist.model.errors import EndlessLoop, Illegal
from archivist.model.event import Event
from archivist.model.state import State

INNERMOST = 6
"""How many places of a traceback are shown."""


class Hang(Exception):
    """The engine has not come back from an answer."""


class Failed(msgspec.Struct, frozen=True):
    """How something failed: in words, by a kind that is the same for the same defect, and where in the code."""

    problem: str
    kind: str
    where: str = ""

    @classmethod
    def by(cls, error: Exception) -> Failed:
        name = type(error).__name__
        if isinstance(error, EndlessLoop | Hang):
            return cls(f"{name}: {error}", "endless")
        if isinstance(error, BrokenInvariant):
            return cls(f"{name}: {error}", str(error).partition(":")[0])
        frames = traceback.extract_tb(error.__traceback__)[-INNERMOST:]
        where = [f"{Path(frame.filename).name}:{frame.lineno} {frame.name}: {frame.line}" for frame in frames]
        return cls(f"{name}: {error}", f"{name} in {frames[-1].name}", "\n".join(where))


def tried(doing: Callable[[], None], seconds: float, expected: type[Exception] | None = None) -> Failed | None:
    """Does something that may fail in any way. None if it succeeded, or raised only what it may raise."""
    try:
        with patience(seconds):
            doing()
    except Exception as error:
        return None if expected is not None and isinstance(error, expected) else Failed.by(error)
    return None


def check_refusal(game: Game, refused: Illegal, before: State | None) -> None:
    """An offered play may become illegal by its choices, never from the start (`before`), and a refusal leaves no
    trace.
    """
    if before is not None:
        raise BrokenInvariant(f"offers_exact: offered and refused without a choice: {refused}")
    if game.acting and game.state != game.checkpoint:
        raise BrokenInvariant(f"no_trace: the refusal of a play changed the game: {refused}")


def check_kept(game: Game, told: Sequence[Event]) -> None:
    """What happened before a player left stays as it was told (turn.9.5)."""
    if game.events[: len(told)] != told:
        raise BrokenInvariant("nothing_undone: a player who left undid what had happened")


@contextmanager
def patience(seconds: float) -> Iterator[None]:
    """Raises Hang in code that takes too long, where the system supports it."""
    if not hasattr(signal, "setitimer"):
        yield
        return

    def late(*_: object) -> None:
        raise Hang(f"no answer within {seconds:g} seconds")

    former = signal.signal(signal.SIGALRM, late)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, former)
