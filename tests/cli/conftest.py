"""Commands as they are run, and a scenario to ask about."""

from __future__ import annotations

from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from archivist.cli import app

PSEUDO_TERMINALS = find_spec("fcntl") is not None
"""Windows has none, so what a terminal shows is tested elsewhere only."""

collect_ignore = [
    file.name
    for file in sorted(Path(__file__).parent.glob("test_*.py"))
    if not PSEUDO_TERMINALS and "from terminal import" in file.read_text("utf-8")
]

SCENARIO = """\
title: A Fireball and what it may hit
setup:
  A:
    champion: [Spirit of Fire, "Rai, Spellcrafter"]
    hand: [Fireball, Pyretic Prognosis, 4 x Idle Thoughts]
    field: [{card: Tome of Knowledge}, {card: Gray Wolf, rested: true}]
    deck: [5 x Fireball]
  B: {champion: [Spirit of Water], field: [Blue Slime], hand: [Give Bath], deck: [5 x Give Bath]}
steps:
  - A: {activate: Fireball, targets: [B/field/Blue Slime], reserve: [2 x Idle Thoughts]}
  - A: pass
  - B: pass
  - expect: {A/graveyard: [Fireball], opportunity: A}
"""


@pytest.fixture
def run() -> Callable[..., Result]:
    return lambda *arguments: CliRunner().invoke(app, [str(each) for each in arguments])


@pytest.fixture
def scenario(tmp_path: Path) -> Path:
    file = tmp_path / "fireball.yaml"
    file.write_text(SCENARIO, encoding="utf-8")
    return file
