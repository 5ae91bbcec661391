"""The database: tables with their journals, saved positions, and what is shared by links. All calls block.

A change to a table is one transaction: the journal's new row, the table's affairs, and word to other processes. With
PostgreSQL it holds an advisory lock for the table, so that two processes never answer at once; SQLite has one process.
"""

from __future__ import annotations

import contextlib
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Final

import msgspec
import sqlalchemy as sql
from sqlalchemy import event
from sqlalchemy.exc import IntegrityError, SQLAlchemyError

from archivist.model.errors import ArchivistError
from archivist.server.seats import plain
from archivist.server.storage import schema
from archivist.server.storage.schema import WrongDatabase, journal, positions, prepare, seats, shared, tables

CHANNEL: Final = "archivist"
"""The channel on which PostgreSQL tells other processes which table has changed."""
PREPARING: Final = 7_201_943
"""The advisory lock under which the schema is made."""
BUSY: Final = 10_000
"""Milliseconds that SQLite waits for another writer."""


class Conflict(Exception):
    """Somebody else has changed the table meanwhile; nothing was kept."""


class NotKept(ArchivistError):
    """The database does not take a change; nothing of it may be shown."""


class Row(msgspec.Struct, frozen=True):
    """A table as the database has it."""

    id: str
    created: float
    touched: float
    status: str
    listed: bool
    waits: str
    version: int
    rows: int
    setting: str
    affairs: str
    head: str


class Noted(msgspec.Struct, frozen=True):
    """A row of a journal: who caused it (nobody in particular if empty), its lines, and when."""

    number: int
    by: str
    lines: str
    at: float


class Saved(msgspec.Struct, frozen=True):
    """A saved position: after how many standing decisions, the digest of these, and the save."""

    decisions: int
    prefix: str
    data: bytes


