"""Records of the card service: a page of them, a bare list, or one."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from archivist.compiler.card import Compiled, compile_text
from archivist.compiler.facts import facts_of
from archivist.json_reader import JsonProblem, read_json
from archivist.model.errors import CardFileError

_TEXTS = ("effect_raw", "effect", "text")
"""The fields that may hold a card's text; the first one that is there counts."""


def read_records(content: bytes | str) -> list[dict[str, Any]]:
    """The records in a JSON text: a page with ``data``, a list, or a single card. Raises CardFileError."""
    try:
        found = read_json(content)
    except JsonProblem as problem:
        raise CardFileError(str(problem)) from None
    if isinstance(found, dict):
        found = found.get("data", [found] if "name" in found else None)
    if not isinstance(found, list):
        raise CardFileError('expected a list of cards, a page with "data", or a card with a "name"')
    for index, each in enumerate(found):
        if not isinstance(each, dict):
            raise CardFileError(f"card {index + 1} of {len(found)} is not an object but {type(each).__name__}")
        if not isinstance(each.get("name"), str) or not each["name"].strip():
            raise CardFileError(f"card {index + 1} of {len(found)} has no name")
    return found


def compile_records(records: Iterable[Mapping[str, Any]]) -> list[Compiled]:
    """Each record compiled; those without facts have abilities only."""
    found = []
    for record in records:
        text = next((record[field] for field in _TEXTS if record.get(field) is not None), "")
        if not isinstance(text, str):
            raise CardFileError(f"{record['name']}: the text is not text but {type(text).__name__}")
        found.append(compile_text(text, name=record["name"], facts=facts_of(record)))
    return found
