"""What is said to be missing for a payment is what is missing."""

from __future__ import annotations

from typing import Any

import pytest

from archivist import Game, ScenarioError
from archivist.model.decision import Play, Use
from archivist.model.errors import AnswerError, Illegal
from archivist.notation.answers import labels, understood
from archivist.rules.asking import ask_number
from archivist.rules.costs import means_of_payment, order_of_payment, payment
from archivist.vocabulary.costs import Banish, Sacrifice
from archivist.vocabulary.filters import Filter
from playouts import line
from positions import number_of, simple_position
from workshop import cards, position


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


@pytest.mark.parametrize(
    ("kindle", "graveyard", "most"),
    [
        ("", 3, 1),
        (", abilities: [kindle 1]", 3, 2),
        (", abilities: [kindle 3]", 1, 2),
        (", abilities: [kindle 1]", 0, 1),
    ],
)
def test_keywords_kindle_as_many_fire_cards_count_as_the_card_kindles_and_as_there_are(
    kindle: str, graveyard: int, most: int
) -> None:
    (pyre,) = cards(f"[{{name: Pyre, types: [action], elements: [fire], cost: {{reserve: 5}}{kindle}}}]")
    game = position([pyre], f"{{hand: [Pyre, Gray Wolf], graveyard: [{graveyard} x Fireball]}}")
    why = game.why_not(0, Play("activate", number_of(game, "Pyre", "hand")))
    assert f"5 reserve must be paid, but at most {most} can be" in str(why)


def test_ca_1_8_cards_that_do_not_go_together_are_named_as_the_reason() -> None:
    said = refusal(
        "Slime King",
        champion=("Spirit of Water", "Silvie, Wilds Whisperer", "Silvie, With the Pack", "Silvie, Loved by All"),
        hand=["Slime King", "Idle Thoughts", "Idle Thoughts", "Idle Thoughts"],
        graveyard=["Blue Slime", "Blue Slime", "Slime Swarm"],
    )
    assert said.startswith(
        "Slime King: it takes 3 Slime ally cards in your graveyard to banish, no two of the same element ["
    )


def test_ca_1_8_every_cost_that_lacks_something_is_named() -> None:
    said = refusal(
        "Innervate Fury",
        champion=("Spirit of Fire",),
        hand=["Innervate Fury"],
    )
    assert "lineage has no other champion card" in said
    assert "it takes 5 damage counters on your champion to recover, and there is none" in said


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
    usable = means_of_payment.Payer(game.state, 0, game.state.cards[0], "activate").reserve_sources()
    assert len(usable)
    assert paid.isdisjoint((*usable.hand, *usable.field))


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


SEALED = """cards:
- name: Seal
  types: [item]
  elements: [norm]
  cost: {reserve: 1}
  abilities: [{ability: static, effects: [{static: forbid, what: remove enlighten counters as a cost}]}]
- name: Insight
  types: [action]
  elements: [norm]
  cost: {reserve: 0}
  speed: fast
  abilities:
  - ability: additional cost
    pay: [{pay: counters, kind: enlighten}, {pay: sacrifice, of: item you control}, {pay: discard}]
setup:
  A:
    champion: [Spirit of Fire]
    champion state: {counters: {enlighten: 2}}
    hand: [Insight, Fireball]
    field: [Seal]
  B: {champion: [Spirit of Water]}
"""


def test_ca_1_8_nobody_is_asked_for_an_order_where_all_that_work_come_to_the_same() -> None:
    """The Seal must go before counters can be removed; the discard may come before, after or between."""
    game = Game.from_scenario(SEALED)
    game.answer(Play("activate", number_of(game, "Insight", "hand")))
    assert game.decision is not None
    assert game.decision.kind == "opportunity"
    champion = game.state.champion(0)
    assert champion is not None
    assert champion.count("enlighten") == 1


