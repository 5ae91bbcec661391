"""One call at a time: how a game stays whole when several threads use it, and when a call breaks off.

Finding the options of a decision tries plays out on the state itself, and an answer changes it step by step. So every
call has the game to itself, and others wait. A call that breaks off with an error that is no refusal (a bug, an
interrupt, no memory left) may leave anything half done: the next call first runs the answers since the checkpoint again.
"""

from __future__ import annotations

import functools
import threading
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Concatenate, Final, ParamSpec, TypeVar

from archivist.model.errors import ArchivistError

if TYPE_CHECKING:
    from archivist.history import History

P = ParamSpec("P")
R = TypeVar("R")
G = TypeVar("G", bound="History")

new_lock: Final[Callable[[], Any]] = threading.RLock
"""A lock that its holder may take again: calls use each other."""


def alone(method: Callable[Concatenate[G, P], R]) -> Callable[Concatenate[G, P], R]:
    """The same method of a game, with the game to itself; if it breaks off, the game is mended before the next call.

    Calls within a call of the same thread are part of it. A refusal (ArchivistError) leaves the game as it was by itself.
    """

    call: Callable[..., R] = method

    @functools.wraps(method)
    def called(game: G, /, *args: P.args, **kwargs: P.kwargs) -> R:
        course, lock = game._course, game._lock
        if course.whole is not None and lock._is_owned():
            return method(game, *args, **kwargs)
        try:
            lock.acquire()
            if course.whole is not None:
                course.mend(*course.whole)
            course.whole = (course.kept, course.answers, course.past)
            try:
                if not args and not kwargs:  # few things are packed to be handed on: this is called for each decision
                    found = call(game)
                elif len(args) == 1 and not kwargs:
                    found = call(game, args[0])
                else:
                    found = method(game, *args, **kwargs)
            except ArchivistError:
                course.whole = None
                raise
        except BaseException:
            if lock._is_owned():
                lock.release()
            raise
        course.whole = None
        lock.release()
        return found

    return called
