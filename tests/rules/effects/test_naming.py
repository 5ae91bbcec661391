"""timing.11.5, cards.1.2: which names a player who names a card can choose from."""

from __future__ import annotations

from workshop import action, cards, resolving

SIDES = cards("""
- {name: Two Sides, types: [ally], subtypes: [beast], power: 1, life: 1, flip: Other Side}
- {name: Other Side, side: flip, types: [ally], subtypes: [beast], power: 2, life: 2}
- {name: Old Crown, types: [regalia, item], cost: {memory: 0}}
""")


def test_timing_11_5_a_card_is_named_by_its_name_or_that_of_its_other_side() -> None:
    decision = resolving(action("{do: name a card}"), "{hand: [Deed]}", more=SIDES).decision
    assert decision is not None
    assert all(decision.options)
    assert {"Deed", "Two Sides", "Other Side", "Old Crown", "Spirit of Fire"} <= set(decision.options)
    assert "Powercell" not in decision.options


def test_timing_11_5_a_card_of_the_main_deck_is_no_champion_and_no_regalia() -> None:
    decision = resolving(action("{do: name a card, main: true}"), "{hand: [Deed]}", more=SIDES).decision
    assert decision is not None
    assert {"Deed", "Two Sides", "Other Side"} <= set(decision.options)
    assert not {"Old Crown", "Spirit of Fire"} & set(decision.options)
