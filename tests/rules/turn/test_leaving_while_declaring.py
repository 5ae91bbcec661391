"""Players who leave while an ability is activated or an attack declared that cannot do without them (turn.9.6)."""

from __future__ import annotations

import pytest

from archivist.game import Game
from archivist.model.card import Thing
from archivist.model.decision import Attack, Use
from archivist.model.errors import Illegal

MARKER = """
cards:
  - {name: Oak, types: [ally], elements: [norm], cost: {reserve: 0}, power: 1, life: 9}
  - name: Marker
    types: [item]
    elements: [norm]
    cost: {reserve: 0}
    abilities:
      - ability: activated
        cost: [{pay: this, do: [rest]}]
        targets: [{of: ally, name: first}, {of: champion, name: second}]
        do: [{do: destroy, what: target first}, {do: damage, to: target second, amount: 1}]
setup:
  A: {champion: [Spirit of Fire], field: [Marker, Oak]}
  B: {champion: [Spirit of Water], field: [Oak]}
  C: {champion: [Spirit of Wind]}
"""


@pytest.mark.parametrize(("target", "leaver", "legal"), [(1, 1, False), (0, 1, True), (1, 2, True)])
def test_abilities_2_3_a_target_that_left_makes_the_activation_illegal(target: int, leaver: int, legal: bool) -> None:
    """The ally is chosen already when a player leaves; if it is theirs, the ability cannot be activated so."""
    game = Game.from_scenario(MARKER)
    oaks = {card.controller: card.thing for card in game.state.cards if card.face == "Oak"}
    marker = next(card.id for card in game.state.cards if card.face == "Marker")
    game.answer(Use(marker, 0))
    game.answer([oaks[target]])
    game.concede(leaver)
    champion = game.state.champion(0)
    assert champion is not None
    if legal:
        game.answer([champion.thing])
        assert len(game.state.stack) == 1
        assert game.state.cards[marker].rested
        return
    with pytest.raises(Illegal, match="has left the game") as refused:
        game.answer([champion.thing])
    assert {"abilities.2.3", "turn.9.6"} <= set(refused.value.rules)
    assert game.state.players[leaver].lost
    assert not game.state.stack
    assert not game.state.cards[marker].rested
    assert (game.acting, game.to_act) == (True, 0)


CHARGE = """
cards:
  - {name: Oak, types: [ally], elements: [norm], cost: {reserve: 0}, power: 1, life: 9}
  - {name: Porter, types: [ally], elements: [norm], cost: {reserve: 0}, power: 0, life: 1, abilities: [reservable]}
  - name: Charger
    types: [ally]
    elements: [norm]
    cost: {reserve: 0}
    power: 2
    life: 5
    abilities: [{ability: static, effects: [{static: attack cost, of: this, pay: [{pay: reserve, amount: 1}]}]}]
setup:
  A: {champion: [Spirit of Fire], field: [Charger, {card: Porter, owner: %s}]}
  B: {champion: [Spirit of Water], field: [Oak]}
  C: {champion: [Spirit of Wind]}
"""


@pytest.mark.parametrize(("owner", "legal"), [("C", False), ("B", True), ("A", True)])
def test_combat_3_step_4_an_attack_that_cannot_be_paid_any_more_is_illegal(owner: str, legal: bool) -> None:
    """C leaves while A is asked what to attack, with the one ally that could pay for it or without: that ends the attack."""
    game = Game.from_scenario(CHARGE % owner)
    charger = next(card.id for card in game.state.cards if card.face == "Charger")
    oak: Thing = next(card.thing for card in game.state.cards if card.face == "Oak")
    game.answer(Attack(charger))
    game.concede(2)
    if legal:
        game.answer([oak])
        assert game.state.combat is not None
        assert next(card for card in game.state.cards if card.face == "Porter").rested
        return
    assert game.state.combat is None
    assert not game.state.cards[charger].rested
    assert game.state.players[2].lost
    assert (game.acting, game.to_act) == (True, 0)
