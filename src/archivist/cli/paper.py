"""What commands print on: tables and headings with colour on a terminal, plain lines anywhere else."""

from __future__ import annotations

import os
import shutil
import sys
from pathlib import Path
from typing import NoReturn

import typer
from rich.console import Console
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

WIDE = 1000
"""The width where there is no terminal: no line is folded."""


class Paper:
    """The output of a command; plain if it is no terminal or NO_COLOR is set."""

    def __init__(self) -> None:
        self._out = Console(highlight=False, markup=False)
        self.plain = not self._out.is_terminal or bool(os.environ.get("NO_COLOR"))
        if not self._out.is_terminal:
            self._out = Console(highlight=False, markup=False, width=WIDE, color_system=None)

    def table(self, *columns: str) -> Table:
        """A table with a heading above each column."""
        table = Table(box=None, pad_edge=False, header_style="" if self.plain else "bold")
        for index, column in enumerate(columns):
            table.add_column(column, style="" if self.plain or index else "cyan", no_wrap=not index, overflow="fold")
        return table

    def grid(self) -> Table:
        """Labels and what they stand for."""
        table = Table.grid(padding=(0, 2))
        table.add_column(style="" if self.plain else "dim")
        return table

    def show(self, table: Table) -> None:
        """Prints a table without blanks at the ends of its lines."""
        if self._out.is_terminal:
            self._out.print(table)
            return
        with self._out.capture() as captured:
            self._out.print(table)
        for line in captured.get().splitlines():
            typer.echo(line.rstrip())

    def heading(self, text: str) -> None:
        self._out.print(Text(text, style="" if self.plain else "bold"))

    def line(self, text: str, aside: str = "") -> None:
        """A line of a list, perhaps with something less important after it."""
        line = Text(text)
        if aside:
            line.append(f"  {aside}", style="" if self.plain else "dim")
        if self._out.is_terminal:
            self._out.print(Padding(line, (0, 0, 0, 2), expand=False))
        else:
            self._out.print(Text("  ") + line, soft_wrap=True)

    def note(self, text: str) -> None:
        self._out.print(Text(text, style="" if self.plain else "dim"))


def program() -> str:
    """How this program is called: by its name alone, if the shell finds it so."""
    called = Path(sys.argv[0])
    if called.name == "__main__.py":
        return "python -m archivist.cli"
    found = shutil.which(called.name)
    return called.name if found and Path(found).resolve() == called.resolve() else str(called)


def need_input(instead: str = "") -> None:
    """Stops a command that asks something, if the standard input is closed and nobody can answer."""
    if sys.stdin is None:
        stop(f"the standard input is closed{instead}")


def stop(problem: object, status: int = 2) -> NoReturn:
    """Ends the command with a message on the error output."""
    typer.echo(str(problem), err=True)
    raise typer.Exit(status)
