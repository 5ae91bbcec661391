"""The start page: play at once, open a table, join one, watch, look something up."""

from __future__ import annotations

from typing import Any, Literal

from fastapi import APIRouter, Request
from fastapi.responses import RedirectResponse, Response
from pydantic import ValidationError

from archivist.bots import LEVELS
from archivist.decks import decks
from archivist.model.errors import ArchivistError
from archivist.rules.turn.formats_and_decks import FORMATS
from archivist.server import lobby
from archivist.server.api.seated import server_of
from archivist.server.errors import Refusal
from archivist.server.pages.drawing import HEADERS, page
from archivist.server.pages.forms import Fields, fields
from archivist.server.pages.frames import Notice, refusal
from archivist.server.pages.routes import PageRoute
from archivist.server.pages.tables import with_seat

router = APIRouter(include_in_schema=False, route_class=PageRoute)

SEATS = range(2, 5)


@router.get("/")
async def start(request: Request) -> Response:
    return await _start(request)


async def _start(request: Request, notice: Notice | None = None, status: int = 200) -> Response:
    tables = server_of(request).tables
    return page(
        "start.html",
        status,
        decks=sorted(decks()),
        levels=LEVELS,
        formats=list(FORMATS),
        open_tables=await lobby.listing(tables, "open"),
        playing=await lobby.listing(tables, "playing"),
        notice=notice,
        theme="",
        here="start",
    )


@router.post("/play")
async def play(request: Request) -> Response:
    """Opens a table from the form of the start page, and goes there."""
    sent = await fields(request)
    server = server_of(request)
    try:
        opened = await lobby.open(server.tables, _wanted(sent))
    except ArchivistError as error:
        return await _start(request, refusal(error), 422)
    server.thinking.notice(await server.tables.held(opened.id))
    return with_seat(RedirectResponse(f"/t/{opened.id}", 303, HEADERS), request, opened.id, opened.token)


def _wanted(sent: Fields) -> lobby.Wanted:
    """The table that a form asks for: one's own seat first, then the others, each a bot or a person."""
    deck = sent.get("list").strip() or sent.get("deck")
    seats = [lobby.Wished(name=sent.get("name"), deck=deck)]
    others = sent.all("bot") or ["greedy"]
    theirs = sent.all("their-deck")
    for index, bot in enumerate(others):
        if bot == "nobody":
            continue
        theirs_deck = theirs[index] if index < len(theirs) and bot != "person" else ""
        seats.append(lobby.Wished(bot="" if bot == "person" else bot, deck=theirs_deck))
    best_of: Literal[1, 3] = 3 if sent.get("best-of") == "3" else 1
    more: dict[str, Any] = {}
    if sent.get("minutes"):
        more = {
            "clock": float(sent.number("minutes")) * 60,
            "bonus": float(sent.number("bonus") if sent.get("bonus") else 0),
        }
    try:
        return lobby.Wanted(
            seats=seats, format=sent.get("format", "standard"), listed="listed" in sent, best_of=best_of, **more
        )
    except ValidationError as error:
        first = error.errors()[0]
        raise Refusal(f"{'.'.join(map(str, first['loc']))}: {first['msg']}") from None
