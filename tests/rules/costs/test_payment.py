"""What is said to be missing for a payment is what is missing."""

from __future__ import annotations

from archivist import Game
from archivist.model.decision import Play
from archivist.rules.costs import payer
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
    assert "2 reserve must be paid, but with the other costs at most 1 can be" in said


def test_ca_1_8_cards_that_do_not_go_together_are_named_as_the_reason() -> None:
    said = refusal(
        "Slime King",
        champion=("Spirit of Water", "Silvie, Wilds Whisperer", "Silvie, With the Pack", "Silvie, Loved by All"),
        hand=["Slime King", "Idle Thoughts", "Idle Thoughts", "Idle Thoughts"],
        graveyard=["Blue Slime", "Blue Slime", "Slime Swarm"],
    )
    assert "3 x slime ally card in your graveyard to banish needed, but those available do not go together" in said


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


def hostile(hand: str, field: str = "", graveyard: str = "", cards: str = "") -> Game:
    return Game.from_scenario(
        f"{cards}\nsetup:\n  A: {{champion: [Spirit of Fire], hand: [{hand}], field: [{field}], graveyard: [{graveyard}]}}\n"
        "  B: {champion: [Spirit of Water]}\n"
    )


HERBS = "{token: Blightroot, count: 7}, {token: Manaroot, count: 7}, {token: Silvershine, count: 6}"


def test_ca_1_8_a_choice_among_many_cards_is_described_and_not_listed() -> None:
    """Ten of twenty Herbs can be chosen in 184,756 ways; every one of them is legal, and none is listed."""
    game = hostile("Kindling Flare, 3 x Fireball", HERBS)
    game.answer(Play("activate", number_of(game, "Kindling Flare", "hand")))
    assert game.decision is not None
    assert (game.decision.kind, game.decision.most) == ("x", 20)
    game.answer(10)
    game.answer([0])
    assert (game.decision.kind, len(game.decision.options), game.decision.most) == ("sacrifice", 20, 10)
    assert (game.decision.same, game.decision.sets, game.decision.mixes) == ((), (), ())
    game.answer(list(range(10, 20)))
    game.answer([0, 1])
    assert sum(card.zone == "field" and card.token for card in game.state.cards) == 10


FEAST = """cards:
- {name: Plain, types: [ally], classes: [mage], subtypes: [human], elements: [norm], cost: {reserve: 1}, power: 1, life: 2}
- {name: Ember, types: [ally], classes: [mage], subtypes: [human], elements: [fire], cost: {reserve: 1}, power: 1, life: 2}
- name: Feast
  types: [action]
  classes: [mage]
  elements: [norm]
  cost: {reserve: 1}
  speed: fast
  abilities: [kindle 1, {ability: additional cost, pay: [{pay: sacrifice, of: ally you control, count: 8}]}]
"""


def test_ca_1_8_cards_are_taken_together_by_what_they_are_good_for() -> None:
    """Without a card to reserve, one of the eight sacrificed allies must be the fire one that is kindled."""
    game = hostile("Feast", "15 x Plain, Ember", cards=FEAST)
    game.answer(Play("activate", number_of(game, "Feast", "hand")))
    decision = game.decision
    assert decision is not None
    assert decision.kind == "sacrifice"
    assert len(decision.mixes) == 1
    assert not decision.fits(tuple(range(8)))
    assert decision.default() == (*range(7), 15)


SUPPER = FEAST.replace("kindle 1, ", "").replace("count: 8", "count: 1")
GATE = """- name: Home Gate
  types: [item]
  classes: [mage]
  elements: [norm]
  cost: {reserve: 1}
  abilities: [{ability: static, effects: [{static: goes to, cards: ally, to: hand}]}]
"""


def test_ca_1_8_nobody_is_asked_for_an_order_that_makes_no_difference() -> None:
    game = hostile("Feast, 2 x Fireball", "2 x Plain", cards=SUPPER)
    game.answer(Play("activate", number_of(game, "Feast", "hand")))
    game.answer([0])
    assert game.decision is not None
    assert game.decision.kind == "reserve"
    game.answer([0])
    assert game.decision.kind == "opportunity"


def test_ca_1_8_what_comes_to_hand_by_one_cost_is_among_what_pays_another() -> None:
    """Both cards of the hand could pay as well: the ally on its way to the hand is one more choice, not the only one."""
    game = hostile("Feast, 2 x Fireball", "Plain, Home Gate", cards=SUPPER + GATE)
    game.answer(Play("activate", number_of(game, "Feast", "hand")))
    assert game.decision is not None
    assert game.decision.kind == "reserve"
    names = [game.state.cards[option.id].face for option in game.decision.options]  # type: ignore[union-attr]
    assert sorted(names) == ["Fireball", "Fireball", "Plain"]


def test_ca_1_8_without_the_detour_to_the_hand_the_sacrificed_ally_does_not_pay_reserve() -> None:
    game = hostile("Feast", "Plain", cards=SUPPER)
    why = game.why_not(0, Play("activate", number_of(game, "Feast", "hand")))
    assert why is not None
    assert "CA.1.8" in {rule for reason in why.reasons for rule in reason.rules}
