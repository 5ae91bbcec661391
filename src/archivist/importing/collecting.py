"""Taking records into a collection: they are merged with those that are there, compiled, and written all or not at all."""

from __future__ import annotations

import hashlib
import os
import tempfile
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

import msgspec
from msgspec.structs import replace

from archivist import __version__
from archivist.cards import Pool, shipped, written
from archivist.cards.collection import COMPILED, Made, read_finished
from archivist.compiler.card import Compiled, compile_text
from archivist.compiler.entries import entry
from archivist.compiler.facts import facts_of
from archivist.compiler.usable import Usable, usable
from archivist.importing.records import FLIP, Record, cleaned_again, merged
from archivist.json_reader import JsonProblem, read_json
from archivist.model.errors import CardFileError
from archivist.places import PRINTED
from archivist.text_files import RECORDS, read_content
from archivist.vocabulary.face import Face, PrintedCost
from archivist.vocabulary.node import write

Progress = Callable[[Sequence[Record]], Iterable[Record]]
"""Goes through records and shows how far it is."""
MOST_CARDS: Final = 20_000
"""How many cards a collection may have: several times as many as there are."""
UNFINISHED: Final = "unfinished.yaml"
_UNFINISHED: Final = """\
# Cards that could not be read completely. Move an entry to finished.yaml and replace its comments with the missing
# abilities; that entry then takes precedence. Every import rewrites this file.
"""
_SOURCES: Final = ("compiler", "vocabulary", "cards")
"""The packages on which it depends what is understood."""

_encoder = msgspec.json.Encoder(enc_hook=write, order="deterministic")


class Report(msgspec.Struct, frozen=True):
    """What came of an import: cards by what became of them, each that is not understood with the reason."""

    cards: int
    """How many cards were read now."""
    compiled: tuple[str, ...]
    partly: dict[str, str]
    refused: dict[str, str]
    by_hand: tuple[str, ...]
    """Cards that the project has written by hand; these count."""
    differing: dict[str, str]
    """Those of them of which the records give other facts."""
    finished: tuple[str, ...]
    """Cards that the user has finished by hand; these count."""
    whole: int
    """How many cards of the collection can be played now."""


def take_in(folder: Path, records: Sequence[Record], progress: Progress = iter) -> Report:
    """Takes records into a collection. Raises CardFileError, with nothing changed, if one of them is wrong."""
    everything = merged(_printed(folder), records)
    if len(everything) > MOST_CARDS:
        raise CardFileError(f"a collection has at most {MOST_CARDS:,} cards, and this makes {len(everything):,}")
    finished = read_finished(folder)
    compiled, found = _compiled(everything, finished, progress)
    _write(folder, everything, compiled, found)
    return _report(records, compiled, found, finished)


def refresh(folder: Path) -> bool:
    """Compiles a collection again if its records or the compiler have changed since; whether that was so."""
    try:
        content = read_content(folder / PRINTED, CardFileError, RECORDS)
    except CardFileError:
        return False
    if _up_to_date(folder, content):
        return False
    everything = _printed(folder)
    _write(folder, everything, *_compiled(everything, read_finished(folder), iter))
    return True


class _Key(msgspec.Struct):
    """The first fields of what was compiled."""

    compiler: str
    records: str


def _up_to_date(folder: Path, content: bytes) -> bool:
    """Whether what was compiled was made from these records, by this compiler."""
    try:
        made = msgspec.json.decode((folder / COMPILED).read_bytes(), type=_Key)
    except (OSError, msgspec.MsgspecError, RecursionError):
        return False
    return (made.compiler, made.records) == (fingerprint(), _digest(content))


def fingerprint() -> str:
    """What tells one compiler from another: the version, and name, size and time of each file it depends on."""
    package = Path(__file__).parents[1]
    whole = hashlib.sha256(__version__.encode())
    for source in _SOURCES:
        for path in sorted((package / source).rglob("*")):
            if path.suffix in (".py", ".yaml", ".json"):
                facts = path.stat()
                whole.update(f"{path.relative_to(package)} {facts.st_size} {facts.st_mtime_ns}".encode())
    return whole.hexdigest()[:16]


