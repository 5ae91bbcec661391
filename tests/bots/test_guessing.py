"""Guessed games: consistent with everything that is seen, dealt from what is left, and without peeking."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator

import msgspec
import pytest
from msgspec.structs import replace

from archivist.arena.playing import Dice, Table, match
from archivist.bots.guessing import ENOUGH, Guessing, recognized
from archivist.cards import pool
from archivist.decks import Deck, deck
from archivist.game import Game
from archivist.knowledge import UNKNOWN
from archivist.log.saves import dump
from archivist.model.card import Seat
from archivist.model.state import State
from disguises import disguised, hidden_from, restarted

DECKS = ("lorraine", "rai", "silvie")


def decisions(game: Game, seed: int, most: int = 100) -> Iterator[Seat]:
    """Plays a game at random and stops before every decision that is worth a thought."""
    table = Table(game, seed)
    while game.decision is not None and table.decisions < most:
        if len(game.decision.options) > 1:
            yield game.decision.player
        answer = table.next_answer()
        assert answer is not None
        table.give(answer)


def guessed(game: Game, seat: Seat, seed: int, decks: list[Deck | None] | None = None) -> Game | None:
    known = game.view(seat, log=0, exact=True).knowledge
    assert known is not None
    return Guessing(known, decks).deal(Dice(seed))


@pytest.mark.parametrize("name", DECKS)
@pytest.mark.parametrize("open_lists", [True, False])
def test_the_guessed_game_looks_the_same_to_the_seat(name: str, open_lists: bool) -> None:
    """At nearly every decision a game is found in which the seat sees the same and must decide the same."""
    game = Game.new([deck(name), deck(name)], seed=4)
    lists: list[Deck | None] | None = [deck(name), deck(name)] if open_lists else None
    found = missed = 0
    for seat in decisions(game, 4):
        guess = guessed(game, seat, found, lists)
        if guess is None:
            missed += 1
            continue
        found += 1
        assert msgspec.json.encode(guess.view(seat, log=0)) == msgspec.json.encode(game.view(seat, log=0))
    assert found > 10
    assert missed <= found // 50


@pytest.mark.parametrize("seed", [1, 2, 4, 5])
def test_games_of_other_decks_formats_and_sizes_can_be_guessed(seed: int) -> None:
    played = match(seed)
    game = played.game()
    found = missed = 0
    for seat in decisions(game, seed, 80):
        guess = guessed(game, seat, found, list(played.decks))
        found += guess is not None
        missed += guess is None
    assert found > 10
    assert missed <= max(1, found // 20)


def owned(state: State, seat: Seat) -> Counter[str]:
    return Counter(
        card.default_face for card in state.cards if card.owner == seat and not card.token and card.zone != "none"
    )


def test_with_deck_lists_the_hidden_cards_are_those_left_over() -> None:
    lists = [deck("rai"), deck("silvie")]
    game = Game.new(lists, seed=2)
    for seat in decisions(game, 2):
        guess = guessed(game, seat, 0, list(lists))
        assert guess is not None
        for owner in (0, 1):
            assert owned(guess.state, owner) == owned(game.state, owner)


def test_without_deck_lists_the_hidden_cards_fit_where_they_lie() -> None:
    game = Game.new([deck("rai"), deck("silvie")], seed=2)
    for seat in decisions(game, 2):
        guess = guessed(game, seat, 0)
        assert guess is not None
        for player in guess.state.players:
            for zone in ("hand", "memory", "deck", "material"):
                for number in player.__getattribute__(zone):
                    words = guess.state.face(guess.state.cards[number]).words
                    assert bool(words & {"regalia", "champion"}) == (zone == "material")


def test_hidden_cards_differ_from_guess_to_guess() -> None:
    game = Game.new([deck("rai"), deck("rai")], seed=2)
    seat = next(decisions(game, 2))
    hands = set()
    for seed in range(8):
        guess = guessed(game, seat, seed, [deck("rai"), deck("rai")])
        assert guess is not None
        other = guess.state.players[1 - seat]
        hands.add(tuple(guess.state.cards[number].face for number in (*other.hand, *other.deck)))
    assert len(hands) == 8


@pytest.mark.parametrize("name", DECKS)
def test_a_deck_of_the_project_is_recognized_by_what_was_seen(name: str) -> None:
    """Without a list, the hidden cards are those that are left of the deck that everything seen belongs to."""
    game = Game.new([deck(name), deck(name)], seed=4)
    compared = 0
    for seat in decisions(game, 4, 160):
        other = 1 - seat
        known = game.view(seat, log=0, exact=True).knowledge
        assert known is not None
        seen = [
            card
            for card in known.position.cards[:-1]
            if card.owner == other and card.true_name != UNKNOWN and not card.token
        ]
        if len(seen) < ENOUGH or len({each.default_face for each in seen}) < ENOUGH:
            continue
        guess = guessed(game, seat, compared)
        if guess is not None:
            assert owned(guess.state, other) == owned(game.state, other)
            compared += 1
    assert compared > 5


def test_another_deck_is_not_taken_for_one_of_the_project() -> None:
    """A card that the deck does not have, a copy too many, or too little that was seen: it may be any deck."""
    mine = deck("rai")
    seen = [*mine.material[:2], *mine.main_cards[:3]]
    assert recognized(seen, pool()) == mine
    assert recognized([*seen, deck("silvie").main_cards[0]], pool()) is None
    assert recognized([*seen, *[mine.main_cards[0]] * 4], pool()) is None
    assert recognized(seen[: ENOUGH - 1], pool()) is None


@pytest.mark.parametrize("seed", range(6))
def test_no_peeking(seed: int) -> None:
    """Two states that differ only in what the seat may not see give the same guesses for the same seed."""
    rng = random.Random(seed)
    game = Game.new([deck(DECKS[seed % 3]), deck(DECKS[seed % 2])], seed=seed)
    compared = 0
    for seat in decisions(game, seed):
        if not game.acting:
            continue
        state = game.state
        other = disguised(state, hidden_from(state, seat), rng)
        other.rng = rng.getrandbits(64)
        one, two = (guessed(restarted(each), seat, seed) for each in (state, other))
        assert one is not None
        assert two is not None
        assert dump(one) == dump(two)
        compared += 1
    assert compared > 5


def test_no_deal_where_others_have_decided_something_hidden() -> None:
    game = Game.new([deck("rai"), deck("silvie")], seed=2)
    known = game.view(0, log=0, exact=True).knowledge
    assert known is not None
    assert Guessing(replace(known, answers=None)).deal(Dice(0)) is None
