"""The table's page: looking at it, answering, and everything else a person does there."""

from __future__ import annotations

import time
from collections.abc import AsyncIterator, Awaitable
from typing import Any, Final

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response, StreamingResponse

from archivist.decks import decks
from archivist.model.card import Seat
from archivist.model.errors import ArchivistError
from archivist.person.passing import PHASES, Settings, Until, place
from archivist.server import agreeing, analysis, lobby, playing
from archivist.server.api.seated import SeatAt, client_of, cookie_name, server_of, token_of
from archivist.server.errors import NotFound, NotNow, Refusal, Stale
from archivist.server.held import Held
from archivist.server.pages import frames
from archivist.server.pages.drawing import HEADERS, drawn, page
from archivist.server.pages.forms import Fields, choice_of, fields
from archivist.server.pages.frames import Notice, board, frame, refusal
from archivist.server.pages.routes import PageRoute, refused
from archivist.server.sight import sight, why_not
from archivist.server.tables import Tables
from archivist.server.watching import SPECTATOR

router = APIRouter(include_in_schema=False, route_class=PageRoute)

HEARTBEAT: Final = 15.0
COOKIE_DAYS: Final = 60
ORDER: Final = "X-Order"


def with_seat(response: Response, request: Request, id: str, token: str) -> Response:
    """Keeps the seat in this browser. The cookie goes to no other site and is no business of scripts."""
    response.set_cookie(
        cookie_name(id),
        token,
        max_age=COOKIE_DAYS * 86_400,
        path="/",
        httponly=True,
        samesite="lax",
        secure=request.url.scheme == "https",
    )
    return response


@router.get("/t/{id}")
async def table(request: Request, id: str) -> Response:
    """The page of a table; a link with a token seats the browser first."""
    tables = server_of(request).tables
    token = request.query_params.get("token")
    if token is not None:
        await tables.seated(id, token)
        return with_seat(RedirectResponse(f"/t/{id}", 303, HEADERS), request, id, token)
    seat = await seated(request, id)
    return await tables.look(id, lambda held: _page(request, held, seat))


async def seated(request: Request, id: str) -> Seat:
    """The seat of this browser; who has a token that opens nothing any more watches."""
    tables = server_of(request).tables
    try:
        return await tables.seated(id, token_of(request, id))
    except NotFound:
        return await tables.seated(id, None)


def _page(request: Request, held: Held, seat: Seat) -> Response:
    origin = str(request.base_url).rstrip("/")
    links: dict[str, Any] = {
        "seated": seat != SPECTATOR,
        "seat_link": f"{origin}/t/{held.id}?token={token_of(request, held.id)}" if seat != SPECTATOR else "",
        "watch_link": f"{origin}/t/{held.id}",
        "theme": "",
        "here": "",
    }
    if held.live is None:
        shown = held.shown(seat)
        return page("waiting.html", 200, shown=shown, base=f"/t/{held.id}", notice=None, decks=sorted(decks()), **links)
    return page("table.html", 200, **frame(held, seat), **links)


@router.get("/t/{id}/board")
async def fragment(request: Request, id: str) -> HTMLResponse:
    """The board alone."""
    return await _board(server_of(request).tables, id, await seated(request, id))


async def _board(
    tables: Tables, id: str, seat: Seat, notice: Notice | None = None, status: int = 200, *, ordered: bool = False
) -> HTMLResponse:
    html, order = await tables.look(id, lambda held: _ordered(held, seat, notice))
    return HTMLResponse(html, status, {**HEADERS, ORDER: str(order)} if ordered else HEADERS)


