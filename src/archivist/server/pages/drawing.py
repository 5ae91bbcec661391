"""Drawing pages: the templates, with what they need to say about cards, rules and time."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache, lru_cache
from importlib import resources
from pathlib import Path
from typing import Any, Final

import jinja2
import msgspec
from fastapi.responses import HTMLResponse
from markupsafe import Markup

from archivist.rules.catalogue import Rule, catalogue, spelled
from archivist.server.tiles import Tile

POLICY: Final = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data:",
        "connect-src 'self'",
        "form-action 'self'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
    )
)
"""What a page may load and do: nothing from elsewhere, and no script or style that is written into it."""

HEADERS: Final = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Cache-Control": "no-store",
}

_ODD: Final = re.compile(r"[^a-z0-9]+")


@cache
def environment() -> jinja2.Environment:
    """The templates. Everything that is put into one is escaped, and a name that is not given is an error."""
    folder = Path(str(resources.files("archivist.server"))) / "templates"
    made = jinja2.Environment(
        loader=jinja2.FileSystemLoader(folder),
        autoescape=True,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,
    )
    made.globals.update(card=card, detail=detail)
    made.filters.update(
        slug=slug,
        detail_key=detail_key,
        details=details,
        keyword=keyword,
        minutes=minutes,
        capitalize_first=capitalized,
    )
    return made


def card(tile: Tile, size: str = "") -> Markup:
    """A card as it lies on the table."""
    return _piece("card", msgspec.json.encode(tile), size)


def detail(tile: Tile) -> Markup:
    """Everything about a card."""
    return _piece("detail", msgspec.json.encode(tile))


def detail_key(tile: Tile) -> str:
    """Under which name a card's detail is found: cards that lie in a pile, and are alike, have one together."""
    alone = tile.zone in ("field", "intent", "stack", "hand", "") or tile.deeds or not tile.name
    return tile.handle if alone else f"n-{slug(tile.name)}"


def details(tiles: Iterable[Tile]) -> list[Tile]:
    """The cards whose details a page needs, each detail once."""
    return list({detail_key(each): each for each in tiles}.values())


@lru_cache(maxsize=4096)
def _piece(macro: str, encoded: bytes, *more: str) -> Markup:
    """A piece of a page that says what a tile says; most tiles are the same from one page to the next."""
    tile = msgspec.json.decode(encoded, type=Tile)
    made: Markup = getattr(environment().get_template("parts/bits.html").module, macro)(tile, *more)
    return made


def drawn(template: str, /, **said: Any) -> str:
    """A template with what it says."""
    return environment().get_template(template).render(**said)


def page(template: str, code: int = 200, /, **said: Any) -> HTMLResponse:
    """A whole page, with the headers that keep it safe."""
    return HTMLResponse(drawn(template, **said), code, HEADERS)


def slug(text: str) -> str:
    """A word that can be part of a class or an address."""
    return _ODD.sub("-", text.casefold()).strip("-")


def capitalized(text: str) -> str:
    return f"{text[:1].upper()}{text[1:]}"


def minutes(seconds: float) -> str:
    whole = max(0, int(seconds))
    return f"{whole // 60}:{whole % 60:02d}"


@cache
def keyword(word: str) -> Rule | None:
    """The rule of a keyword, such as ``floating memory``."""
    return catalogue().get(spelled(f"keywords {word}"))
