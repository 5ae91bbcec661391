"""CA.1.5: groups of targets of which a later one speaks of an earlier one are found in their order, each thing once."""

from __future__ import annotations

import pytest

from archivist import Game, Illegal, Play

GAME = """
cards:
- {{name: Grunt, types: [ally], elements: [norm], cost: {{reserve: 0}}, power: 1, life: 3}}
- {{name: Chief, types: [ally], elements: [norm], cost: {{reserve: 2}}, power: 1, life: 3}}
- name: Warrant
  types: [action]
  classes: [mage]
  elements: [norm]
  cost: {{reserve: 0}}
  abilities:
  - ability: text
    targets: [{targets}]
    do: [{{do: draw}}]
setup:
  A: {{champion: [Spirit of Fire], hand: [Warrant], field: [{a}]}}
  B: {{champion: [Spirit of Water], field: [{b}]}}
  C: {{champion: [Spirit of Wind], field: [{c}]}}
"""
VICTIM = "{player: opponent, name: victim}"
ANY = "{player: any, name: victim}"


def warrant(targets: str, a: str = "", b: str = "", c: str = "") -> tuple[Game, Play]:
    game = Game.from_scenario(GAME.format(targets=targets, a=a, b=b, c=c))
    return game, Play("activate", game.state.players[0].hand[0])


@pytest.mark.parametrize(
    ("targets", "a", "b", "c", "possible"),
    [
        # the second opponent will do, the player's own ally will not
        (f"{VICTIM}, {{of: ally that player controls, name: prey}}", "Grunt", "", "Grunt", True),
        (f"{VICTIM}, {{of: ally that player controls, name: prey}}", "Grunt", "", "", False),
        (f"{ANY}, {{of: ally that player controls, name: prey}}", "Grunt", "", "", True),
        # as many as the second group takes, of one player
        (f"{VICTIM}, {{of: ally that player controls, count: 2, name: prey}}", "", "Grunt", "Grunt", False),
        (f"{VICTIM}, {{of: ally that player controls, count: 2, name: prey}}", "", "Grunt", "2 x Grunt", True),
        # what one group has taken another cannot take (targets-and-copies.3.2)
        (f"{VICTIM}, {{of: ally, name: one}}, {{of: ally that player controls, name: prey}}", "", "", "Grunt", False),
        (f"{VICTIM}, {{of: ally, name: one}}, {{of: ally that player controls, name: prey}}", "", "", "2 x Grunt", True),
        (f"{VICTIM}, {{of: ally, name: one}}, {{of: ally that player controls, name: prey}}", "Grunt", "", "Grunt", True),
        # the player is still known where a group stands between, and what came first is still taken after it
        ("{of: ally, name: one}, {of: ally that player controls, name: two}", "Grunt", "Grunt", "Grunt", False),
        ("{of: ally, name: one}, {of: ally that player controls, name: two}", "", "Grunt", "2 x Grunt", True),
        (
            "{of: ally, name: one}, {of: ally that player controls, name: two}, {of: ally, name: three}",
            "", "", "2 x Grunt", False,
        ),
        (
            "{of: ally, name: one}, {of: ally that player controls, name: two}, {of: ally, name: three}",
            "", "", "3 x Grunt", True,
        ),
        # an optional first group may be left out, or taken for the sake of the second
        (f"{{of: ally, up to: true, name: one}}, {VICTIM}, {{of: ally that player controls}}", "", "Grunt", "", True),
        ("{of: ally, up to: true, name: one}, {of: ally that player controls}", "", "2 x Grunt", "", True),
        ("{of: ally, up to: true, name: one}, {of: ally that player controls}", "", "Grunt", "Grunt", False),
        # several of the first group must share what it asks for
        (
            "{of: ally, count: 2, same: reserve cost, name: one}, {of: ally that player controls, name: two}",
            "", "Grunt, Chief", "", False,
        ),
        (
            "{of: ally, count: 2, same: reserve cost, name: one}, {of: ally that player controls, name: two}",
            "", "2 x Grunt, Chief", "", True,
        ),
        (
            "{of: ally, count: 2, same: reserve cost, name: one}, {of: ally that player controls, name: two}",
            "Chief", "2 x Grunt", "", False,
        ),
    ],
)  # fmt: skip
def test_ca_1_5_a_play_is_offered_where_its_groups_can_be_filled_in_order(
    targets: str, a: str, b: str, c: str, possible: bool
) -> None:
    game, play = warrant(targets, a, b, c)
    before = game.save()
    assert game.decision is not None
    assert (play in game.decision.options) is possible
    assert (game.why_not(0, play) is None) is possible
    assert can_be_declared(game, play) is possible
    assert game.save() == before


def can_be_declared(game: Game, play: Play) -> bool:
    """Whether some answers declare the targets: every one of them is tried."""
    open_ = [game.copy()]
    try:
        open_[0].answer(play)
    except Illegal as refused:
        assert "target" in str(refused)
        return False
    while open_:
        here = open_.pop()
        asked = here.decision
        assert asked is not None
        if asked.kind != "targets":
            return True
        for answer in asked.answers():
            there = here.copy()
            try:
                there.answer(answer)
            except Illegal:
                continue
            open_.append(there)
    return False


def test_ca_1_5_of_very_many_ways_not_all_are_tried() -> None:
    """Nine of forty units can be taken in 300 million ways, and in none of them is there a second target."""
    game, play = warrant(
        "{of: unit, count: 9, name: many}, {of: domain that player controls, name: prey}", "10 x Grunt", "30 x Grunt"
    )
    with pytest.raises(Illegal):
        game.answer(play)
        while game.decision is not None and game.decision.kind == "targets":
            game.answer(next(game.decision.answers()))