def _ordered(held: Held, seat: Seat, notice: Notice | None = None) -> tuple[str, int]:
    """The board, and a number that is greater the later it was drawn: what comes by two ways may come in another order."""
    return (board(held, seat, notice) if held.live is not None else "", time.monotonic_ns() // 1000)


@router.get("/t/{id}/stream")
async def stream(request: Request, id: str) -> StreamingResponse:
    """Server-sent events: the board as HTML, at once and whenever it changes for this seat."""
    server = server_of(request)
    seat = await seated(request, id)
    listener = server.tables.channels.listen(id, seat, client_of(request))

    async def sending() -> AsyncIterator[bytes]:
        sent = ""
        try:
            yield b"retry: 1000\n\n"
            while not server.stopping.is_set():
                (html, order), known = await server.tables.look(
                    id, lambda held: (_ordered(held, seat), _known(held, seat))
                )
                listener.has(known)
                if html != sent:
                    sent = html
                    yield _event(html, order)
                while await listener.next(HEARTBEAT) is None:
                    if server.stopping.is_set():
                        return
                    yield b": still here\n\n"
        finally:
            server.tables.channels.leave(id, listener)

    return StreamingResponse(sending(), media_type="text/event-stream", headers=HEADERS)


def _known(held: Held, seat: Seat) -> str:
    """The name of what a seat sees now; while it is the same, the board is not drawn again."""
    return held.message(seat).id


def _event(html: str, order: int) -> bytes:
    """A board as an event. A table whose game has just begun is looked at anew."""
    if not html:
        return b"event: waiting\ndata: waiting\n\n"
    lines = "".join(f"data: {line}\n" for line in html.splitlines() if line.strip())
    return f"id: {order}\nevent: board\n{lines}\n".encode()


# -- what a person does ------------------------------------------------------------------------------------------


async def _done(request: Request, id: str, seat: Seat, doing: Awaitable[object]) -> Response:
    """Does something, and shows the table as it is then; what is refused is told on it."""
    tables = server_of(request).tables
    notice, status = None, 200
    try:
        await doing
    except Stale:
        notice, status = Notice("That question is past; this is the current one."), 409
    except NotFound:
        raise
    except ArchivistError as error:
        notice, status = refusal(error), error.status if isinstance(error, Refusal) else 422
    if "hx-request" not in request.headers:
        if notice is None:
            return RedirectResponse(f"/t/{id}", 303, HEADERS)
        return await tables.look(id, lambda held: _refused_page(request, held, seat, notice, status))
    return await _board(tables, id, seat, notice, status, ordered=True)


def _refused_page(request: Request, held: Held, seat: Seat, notice: Notice, status: int) -> Response:
    if held.live is None:
        return refused(request, notice.said, status)
    said = {"seated": seat != SPECTATOR, "seat_link": "", "watch_link": "", "theme": "", "here": ""}
    return page("table.html", status, **frame(held, seat, notice), **said)


@router.post("/t/{id}/answer")
async def answer(request: Request, id: str, seat: SeatAt) -> Response:
    sent = await fields(request)
    return await _done(request, id, seat, _answered(server_of(request).tables, id, seat, sent))


async def _answered(tables: Tables, id: str, seat: Seat, sent: Fields) -> None:
    number = sent.number("number")

    def form(held: Held) -> tuple[str, int]:
        if held.live is None or seat == SPECTATOR:
            raise NotNow("no game is being played here")
        decision = held.live.game.decision if held.live.to_act == seat else None
        if decision is None or held.live.numbers[seat] != number:
            raise Stale("another decision is asked now")
        return decision.form, len(decision.options)

    asked = await tables.look(id, form)
    await playing.answer(tables, id, seat, number, choice_of(sent, *asked))


@router.post("/t/{id}/until")
async def until(request: Request, id: str, seat: SeatAt) -> Response:
    sent = await fields(request)
    tables = server_of(request).tables
    what: Until = "turn" if sent.get("until") == "turn" else "something"
    return await _done(request, id, seat, playing.pass_until(tables, id, seat, sent.number("number"), what))


@router.post("/t/{id}/cancel")
async def cancel(request: Request, id: str, seat: SeatAt) -> Response:
    sent = await fields(request)
    return await _done(request, id, seat, playing.cancel(server_of(request).tables, id, seat, sent.number("number")))


@router.post("/t/{id}/concede")
async def concede(request: Request, id: str, seat: SeatAt) -> Response:
    return await _done(request, id, seat, playing.concede(server_of(request).tables, id, seat))


@router.post("/t/{id}/undo")
async def undo(request: Request, id: str, seat: SeatAt) -> Response:
    """Takes back the last answer, or asks the others whether that is all right."""
    sent = await fields(request)
    number = sent.number("number") if sent.get("number") else None
    return await _done(request, id, seat, agreeing.undo(server_of(request).tables, id, seat, number))


@router.post("/t/{id}/draw")
async def draw(request: Request, id: str, seat: SeatAt) -> Response:
    return await _done(request, id, seat, agreeing.offer_draw(server_of(request).tables, id, seat))


@router.post("/t/{id}/allow")
async def allow(request: Request, id: str, seat: SeatAt) -> Response:
    """Agrees to what somebody asks for."""
    return await _replied(request, id, seat, agrees=True)


@router.post("/t/{id}/refuse")
async def refuse(request: Request, id: str, seat: SeatAt) -> Response:
    """Refuses what somebody asks for, or takes back what one has asked oneself."""
    return await _replied(request, id, seat, agrees=False)


async def _replied(request: Request, id: str, seat: Seat, *, agrees: bool) -> Response:
    sent = await fields(request)
    what: agreeing.Matter = "draw" if sent.get("what") == "draw" else "undo"
    tables, asked = server_of(request).tables, sent.get("request")
    return await _done(request, id, seat, agreeing.reply(tables, id, seat, what, agrees=agrees, request=asked))


@router.post("/t/{id}/claim")
async def claim(request: Request, id: str, seat: SeatAt) -> Response:
    return await _done(request, id, seat, agreeing.claim(server_of(request).tables, id, seat))


@router.post("/t/{id}/branch")
async def branch(request: Request, id: str, seat: SeatAt) -> Response:
    """Another analysis board that begins where this one stands."""
    opened = await analysis.branch(server_of(request).tables, id, seat)
    return with_seat(RedirectResponse(f"/t/{opened.id}", 303, HEADERS), request, opened.id, opened.token)


@router.post("/t/{id}/settings")
async def settings(request: Request, id: str, seat: SeatAt) -> Response:
    """Switches a stop, a skip, or another wish about when one is asked."""
    sent = await fields(request)
    tables = server_of(request).tables

    async def change() -> None:
        kept = await tables.look(id, lambda held: _kept(held, seat))
        await playing.set_passing(tables, id, seat, _changed(kept, sent))

    return await _done(request, id, seat, change())


def _kept(held: Held, seat: Seat) -> Settings:
    if held.live is None or seat == SPECTATOR:
        raise NotNow("only players at this table are asked anything")
    return held.live.passing[seat].settings


def _changed(kept: Settings, sent: Fields) -> Settings:
    stop, skip = sent.get("stop"), sent.get("skip")
    if stop:
        at = place(stop)
        return kept.ask(at) if any(each == at or each.endswith(f" {at}") for each in kept.stops) else kept.stop(at)
    match sent.get("toggle"):
        case "auto":
            return Settings(not kept.auto, kept.stops, kept.skips, kept.own)
        case "own":
            return Settings(kept.auto, kept.stops, kept.skips, not kept.own)
        case "skip" if skip:
            at = place(skip)
            return kept.ask(at) if at in kept.skips else kept.skip(at)
    raise Refusal(f"choose a phase: {', '.join(PHASES)}")


# -- questions ---------------------------------------------------------------------------------------------------


@router.get("/t/{id}/why/{card}")
async def why(request: Request, id: str, card: str, seat: SeatAt) -> HTMLResponse:
    """Why a card cannot be played now."""

    def asked(held: Held) -> str:
        if held.live is None or seat == SPECTATOR:
            raise NotNow("only players at this table can play cards")
        found = why_not(held.live.game, seat, card)
        tile = sight(held.live.game, seat, forecast=False).cards.get(card)
        return drawn("parts/why.html", verdicts=found, tile=tile)

    return HTMLResponse(await server_of(request).tables.look(id, asked), 200, HEADERS)


@router.get("/t/{id}/ask")
async def ask(request: Request, id: str) -> HTMLResponse:
    """What is asked now, and the rule that asks."""
    seat = await seated(request, id)

    def asked(held: Held) -> str:
        if held.live is None:
            raise NotNow("no game is being played here")
        return drawn("parts/asked.html", **frames.frame(held, seat))

    return HTMLResponse(await server_of(request).tables.look(id, asked), 200, HEADERS)


# -- sitting down ------------------------------------------------------------------------------------------------


@router.post("/t/{id}/join")
async def join(request: Request, id: str) -> Response:
    """Takes a free seat."""
    sent = await fields(request)
    tables = server_of(request).tables
    deck = sent.get("list").strip() or sent.get("deck")
    try:
        opened = await lobby.join(tables, id, lobby.Joining(name=sent.get("name"), deck=deck, seat=sent.get("seat")))
    except NotFound:
        raise
    except ArchivistError as error:
        shown = await tables.look(id, lambda held: held.shown(SPECTATOR))
        said = {"seated": False, "seat_link": "", "watch_link": "", "theme": "", "here": ""}
        return page(
            "waiting.html", 422, shown=shown, base=f"/t/{id}", notice=refusal(error), decks=sorted(decks()), **said
        )
    server_of(request).thinking.notice(await tables.held(id))
    return with_seat(RedirectResponse(f"/t/{id}", 303, HEADERS), request, id, opened.token)
