"""All printed texts at hand: how many are understood, that what is understood is right, and how long it takes.

The texts are not part of the project; without them these tests are skipped.
"""

from __future__ import annotations

import json
import time
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from archivist.cards import written
from archivist.compiler import Compiled, compile_records
from archivist.compiler.likeness import alike

DATA = Path(__file__).parents[3] / "shared" / "data"
pytestmark = pytest.mark.skipif(not (DATA / "cards-api.json").exists(), reason="the printed texts are not here")

DIFFERENT = {
    "Arcane Sight": "the card has two paragraphs, the pool joins them; nothing can come between",
    "Banner Knight": "allies and weapons in one phrase, where the pool has two",
    "Creative Shock": "a condition within a condition, where the pool joins them by and",
    "Zander, Blinding Steel": "what is done for each card revealed stands behind the option; without it there are none",
    "Celestial Calling": "a trigger that waits remembers the card that was found, which the pool says once more",
    "Duchess, Six of Hearts": "the card is called it, which the pool calls chosen",
    "Servile Possessions": "lines by numbers, where the pool asks one condition after the other",
    "Fractured Memories": "two paragraphs, where the pool has one",
    "Shifting Currents": "the mastery names itself, where the pool says this",
}
"""Cards that are compiled otherwise than the pool has them, and why both mean the same."""


@cache
def compiled(file: str) -> tuple[Compiled, ...]:
    records: list[dict[str, Any]] = json.loads((DATA / file).read_text())["data"]
    return tuple(compile_records(records))


@pytest.mark.parametrize(("file", "share"), [("cards-api.json", 0.8), ("cards-text.json", 0.64)])
def test_so_many_are_compiled(file: str, share: float) -> None:
    found = compiled(file)
    assert sum(each.status == "compiled" for each in found) >= share * len(found)


@pytest.mark.parametrize("file", ["cards-api.json", "cards-text.json"])
def test_what_is_compiled_is_what_the_pool_has(file: str) -> None:
    for each in compiled(file):
        face = written().get(each.name)
        if face is None or each.status != "compiled":
            continue
        same = alike(each.abilities) == alike(face.abilities) and alike(each.grants) == alike(dict(face.grants))
        assert same != (each.name in DIFFERENT), each.name


def test_all_texts_take_little_time() -> None:
    records = [
        record
        for file in ("cards-api.json", "cards-text.json")
        for record in json.loads((DATA / file).read_text())["data"]
    ]
    compile_records(records[:50])
    start = time.process_time()
    compile_records(records)
    assert time.process_time() - start < 6, "2 s on an idle machine"
