"""How the API answers: JSON of this project's values, and refusals with a status, a word and a sentence."""

from __future__ import annotations

from typing import Any, Final

import msgspec
from fastapi.exceptions import RequestValidationError
from fastapi.responses import Response

from archivist.model.errors import (
    AnswerError,
    ArchivistError,
    DeckListError,
    GameOver,
    Illegal,
)
from archivist.server.errors import Refusal
from archivist.server.storage import NotKept
from archivist.vocabulary.node import write

FEW: Final = 10
MANY: Final = 100
"""How many problems of a deck list are told in the message, and in the list of them."""


def json(value: Any, status: int = 200, headers: dict[str, str] | None = None) -> Response:
    """A value as JSON."""
    return Response(msgspec.json.encode(value, enc_hook=write), status, headers, "application/json")


def refused(error: ArchivistError | RequestValidationError, **more: Any) -> Response:
    """A refusal: ``error`` is a word for programs, ``message`` a sentence for people."""
    if isinstance(error, RequestValidationError):
        return json({"error": "malformed", "message": _malformed(error)}, 422)
    told: dict[str, Any] = {"error": "refused", "message": str(error), **more}
    status = 422
    match error:
        case Refusal():
            status = error.status
            told |= {"error": error.word, **error.more}
        case Illegal():
            told |= {"error": "illegal", "reasons": error.reasons, "rules": error.rules}
        case DeckListError():
            problems = [str(problem) for problem in error.problems]
            told |= {"error": "deck", "message": _some(problems), "problems": problems[:MANY]}
        case AnswerError() | GameOver():
            told["error"] = "answer"
        case NotKept():
            status, told["error"], told["message"] = 503, "busy", "the database does not answer; nothing was changed"
    return json(told, status)


def _some(problems: list[str]) -> str:
    """The first few of many problems, each on a line."""
    more = len(problems) - FEW
    return "\n".join([*problems[:FEW], *([f"and {more} more"] if more > 0 else [])])


def _malformed(error: RequestValidationError) -> str:
    """What is wrong with a request, and where, without quoting what was sent."""
    first = error.errors()[0]
    place = ".".join(str(each) for each in first["loc"][1:]) or "the body"
    return f"{place}: {first['msg']}"
