"""The judge's desk: a scenario in an editor beside its table and its narrated, cited steps."""

from __future__ import annotations

import hashlib
from typing import Final

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response

from archivist.cards import pool
from archivist.model.errors import ArchivistError
from archivist.server import analysis, desk_work
from archivist.server.api.seated import server_of
from archivist.server.desk_work import ZONES, Judged
from archivist.server.errors import NotFound, TooLarge
from archivist.server.pages import library
from archivist.server.pages.drawing import HEADERS, drawn, page
from archivist.server.pages.forms import Fields, fields, whole
from archivist.server.pages.frames import Notice, refusal
from archivist.server.pages.routes import PageRoute
from archivist.server.pages.tables import with_seat
from archivist.server.tiles import Verdict

router = APIRouter(include_in_schema=False, route_class=PageRoute)

KIND: Final = "scenario"
FIRST: Final = """\
title: What happens here?
setup:
  A:
    champion: [Spirit of Fire]
    hand: [Fireball, 4 x Idle Thoughts]
  B:
    champion: [Spirit of Wind]
steps:
  - A: {activate: Fireball, targets: [B/champion]}
  - advance: main
"""
"""What lies on the desk of somebody who brings nothing."""
MATCHES: Final = 30


@router.get("/desk")
async def desk(request: Request) -> Response:
    """The desk with an example of the project, or with something to begin with."""
    file = request.query_params.get("example", "")
    if file and file not in library.examples():
        raise NotFound(f"the project has no example {file[:100]!r}")
    text = library.text_of(file) if file else FIRST
    return await _page(request, text, _step(request))


@router.get("/desk/examples")
async def examples(request: Request) -> Response:
    """The examples whose titles or rules have some words."""
    words = request.query_params.get("q", "")[:200]
    found = library.matching(words, MATCHES) if words.strip() else []
    return HTMLResponse(drawn("parts/example_list.html", found=found, words=words), 200, HEADERS)


@router.get("/desk/{id}")
async def shared(request: Request, id: str) -> Response:
    """Something that was shared by a link."""
    server = server_of(request)
    text = await server.tables.blocking(server.storage.shared, KIND, id[:100])
    if text is None:
        raise NotFound("nothing was shared by this link")
    return await _page(request, text, _step(request))


def _step(request: Request) -> int:
    sent = request.query_params.get("step", "")
    return whole(sent, "step") if sent else -1


async def _page(request: Request, text: str, step: int) -> Response:
    judged = await _judged(request, text, step)
    return page("desk.html", 200, **_said(text, judged), names=sorted(pool()), zones=ZONES, theme="", here="desk")


async def _judged(request: Request, text: str, step: int) -> Judged:
    server = server_of(request)
    largest = server.settings.limits.scenario
    if len(text) > largest:
        raise TooLarge(f"a scenario has at most {largest} characters, not {len(text)}")
    found: Judged = await server.desk.do(desk_work.judged, text, step)
    return found


def _said(
    text: str, judged: Judged, notice: Notice | None = None, verdict: Verdict | None = None, link: str = ""
) -> dict[str, object]:
    return {"text": text, "judged": judged, "notice": notice, "verdict": verdict, "link": link}


@router.post("/desk")
async def work(request: Request) -> Response:
    """Plays what is in the editor, asks about it, puts a card into it, or shares it."""
    sent = await fields(request)
    text = sent.get("text").replace("\r\n", "\n")
    kept = sent.get("step") or (sent.get("now") if sent.get("do") in ("ask", "share") else "")
    step = whole(kept, "step") if kept else -1
    notice: Notice | None = None
    verdict: Verdict | None = None
    link = ""
    try:
        match sent.get("do"):
            case "add":
                text = await _added(request, text, sent)
            case "ask":
                verdict = await server_of(request).desk.do(desk_work.asked, text, step, sent.get("play")[:200])
            case "share":
                link = await _shared(request, text)
    except ArchivistError as error:
        notice = refusal(error)
    judged = await _judged(request, text, step)
    said = _said(text, judged, notice, verdict, link)
    if "hx-request" in request.headers:
        return HTMLResponse(drawn("parts/desk.html", **said, names=sorted(pool()), zones=ZONES), 200, HEADERS)
    if link and notice is None:
        return RedirectResponse(link, 303, HEADERS)
    return page("desk.html", 200, **said, names=sorted(pool()), zones=ZONES, theme="", here="desk")


@router.post("/desk/board")
async def play_on(request: Request) -> Response:
    """An analysis board that begins where a scenario ends."""
    sent = await fields(request)
    server = server_of(request)
    written: str = await server.desk.do(desk_work.played, sent.get("text").replace("\r\n", "\n"))
    opened = await analysis.from_replay(server, written, None)
    return with_seat(RedirectResponse(f"/t/{opened.id}", 303, HEADERS), request, opened.id, opened.token)


async def _added(request: Request, text: str, sent: Fields) -> str:
    found: str = await server_of(request).desk.do(
        desk_work.with_card, text, sent.get("player"), sent.get("zone"), sent.get("card")[:100]
    )
    return found


async def _shared(request: Request, text: str) -> str:
    """Keeps a text under a link that its content gives, so that the same text has the same link."""
    return f"/desk/{await share(request, KIND, text)}"


async def share(request: Request, kind: str, text: str) -> str:
    """Keeps a text, and returns the name under which it can be found."""
    server = server_of(request)
    name = hashlib.blake2b(f"{kind}\n{text}".encode(), digest_size=9).hexdigest()
    await server.tables.blocking(server.storage.share, kind, name, text)
    return name
