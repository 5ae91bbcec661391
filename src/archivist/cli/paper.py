"""What commands print on: tables and headings with colour on a terminal, plain lines anywhere else."""

from __future__ import annotations

import os
import shutil
import sys
import textwrap
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NoReturn, TextIO

import typer
from rich.console import Console
from rich.padding import Padding
from rich.text import Text

from archivist.model.errors import ArchivistError, plain

WIDE = 100_000
"""The width where there is no terminal: no line is wrapped."""
GAP = "  "
INDENT = "    "


class Table:
    """Rows of cells under headings or, as a grid, after labels. No word is broken at any width."""

    def __init__(self, *columns: str, label: str = "", first: str = "") -> None:
        """`label` is the style of headings, `first` that of the first column."""
        self.columns = columns
        self.rows: list[tuple[str, ...]] = []
        self._label, self._first = label, first

    def add_row(self, *cells: str) -> None:
        self.rows.append(tuple(map(plain, cells)))

    def lines(self, width: int) -> list[Text]:
        """The table in columns; where that is too narrow for its words, a paragraph for each row."""
        rows = [self.columns, *self.rows] if self.columns else self.rows
        number = max(map(len, rows), default=0)
        cells = [(*row, *[""] * (number - len(row))) for row in rows]
        widths = _widths(cells, width - len(GAP) * (number - 1))
        if widths is None:
            return [line for row in self.rows for line in self._paragraph(row, width)]
        heads = 1 if self.columns else 0
        return [line for index, row in enumerate(cells) for line in self._row(row, widths, heading=index < heads)]

    def _row(self, row: Sequence[str], widths: Sequence[int], *, heading: bool) -> Iterator[Text]:
        wrapped = [_wrapped(cell, width) for cell, width in zip(row, widths, strict=True)]
        for index in range(max(map(len, wrapped))):
            line = Text()
            for column, (parts, width) in enumerate(zip(wrapped, widths, strict=True)):
                part = parts[index] if index < len(parts) else ""
                style = self._label if heading else self._first if not column else ""
                line.append(f"{part:<{width}}", style=style)
                line.append(GAP if column < len(widths) - 1 else "")
            line.rstrip()
            yield line

    def _paragraph(self, row: Sequence[str], width: int) -> Iterator[Text]:
        first, *rest = row
        for part in _wrapped(first, width):
            yield Text(part, style=self._first)
        labels = self.columns[1:] if self.columns else [""] * len(rest)
        said = "; ".join(f"{label} {cell}".strip() for label, cell in zip(labels, rest, strict=False) if cell)
        for part in textwrap.wrap(said, width, initial_indent=INDENT, subsequent_indent=INDENT, break_on_hyphens=False):
            yield Text(part)


def _widths(rows: Sequence[Sequence[str]], room: int) -> list[int] | None:
    """The width of each column: that of its longest cell, or less, but never less than its longest word; None if that
    fails.
    """
    columns = list(zip(*rows, strict=True))
    widths = [max(map(len, cells)) for cells in columns]
    least = [max(len(word) for cell in cells for word in cell.split() or [""]) for cells in columns]
    if sum(least) > room:
        return None
    while sum(widths) > room:
        widest = max((index for index in range(len(widths)) if widths[index] > least[index]), key=widths.__getitem__)
        widths[widest] -= 1
    return widths


def _wrapped(cell: str, width: int) -> list[str]:
    """A cell as lines; if it begins with spaces, all of its lines do."""
    indent = cell[: len(cell) - len(cell.lstrip())]
    return textwrap.wrap(cell, max(1, width), subsequent_indent=indent, break_on_hyphens=False) or [""]


class Paper:
    """The output of a command; plain if it is not a terminal, or NO_COLOR is set."""

    def __init__(self) -> None:
        self._out = Console(highlight=False, markup=False)
        self.plain = not self._out.is_terminal or bool(os.environ.get("NO_COLOR"))
        if not self._out.is_terminal:
            self._out = Console(highlight=False, markup=False, width=WIDE, color_system=None)

    def table(self, *columns: str) -> Table:
        """A table with a heading above each column."""
        return Table(*columns) if self.plain else Table(*columns, label="bold", first="cyan")

    def grid(self) -> Table:
        """Labels and what they stand for."""
        return Table() if self.plain else Table(first="dim")

    def show(self, table: Table) -> None:
        """Prints a table without blanks at the ends of its lines."""
        for line in table.lines(self._out.width if self._out.is_terminal else WIDE):
            self._out.print(line, soft_wrap=True)

    def heading(self, text: str) -> None:
        self._out.print(Text(plain(text), style="" if self.plain else "bold"))

    def line(self, text: str, aside: str = "") -> None:
        """A line of a list, optionally followed by something less important."""
        line = Text(plain(text))
        if aside:
            line.append(f"  {plain(aside)}", style="" if self.plain else "dim")
        if self._out.is_terminal:
            self._out.print(Padding(line, (0, 0, 0, 2), expand=False))
        else:
            self._out.print(Text("  ") + line, soft_wrap=True)

    def note(self, text: str) -> None:
        self._out.print(Text(plain(text), style="" if self.plain else "dim"))


def program() -> str:
    """How this program is called: by its name alone, if the shell finds it."""
    called = Path(sys.argv[0])
    if called.name == "__main__.py":
        return "python -m archivist.cli"
    found = shutil.which(called.name)
    return called.name if found and Path(found).resolve() == called.resolve() else str(called)


def need_input(instead: str = "") -> None:
    """Stops a command that asks something if the standard input is closed and nobody can answer."""
    if sys.stdin is None:
        stop(f"the standard input is closed{instead}")


def stop(problem: object, status: int = 2) -> NoReturn:
    """Ends the command with a message on the error output."""
    warn(problem)
    raise typer.Exit(status)


def warn(problem: object) -> None:
    """Prints a message on the error output; what it quotes may come from anywhere."""
    typer.echo(_fitting(str(ArchivistError(str(problem))), sys.stderr), err=True)


def echo(text: str, *, nl: bool = True) -> None:
    """Prints a line, or several, of which none may be broken within a word; they may quote strangers' texts."""
    typer.echo(_fitting(plain(text), sys.stdout), nl=nl)


def _fitting(text: str, stream: TextIO) -> str:
    """A text as it is printed: on a terminal no word is broken, elsewhere it is as it was."""
    if not stream.isatty():
        return text
    width = shutil.get_terminal_size().columns
    return "\n".join(part for line in text.split("\n") for part in on_terminal(line, width))


def on_terminal(line: str, width: int) -> list[str]:
    """A line as a terminal of this width shows it: what does not fit goes on below, with the same spaces before it.

    A word that is longer than the terminal is wide, such as a path, is left whole for copying.
    """
    if len(line) <= width:
        return [line]
    indent = line[: len(line) - len(line.lstrip())]
    return textwrap.wrap(line, width, subsequent_indent=indent, break_long_words=False, break_on_hyphens=False) or [""]
