"""Replays: a finished game step by step, every seat's view, a link to every moment, and trying something else from there."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, PlainTextResponse, RedirectResponse, Response

from archivist.person.passing import PHASES
from archivist.server import analysis, errands, replays
from archivist.server.api.seated import SeatAt, server_of
from archivist.server.errors import NotFound, NotNow, Refusal
from archivist.server.held import Held
from archivist.server.moments import Moment, of_text, scenario_at
from archivist.server.opening import moment_of_line
from archivist.server.pages.desk import KIND as SCENARIO
from archivist.server.pages.desk import share
from archivist.server.pages.drawing import HEADERS, drawn, page
from archivist.server.pages.forms import fields, whole
from archivist.server.pages.routes import PageRoute
from archivist.server.pages.tables import with_seat
from archivist.server.shown import ShownSeat
from archivist.server.tables import Tables
from archivist.server.watching import SPECTATOR

router = APIRouter(include_in_schema=False, route_class=PageRoute)

# -- what is shown -----------------------------------------------------------------------------------------------


async def _names(tables: Tables, id: str) -> list[str]:
    """What the players of a table are called; nothing for a replay that somebody brought."""
    try:
        return await tables.look(id, lambda held: [chair.name for chair in held.setting.seats])
    except NotFound:
        return []


async def _moment(request: Request, id: str, at: int, seat: str) -> tuple[Moment, list[str]]:
    """A moment of a game that was played here, or of a replay that somebody brought."""
    server = server_of(request)
    text = await replays.text(server.tables, id)
    names = await _names(server.tables, id)
    found: Moment = await server.viewers.do(of_text, text, at, seat)
    return found, names or [f"Player {letter}" for letter in found.players]


def _asked(request: Request) -> tuple[int, str]:
    sent = request.query_params.get("at", "")
    return (whole(sent, "at") if sent else 0), request.query_params.get("seat", "")[:1]


def _said(id: str, moment: Moment, names: list[str]) -> dict[str, Any]:
    """What the template of the board needs, with the controls of a replay in the place of the bar."""
    chairs = [ShownSeat(letter, name) for letter, name in zip(moment.players, names, strict=False)]
    return {
        "id": id,
        "base": f"/r/{id}",
        "bar": "parts/replay_bar.html",
        "status": "replay",
        "sight": moment.sight,
        "moment": moment,
        "number": moment.at,
        "chairs": chairs,
        "settings": None,
        "phases": PHASES,
        "clocks": None,
        "log": moment.log,
        "desk_links": False,
        "announce": ". ".join(each.text for each in moment.sight.news) or moment.last,
        "theme": "",
        "here": "",
    }


@router.get("/r/{id}")
async def replay(request: Request, id: str) -> Response:
    """A moment of a replay."""
    at, seat = _asked(request)
    moment, names = await _moment(request, id, at, seat)
    said = _said(id, moment, names)
    if "hx-request" in request.headers:
        return HTMLResponse(drawn("parts/board.html", **said), 200, HEADERS)
    return page("replay.html", 200, **said)


@router.get("/r/{id}/costly")
async def costly(request: Request, id: str) -> Response:
    """What the decisions of a turn cost, with a link to each that cost something, and to the other turns."""
    server = server_of(request)
    turn = whole(request.query_params.get("turn", "1"), "turn")
    text = await replays.text(server.tables, id)
    found, turns = await server.desk.do(errands.costly, text, turn)
    said = {"id": id, "base": f"/r/{id}", "turn": turn, "turns": turns, "costly": found}
    return page("costly.html", 200, **said, theme="", here="")


# -- taking away, and trying -------------------------------------------------------------------------------------


@router.get("/r/{id}/game.replay")
async def download(request: Request, id: str) -> Response:
    """The whole game as the text of a replay."""
    text = await replays.text(server_of(request).tables, id)
    return PlainTextResponse(text, 200, {**HEADERS, "Content-Disposition": 'attachment; filename="game.replay"'})


@router.get("/r/{id}/moment.yaml")
async def as_scenario(request: Request, id: str) -> Response:
    """A moment as the text of a scenario."""
    text = await _scenario(request, id)
    return PlainTextResponse(text, 200, {**HEADERS, "Content-Disposition": 'attachment; filename="moment.yaml"'})


@router.get("/r/{id}/desk")
async def at_the_desk(request: Request, id: str) -> Response:
    """A moment at the judge's desk."""
    return RedirectResponse(f"/desk/{await share(request, SCENARIO, await _scenario(request, id))}", 303, HEADERS)


async def _scenario(request: Request, id: str) -> str:
    at, _ = _asked(request)
    server = server_of(request)
    text = await replays.text(server.tables, id)
    found: str = await server.desk.do(scenario_at, text, at)
    return found


@router.post("/r/{id}/try")
async def try_out(request: Request, id: str) -> Response:
    """An analysis board that begins at a moment."""
    sent = await fields(request)
    server = server_of(request)
    text = await replays.text(server.tables, id)
    opened = await analysis.from_replay(server, text, sent.number("at"), id)
    return with_seat(RedirectResponse(f"/t/{opened.id}", 303, HEADERS), request, opened.id, opened.token)


@router.get("/t/{id}/desk/{number}")
async def line_at_the_desk(request: Request, id: str, number: int, seat: SeatAt) -> Response:
    """The moment of a line of the log at the judge's desk."""

    def call(held: Held) -> str:
        if held.live is None:
            raise NotNow("no game has been played here")
        over = held.status == "over"
        return moment_of_line(held.live.game, None if seat == SPECTATOR else seat, number, over=over)

    text = await server_of(request).tables.look(id, call)
    return RedirectResponse(f"/desk/{await share(request, SCENARIO, text)}", 303, HEADERS)


@router.post("/replays")
async def bring(request: Request) -> Response:
    """Takes a replay that somebody brings, if it plays."""
    sent = await fields(request)
    text = sent.get("replay").replace("\r\n", "\n")
    if not text.strip():
        raise Refusal("paste the text of a replay")
    server = server_of(request)
    await server.desk.do(errands.checked, text)
    return RedirectResponse(f"/r/{await replays.keep(server.tables, text)}", 303, HEADERS)
