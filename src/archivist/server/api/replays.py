"""Replays over the API: a finished game or one that somebody brings, moment by moment, and boards to try things out."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Request
from fastapi.responses import PlainTextResponse, Response
from pydantic import BaseModel, ConfigDict, Field

from archivist.server import analysis, desk_work, errands, moments, replays
from archivist.server.answering import json
from archivist.server.api.described import answers
from archivist.server.api.seated import SeatAt, server_of

router = APIRouter(tags=["replays"])


class Brought(BaseModel):
    """A replay as text."""

    model_config = ConfigDict(extra="forbid", strict=True)
    replay: Annotated[str, Field(max_length=2_000_000)]


class At(BaseModel):
    """After how many decisions a board begins; after all if it is left out."""

    model_config = ConfigDict(extra="forbid", strict=True)
    moment: Annotated[int, Field(ge=0)] | None = None


class Scenario(BaseModel):
    """A scenario with whose position a board begins; its steps are played first."""

    model_config = ConfigDict(extra="forbid", strict=True)
    scenario: Annotated[str, Field(max_length=50_000)]


@router.post("/replays", status_code=201)
async def bring(request: Request, brought: Brought) -> Response:
    """Brings a replay; it is played through once before it is kept."""
    server = server_of(request)
    await server.desk.do(errands.checked, brought.replay)
    return json({"id": await replays.keep(server.tables, brought.replay)}, 201)


@router.get("/replays/{id}", response_class=PlainTextResponse)
async def text(request: Request, id: str) -> Response:
    """A replay as text, by its own name or that of a table whose game is over."""
    return PlainTextResponse(await replays.text(server_of(request).tables, id))


@router.get("/replays/{id}/moments/{at}", responses=answers("Moment"))
async def moment(request: Request, id: str, at: int, seat: str = "") -> Response:
    """The table after so many decisions, as a seat saw it, or everything."""
    server = server_of(request)
    written = await replays.text(server.tables, id)
    return json(await server.viewers.do(moments.of_text, written, at, seat))


@router.get("/replays/{id}/moments/{at}/scenario", response_class=PlainTextResponse)
async def scenario(request: Request, id: str, at: int) -> Response:
    """A moment as the text of a scenario."""
    server = server_of(request)
    written = await replays.text(server.tables, id)
    return PlainTextResponse(await server.desk.do(moments.scenario_at, written, at))


@router.post("/replays/{id}/boards", status_code=201, responses=answers("Opened", 201))
async def board(request: Request, id: str, given: At) -> Response:
    """An analysis board that begins at a moment. The answer has the table and its token, which plays all seats."""
    server = server_of(request)
    written = await replays.text(server.tables, id)
    return json(await analysis.from_replay(server, written, given.moment, id), 201)


@router.post("/boards", status_code=201, responses=answers("Opened", 201))
async def board_of_scenario(request: Request, given: Scenario) -> Response:
    """An analysis board that begins where a scenario ends."""
    server = server_of(request)
    written: str = await server.desk.do(desk_work.played, given.scenario)
    return json(await analysis.from_replay(server, written, None), 201)


@router.post("/tables/{id}/branches", status_code=201, responses=answers("Opened", 201))
async def branch(request: Request, id: str, seat: SeatAt) -> Response:
    """Another analysis board that begins where this one stands."""
    return json(await analysis.branch(server_of(request).tables, id, seat), 201)


@router.get("/tables/{id}/record", response_class=PlainTextResponse)
async def record(request: Request, id: str, seat: SeatAt) -> Response:
    """The game so far as this seat has seen it, and nothing else."""
    server = server_of(request)
    written = await replays.so_far(server.tables, id, seat)
    return PlainTextResponse(await server.desk.do(errands.recorded, written, seat))
