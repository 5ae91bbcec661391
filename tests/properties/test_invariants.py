"""What holds at every decision of every game: zones, values, the stack, the question asked, and the rules cited."""

from __future__ import annotations

import itertools
from collections import Counter

import pytest

from archivist.game import Game
from archivist.model.card import OWN_ZONES
from archivist.model.decision import Decision
from archivist.model.state import State
from archivist.rules.catalogue import catalogue
from archivist.rules.legal_actions import offers
from mass import how_many, seeds
from moments import Before, check_refusal, random_seeds
from positions import Playout, new_game, position


def check_zones(state: State) -> None:
    """Every card is in exactly one place, and says so itself."""
    places: Counter[int] = Counter()
    for player in state.players:
        for zone in OWN_ZONES:
            for number in getattr(player, zone):
                places[number] += 1
                assert state.cards[number].zone == zone
                assert state.cards[number].owner == player.seat
    shared = {"field": state.field, "stack": state.stack_cards, "intent": state.intent}
    for zone, numbers in shared.items():
        for number in numbers:
            places[number] += 1
            assert state.cards[number].zone == zone
    for number in state.field:
        for beneath in state.cards[number].lineage:
            places[beneath] += 1
            assert state.cards[beneath].zone == "lineage"
    assert set(places.values()) <= {1}
    for number, card in enumerate(state.cards):
        assert card.id == number
        assert (card.zone == "none") == (number not in places), card
        if card.zone == "none":
            assert card.token or state.players[card.owner].lost


def check_values(state: State) -> None:
    """Nothing is below zero, champions are where their players say."""
    for card in state.cards:
        assert card.damage >= 0
        assert all(count >= 0 for count in card.counters.values()), card.counters
        assert card.incarnation >= 0
        assert card.face in state.whole_pool
    for player in state.players:
        if player.champion is not None:
            assert player.champion in state.field
            assert state.cards[player.champion].controller == player.seat
        assert all(count >= 0 for count in player.skips.values())
    assert 0 <= state.passes <= len(state.players)
    apart = [card for card in state.cards if card.zone != "lineage"]
    assert len({card.stamp for card in apart}) == len(apart)


def check_stack(state: State) -> None:
    """Whenever a player can act, instances and their cards are on the stack together, and nothing waits."""
    for item in state.stack:
        if item.is_play:
            assert item.card in state.stack_cards
    assert set(state.stack_cards) == {item.card for item in state.stack if item.is_play}
    assert not state.waiting
    assert state.combat is not None or not state.intent


def check_decision(game: Game, decision: Decision) -> None:
    """The pending decision can be answered, and only fitting answers are listed."""
    assert decision.player == game.to_act
    assert set(decision.rules) <= catalogue().keys()
    assert decision.rules
    if decision.form == "pick":
        assert decision.least <= len(decision.options)
        assert decision.least <= decision.most
        assert len(set(map(repr, decision.options))) == len(decision.options) or isinstance(decision.options[0], str)
    answers = list(itertools.islice(decision.answers(), 60))
    assert answers
    for answer in answers:
        decision.check(answer)


def check_playout(playout: Playout) -> None:
    """Every invariant at every decision of a playout."""
    cards = sorted(card.face for card in playout.game.state.cards if not card.token)
    for game in playout:
        state, decision = game.state, game.decision
        assert decision is not None
        check_zones(state)
        check_values(state)
        check_decision(game, decision)
        assert sorted(card.face for card in state.cards if not card.token) == cards
        if game.acting:
            check_stack(state)
            assert offers.decision(state.copy()) == decision


@pytest.mark.mass
def test_invariants_hold_at_every_decision_of_random_playouts() -> None:
    """Nothing but refusals is ever raised, and offered plays with legal answers are hardly ever refused."""
    decisions = dead_ends = 0
    for seed in range(how_many(25, 60)):
        playout = Playout(position(seed), seed, 70)
        check_playout(playout)
        decisions += playout.answered
        dead_ends += len(playout.dead_ends)
    assert decisions > how_many(625, 1500)
    assert dead_ends <= decisions // 100


@seeds(3, 6)
def test_invariants_hold_through_whole_games(seed: int) -> None:
    """From the first decision before the game on; then everything is undone again, back to it."""
    game = new_game(seed)
    start = Before(game)
    playout = Playout(game, seed, 250, eager=0.8)
    check_playout(playout)
    assert not playout.dead_ends
    again = Game.load(game.save())
    assert again.state == game.state
    assert again.events == game.events
    while game.can_undo:
        game.undo()
    start.check(game)


@random_seeds(16, 40)
def test_every_event_of_a_playout_cites_rules_of_the_catalogue(seed: int) -> None:
    playout = Playout(position(seed), seed, 60)
    for _ in playout:
        pass
    known = catalogue().keys()
    for event in playout.game.events:
        assert event.rules, event
        assert set(event.rules) <= known, event
    for _, illegal in playout.dead_ends:
        check_refusal(illegal)
