"""Order and visibility: what scenario files cannot see, because they see every card."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import pytest

from archivist.game import Game
from archivist.model import chance, events
from archivist.model.decision import Pass, Play
from archivist.model.events import Move
from archivist.vocabulary.abilities import StaticAbility, Text
from archivist.vocabulary.amounts import Amount
from archivist.vocabulary.effects.damage_and_counters import Counters
from archivist.vocabulary.effects.ending_phases_and_games import Roll
from archivist.vocabulary.effects.looking_and_revealing import Choose
from archivist.vocabulary.effects.moving_cards import Put
from archivist.vocabulary.face import Face, PrintedCost
from archivist.vocabulary.filters import Filter
from archivist.vocabulary.node import Ref
from archivist.vocabulary.statics.game import RevealTop
from archivist.vocabulary.targets import Targets
from positions import Side, number_of, simple_position

LANTERN = Face(
    "Open Lantern", ("item",), ("norm",), cost=PrintedCost(reserve=1),
    abilities=(StaticAbility(effects=(RevealTop(),)),),
)  # fmt: skip


def action(name: str, text: Text) -> Face:
    return Face(name, ("action",), ("norm",), ("mage",), cost=PrintedCost(reserve=0), speed="fast", abilities=(text,))


def activated(game: Game, name: str) -> Game:
    """The game after the turn player has activated a card of the hand and all have passed."""
    game.answer(Play("activate", number_of(game, name, "hand", 0)))
    while game.acting and game.state.stack:
        game.answer(Pass())
    return game


def names(game: Game, seat: int, owner: int) -> list[str]:
    """The cards of a deck that a seat sees."""
    return [card.name for card in game.view(seat).players[owner].zones["deck"].cards]


def test_timing_9_1_a_known_card_is_hidden_in_a_deck() -> None:
    """An ally that all have seen goes third from the top: nobody sees it there, its owner neither."""
    into = Text(do=(Put(what=Ref("target"), into="deck", from_top=3),), targets=(Targets(of=Filter("ally")),))
    game = simple_position(hand=["Homecoming"], field=["Gray Wolf"], made_up=[action("Homecoming", into)])
    game.answer(Play("activate", number_of(game, "Homecoming", "hand")))
    while game.state.stack:
        game.answer(Pass())
    assert game.state.players[0].deck.index(number_of(game, "Gray Wolf", "deck")) == 2
    assert names(game, 0, 0) == names(game, 1, 0) == []


@pytest.mark.parametrize("order", [(0, 1), (1, 0)])
def test_timing_9_2_nobody_learns_the_order(order: tuple[int, int]) -> None:
    """Whatever order their owner chooses, the others hear and see the same."""
    tide = Text(do=(Put(what=Ref("each ally"), into="deck bottom"),))
    seen = []
    for chosen in ((0, 1), order):
        game = simple_position(hand=["Tide"], field=["Gray Wolf", "Blue Slime"], made_up=[action("Tide", tide)])
        activated(game, "Tide").answer(chosen)
        bottom = [game.state.cards[number].face for number in game.state.players[0].deck[-2:]]
        assert bottom == [("Gray Wolf", "Blue Slime")[index] for index in chosen]
        seen.append((game.trace(1), game.view(1)))
    assert seen[0] == seen[1]


@pytest.mark.parametrize("deck", [(), ("Giant Tortoise",)])
@pytest.mark.parametrize("order", [(0, 1), (1, 0)])
def test_timing_9_3_an_open_top_card_shows_only_after_the_ordering(deck: Sequence[str], order: tuple[int, int]) -> None:
    """With the top card open, of two cards of the hand put on top only the one that ends up there is shown."""
    stow = Text(do=(Choose(of=Filter("card in your hand"), amount=Amount(2)), Put(what=Ref("chosen"), into="deck top")))
    game = simple_position(
        hand=["Stow", "Gray Wolf", "Blue Slime"], deck=deck, field=["Open Lantern"],
        made_up=[action("Stow", stow), LANTERN],
    )  # fmt: skip
    activated(game, "Stow")
    decision = game.decision
    assert decision is not None
    if decision.kind == "choose":
        game.answer((0, 1))
        decision = game.decision
    assert decision is not None
    assert decision.kind == "order"
    game.answer(order)
    top, second = (game.state.cards[number].face for number in game.state.players[0].deck[:2])
    assert names(game, 1, 0) == [top]
    assert not any(second in line for line in game.trace(1))


def test_timing_9_4_cards_put_at_random_are_ordered_by_nobody() -> None:
    """No one is asked, and the order hangs on the game's own chance."""
    tide = Text(do=(Put(what=Ref("each ally"), into="deck bottom", random=True),))
    orders = set()
    for seed in range(12):
        game = simple_position(
            hand=["Tide"], field=["Gray Wolf", "Blue Slime"], made_up=[action("Tide", tide)], seed=seed
        )
        activated(game, "Tide")
        assert game.acting
        orders.add(tuple(game.state.cards[number].face for number in game.state.players[0].deck[-2:]))
    assert orders == {("Gray Wolf", "Blue Slime"), ("Blue Slime", "Gray Wolf")}


def test_timing_10_2_a_die_is_fair() -> None:
    """In 600 rolls each side of a D6 comes about 100 times, and nothing else comes; what is rolled is what counts."""
    luck = Text(do=(Roll(die="D6"), Counters(kind="level", amount=Amount("it"), on=Ref("champion"))) * 100)
    times: Counter[int] = Counter()
    for seed in range(6):
        game = activated(simple_position(Side(), hand=["Luck"], made_up=[action("Luck", luck)], seed=seed), "Luck")
        rolled = [event.amount for event in game.events if isinstance(event, events.Roll)]
        champion = game.state.champion(0)
        assert champion is not None
        assert champion.count("level") == sum(rolled)
        times.update(rolled)
    assert times.keys() == set(range(1, 7))
    assert times.total() == 600
    assert all(60 <= n <= 140 for n in times.values()), times


def test_timing_10_a_choice_of_one_takes_the_generator_as_far_as_any_other() -> None:
    """No bits are worked out for it, but what is drawn next is what it would have been."""
    state = chance.seeded(7)
    for _ in range(1_000):
        following, _number = chance.below(state, 2)
        assert chance.below(state, 1) == (following, 0)
        state = following


def test_targets_and_copies_9_2_a_token_sent_into_a_deck_is_told_of_as_the_token_it_was() -> None:
    """It lies in no deck, so there is nothing to hide, and the log says which token went."""
    tide = Text(do=(Put(what=Ref("each ally"), into="deck bottom"),))
    game = simple_position(hand=["Tide"], field=["Automaton Drone"], made_up=[action("Tide", tide)])
    drone, deck = number_of(game, "Automaton Drone", "field"), game.state.players[0].deck
    assert game.state.cards[drone].token
    activated(game, "Tide")
    (told,) = (event for event in game.events if isinstance(event, Move) and event.origin == "field")
    assert told.subject is not None
    assert told.subject.thing is not None
    assert told.subject.thing.id == drone
    assert (game.state.players[0].deck, game.state.cards[drone].zone) == (deck, "none")
