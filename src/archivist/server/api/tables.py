"""Tables over the API: open one, look at it, answer, listen."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Final

from fastapi import APIRouter, Request
from fastapi.responses import Response, StreamingResponse
from pydantic import BaseModel, ConfigDict

from archivist.model.card import Seat
from archivist.model.errors import ArchivistError
from archivist.server import lobby, playing
from archivist.server.answering import json, refused
from archivist.server.api.seated import SeatAt, client_of, server_of
from archivist.server.errors import Stale
from archivist.server.tables import Tables

router = APIRouter(tags=["tables"])

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


@router.post("/tables", status_code=201)
async def open_table(request: Request, wanted: lobby.Wanted) -> Response:
    """Opens a table. The answer has the links and, for the one who opens it, a token."""
    server = server_of(request)
    opened = await lobby.open(server.tables, wanted)
    server.thinking.notice(await server.tables.held(opened.id))
    return json(opened, 201)


@router.get("/tables/{id}")
async def table(request: Request, id: str, seat: SeatAt) -> Response:
    """The table as the token's seat, or a spectator, sees it now."""
    return await shown(server_of(request).tables, id, seat)


@router.post("/tables/{id}/answers")
async def answer(request: Request, id: str, seat: SeatAt, given: Given) -> Response:
    """Answers the pending decision. A stale answer gets 409 and the table as it is now; nothing is changed."""
    tables = server_of(request).tables
    choice = tuple(given.answer) if isinstance(given.answer, list) else given.answer
    try:
        await playing.answer(tables, id, seat, given.number, choice)
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
            while not server.stopping.is_set():
                message = await listener.next(HEARTBEAT)
                if message is None:
                    yield b": still here\n\n"
                else:
                    yield b"id: " + message.id.encode() + b"\nevent: table\ndata: " + message.data + b"\n\n"
        finally:
            server.tables.channels.leave(id, listener)

    return StreamingResponse(stream(), media_type="text/event-stream", headers={"Cache-Control": "no-store"})
