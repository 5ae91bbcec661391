"""Sights: what a page shows to a seat or to an onlooker, and why numbers are what they are."""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator

import msgspec
import pytest

from archivist.game import Game
from archivist.model.decision import Pass, Play
from archivist.model.errors import Illegal
from archivist.notation.seen import by_handle
from archivist.person import numbers
from archivist.server.errors import NotNow
from archivist.server.opening import GUESSED, moment_of_line
from archivist.server.sight import events_of_lines, log, plain_tile, sight, why_not
from archivist.server.tiles import Sight
from archivist.view import handle

BUFFED = """
title: An ally with counters, raised by another card
setup:
  A:
    champion: [Spirit of Wind, "Lorraine, Wandering Warrior"]
    field:
      - {card: Banner Knight, counters: {buff: 2}}
      - Esteemed Knight
    hand: [Fireball, Idle Thoughts]
  B:
    champion: [Spirit of Fire]
    field: [Swift Recruit]
    hand: [Fireball, Fireball]
steps: []
"""


def games(count: int, decisions: int = 140) -> Iterator[Game]:
    """Games at random moments."""
    for seed in range(count):
        dice = random.Random(seed)
        game = Game.new([dice.choice(("lorraine", "rai", "silvie")) for _ in range(2)], seed=seed)
        for number in range(decisions):
            decision = game.decision
            if decision is None:
                break
            answers = list(itertools.islice(decision.answers(), 30))
            if decision.form == "act" and dice.random() < 0.7:
                answers = [each for each in decision.options if each != Pass()] or answers  # type: ignore[misc]
            try:
                game.answer(dice.choice(answers))
            except Illegal:
                continue
            if number % 9 == 0:
                yield game


def position(text: str = BUFFED) -> Game:
    return Game.from_scenario(text.replace("steps: []\n", ""))


def named(shown: Sight, name: str) -> str:
    return next(each for each, tile in shown.cards.items() if tile.name == name)


def total(parts: list[numbers.Part]) -> int:
    """What reasons for a number come to, applied one after the other (effects.5.8)."""
    value = 0
    for part in parts:
        match part.change[0]:
            case "=":
                value = int(part.change[2:])
            case "×":
                value *= int(part.change[1:])
            case "+" | "-":
                value += int(part.change)
            case "a":
                continue
            case _:
                value = int(part.change)
    return value


@pytest.mark.rule("effects.5.8")
def test_effects_5_8_the_reasons_for_every_number_come_to_that_number() -> None:
    compared = 0
    for game in games(12):
        state = game.state
        for number in state.field:
            card = state.cards[number]
            for stat, value in (("power", state.now.power(state, card)), ("life", state.now.life(state, card))):
                if value is not None:
                    assert total(numbers.parts(state, 0, card, stat)) == value  # type: ignore[arg-type]
                    compared += 1
        for seat in range(2):
            champion = state.champion(seat)
            if champion is not None:
                assert total(numbers.parts(state, 0, champion, "level")) == state.now.level(state, seat)
    assert compared > 200


def test_effects_5_8_the_reasons_for_a_level_are_told_of_a_position_that_nobody_has_looked_at() -> None:
    state = position().state
    champion = state.champion(0)
    assert champion is not None
    state.forget()
    assert [part.change for part in numbers.parts(state, 0, champion, "level")] == ["1"]


@pytest.mark.rule("effects.5.8.E2")
def test_effects_5_8_E2_buff_counters_are_told_beside_what_is_printed() -> None:
    shown = sight(position(), 0)
    knight = shown.cards[named(shown, "Banner Knight")]
    power = knight.why["power"]
    assert power[0] == numbers.Part(str(knight.printed["power"]), "printed")
    assert power[-1] == numbers.Part("+2", "buff counters")


def test_a_sight_is_plain_data_and_the_same_again() -> None:
    game = position()
    encoded = msgspec.json.encode(sight(game, 0))
    assert msgspec.json.encode(msgspec.json.decode(encoded, type=Sight)) == encoded
    assert msgspec.json.encode(sight(game, 0)) == encoded


def test_hidden_cards_are_numbers_to_others_and_to_onlookers() -> None:
    game = position()
    own, other, onlooker = sight(game, 0), sight(game, 1), sight(game)
    assert {tile.name for tile in own.cards.values() if tile.zone == "hand"} == {"Fireball", "Idle Thoughts"}
    assert not [tile for tile in other.cards.values() if tile.name == "Idle Thoughts"]
    assert not [tile for tile in onlooker.cards.values() if tile.zone == "hand"]
    assert [side.piles["hand"].count for side in onlooker.sides] == [2, 2]
    assert onlooker.asked is None
    assert onlooker.seat == ""
    everything = sight(game, everything=True)
    assert sorted(tile.name for tile in everything.cards.values() if tile.zone == "hand") == sorted(
        ["Fireball", "Idle Thoughts", "Fireball", "Fireball"]
    )


