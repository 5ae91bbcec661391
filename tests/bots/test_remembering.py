"""What greedy has found out it does not find out again: gains of moves, and the choices of a play."""

from __future__ import annotations

from archivist.bots import choice_of, expected_of
from archivist.bots.dice import Dice
from archivist.bots.foresight import candidates
from archivist.bots.greedy import Greedy, situation_of
from archivist.game import Game
from archivist.model.card import Thing
from archivist.model.decision import Attack, Decision, Pass
from positions import Side, number_of, simple_position

CARDS = ("Giant Tortoise",) * 8
FIREBALL = """\
setup:
  A: {champion: [Spirit of Fire, "Rai, Spellcrafter"], hand: [Fireball, 6 x Idle Thoughts], deck: [9 x Idle Thoughts]}
  B:
    champion: [Spirit of Water]
    champion state: {damage: 14}
    hand: [3 x Give Bath]
    deck: [9 x Give Bath]
"""
"""A Fireball wins the game for A; it has a target and must be paid for."""


def asked(game: Game) -> Decision:
    decision = game.decision
    assert decision is not None
    return decision


def test_the_choices_of_a_play_are_made_with_the_play() -> None:
    """They cost no further nodes, and what is expected of them is what was expected of the play."""
    game, greedy = Game.from_scenario(FIREBALL), Greedy()
    game.answer(choice_of(game, greedy))
    used, hoped, kinds = greedy.nodes, expected_of(greedy), []
    assert hoped is not None
    while not game.acting:
        kinds.append(asked(game).kind)
        game.answer(choice_of(game, greedy))
        assert expected_of(greedy) == hoped
    assert kinds == ["targets", "reserve"]
    assert greedy.nodes == used


def test_a_play_that_goes_another_way_is_thought_about_anew() -> None:
    """Somebody else answers for the bot: what it had planned after its own answer does not fit any more."""
    game, greedy = Game.from_scenario(FIREBALL), Greedy()
    game.answer(choice_of(game, greedy))
    targets = asked(game)
    planned = choice_of(game, greedy)
    other = next(answer for answer in targets.answers() if answer != planned)
    game.answer(other)
    used = greedy.nodes
    game.answer(choice_of(game, greedy))
    assert greedy.nodes > used


def test_a_plan_is_not_mixed_up_with_another_game() -> None:
    """The same bot is asked about the same play in a game in which other targets can be chosen."""
    game, greedy = Game.from_scenario(FIREBALL), Greedy()
    play = choice_of(game, greedy)
    other = Game.from_scenario(FIREBALL.replace("    hand: [3", "    field: [Blitz Mage]\n    hand: [3"))
    other.answer(play)
    used = greedy.nodes
    choice_of(other, greedy)
    assert greedy.nodes > used


def test_what_gained_nothing_is_not_tried_again_in_the_same_situation() -> None:
    """Idle Thoughts gains nothing: the second time in the turn only passing is looked at, which takes no nodes."""
    game, greedy = Game.from_scenario(FIREBALL.replace("Fireball, 6", "6").replace("damage: 14", "damage: 0")), Greedy()
    assert {str(each) for each in asked(game).options} != {str(Pass())}
    assert asked(game).options[choice_of(game, greedy)] == Pass()  # type: ignore[index]
    used, expected = greedy.nodes, expected_of(greedy)
    assert used > 0
    assert asked(game).options[choice_of(game, greedy)] == Pass()  # type: ignore[index]
    assert greedy.nodes == used
    assert expected_of(greedy) == expected


def test_damage_makes_another_situation() -> None:
    """A unit that has been hurt may be finished off now; a champion is in no more danger until its life is low."""
    games = [
        simple_position(
            Side(champion=("Spirit of Wind",), damage=damage, field=("Blitz Mage",)), champion=("Spirit of Wind",)
        )
        for damage in (0, 1, 8)
    ]
    whole, scratched, low = (situation_of(game.state, 0) for game in games)
    assert whole == scratched != low
    mage = number_of(games[0], "Blitz Mage", "field", 1)
    state = games[0].state
    state.alter(mage, damage=1)
    assert situation_of(state, 0) != whole


def test_a_move_that_was_refused_is_not_made_again() -> None:
    """The position is the same as when it was made, so it has failed; whatever it seemed to gain, it is given up."""
    game = simple_position(
        Side(champion=("Spirit of Wind",), deck=CARDS), champion=("Spirit of Wind",), field=["Blitz Mage"], deck=CARDS
    )
    attack, greedy = Attack(number_of(game, "Blitz Mage")), Greedy()
    assert asked(game).options[choice_of(game, greedy)] == attack  # type: ignore[index]
    assert asked(game).options[choice_of(game, greedy)] == Pass()  # type: ignore[index]


def test_copies_of_a_card_are_one_candidate_unless_something_sets_them_apart() -> None:
    game = simple_position(
        Side(champion=("Spirit of Wind",), field=("Blitz Mage", "Blitz Mage"), deck=CARDS),
        champion=("Spirit of Wind",),
        field=["Blitz Mage"],
        deck=CARDS,
    )
    game.answer(Attack(number_of(game, "Blitz Mage", "field", 0)))
    decision = asked(game)
    things = [each for each in decision.options if isinstance(each, Thing)]
    assert (decision.kind, len(things)) == ("targets", 3)
    assert len(candidates(decision, game.state, Dice(0), 12)) == 2
    mage = next(each.id for each in things if game.state.cards[each.id].true_name == "Blitz Mage")
    game.state.alter(mage, damage=1)
    assert len(candidates(decision, game.state, Dice(0), 12)) == 3
