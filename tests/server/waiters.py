"""Clients of a server in the same process, for tests: requests without a network, and scripted players."""

from __future__ import annotations

import asyncio
import contextlib
import functools
import inspect
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path
from typing import Any

import httpx
from fastapi import FastAPI

from archivist.decks import deck
from archivist.server.app import Server, create_app
from archivist.server.seats import hashed
from archivist.server.setting import Brought, Chair, Setting
from archivist.server.settings import Limits, Settings

AMPLE = Limits(
    requests=100_000,
    burst=100_000,
    costly=100_000,
    costly_burst=100_000,
    tables_of_client=100_000,
    scenario_seconds=60,
    bot_seconds=60,
    answer_seconds=60,
)
"""Limits that no test of something else runs into."""


def settings(folder: Path, limits: Limits = AMPLE) -> Settings:
    return Settings(database=f"sqlite:///{folder / 'tables.db'}", limits=limits)


@contextlib.asynccontextmanager
async def serving(settings: Settings) -> AsyncIterator[Client]:
    """A running application, and a client of it."""
    app = create_app(settings)
    async with app.router.lifespan_context(app):
        transport = httpx.ASGITransport(app, raise_app_exceptions=True)
        async with httpx.AsyncClient(transport=transport, base_url="http://table", timeout=30) as http:
            yield Client(app, http)


def run(call: Callable[[], Awaitable[Any]]) -> Any:
    async def main() -> Any:
        return await call()

    return asyncio.run(main())


def served(test: Callable[..., Awaitable[None]]) -> Callable[..., None]:
    """A test that gets a client of a server with a database of its own."""

    def outer(tmp_path: Path, **more: Any) -> None:
        async def inner() -> None:
            async with serving(settings(tmp_path)) as client:
                await test(client, **more)

        asyncio.run(inner())

    functools.update_wrapper(outer, test)
    own = [each for each in inspect.signature(test).parameters.values() if each.name != "client"]
    folder = inspect.Parameter("tmp_path", inspect.Parameter.POSITIONAL_OR_KEYWORD)
    outer.__signature__ = inspect.Signature([folder, *own])  # type: ignore[attr-defined]
    return outer


class Client:
    """Somebody who talks to the server."""

    def __init__(self, app: FastAPI, http: httpx.AsyncClient) -> None:
        self.server: Server = app.state.server
        self.http = http

    async def get(self, path: str, token: str | None = None, **params: Any) -> httpx.Response:
        return await self.http.get(f"/api{path}", params=params, headers=_headers(token))

    async def post(self, path: str, token: str | None = None, **body: Any) -> httpx.Response:
        return await self.http.post(f"/api{path}", json=body, headers=_headers(token))

    async def put(self, path: str, token: str | None = None, **body: Any) -> httpx.Response:
        return await self.http.put(f"/api{path}", json=body, headers=_headers(token))

    async def against_bot(self, bot: str = "random", **more: Any) -> Player:
        """A table against a bot."""
        said = (await self.post("/tables", seats=[{"name": "Ann"}, {"bot": bot}], **more)).json()
        return Player(self, said)

    async def two_people(self, **more: Any) -> tuple[Player, Player]:
        """A table at which two people sit."""
        opened = (await self.post("/tables", seats=[{"name": "Ann"}, {}], **more)).json()
        joined = (await self.post(f"/tables/{opened['id']}/seats", name="Bob")).json()
        return Player(self, opened), Player(self, joined)

    async def dealt(self, seed: int) -> tuple[Player, Player]:
        """A table at which two people sit, with cards that are dealt by a seed; strangers cannot have that."""
        chairs = tuple(Chair(name, "", Brought("lorraine", deck("lorraine"))) for name in ("Ann", "Bob"))
        tokens = ("token-of-A", "token-of-B")
        hashes = {seat: hashed(token) for seat, token in enumerate(tokens)}
        tables = self.server.tables
        made = await tables.blocking(lambda: tables.create(Setting(chairs, seed), hashes, listed=False))
        ann, bob = ({"id": made, "seat": "AB"[seat], "token": token} for seat, token in enumerate(tokens))
        return Player(self, ann), Player(self, bob)


class Player:
    """Somebody who sits at a table."""

    def __init__(self, client: Client, opened: dict[str, str]) -> None:
        self.client = client
        self.id, self.seat, self.token = opened["id"], opened["seat"], opened["token"]

    async def table(self) -> dict[str, Any]:
        found: dict[str, Any] = (await self.client.get(f"/tables/{self.id}", self.token)).json()
        return found

    async def do(self, what: str, **body: Any) -> httpx.Response:
        return await self.client.post(f"/tables/{self.id}/{what}", self.token, **body)

    async def answer(self, number: int, answer: Any) -> httpx.Response:
        return await self.do("answers", number=number, answer=answer)

    async def plain(self) -> httpx.Response:
        """Answers what is asked with the plainest answer that is legal."""
        shown = await self.table()
        return await self.answer(shown["number"], plainest(shown["view"]["decision"]))


async def to_act(*players: Player) -> Player:
    """The player who must decide."""
    for _ in range(500):
        for player in players:
            if (await player.table())["can"]["answer"]:
                return player
        await asyncio.sleep(0.02)
    raise AssertionError("nobody is asked anything")


def plainest(decision: dict[str, Any]) -> Any:
    """A legal answer: to pass, or the first that there is."""
    options, form = decision["options"], decision["form"]
    if form == "act":
        return options.index("pass") if "pass" in options else 0
    if form == "name":
        return options[0]
    if form == "order":
        return list(range(len(options)))
    if form == "arrange":
        return [*range(len(options)), -1]
    if form == "number":
        return [decision["sets"][0][0]] if decision["sets"] else [decision["least"]]
    if form == "split":
        return [decision["total"] - len(options) + 1] + [1] * (len(options) - 1)
    if options == ["yes", "no"]:
        return [1]
    if decision["sets"] and decision["least"]:
        return decision["sets"][0]
    return list(range(decision["least"]))


def _headers(token: str | None) -> dict[str, str]:
    return {} if token is None else {"Authorization": f"Bearer {token}"}
