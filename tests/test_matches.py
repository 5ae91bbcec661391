"""Matches: the score, who chooses who begins, and cards exchanged with the sideboard between games."""

from __future__ import annotations

import doctest

import pytest

from archivist import Game, matches
from archivist.decks import Deck, deck
from archivist.matches import Match, MatchError, cards_of, exchanged, moved, seed_for
from archivist.model.errors import Illegal


def test_the_module_says_how_it_is_used() -> None:
    assert doctest.testmod(matches).failed == 0


@pytest.mark.parametrize(
    ("best_of", "results", "score", "winner"),
    [
        (1, [0], (1, 0), 0),
        (3, [0], (1, 0), None),
        (3, [0, 1], (1, 1), None),
        (3, [0, None, 1, 1], (1, 2), 1),
        (5, [1, 1, 0, 0, 1], (2, 3), 1),
    ],
)
def test_more_than_half_of_the_games_win(
    best_of: int, results: list[int | None], score: tuple[int, int], winner: int | None
) -> None:
    match = Match(best_of)
    for each in results:
        match = match.after(each)
    assert (match.score, match.winner, match.played) == (score, winner, len(results))


def test_the_loser_of_the_last_game_chooses() -> None:
    match = Match()
    assert match.chooses is None
    assert match.after(0).chooses == 1
    assert match.after(0).after(1).chooses == 0
    assert match.after(0).after(None).chooses is None
    assert Match(players=3).after(0).chooses is None


@pytest.mark.parametrize(
    ("made", "says"),
    [
        (lambda: Match(2), "best of 1, 3, 5 and so on, not of 2"),
        (lambda: Match(0), "best of 1, 3, 5"),
        (lambda: Match(players=1), "at least two players"),
        (lambda: Match().after(2), "there is no player 2"),
        (lambda: Match(1).after(0).after(0), "this match is decided"),
    ],
)
def test_what_no_match_is(made: object, says: str) -> None:
    with pytest.raises(MatchError, match=says):
        made()  # type: ignore[operator]


@pytest.mark.parametrize("first", [0, 1])
@pytest.mark.parametrize("seed", [0, 1, 2, 2**63 - 1])
def test_turn_2_table_4_a_seed_with_which_a_player_begins(first: int, seed: int) -> None:
    decks = [deck("rai"), deck("silvie")]
    found = seed_for(first, decks, seed)
    assert Game.new(decks, seed=found).state.first_player == first
    assert seed_for(first, decks, found) == found


# -- exchanging cards --------------------------------------------------------------------------------------------


def boarded() -> Deck:
    whole = deck("lorraine")
    return Deck(whole.material, whole.main, sideboard={"Gray Wolf": 2, "Fireball": 1})


def test_cards_are_moved_between_deck_and_sideboard() -> None:
    new = moved(moved(boarded(), "Gray Wolf", 2, into_deck=True), "Reclaim", 2, into_deck=False)
    assert (new.main["Gray Wolf"], "Reclaim" in new.main, new.sideboard) == (2, False, {"Fireball": 1, "Reclaim": 2})
    assert cards_of(new) == cards_of(boarded())
    assert exchanged(boarded(), new) == new


def test_a_material_card_goes_back_to_the_material_deck() -> None:
    out = moved(boarded(), "Prismatic Edge", 1, into_deck=False)
    assert "Prismatic Edge" not in out.material
    assert out.sideboard["Prismatic Edge"] == 1
    back = moved(out, "Prismatic Edge", 1, into_deck=True)
    assert sorted(back.material) == sorted(boarded().material)
    assert back.sideboard == boarded().sideboard


@pytest.mark.parametrize(("number", "into_deck"), [(3, True), (0, True), (1, False)])
def test_only_cards_that_are_there_are_moved(number: int, into_deck: bool) -> None:
    with pytest.raises(MatchError, match=r"there are \d Gray Wolf in the"):
        moved(boarded(), "Gray Wolf", number, into_deck=into_deck)


def test_no_other_cards_come_in_and_none_go() -> None:
    old = boarded()
    with pytest.raises(MatchError, match="Gray Wolf is one too many"):
        exchanged(old, Deck(old.material, old.main, sideboard={**old.sideboard, "Gray Wolf": 3}))
    with pytest.raises(MatchError, match="Fireball is one too few"):
        exchanged(old, Deck(old.material, old.main, sideboard={"Gray Wolf": 2}))


def test_turn_10_standard_the_deck_must_still_be_legal() -> None:
    with pytest.raises(Illegal, match="the main deck has 58 cards; at least 60 are needed"):
        exchanged(boarded(), moved(boarded(), "Reclaim", 2, into_deck=False))


def test_a_card_that_was_allowed_before_is_allowed_again() -> None:
    """Rai's deck may be played though a card of it is banned; a match does not end that."""
    rai = deck("rai")
    old = Deck(rai.material, rai.main, sideboard={"Gray Wolf": 1})
    new = moved(moved(old, "Gray Wolf", 1, into_deck=True), "Fireball", 1, into_deck=False)
    assert exchanged(old, new) == new
