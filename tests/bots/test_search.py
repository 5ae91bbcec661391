"""The bot search: that it looks beyond its own move, keeps to its budget, and pays with what it can do without."""

from __future__ import annotations

import pytest

from archivist.bots import choice_of, play_out
from archivist.bots.foresight import different_payments, first_choice
from archivist.bots.search import Search
from archivist.bots.thinker import allowance
from archivist.decks import deck
from archivist.game import Game
from archivist.model.card import Thing
from archivist.model.decision import Answer, Attack, Play
from archivist.view import Choice
from positions import Side, number_of, simple_position

CARDS = ("Giant Tortoise",) * 8


def in_danger(other_damage: int) -> Game:
    """A champion with 3 life left, an attacker that could strike once, and one of the same kind on the other side."""
    game = simple_position(
        Side(champion=("Spirit of Wind",), damage=other_damage, field=("Blitz Mage",), deck=CARDS),
        champion=("Spirit of Wind",),
        damage=12,
        field=["Blitz Mage"],
        deck=CARDS,
    )
    game.answer(Attack(number_of(game, "Blitz Mage", "field", 0)))
    return game


def attacked(game: Game, seed: int) -> str:
    """What the bot attacks."""
    decision = game.decision
    assert decision is not None
    assert decision.kind == "targets"
    choice = choice_of(game, Search(seed))
    assert isinstance(choice, tuple)
    option = decision.options[choice[0]]
    return game.state.cards[option.id].true_name  # type: ignore[union-attr]


@pytest.mark.parametrize("seed", range(3))
def test_it_sees_what_the_opponent_will_do(seed: int) -> None:
    """The damage to the champion is worth more at once, but then the other attacker would win the game."""
    assert attacked(in_danger(8), seed) == "Blitz Mage"


@pytest.mark.parametrize("seed", range(3))
def test_it_wins_where_it_can(seed: int) -> None:
    assert attacked(in_danger(12), seed) == "Spirit of Wind"


@pytest.mark.parametrize("nodes", [1, 2, 7, 40])
def test_it_never_looks_at_more_than_it_may(nodes: int) -> None:
    lists = [deck("silvie"), deck("rai")]
    bots = [Search(seat, lists, nodes=nodes) for seat in range(2)]
    outcome = play_out(Game.new(lists, seed=4), bots, limit=150)
    assert outcome.decisions == 150
    assert all(0 < each.most_nodes <= nodes for each in bots)


def test_a_crowded_field_allows_fewer_nodes() -> None:
    """A budget holds for fields of up to 40 objects, champions included; with twice as many, it is half as large."""
    sides = [simple_position(champion=("Spirit of Wind",), field=["Blitz Mage"] * count) for count in (38, 78)]
    assert [len(game.state.field) for game in sides] == [40, 80]
    assert [allowance(5_000, game) for game in sides] == [5_000, 2_500]
    assert allowance(1, sides[1]) == 1


def test_it_stops_when_the_answer_is_clear() -> None:
    """A win at once cannot be surpassed; the rest of the budget is not needed."""
    bot = Search(nodes=5_000)
    choice_of(in_danger(12), bot)
    assert 0 < bot.most_nodes < 500


# -- payments ----------------------------------------------------------------------------------------------------

FIREBALL_OR_NOT = """\
setup:
  A: {champion: [Spirit of Fire, "Rai, Spellcrafter"], hand: [Fireball, 6 x Idle Thoughts], deck: [9 x Idle Thoughts]}
  B:
    champion: [Spirit of Water]
    champion state: {damage: 14}
    hand: [3 x Give Bath]
    deck: [9 x Give Bath]
"""


def paying() -> Game:
    """A plays Idle Thoughts, and could still win this turn with a Fireball, unless it is what pays."""
    game = Game.from_scenario(FIREBALL_OR_NOT)
    game.answer(Play("activate", number_of(game, "Idle Thoughts", "hand", 0)))
    decision = game.decision
    assert decision is not None
    assert decision.kind == "reserve"
    return game


def paid(game: Game, choice: Answer | Choice) -> list[str]:
    """The names of the cards with which a choice pays."""
    decision = game.decision
    assert decision is not None
    assert isinstance(choice, tuple)
    options = [decision.options[index] for index in choice]
    return [game.state.cards[option.id].true_name for option in options if isinstance(option, Thing)]


@pytest.mark.parametrize("seed", range(3))
def test_it_does_not_pay_with_the_card_that_wins(seed: int) -> None:
    game = paying()
    assert paid(game, choice_of(game, Search(seed))) == ["Idle Thoughts"]


def test_without_looking_ahead_the_dearest_card_pays_unless_it_is_known_to_gain() -> None:
    game = paying()
    decision, state = game.decision, game.state
    assert decision is not None
    assert paid(game, first_choice(decision, state)) == ["Fireball"]
    move = (state.turn.number, 0, ("activate", "Fireball", "hand"))
    assert paid(game, first_choice(decision, state, {move: 5.0})) == ["Idle Thoughts"]
    assert paid(game, first_choice(decision, state, {move: -5.0})) == ["Fireball"]


def test_ways_to_pay_with_cards_of_the_same_names_count_once() -> None:
    game = paying()
    decision = game.decision
    assert decision is not None
    ways = list(decision.answers())
    assert len(ways) == 6
    assert sorted(paid(game, way) for way in different_payments(decision, game.state, ways)) == [
        ["Fireball"],
        ["Idle Thoughts"],
    ]