class Storage:
    """A database that is open. Its calls block, so they belong into threads."""

    def __init__(self, url: str) -> None:
        self.url = sql.make_url(url)
        self.shared_by_processes = self.url.get_backend_name() == "postgresql"
        if not self.shared_by_processes and self.url.database:
            with contextlib.suppress(FileExistsError):
                Path(self.url.database).parent.mkdir(parents=True, exist_ok=True)
        options: dict[str, Any] = {"pool_size": 10, "max_overflow": 10, "pool_pre_ping": self.shared_by_processes}
        self.engine = sql.create_engine(url, **options)
        if not self.shared_by_processes:
            event.listen(self.engine, "connect", _set_up_sqlite)
            event.listen(self.engine, "begin", _begin_sqlite)
        try:
            with self.engine.connect().execution_options(writing=True) as connection, connection.begin():
                if self.shared_by_processes:
                    connection.execute(sql.select(sql.func.pg_advisory_xact_lock(PREPARING)))
                self.found_version = prepare(connection)
        except WrongDatabase:
            self.engine.dispose()
            raise
        except SQLAlchemyError as error:
            self.engine.dispose()
            raise WrongDatabase(f"the database {self.url.render_as_string()} cannot be opened: {_why(error)}") from None

    def close(self) -> None:
        self.engine.dispose()

    # -- reading -------------------------------------------------------------------------------------------------

    def table(self, id: str) -> Row | None:
        with self.engine.connect() as connection:
            return _row(connection, id)

    def found(self, id: str) -> tuple[Row | None, dict[int, bytes]]:
        """A table with the hashes of its tokens; both are asked for, whether it exists or not."""
        with self.engine.connect() as connection:
            return _row(connection, id), _tokens(connection, id)

    def version(self, id: str) -> int | None:
        """The version of a table, to see whether what is in memory is up to date."""
        with self.engine.connect() as connection:
            return connection.execute(sql.select(tables.c.version).where(tables.c.id == id)).scalar()

    def tokens(self, id: str) -> dict[int, bytes]:
        """The hashes of a table's tokens, by seat."""
        with self.engine.connect() as connection:
            return _tokens(connection, id)

    def journal(self, id: str, after: int = 0) -> list[Noted]:
        """The rows of a journal after a number, in their order."""
        columns = (journal.c.number, journal.c.by, journal.c.lines, journal.c.at)
        wanted = sql.select(*columns).where(journal.c.table == id, journal.c.number > after).order_by(journal.c.number)
        with self.engine.connect() as connection:
            return [Noted(*each) for each in connection.execute(wanted)]

    def position(self, id: str) -> Saved | None:
        columns = (positions.c.decisions, positions.c.prefix, positions.c.data)
        with self.engine.connect() as connection:
            found = connection.execute(sql.select(*columns).where(positions.c.table == id)).first()
            return None if found is None else Saved(found[0], found[1], bytes(found[2]))

    def listed(self, status: str, limit: int, since: float = 0.0) -> list[Row]:
        """The tables of a status that are open to all and were touched since a time, the latest first."""
        there = (tables.c.status == status, tables.c.listed, tables.c.touched >= since)
        wanted = sql.select(tables).where(*there).order_by(tables.c.touched.desc())
        with self.engine.connect() as connection:
            return [Row(*each) for each in connection.execute(wanted.limit(limit))]

    def waiting(self, waits: str, before: float, limit: int) -> list[str]:
        """The tables in play that have waited for something since before a time."""
        wanted = sql.select(tables.c.id).where(
            tables.c.status == "playing", tables.c.waits == waits, tables.c.touched < before
        )
        with self.engine.connect() as connection:
            return list(connection.execute(wanted.order_by(tables.c.touched).limit(limit)).scalars())

    def counts(self) -> dict[str, int]:
        """How many tables there are of each status."""
        with self.engine.connect() as connection:
            found = connection.execute(sql.select(tables.c.status, sql.func.count()).group_by(tables.c.status))
            return {each[0]: each[1] for each in found}

    def shared(self, kind: str, id: str) -> str | None:
        """What was shared under a link."""
        with self.engine.connect() as connection:
            wanted = sql.select(shared.c.content).where(shared.c.id == plain(id), shared.c.kind == kind)
            return connection.execute(wanted).scalar()

    # -- writing -------------------------------------------------------------------------------------------------

    def create(self, row: Row, tokens: dict[int, bytes], first: Sequence[str] = ()) -> None:
        """Keeps a new table, perhaps with lines already in its journal."""
        with self._transaction() as connection:
            connection.execute(tables.insert().values(**msgspec.structs.asdict(row)))
            if tokens:
                rows = [
                    {"table": row.id, "seat": seat, "token": token, "seen": row.created}
                    for seat, token in tokens.items()
                ]
                connection.execute(seats.insert(), rows)
            if first:
                noted = {"table": row.id, "number": 1, "by": "", "lines": "\n".join(first), "at": row.created}
                connection.execute(journal.insert().values(**noted))

    @contextlib.contextmanager
    def changing(self, id: str) -> Iterator[Change]:
        """A change to one table: kept as a whole when the block ends, or not at all. Raises Conflict or NotKept."""
        with self._transaction() as connection:
            if self.shared_by_processes:
                key = sql.func.hashtextextended(id, 0)
                connection.execute(sql.select(sql.func.pg_advisory_xact_lock(key)))
            change = Change(connection, id)
            yield change
            if change.changed and self.shared_by_processes:
                word = f"{id} {change.version}"
                connection.execute(sql.select(sql.func.pg_notify(CHANNEL, word)))

    def seen(self, id: str, seat: int) -> float:
        """When a seat was last there; when its table was made if nobody was."""
        wanted = (
            sql.select(seats.c.seen, tables.c.created)
            .join_from(seats, tables)
            .where(seats.c.table == id, seats.c.seat == seat)
        )
        with self.engine.connect() as connection:
            found = connection.execute(wanted).first()
            return max(found) if found is not None else 0.0

    def saw(self, seen: dict[tuple[str, int], float]) -> None:
        """Keeps when seats were last there."""
        if not seen:
            return
        given = [{"of": table, "at_seat": seat, "now": now} for (table, seat), now in seen.items()]
        at = seats.update().where(seats.c.table == sql.bindparam("of"), seats.c.seat == sql.bindparam("at_seat"))
        with self._transaction() as connection:
            connection.execute(at.values(seen=sql.bindparam("now")), given)

    def share(self, kind: str, id: str, content: str) -> None:
        """Keeps what is shared by a link; the same content under the same link once."""
        with contextlib.suppress(Conflict), self._transaction() as connection:
            connection.execute(shared.insert().values(id=id, kind=kind, content=content, created=time.time()))

    def save_position(self, id: str, saved: Saved) -> None:
        """Puts a saved position in the place of the last one."""
        with self._transaction() as connection:
            connection.execute(positions.delete().where(positions.c.table == id))
            connection.execute(positions.insert().values(table=id, **msgspec.structs.asdict(saved)))

    @contextlib.contextmanager
    def _transaction(self) -> Iterator[sql.Connection]:
        try:
            with self.engine.connect().execution_options(writing=True) as connection, connection.begin():
                yield connection
        except IntegrityError as error:
            raise Conflict(_why(error)) from None
        except SQLAlchemyError as error:
            raise NotKept(f"the database does not answer: {_why(error)}") from None


