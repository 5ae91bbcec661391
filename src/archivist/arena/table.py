"""The table of a run: one row for each game, in Parquet files that any data frame reads (extra `mass`).

A folder holds `run.json`, which says what is played, and files of `BLOCK` games each. Files are replaced whole, so that a
run which is killed leaves nothing half-written, and going on with it plays the games that are missing.
"""

from __future__ import annotations

import os
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec

from archivist import __version__
from archivist.arena.matchups import Record, Touched
from archivist.cards import pool
from archivist.decks import Deck
from archivist.model.errors import ArchivistError

BLOCK = 500
"""How many games a file has."""
EVERY = 20.0
"""Seconds after which the games since are written, although their file is not full."""
PLAN = "run.json"


class TableError(ArchivistError):
    """A folder of games cannot be read, or holds another run."""


class Plan(msgspec.Struct, frozen=True):
    """What a run plays, apart from how many games: the same plan gives the same games, row by row."""

    decks: dict[str, Deck]
    bots: tuple[str, ...]
    seed: int
    limit: int
    engine: str = __version__
    cards: str = ""

    @classmethod
    def of(cls, decks: Mapping[str, Deck], bots: Sequence[str], seed: int, limit: int) -> Plan:
        return cls(dict(decks), tuple(bots), seed, limit, cards=pool().digest)


class Games:
    """The games of a run in a folder."""

    def __init__(self, folder: Path, plan: Plan) -> None:
        """Goes on with the run in a folder, or begins one. Raises TableError if another run is there."""
        _arrow()
        self.folder = folder
        self._begin(plan)
        self.records: dict[int, Record] = dict(self._written())
        self._unwritten: set[int] = set()
        self._last = time.monotonic()

    def _begin(self, plan: Plan) -> None:
        file = self.folder / PLAN
        said = msgspec.json.format(msgspec.json.encode(plan))
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            if not file.exists():
                if any(self.folder.glob("*.parquet")):
                    raise TableError(f"{self.folder} has games, but no {PLAN} that says what they are")
                _replace(file, said)
                return
            there = msgspec.json.decode(file.read_bytes(), type=Plan)
        except (OSError, msgspec.DecodeError) as error:
            raise TableError(f"{self.folder} cannot be used: {error}") from None
        for name in Plan.__struct_fields__:
            if getattr(there, name) != getattr(plan, name):
                raise TableError(f"{self.folder} holds another run: its {name} differ; name another folder")

    def _written(self) -> Iterator[tuple[int, Record]]:
        for file in sorted(self.folder.glob("games-*.parquet")):
            yield from read(file)

    def add(self, number: int, record: Record) -> None:
        """Keeps a game; it is written when its file is full, or when some time has passed."""
        self.records[number] = record
        self._unwritten.add(number // BLOCK)
        first = number // BLOCK * BLOCK
        full = all(each in self.records for each in range(first, first + BLOCK))
        if full or time.monotonic() - self._last > EVERY:
            self.write()

    def write(self) -> None:
        """Writes the games that are not yet in a file."""
        for block in sorted(self._unwritten):
            numbers = [each for each in range(block * BLOCK, (block + 1) * BLOCK) if each in self.records]
            write(self.folder / f"games-{block:06}.parquet", [(each, self.records[each]) for each in numbers])
        self._unwritten.clear()
        self._last = time.monotonic()

    def keep_first(self, games: int) -> None:
        """Forgets all games but so many, where a run stopped before those that were under way."""
        for number in [each for each in self.records if each >= games]:
            del self.records[number]
            self._unwritten.add(number // BLOCK)
        for block in sorted(self._unwritten):
            if block * BLOCK >= games:
                self._unwritten.discard(block)
                (self.folder / f"games-{block:06}.parquet").unlink(missing_ok=True)
        self.write()


# -- rows --------------------------------------------------------------------------------------------------------


def row(number: int, record: Record) -> dict[str, Any]:
    """A game as a row. `a` and `b` are the seats in turn order; `first` and `winner` name one of them."""
    order = (record.seat, 1 - record.seat)
    by_seat = [order.index(seat) for seat in (0, 1)]
    names = (record.first, record.second)
    found: dict[str, Any] = {
        "game": number,
        "seed": record.seed,
        "first": "ab"[record.seat],
        "winner": None if record.winner is None else "ab"[order[record.winner]],
        "over": record.over,
        "turns": record.turns,
        "decisions": record.decisions,
    }
    for seat, place in zip("ab", by_seat, strict=True):
        found[f"deck_{seat}"] = names[place]
        found[f"bot_{seat}"] = record.bots[place]
        for field in Touched.__struct_fields__:
            found[f"{field}_{seat}"] = sorted(getattr(record.touched[place], field))
    return found


def record_of(found: Mapping[str, Any]) -> tuple[int, Record]:
    """The game of a row, with its number."""
    seat = "ab".index(found["first"])
    one, other = order = ["a", "b"] if seat == 0 else ["b", "a"]
    winner = None if found["winner"] is None else order.index(found["winner"])
    touched = [Touched(*(frozenset(found[f"{field}_{each}"]) for field in Touched.__struct_fields__)) for each in order]
    return found["game"], Record(
        found[f"deck_{one}"],
        found[f"deck_{other}"],
        winner,
        found["over"],
        found["turns"],
        found["decisions"],
        (touched[0], touched[1]),
        (found[f"bot_{one}"], found[f"bot_{other}"]),
        found["seed"],
        seat,
    )


def write(file: Path, records: Iterable[tuple[int, Record]]) -> None:
    """Writes games into a file, or nothing at all."""
    arrow, parquet = _arrow()
    table = arrow.Table.from_pylist([row(*each) for each in records], schema=_schema(arrow))
    unfinished = file.with_suffix(".part")
    parquet.write_table(table, unfinished, compression="zstd")
    os.replace(unfinished, file)


def read(file: Path) -> Iterator[tuple[int, Record]]:
    """The games of a file. Raises TableError if it is not one."""
    arrow, parquet = _arrow()
    try:
        found = parquet.read_table(file, schema=_schema(arrow))
    except (OSError, arrow.ArrowInvalid) as error:
        raise TableError(f"{file} cannot be read: {error}") from None
    for each in found.to_pylist():
        yield record_of(each)


def _schema(arrow: Any) -> Any:
    names, cards = arrow.dictionary(arrow.int16(), arrow.string()), arrow.list_(arrow.string())
    fields = [
        ("game", arrow.int64()),
        ("seed", arrow.uint64()),
        *((f"{part}_{seat}", names) for part in ("deck", "bot") for seat in "ab"),
        ("first", arrow.string()),
        ("winner", arrow.string()),
        ("over", arrow.bool_()),
        ("turns", arrow.int32()),
        ("decisions", arrow.int32()),
        *((f"{field}_{seat}", cards) for field in Touched.__struct_fields__ for seat in "ab"),
    ]
    return arrow.schema(fields)


def _replace(file: Path, content: bytes) -> None:
    unfinished = file.with_suffix(".part")
    unfinished.write_bytes(content)
    os.replace(unfinished, file)


def _arrow() -> tuple[Any, Any]:
    try:
        import pyarrow
        import pyarrow.parquet
    except ImportError:
        raise ArchivistError("tables of games need pyarrow: pip install 'archivist[mass]'") from None
    return pyarrow, pyarrow.parquet
