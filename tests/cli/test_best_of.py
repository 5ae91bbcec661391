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
    second = played.stdout.partition("Best of 3, after game 1: you 0, the opponent 1.")[2]
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
    assert "You left the match at you 0, the opponent 1.\n" in played.stdout
    assert played.stdout.endswith(" resume continues it.\n")
    played = play(tmp_path / "other", "--best-of", "3", typed="q\n")
    assert played.stdout.endswith("The match stands at you 0, the opponent 0.\n")


# -- going on with a match ---------------------------------------------------------------------------------------


def resume(tmp_path: Path, *options: str, typed: str) -> Result:
    run = CliRunner(env={"ARCHIVIST_HOME": str(tmp_path / "home"), "COLUMNS": "160"})
    return run.invoke(app, ["resume", "--plain", *options], input=typed)


def listed(tmp_path: Path, *options: str) -> list[str]:
    run = CliRunner(env={"ARCHIVIST_HOME": str(tmp_path / "home"), "COLUMNS": "160"})
    return run.invoke(app, ["games", *options]).stdout.splitlines()


def test_a_match_that_was_left_within_a_game_goes_on_with_its_score(tmp_path: Path) -> None:
    """The second game is left after an answer: resuming plays it to its end, and the match is decided by it."""
    left = play(tmp_path, "--best-of", "3", typed=f"{LOSE}\n\n1\nq\n")
    assert "The match stands at you 0, the opponent 1. Resuming continues it." in left.stdout
    assert "unfinished; best of 3: you 0, the opponent 1." in listed(tmp_path)[1]
    resumed = resume(tmp_path, typed=f"{LOSE}\n")
    assert resumed.exit_code == 0, resumed.output
    assert resumed.stdout.startswith("Resuming.")
    assert resumed.stdout.endswith("The opponent wins the match. You 0, the opponent 2.\n")
    assert "there is no game to resume" in resume_problem(tmp_path)


def resume_problem(tmp_path: Path) -> str:
    run = CliRunner(env={"ARCHIVIST_HOME": str(tmp_path / "home")})
    return run.invoke(app, ["games"]).stderr


@pytest.mark.parametrize("typed", [f"{LOSE}q\n", f"{LOSE}\n", f"{LOSE}\n\n", f"{LOSE}\n\n\nq\n"])
def test_a_match_that_was_left_between_two_games_goes_on_there(tmp_path: Path, list_: Path, typed: str) -> None:
    """Left after the first game, while exchanging cards, or before the first answer of the second: all is kept."""
    play(tmp_path, "--best-of", "3", "--deck", list_, typed=typed)
    assert "The opponent wins; best of 3: you 0, the opponent 1." in listed(tmp_path)[1]
    resumed = resume(tmp_path, typed=f"+1 Gray Wolf\n-1 Reclaim\n\nn\n{LOSE}\n")
    assert resumed.exit_code == 0, resumed.output
    for line in (
        "Best of 3, after game 1: you 0, the opponent 1.",
        "Sideboard: 2 Gray Wolf, 1 Fireball",
        "Sideboard: 1 Gray Wolf, 1 Fireball, 1 Reclaim",
        "The opponent goes first.",
        "The opponent wins the match. You 0, the opponent 2.",
    ):
        assert line in resumed.stdout
    assert "there is no game to resume" in resume_problem(tmp_path)


def test_a_sideboard_that_is_all_in_the_deck_can_be_taken_out_again_after_resuming(tmp_path: Path, list_: Path) -> None:
    taken = f"{LOSE}\n+2 Gray Wolf\n+1 Fireball\n\n\n1\nq\n"
    play(tmp_path, "--best-of", "5", "--deck", list_, typed=taken)
    resumed = resume(tmp_path, typed=f"{LOSE}\n-2 Gray Wolf\n\n\nq\n")
    assert "Sideboard: nothing" in resumed.stdout
    assert "Sideboard: 2 Gray Wolf" in resumed.stdout


def test_the_latest_game_of_a_match_is_the_one_to_resume(tmp_path: Path) -> None:
    """The first game is over and followed by another: only that one is listed, and all with --all."""
    play(tmp_path, "--best-of", "3", typed=f"{LOSE}\n\n1\nq\n")
    assert len([line for line in listed(tmp_path) if "best of 3" in line]) == 1
    assert len([line for line in listed(tmp_path, "--all") if "best of 3" in line]) == 2


@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        ("match: best of 3", "match: best of 2", "a match is best of 1, 3, 5 and so on, not of 2"),
        ("0 to 1 after 1, B won last", "0 to 2 after 2, B won last", "no unfinished match can have this score"),
        ("0 to 1 after 1, B won last", "0 to 1 after 0", "no unfinished match can have this score"),
        ("0 to 1 after 1, B won last", "0 to 1 after 1, A won last", "no unfinished match can have this score"),
        ("0 to 1 after 1", "1-0", "a match reads 'best of 3, 1 to 0 after 1, A won last', not"),
        ("match: best of 3, 0 to 1 after 1, B won last\n", "", "'match' is missing"),
    ],
)
def test_a_match_that_cannot_be_is_refused_with_its_line(tmp_path: Path, old: str, new: str, problem: str) -> None:
    play(tmp_path, "--best-of", "3", typed=f"{LOSE}\n\n1\nq\n")
    (file,) = (tmp_path / "home" / "games").glob("0002-*")
    text = file.read_text("utf-8")
    assert old in text
    file.write_text(text.replace(old, new), "utf-8")
    refused = resume(tmp_path, "2", typed="")
    assert refused.exit_code == 2
    assert problem in refused.stderr
    assert refused.stderr.count("\n") == 1


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
