"""keywords.link, keywords.link-shield: what becomes of an object whose link is broken, and how often it is told."""

from __future__ import annotations

import pytest

from archivist import Game
from archivist.model.decision import Pass
from archivist.soundness import left_to_check
from workshop import action, cards, judged, resolving

CHAIN = """
- {name: Chain, types: [phantasia], abilities: [{ability: link, of: ally%s}, immortality]}
- {name: Frail Chain, types: [phantasia], abilities: [{ability: link, of: ally%s}]}
"""
FIELD = """
hand: [Deed]
field: [Gray Wolf, {card: Chain, linked to: Gray Wolf}, {card: Frail Chain, linked to: Gray Wolf}]
"""


def told(game: Game) -> list[str]:
    return [event.kind for event in game.events if event.kind in ("not destroyed", "not sacrificed")]


@pytest.mark.parametrize(("shield", "kind"), [(", shield: true", "not destroyed"), ("", "not sacrificed")])
def test_timing_4_4_what_an_immortal_object_outlasts_is_told_once(shield: str, kind: str) -> None:
    """Immortality stops destruction and sacrifice alike; the link is broken and no check finds it again."""
    game = resolving(action("{do: put, what: each ally, into: hand}"), FIELD, more=cards(CHAIN % (shield, shield)))
    chain = next(card for card in game.state.cards if card.face == "Chain")
    frail = next(card for card in game.state.cards if card.face == "Frail Chain")
    assert (chain.zone, chain.linked, frail.zone) == ("field", None, "graveyard")
    assert told(game) == [kind]
    for _ in range(6):
        assert not game.acting or left_to_check(game.state) == ""
        assert game.decision is not None
        game.answer(Pass())
    assert game.state.turn.number > 5
    assert told(game) == [kind]


def test_keywords_link_what_is_immortal_no_longer_goes_after_all() -> None:
    """It has no link when it loses Immortality, so it is destroyed at the next check."""
    bounce = action("{do: put, what: each ally, into: hand}")
    wane = action("{do: gain, static: {static: modify, loses: [immortality]}, on: each phantasia}", "Wane")
    steps = """
    - A: {activate: Deed}
    - resolve: all
    - expect: {A/field: [Chain], A/graveyard: [Deed, Frail Chain]}
    - A: {activate: Wane}
    - resolve: all
    - expect: {A/field: [], A/graveyard: {has: [Chain]}}
    """
    made_up = [bounce, wane, *cards(CHAIN % (", shield: true", ", shield: true"))]
    report = judged(made_up, steps, FIELD.replace("[Deed]", "[Deed, Wane]"))
    assert report.passed, report.difference
