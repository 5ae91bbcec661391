"""What is said to be missing for a payment is what is missing."""

from __future__ import annotations

from archivist.model.decision import Play
from archivist.rules import payer
from positions import number_of, simple_position


def refusal(card: str, **zones: object) -> str:
    game = simple_position(**zones)  # type: ignore[arg-type]
    why = game.why_not(0, Play("activate", number_of(game, card, "hand")))
    assert why is not None
    return str(why)


def test_ca_1_8_cards_promised_to_another_cost_do_not_count_for_reserve() -> None:
    """One of the two other cards is discarded, so one is left for 2 reserve."""
    said = refusal(
        "Firetuned Automaton", champion=("Spirit of Fire",), hand=["Firetuned Automaton", "Fireball", "Idle Thoughts"]
    )
    assert "2 reserve is to be paid, and with the other costs at most 1 can be" in said


def test_ca_1_8_cards_that_do_not_go_together_are_named_as_the_reason() -> None:
    said = refusal(
        "Slime King",
        champion=("Spirit of Water", "Silvie, Wilds Whisperer", "Silvie, With the Pack", "Silvie, Loved by All"),
        hand=["Slime King", "Idle Thoughts", "Idle Thoughts", "Idle Thoughts"],
        graveyard=["Blue Slime", "Blue Slime", "Slime Swarm"],
    )
    assert "3 x slime ally card in your graveyard to banish needed, and those there do not go together" in said


def test_ca_1_8_every_cost_that_lacks_something_is_named() -> None:
    said = refusal(
        "Innervate Fury",
        champion=("Spirit of Fire",),
        hand=["Innervate Fury"],
    )
    assert "lineage is a single card" in said
    assert "5 damage counters to recover needed, 0 there" in said


def test_costs_2_2_what_pays_may_be_changed_until_the_card_is_on_the_stack() -> None:
    """The card named for the discard is taken back and reserved instead; once paid, it pays for nothing else."""
    game = simple_position(
        champion=("Spirit of Fire",),
        hand=["Firetuned Automaton", "Fireball", "Ignite the Soul", "Gray Wolf", "Gray Wolf", "Idle Thoughts"],
    )
    fireball, ignite = (
        game.state.cards[number_of(game, name, "hand")].thing for name in ("Fireball", "Ignite the Soul")
    )
    game.answer(Play("activate", number_of(game, "Firetuned Automaton", "hand")))
    game.answer([fireball])
    assert game.decision is not None
    assert game.decision.kind == "reserve"
    assert fireball not in game.decision.options
    game.undo()
    assert game.decision.kind == "discard"
    game.answer([ignite])
    game.answer([fireball, game.state.cards[number_of(game, "Gray Wolf", "hand")].thing])
    assert [game.state.cards[number].face for number in game.state.players[0].memory] == ["Fireball", "Gray Wolf"]
    assert game.decision.kind == "opportunity"
    paid = set(game.state.players[0].memory)
    usable = payer.Payer(game.state, 0, game.state.cards[0], "activate").reserve_sources()
    assert usable
    assert not paid & set(usable)
