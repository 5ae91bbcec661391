"""Asking the card service itself: page by page, one request at a time, with a pause between them.

Each page is kept as it comes, so that a fetch that was broken off goes on where it stopped, and one that is repeated
soon asks for nothing.
"""

from __future__ import annotations

import http.client
import os
import time
import urllib.error
import urllib.parse
import urllib.request
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import msgspec

from archivist import __version__
from archivist.importing.records import Record, read_content
from archivist.json_reader import JsonProblem, read_json
from archivist.model.errors import ArchivistError

SERVICE: Final = "https://api.gatcg.com/cards/search"
"""Where the official card service lists all cards."""
AGENT: Final = f"archivist/{__version__} (rules engine of a fan project; one request at a time)"
PAUSE: Final = 1.0
"""Seconds between two requests."""
TIMEOUT: Final = 20.0
TRIES: Final = 3
"""How often a page is asked for if the service is busy."""
LONGEST_WAIT: Final = 60.0
"""Seconds to wait at most if the service asks for a pause."""
LARGEST: Final = 30_000_000
"""The most bytes that a page may have."""
MOST_PAGES: Final = 2_000
FRESH: Final = 24 * 3600.0
"""Seconds for which a page that was fetched is not asked for again."""
PAGES: Final = "pages"
"""The folder in a collection where pages are kept."""
BUSY: Final = frozenset((429, 500, 502, 503, 504))


class Unreachable(ArchivistError):
    """The card service cannot be reached, or does not answer as it should."""


class Page(msgspec.Struct):
    """What a page says of itself."""

    data: list[Any]
    has_more: bool = False
    page: int = 0
    total_pages: int = 0


Told = Callable[[int, int], None]
"""Is told how many pages there are so far, and of how many (0: not known)."""


def fetch(
    folder: Path, service: str = SERVICE, *, pause: float = PAUSE, told: Told = lambda done, of: None
) -> list[Record]:
    """All records of the service. Raises Unreachable, with what to do, if it cannot be reached."""
    if urllib.parse.urlsplit(service).scheme not in ("http", "https"):
        raise Unreachable(f"a card service has an address that begins with https://, not {service!r}")
    where = folder / PAGES
    records: list[Record] = []
    asked = False
    for number in range(1, MOST_PAGES + 1):
        path = where / f"{number:04}.json"
        content = _kept(path, service)
        if content is None:
            if asked:
                time.sleep(pause)
            content, asked = _asked(_address(service, number), number), True
            page = _page(content, service, number)
            _keep(path, service, content)
        else:
            page = _page(content, service, number)
        if page.data:
            records.extend(read_content(content, f"page {number} of {service}"))
        told(number, page.total_pages)
        if not page.has_more:
            return records
    raise Unreachable(f"{service} has more than {MOST_PAGES} pages; that cannot be right")


def _address(service: str, number: int) -> str:
    parts = urllib.parse.urlsplit(service)
    query = [*urllib.parse.parse_qsl(parts.query, keep_blank_values=True), ("page", str(number))]
    return urllib.parse.urlunsplit(parts._replace(query=urllib.parse.urlencode(query)))


def _asked(address: str, number: int) -> bytes:
    """The answer of the service to one request; if it is busy, it is asked again after a while."""
    request = urllib.request.Request(address, headers={"User-Agent": AGENT, "Accept": "application/json"})
    for tries in range(1, TRIES + 1):
        try:
            with urllib.request.urlopen(request, timeout=TIMEOUT) as answer:
                content: bytes = answer.read(LARGEST + 1)
        except urllib.error.HTTPError as error:
            error.close()
            if error.code not in BUSY or tries == TRIES:
                raise Unreachable(_word(address, number, f"it answers {error.code} {error.reason}")) from None
            time.sleep(_wait(error.headers.get("Retry-After"), tries))
        except (OSError, http.client.HTTPException) as error:
            reason = error.reason if isinstance(error, urllib.error.URLError) else error
            raise Unreachable(_word(address, number, str(reason) or type(error).__name__)) from None
        else:
            if len(content) > LARGEST:
                raise Unreachable(_word(address, number, f"its answer has more than {LARGEST} bytes"))
            return content
    raise AssertionError("the last try returns or raises")


def _wait(asked_for: str | None, tries: int) -> float:
    """How long to wait: as long as the service asks for, within reason."""
    wanted = float(asked_for) if asked_for and asked_for.isdigit() else float(tries)
    return min(wanted, LONGEST_WAIT)


def _word(address: str, number: int, why: str) -> str:
    kept = f"; {number - 1} pages are kept, and archivist import --fetch continues from there" if number > 1 else ""
    return f"the card service cannot be reached at {address}: {why}{kept}. Files that you have saved can be imported without it"


def _page(content: bytes, service: str, number: int) -> Page:
    try:
        return msgspec.convert(read_json(content), Page)
    except (msgspec.MsgspecError, JsonProblem) as error:
        raise Unreachable(f"page {number} of {service} is not a page of cards: {error}") from None


# -- pages that are kept -----------------------------------------------------------------------------------------


class _Kept(msgspec.Struct):
    service: str
    content: msgspec.Raw


def _kept(path: Path, service: str) -> bytes | None:
    """A page of this service that was fetched not long ago."""
    try:
        if time.time() - path.stat().st_mtime > FRESH:
            return None
        kept = msgspec.json.decode(path.read_bytes(), type=_Kept)
    except (OSError, msgspec.MsgspecError, RecursionError):
        return None
    return bytes(kept.content) if kept.service == service else None


def _keep(path: Path, service: str, content: bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    whole = msgspec.json.encode(_Kept(service, msgspec.Raw(content)))
    new = path.with_suffix(".new")
    new.write_bytes(whole)
    os.replace(new, path)
