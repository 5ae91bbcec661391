"""Rules, cards and decks over the API: to look up, to search, and to check."""

from __future__ import annotations

from typing import Annotated, Any, Final

from fastapi import APIRouter, Request
from fastapi.responses import Response
from pydantic import BaseModel, ConfigDict, Field

from archivist.cards import pool
from archivist.cards.names import Names, fold
from archivist.decks import Deck, decks, why_not_legal
from archivist.model.errors import UnknownName, did_you_mean
from archivist.notation import decklists, sheets
from archivist.notation.wording import wording
from archivist.rules.catalogue import CHAPTERS, catalogue, rule, search, spelled, under
from archivist.server.answering import json
from archivist.server.api.seated import server_of
from archivist.server.bringing import format_of, read
from archivist.server.errors import NotFound
from archivist.server.pages import library
from archivist.server.pages.reference import card_called

router = APIRouter(tags=["reference"])

MOST: Final = 100
"""How much of what was found is listed at once."""

Words = Annotated[str, Field(max_length=200)]


class Checked(BaseModel):
    """A deck by name or as a list, and the format to check it for."""

    model_config = ConfigDict(extra="forbid", strict=True)
    deck: Annotated[str, Field(max_length=20_000)]
    format: Annotated[str, Field(max_length=40)] = "standard"


@router.get("/rules")
async def rules(q: Words = "", chapter: Words = "", first: Annotated[int, Field(ge=0)] = 0) -> Response:
    """The rules, of a chapter or with some words, a hundred at a time."""
    found = search(q) if q.strip() else list(catalogue().values())
    if chapter:
        found = [each for each in found if each.chapter == chapter]
    return json({"chapters": CHAPTERS, "count": len(found), "first": first, "rules": found[first : first + MOST]})


@router.get("/rules/{id}")
async def one_rule(id: Annotated[str, Field(max_length=200)]) -> Response:
    """A rule with its clauses, and the examples that cite it."""
    named = spelled(id)
    if named not in catalogue():
        raise NotFound(f"there is no rule {id[:60]!r}")
    clauses = [each for each in under(named) if each.id != named]
    return json({"rule": rule(named), "clauses": clauses, "examples": library.by_rule().get(named, [])})


@router.get("/examples/{file:path}")
async def example(file: str) -> Response:
    """The text of an example of the project."""
    if file not in library.examples():
        raise NotFound(f"the project has no example {file[:100]!r}")
    return json({"example": library.examples()[file], "scenario": library.text_of(file)})


@router.get("/cards")
async def cards(
    q: Words = "", element: Words = "", type: Words = "", first: Annotated[int, Field(ge=0)] = 0
) -> Response:
    """The cards whose names or texts have some words, of an element, of a type, a hundred at a time."""
    wanted = fold(q).split()
    found = [
        facts
        for facts, told in _told().values()
        if all(word in told for word in wanted)
        and (not element or element in facts.elements)
        and (not type or type in facts.types)
    ]
    return json({"count": len(found), "first": first, "cards": found[first : first + MOST]})


def _told() -> dict[str, tuple[sheets.Facts, str]]:
    if not _TOLD:
        _TOLD.update(
            {name: (sheets.facts(face), fold(f"{name} {' '.join(wording(face))}")) for name, face in pool().items()}
        )
    return _TOLD


_TOLD: dict[str, tuple[sheets.Facts, str]] = {}


@router.get("/cards/{name}")
async def card(name: Annotated[str, Field(max_length=200)]) -> Response:
    """A card's sheet: what is printed on it, its text in words, rulings, decks and examples."""
    face = card_called(name)
    return json({"sheet": sheets.sheet(face, pool()), "examples": library.by_card(face.name)[:MOST]})


@router.get("/decks")
async def all_decks() -> Response:
    """The decks that come with the project."""
    return json({"decks": {name: _listed(deck) for name, deck in decks().items()}})


@router.get("/decks/{name}")
async def one_deck(name: Annotated[str, Field(max_length=200)]) -> Response:
    """A deck of the project, also as a list."""
    names = Names(decks())
    found = names.find(name)
    if found is None:
        raise UnknownName(f"no deck is named {name[:60]!r}{did_you_mean(names.nearest(name))}")
    return json({"name": found, "deck": _listed(decks()[found]), "list": decklists.write(decks()[found])})


def _listed(deck: Deck) -> dict[str, Any]:
    return {each: getattr(deck, each) for each in ("material", "main", "boons", "sideboard")}


@router.post("/decks/check")
async def check(request: Request, given: Checked) -> Response:
    """Whether a deck is legal in a format, with every reason why not; a list that cannot be read is refused."""
    server = server_of(request)
    style = format_of(given.format)
    found = await server.tables.blocking(read, given.deck, style, 0, server.settings.limits.deck)
    reasons = await server.tables.blocking(why_not_legal, found.deck, style)
    return json({"name": found.title, "legal": not reasons, "reasons": reasons, "deck": _listed(found.deck)})
