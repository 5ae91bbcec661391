"""Starting the game: positions that no scenario file can begin with."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from archivist.cards import pool, read_cards
from archivist.decks import Deck, deck
from archivist.game import Game
from archivist.model import events
from archivist.model.card import Thing
from archivist.model.decision import Pass, Play
from archivist.model.errors import Illegal
from archivist.model.state import State
from archivist.rules.turn.starting_the_game import prepared
from archivist.vocabulary.abilities import AbilityNode, BeginsOnField, StaticAbility, Triggered
from archivist.vocabulary.effects.drawing_and_discarding import Draw
from archivist.vocabulary.face import Face, PrintedCost
from archivist.vocabulary.filters import Filter
from archivist.vocabulary.statics.game import Redirect
from archivist.vocabulary.triggers.objects import Enter


def pantheon(*boons: str) -> Deck:
    starter = deck("rai")
    return Deck(starter.material, starter.main, boons)


def test_turn_2_2_the_starting_hand_comes_from_the_level_0_champion() -> None:
    game = Game.new([deck("silvie"), deck("rai")], seed=3)
    assert [len(player.deck) for player in game.state.players] == [53, 53]
    assert [len(player.hand) for player in game.state.players] == [7, 7]


def test_turn_2_table_6_starting_hands_are_drawn_in_turn_order() -> None:
    game = Game.new([deck("silvie"), deck("rai")], seed=3)
    draws = [event.player for event in game.events if isinstance(event, events.Move) and event.zone == "hand"]
    first = game.state.first_player
    assert draws == [first] * 7 + [1 - first] * 7


@pytest.mark.parametrize("seed", range(4))
def test_turn_2_table_4_it_is_told_whose_decks_are_placed_and_who_comes_first(seed: int) -> None:
    game = Game.new([deck("silvie"), deck("rai")], seed=seed)
    assert [event.player for event in game.events if isinstance(event, events.DecksPlaced)] == [0, 1]
    assert [event.player for event in game.events if isinstance(event, events.FirstPlayer)] == [game.state.first_player]


def test_turn_3_2_the_first_player_skips_the_draw_phase() -> None:
    game = Game.new([deck("silvie"), deck("rai")], seed=3)
    assert (game.state.turn.player, game.state.turn.phase) == (game.state.first_player, "main")


@pytest.mark.rule("keywords.first-boon")
def test_ru_17_a_first_boon_is_bestowed_before_the_spirits_enter() -> None:
    """It is offered with no champion in play, waits all game, and does not come back."""
    decks = [pantheon("Lesser Boon of Poseidon", "Greater Boon of Luxera")] * 2
    game = Game.new(decks, seed=1, format="pantheon")
    seat = game.to_act
    assert seat is not None
    decision = game.decision
    assert decision is not None
    assert game.state.champion(seat) is None
    assert game.view(seat).turn == 0  # the first turn is 1
    boon = next(
        number for number in game.state.players[seat].pantheon if game.state.cards[number].face.endswith("Luxera")
    )
    assert Play("bestow", boon) in decision.options
    game.answer(Play("bestow", boon))
    game.answer("Fireball")
    assert game.state.cards[boon].face_up
    assert game.state.cards[boon].named == "Fireball"
    game.answer(Pass())  # the other player keeps theirs
    assert all(game.state.champion(each) is not None for each in range(2))
    assert game.state.this_turn == ()  # it was bestowed in no turn
    assert game.why_not(seat, Play("bestow", boon)) is not None


def test_keywords_first_boon_what_was_named_before_the_game_waits_for_the_first_of_its_name() -> None:
    """A name given with no champion in play pays off with the first such card in the game, and only then (BB.2)."""
    starter = deck("rai")
    burning = Deck(starter.material, {"Fireball": 60}, ("Lesser Boon of Poseidon", "Greater Boon of Luxera"))
    game = Game.new([burning] * 2, seed=1, format="pantheon")
    seat = game.to_act
    assert seat is not None
    own = game.state.players[seat]
    assert (game.state.champion(seat), own.hand) == (None, ())
    boon = next(number for number in own.pantheon if game.state.cards[number].face.endswith("Luxera"))
    game.answer(Play("bestow", boon))
    game.answer("Fireball")
    game.answer(Pass())  # the other player names nothing
    assert (game.to_act, game.state.turn.phase, len(game.state.players[seat].hand)) == (seat, "main", 8)
    other = game.state.champion(1 - seat)
    assert other is not None
    for drawn in (2, 0):
        held = len(game.state.players[seat].hand)
        game.answer(Play("activate", game.state.players[seat].hand[0]))
        decision = game.decision
        assert decision is not None
        game.answer((decision.options.index(other.thing),))
        if not game.acting:
            game.answer((0, 1, 2, 3))  # which of the hand pays; the second time there is no choice
        while game.state.stack:
            game.answer(Pass())
        assert len(game.state.players[seat].hand) == held - 5 + drawn


DUEL = """
- name: Greater Boon of Duels
  types: [greater boon]
  subtypes: [spell]
  elements: [norm]
  cost: {reserve: 0}
  speed: slow
  abilities:
  - first boon
  - {ability: text, targets: [{player: opponent, name: first}, {player: any, name: second}], do: [{do: draw, who: target}]}
