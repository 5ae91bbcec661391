"""``archivist play --best-of``: several games at the terminal, with sideboards, and the loser choosing who begins."""

from __future__ import annotations

from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from archivist.cli import app
from archivist.decks import Deck, deck
from archivist.notation.decklists import write

LOSE = "concede\ny\n"


@pytest.fixture
def list_(tmp_path: Path) -> Path:
    """A deck with a sideboard."""
    whole = deck("lorraine")
    file = tmp_path / "mine.txt"
    file.write_text(write(Deck(whole.material, whole.main, sideboard={"Gray Wolf": 2, "Fireball": 1})))
    return file


def play(tmp_path: Path, *options: str | Path, typed: str) -> Result:
    run = CliRunner(env={"ARCHIVIST_HOME": str(tmp_path / "home"), "COLUMNS": "120"})
    words = ["play", "--plain", "--seed", "4", *map(str, options)]
    return run.invoke(app, words, input=typed)


@pytest.mark.parametrize(
    ("said", "first"), [("n", "The opponent goes first."), ("", "Turn 1, your turn"), ("y", "Turn 1, your turn")]
)
def test_the_loser_chooses_who_begins(tmp_path: Path, said: str, first: str) -> None:
    played = play(tmp_path, "--best-of", "3", typed=f"{LOSE}\n{said}\n{LOSE}\n")
    assert played.exit_code == 0, played.output
    second = played.stdout.partition("Best of 3, after game 1: You 0, the opponent 1.")[2]
    assert "You lost: do you want to begin the next game?" in second
    assert first in second
    assert played.stdout.endswith("The opponent wins the match. You 0, the opponent 2.\n")


def test_cards_are_exchanged_with_the_sideboard(tmp_path: Path, list_: Path) -> None:
    lines = ("+3 gray wolf", "hello", "+1 Wolf", "+2 gray wolf", "-1 reclaim", "undo", "+ Fireball", "list", "", "")
    typed = "\n".join((f"{LOSE}", *lines, f"{LOSE}\n"))
    played = play(tmp_path, "--best-of", "3", "--deck", list_, typed=typed)
    assert played.exit_code == 0, played.output
    between = played.stdout.partition("after game 1")[2].partition("Standard game")[0]
    for line in (
        "Sideboard: 2 Gray Wolf, 1 Fireball",
        "there are 2 Gray Wolf in the sideboard, not 3",
        "'hello' is not understood: +2 NAME, -2 NAME, list, undo, or Enter",
        "no card of your deck is named 'Wolf'; did you mean Gray Wolf",
        "Sideboard: 1 Fireball, 1 Reclaim",
        "1 Fireball\n",
    ):
        assert line in between
    assert "The opponent wins the match." in played.stdout


def test_a_deck_that_is_not_legal_after_exchanging_is_refused(tmp_path: Path, list_: Path) -> None:
    typed = f"{LOSE}\n-2 Reclaim\n\n+2 Gray Wolf\n\n\n{LOSE}\n"
    played = play(tmp_path, "--best-of", "3", "--deck", list_, typed=typed)
    assert "Not legal yet: the main deck has 58 cards; at least 60 are needed" in played.stdout
    assert "The opponent wins the match." in played.stdout


def test_a_match_can_be_left(tmp_path: Path) -> None:
    played = play(tmp_path, "--best-of", "3", typed=f"{LOSE}q\n")
    assert played.stdout.endswith("The match is left at You 0, the opponent 1.\n")
    played = play(tmp_path, "--best-of", "3", typed="q\n")
    assert "Resuming goes on with this game alone." in played.stdout


@pytest.mark.parametrize(
    ("options", "problem"),
    [
        (("--best-of", "2"), "a match is best of 1, 3, 5, not '2'"),
        (("--best-of", "many"), "a match is best of 1, 3, 5, not 'many'"),
        (("--best-of", "3", "--players", "3"), "a match is between two players, not 3"),
    ],
)
def test_what_no_match_is(tmp_path: Path, options: tuple[str, ...], problem: str) -> None:
    refused = play(tmp_path, *options, typed="")
    assert refused.exit_code == 2
    assert problem in refused.stderr


@pytest.mark.parametrize("format", ["standard", "open", "draft"])
def test_formats_are_played(tmp_path: Path, format: str) -> None:
    assert f"{format.capitalize()} game, seed 4" in play(tmp_path, "--format", format, typed="q\n").stdout
