"""A user's own collection: a folder with the cards that were imported, as data and as printed.

``printed.json`` holds the records of the card service with their texts; it never leaves the user's machine. ``cards.json``
is what the compiler made of them, so that nothing is compiled again while neither the records nor the compiler change.
``finished.yaml`` is the user's: cards in the card-file format, which count instead of anything compiled.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Final, NamedTuple

import msgspec

from archivist.cards.reading import read_cards
from archivist.model.errors import CardFileError
from archivist.places import ENVIRONMENT
from archivist.text_files import CARD_FILE, RECORDS, read_content, read_file
from archivist.vocabulary.face import Face
from archivist.vocabulary.node import read

COMPILED: Final = "cards.json"
FINISHED: Final = "finished.yaml"


class Made(msgspec.Struct, frozen=True):
    """What the compiler made of imported records: by which compiler, of which records, and with what result."""

    compiler: str
    records: str
    cards: tuple[Face, ...]
    not_understood: dict[str, str]


class Collection(NamedTuple):
    """The cards of a user: compiled, finished by hand, and those not understood, with the reason."""

    compiled: tuple[Face, ...] = ()
    finished: tuple[Face, ...] = ()
    not_understood: dict[str, str] = {}


_faces = msgspec.json.Decoder(tuple[Face, ...], dec_hook=read)
_made = msgspec.json.Decoder(Made, dec_hook=read)
"""Made while this module is imported: two threads that let msgspec take in types at once crash it."""


def decode_faces(content: bytes) -> tuple[Face, ...]:
    """The faces of a file that the project wrote itself; they were checked before they were written."""
    return _faces.decode(content)


def folder() -> Path | None:
    """The folder of the user's cards, if there is to be one."""
    named = os.environ.get(ENVIRONMENT)
    return Path(named) if named else None


def collection(where: Path | None) -> Collection:
    """The cards in a folder; none if there is no such folder."""
    if where is None:
        return Collection()
    made, finished = read_made(where), read_finished(where)
    if made is None:
        return Collection(finished=finished)
    return Collection(made.cards, finished, made.not_understood)


def read_made(where: Path) -> Made | None:
    """What was compiled in a folder; None if nothing was. Raises CardFileError if it cannot be read."""
    path = where / COMPILED
    if not path.exists():
        return None
    content = read_content(path, CardFileError, RECORDS)
    try:
        return _made.decode(content)
    except (msgspec.MsgspecError, ValueError, RecursionError) as error:
        raise CardFileError(
            f"{path} is not of this version or broken ({error}); archivist import makes it anew"
        ) from error


def read_finished(where: Path) -> tuple[Face, ...]:
    """The cards of a folder that were finished by hand, checked each by itself."""
    path = where / FINISHED
    return tuple(read_cards(read_file(path, CardFileError, CARD_FILE), str(path))) if path.exists() else ()
