"""What is loaded on first use is loaded once, also when several threads ask for it at the same moment."""

from __future__ import annotations

import functools
import threading
from collections.abc import Callable
from typing import TypeVar

T = TypeVar("T")

_LOADING = threading.RLock()
"""One lock for everything that is loaded: msgspec must not be asked by two threads at once to take in a new type."""


def once(load: Callable[[], T]) -> Callable[[], T]:
    """The same function, which is carried out once; whoever asks meanwhile waits. What fails is tried again next time."""
    loaded: list[T] = []

    @functools.wraps(load)
    def asked() -> T:
        if not loaded:
            with _LOADING:
                if not loaded:
                    loaded.append(load())
        return loaded[0]

    return asked
