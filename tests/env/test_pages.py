"""The page for those who train agents: its examples run, and its figures are those of the encoding."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

pytest.importorskip("pettingzoo", reason="the extra `agents` is not installed")

from archivist.env.answering import ACTIONS, MORE, STOP
from archivist.env.encoding import ENCODING, SHEETS

PAGE = (Path(__file__).parents[2] / "docs" / "using" / "agents.md").read_text("utf-8")
EXAMPLES = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)


@pytest.mark.parametrize("example", EXAMPLES, ids=range(len(EXAMPLES)))
def test_every_example_runs(example: str) -> None:
    exec(example, {})


def test_the_tables_are_those_of_the_page() -> None:
    found = re.findall(r"^\| `(\w+)` \| (\d+) x (\d+) \|", PAGE, re.MULTILINE)
    assert found == [(sheet.name, str(sheet.rows), str(sheet.width)) for sheet in SHEETS]
    assert f"There are {ACTIONS} actions" in PAGE
    assert f"`STOP` ({STOP}) and `MORE` ({MORE})" in PAGE
    assert f"(`ENCODING`, now {ENCODING})" in PAGE
