"""What is left out because it changes nothing: the short way says what the long way says."""

import pytest
from msgspec.structs import replace

from archivist.arena.playing import match, play_out
from archivist.cards import pool
from archivist.game import Game
from archivist.model.decision import Use
from archivist.model.state import State
from archivist.rules.abilities import activated_abilities
from archivist.rules.costs import calculation, order_of_payment, payment
from archivist.rules.costs.means_of_payment import Bill, Payer, collected
from archivist.rules.effects.meaning_of_words import Scene
from archivist.rules.legal_actions.prefilter import playing
from archivist.vocabulary.abilities import Activated
from archivist.vocabulary.amounts import Amount
from archivist.vocabulary.costs import CostNode, Counters, This
from archivist.vocabulary.statics.characteristics import Modify
from positions import number_of, simple_position

ABILITIES = [ability for face in pool().values() for ability in face.abilities if isinstance(ability, Activated)]


def source(state: State, **counters: int) -> Payer:
    """The champion of the first player, with counters, as the source of an ability."""
    number = state.players[0].champion
    assert number is not None
    return Payer(state, 0, state.alter(number, counters=counters), "ability")


def test_costs_5_13_a_price_that_is_fixed_is_what_its_costs_add_up_to() -> None:
    state = simple_position(champion=("Spirit of Fire",)).state
    scene = Scene(state, 0, source(state).source)
    fixed = [ability for ability in ABILITIES if ability.fixed_price is not None]
    assert len(fixed) > 50
    for ability in fixed:
        assert ability.fixed_price is not None
        assert Bill("ability", *ability.fixed_price) == collected(scene, "ability", ability.cost)
    assert any(ability.less is not None for ability in ABILITIES if ability.fixed_price is None)


def test_effects_5_4_what_is_fixed_already_is_what_reading_its_numbers_gives() -> None:
    state = simple_position(champion=("Spirit of Fire",)).state
    scene = Scene(state, 0, source(state).source)
    names = ("set_power", "set_life", "set_level", "power", "life", "level")
    statics = [static for face in pool().values() for ability in face.statics for static in ability.effects]
    fixed = [static for static in statics if isinstance(static, Modify) and static.fixed]
    assert len(fixed) > 50
    for static in fixed:
        amounts = {name: each for name in names if (each := getattr(static, name)) is not None}
        read = {name: Amount(scene.amount(amount)) for name, amount in amounts.items()}
        assert static.frozen(scene) is static
        assert replace(static, numbered=(), **read) == static


@pytest.mark.parametrize(
    ("costs", "good"),
    [
        ((This(do=("rest",)), Counters(kind="enlighten", from_="this")), True),
        ((This(do=("banish",)), Counters(kind="enlighten", from_="this")), True),
        ((This(do=("banish",)), Counters(kind="enlighten", count=Amount(2), from_="this")), False),
        ((Counters(kind="enlighten"), Counters(kind="enlighten"), This(do=("rest",))), False),
    ],
)
def test_CA_1_8_counters_come_off_before_their_object_pays_with_itself(costs: tuple[CostNode, ...], good: bool) -> None:
    payer = source(simple_position(champion=("Spirit of Fire",)).state, enlighten=1)
    assert payment.payable(payer, Bill("ability", costs=costs)) is good


def compare(game: Game) -> None:
    """Every ability at hand can be paid for, or not, whether an order is looked for or not."""
    if not game.acting:
        return
    state, seat = game.state, game.to_act
    assert seat is not None
    usages = activated_abilities.usages(state, seat, slow=True)

    def found() -> list[bool]:
        return [
            activated_abilities.possible(state, seat, state.cards[each.action.card], each.key, each.ability)
            for each in usages
        ]

    short = found()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(order_of_payment, "strangers", lambda payer, *costs: False)
        assert found() == short
        patch.setattr(payment, "_may_clash", lambda costs: len(costs) > 1)
        assert found() == short


@pytest.mark.parametrize("seed", range(30, 34))
def test_CA_1_8_costs_of_which_an_order_is_known_are_payable_if_some_order_is_found(seed: int) -> None:
    play_out(match(seed).game(), seed, 200, compare)


def price(game: Game) -> None:
    """What a card of a hand costs by its own text alone is what the four steps come to, and is within its bounds."""
    state = game.state
    if playing(state).meddles:
        return
    for player in state.players:
        for number in player.hand:
            card = state.cards[number]
            demands = state.pool[card.face].demands
            if demands.modest:
                whole = calculation.calculate(state, player.seat, card, "activate")
                assert whole is not None
                for reserve in range(9):
                    assert calculation.within(state, player.seat, card, reserve) is (whole.amount <= reserve)
                assert demands.least_reserve <= whole.amount <= demands.dearest


@pytest.mark.parametrize("seed", range(40, 46))
def test_costs_4_what_a_card_costs_by_its_own_text_is_what_the_four_steps_come_to(seed: int) -> None:
    play_out(match(seed).game(), seed, 200, price)


RELIC = """
cards:
- name: Relic
  types: [item]
  elements: [norm]
  cost: {{reserve: 1}}
  abilities:
  - {{ability: activated, cost: [{costs}], do: [{{do: draw}}]}}
  - {static}
setup:
  A: {{champion: [Spirit of Fire], champion state: {{counters: {{enlighten: 1}}}}, field: [Relic], deck: [Fireball]}}
  B: {{champion: [Spirit of Water]}}
"""
RESTING, REMOVING = "{pay: this, do: [rest]}", "{pay: counters, kind: enlighten}"
FORBIDDEN = "{ability: static, effects: [{static: forbid, what: remove enlighten counters as a cost}]}"
WHILE_AWAKE = FORBIDDEN.replace("static, effects", "static, when: you control an awake item, effects")
UNHEARD = "{ability: triggered, on: {on: enter}, do: [{do: draw}]}"
HEARD = "{ability: triggered, on: {on: counters removed, kind: enlighten, what: champion}, do: [{do: draw}]}"


def relic(costs: str, static: str) -> tuple[Game, Use]:
    game = Game.from_scenario(RELIC.format(costs=costs, static=static))
    return game, Use(number_of(game, "Relic"), 0)


@pytest.mark.parametrize("costs", [f"{RESTING}, {REMOVING}", f"{REMOVING}, {RESTING}"])
@pytest.mark.parametrize(("static", "good"), [(UNHEARD, True), (FORBIDDEN, False), (WHILE_AWAKE, True)])
def test_CA_1_8_counters_that_resting_sets_free_come_off_after_it(costs: str, static: str, good: bool) -> None:
    """Only where an effect looks at what rests does it matter to the counters whether the object rests first."""
    game, use = relic(costs, static)
    assert game.decision is not None
    assert (use in game.decision.options) is good
    if good:
        game.answer(use)
        assert game.state.cards[use.card].rested
        assert not game.state.cards[game.state.players[0].champion or 0].counters


@pytest.mark.parametrize("costs", [f"{RESTING}, {REMOVING}", f"{REMOVING}, {RESTING}"])
@pytest.mark.parametrize("static", [UNHEARD, HEARD, WHILE_AWAKE])
def test_CA_1_8_costs_that_have_nothing_to_do_with_each_other_are_paid_as_if_orders_were_tried(
    costs: str, static: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    short, use = relic(costs, static)
    short.answer(use)
    monkeypatch.setattr(order_of_payment, "strangers", lambda payer, *costs: False)
    long, use = relic(costs, static)
    long.answer(use)
    assert short.events == long.events
    assert short.state == long.state
