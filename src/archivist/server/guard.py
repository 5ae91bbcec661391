"""The guard before everything else: how much, how often and how slowly a client may ask, and safe headers on every answer."""

from __future__ import annotations

import asyncio
import contextlib
import re
import time
from collections import OrderedDict
from collections.abc import MutableMapping
from typing import Any, Final
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from archivist.server.answering import refused
from archivist.server.clients import client_of
from archivist.server.errors import NotYours, Refusal, TooLarge, TooMany
from archivist.server.settings import Limits

POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
SAFE: Final = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cache-Control": "no-store",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
}
"""Headers that every answer has, unless it sets its own."""
COSTLY: Final = re.compile(
    r"/(api/)?(desk|replays|boards|decks|shared)(/|$)|/r/[^/]+/|/(api/tables|t)/[^/]+/(record|desk)"
)
"""What takes a process or much time."""
OPENS: Final = re.compile(
    r"/api/tables|/play|/api/boards|/desk/board|/(api/tables|t)/[^/]+/again|/api/replays/[^/]+/boards|/r/[^/]+/try|/(api/tables|t)/[^/]+/branch(es)?"
)
"""What opens a table, if it is posted."""
LONG: Final = re.compile(r"/(api/)?replays")
"""What may have a long body."""
UNSAFE: Final = ("POST", "PUT", "DELETE", "PATCH")
CLIENTS: Final = 10_000
"""How many clients are remembered; the one not seen for longest is forgotten."""
HOUR: Final = 3600.0


class TooSlow(Refusal):
    """A body that comes too slowly."""

    status, word = 408, "too slow"


class Allowance:
    """What one client may do of one kind: so much a second, and some of it at once."""

    def __init__(self, rate: float, most: float) -> None:
        self._rate = rate
        self._most = most
        self._clients: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def take(self, client: str, amount: int = 1) -> bool:
        """Whether the client may do it once more now, or has so much of it left; if so, it is taken."""
        now = time.monotonic()
        left, last = self._clients.pop(client, (self._most, now))
        left = min(left + (now - last) * self._rate, self._most)
        self._clients[client] = (left - amount if left >= amount else left, now)
        if len(self._clients) > CLIENTS:
            self._clients.popitem(last=False)
        return left >= amount


class Guard:
    """Middleware that lets through what is within the limits."""

    def __init__(self, app: ASGIApp, limits: Limits) -> None:
        self._app = app
        self._limits = limits
        self._requests = Allowance(limits.requests, limits.burst)
        self._costly = Allowance(limits.costly, limits.costly_burst)
        self._tables = Allowance(limits.tables_of_client / HOUR, limits.tables_of_client)
        self._bytes = Allowance(limits.bytes_of_client / HOUR, limits.bytes_of_client)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        answer = _Answer(send)
        try:
            self._check(scope)
        except Refusal as refusal:
            await refused(refusal)(scope, receive, answer)
            return
        bounded = _Bounded(receive, self._most(scope["path"]), self._limits.body_seconds)
        answer.body = bounded
        with contextlib.suppress(Refusal):  # raised where the body is refused, which is answered below
            await self._app(scope, bounded, answer)
        if bounded.refusal is not None and not answer.begun:
            answer.body = None
            await refused(bounded.refusal)(scope, receive, answer)

    def _check(self, scope: Scope) -> None:
        """Raises a Refusal if this request is one too many, too large, or from another site."""
        client = client_of(scope["client"][0] if scope.get("client") else None)
        method, path = scope["method"], scope["path"]
        if not self._requests.take(client):
            raise TooMany("too many requests from your address; wait a moment")
        if COSTLY.match(path) and not self._costly.take(client):
            raise TooMany("too many costly questions from your address; wait a moment")
        if method == "POST" and OPENS.fullmatch(path) and not self._tables.take(client):
            raise TooMany("too many tables from your address; try again later")
        headers = Headers(scope=scope)
        if method in UNSAFE:
            self._check_origin(headers)
            length = headers.get("content-length", "0")
            if not length.isdecimal() or int(length) > self._most(path):
                raise TooLarge(f"a request has at most {self._most(path)} bytes")
            # what comes in pieces does not say how long it is, and counts as the longest
            if not self._bytes.take(client, self._most(path) if "transfer-encoding" in headers else int(length)):
                raise TooMany("your address has sent too much; try again later")

    def _most(self, path: str) -> int:
        return self._limits.replay_body * 2 if LONG.fullmatch(path) else self._limits.body

    def _check_origin(self, headers: Headers) -> None:
        """A browser says from which site a form was sent; only this one may."""
        origin = headers.get("origin")
        if origin is not None and urlsplit(origin).netloc != headers.get("host", ""):
            raise NotYours("this was sent from another site")


class _Bounded:
    """The body of a request, as long as it is not too long and does not come too slowly.

    What reads it may take the refusal for something else, so it is kept here.
    """

    def __init__(self, receive: Receive, most: int, seconds: float) -> None:
        self._receive = receive
        self._most = most
        self._left = seconds
        self._taken = 0
        self._whole = False
        self.refusal: Refusal | None = None

    async def __call__(self) -> Message:
        if self._whole:
            return await self._receive()
        begin = time.monotonic()
        try:
            async with asyncio.timeout(self._left):
                message = await self._receive()
        except TimeoutError:
            self.refusal = TooSlow("the request came too slowly")
            raise self.refusal from None
        self._left = max(self._left - (time.monotonic() - begin), 0.0)
        if message["type"] == "http.request":
            self._taken += len(message.get("body", b""))
            self._whole = not message.get("more_body", False)
            if self._taken > self._most:
                self.refusal = TooLarge(f"a request has at most {self._most} bytes")
                raise self.refusal
        return message


class _Answer:
    """What is sent, with safe headers; nothing of it if the body was refused meanwhile."""

    def __init__(self, send: Send) -> None:
        self._send = send
        self.begun = False
        self.body: _Bounded | None = None

    async def __call__(self, message: MutableMapping[str, Any]) -> None:
        if not self.begun and self.body is not None and self.body.refusal is not None:
            return  # the guard answers
        if message["type"] == "http.response.start":
            self.begun = True
            headers = MutableHeaders(raw=message["headers"])
            for name, value in SAFE.items():
                headers.setdefault(name, value)
            message["headers"] = headers.raw
        await self._send(message)
