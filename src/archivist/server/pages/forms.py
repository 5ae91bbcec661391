"""Forms: what a browser sends, read with limits and without help."""

from __future__ import annotations

from typing import Final
from urllib.parse import parse_qsl

from fastapi import Request

from archivist.server.errors import Refusal, TooLarge
from archivist.view import Choice

LARGEST: Final = 200_000
"""The most bytes of a form; a deck list or a scenario is the largest thing that is sent."""
FIELDS: Final = 500


class Fields:
    """The fields of a form, in the order in which they were sent; one name may come several times."""

    def __init__(self, pairs: list[tuple[str, str]]) -> None:
        self._pairs = pairs

    def get(self, name: str, otherwise: str = "") -> str:
        return next((value for key, value in self._pairs if key == name), otherwise)

    def all(self, name: str) -> list[str]:
        return [value for key, value in self._pairs if key == name]

    def number(self, name: str) -> int:
        """A whole number. Raises Refusal if there is none."""
        return whole(self.get(name), name)

    def __contains__(self, name: str) -> bool:
        return any(key == name for key, _ in self._pairs)


async def fields(request: Request) -> Fields:
    """The form that a request brings. Raises TooLarge or Refusal."""
    if int(request.headers.get("content-length") or 0) > LARGEST:
        raise TooLarge(f"a form has at most {LARGEST} bytes")
    body = bytearray()
    async for chunk in request.stream():
        body += chunk
        if len(body) > LARGEST:
            raise TooLarge(f"a form has at most {LARGEST} bytes")
    try:
        return Fields(parse_qsl(body.decode(), keep_blank_values=True, max_num_fields=FIELDS))
    except (UnicodeDecodeError, ValueError):
        raise Refusal("the form cannot be read") from None


def whole(text: str, name: str) -> int:
    if not text.isascii() or not text.removeprefix("-").isdecimal() or len(text) > 9:
        raise Refusal(f"{name}: a whole number is needed")
    return int(text)


def choice_of(sent: Fields, form: str, count: int) -> Choice:
    """The answer that the bar of the table sends to a decision of this form with so many options."""
    match form:
        case "act":
            return sent.number("choice")
        case "name":
            return sent.get("name")
        case "number":
            return (sent.number("value"),)
        case "split":
            return tuple(whole(each, "share") for each in sent.all("share"))
        case "order" | "arrange":
            return _arranged(sent, form, count)
    ordered = sent.get("order")
    picked = ordered.split(",") if ordered else sent.all("pick")
    return tuple(whole(each, "pick") for each in picked)


def _arranged(sent: Fields, form: str, count: int) -> Choice:
    """Places by their ranks; where two have the same rank, the first listed comes first."""
    places = [whole(each, "place") for each in sent.all("place")]
    ranks = [whole(each, "rank") for each in sent.all("rank")]
    where = sent.all("where")
    if len(places) != count or len(ranks) != count or (form == "arrange" and len(where) != count):
        raise Refusal("each card needs a place")
    order = sorted(range(count), key=lambda each: (ranks[each], each))
    if form == "order":
        return tuple(places[each] for each in order)
    top = [places[each] for each in order if where[each] != "bottom"]
    bottom = [places[each] for each in order if where[each] == "bottom"]
    return (*top, -1, *bottom)
