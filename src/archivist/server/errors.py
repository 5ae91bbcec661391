"""What a client is refused, with the status that says why."""

from __future__ import annotations

from typing import Any

from archivist.model.errors import ArchivistError


class Refusal(ArchivistError):
    """A request that is refused: a status, a word for programs, and a sentence for people."""

    status = 422
    word = "refused"

    def __init__(self, said: str, **more: Any) -> None:
        super().__init__(said)
        self.more = more


class NotFound(Refusal):
    """There is no such thing, or the token does not open it."""

    status, word = 404, "not found"


class Stale(Refusal):
    """The answer is to a decision that is no longer asked; nothing was changed."""

    status, word = 409, "stale"


class NotYours(Refusal):
    """Somebody else's to do."""

    status, word = 403, "not yours"


class NotNow(Refusal):
    """Not possible as things stand."""

    status, word = 409, "not now"


class TooLarge(Refusal):
    """More than is taken."""

    status, word = 413, "too large"


class TookTooLong(Refusal):
    """Something was ended because it took too long, or more memory than it may have."""

    status, word = 422, "too long"


class TooMany(Refusal):
    """More often than is allowed."""

    status, word = 429, "too many"


class Busy(Refusal):
    """The server cannot do it now; later it may."""

    status, word = 503, "busy"