"""


@pytest.mark.rule("timing.5.2", "turn.9.5")
def test_keywords_first_boon_whose_target_leaves_while_it_is_bestowed_is_undone_and_offered_again() -> None:
    """The first target has left before the second is named: that play alone is undone, whoever left stays away."""
    contents = [pantheon("Lesser Boon of Poseidon", "Greater Boon of Duels")] * 3
    game = Game(setup(contents, *read_cards(DUEL, "duel.yaml"), seed=1, format="pantheon"))
    seat = game.to_act
    assert seat is not None
    one, other = game.state.opponents(seat)
    boon = next(n for n in game.state.players[seat].pantheon if game.state.cards[n].face.endswith("Duels"))
    before = game.decision
    assert before is not None
    assert (before.kind, before.refused, before.options) == ("play", None, (Play("bestow", boon), Pass()))
    game.answer(Play("bestow", boon))
    assert game.decision is not None
    game.answer((game.decision.options.index(Thing("player", one)),))
    game.concede(one)
    assert game.decision.kind == "targets"
    with pytest.raises(Illegal) as refused:
        game.answer((game.decision.options.index(Thing("player", other)),))
    assert "turn.9.6" in {rule for reason in refused.value.reasons for rule in reason.rules}
    again = game.decision
    assert (again.kind, again.player, again.options) == ("play", seat, (Play("bestow", boon), Pass()))
    assert (game.state.cards[boon].zone, game.state.cards[boon].face_up, game.state.stack) == ("pantheon", False, ())
    assert [player.lost for player in game.state.players].count(True) == 1
    game.answer(Play("bestow", boon))
    while not game.acting and game.decision.kind == "targets":
        game.answer((0,))
    assert game.state.cards[boon].face_up


@pytest.mark.rule("BB.3.1")
def test_keywords_first_boon_that_has_no_target_before_the_game_is_not_offered() -> None:
    """No Spirit has entered yet, so there is no unit: the game begins without a question."""
    card = DUEL.replace("{player: opponent, name: first}, {player: any, name: second}", "{of: unit}")
    contents = [pantheon("Lesser Boon of Poseidon", "Greater Boon of Duels")] * 2
    game = Game(
        setup(contents, *read_cards(card.replace("who: target", "amount: 1"), "duel.yaml"), seed=1, format="pantheon")
    )
    assert (game.to_act, game.state.turn.phase) == (game.state.first_player, "main")
    assert all(
        game.state.cards[number].zone == "pantheon" for player in game.state.players for number in player.pantheon
    )
    assert [len(player.pantheon) for player in game.state.players] == [2, 2]


def test_turn_2_table_6_each_player_of_a_pantheon_game_has_a_barrier() -> None:
    game = Game.new([pantheon("Lesser Boon of Poseidon", "Greater Boon of Rosen")] * 3, seed=0, format="pantheon")
    names = [game.state.cards[number].face for number in game.state.field]
    assert names.count("Pantheon Barrier") == 3
    assert game.state.turn.phase == "main"
    assert len(game.state.players[game.state.first_player].hand) == 8  # nobody skips the draw phase (turn.3.3)


# -- the steps of setup --------------------------------------------------------------------------------------------


def fresh(*abilities: AbilityNode, name: str = "Old Mirror", types: tuple[str, ...] = ("item",)) -> Face:
    """A made-up object card."""
    return Face(name, types, ("norm",), cost=PrintedCost(reserve=0), abilities=abilities)


def setup(decks: Sequence[Deck], *cards: Face, seed: int = 0, format: str = "standard") -> State:
    """A game before its first step."""
    contents = [(each.material, each.main_cards, each.boons) for each in decks]
    return prepared(pool().with_cards(cards), contents, seed=seed, format=format)


def test_turn_2_table_1_decks_and_boons_are_put_face_down_into_their_zones() -> None:
    boons = ("Lesser Boon of Poseidon", "Greater Boon of Rosen")
    state = setup([pantheon(*boons)] * 2, format="pantheon")
    for player in state.players:
        assert (len(player.deck), len(player.material), len(player.pantheon)) == (60, 12, 2)
        assert not any(state.cards[number].face_up for number in state.own_cards(player.seat))
        assert {state.cards[number].face for number in player.pantheon} == set(boons)


def test_turn_2_table_2_main_decks_are_shuffled_by_the_seed() -> None:
    def order(seed: int) -> list[str]:
        state = setup([deck("rai"), deck("silvie")], seed=seed)
        return [state.cards[number].face for number in state.players[0].deck]

    unshuffled = list(deck("rai").main_cards)
    assert order(1) == order(1) != order(2)
    assert sorted(order(1)) == sorted(unshuffled) != order(1) != unshuffled


def test_turn_2_table_4_the_first_player_is_random_and_turns_go_round() -> None:
    first = [setup([deck("rai")] * 3, seed=seed, format="pantheon").first_player for seed in range(60)]
    assert {first.count(seat) > 8 for seat in range(3)} == {True}
    game = Game.new([pantheon("Lesser Boon of Poseidon", "Greater Boon of Rosen")] * 3, seed=0, format="pantheon")
    seats = [event.player for event in game.events if event.kind == "enter"]
    start = game.state.first_player
    assert list(dict.fromkeys(seats)) == [(start + step) % 3 for step in range(3)]


@pytest.mark.rule("turn.2", "turn.2.table")
def test_turn_2_table_5_pre_game_actions_come_in_turn_order_before_champions() -> None:
    """Each player in turn may begin with the card on the field; no champion is there yet."""
    mirror = Deck(("Spirit of Fire", "Old Mirror"), {"Fireball": 60})
    state = setup([mirror] * 2, fresh(BeginsOnField(), types=("regalia", "item")))
    game = Game(state)
    asked = []
    while (decision := game.decision) is not None and decision.kind == "pre-game":
        asked.append(decision.player)
        assert all(game.state.champion(seat) is None for seat in range(2))
        game.answer([0] if len(asked) == 1 else [])
    first = game.state.first_player
    assert asked == [first, 1 - first]
    mirrors = [card for card in game.state.cards if card.face == "Old Mirror"]
    assert [card.zone for card in mirrors if card.owner == first] == ["field"]
    assert [card.zone for card in mirrors if card.owner != first] == ["material"]


def test_turn_2_1_a_card_that_begins_on_the_field_does_not_enter() -> None:
    """It counts as in play since before the first turn: awake and older than champions, with nothing triggered."""
    entering = Triggered(on=Enter(), do=(Draw(),))
    mirror = Deck(("Spirit of Fire", "Old Mirror"), {"Fireball": 60})
    state = setup([mirror] * 2, fresh(BeginsOnField(), entering, types=("regalia", "item")))
    game = Game(state)
    game.answer([0])
    game.answer([0])
    assert [len(player.hand) for player in game.state.players] == [7, 7]
    assert game.state.turn.number == 1
    mirrors = [game.state.cards[number] for number in game.state.field[:2]]
    assert [(card.face, card.rested) for card in mirrors] == [("Old Mirror", False)] * 2
    assert sorted(event.player or 0 for event in game.events if isinstance(event, events.PreGame)) == [0, 1]
    assert any("turn.7.special" in event.rules for event in game.events)


@pytest.mark.rule("turn.7.2", "turn.7.special")
def test_turn_2_3_card_text_cannot_keep_the_champion_away() -> None:
    """Objects that would be banished instead of entering are; the champion, put there by a special action, is not."""
    wall = StaticAbility(effects=(Redirect(cards=Filter("card"), instead_of="field"),))
    mirror = Deck(("Spirit of Fire", "Old Mirror"), {"Fireball": 60})
    state = setup([mirror] * 2, fresh(BeginsOnField(), wall, types=("regalia", "item")))
    game = Game(state)
    game.answer([0])
    game.answer([0])
    assert all(game.state.champion(seat) is not None for seat in range(2))
    assert not any(event.kind == "materialization" for event in game.events)
    assert [len(player.banishment) for player in game.state.players] == [0, 0]


@pytest.mark.rule("turn.2.table.7")
def test_turn_2_choice_all_champions_are_there_before_the_first_turn() -> None:
    game = Game.new([deck("rai"), deck("silvie")], seed=5)
    kinds = [event.kind for event in game.events if event.kind in ("turn", "enter")]
    assert kinds == ["enter", "enter", "turn"]
    assert game.state.turn.number == 1


@pytest.mark.parametrize("players", [2, 3])
def test_turn_2_table_7_the_first_turn_of_a_pantheon_game_begins_with_the_draw_phase(players: int) -> None:
    decks = [pantheon("Lesser Boon of Poseidon", "Greater Boon of Rosen")] * players
    game = Game.new(decks, seed=0, format="pantheon")
    first = next(event for event in game.events if isinstance(event, events.Phase))
    assert (first.phase, first.player) == ("draw", game.state.first_player)
