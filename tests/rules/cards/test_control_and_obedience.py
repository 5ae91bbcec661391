"""Changes of control where a scenario cannot look: who may see a face-down card afterwards."""

from __future__ import annotations

import pytest

from archivist.cards import read_cards
from archivist.game import Game
from archivist.model.card import Seat
from archivist.model.decision import Pass, Play
from positions import Side, number_of, simple_position

SECRET_DEAL = """
- name: Secret Deal
  types: [action]
  elements: [norm]
  cost: {reserve: 0}
  abilities:
  - {ability: text, targets: [{of: face-down card in any banishment}], do: [{do: gain control}]}
"""


def taken(known_to: tuple[Seat, ...]) -> Game:
    """Player 0 gains control of a card of player 1 that lies face down in banishment."""
    game = simple_position(
        Side(banishment=["Three Visits"]),
        champion=("Spirit of Fire",),
        hand=["Secret Deal"],
        made_up=read_cards(SECRET_DEAL, "made-up.yaml"),
    )
    game.state.alter(number_of(game, "Three Visits"), face_up=False, known_to=known_to)
    game = Game(game.state)
    game.answer(Play("activate", number_of(game, "Secret Deal")))
    game.answer(Pass())
    game.answer(Pass())
    return game


@pytest.mark.parametrize("known_to", [(), (1,), (0,), (0, 1)])
def test_zones_5_9_neither_owner_nor_previous_controller_may_look_any_more(known_to: tuple[Seat, ...]) -> None:
    """The owner loses sight of it; the new controller sees it only if they did before (zones.5.6)."""
    game = taken(known_to)
    assert game.state.cards[number_of(game, "Three Visits")].controller == 0
    (owner, controller) = (game.view(seat).players[1].zones["banishment"].cards for seat in (1, 0))
    assert [card.name for card in owner] == [""]
    assert [card.name for card in controller] == ["Three Visits" if 0 in known_to else ""]