def test_ca_1_8_what_comes_to_hand_by_one_cost_is_among_what_pays_another() -> None:
    """Both cards of the hand could pay as well: the ally on its way to the hand is one more choice, not the only one."""
    game = hostile("Feast, 2 x Fireball", "Plain, Home Gate", cards=SUPPER + GATE)
    game.answer(Play("activate", number_of(game, "Feast", "hand")))
    assert game.decision is not None
    assert game.decision.kind == "reserve"
    names = [game.state.cards[option.id].face for option in game.decision.options]  # type: ignore[union-attr]
    assert sorted(names) == ["Fireball", "Fireball", "Plain"]


PORTER = """- name: Porter
  types: [ally]
  subtypes: [human]
  elements: [norm]
  cost: {reserve: 1}
  power: 1
  life: 1
  abilities: [reservable]
- name: Dear
  types: [action]
  elements: [norm]
  cost: {reserve: 2}
  abilities: [{ability: additional cost, pay: [{pay: sacrifice, of: ally you control}]}, {ability: text, do: [{do: draw}]}]
"""


def test_ca_1_8_a_card_that_may_rest_and_later_be_reserved_is_two_options_with_names_of_their_own() -> None:
    game = hostile("Dear, Fireball", "Porter, Home Gate", cards=SUPPER + GATE + PORTER)
    game.answer(Play("activate", number_of(game, "Dear", "hand")))
    assert game.decision is not None
    assert list(labels(game.state, game.decision)) == ["A/hand/Fireball", "A/field/Porter", "A/hand/Porter (to come)"]
    game.answer(understood(game.state, game.decision, "A/hand/Fireball; A/hand/Porter (to come)"))
    assert [game.state.cards[number].face for number in game.state.players[0].memory] == ["Fireball", "Porter"]


def test_costs_5_4_reserve_that_was_not_really_paid_is_never_taken_for_paid() -> None:
    """One source named twice pays once: the payment counts what was really paid."""
    state = hostile("2 x Fireball").state.copy()
    paying = means_of_payment.Payer(state, 0, state.cards[0], "ability")
    paying.reserved = (paying.reserve_sources()[0],) * 2
    with pytest.raises(Illegal, match="reserve cannot be paid"):
        list(order_of_payment.carry_out(paying, means_of_payment.Bill("ability", reserve=2), (), ()))


def test_costs_5_4_what_two_costs_count_on_is_paid_in_no_order() -> None:
    """One ally named for a sacrifice and for a banishing: whichever comes first, the other cannot be paid, so nothing is."""
    state = hostile("Fireball", "Plain", cards=FEAST).state.copy()
    (ally,) = [card.id for card in state.cards if card.face == "Plain"]
    of = Filter("ally you control")
    paying = means_of_payment.Payer(state, 0, state.cards[0], "ability")
    paying.used = ((Sacrifice(of=of), (ally,)), (Banish(of=of), (ally,)))
    with pytest.raises(Illegal) as refused:
        list(order_of_payment.carry_out(paying, means_of_payment.Bill("ability"), (), ()))
    assert refused.value.reasons[0].rules == ("costs.5.13", "costs.5.4")


WELL = """cards:
- name: Well
  types: [item]
  elements: [norm]
  cost: {reserve: 1}
  abilities:
  - ability: activated
    cost: [{pay: banish, of: card in your memory}, {pay: memory, amount: 1}]
    do: [{do: draw}]
setup:
  A: {champion: [Spirit of Fire], memory: [Fireball, Idle Thoughts], field: [Well], deck: [Fireball]}
  B: {champion: [Spirit of Water]}
"""


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("named", [0, 1])
def test_costs_3_1_a_card_that_pays_otherwise_is_not_drawn_at_random(seed: int, named: int) -> None:
    """The card named for banishing goes before the random one is drawn, or it might be drawn and the cost not be paid."""
    game = Game.from_scenario(f"seed: {seed}\n{WELL}")
    game.answer(Use(number_of(game, "Well"), 0))
    game.answer([named])
    assert game.decision is not None
    assert game.decision.kind == "opportunity"
    assert len(game.state.players[0].banishment) == 2


