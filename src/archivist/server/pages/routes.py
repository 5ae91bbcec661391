"""Routes of pages: what is refused is told on a page, in the same words as in the JSON API."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from typing import Any

from fastapi import Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import HTMLResponse, Response
from fastapi.routing import APIRoute

from archivist.model.errors import ArchivistError
from archivist.server.errors import Refusal
from archivist.server.pages.drawing import HEADERS, capitalized, drawn
from archivist.server.storage import NotKept

TITLES = {
    403: "Not yours to do",
    404: "There is nothing here",
    409: "Not now",
    413: "That is too large",
    429: "Too many at once",
    503: "Busy",
}


class PageRoute(APIRoute):
    """A route whose refusals are pages."""

    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        handle = super().get_route_handler()

        async def handled(request: Request) -> Response:
            try:
                return await handle(request)
            except NotKept:
                return refused(request, "the database does not answer; nothing was changed", 503)
            except ArchivistError as error:
                return refused(request, str(error), error.status if isinstance(error, Refusal) else 422)
            except RequestValidationError:
                return refused(request, "the address cannot be understood", 422)

        return handled


def refused(request: Request, said: str, status: int) -> HTMLResponse:
    """A refusal as a page, or as the part of one that a dialog or a morphed piece asked for."""
    title = TITLES.get(status, "That is not possible")
    part = "hx-request" in request.headers or "x-part" in request.headers
    template = "parts/refused.html" if part else "refused.html"
    return HTMLResponse(drawn(template, title=title, said=capitalized(said), theme="", here=""), status, HEADERS)
