"""Records of the card service in whatever form they were saved: one card, a page, several pages, a saved search.

Of each record only the fields that the project uses are kept; editions and reprints are one card.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, Final

from archivist import text_files as files
from archivist.cards.names import fold
from archivist.json_reader import JsonProblem, read_json
from archivist.model.errors import CardFileError, control_in, printable, shown

Record = dict[str, Any]

TEXTS: Final = ("effect_raw", "effect", "text")
"""The fields that may hold a card's text; the first one that is there counts."""
FACTS: Final = (
    *("name", "types", "classes", "subtypes", "element", "elements", "cost_memory", "cost_reserve"),
    *("level", "power", "life", "durability", "speed", "last_update"),
)
FLIP: Final = "flip"
"""Under this a kept record names its other side, and the other side has `side`: flip."""
SIDE: Final = "side"
LONGEST_NAME: Final = 200
"""How many characters a card's name may have."""
DEEPEST: Final = 6
"""How deep pages may lie in lists and saved searches."""
_PLAIN: Final = str.maketrans({"’": "'", "‘": "'", "ʼ": "'", "–": "-", "—": "-", "\u00a0": " "})


def read_files(paths: Iterable[Path]) -> list[Record]:
    """The records of files, in their order. Raises CardFileError with the file and the place in it."""
    found: list[Record] = []
    for path in paths:
        found.extend(read_content(files.read_content(path, CardFileError, files.RECORDS), printable(str(path))))
    return found


def read_content(content: bytes, source: str) -> list[Record]:
    """The records of a JSON text, kept fields only. Raises CardFileError with the place."""
    try:
        value = read_json(content)
    except JsonProblem as problem:
        raise CardFileError(f"{source}: {problem}") from None
    found = [each for record, place in _cards(value, "", source, 0) for each in _sides(record, f"{source}: {place}")]
    if not found:
        raise CardFileError(f"{source}: there is no card in it")
    return found


def _cards(value: Any, place: str, source: str, depth: int) -> Iterator[tuple[Record, str]]:
    """Every card in a value, with its place: cards have a name, pages and searches have them under ``data``."""
    if isinstance(value, list) and depth < DEEPEST:
        for index, each in enumerate(value):
            yield from _cards(each, f"{place}[{index}]", source, depth + 1)
    elif isinstance(value, dict) and "name" in value and "data" not in value:
        yield value, place or "the card"
    elif isinstance(value, dict) and depth < DEEPEST and (key := next((k for k in _LISTS if k in value), "")):
        yield from _cards(value[key], f"{place}.{key}".lstrip("."), source, depth + 1)
    else:
        what = f"an object with {_keys(value)}" if isinstance(value, dict) else shown(value)
        raise CardFileError(
            f"{source}{': ' if place else ''}{place}: expected a card with a name, a page with data, or a list of these,"
            f" not {what}"
        )


_LISTS: Final = ("data", "cards", "pages", "results")
"""Under these pages and saved searches have their cards."""


def _keys(value: dict[str, Any]) -> str:
    return ", ".join(list(map(str, value))[:4]) or "nothing in it"


def _sides(record: Record, place: str) -> Iterator[Record]:
    """A card, and the other side that its editions may have."""
    kept = cleaned(record, place)
    back = _other_side(record)
    if back is not None and fold(str(back.get("name"))) != fold(kept["name"]):
        other = cleaned(back, f"{place}, other side")
        kept[FLIP] = other["name"]
        yield {**other, SIDE: "flip"}
    yield kept


def _other_side(record: Record) -> Record | None:
    editions = record.get("editions")
    for edition in editions if isinstance(editions, list) else ():
        sides = edition.get("other_orientations") if isinstance(edition, dict) else None
        for side in sides if isinstance(sides, list) else ():
            if isinstance(side, dict) and isinstance(side.get("name"), str):
                return side
    return None


def cleaned(record: Record, place: str) -> Record:
    """The fields that are used, in one spelling. Raises CardFileError where the name or the text is none."""
    name = record.get("name")
    if not isinstance(name, str) or not name.strip():
        raise CardFileError(f"{place}: a card's name is text, not {shown(name)}")
    if len(name) > LONGEST_NAME:
        raise CardFileError(f"{place}: a card's name has at most {LONGEST_NAME} characters, unlike {shown(name)}")
    if found := control_in(name):
        raise CardFileError(f"{place}: there is a control character ({found}) in the name {shown(name)}")
    kept: Record = {field: record[field] for field in FACTS if field in record}
    kept["name"] = " ".join(name.translate(_PLAIN).split())
    for field in TEXTS:
        if record.get(field) is not None:
            if not isinstance(record[field], str):
                raise CardFileError(
                    f"{place}: {kept['name']}: the text ({field}) is not text but {shown(record[field])}"
                )
            kept["effect_raw"] = record[field]
            break
    else:
        if any(field in record for field in TEXTS):
            kept["effect_raw"] = ""
    cost = record.get("cost")
    if isinstance(cost, dict) and f"cost_{cost.get('type')}" in FACTS and f"cost_{cost['type']}" not in kept:
        kept[f"cost_{cost['type']}"] = cost.get("value")
    return kept


def cleaned_again(record: Record, place: str) -> Record:
    """A kept record, which also says to which side of a card it belongs. Raises CardFileError where it was changed."""
    found = cleaned(record, place)
    for field in (FLIP, SIDE):
        if field in record and not isinstance(record[field], str):
            raise CardFileError(f"{place}: {found['name']}: {field} is a word, not {shown(record[field])}")
    return found | {field: record[field] for field in (FLIP, SIDE) if field in record}


def merged(old: Iterable[Record], new: Iterable[Record]) -> list[Record]:
    """One record for each name, in order of the names. A newer one replaces an older one.

    What is imported now replaces what was there, unless it says itself that it is older.
    """
    found: dict[str, Record] = {}
    for record in (*old, *new):
        key = fold(record["name"])
        before = found.get(key)
        if before is None or not _older(record, before):
            found[key] = record
    return sorted(found.values(), key=lambda record: str(record["name"]))


def _older(one: Record, other: Record) -> bool:
    """Whether a record was updated before another; dates are written so that they sort as text."""
    mine, theirs = one.get("last_update"), other.get("last_update")
    return isinstance(mine, str) and isinstance(theirs, str) and mine < theirs