def _digest(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()[:16]


# -- compiling ---------------------------------------------------------------------------------------------------


def _compiled(records: Sequence[Record], finished: Sequence[Face], progress: Progress) -> tuple[list[Compiled], Usable]:
    """Each record compiled, and which of them can be played."""
    compiled = [_one(record) for record in progress(records)]
    by_hand = written()
    known = Pool([*by_hand.values(), *(face for face in finished if face.name not in by_hand)])
    flips = {record["name"]: record[FLIP] for record in records if FLIP in record}
    sides = {record["name"] for record in records if record.get("side") == "flip"}
    found = usable(compiled, known, shipped(), flip_sides=sides)
    faces = tuple(_sided(face, flips, sides) for face in found.faces)
    alone = {face.name for face in faces} | set(known)
    lost = {
        face.name: f"its other side, {face.flip}, is not understood"
        for face in faces
        if face.flip and face.flip not in alone
    }
    return compiled, Usable(
        tuple(face for face in faces if face.name not in lost), dict(sorted((found.left | lost).items())), found.by_hand
    )


def _one(record: Record) -> Compiled:
    if "effect_raw" not in record:
        facts = facts_of(record)
        return Compiled(record["name"], facts, (), fault="the record has no text (effect_raw)")
    return compile_text(record["effect_raw"], name=record["name"], facts=facts_of(record))


def _sided(face: Face, flips: dict[str, str], sides: set[str]) -> Face:
    """A face that knows its other side, or that it is one."""
    if face.name in sides:
        return replace(face, side="flip", cost=PrintedCost())
    return replace(face, flip=flips[face.name]) if face.name in flips else face


# -- writing -----------------------------------------------------------------------------------------------------


def _printed(folder: Path) -> list[Record]:
    """The records of a collection."""
    path = folder / PRINTED
    if not path.exists():
        return []
    content = read_content(path, CardFileError, RECORDS)
    try:
        found = msgspec.convert(read_json(content), list[Record])
        return [cleaned_again(each, f"card {number}") for number, each in enumerate(found, 1)]
    except (msgspec.MsgspecError, JsonProblem, CardFileError) as error:
        raise CardFileError(f"{path} is broken: {error}; move it away and import your cards again") from None


def _write(folder: Path, records: Sequence[Record], compiled: Sequence[Compiled], found: Usable) -> None:
    """Writes the files of a collection, each as a whole; if that is broken off between two, the next start mends it."""
    content = b"[\n" + b",\n".join(map(msgspec.json.encode, records)) + b"\n]\n"
    made = Made(fingerprint(), _digest(content), found.faces, found.left)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        _put(folder / PRINTED, content)
        _put(folder / COMPILED, _encoder.encode(made))
        left = ["\n".join((*entry(each), "")) for each in compiled if each.name in found.left]
        _put(folder / UNFINISHED, "\n".join((_UNFINISHED, *left)).encode())
    except OSError as error:
        raise CardFileError(
            f"cards cannot be written to {folder}: {error.strerror}; --pool names another folder"
        ) from error


def _put(path: Path, content: bytes) -> None:
    """Writes a file under another name first, so that nobody ever sees half of it."""
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        os.replace(name, path)
    except BaseException:
        with suppress(OSError):
            os.unlink(name)
        raise


def _report(records: Sequence[Record], compiled: Sequence[Compiled], found: Usable, finished: Sequence[Face]) -> Report:
    """What became of the cards that were read now."""
    read = {record["name"] for record in records}
    by_user = {face.name for face in finished}
    status = {each.name: each.status for each in compiled}
    by_hand = read & set(written()) - by_user
    left = {name: why for name, why in found.left.items() if name in read and name not in by_user}
    return Report(
        cards=len(read),
        compiled=tuple(face.name for face in found.faces if face.name in read),
        partly={name: why for name, why in left.items() if status[name] == "partly"},
        refused={name: why for name, why in left.items() if status[name] != "partly"},
        by_hand=tuple(sorted(by_hand)),
        differing=_differing(each for each in compiled if each.name in by_hand and each.facts.complete),
        finished=tuple(sorted(read & by_user)),
        whole=len({*(face.name for face in found.faces), *(face.name for face in finished)}),
    )


def _differing(compiled: Iterable[Compiled]) -> dict[str, str]:
    """The cards written by hand of which the records give other facts, with the facts."""
    found: dict[str, str] = {}
    for each in compiled:
        mine, theirs = written()[each.name], each.facts.face(each.name)
        compared = _COMPARED if theirs.cost == PrintedCost() else (*_COMPARED, "cost")
        fields = [field for field in compared if _plain(getattr(mine, field)) != _plain(getattr(theirs, field))]
        if fields:
            found[each.name] = ", ".join(
                f"{field} {_told(theirs, field)}, not {_told(mine, field)}" for field in fields
            )
    return found


_COMPARED: Final = ("types", "elements", "classes", "subtypes", "speed", "level", "power", "life", "durability")


def _plain(value: Any) -> Any:
    return sorted(value) if isinstance(value, tuple) else value


def _told(face: Face, field: str) -> str:
    """A fact as people write it."""
    value = getattr(face, field)
    if isinstance(value, tuple):
        return " ".join(value) or "none"
    if field == "cost":
        kinds = (("reserve", value.reserve), ("memory", value.memory))
        return " and ".join(f"{number} {kind}" for kind, number in kinds if number is not None) or "none"
    return "none" if value is None else str(value)
