"""The tables of the database, and how an older database becomes the present one."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import sqlalchemy as sql

from archivist.model.errors import ArchivistError

metadata = sql.MetaData()

about = sql.Table(
    "archivist",
    metadata,
    sql.Column("key", sql.Text, primary_key=True),
    sql.Column("value", sql.Text, nullable=False),
)

tables = sql.Table(
    "tables",
    metadata,
    sql.Column("id", sql.Text, primary_key=True),
    sql.Column("created", sql.Float, nullable=False),
    sql.Column("touched", sql.Float, nullable=False),
    sql.Column("status", sql.Text, nullable=False),
    sql.Column("listed", sql.Boolean, nullable=False),
    sql.Column("waits", sql.Text, nullable=False),
    sql.Column("version", sql.Integer, nullable=False),
    sql.Column("rows", sql.Integer, nullable=False),
    sql.Column("setting", sql.Text, nullable=False),
    sql.Column("affairs", sql.Text, nullable=False),
    sql.Column("head", sql.Text, nullable=False),
    sql.Index("tables_by_status", "status", "touched"),
)
"""One row a table. `rows` counts its journal, `version` every change; `waits` is what it waits for: bot, person, nothing."""

seats = sql.Table(
    "seats",
    metadata,
    sql.Column("table", sql.Text, sql.ForeignKey("tables.id"), primary_key=True),
    sql.Column("seat", sql.Integer, primary_key=True),
    sql.Column("token", sql.LargeBinary, nullable=False),
    sql.Column("seen", sql.Float, nullable=False, server_default="0"),
)
"""The hashes of the tokens, and when their owners were last there; a seat that nobody has taken, or a bot, has none."""

journal = sql.Table(
    "journal",
    metadata,
    sql.Column("table", sql.Text, sql.ForeignKey("tables.id"), primary_key=True),
    sql.Column("number", sql.Integer, primary_key=True),
    sql.Column("by", sql.Text, nullable=False),
    sql.Column("lines", sql.Text, nullable=False),
    sql.Column("at", sql.Float, nullable=False),
)
"""What was decided, in lines of the game log; two writers of the same number cannot both succeed."""

positions = sql.Table(
    "positions",
    metadata,
    sql.Column("table", sql.Text, sql.ForeignKey("tables.id"), primary_key=True),
    sql.Column("decisions", sql.Integer, nullable=False),
    sql.Column("prefix", sql.Text, nullable=False),
    sql.Column("data", sql.LargeBinary, nullable=False),
)
"""The last saved position of a table: after how many standing decisions, their digest, and the save."""

shared = sql.Table(
    "shared",
    metadata,
    sql.Column("id", sql.Text, primary_key=True),
    sql.Column("kind", sql.Text, nullable=False),
    sql.Column("content", sql.Text, nullable=False),
    sql.Column("created", sql.Float, nullable=False),
)
"""What is shared by a link: scenarios, decks, moments of games."""

VERSION: Final = 2
"""The version of this schema."""

Migration = Callable[[sql.Connection], None]
MIGRATIONS: Final[dict[int, Migration]] = {
    1: lambda connection: _alter(connection, "ALTER TABLE seats ADD COLUMN seen FLOAT NOT NULL DEFAULT 0"),
}
"""How a database of each earlier version becomes one of the next."""


def _alter(connection: sql.Connection, statement: str) -> None:
    connection.execute(sql.text(statement))


class WrongDatabase(ArchivistError):
    """A database that this version cannot open."""


def prepare(connection: sql.Connection) -> int:
    """Makes the tables of an empty database, or brings an older one up to date; says which version it had.

    Raises WrongDatabase if a newer version of Archivist has written it.
    """
    if not sql.inspect(connection).has_table(about.name):
        metadata.create_all(connection)
        connection.execute(about.insert().values(key="version", value=str(VERSION)))
        return VERSION
    found = connection.execute(sql.select(about.c.value).where(about.c.key == "version")).scalar()
    old = int(found) if found is not None and found.isdecimal() else 0
    if not 0 < old <= VERSION:
        raise WrongDatabase(
            f"the database has version {found}; this version of Archivist reads versions 1 to {VERSION}"
        )
    for version in range(old, VERSION):
        MIGRATIONS[version](connection)
    connection.execute(about.update().where(about.c.key == "version").values(value=str(VERSION)))
    return old
