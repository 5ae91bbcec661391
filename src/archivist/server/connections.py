"""Connections: no more than a number from one address, and none that sends its request too slowly or without end."""

from __future__ import annotations

import asyncio
from collections import Counter
from typing import Any, Final

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from archivist.server.clients import client_of
from archivist.server.settings import Settings

FIRST: Final = 10.0
"""Seconds in which the head of a request must have come."""
LARGEST: Final = 65_536
"""The largest head of a request, in bytes."""
_SAID: Final = b'{"error":"too many","message":"too many connections from your address"}'
REFUSED: Final = (
    b"HTTP/1.1 429 Too Many Requests\r\nContent-Type: application/json\r\nConnection: close\r\n"
    b"Content-Length: %d\r\n\r\n%s" % (len(_SAID), _SAID)
)

open_connections: Counter[str] = Counter()
"""How many connections each address holds open in this process."""


class Guarded(HttpToolsProtocol):
    """The HTTP protocol with a limit on connections, and on the time and size until a request is asked."""

    def __init__(self, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        settings = Settings.from_environment()
        self._most = settings.limits.connections_of_client
        self._proxies = {each.strip() for each in settings.proxy.split(",") if each.strip()}
        self._address = ""
        self._hurry: asyncio.TimerHandle | None = None
        self._unasked = 0
        """How much has come that is no request yet."""

    def connection_made(self, transport: Any) -> None:
        super().connection_made(transport)
        address = self.client[0] if self.client else ""
        if address in self._proxies:  # all people come from there; what each may do is counted by their own address
            address = ""
        address = address and client_of(address)
        if address and open_connections[address] >= self._most:
            transport.write(REFUSED)
            transport.close()
            return
        self._address = address
        if address:
            open_connections[address] += 1
        self._hurry = self.loop.call_later(FIRST, self._give_up)

    def data_received(self, data: bytes) -> None:
        if self.transport.is_closing():
            return
        super().data_received(data)
        if self.cycle is not None and not self.cycle.response_complete:
            self._relax()
            return
        self._unasked += len(data)
        if self._unasked > LARGEST:
            self._give_up()
        elif self._hurry is None:
            self._hurry = self.loop.call_later(FIRST, self._give_up)

    def _relax(self) -> None:
        self._unasked = 0
        if self._hurry is not None:
            self._hurry.cancel()
            self._hurry = None

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        self._relax()
        if self._address:
            open_connections[self._address] -= 1
            if open_connections[self._address] <= 0:
                del open_connections[self._address]

    def _give_up(self) -> None:
        """Closes a connection on which no request was asked in time, or one without end."""
        self.transport.close()
