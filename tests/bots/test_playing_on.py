"""Playing on in a guessed game: what was learnt from one try must not spoil the next."""

from __future__ import annotations

from archivist.bots.dice import Dice
from archivist.bots.evaluation import evaluate
from archivist.bots.foresight import Nodes
from archivist.bots.playing_on import Experience, PlayingOn
from archivist.game import Game
from positions import Side, simple_position

FIREBALL = ("activate", "Fireball", "hand")


def rolled(game: Game, on: PlayingOn) -> float:
    """What the turn player has gained when the turn is over."""
    seat, turn = game.state.turn.player, game.state.turn.number
    return evaluate(on.until(game.copy(), turn + 1).state, seat)


def two_fireballs() -> Game:
    """The first Fireball kills an ally; with the second there would only be the champion left to hit."""
    return simple_position(
        Side(champion=("Spirit of Water",), field=("Blitz Mage",), deck=("Giant Tortoise",) * 8),
        champion=("Spirit of Fire", "Rai, Spellcrafter"),
        hand=["Fireball", "Fireball", *["Giant Tortoise"] * 7],
        deck=("Giant Tortoise",) * 8,
    )


def test_what_a_move_does_not_gain_the_second_time_does_not_spoil_the_first() -> None:
    game, experience, nodes = two_fireballs(), Experience(2), Nodes(10_000)
    on, turn = PlayingOn(experience, Dice(0), nodes), game.state.turn.number
    first = rolled(game, on)
    used = nodes.used
    assert first > evaluate(game.state, 0)
    assert [rolled(game, on) for _ in range(3)] == [first] * 3
    assert experience.gains[0][turn, 0, FIREBALL] > 0 > experience.gains[0][turn, 1, FIREBALL]
    assert nodes.used < 4 * used, "what gains nothing is not tried again"


def test_what_a_move_gains_in_another_turn_is_known_apart() -> None:
    on = PlayingOn(Experience(2), Dice(0), Nodes(0))
    on.note(0, 5, FIREBALL, 3.0)
    assert on.gain(0, 5, FIREBALL) == 3.0
    assert on.gain(0, 7, FIREBALL) is None
    assert on.gain(1, 5, FIREBALL) is None


def test_a_move_that_gained_nothing_elsewhere_is_tried_again_sometime() -> None:
    game, experience = two_fireballs(), Experience(2)
    on, turn = PlayingOn(experience, Dice(0), Nodes(10_000)), game.state.turn.number
    best = rolled(game, on)
    experience.gains[0][turn, 0, FIREBALL] = -1.0
    assert rolled(game, PlayingOn(experience, Dice(1), Nodes(10_000))) < best, "it is believed at first"
    assert max(rolled(game, on) for _ in range(40)) == best
    assert experience.gains[0][turn, 0, FIREBALL] > 0


def test_a_bad_habit_is_given_up_sometime() -> None:
    game, experience = two_fireballs(), Experience(2)
    on = PlayingOn(experience, Dice(0), Nodes(10_000))
    best = rolled(game, on)
    habits = experience.habits[0]
    good = dict(habits)
    assert good
    for likeness, answer in good.items():
        habits[likeness] = (1,) if answer == (0,) else (0,)
    assert rolled(game, PlayingOn(experience, Dice(1), Nodes(10_000))) < best, "it is followed at first"
    assert [rolled(game, on) for _ in range(40)][-1] == best
    assert {likeness: habits[likeness] for likeness in good} == good