def test_ca_1_8_without_the_detour_to_the_hand_the_sacrificed_ally_does_not_pay_reserve() -> None:
    game = hostile("Feast", "Plain", cards=SUPPER)
    why = game.why_not(0, Play("activate", number_of(game, "Feast", "hand")))
    assert why is not None
    assert "CA.1.8" in {rule for reason in why.reasons for rule in reason.rules}


COSTS = (
    "{pay: sacrifice, of: ally you control}",
    "{pay: discard}",
    "{pay: banish, of: card in your graveyard}",
    "{pay: sacrifice, of: weapon you control}",
    "{pay: sacrifice, of: item you control}",
    "{pay: rest, of: ally you control}",
    "{pay: sacrifice, of: domain you control}",
)
COSTLY = """
cards:
- name: Costly
  types: [action]
  classes: [mage]
  elements: [norm]
  cost: {{reserve: 1}}
  speed: fast
  abilities: [{{ability: additional cost, pay: [{costs}]}}, {{ability: text, do: [{{do: draw}}]}}]
setup:
  A:
    champion: [Spirit of Fire, "Rai, Spellcrafter"]
    hand: [Costly, 4 x Fireball]
    graveyard: [2 x Fireball]
    field: [2 x Blitz Mage, Gray Wolf, Quicksilver Grail, {weapon}]
  B: {{champion: [Spirit of Water]}}
"""


def costly(n: int, weapon: str = "Sword of Seeking") -> Game:
    return Game.from_scenario(COSTLY.format(costs=", ".join(COSTS[:n]), weapon=weapon))


def test_ca_1_8_orders_that_lead_to_the_same_are_tried_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Four costs and the reserve can be paid in 120 orders. What is paid so far is one of 32 sets of them."""
    tried = 0
    pay_part = order_of_payment._pay_part

    def counted(*arguments: Any) -> Any:
        nonlocal tried
        tried += 1
        return pay_part(*arguments)

    monkeypatch.setattr(order_of_payment, "_pay_part", counted)
    game = costly(4)
    game.answer(Play("activate", number_of(game, "Costly", "hand")))
    while not game.acting:
        assert game.decision is not None
        game.answer(next(game.decision.answers()))
    assert [item.name for item in game.view(0).stack] == ["Costly"]
    assert 5 < tried < 120


def test_ca_1_8_what_cannot_be_paid_in_any_order_is_refused() -> None:
    game = costly(4, weapon="Quicksilver Grail")
    refused = game.why_not(0, Play("activate", number_of(game, "Costly", "hand")))
    assert "it takes 1 weapon you control to sacrifice, and there is none" in str(refused)


def test_a_card_has_no_more_costs_than_can_be_kept_in_view() -> None:
    with pytest.raises(
        ScenarioError, match="5 costs are to be paid together; besides reserve and memory 4 are the most"
    ):
        costly(5)


def test_ca_1_3_1_only_the_numbers_that_can_be_paid_are_legal_where_there_are_gaps() -> None:
    asking = ask_number(0, "x", ("CA.1.3.1",), "choose X", [0, 2, 3], card=None)
    asked = next(asking)
    assert list(asked.answers()) == [(0,), (2,), (3,)]
    assert not asked.forced
    with pytest.raises(AnswerError, match="one of the numbers 0, 2, 3 is needed"):
        asked.check((1,))
    with pytest.raises(StopIteration) as done:
        asking.send((2,))
    assert done.value.value == 2


@pytest.mark.parametrize("seed", [1, 2, 101, 102, 103])
def test_a_bill_that_stands_alone_is_paid_as_it_would_be_among_others(
    seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = line(seed)
    monkeypatch.setattr(payment, "stands_alone", lambda _bill: False)
    assert line(seed) == before
