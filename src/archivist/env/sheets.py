"""Sheets: tables of whole numbers with named columns, and how values are written into them and read back.

An observation is made of sheets. Each sheet says what its columns are, once, and both directions follow from that.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from array import array
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

BOUND = 9_999
"""No number in a sheet is further from 0 than this; larger ones are written as this one."""

if TYPE_CHECKING:
    Cells = array[int]
else:
    Cells = array  # of int16
Row = Mapping[str, Any]


class Column(ABC):
    """One property of a row; it may take several cells, each with a title."""

    def __init__(self, name: str, titles: Sequence[str] = ()) -> None:
        self.name = name
        self.titles = tuple(titles) or (name,)

    @abstractmethod
    def write(self, value: Any, cells: Cells, at: int) -> None:
        """Writes a value into cells that are all 0."""

    @abstractmethod
    def read(self, cells: Sequence[int], at: int) -> Any:
        """The value that was written."""


class Worded(Column):
    """A property with a cell for each word of a list."""

    def __init__(self, name: str, words: Sequence[str]) -> None:
        super().__init__(name, [f"{name}: {word}" for word in words])
        self.words = tuple(words)
        self._places = {word: place for place, word in enumerate(words)}


class Number(Column):
    """A whole number."""

    def write(self, value: int, cells: Cells, at: int) -> None:
        cells[at] = max(-BOUND, min(BOUND, value))

    def read(self, cells: Sequence[int], at: int) -> int:
        return cells[at]


class Flag(Column):
    """Yes or no: 1 or 0."""

    def write(self, value: bool, cells: Cells, at: int) -> None:
        cells[at] = value

    def read(self, cells: Sequence[int], at: int) -> bool:
        return bool(cells[at])


class Maybe(Column):
    """A whole number, or none: whether there is one, then the number."""

    def __init__(self, name: str) -> None:
        super().__init__(name, (f"has {name}", name))

    def write(self, value: int | None, cells: Cells, at: int) -> None:
        if value is not None:
            cells[at], cells[at + 1] = 1, max(-BOUND, min(BOUND, value))

    def read(self, cells: Sequence[int], at: int) -> int | None:
        return cells[at + 1] if cells[at] else None


class One(Worded):
    """One word of a list, or the empty one: a 1 in the cell of that word."""

    def write(self, value: str, cells: Cells, at: int) -> None:
        if value:
            cells[at + self._places[value]] = 1

    def read(self, cells: Sequence[int], at: int) -> str:
        return next((word for place, word in enumerate(self.words) if cells[at + place]), "")


class Many(Worded):
    """Words of a list, in its order: a 1 in the cell of each."""

    def of(self, words: Sequence[str] | frozenset[str]) -> tuple[str, ...]:
        """Those of some words that have a cell, in the order of the cells."""
        return tuple(sorted((word for word in words if word in self._places), key=self._places.__getitem__))

    def write(self, value: Sequence[str], cells: Cells, at: int) -> None:
        for word in value:
            cells[at + self._places[word]] = 1

    def read(self, cells: Sequence[int], at: int) -> tuple[str, ...]:
        return tuple(word for place, word in enumerate(self.words) if cells[at + place])


class Counts(Worded):
    """A number for each word of a list."""

    def of(self, counts: Mapping[str, int], rest: str = "") -> dict[str, int]:
        """The counts that have a cell, in the order of the cells; all others together, if there is a cell for the rest."""
        found: dict[str, int] = {}
        for word, count in counts.items():
            name = word if word in self._places else rest
            if name and count:
                found[name] = found.get(name, 0) + count
        return {word: found[word] for word in sorted(found, key=self._places.__getitem__)}

    def write(self, value: Mapping[str, int], cells: Cells, at: int) -> None:
        for word, count in value.items():
            cells[at + self._places[word]] = max(-BOUND, min(BOUND, count))

    def read(self, cells: Sequence[int], at: int) -> dict[str, int]:
        return {word: cells[at + place] for place, word in enumerate(self.words) if cells[at + place]}


class Named(Column):
    """A name by its number, and what is printed on it; 0 and nothing for an unknown one."""

    def __init__(
        self, name: str, number_of: Callable[[str], int], name_of: Callable[[int], str], printed: Sequence[str] = ()
    ) -> None:
        super().__init__(name, (name, *(f"printed {title}" for title in printed)))
        self._number_of = number_of
        self._name_of = name_of
        self.printed: Callable[[int], Cells] | None = None
        """What is printed on the card of a number, if that is to be written behind it."""

    def write(self, value: str, cells: Cells, at: int) -> None:
        number = self._number_of(value)
        cells[at] = number
        if number and self.printed is not None:
            shown = self.printed(number)
            cells[at + 1 : at + 1 + len(shown)] = shown

    def read(self, cells: Sequence[int], at: int) -> str:
        return self._name_of(cells[at])


class Sheet:
    """A table: so many rows of the same columns. Rows that are not written are all 0."""

    def __init__(self, name: str, rows: int, *columns: Column) -> None:
        self.name = name
        self.rows = rows
        self.columns = columns
        self.titles = tuple(title for column in columns for title in column.titles)
        self.width = len(self.titles)
        self._at: list[tuple[str, Column, int]] = []
        at = 0
        for column in columns:
            self._at.append((column.name, column, at))
            at += len(column.titles)

    @property
    def shape(self) -> tuple[int, int]:
        return self.rows, self.width

    def write(self, rows: Sequence[Row]) -> Cells:
        """The cells of the sheet, row by row; a property that a row leaves out stays 0."""
        cells = array("h", bytes(2 * self.rows * self.width))
        for index, row in enumerate(rows):
            begin = index * self.width
            for name, column, at in self._at:
                value = row.get(name)
                if value is not None:
                    column.write(value, cells, begin + at)
        return cells

    def read(self, cells: Sequence[int]) -> list[dict[str, Any]]:
        """The rows that are not all 0, up to the last one of these."""
        found = [
            {name: column.read(cells, index * self.width + at) for name, column, at in self._at}
            for index in range(self.rows)
        ]
        while found and not any(cells[(len(found) - 1) * self.width : len(found) * self.width]):
            found.pop()
        return found
