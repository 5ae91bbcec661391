"""Single keys, without Enter, wherever the viewer runs."""

from __future__ import annotations

import sys
from contextlib import AbstractContextManager
from typing import Protocol


class Keys(AbstractContextManager["Keys"], Protocol):
    """The keys that a person presses; while it is entered they need no Enter."""

    def read(self) -> str:
        """The next key, an arrow as a Unix terminal sends it. Raises EOFError at the end of the input."""

    def line(self, prompt: str) -> str:
        """A line that is typed and ended by Enter. Raises EOFError at the end of the input."""


def keys() -> Keys:
    """The keys of this machine's terminal; each kind of system has modules that the other lacks."""
    if sys.platform == "win32":
        from archivist.cli.replay.console_keys import ConsoleKeys

        return ConsoleKeys()
    from archivist.cli.replay.terminal_keys import TerminalKeys

    return TerminalKeys()
