"""The facts of every card are those of its brief, where the briefs are at hand."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from archivist.cards import pool
from archivist.yaml_reader import read_yaml

BRIEFS = Path(__file__).resolve().parents[3] / "shared" / "cards"
FILES = ("showcase.yaml", "starter-lorraine-rai.yaml", "starter-silvie.yaml", "lineages.yaml")
NUMBERS = ("level", "power", "life", "durability")

pytestmark = pytest.mark.skipif(not BRIEFS.is_dir(), reason="the briefs are not at hand")


def briefs() -> list[dict[str, Any]]:
    if not BRIEFS.is_dir():
        return []
    return [brief for name in FILES for brief in read_yaml((BRIEFS / name).read_text("utf-8"))]


@pytest.mark.parametrize("brief", briefs(), ids=lambda brief: str(brief["slug"]))
def test_facts_are_those_of_the_brief(brief: dict[str, Any]) -> None:
    face = pool()[brief["name"]]
    for part in ("types", "classes", "subtypes", "elements"):
        assert list(getattr(face, part)) == brief[part]
    cost = brief.get("cost", {})
    assert (face.cost.reserve, face.cost.memory) == (cost.get("reserve"), cost.get("memory"))
    assert face.speed == brief.get("speed", "slow")
    for number in NUMBERS:
        assert getattr(face, number) == brief.get(number)
