"""Channels: who listens to a table from which seat, and the latest that each is to receive.

A message is the whole table as the receiver sees it, so a slow listener needs no queue: it gets the latest one.
"""

from __future__ import annotations

import asyncio
from collections import defaultdict

from archivist.model.card import Seat
from archivist.server.errors import Busy, TooMany
from archivist.server.shown import Message


class Listener:
    """One open stream. `next` waits for something that it has not sent yet."""

    def __init__(self, seat: Seat, client: str) -> None:
        self.seat = seat
        self.client = client
        self._latest: Message | None = None
        self._changed = asyncio.Event()
        self._sent = ""

    def put(self, message: Message) -> None:
        """The latest; what was not sent yet is not needed any more."""
        if message.id != self._sent or self._latest is not None:
            self._latest = message
            self._changed.set()

    def has(self, id: str) -> None:
        """It has this already, from before: the same is not sent again."""
        self._sent = id

    async def next(self, timeout: float) -> Message | None:
        """The next message, or nothing after a while.

        What is the same as before is passed over without a sign: others may have decided something in secret.
        """
        try:
            async with asyncio.timeout(timeout):
                while True:
                    await self._changed.wait()
                    self._changed.clear()
                    message, self._latest = self._latest, None
                    if message is not None and message.id != self._sent:
                        self._sent = message.id
                        return message
        except TimeoutError:
            return None


class Channels:
    """The listeners of all tables in this process."""

    def __init__(self, most: int, most_of_client: int) -> None:
        self._most = most
        self._most_of_client = most_of_client
        self._tables: defaultdict[str, list[Listener]] = defaultdict(list)
        self._clients: defaultdict[str, int] = defaultdict(int)

    def listen(self, table: str, seat: Seat, client: str) -> Listener:
        """A new listener. Raises TooMany or Busy if there are too many already."""
        if self._clients.get(client, 0) >= self._most_of_client:
            raise TooMany("too many open streams from your address")
        if sum(self._clients.values()) >= self._most:
            raise Busy("too many people are listening; try again later")
        listener = Listener(seat, client)
        self._tables[table].append(listener)
        self._clients[client] += 1
        return listener

    def leave(self, table: str, listener: Listener) -> None:
        self._tables[table].remove(listener)
        if not self._tables[table]:
            del self._tables[table]
        self._clients[listener.client] -= 1
        if not self._clients[listener.client]:
            del self._clients[listener.client]

    def seats(self, table: str) -> set[Seat]:
        """The seats from which somebody listens."""
        return {each.seat for each in self._tables.get(table, ())}

    def tables(self) -> list[str]:
        """The tables to which somebody listens."""
        return list(self._tables)

    def send(self, table: str, messages: dict[Seat, Message]) -> None:
        for listener in self._tables.get(table, ()):
            if listener.seat in messages:
                listener.put(messages[listener.seat])

    def __len__(self) -> int:
        return sum(map(len, self._tables.values()))
