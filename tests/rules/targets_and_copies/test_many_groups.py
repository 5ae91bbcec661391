"""targets-and-copies.3.2: two groups of one effect want different targets, also where there are very many ways."""

from __future__ import annotations

import pytest

from archivist import Game, Play

STORM = """
cards:
- name: Storm
  types: [action]
  classes: [mage]
  elements: [norm]
  cost: {{reserve: 0}}
  abilities:
  - ability: text
    targets: [{{of: unit, count: 9}}, {{of: beast ally, count: 9, name: beasts}}]
    do: [{{do: damage, amount: 1, to: target}}, {{do: damage, amount: 1, to: target beasts}}]
setup:
  A: {{champion: [Spirit of Fire], hand: [Storm]}}
  B: {{champion: [Spirit of Water], field: [{wolves} x Gray Wolf]}}
"""


@pytest.mark.parametrize(("wolves", "possible"), [(40, True), (16, True), (15, False), (9, False)])
def test_targets_and_copies_3_2_two_large_groups_of_different_targets(wolves: int, possible: bool) -> None:
    """Two champions and the wolves are units, only wolves are beasts: eighteen different targets need sixteen wolves."""
    game = Game.from_scenario(STORM.format(wolves=wolves))
    storm = game.state.players[0].hand[0]
    assert game.decision is not None
    assert (Play("activate", storm) in game.decision.options) is possible
    assert (game.why_not(0, Play("activate", storm)) is None) is possible
