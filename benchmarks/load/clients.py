"""Scripted clients: as little of HTTP as a table needs, so that measuring costs little, and players that answer by chance."""

from __future__ import annotations

import asyncio
import contextlib
import json
import random
import time
from collections.abc import AsyncIterator
from typing import Any, Final

LOST: Final = (OSError, asyncio.IncompleteReadError, EOFError, TimeoutError)
"""What happens when a server is killed."""
PATIENCE: Final = 30.0


class Wire:
    """A connection that is kept, and made again when it is lost."""

    def __init__(self, port: int) -> None:
        self._port = port
        self._streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def ask(self, method: str, path: str, token: str = "", body: Any = None) -> tuple[int, Any]:
        """A request; the status and what was answered. Raises one of LOST."""
        kept = self._streams is not None
        try:
            async with asyncio.timeout(PATIENCE):
                return await self._ask(method, path, token, body)
        except LOST:
            self.close()
            if not kept or method != "GET":
                raise
        return await self.ask(method, path, token, body)  # an idle connection was closed

    async def _ask(self, method: str, path: str, token: str, body: Any) -> tuple[int, Any]:
        reader, writer = await self._open()
        writer.write(_request(method, path, token, body))
        status, headers = await _head(reader)
        data = await reader.readexactly(int(headers["content-length"]))
        if headers.get("connection") == "close":
            self.close()
        return status, json.loads(data) if data else None

    async def _open(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        if self._streams is None:
            self._streams = await asyncio.open_connection("127.0.0.1", self._port, limit=2**20)
        return self._streams

    def close(self) -> None:
        if self._streams is not None:
            self._streams[1].close()
            self._streams = None


async def events(port: int, path: str, token: str) -> AsyncIterator[dict[str, Any]]:
    """The tables that a stream of events brings. Raises one of LOST."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port, limit=2**20)
    try:
        writer.write(_request("GET", path, token, None))
        status, _ = await _head(reader)
        if status != 200:
            raise EOFError(f"the stream was refused with {status}")
        while True:
            line = await reader.readline()
            if not line:
                raise EOFError("the stream has ended")
            if line.startswith(b"data: "):
                yield json.loads(line[6:])
    finally:
        writer.close()


def _request(method: str, path: str, token: str, body: Any) -> bytes:
    data = b"" if body is None else json.dumps(body).encode()
    head = f"{method} /api{path} HTTP/1.1\r\nHost: table\r\nContent-Length: {len(data)}\r\n"
    if data:
        head += "Content-Type: application/json\r\n"
    if token:
        head += f"Authorization: Bearer {token}\r\n"
    return f"{head}\r\n".encode() + data


async def _head(reader: asyncio.StreamReader) -> tuple[int, dict[str, str]]:
    head = (await reader.readuntil(b"\r\n\r\n")).decode()
    first, *lines = head.split("\r\n")
    headers = {name.lower(): value.strip() for name, _, value in (line.partition(":") for line in lines if line)}
    return int(first.split(" ")[1]), headers


class Player:
    """Somebody who sits at a table and answers by chance.

    `acknowledged` counts the answers that the server has taken, `sent` is when the last one was sent.
    """

    def __init__(self, port: int, opened: dict[str, str], seed: int) -> None:
        self.port = port
        self.id, self.token, self.seat = opened["id"], opened["token"], opened["seat"]
        self.wire = Wire(port)
        self.acknowledged = 0
        self.refused = 0
        self.errors: list[str] = []
        self._dice = random.Random(seed)

    async def table(self) -> dict[str, Any]:
        status, found = await self.wire.ask("GET", f"/tables/{self.id}", self.token)
        assert status == 200, (status, found)
        return found  # type: ignore[no-any-return]

    async def answer(self, shown: dict[str, Any]) -> dict[str, Any] | None:
        """Answers what is asked; the table afterwards, or nothing if the answer made a play illegal."""
        body = {"number": shown["number"], "answer": chosen(shown["view"]["decision"], self._dice)}
        status, found = await self.wire.ask("POST", f"/tables/{self.id}/answers", self.token, body)
        if status == 200:
            self.acknowledged += 1
            return found  # type: ignore[no-any-return]
        if status == 422 and found["error"] == "illegal":
            self.refused += 1
        else:
            self.errors.append(f"{status} {found.get('message')}")
        return None


def chosen(decision: dict[str, Any], dice: random.Random) -> Any:
    """An answer by chance, of those that are easily found."""
    options, form = decision["options"], decision["form"]
    if form == "act":
        return dice.randrange(len(options))
    if form == "name":
        return dice.choice(options)
    if form == "order":
        return dice.sample(range(len(options)), len(options))
    if form == "arrange":
        return [*dice.sample(range(len(options)), len(options)), -1]
    if form == "number":
        return (
            dice.choice(decision["sets"]) if decision["sets"] else [dice.randint(decision["least"], decision["most"])]
        )
    if form == "split":
        return [decision["total"] - len(options) + 1] + [1] * (len(options) - 1)
    if decision["sets"] and decision["least"]:
        return dice.choice(decision["sets"])
    if decision["mixes"]:
        return _mixed(decision)
    if decision["same"]:
        return next((group[: decision["least"]] for group in decision["same"] if len(group) >= decision["least"]), [])
    return sorted(dice.sample(range(len(options)), decision["least"]))


def _mixed(decision: dict[str, Any]) -> list[int]:
    wanted = list(decision["mixes"][0])
    found = []
    for index, sort in enumerate(decision["sorts"]):
        if wanted[sort]:
            wanted[sort] -= 1
            found.append(index)
    return found


async def opened(port: int, wire: Wire, bot: str = "", seed: int = 0) -> list[Player]:
    """A table of two people, or of one against a bot; its players."""
    seats = [{"name": "Ann"}, {"bot": bot} if bot else {}]
    status, first = await wire.ask("POST", "/tables", body={"seats": seats})
    assert status == 201, (status, first)
    players = [Player(port, first, seed)]
    if not bot:
        status, second = await wire.ask("POST", f"/tables/{first['id']}/seats", body={"name": "Bob"})
        assert status == 201, (status, second)
        players.append(Player(port, second, seed + 1))
    return players


@contextlib.asynccontextmanager
async def wired(port: int) -> AsyncIterator[Wire]:
    wire = Wire(port)
    try:
        yield wire
    finally:
        wire.close()


async def until(moment: float) -> None:
    """Waits until a moment of the monotonic clock."""
    await asyncio.sleep(max(moment - time.monotonic(), 0.0))


async def closed(*players: Player) -> None:
    """Closes the connections of players, and lets the event loop do so."""
    for player in players:
        player.wire.close()
    await asyncio.sleep(0.1)
