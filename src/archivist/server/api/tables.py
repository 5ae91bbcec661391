"""Tables over the API: open one, look at it, answer, listen."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable
from typing import Annotated, Final, Literal

from fastapi import APIRouter, Request
from fastapi.responses import Response, StreamingResponse
from pydantic import BaseModel, ConfigDict, Field

from archivist.model.card import Seat
from archivist.model.errors import ArchivistError
from archivist.person.passing import Settings, place
from archivist.server import again, agreeing, lobby, playing
from archivist.server.answering import json, refused
from archivist.server.api.described import answers
from archivist.server.api.seated import SeatAt, client_of, server_of, token_of
from archivist.server.errors import Stale
from archivist.server.tables import Tables

router = APIRouter(tags=["tables"])

LOG_LINES: Final = 1000

HEARTBEAT: Final = 15.0
"""Seconds after which a stream without news sends a comment, so that nobody takes it for dead."""


class Given(BaseModel):
    """An answer: the number of the decision, and the choice by the places of its options.

    The choice is one number where an action is chosen (form ``act``), a list of numbers in the other forms, and the name
    of a card where one is asked for.
    """

    model_config = ConfigDict(extra="forbid", strict=True)
    number: int
    answer: int | list[int] | str


class Numbered(BaseModel):
    """The number of the decision that is meant."""

    model_config = ConfigDict(extra="forbid", strict=True)
    number: int


class Undoing(BaseModel):
    """At which decision somebody wants to take something back; whichever is asked if it is not said."""

    model_config = ConfigDict(extra="forbid", strict=True)
    number: int | None = None


class Passing(Numbered):
    """How long to go on passing."""

    until: Literal["something", "turn"] = "something"


class WhenAsked(BaseModel):
    """When a seat is asked: see `Settings` in the documentation of the terminal."""

    model_config = ConfigDict(extra="forbid", strict=True)
    auto: bool = False
    own: bool = True
    stops: Annotated[list[str], Field(max_length=30)] = []
    skips: Annotated[list[str], Field(max_length=30)] = []


class Reply(BaseModel):
    """To what somebody replies, and whether they agree."""

    model_config = ConfigDict(extra="forbid", strict=True)
    to: Literal["undo", "draw"]
    agrees: bool
    request: str = ""


@router.post("/tables", status_code=201, responses=answers("Opened", 201))
async def open_table(request: Request, wanted: lobby.Wanted) -> Response:
    """Opens a table. The answer has the links and, for the one who opens it, a token."""
    server = server_of(request)
    opened = await lobby.open(server.tables, wanted)
    server.thinking.notice(await server.tables.held(opened.id))
    return json(opened, 201)


@router.get("/tables/{id}", responses=answers("Table"))
async def table(request: Request, id: str, seat: SeatAt) -> Response:
    """The table as the token's seat, or a spectator, sees it now."""
    return await shown(server_of(request).tables, id, seat)


@router.post("/tables/{id}/answers", responses=answers("Table"))
async def answer(request: Request, id: str, seat: SeatAt, given: Given) -> Response:
    """Answers the pending decision. A stale answer gets 409 and the table as it is now; nothing is changed."""
    tables = server_of(request).tables
    choice = tuple(given.answer) if isinstance(given.answer, list) else given.answer
    return await done(tables, id, seat, playing.answer(tables, id, seat, given.number, choice))


@router.post("/tables/{id}/cancel", responses=answers("Table"))
async def cancel(request: Request, id: str, seat: SeatAt, given: Numbered) -> Response:
    """Gives up the play that is being made; nothing of it remains."""
    tables = server_of(request).tables
    return await done(tables, id, seat, playing.cancel(tables, id, seat, given.number))


@router.post("/tables/{id}/pass", responses=answers("Table"))
async def pass_until(request: Request, id: str, seat: SeatAt, given: Passing) -> Response:
    """Passes now and goes on passing: until something happens, or until the next turn."""
    tables = server_of(request).tables
    return await done(tables, id, seat, playing.pass_until(tables, id, seat, given.number, given.until))


@router.put("/tables/{id}/settings", responses=answers("Table"))
async def set_passing(request: Request, id: str, seat: SeatAt, given: WhenAsked) -> Response:
    """Sets when the seat is asked: stops, skips, and whether it passes by itself where passing is all it can do."""
    tables = server_of(request).tables
    stops, skips = (tuple(place(each) for each in places) for places in (given.stops, given.skips))
    settings = Settings(given.auto, stops, skips, given.own)
    return await done(tables, id, seat, playing.set_passing(tables, id, seat, settings))


@router.post("/tables/{id}/concede", responses=answers("Table"))
async def concede(request: Request, id: str, seat: SeatAt) -> Response:
    """Leaves the game."""
    tables = server_of(request).tables
    return await done(tables, id, seat, playing.concede(tables, id, seat))


@router.post("/tables/{id}/undo", responses=answers("Table"))
async def undo(request: Request, id: str, seat: SeatAt, given: Undoing | None = None) -> Response:
    """Takes back the seat's last answer and what followed; among people it asks for that.

    With the `number` of the table that was seen, a request that is sent twice takes back one answer.
    """
    tables = server_of(request).tables
    return await done(tables, id, seat, agreeing.undo(tables, id, seat, given.number if given is not None else None))


