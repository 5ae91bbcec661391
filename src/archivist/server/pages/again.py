"""The next game: a rematch, or the next of a match, with cards exchanged with the sideboard."""

from __future__ import annotations

from fastapi import APIRouter, Request
from fastapi.responses import RedirectResponse, Response

from archivist.model.card import Seat
from archivist.model.errors import ArchivistError
from archivist.notation import decklists
from archivist.server.again import Again, again
from archivist.server.api.seated import SeatAt, server_of, token_of
from archivist.server.errors import NotFound, NotYours
from archivist.server.held import Held
from archivist.server.pages.drawing import HEADERS, page
from archivist.server.pages.forms import fields
from archivist.server.pages.frames import Notice, refusal
from archivist.server.pages.routes import PageRoute
from archivist.server.pages.tables import with_seat
from archivist.server.watching import SPECTATOR

router = APIRouter(include_in_schema=False, route_class=PageRoute)


@router.get("/t/{id}/again")
async def choose(request: Request, id: str, seat: SeatAt) -> Response:
    """Before the next game: one's own deck, and who begins."""
    tables = server_of(request).tables
    shown = await tables.look(id, lambda held: held.shown(seat))
    if shown.seat in shown.affairs.rematch:
        return await _go(request, id, seat, Again())
    return await tables.look(id, lambda held: _page(held, seat, None))


def _page(held: Held, seat: Seat, notice: Notice | None, written: str = "", code: int = 200) -> Response:
    if seat == SPECTATOR:
        raise NotYours("only players of this game can play the next one")
    brought = held.setting.seats[seat].deck
    deck = written or ("" if brought is None else decklists.write(brought.deck))
    return page(
        "again.html",
        code,
        base=f"/t/{held.id}",
        deck=deck,
        best_of=held.setting.best_of,
        result=held.affairs.result,
        notice=notice,
        theme="",
        here="",
    )


@router.post("/t/{id}/again")
async def play_again(request: Request, id: str, seat: SeatAt) -> Response:
    sent = await fields(request)
    first = {"me": True, "them": False}.get(sent.get("first"))
    wants = Again(deck=sent.get("list"), first=first)
    try:
        return await _go(request, id, seat, wants)
    except NotFound:
        raise
    except ArchivistError as error:
        notice = refusal(error)
        return await server_of(request).tables.look(id, lambda held: _page(held, seat, notice, wants.deck, 422))


async def _go(request: Request, id: str, seat: Seat, wants: Again) -> Response:
    server = server_of(request)
    opened = await again(server.tables, id, seat, token_of(request, id) or "", wants)
    server.thinking.notice(await server.tables.held(opened.id))
    return with_seat(RedirectResponse(f"/t/{opened.id}", 303, HEADERS), request, opened.id, opened.token)
