"""The judge's desk over the API: scenarios in a process of their own, questions about them, and links to share."""

from __future__ import annotations

import hashlib
from typing import Annotated, Final, Literal

from fastapi import APIRouter, Request
from fastapi.responses import Response
from pydantic import BaseModel, ConfigDict, Field

from archivist.server import desk_work
from archivist.server.answering import json
from archivist.server.api.described import answers
from archivist.server.api.seated import server_of
from archivist.server.errors import NotFound

router = APIRouter(tags=["desk"])

LINK: Final = 16
"""The letters of a link to something shared."""


class Asked(BaseModel):
    """A scenario, after which of its steps (all if it is negative), and perhaps a play such as ``A activate Fireball``."""

    model_config = ConfigDict(extra="forbid", strict=True)
    scenario: Annotated[str, Field(max_length=50_000)]
    step: Annotated[int, Field(ge=-1, le=10_000)] = -1
    play: Annotated[str, Field(max_length=500)] = ""


class Content(BaseModel):
    """Something to be shared by a link."""

    model_config = ConfigDict(extra="forbid", strict=True)
    kind: Literal["scenario", "deck", "moment"]
    content: Annotated[str, Field(max_length=50_000, min_length=1)]


@router.post("/desk", responses=answers("Judged"))
async def judged(request: Request, asked: Asked) -> Response:
    """Plays a scenario: its steps with what happened and by which rules, the table, what can be played, or the error."""
    return json(await server_of(request).desk.do(desk_work.judged, asked.scenario, asked.step))


@router.post("/desk/why")
async def why(request: Request, asked: Asked) -> Response:
    """Whether a play is legal in a scenario, and every reason why not."""
    return json(await server_of(request).desk.do(desk_work.asked, asked.scenario, asked.step, asked.play))


@router.post("/shared", status_code=201)
async def share(request: Request, given: Content) -> Response:
    """Shares something by a link; the same content has the same link."""
    tables = server_of(request).tables
    link = hashlib.sha256(f"{given.kind}\n{given.content}".encode()).hexdigest()[:LINK]
    await tables.blocking(tables.storage.share, given.kind, link, given.content)
    return json({"kind": given.kind, "id": link}, 201)


@router.get("/shared/{kind}/{id}")
async def shared(request: Request, kind: str, id: str) -> Response:
    """What was shared under a link."""
    tables = server_of(request).tables
    found = await tables.blocking(tables.storage.shared, kind, id)
    if found is None:
        raise NotFound("nothing is shared under this link")
    return json({"kind": kind, "id": id, "content": found})
