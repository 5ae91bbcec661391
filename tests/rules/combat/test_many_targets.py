"""combat.8.multistrike: what may be attacked together, also where there are more sets of targets than can be listed."""

from __future__ import annotations

from itertools import islice

import pytest

from archivist import Attack, Decision, Game
from archivist.model.errors import AnswerError, Illegal

HYDRA = """
cards:
- {{name: Hydra, types: [ally], classes: [mage], subtypes: [beast], elements: [norm], cost: {{reserve: 1}}, power: 3,
   life: 5, abilities: [multistrike {more}]}}
- {{name: Wall, types: [ally], classes: [mage], subtypes: [human], elements: [norm], cost: {{reserve: 1}}, power: 1,
   life: 1, abilities: [taunt]}}
setup:
  A: {{champion: [Spirit of Fire], field: [Hydra]}}
  B: {{champion: [Spirit of Water], field: [{field}]}}
"""


def asked(more: int, field: str) -> tuple[Game, Decision]:
    game = Game.from_scenario(HYDRA.format(more=more, field=field))
    assert game.decision is not None
    game.answer(next(each for each in game.decision.options if isinstance(each, Attack)))
    assert game.decision is not None
    return game, game.decision


def test_combat_8_multistrike_sixty_units_can_be_attacked_five_at_a_time() -> None:
    """Nearly six million sets of targets are legal; none of them is listed."""
    game, decision = asked(4, "60 x Gray Wolf")
    assert (decision.least, decision.most, len(decision.options)) == (1, 5, 61)
    assert not decision.mixes
    game.answer((3, 10, 20, 30, 60))
    assert game.state.combat is not None
    assert len(game.state.combat.defenders) == 5


def test_combat_8_taunt_both_walls_come_before_anything_else() -> None:
    """B's champion is option 0, the walls are 1 and 2, the wolves come after them."""
    game, decision = asked(2, "2 x Wall, 20 x Gray Wolf")
    walls = [index for index, each in enumerate(decision.options) if game.state.cards[each.id].face == "Wall"]  # type: ignore[union-attr]
    other = next(index for index in range(len(decision.options)) if index not in walls)
    with pytest.raises(AnswerError, match="do not go together"):
        game.answer((other,))
    with pytest.raises(AnswerError, match="do not go together"):
        game.answer(tuple(sorted((walls[0], other))))
    for picked in islice(decision.answers(), 200):
        chosen = set(picked)  # type: ignore[arg-type]
        assert chosen <= set(walls) or chosen >= set(walls)
    game.answer(tuple(sorted((*walls, other))))
    assert game.state.combat is not None
    assert len(game.state.combat.defenders) == 3


def test_combat_8_multistrike_only_sets_that_can_be_attacked_are_listed() -> None:
    """Of two walls and three others, three may be attacked: never more than there are of a kind, nor more than three."""
    _, decision = asked(2, "2 x Wall, 2 x Gray Wolf")
    sizes = [decision.sorts.count(kind) for kind in sorted(set(decision.sorts))]
    assert sorted(sizes) == [2, 3]
    walls = sizes.index(2)
    assert decision.mixes
    assert len(set(decision.mixes)) == len(decision.mixes)
    for mix in decision.mixes:
        assert all(n <= size for n, size in zip(mix, sizes, strict=True))
        assert 1 <= sum(mix) <= 3
        assert mix[walls] == 2 or mix[1 - walls] == 0


KINDS = """
cards:
- {name: Hydra, types: [ally], elements: [norm], cost: {reserve: 1}, power: 3, life: 5, abilities: [multistrike 4]}
- {name: Wall, types: [ally], elements: [norm], cost: {reserve: 1}, power: 1, life: 1, abilities: [taunt]}
- name: Keep
  types: [ally]
  elements: [norm]
  cost: {reserve: 1}
  power: 1
  life: 1
  abilities:
  - ability: static
    effects: [{static: attack cost, of: each unit, against this: true, pay: [{pay: reserve, amount: 1}]}]
setup:
  A: {champion: [Spirit of Fire], field: [Hydra], hand: [2 x Fireball]}
  B: {champion: [Spirit of Water], field: [Wall, 12 x Keep]}
"""


def test_combat_8_taunt_holds_where_the_sets_of_targets_are_too_many_to_tell_apart() -> None:
    """Each Keep asks a price of its own, so that no two are alike: which of them go together is found out afterwards."""
    game = Game.from_scenario(KINDS)
    assert game.decision is not None
    game.answer(next(each for each in game.decision.options if isinstance(each, Attack)))
    decision = game.decision
    assert decision is not None
    assert not decision.mixes
    names = [game.state.cards[each.id].face for each in decision.options]  # type: ignore[union-attr]
    wall, first = names.index("Wall"), names.index("Keep")
    for picked, rule in (
        ((first,), "combat.3.step.3"),
        ((first, first + 1), "combat.3.step.3"),
        ((wall, first, first + 1, first + 2), "combat.3.step.4"),
    ):
        attempt = game.copy()
        with pytest.raises(Illegal) as refused:
            attempt.answer(tuple(sorted(picked)))
        assert refused.value.rules[0] == rule
        assert attempt.acting
    game.answer(tuple(sorted((wall, first, first + 1))))
    while not game.acting:
        assert game.decision is not None
        game.answer(game.decision.default())
    assert game.state.combat is not None
    assert len(game.state.combat.defenders) == 3
    assert len(game.state.players[0].memory) == 2


def test_combat_8_units_are_of_one_kind_though_one_of_them_pays_for_its_own_attacks() -> None:
    """Only a price for attacking a unit itself tells it from the others."""
    charger = """
- name: Charger
  types: [ally]
  elements: [norm]
  cost: {reserve: 1}
  power: 1
  life: 1
  abilities:
  - ability: static
    effects: [{static: attack cost, of: this, pay: [{pay: reserve, amount: 1}]}]
setup:
"""
    game = Game.from_scenario(
        KINDS.replace("setup:\n", charger.lstrip("\n"), 1).replace("12 x Keep", "Charger, Gray Wolf, Keep")
    )
    assert game.decision is not None
    game.answer(next(each for each in game.decision.options if isinstance(each, Attack)))
    decision = game.decision
    assert decision is not None
    names = [game.state.cards[each.id].face for each in decision.options]  # type: ignore[union-attr]
    kinds = dict(zip(names, decision.sorts, strict=True))
    assert kinds["Charger"] == kinds["Gray Wolf"]
    assert len({kinds["Wall"], kinds["Keep"], kinds["Gray Wolf"]}) == 3
