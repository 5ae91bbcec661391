"""The bot greedy: what it does in plain positions, and that it beats random play."""

from __future__ import annotations

from archivist.bots import bot, choice_of, play_out
from archivist.bots.evaluation import WON, evaluate
from archivist.decks import deck
from archivist.game import Game
from archivist.model.decision import Attack, Pass
from positions import Side, number_of, simple_position


def chosen(game: Game, name: str = "greedy") -> object:
    """The option that a bot picks now."""
    decision = game.decision
    assert decision is not None
    choice = choice_of(game, bot(name))
    return decision.options[choice] if isinstance(choice, int) else choice


def test_it_attacks_a_champion_that_cannot_strike_back() -> None:
    game = simple_position(champion=("Spirit of Wind",), field=["Veteran Soldier"])
    assert chosen(game) == Attack(number_of(game, "Veteran Soldier"))


def test_it_passes_where_nothing_gains_anything() -> None:
    game = simple_position(champion=("Spirit of Wind",))
    assert chosen(game) == Pass()


def test_it_finishes_a_champion_off() -> None:
    """Of two targets it takes the one that wins the game."""
    game = simple_position(
        Side(champion=("Spirit of Wind",), damage=14, field=("Veteran Soldier",)),
        champion=("Spirit of Wind",),
        field=["Veteran Soldier"],
    )
    game.answer(Attack(number_of(game, "Veteran Soldier", "field", 0)))
    play_out(game, [bot("greedy"), bot("greedy")], limit=20)
    assert game.state.winner == 0


def test_a_won_game_is_worth_most() -> None:
    game = simple_position(Side(champion=("Spirit of Wind",), damage=14), champion=("Spirit of Wind",))
    before = evaluate(game.state, 0)
    assert -WON < before < WON
    assert before == -evaluate(game.state, 1)
    game.concede(1)
    assert (evaluate(game.state, 0), evaluate(game.state, 1)) == (WON, -WON)


def test_it_beats_random_play() -> None:
    wins = 0
    for index, name in enumerate(("lorraine", "rai", "silvie")):
        lists = [deck(name)] * 2
        game = Game.new(lists, seed=index)
        seats = [bot("greedy", seed=1, decks=lists), bot("random", seed=2)]
        wins += play_out(game, seats if index % 2 else seats[::-1]).winner == 1 - index % 2
    assert wins == 3
