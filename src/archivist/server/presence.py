"""Presence: when each seat was last seen. Who listens is there; for others the database keeps the time."""

from __future__ import annotations

import asyncio
import time
from typing import Final

from archivist.model.card import Seat
from archivist.server.push import Channels
from archivist.server.storage import NotKept, Storage
from archivist.server.watching import SPECTATOR

EVERY: Final = 10.0
"""Seconds after which what was seen is kept, so that other processes, and this one after a restart, know it."""


class Presence:
    """Who was seen in this process, and what the database says about the others."""

    def __init__(self, storage: Storage, channels: Channels) -> None:
        self._storage = storage
        self._channels = channels
        self._seen: dict[tuple[str, Seat], float] = {}
        self._started = time.time()

    def saw(self, id: str, seat: Seat) -> None:
        """Somebody did something at a table."""
        if seat != SPECTATOR:
            self._seen[id, seat] = time.time()

    def last_seen(self, id: str, seat: Seat) -> float:
        """When a seat was last seen, in this process or another; nobody is gone since before the server was there. Blocks."""
        if seat in self._channels.seats(id):
            return time.time()
        return max(self._started, self._seen.get((id, seat), 0.0), self._storage.seen(id, seat))

    async def keep(self) -> None:
        """Writes down who was seen, for ever."""
        while True:
            await asyncio.sleep(EVERY)
            await asyncio.to_thread(self.write_down)

    def write_down(self) -> None:
        """Writes down who was seen. Blocks."""
        now = time.time()
        seen, self._seen = self._seen, {}
        for table in self._channels.tables():
            for seat in self._channels.seats(table):
                if seat != SPECTATOR:
                    seen[table, seat] = now
        try:
            self._storage.saw(seen)
        except NotKept:
            self._seen = {**seen, **self._seen}
