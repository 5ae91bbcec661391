"""A scenario to fill in: what the tests of the scenario runner and of the writer play."""

from __future__ import annotations

import textwrap

from archivist.game import Game
from archivist.notation.equivalence import difference as differing
from archivist.scenario import read_text, run
from archivist.scenario.writing import write

FRAME = """\
title: a test
setup:
{more}
  A:
    champion: {champion}
    deck: {deck}
{a}
  B:
    champion: [Spirit of Water]
    deck: [10 x Giant Tortoise]
{b}
steps:
{steps}
"""


def framed(
    steps: str,
    *,
    a: str = "",
    b: str = "",
    more: str = "",
    champion: str = '[Spirit of Fire, "Rai, Spellcrafter"]',
    deck: str = "[10 x Giant Tortoise]",
    top: str = "",
) -> str:
    """The text of a scenario between A, by default a mage, and B, a Spirit of Water."""
    body = FRAME.format(
        champion=champion,
        deck=deck,
        a=_indented(a, 4),
        b=_indented(b, 4),
        more=_indented(more, 2),
        steps=_indented(steps, 2),
    )
    return textwrap.dedent(top) + body


def _indented(text: str, width: int) -> str:
    return textwrap.indent(textwrap.dedent(text).strip("\n"), " " * width)


def scenario(steps: str, **parts: str) -> Game:
    """The game after some steps."""
    return Game.from_scenario(framed(steps, **parts), play=True)


def written(game: Game) -> str:
    """The text of a moment, once it was seen to pass and to lead to the same moment, also when it is written again."""
    text = game.to_scenario()
    assert run(read_text(text, "written.yaml")).passed
    other = Game.from_scenario(text, play=True)
    assert differing(game, other) == ""
    assert write(other).splitlines()[1:] == text.splitlines()[1:]
    return text