def test_what_can_be_done_is_marked_on_the_card_with_which_it_is_done() -> None:
    marked = 0
    for game in games(5):
        seat = game.to_act
        if seat is None:
            continue
        shown, decision = sight(game, seat), game.view(seat, log=0).decision
        assert decision is not None
        assert shown.asked is not None
        for each, tile in shown.cards.items():
            for deed in tile.deeds:
                assert decision.handles[deed.option] == each
                marked += 1
        on_table = [index for index, each in enumerate(decision.handles) if each in shown.cards]
        assert sorted(deed.option for tile in shown.cards.values() for deed in tile.deeds) == on_table
        for row in shown.asked.rows:
            assert not row.handle or row.handle in shown.cards
    assert marked > 30


def test_the_sides_are_drawn_with_ones_own_last() -> None:
    game = Game.new(["rai", "rai", "rai"], seed=1)
    assert [side.name for side in sight(game, 1).sides] == ["C", "A", "B"]
    assert [side.name for side in sight(game).sides] == ["B", "C", "A"]


def test_targets_on_the_stack_point_to_what_lies_on_the_table() -> None:
    pointed = 0
    for game in games(10):
        for seat in (0, 1, None):
            shown = sight(game, seat, forecast=False)
            places = {*shown.cards, *(item.key for item in shown.stack), *(f"player-{each}" for each in shown.players)}
            for item in shown.stack:
                assert set(item.at) <= places
                pointed += len(item.at)
    assert pointed > 5


def test_the_attack_under_way_is_told_with_what_it_would_deal() -> None:
    fights = [shown.fight for game in games(10) if (shown := sight(game, forecast=False)).fight is not None]
    assert fights
    for fight in fights:
        assert fight is not None
        assert fight.damage >= 0
        assert fight.name


def test_a_card_that_cannot_be_played_has_every_reason_with_its_rules() -> None:
    game = position()
    shown = sight(game, 1)
    fireball = next(each for each, tile in shown.cards.items() if tile.zone == "hand")
    (verdict,) = why_not(game, 1, fireball)
    assert verdict.said == "You cannot activate Fireball now:"
    assert all(reason.rules and reason.why for reason in verdict.reasons)
    assert verdict.reasons[0].statement
    assert why_not(game, 0, fireball) == []  # A does not see it, and learns nothing about it


def test_lines_of_the_log_are_numbered_as_they_are_told() -> None:
    for game in itertools.islice(games(3), 0, None, 4):
        for seat in (0, 1, None):
            lines = log(game, seat, None)
            counts = events_of_lines(game, seat)
            assert [line.number for line in lines] == list(range(1, len(counts) + 1))
            assert counts == sorted(set(counts))
            assert log(game, seat, 5) == lines[-5:]


def test_prices_are_what_a_play_costs_now() -> None:
    for game in games(4):
        seat = game.to_act
        if seat is None:
            continue
        shown, forecasts = sight(game, seat), game.forecast(seat)
        for tile in shown.cards.values():
            if tile.deeds and forecasts[tile.deeds[0].option].cost:
                amount = forecasts[tile.deeds[0].option].cost[0].split()[0]
                assert tile.now.rstrip("+") == amount or not amount.isdecimal() or tile.zone == "field"
    assert plain_tile("Fireball").now == plain_tile("Fireball").cost


# -- opening a moment --------------------------------------------------------------------------------------------


def test_a_moment_of_a_running_game_is_opened_with_guessed_cards_only() -> None:
    opened = 0
    for game in itertools.islice(games(4), 0, None, 5):
        for seat in (0, 1):
            lines = log(game, seat)
            if game.over or not lines:
                continue
            try:
                text = moment_of_line(game, seat, lines[-1].number, over=False)
            except NotNow:
                continue
            assert text.startswith(GUESSED)
            again = Game.from_scenario(text)
            assert len(again.state.players) == 2
            opened += 1
    assert opened > 5


def test_an_onlooker_opens_no_moment_of_a_running_game() -> None:
    game = next(games(1))
    with pytest.raises(NotNow):
        moment_of_line(game, None, 1, over=False)
    with pytest.raises(NotNow):
        moment_of_line(game, 0, 0, over=False)


def test_every_shown_card_is_one_of_the_game() -> None:
    for game in games(2):
        known = {handle(card) for card in game.state.cards}
        for seat in (0, 1):
            assert set(sight(game, seat).cards) == set(by_handle(game.view(seat, log=0))) <= known


def test_RU_14_why_not_tells_nothing_of_a_play_that_another_player_is_making() -> None:
    game = Game.from_scenario(
        """
        setup:
          A: {champion: [Spirit of Fire, "Rai, Spellcrafter"], hand: [Fireball, 2 x Idle Thoughts]}
          B: {champion: [Spirit of Water], hand: [Idle Thoughts], field: [Blue Slime]}
        """
    )
    handles = [each.handle for each in game.view(1).players[1].zones["hand"].cards]
    before = [why_not(game, 1, each) for each in handles]
    assert before and all(before)
    game.answer(Play("activate", game.state.players[0].hand[0]))
    assert game.decision is not None and game.decision.kind == "targets"
    assert [why_not(game, 1, each) for each in handles] == before
