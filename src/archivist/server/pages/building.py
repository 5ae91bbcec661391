"""The deck builder: a list beside its cards, and at once what is not legal about it."""

from __future__ import annotations

from functools import partial
from typing import Final

import msgspec
from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response
from msgspec.structs import replace

from archivist.cards import pool
from archivist.decks import Deck, decks, why_not_legal
from archivist.model.errors import ArchivistError, DeckListError
from archivist.notation import decklists
from archivist.rules.cards.card_types import is_material
from archivist.rules.turn.formats_and_decks import FORMATS
from archivist.server.api.seated import server_of
from archivist.server.bringing import format_of
from archivist.server.errors import NotFound, TooLarge
from archivist.server.pages.desk import share
from archivist.server.pages.drawing import HEADERS, drawn, page
from archivist.server.pages.forms import Fields, fields
from archivist.server.pages.reference import matching
from archivist.server.pages.routes import PageRoute
from archivist.server.sight import plain_tile
from archivist.server.tiles import Reasoned, Tile
from archivist.vocabulary.words import ELEMENTS

router = APIRouter(include_in_schema=False, route_class=PageRoute)

KIND: Final = "deck"
FOUND: Final = 40
LARGEST: Final = 20_000
NO_CARDS: Final = frozenset(("token", "mastery", "status"))
"""What no deck has cards of."""


class Row(msgspec.Struct, frozen=True):
    """A card of a deck: how many, and what it is."""

    count: int
    tile: Tile


class Built(msgspec.Struct, frozen=True):
    """A deck as it stands: its parts, and everything that keeps it from being legal."""

    parts: tuple[tuple[str, int, tuple[Row, ...]], ...] = ()
    problems: tuple[Reasoned, ...] = ()
    unreadable: tuple[str, ...] = ()
    curve: tuple[tuple[str, int], ...] = ()

    @property
    def legal(self) -> bool:
        return not self.problems and not self.unreadable


def built(text: str, format: str) -> Built:
    """What a list comes to in a format."""
    try:
        deck = decklists.read(text)
    except DeckListError as error:
        return Built(unreadable=tuple(str(each) for each in error.problems[:20]))
    reasons = tuple(Reasoned(each.why, tuple(each.rules)) for each in why_not_legal(deck, format_of(format)))
    parts = tuple(
        (heading, sum(count for _, count in rows), tuple(Row(count, plain_tile(name)) for name, count in rows))
        for heading, rows in decklists.sections(deck)
    )
    return Built(parts, reasons, (), _curve(deck))


def _curve(deck: Deck) -> tuple[tuple[str, int], ...]:
    """How many cards of the main deck there are of each reserve cost."""
    found: dict[str, int] = {}
    for name, count in deck.main.items():
        cost = pool()[name].cost.reserve
        key = "–" if cost is None else str(cost)
        found[key] = found.get(key, 0) + count
    return tuple(sorted(found.items(), key=lambda each: (len(each[0]), each[0])))


@router.get("/decks")
async def builder(request: Request) -> Response:
    """The builder, with one of the project's decks to begin with."""
    name = request.query_params.get("deck", "")
    if name and name not in decks():
        raise NotFound(f"the project has no deck {name[:60]!r}")
    text = decklists.write(decks()[name]) if name else ""
    return _page(text, "standard")


@router.get("/decks/cards")
async def cards(request: Request) -> Response:
    """Cards that can be added."""
    asked = request.query_params
    alike = matching(asked.get("q", "")[:200], asked.get("element", "")[:20], "")
    found = [each for each in alike if NO_CARDS.isdisjoint(pool()[each.name].types)]
    said = {"found": found[:FOUND], "more": len(found)}
    return HTMLResponse(drawn("parts/deck_cards.html", **said), 200, HEADERS)


@router.get("/decks/{id}")
async def shared(request: Request, id: str) -> Response:
    """A deck that was shared by a link."""
    server = server_of(request)
    text = await server.tables.blocking(server.storage.shared, KIND, id[:100])
    if text is None:
        raise NotFound("no deck was shared by this link")
    return await server.tables.blocking(_page, text[:LARGEST], "standard")


def _page(text: str, format: str, said: str = "", link: str = "", code: int = 200) -> Response:
    return page("decks.html", code, **_said(text, format, said, link), theme="", here="decks")


def _said(text: str, format: str, said: str, link: str) -> dict[str, object]:
    return {
        "text": text,
        "format": format,
        "formats": list(FORMATS),
        "built": built(text, format),
        "starters": sorted(decks()),
        "elements": sorted(ELEMENTS),
        "said": said,
        "link": link,
        "found": [],
        "more": 0,
    }


@router.post("/decks")
async def build(request: Request) -> Response:
    """Checks the list, adds a card to it or takes one away, or shares it."""
    sent = await fields(request)
    text, chosen = sent.get("list").replace("\r\n", "\n"), sent.get("format", "standard")
    if len(text) > LARGEST:
        raise TooLarge(f"a deck list has at most {LARGEST} characters, not {len(text)}")
    format_of(chosen)
    said = link = ""
    blocking = server_of(request).tables.blocking
    try:
        if sent.get("add"):
            adding = partial(_changed, text, sent.get("add"), 1, sideboard="sideboard" in sent.all("into"))
            text = await blocking(adding)
        elif sent.get("drop"):
            text = await blocking(_changed, text, *_dropped(sent))
        elif sent.get("do") == "share":
            link = f"/decks/{await share(request, KIND, text)}"
    except ArchivistError as error:
        said = str(error)
    if "hx-request" in request.headers:
        told = await blocking(_said, text, chosen, said, link)
        return HTMLResponse(drawn("parts/deck.html", **told), 200, HEADERS)
    if link:
        return RedirectResponse(link, 303, HEADERS)
    return await blocking(_page, text, chosen, said)


def _dropped(sent: Fields) -> tuple[str, int]:
    return sent.get("drop"), -1


def _changed(text: str, name: str, by: int, *, sideboard: bool = False) -> str:
    """A list with one copy of a card more or less; a copy less is taken from the sideboard last."""
    face = pool().find(name)
    deck = decklists.read(text) if text.strip() else Deck((), {})
    if by > 0 and sideboard:
        deck = replace(deck, sideboard={**deck.sideboard, name: deck.sideboard.get(name, 0) + 1})
    elif "boon" in face.words:
        deck = replace(deck, boons=_by(deck.boons, name, by))
    elif is_material(face):
        deck = replace(deck, material=_by(deck.material, name, by))
    elif by > 0 or name in deck.main:
        deck = replace(deck, main=_counted(deck.main, name, by))
    else:
        deck = replace(deck, sideboard=_counted(deck.sideboard, name, by))
    return decklists.write(deck)


def _by(names: tuple[str, ...], name: str, by: int) -> tuple[str, ...]:
    if by > 0:
        return (*names, name)
    last = max((index for index, each in enumerate(names) if each == name), default=None)
    return names if last is None else (*names[:last], *names[last + 1 :])


def _counted(counts: dict[str, int], name: str, by: int) -> dict[str, int]:
    changed = {**counts, name: counts.get(name, 0) + by}
    return {each: count for each, count in changed.items() if count > 0}