@router.post("/tables/{id}/draw", responses=answers("Table"))
async def draw(request: Request, id: str, seat: SeatAt) -> Response:
    """Offers a draw."""
    tables = server_of(request).tables
    return await done(tables, id, seat, agreeing.offer_draw(tables, id, seat))


@router.post("/tables/{id}/replies", responses=answers("Table"))
async def reply(request: Request, id: str, seat: SeatAt, given: Reply) -> Response:
    """Agrees to what somebody asks for, or refuses it."""
    tables = server_of(request).tables
    return await done(
        tables, id, seat, agreeing.reply(tables, id, seat, given.to, agrees=given.agrees, request=given.request)
    )


@router.post("/tables/{id}/claim", responses=answers("Table"))
async def claim(request: Request, id: str, seat: SeatAt) -> Response:
    """Claims the game against somebody who has been gone too long, or has no time left."""
    tables = server_of(request).tables
    return await done(tables, id, seat, agreeing.claim(tables, id, seat))


@router.post("/tables/{id}/again", responses=answers("Opened"))
async def another(request: Request, id: str, seat: SeatAt, wants: again.Again) -> Response:
    """Sits down for a rematch, or for the next game of a match. The answer has the next table and its token."""
    server = server_of(request)
    opened = await again.again(server.tables, id, seat, token_of(request, id) or "", wants)
    return json(opened)


@router.get("/tables")
async def listing(request: Request, status: Literal["open", "playing"] = "open") -> Response:
    """The tables that wait for players, or those that can be watched."""
    return json({"tables": await lobby.listing(server_of(request).tables, status)})


@router.post("/tables/{id}/seats", status_code=201, responses=answers("Opened", 201))
async def join(request: Request, id: str, joining: lobby.Joining) -> Response:
    """Sits down at a free seat. The answer has the token."""
    server = server_of(request)
    return json(await lobby.join(server.tables, id, joining), 201)


@router.get("/tables/{id}/log", responses=answers("Log"))
async def whole_log(request: Request, id: str, seat: SeatAt, first: int = 0) -> Response:
    """What has happened from a line on, at most a thousand lines, as this seat may hear it."""
    story = await server_of(request).tables.look(id, lambda held: held.log(seat, max(first, 0), LOG_LINES))
    return json(story)


@router.get("/tables/{id}/forecast")
async def forecast(request: Request, id: str, seat: SeatAt) -> Response:
    """What each option of the seat's pending decision would cost, deal or lead to now; nothing if another decides."""
    found = await server_of(request).tables.look(id, lambda held: playing.forecast(held, seat))
    return json({"forecast": found})


@router.get("/tables/{id}/why/{handle}")
async def why_not(request: Request, id: str, handle: str, seat: SeatAt) -> Response:
    """Why a card that the seat sees cannot be played or used now: every reason, with its rules."""
    return json({"verdicts": await server_of(request).tables.look(id, lambda held: playing.why(held, seat, handle))})


async def done(tables: Tables, id: str, seat: Seat, doing: Awaitable[None]) -> Response:
    """Does something, and answers with the table as it is then."""
    try:
        await doing
    except ArchivistError as error:
        return await refused_with_table(tables, id, seat, error)
    return await shown(tables, id, seat)


async def shown(tables: Tables, id: str, seat: Seat, status: int = 200) -> Response:
    """The table as a seat sees it, as a response."""
    message = await tables.look(id, lambda held: held.message(seat))
    return Response(message.data, status, {"ETag": f'"{message.id}"'}, "application/json")


async def refused_with_table(tables: Tables, id: str, seat: Seat, error: ArchivistError) -> Response:
    """A refusal, with the table as it is now where that has changed under the client's hands."""
    if not isinstance(error, Stale):
        return refused(error)
    return refused(error, table=await tables.look(id, lambda held: held.shown(seat)))


@router.get("/tables/{id}/events")
async def events(request: Request, id: str, seat: SeatAt) -> StreamingResponse:
    """Server-sent events: ``table`` with the whole table, at once and whenever it changes for this seat.

    The id of an event names its content. Who comes back with the last id gets the table only if it is another one.
    """
    server = server_of(request)
    listener = server.tables.channels.listen(id, seat, client_of(request))
    last = request.headers.get("last-event-id", "")

    async def stream() -> AsyncIterator[bytes]:
        try:
            yield b"retry: 1000\n\n"
            first = await server.tables.look(id, lambda held: held.message(seat))
            if first.id != last:
                listener.put(first)
            else:
                listener.has(last)
            while not server.stopping.is_set():
                message = await listener.next(HEARTBEAT)
                if message is None:
                    yield b": still here\n\n"
                else:
                    yield b"id: " + message.id.encode() + b"\nevent: table\ndata: " + message.data + b"\n\n"
        finally:
            server.tables.channels.leave(id, listener)

    return StreamingResponse(stream(), media_type="text/event-stream", headers={"Cache-Control": "no-store"})
