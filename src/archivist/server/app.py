"""The application: storage, tables, bots, and the routes to them."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import sys
from collections.abc import AsyncIterator, Awaitable, Callable
from importlib import resources
from pathlib import Path
from typing import Any, Final

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import Response
from fastapi.staticfiles import StaticFiles
from sqlalchemy.exc import SQLAlchemyError
from starlette.exceptions import HTTPException

from archivist import __version__
from archivist.cards import pool
from archivist.model.errors import ArchivistError
from archivist.server import agreeing, api, clocks, pages
from archivist.server.answering import json, refused
from archivist.server.apart import Apart
from archivist.server.api.described import describe
from archivist.server.guard import Guard
from archivist.server.hearing import hear
from archivist.server.pages.routes import refused as refused_page
from archivist.server.settings import Settings
from archivist.server.storage import Storage
from archivist.server.tables import Tables
from archivist.server.thinking import Thinking

SWITCH: Final = 0.001
"""Seconds after which a thread that works on a game lets the event loop go on."""

log = logging.getLogger("archivist.server")


class Server:
    """Everything that the routes use; `request.app.state.server` has it."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.storage = Storage(settings.url)
        self.tables = Tables(settings, self.storage)
        limits = settings.limits
        self.bots = Apart(settings.bots, reused=True, seconds=limits.bot_seconds)
        self.thinkers = Apart(settings.bots, reused=True, seconds=limits.bot_seconds)
        self.desk = Apart(
            limits.scenarios_at_once,
            reused=False,
            seconds=limits.scenario_seconds,
            memory=limits.scenario_memory,
            waiting=20,
        )
        self.viewers = Apart(1, reused=True, seconds=limits.scenario_seconds, memory=limits.scenario_memory, waiting=40)
        self.thinking = Thinking(self.tables, self.bots, self.thinkers)
        self.stopping = asyncio.Event()

    async def run(self) -> None:
        """What goes on besides requests, until the server stops."""
        async with asyncio.TaskGroup() as going_on:
            going_on.create_task(for_ever(self.thinking.sweep))
            going_on.create_task(for_ever(self.tables.presence.keep))
            going_on.create_task(for_ever(lambda: clocks.watch(self.tables, agreeing.time_out)))
            if self.storage.shared_by_processes:
                going_on.create_task(for_ever(lambda: hear(self.tables, self.storage)))

    async def close(self) -> None:
        self.stopping.set()
        await self.thinking.close()
        self.tables.close()
        self.bots.close()
        self.thinkers.close()
        self.desk.close()
        self.viewers.close()
        self.storage.close()


async def for_ever(work: Callable[[], Awaitable[None]]) -> None:
    """Does work that has no end, and begins anew should it fail, such as when the database is away for a while."""
    while True:
        try:
            await work()
        except (ArchivistError, SQLAlchemyError, OSError) as error:
            log.warning("begins anew after %s: %s", type(error).__name__, error)
        except Exception:  # one odd table must not end the clocks, bots and news of all others
            log.exception("begins anew after a fault")
        await asyncio.sleep(1.0)


def create_app(settings: Settings | None = None) -> FastAPI:
    """The application with these settings."""
    server = Server(settings or Settings())

    @contextlib.asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[None]:
        sys.setswitchinterval(SWITCH)
        await asyncio.to_thread(pool)
        running = asyncio.create_task(server.run())
        try:
            yield
        finally:
            running.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await running
            await server.close()

    app = FastAPI(
        title="Archivist",
        version=__version__,
        summary="Tables, replays, the judge's desk, rules and cards of the Grand Archive TCG. An unofficial fan project.",
        lifespan=lifespan,
        docs_url=None,
        redoc_url=None,
        openapi_url="/api/openapi.json",
    )
    app.state.server = server
    app.include_router(api.router, prefix="/api")
    app.include_router(pages.router)
    app.openapi = lambda: describe(app)  # type: ignore[method-assign]
    app.mount("/static", StaticFiles(directory=_folder("static"), check_dir=False), name="static")

    app.add_middleware(Guard, limits=server.settings.limits)

    @app.exception_handler(ArchivistError)
    async def _refused(_: Request, error: ArchivistError) -> Response:
        return refused(error)

    @app.exception_handler(RequestValidationError)
    async def _malformed(_: Request, error: Any) -> Response:
        return refused(error)

    @app.exception_handler(HTTPException)
    async def _nothing_there(request: Request, error: HTTPException) -> Response:
        return no_route(request, error.status_code)

    @app.exception_handler(SQLAlchemyError)
    async def _no_database(_: Request, error: SQLAlchemyError) -> Response:
        log.error("the database does not answer: %s", type(error).__name__)
        return json({"error": "busy", "message": "the database does not answer; nothing was changed"}, 503)

    @app.exception_handler(Exception)
    async def _failed(_: Request, error: Exception) -> Response:
        log.error("a request failed: %s", type(error).__name__, exc_info=error)
        return json({"error": "failed", "message": "something went wrong here; nothing was changed"}, 500)

    return app


def no_route(request: Request, status: int) -> Response:
    """What is answered where there is no route: JSON to programs, a page to people."""
    said = "there is nothing here" if status == 404 else "this cannot be done here"
    if status == 400:
        return json({"error": "malformed", "message": "the request cannot be understood"}, 422)
    if request.url.path.startswith("/api"):
        return json({"error": "not found" if status == 404 else "refused", "message": said}, status)
    return refused_page(request, said, status)


def from_environment() -> FastAPI:
    """The application with the settings that the starting process handed on."""
    return create_app(Settings.from_environment())


def _folder(name: str) -> Path:
    return Path(str(resources.files("archivist.server"))) / name
