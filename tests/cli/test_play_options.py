"""The options of ``archivist play`` and its neighbours: decks of files in every form, fair defaults, games, rematches."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from msgspec.structs import replace
from terminal import Terminal, plain
from typer.testing import CliRunner, Result

from archivist.cli import app
from archivist.cli.play.start import STARTER, setup
from archivist.decks import deck, decks
from archivist.log.entries import Head
from archivist.log.reading import read_file
from archivist.notation.decklists import write

SEED = ("--seed", "5", "--opponent", "random")


@pytest.fixture
def home(tmp_path: Path) -> Path:
    return tmp_path / "home"


def command(home: Path, *arguments: str | Path, typed: str = "") -> Result:
    env = {"ARCHIVIST_HOME": str(home), "COLUMNS": "80"}
    return CliRunner(env=env).invoke(app, [str(each) for each in arguments], input=typed)


def head(game: Path) -> Head:
    return read_file(game, ("game",))[0].head


def games(home: Path) -> list[Path]:
    return sorted((home / "games").glob("*.game"))


# -- decks of files ----------------------------------------------------------------------------------------------

RAI = deck("rai")
MATERIAL = [(name, 1) for name in RAI.material]
MAIN = list(RAI.main.items())


def lines(pattern: str, entries: list[tuple[str, int]]) -> str:
    return "\n".join(pattern.format(count=count, name=name) for name, count in entries)


FORMS = {
    "numbers": f"# Material Deck\n{lines('{count} {name}', MATERIAL)}\n# Main Deck\n{lines('{count} {name}', MAIN)}\n",
    "times": f"Material:\n{lines('{count}x {name}', MATERIAL)}\n\nMain:\n{lines('{count} x {name}', MAIN)}",
    "close": f"[Material]\n{lines('{count}x{name}', MATERIAL)}\n[Main]\n{lines('{count}x{name}', MAIN)}",
    "slashes": f"// Material Deck (12)\n{lines('{count} {name}', MATERIAL)}\n// Main Deck\n{lines('{count} {name}', MAIN)}",
    "no headings": f"{lines('{count} {name}', MAIN)}\n{lines('{count} {name}', MATERIAL)}",
    "prefixes": f"{lines('Material: {count} {name}', MATERIAL)}\n{lines('Main: {count} {name}', MAIN)}",
    "sideboard": f"{lines('{count} {name}', MATERIAL + MAIN)}\nSB: 1 Fireball\n# Sideboard\n1 Idle Thoughts",
    "remarks": f"# my own deck\n{lines('{count} {name} // good', MATERIAL + MAIN)}\n# nothing more",
    "windows": f"\ufeff{lines('{count} {name}', MATERIAL + MAIN)}\n".replace("\n", "\r\n"),
    "capitals": lines("{count} {name}", MATERIAL + MAIN).upper(),
    "text": write(RAI),
    "json": write(RAI, "json"),
    "json in one line": json.dumps(json.loads(write(RAI, "json")) | {"name": "mine"}),
}


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("option", ["--deck", "--opponent-deck"])
def test_a_deck_of_a_file_is_played_in_every_form(home: Path, tmp_path: Path, form: str, option: str) -> None:
    file = tmp_path / f"my {form}{'.json' if 'json' in form else '.txt'}"
    file.write_bytes(FORMS[form].encode())
    played = command(home, "play", *SEED, option, file, typed="0\n")
    assert played.exit_code == 0, played.output
    assert f"with {file.name}" in " ".join(played.stdout.split())
    (game,) = games(home)
    mine = head(game).origin.decks[option == "--opponent-deck"]
    assert mine.main == RAI.main
    assert mine.material == RAI.material
    again = command(home, "resume", typed="q\n")
    assert again.exit_code == 0, again.output


def test_both_decks_may_be_files_and_a_bad_one_is_told_in_one_go(home: Path, tmp_path: Path) -> None:
    good, bad, small = (tmp_path / name for name in ("good.txt", "bad.txt", "small.txt"))
    good.write_text(write(RAI))
    bad.write_text("4 Firebal\n")
    small.write_text("1 Spirit of Fire\n4 Fireball\n")
    assert command(home, "play", *SEED, "--deck", good, "--opponent-deck", good).exit_code == 0
    for option in ("--deck", "--opponent-deck"):
        told = command(home, "play", *SEED, option, bad)
        assert told.exit_code == 2
        assert f"{bad} cannot be read:\nline 1: no card is named 'Firebal'; did you mean Fireball" in told.stderr
        told = command(home, "play", *SEED, option, small)
        assert told.exit_code == 2
        assert f"the deck {small} is not legal in standard: the main deck has 4 cards" in told.stderr


# -- defaults ----------------------------------------------------------------------------------------------------


def test_turn_2_without_a_deck_both_play_the_same_so_that_the_game_is_fair() -> None:
    made = setup("", (), (), "", "", "2")
    assert made.deck_names == (STARTER, STARTER)
    assert made.decks[0] == made.decks[1] == decks()[STARTER]
    assert made.players == ("human", "greedy")
    for name in decks():
        assert setup(name, (), (), "", "", "2").deck_names == (name, name)
    assert setup("rai", (), ("silvie",), "", "", "2").deck_names == ("rai", "silvie")
    drafted = setup("", (), (), "1", "draft", "2")
    assert drafted.decks[0] == drafted.decks[1]


def test_turn_2_table_4_who_goes_first_is_drawn_so_neither_seat_is_favoured() -> None:
    """The person sits in the same seat always; with the same deck on both sides only who goes first differs."""
    from archivist import Game

    first = [Game.new(["lorraine", "lorraine"], seed=seed).state.first_player for seed in range(60)]
    assert 20 <= sum(first) <= 40


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("--deck", "rai"), "you with rai against the opponent with rai (random)"),
        (("--opponent-deck", "silvie"), "you with lorraine against the opponent with silvie (random)"),
        (("--format", "draft"), "Draft game, seed 5: you with lorraine-draft against the opponent with lorraine-draft"),
        (("--format", "pantheon"), "Pantheon game, seed 5: you with random-1 against the opponent with random-2"),
        (("--players", "3"), "you with random-1 against B with random-2 against C with random-3 (random)"),
        (("--players", "4", "--opponent", "greedy"), "(random, greedy)"),
        (("--plain",), "Your cards: hand "),
    ],
)
def test_each_option_does_what_it_says(home: Path, arguments: tuple[str, ...], told: str) -> None:
    played = command(home, "play", *SEED, *arguments)
    assert played.exit_code == 0, played.output
    assert told in " ".join(played.stdout.split())


def test_two_people_share_the_keyboard(home: Path) -> None:
    played = command(home, "play", "--seed", "5", "--opponent", "human", "--plain", typed="\n0\n")
    assert "player A with lorraine against player B with lorraine" in played.stdout
    assert "Pass the keyboard to player B." in played.stdout
    assert "Player B, press Enter when nobody else is looking." in played.stdout


# -- games and rematches -----------------------------------------------------------------------------------------


def test_games_lists_what_can_be_resumed(home: Path) -> None:
    none = command(home, "games")
    assert none.exit_code == 0
    assert "there is no game to resume" in none.stderr
    command(home, "play", *SEED, typed="0\n")
    command(home, "play", *SEED, "--deck", "rai", typed="concede\ny\n")
    listed = command(home, "games")
    assert listed.exit_code == 0
    assert re.search(r"^1 +you with lorraine against random with lorraine +\d+ .* unfinished$", listed.stdout, re.M)
    assert "with rai" not in listed.stdout
    assert "resume NUMBER continues that game" in listed.stdout
    every = command(home, "games", "--all").stdout
    assert re.search(r"^2 +you with rai against random with rai .* The opponent wins\.$", every, re.M)
    assert every.replace("2  ", "") == command(home, "resume", "--list").stdout.replace("2  ", "")
    (home / "games" / "0003-broken.game").write_text("dear diary\n")
    assert "0003-broken" not in command(home, "games").stdout
    assert "is not a saved game" in command(home, "games", "--all").stdout
    assert command(home, "resume", "1", "--plain", typed="q\n").exit_code == 0


def test_a_finished_game_offers_a_rematch_with_other_cards(home: Path) -> None:
    played = command(home, "play", *SEED, typed="concede\ny\nr\nconcede\ny\nnonsense\nr x\n\n")
    assert played.exit_code == 0, played.output
    assert played.stdout.count("r plays a rematch") == 2
    assert played.stdout.count("The game is over: Enter, r, u, recap, log") == 2
    made = [head(game) for game in games(home)]
    assert len(made) == 2
    assert made[0].origin.seed == 5
    assert made[1].origin.seed != 5
    assert replace(made[1], origin=made[0].origin) == made[0]
    assert replace(made[1].origin, seed=5) == made[0].origin


def test_after_the_end_the_log_the_recap_and_a_whole_replay_can_be_had(home: Path, tmp_path: Path) -> None:
    file = tmp_path / "whole.replay"
    played = command(home, "play", *SEED, typed=f"concede\ny\nrecap\nlog\nreplay {file}\nsave {tmp_path}/x.game\n\n")
    assert f"The whole game is in {file}" in played.stdout
    assert file.read_text().startswith("archivist replay 1")
    assert "you lose the game  [" in played.stdout
    assert played.stdout.count("You lose the game") == 2


def test_a_replay_written_in_the_middle_holds_what_the_seat_knew(home: Path, tmp_path: Path) -> None:
    """RU.14: neither the opponent's hand nor the seed is in it; the whole game is written only when it is over."""
    file = tmp_path / "seen.replay"
    said = command(home, "play", *SEED, "--opponent-deck", "silvie", typed=f"0\nreplay {file}\n").stdout
    assert f"The game so far, as you saw it, is in {file}" in said
    text = file.read_text()
    assert '"seed"' not in text
    assert '"archivist record":1' in text.splitlines()[0]
    for form in ("--log", "--markdown", "--json"):
        shown = command(home, "replay", file, form)
        assert shown.exit_code == 0, shown.output
        assert "Honorable Vanguard" in shown.stdout  # of the own hand
        assert "Silvie, Loved by All" not in shown.stdout
    assert "A saw it" in command(home, "replay", file).stdout
    assert command(home, "replay", file, "--log", "--seat", "A").exit_code == 0
    other = command(home, "replay", file, "--log", "--seat", "B")
    assert other.exit_code == 2
    assert "is a record of what A saw; it does not hold what 'B' saw" in other.stderr
    assert command(home, "replay", file, "--log", "--turn", "2").stdout.startswith("== turn 2: A ==")
    assert "there is no turn 99" in command(home, "replay", file, "--turn", "99").stderr
    file.write_text(text + "nonsense\n")
    broken = command(home, "replay", file)
    assert broken.exit_code == 2
    assert "is broken at line" in broken.stderr


def test_a_record_is_stepped_through_at_a_terminal(home: Path, tmp_path: Path) -> None:
    file = tmp_path / "seen.replay"
    command(home, "play", *SEED, typed=f"6\n\n0\n0\n0\nreplay {file}\n")
    with Terminal("replay", str(file), prompt="q leave: ") as person:
        shown = plain(person.expect("q leave: "))
        assert "as A saw it. Next: " in shown
        for key, told in (("n", "1 of "), ("b", "0 of "), ("$", "The end: "), ("N", "this is the end"), ("B", " of ")):
            person.press(key)
            shown = plain(person.expect("q leave: ")) if key != "N" else shown
            if key != "N":
                assert told in shown
            else:
                person.expect("q leave: ")
            assert shown.count("\n") < 24
        person.press("s")
        assert "it holds nothing else" in plain(person.expect("q leave: "))
        person.press("w")
        assert "a scenario needs hidden cards" in plain(person.expect("Enter goes back: "))
        person.press("sl/name\n")
        assert "a scenario needs hidden cards" in plain(person.expect("q leave: "))
        person.press("l")
        person.expect(" goes back: ")
        person.press("q")
        person.expect("q leave: ")
        person.press("q")
        assert person.leave() == 0
