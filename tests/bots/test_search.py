"""The bot search: that it looks beyond its own move, keeps to its budget, and always comes to an end."""

from __future__ import annotations

import pytest

from archivist.bots import choice_of, play_out
from archivist.bots.search import Search
from archivist.decks import deck
from archivist.game import Game
from archivist.model.decision import Attack
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


def test_lines_that_end_the_game_still_use_the_budget_up() -> None:
    """Where every line is soon at its end nothing more is left to look at, and the search must end all the same."""
    bot = Search(nodes=5_000)
    game = in_danger(12)
    choice_of(game, bot)
    assert bot.most_nodes == 5_000
