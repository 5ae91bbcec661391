"""Single keys of a Unix terminal, without Enter."""

from __future__ import annotations

import codecs
import os
import re
import sys
import termios
import tty
from types import TracebackType
from typing import Any, Final

_KEY: Final = re.compile(r"\x1b\[[0-9;]*[A-Za-z~]|\x1bO[A-Za-z]|.", re.DOTALL)
END: Final = "\x04"
"""The key that ends the input, Ctrl-D."""


class TerminalKeys:
    """The keys that a person presses; while it is entered they are not shown, and need no Enter.

    A key such as an arrow is the sequence that the terminal sends for it. What is pressed early is not lost.
    """

    def __init__(self) -> None:
        self._handle = sys.stdin.fileno()
        self._decoder = codecs.getincrementaldecoder("utf-8")("replace")
        self._waiting = ""
        self._before: list[Any] = []

    def __enter__(self) -> TerminalKeys:
        self._before = termios.tcgetattr(self._handle)
        tty.setcbreak(self._handle, termios.TCSADRAIN)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        termios.tcsetattr(self._handle, termios.TCSADRAIN, self._before)

    def read(self) -> str:
        """The next key. Raises EOFError at the end of the input."""
        while not (match := _KEY.match(self._waiting)):
            data = os.read(self._handle, 1024)
            if not data:
                raise EOFError
            self._waiting += self._decoder.decode(data)
        self._waiting = self._waiting[match.end() :]
        if match[0] == END:
            raise EOFError
        return match[0]

    def line(self, prompt: str) -> str:
        """A line that is typed, shown as it is typed and ended by Enter. Raises EOFError at the end of the input."""
        early, enter, self._waiting = self._waiting.partition("\n")
        if enter:
            sys.stdout.write(f"{prompt}{early}\n")
            return early.strip()
        termios.tcsetattr(self._handle, termios.TCSADRAIN, self._before)
        try:
            return (early + input(f"{prompt}{early}")).strip()
        finally:
            tty.setcbreak(self._handle, termios.TCSADRAIN)
