"""Word from other processes: PostgreSQL tells which table they have changed."""

from __future__ import annotations

import asyncio
import logging
from typing import Final

import psycopg

from archivist.model.errors import ArchivistError
from archivist.server.storage import CHANNEL, Storage
from archivist.server.tables import Tables

AGAIN: Final = 1.0
"""Seconds after which a lost connection is made anew."""

log = logging.getLogger("archivist.server")


async def hear(tables: Tables, storage: Storage) -> None:
    """Follows what other processes do, for ever. After a lost connection everything in memory is looked at anew."""
    address = storage.url.set(drivername="postgresql").render_as_string(hide_password=False)
    while True:
        try:
            async with await psycopg.AsyncConnection.connect(address, autocommit=True) as connection:
                await connection.execute(f"LISTEN {CHANNEL}")
                async with asyncio.TaskGroup() as following:  # one slow table does not hold up news of the others
                    for held in tables.in_memory():
                        following.create_task(_refresh(tables, held.id, held.row.version + 1))
                    async for word in connection.notifies():
                        table, _, version = word.payload.rpartition(" ")
                        following.create_task(_refresh(tables, table, int(version)))
        except* (psycopg.Error, OSError) as lost:
            log.warning("no word from other processes: %s", type(lost.exceptions[0]).__name__)
        await asyncio.sleep(AGAIN)


async def _refresh(tables: Tables, id: str, version: int) -> None:
    """Looks at a table anew unless this process knows that version already."""
    if tables.knows(id, version):
        return
    try:
        await tables.refresh(id)
    except ArchivistError as error:
        log.warning("table not followed: %s", error)