class Change:
    """A change to one table that is being made; what it reads is as it was when the table's lock was taken."""

    def __init__(self, connection: sql.Connection, id: str) -> None:
        self._connection = connection
        self._id = id
        self.changed = False
        self.version = 0
        """The version that the table has after the change."""

    def row(self) -> Row | None:
        """The table as it is now."""
        return _row(self._connection, self._id)

    def note(self, number: int, by: str, lines: Sequence[str]) -> None:
        """Adds a row to the journal. Raises Conflict if that number is taken."""
        self.changed = True
        values = {"table": self._id, "number": number, "by": by, "lines": "\n".join(lines), "at": time.time()}
        self._connection.execute(journal.insert().values(**values))

    def put(self, version: int, **values: Any) -> None:
        """Changes columns of the table; its version must still be the one given. Raises Conflict if it is not."""
        self.changed = True
        self.version = version + 1
        values = {"version": version + 1, "touched": time.time(), **values}
        matching = tables.update().where(tables.c.id == self._id, tables.c.version == version)
        if self._connection.execute(matching.values(**values)).rowcount != 1:
            raise Conflict(f"table {self._id} has changed meanwhile")

    def seat(self, seat: int, token: bytes) -> None:
        """Keeps the token of a seat that somebody takes. Raises Conflict if it is taken."""
        self.changed = True
        self._connection.execute(seats.insert().values(table=self._id, seat=seat, token=token, seen=time.time()))

    def move(self, seats_now: dict[int, int]) -> None:
        """Moves people to other seats: where each one sits is to be where the mapping says."""
        self.changed = True
        for step in (lambda seat: -1 - seat, lambda seat: seats_now[-1 - seat]):
            held = self._connection.execute(sql.select(seats.c.seat).where(seats.c.table == self._id)).scalars().all()
            for seat in held:
                there = seats.update().where(seats.c.table == self._id, seats.c.seat == seat)
                self._connection.execute(there.values(seat=step(seat)))


def _row(connection: sql.Connection, id: str) -> Row | None:
    found = connection.execute(sql.select(tables).where(tables.c.id == plain(id))).first()
    return None if found is None else Row(*found)


def _tokens(connection: sql.Connection, id: str) -> dict[int, bytes]:
    found = connection.execute(sql.select(seats.c.seat, seats.c.token).where(seats.c.table == plain(id)))
    return {seat: bytes(token) for seat, token in found}


def _set_up_sqlite(connection: Any, _record: Any) -> None:
    """A write-ahead log that is on the disk when a change is kept, and transactions as this module begins them."""
    connection.isolation_level = None
    for setting in ("journal_mode=WAL", "synchronous=FULL", f"busy_timeout={BUSY}", "foreign_keys=ON"):
        connection.execute(f"PRAGMA {setting}")


def _begin_sqlite(connection: sql.Connection) -> None:
    """Who will write says so at once: otherwise another writer could come between its reading and its writing."""
    writing = connection.get_execution_options().get("writing", False)
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writing else "BEGIN")


def _why(error: SQLAlchemyError) -> str:
    """What the database said, in one line."""
    said = str(getattr(error, "orig", None) or error).strip()
    return said.splitlines()[0] if said else type(error).__name__


__all__ = ["CHANNEL", "Change", "Conflict", "NotKept", "Noted", "Row", "Saved", "Storage", "WrongDatabase", "schema"]
