"""The screen: what is drawn and read at a terminal, as a table with boxes or, for screen readers, as plain sentences."""

from __future__ import annotations

import contextlib
import io
import os
import sys
import textwrap
import time
from collections.abc import Callable, Iterable, Iterator, Sequence

from rich.console import Console
from rich.text import Text

from archivist.cli.paper import on_terminal
from archivist.cli.play import plain, table
from archivist.person import telling
from archivist.person.menus import Menu
from archivist.view import View

NARROWEST, WIDEST = 40, 110
"""Narrower tables cannot be drawn, wider lines are hard to read."""
SHORTEST = 12
"""The least number of rows that a terminal is assumed to have."""
MUCH_NEWS = 5
"""More rows of news than this have a screen of their own, if they do not fit; news of another turn, fewer too."""
LEAST_MENU = 6
"""How many rows the menu gets, if it needs them, however large the table is; half of the screen where that is more."""
LEAST_NEWS = 2
"""How many rows of news are shown, if there are as many, however large the table is."""
PROMPT = "> "
GO_ON = "-- Enter to continue: "
"""Asked before the menu is seen: only commands can be typed there."""
MORE = "-- Enter for more, q to stop: "
SLOW = 0.3
"""The seconds after which a bot is shown to be thinking."""


class Screen:
    """Draws with rich; colours only where the terminal has them and NO_COLOR is not set."""

    def __init__(self, labels: Sequence[str]) -> None:
        """`labels` say who plays what in each seat, such as ``greedy, lorraine``."""
        self.labels = tuple(labels)
        self.out = _console()
        self.is_command: Callable[[str], bool] = lambda typed: False
        self._slow = False
        self._used = 0
        self._typed = ""
        _edit_lines()

    # -- showing -------------------------------------------------------------------------------------------------

    def ask(self, menu: Menu, view: View | None, news: Sequence[str]) -> None:
        """What has happened, the table if there is a view, and the menu, all on one screen.

        Long news gets a screen of its own; then the table is folded, and as many choices are shown as there is room for.
        """
        told = [line for each in news for line in self._news(each)]
        full = self._table(view) if view is not None else []
        whole = table.menu(menu, self.width)
        if not self._pages or len(told) + len(full) + len(whole) <= self._room:
            self._print([*told, *full, *whole])
            return
        turned = any(line.startswith(telling.TURN) for line in news)
        if len(told) > MUCH_NEWS or (turned and len(told) + len(full) + LEAST_MENU > self._room):
            self._page_of_news(told)
            told = []
        told = self._last(told, max(LEAST_NEWS, self._room // 4))
        share = min(len(table.menu(menu, self.width, folded=True)), max(LEAST_MENU, self._room // 2))
        shown = [] if view is None else self._table(view, self._room - len(told) - share)
        room = self._room - len(told) - len(shown)
        self._print([*told, *shown, *table.menu(menu, self.width, room, folded=len(shown) < len(full))])

    def over(self, view: View | None, news: Sequence[str], result: str, next_: Sequence[str]) -> None:
        """The end of a game: what has happened last, the table if there is a view, the result and what can be done."""
        told = [line for each in news for line in self._news(each)]
        below = [Text(result, style="bold")] + [Text(part) for each in next_ for part in table.folded(each, self.width)]
        shown = [] if view is None else self._table(view)
        if self._pages and len(told) + len(shown) + len(below) > self._room:
            if told:
                self._page_of_news(told)
            told, shown = [], [] if view is None else self._table(view, self._room - len(below))
        self._print([*told, *shown, *below])

    def whole(self, view: View, menu: Menu) -> None:
        """The whole table, whatever was shown before, and the menu; where they do not fit, one after the other."""
        shown = self._table(view)
        if self._pages and len(shown) + len(table.menu(menu, self.width)) > self._room:
            self._page(shown)
            if not self._typed:
                self._pause(GO_ON)
        else:
            self._print(shown)
        self.menu(menu)

    def menu(self, menu: Menu) -> None:
        self._print(table.menu(menu, self.width, self._room if self._pages else None))

    def choices(self, menu: Menu) -> None:
        """All choices with all there is to say about them, a screen at a time."""
        self._page(table.menu(menu, self.width, whole=True))

    def _table(self, view: View, room: int | None = None) -> list[Text]:
        if room is None:
            return table.drawn(view, self.labels, self.width)
        return table.fitted(view, self.labels, self.width, room)

    def _page_of_news(self, told: Sequence[Text]) -> None:
        """News on a screen of its own: as much of the end as fits."""
        self._print(self._last(told, self._room))
        self._pause(GO_ON)

    def _last(self, told: Sequence[Text], room: int) -> list[Text]:
        """The last rows of the news, and how to see all of it."""
        if len(told) <= room:
            return list(told)
        left = f"  ... {len(told) - room + 1} more lines; recap shows all of it"
        return [Text(left, style="dim"), *told[len(told) - room + 1 :]]

    def _news(self, line: str) -> list[Text]:
        return [Text(each, style="dim") for each in table.folded(f"  {line}", self.width)]

    def _print(self, lines: Sequence[Text]) -> None:
        for line in lines:
            self.out.print(line, soft_wrap=True)
        self._used += len(lines)

    def say(self, text: str, style: str = "") -> None:
        """A line; if it begins with spaces, what does not fit goes on below its first word."""
        self._print([Text(line, style=style) for line in table.folded(text, self.width)])

    def pages(self, lines: Iterable[str]) -> None:
        """Lines as `say` shows them, a screen at a time."""
        self._page([Text(part) for line in lines for part in table.folded(line, self.width)])

    def recap(self, lines: Sequence[str]) -> None:
        """What has happened, again, a screen at a time."""
        self.pages(f"  {line}" for line in lines)

    def _page(self, lines: Sequence[Text]) -> None:
        for line in lines:
            if self._pages and self._room <= 0 and self._pause(MORE):
                return
            self._print([line])

    def _pause(self, prompt: str) -> bool:
        """Waits for Enter. What is typed instead is read as the next line, and no more pages are wanted.

        Where the menu has not been seen yet, that must be a command: nobody answers what they have not read.
        """
        typed = self.read(prompt)
        if prompt == MORE and typed.casefold() in ("q", "quit"):
            return True
        if prompt == MORE or self.is_command(typed):
            self._typed = typed
        elif typed:
            self.complain(f"{typed!r} is left out: choose when you have seen the choices.")
        return bool(self._typed)

    def entries(self, entries: Sequence[tuple[str, str]]) -> None:
        """A list of terms with their meanings, a screen at a time; in two columns where there is room."""
        wide = max(len(term) for term, _ in entries) + len("    ")
        lines: list[str] = []
        for term, text in entries:
            begin = f"  {term:<{wide - 4}}  "
            if self.width < 2 * wide:
                lines += table.folded(f"  {term}  {text}", self.width)
            else:
                lines += textwrap.wrap(
                    text, self.width, initial_indent=begin, subsequent_indent=" " * wide, break_on_hyphens=False
                )
        self._page(list(map(Text, lines)))

    def unbroken(self, text: str) -> None:
        """A line with something to copy, such as a path: a terminal shows it on several, but no word is broken."""
        lines = on_terminal(text, self.out.width) if self.out.is_terminal else [text]
        self._print([Text(line) for line in lines])

    def blank(self) -> None:
        self._print([Text()])

    def complain(self, text: str) -> None:
        self.say(text, "yellow")

    def heading(self, text: str) -> None:
        self.say(text, "bold")

    @property
    def height(self) -> int:
        """The present number of rows of the terminal."""
        return max(SHORTEST, self.out.height)

    @property
    def _room(self) -> int:
        """How many rows are left above the prompt before something that was not read yet leaves the screen."""
        return self.height - 1 - self._used

    @property
    def _pages(self) -> bool:
        """Whether output stops after each screen."""
        return sys.stdin.isatty() and self.out.is_terminal

    @property
    def width(self) -> int:
        """The present width of the terminal, within limits."""
        return max(NARROWEST, min(self.out.width, WIDEST))

    @property
    def coloured(self) -> bool:
        return self.out.color_system is not None

    @contextlib.contextmanager
    def thinking(self, name: str) -> Iterator[None]:
        """Shows that a bot is thinking, if it took long the last time."""
        begun = time.monotonic()
        shown = self.out.is_terminal and self.coloured and self._slow
        told = self.out.status(f"{name} is thinking", spinner="line") if shown else contextlib.nullcontext()
        with told:
            yield
        self._slow = time.monotonic() - begun > SLOW

    def wipe(self) -> None:
        """Clears everything that was shown and typed, including what has scrolled away."""
        if "readline" in sys.modules:
            sys.modules["readline"].clear_history()
        if self.out.is_terminal and os.environ.get("TERM") != "dumb":
            self.out.file.write("\x1b[H\x1b[2J\x1b[3J")
            self.out.file.flush()
        else:
            self.out.print("\n" * 100)

    # -- reading -------------------------------------------------------------------------------------------------

    def read(self, prompt: str = PROMPT) -> str:
        """A line that the person types, perhaps already at a pause. Raises EOFError at the end of the input."""
        self._used = 0
        if self._typed:
            typed, self._typed = self._typed, ""
            self._print([Text(f"{prompt}{typed}")])
            return typed
        self.out.file.flush()
        typed = input(prompt).strip()
        if not sys.stdin.isatty():
            self.out.file.write(f"{typed}\n")
        return typed


class PlainScreen(Screen):
    """Sentences and numbered lines, without boxes, colours or anything that moves."""

    def __init__(self, labels: Sequence[str]) -> None:
        super().__init__(labels)
        self.out = _console(bare=True)
        self._shown: tuple[str, int] = ("", 0)

    def table(self, view: View) -> None:
        """The whole table once a turn, and when the game is over; otherwise only where the game stands."""
        shown = (view.seat, view.turn)
        if shown != self._shown or view.winner:
            self._shown = shown
            self._all(view)
        else:
            self.say(plain.moment(view))

    def _all(self, view: View) -> None:
        for line in plain.sentences(view, self.labels):
            self.say(line)

    def whole(self, view: View, menu: Menu) -> None:
        self._all(view)
        self.menu(menu)

    def over(self, view: View | None, news: Sequence[str], result: str, next_: Sequence[str]) -> None:
        if view is not None:
            self.recap(news)
            self.table(view)
        for line in (result, *next_):
            self.say(line)

    def ask(self, menu: Menu, view: View | None, news: Sequence[str]) -> None:
        self.recap(news)
        if view is not None:
            self.table(view)
        self.menu(menu)

    def recap(self, lines: Sequence[str]) -> None:
        for line in lines:
            told = line.removeprefix(telling.TURN)
            self.say(f"{told[:1].upper()}{told[1:]}.")

    def say(self, text: str, style: str = "") -> None:
        self.unbroken(text.strip())

    def pages(self, lines: Iterable[str]) -> None:
        self._page([Text(line.strip()) for line in lines])

    def entries(self, entries: Sequence[tuple[str, str]]) -> None:
        self.pages(f"{term}: {text}." for term, text in entries)

    def menu(self, menu: Menu) -> None:
        for line in plain.menu(menu):
            self.say(line)

    def choices(self, menu: Menu) -> None:
        self.pages(plain.menu(menu))


def _console(*, bare: bool = False) -> Console:
    """A terminal with colours, unless it has none or they are not wanted. Characters it cannot write are shown as ``?``.

    Input that cannot be decoded becomes a character that no name contains.
    """
    for stream in (sys.stdin, sys.stdout):
        if isinstance(stream, io.TextIOWrapper) and stream.errors != "replace":
            stream.reconfigure(errors="replace")
    bare = bare or not sys.stdout.isatty() or bool(os.environ.get("NO_COLOR"))
    return Console(highlight=False, markup=False, emoji=False, color_system=None if bare else "auto")


def _edit_lines() -> None:
    """Lets the arrow keys edit a line and recall earlier ones, where the system supports it."""
    if not sys.stdin.isatty():
        return
    with contextlib.suppress(ImportError):
        import readline

        readline.parse_and_bind("set enable-bracketed-paste off")
