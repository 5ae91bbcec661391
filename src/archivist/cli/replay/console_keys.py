"""Single keys of a Windows console, without Enter."""

from __future__ import annotations

from types import TracebackType
from typing import Final

import click

_SENT_AS: Final = {"M": "\x1b[C", "K": "\x1b[D", "G": "\x1b[H", "O": "\x1b[F"}
"""The keys to the right, to the left, to the beginning and to the end, as a Unix terminal sends them."""


class ConsoleKeys:
    """The keys that a person presses, read one by one; the console keeps those that are pressed early."""

    def __enter__(self) -> ConsoleKeys:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """A console needs no setting back."""

    def read(self) -> str:
        """The next key. Raises EOFError at the end of the input."""
        key = click.getchar()
        return _SENT_AS.get(key[1:], key) if key[0] in "\x00\xe0" else key

    def line(self, prompt: str) -> str:
        """A line that is typed and ended by Enter. Raises EOFError at the end of the input."""
        return input(prompt).strip()
