"""Who asks: the server's parts, the client's address, and the seat that a request's token opens."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

from fastapi import Depends, Request

from archivist.model.card import Seat
from archivist.server import clients

if TYPE_CHECKING:
    from archivist.server.app import Server

BEARER = "bearer "


def server_of(request: Request) -> Server:
    """The parts of the server."""
    found: Server = request.app.state.server
    return found


def client_of(request: Request) -> str:
    """The client that a request comes from."""
    return clients.client_of(request.client.host if request.client is not None else None)


def cookie_name(table: str) -> str:
    """The cookie that keeps a browser's seat at a table."""
    return f"seat-{table}"


def token_of(request: Request, table: str) -> str | None:
    """The token that a request brings: in its Authorization, its address, or a cookie; None if it brings none."""
    header = request.headers.get("authorization", "")
    if header[: len(BEARER)].lower() == BEARER:
        return header[len(BEARER) :].strip()
    return request.query_params.get("token") or request.cookies.get(cookie_name(table))


async def seat_at(request: Request, id: str) -> Seat:
    """The seat of whoever asks at the table that the path names; a spectator's without a token."""
    tables = server_of(request).tables
    seat = await tables.seated(id, token_of(request, id))
    tables.presence.saw(id, seat)
    return seat


SeatAt = Annotated[Seat, Depends(seat_at)]
