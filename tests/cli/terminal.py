"""A person at a terminal: runs a command in a pseudo-terminal, types lines and reads what is shown."""

from __future__ import annotations

import codecs
import fcntl
import os
import pty
import re
import select
import signal
import struct
import sys
import termios
import time
from collections.abc import Mapping
from types import TracebackType
from typing import Self

PATIENCE = 60.0
"""The seconds after which an answer is not waited for any longer; a busy machine may be slow."""
PRESSED_AGAIN = 5.0
"""The seconds after which a key that did nothing is pressed again."""
GO_ON = "-- Enter to continue: "
PAGER = "-- Enter for more, q to stop: "
ESCAPE = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")


class Terminal:
    """A command that runs in a pseudo-terminal. `shown` is everything it has written."""

    def __init__(
        self, *arguments: str, columns: int = 80, env: Mapping[str, str] | None = None, prompt: str = "> "
    ) -> None:
        self.prompt = prompt
        self.shown = ""
        self._read_to = 0
        self._decoder = codecs.getincrementaldecoder("utf-8")()
        self.process, self._handle = pty.fork()
        if self.process == 0:
            signal.signal(signal.SIGINT, signal.SIG_DFL)
            fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
            command = [sys.executable, "-m", "archivist.cli", *arguments]
            os.execve(sys.executable, command, {**_environment(), **(env or {})})

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self.process:
            os.kill(self.process, signal.SIGKILL)
            os.waitpid(self.process, 0)
        os.close(self._handle)

    def expect(self, text: str) -> str:
        """Waits until a text is shown after what was expected before; gives everything up to and with it."""
        end = time.monotonic() + PATIENCE
        while (place := self.shown.find(text, self._read_to)) < 0:
            if not self._more(end):
                raise AssertionError(f"{text!r} was not shown; the last lines are:\n{self.shown[-3000:]}")
        before = self.shown[self._read_to : place + len(text)]
        self._read_to = place + len(text)
        return before

    def _more(self, end: float) -> bool:
        """Reads more of what is shown; False when nothing more comes."""
        ready, _, _ = select.select([self._handle], [], [], max(0.0, end - time.monotonic()))
        if not ready:
            return False
        try:
            data = os.read(self._handle, 65536)
        except OSError:
            return False
        self.shown += self._decoder.decode(data).replace("\r", "")
        return bool(data)

    def type(self, line: str) -> str:
        """Types a line and waits for the next prompt; gives what is shown in between. Much news is read and gone on from."""
        return self._answered(line, GO_ON)

    def pages(self, line: str) -> str:
        """Types a line and turns pages until the next prompt; gives what is shown in between."""
        return self._answered(line, PAGER)

    def _answered(self, line: str, pause: str) -> str:
        """Types a line, and Enter at each pause, up to the next prompt."""
        self.press(f"{line}\n")
        shown = ""
        while True:
            end = time.monotonic() + PATIENCE
            while all(self.shown.find(text, self._read_to) < 0 for text in (pause, f"\n{self.prompt}")):
                if not self._more(end):
                    raise AssertionError(f"neither a pause nor a prompt; the last lines are:\n{self.shown[-3000:]}")
            if self.shown.find(pause, self._read_to) < 0:
                return shown + self.expect(f"\n{self.prompt}")
            shown += self.expect(pause)
            self.press("\n")

    def press(self, keys: str) -> None:
        os.write(self._handle, keys.encode())

    def interrupt(self) -> int:
        """Presses Ctrl-C until the command ends, as a person would; gives its exit status.

        Once is not always enough: Python's `input` misses a signal that comes between showing its prompt and reading.
        """
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            self.press("\x03")
            pause = time.monotonic() + PRESSED_AGAIN
            while self._more(pause):
                pass
            if time.monotonic() < pause:
                break
        return self.leave()

    def kill(self) -> None:
        """Ends the command as a power cut would."""
        os.kill(self.process, signal.SIGKILL)
        os.waitpid(self.process, 0)
        self.process = 0

    def leave(self) -> int:
        """Waits until the command ends by itself; gives its exit status."""
        end = time.monotonic() + PATIENCE
        while self._more(end):
            pass
        _, status = os.waitpid(self.process, 0)
        self.process = 0
        return os.waitstatus_to_exitcode(status)


def _environment() -> dict[str, str]:
    """What a test runs with, apart from what would change how things look."""
    kept = {name: value for name, value in os.environ.items() if name not in ("NO_COLOR", "COLUMNS", "LINES")}
    return {**kept, "TERM": "xterm-256color"}


def plain(text: str) -> str:
    """What is shown, without the codes for colours and places."""
    return ESCAPE.sub("", text)
