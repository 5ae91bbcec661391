"""Whole games are played as they were when they were written down: every event, every rule id, in the same order."""

from __future__ import annotations

import itertools

import pytest

from archivist.arena.golden import FOLDER, GAMES, REGENERATE, Golden
from archivist.game import Game
from archivist.notation.playthrough import narrated
from positions import simple_position

MOST = 400_000


def difference(kept: str, now: str) -> str:
    """The first line in which two texts differ, or nothing."""
    lines = itertools.zip_longest(kept.splitlines(), now.splitlines(), fillvalue="(the end)")
    for number, (was, is_) in enumerate(lines, 1):
        if was != is_:
            return f"line {number}\n  was: {was}\n  now: {is_}"
    return ""


@pytest.mark.parametrize("golden", GAMES, ids=lambda golden: golden.name)
def test_a_kept_game_is_played_as_it_was(golden: Golden) -> None:
    path = FOLDER / f"{golden.name}.txt"
    found = difference(path.read_text("utf-8"), golden.text())
    if found:
        pytest.fail(f"{path.name}: {found}\nIf that is meant, write the kept games anew: {REGENERATE}", pytrace=False)


@pytest.mark.parametrize("golden", GAMES, ids=lambda golden: golden.name)
def test_a_kept_game_is_whole_and_not_too_long(golden: Golden) -> None:
    text = (FOLDER / f"{golden.name}.txt").read_text("utf-8")
    assert len(text) < MOST
    assert f"seed: {golden.seed}\n" in text
    assert "winner: A\n" in text or "winner: B\n" in text
    assert "== before the game ==" in text
    assert "== turn 2: " in text
    assert "the game is over  [turn.9.2]" in text


def test_the_folder_has_the_kept_games_and_nothing_else() -> None:
    assert sorted(path.stem for path in FOLDER.iterdir()) == sorted(golden.name for golden in GAMES)


def test_a_difference_names_the_first_line() -> None:
    assert difference("a\nb\n", "a\nb\n") == ""
    assert difference("a\nb\n", "a\nc\n") == "line 2\n  was: b\n  now: c"
    assert "now: (the end)" in difference("a\nb\n", "a\n")


def test_a_game_that_goes_on_can_be_narrated() -> None:
    game: Game = simple_position(champion=("Spirit of Fire", "Rai, Spellcrafter"))
    text = narrated(game)
    assert text.startswith("# A game\nformat: standard\nwinner: none yet\n")
    assert "cards of Ada:\n  1 Spirit of Fire\n  1 Rai, Spellcrafter\n  10 Giant Tortoise\n" in text
    assert "seed" not in text
