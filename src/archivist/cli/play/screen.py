"""The screen: what is drawn and read at a terminal, as a table with boxes or, for screen readers, as plain sentences."""

from __future__ import annotations

import contextlib
import io
import os
import sys
import textwrap
import time
from collections.abc import Iterator, Sequence

from rich.console import Console
from rich.text import Text

from archivist.cli.play import plain, table, telling
from archivist.cli.play.menus import Menu
from archivist.view import View

NARROWEST, WIDEST = 40, 110
"""Narrower tables cannot be drawn, wider lines are hard to read."""
PROMPT = "> "
SLOW = 0.3
"""The seconds after which a bot is said to think."""


class Screen:
    """Draws with rich; colours only where the terminal has them and NO_COLOR is not set."""

    def __init__(self, names: Sequence[str]) -> None:
        """`names` say who sits where, such as ``A`` and ``B (greedy)``."""
        self.names = tuple(names)
        self.out = _console()
        self._slow = False
        _edit_lines()

    # -- showing -------------------------------------------------------------------------------------------------

    def table(self, view: View) -> None:
        self.out.print(table.drawn(view, self.names, self.width))

    def whole(self, view: View) -> None:
        """The whole table, whatever was shown before."""
        self.table(view)

    def happened(self, lines: Sequence[str]) -> None:
        """What has happened since the person was last asked."""
        for line in lines:
            self.say(f"  {line}", "dim")

    def menu(self, menu: Menu) -> None:
        self.out.print(table.menu(menu, self.width))

    def say(self, text: str, style: str = "") -> None:
        """A line; if it begins with spaces, what does not fit on it goes on below its first word."""
        self.out.print(table.folded(text, self.width, style))

    def entry(self, term: str, text: str) -> None:
        """A line of a list: what does not fit on it goes on below its text, where there is room for that."""
        if self.width < 2 * len(term):
            self.say(f"{term.rstrip()}  {text}")
            return
        folded = textwrap.wrap(text, self.width - len(term), break_on_hyphens=False)
        self.out.print(Text(term + f"\n{' ' * len(term)}".join(folded)))

    def unbroken(self, text: str) -> None:
        """A line with something to be copied, such as a path; the terminal may fold it, but no space is put into it."""
        self.out.print(Text(text), soft_wrap=True)

    def blank(self) -> None:
        self.out.print()

    def complain(self, text: str) -> None:
        self.say(text, "yellow")

    def heading(self, text: str) -> None:
        self.say(text, "bold")

    @property
    def width(self) -> int:
        """The width of the terminal as it is now, within limits."""
        return max(NARROWEST, min(self.out.width, WIDEST))

    @property
    def coloured(self) -> bool:
        return self.out.color_system is not None

    @contextlib.contextmanager
    def thinking(self, name: str) -> Iterator[None]:
        """While a bot thinks. If it took long the last time, it is shown that it does."""
        begun = time.monotonic()
        shown = self.out.is_terminal and self.coloured and self._slow
        told = self.out.status(f"{name} is thinking", spinner="line") if shown else contextlib.nullcontext()
        with told:
            yield
        self._slow = time.monotonic() - begun > SLOW

    def wipe(self) -> None:
        """Clears everything that was shown and typed, also what has scrolled away."""
        if "readline" in sys.modules:
            sys.modules["readline"].clear_history()
        if self.out.is_terminal and os.environ.get("TERM") != "dumb":
            self.out.file.write("\x1b[H\x1b[2J\x1b[3J")
            self.out.file.flush()
        else:
            self.out.print("\n" * 100)

    # -- reading -------------------------------------------------------------------------------------------------

    def read(self, prompt: str = PROMPT) -> str:
        """A line that the person types. Raises EOFError at the end of the input."""
        self.out.file.flush()
        typed = input(prompt).strip()
        if not sys.stdin.isatty():
            self.out.file.write(f"{typed}\n")
        return typed


class PlainScreen(Screen):
    """Sentences and numbered lines, without boxes, colours or anything that moves."""

    def __init__(self, names: Sequence[str]) -> None:
        super().__init__(names)
        self.out = _console(bare=True)
        self._shown: tuple[str, int] = ("", 0)

    def table(self, view: View) -> None:
        """The whole table once a turn, and when the game is over; else only where the game is."""
        shown = (view.seat, view.turn)
        if shown != self._shown or view.winner:
            self._shown = shown
            self.whole(view)
        else:
            self.say(plain.moment(view))

    def whole(self, view: View) -> None:
        for line in plain.sentences(view, self.names):
            self.say(line)

    def happened(self, lines: Sequence[str]) -> None:
        for line in lines:
            told = line.removeprefix(telling.TURN)
            self.say(f"{told[:1].upper()}{told[1:]}.")

    def say(self, text: str, style: str = "") -> None:
        self.unbroken(text.strip())

    def entry(self, term: str, text: str) -> None:
        self.say(f"{term.strip()}: {text}.")

    def menu(self, menu: Menu) -> None:
        for line in plain.menu(menu):
            self.say(line)


def _console(*, bare: bool = False) -> Console:
    """A terminal with colours, unless it has none or they are not wanted. What it cannot write is shown as ``?``.

    What is typed and cannot be read is taken for a sign that nothing is called by.
    """
    for stream in (sys.stdin, sys.stdout):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")
    bare = bare or not sys.stdout.isatty() or bool(os.environ.get("NO_COLOR"))
    return Console(highlight=False, markup=False, emoji=False, color_system=None if bare else "auto")


def _edit_lines() -> None:
    """Lets the arrow keys edit a line and bring back earlier ones, where the system has what that needs."""
    if not sys.stdin.isatty():
        return
    with contextlib.suppress(ImportError):
        import readline

        readline.parse_and_bind("set enable-bracketed-paste off")
