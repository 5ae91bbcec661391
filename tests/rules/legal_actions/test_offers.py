"""Whether a play can be completed is found without trying what cannot matter."""

from __future__ import annotations

import pytest

from archivist.game import Game
from archivist.model.decision import Action, Answer, Attack, Decision, Play, Use
from archivist.rules.legal_actions import offers
from archivist.vocabulary.node import Steps
from positions import number_of, simple_position

ALLIES = ["Gray Wolf"] * 16
"""Among so many objects there are tens of thousands of sets of up to seven targets."""


def innervate(**zones: object) -> tuple[Game, Play]:
    game = simple_position(hand=["Innervate Fury", *["Fireball"] * 3], field=ALLIES, **zones)  # type: ignore[arg-type]
    return game, Play("activate", number_of(game, "Innervate Fury", "hand"))


def searched(game: Game, play: Play) -> tuple[bool, int]:
    """Whether the search finds a way to complete a play, and how often it goes down the nine steps for that."""
    attempts = 0

    def start() -> Steps:
        nonlocal attempts
        attempts += 1
        return offers.perform(game.state, 0, play)

    return offers.solvable(game.state, start), attempts


def test_ca_1_8_what_cannot_be_paid_is_not_tried_with_other_targets() -> None:
    """The champion cannot delevel, whoever is targeted."""
    assert searched(*innervate(champion=("Spirit of Fire",), damage=5)) == (False, 1)


def test_ca_1_8_with_its_costs_payable_the_same_card_can_be_played() -> None:
    assert searched(*innervate(champion=("Spirit of Fire", "Rai, Spellcrafter"), damage=5)) == (True, 1)


def test_what_asks_a_question_without_an_answer_cannot_be_completed() -> None:
    """The next answer to the question before it is tried then; what was done on the way is undone."""
    game = simple_position(hand=["Fireball"])
    before = game.state.copy()
    tried: list[Answer] = []

    def start(good: Answer) -> Steps:
        answer = yield Decision(0, "first", (), "choose", options=("a", "b"))
        tried.append(answer)
        game.state.passes = 1
        if answer != good:
            yield Decision(0, "second", (), "choose")

    assert not offers.solvable(game.state, lambda: start((2,)))
    assert tried == [(0,), (1,)]
    assert game.state == before
    assert offers.solvable(game.state, lambda: start((1,)))
    assert game.state == before


@pytest.mark.parametrize("action", [Play("activate", 9999), Use(9999, 0), Attack(9999)])
def test_PC_2_nothing_can_be_done_with_a_card_that_is_not_there(action: Action) -> None:
    assert not offers.allowed_for(simple_position(hand=["Fireball"]).state, 0, action)


def test_ca_1_2_why_a_copy_is_not_played_says_nothing_of_cards_that_the_player_does_not_see() -> None:
    """A asks about a card of B's hand: whether it is a namesake of what was copied must not be told."""
    duchess = """
setup:
  A:
    champion: [Spirit of Wind, 'Tristan, Underhanded']
    hand: [5 x Idle Thoughts]
    field: ['Duchess, Six of Hearts']
    graveyard: [Ignite the Soul]
  B: {champion: [Spirit of Water], hand: [Ignite the Soul], graveyard: [Ignite the Soul]}
steps:
- A: {ability: 'Duchess, Six of Hearts'}
- A: pass
- B: pass
- A: {choose: A/graveyard/Ignite the Soul}
"""
    state = Game.from_scenario(duchess, play=True).state
    (seat,) = {seat for seat, *_ in state.vain}
    told = {
        (card.zone, card.owner): bool(offers.in_vain(state, seat, Play("activate", card.id)))
        for card in state.cards
        if card.face == "Ignite the Soul" and not card.token
    }
    assert told == {("banishment", 0): True, ("graveyard", 1): True, ("hand", 1): False}
