"""Seats are secrets: a seat is a long random token in a link, of which only the hash is kept."""

from __future__ import annotations

import hashlib
import hmac
import secrets
from typing import Final

from archivist.model.card import Seat

TOKEN_BYTES: Final = 24
ID_BYTES: Final = 9
LONGEST: Final = 200
"""No token is longer; a longer one is not even hashed."""
NOBODY: Final = hashlib.sha256(b"").digest()
"""What a token is compared with where there is nothing to compare it with, so that it takes as long."""
SEATS: Final = 4


def new_token() -> str:
    """A token that nobody guesses."""
    return secrets.token_urlsafe(TOKEN_BYTES)


def new_id() -> str:
    """The name of a table or of something shared; who has it may watch, so it is not guessed either."""
    return secrets.token_urlsafe(ID_BYTES).replace("-", "x").replace("_", "y")


def plain(id: str) -> str:
    """An id as it may stand in a question to the database; what could be no id is the id of nothing."""
    return id if id.isascii() and id.isalnum() else ""


def hashed(token: str) -> bytes:
    return hashlib.sha256(token[:LONGEST].encode(errors="replace")).digest()


def seat_of(token: str, hashes: dict[int, bytes]) -> Seat | None:
    """The seat that a token opens. Whether there is one or not, and which, the same comparisons are made."""
    given = hashed(token)
    found: Seat | None = None
    for seat in range(SEATS):
        if hmac.compare_digest(given, hashes.get(seat, NOBODY)) and seat in hashes:
            found = seat
    return found
