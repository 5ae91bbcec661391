"""Rules and cards: every rule with its text and examples, every card with its sheet, rulings and scenarios."""

from __future__ import annotations

from typing import Final

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, Response

from archivist.cards import pool
from archivist.cards.names import fold
from archivist.model.errors import UnknownName
from archivist.notation import sheets
from archivist.rules.catalogue import CHAPTERS, Rule, UnknownRule, catalogue, covers, search, spelled, under
from archivist.server.errors import NotFound
from archivist.server.pages import library
from archivist.server.pages.drawing import HEADERS, drawn, page
from archivist.server.pages.routes import PageRoute
from archivist.server.sight import plain_tile
from archivist.server.tiles import Tile
from archivist.vocabulary.face import Face
from archivist.vocabulary.words import ELEMENTS

router = APIRouter(include_in_schema=False, route_class=PageRoute)

MOST_RULES: Final = 400
MOST_CARDS: Final = 120
MOST_EXAMPLES: Final = 24
LONGEST: Final = 200


def _asked(request: Request, name: str = "q") -> str:
    return request.query_params.get(name, "")[:LONGEST].strip()


# -- rules -------------------------------------------------------------------------------------------------------


@router.get("/rules")
async def rules(request: Request) -> Response:
    """All chapters, one of them, or what a search finds."""
    words, chapter = _asked(request), _asked(request, "chapter")
    found: list[Rule] = []
    if words:
        found = _found(words)
    elif chapter in CHAPTERS:
        found = [each for each in catalogue().values() if each.chapter == chapter]
    counts = {each: sum(rule.chapter == each for rule in catalogue().values()) for each in CHAPTERS}
    said = {"words": words, "chapter": chapter, "chapters": counts, "found": found[:MOST_RULES], "more": len(found)}
    if "hx-request" in request.headers:
        return HTMLResponse(drawn("parts/rule_list.html", **said), 200, HEADERS)
    return page("rules.html", 200, **said, theme="", here="rules")


def _found(words: str) -> list[Rule]:
    try:
        return under(spelled(words))
    except UnknownRule:
        return search(words)


@router.get("/rules/{id}")
async def rule(request: Request, id: str) -> Response:
    """A rule with the clauses beneath it and its examples; for a dialog, that part alone."""
    wanted = spelled(id[:LONGEST])
    try:
        found = under(wanted)
    except UnknownRule as error:
        raise NotFound(str(error)) from None
    shown = [each for cited, of in library.by_rule().items() if covers(wanted, cited) for each in of]
    said = {
        "id": wanted,
        "rules": found[:MOST_RULES],
        "examples": list(dict.fromkeys(shown))[:MOST_EXAMPLES],
        "more": len(dict.fromkeys(shown)),
    }
    if "x-part" in request.headers:
        return HTMLResponse(drawn("parts/rule.html", **said), 200, HEADERS)
    return page("rule.html", 200, **said, theme="", here="rules")


# -- cards -------------------------------------------------------------------------------------------------------


@router.get("/cards")
async def cards(request: Request) -> Response:
    """The cards of the pool, or those that a search finds."""
    words, element, kind = _asked(request), _asked(request, "element"), _asked(request, "type")
    found = matching(words, element, kind)
    said = {"words": words, "element": element, "type": kind, "tiles": found[:MOST_CARDS], "more": len(found)}
    if "hx-request" in request.headers:
        return HTMLResponse(drawn("parts/card_list.html", **said), 200, HEADERS)
    types = sorted({each for face in pool().values() for each in face.types})
    return page("cards.html", 200, **said, elements=sorted(ELEMENTS), types=types, theme="", here="cards")


def matching(words: str, element: str = "", kind: str = "") -> list[Tile]:
    """The cards whose name or text has all the words, those with it in their names first."""
    wanted = fold(words).split()
    found: list[tuple[bool, str]] = []
    for name, face in pool().items():
        if (element and element not in face.elements) or (kind and kind not in face.types) or face.side == "flip":
            continue
        tile = plain_tile(name)
        text = fold(" ".join((name, tile.kind, *tile.elements, *tile.text)))
        if all(word in text for word in wanted):
            found.append((not all(word in fold(name) for word in wanted), name))
    return [plain_tile(name) for _, name in sorted(found)]


def card_called(name: str) -> Face:
    """The card of a name as people write it. Raises NotFound, with the reason if it was imported and not understood."""
    try:
        return pool().called(name)
    except UnknownName as unknown:
        raise NotFound(str(unknown)) from None


@router.get("/cards/{name}")
async def card(name: str) -> Response:
    """Everything about a card."""
    face = card_called(name[:LONGEST])
    examples = library.by_card(face.name)
    return page(
        "card.html",
        200,
        tile=plain_tile(face.name),
        sheet=sheets.sheet(face, ()),
        flip=face.flip,
        known=library.examples(),
        examples=examples[:MOST_EXAMPLES],
        more=len(examples),
        theme="",
        here="cards",
    )
