"""``archivist play`` and ``archivist resume`` as a person uses them: by keys, at a terminal."""

from __future__ import annotations

import os
import re
import resource
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from terminal import ESCAPE, GO_ON, Terminal, plain
from typer.testing import CliRunner, Result

from archivist.cli import app
from archivist.cli.play.commands import LISTED
from archivist.log.reading import read_file

SEED = ("--seed", "5", "--opponent", "random", "--opponent-deck", "silvie")
"""B begins and activates Giant Tortoise; then A has eight cards and the main phase of turn 2."""
COLOUR = re.compile(r"\x1b\[[0-9;]*m")

Start = Callable[..., Terminal]


@pytest.fixture
def home(tmp_path: Path) -> Path:
    return tmp_path / "home"


@pytest.fixture
def start(home: Path) -> Start:
    """Runs a command at a terminal; games are kept in a directory of the test."""

    def run(*arguments: str, columns: int = 80, **env: str) -> Terminal:
        return Terminal(*arguments, columns=columns, env={"ARCHIVIST_HOME": str(home), **env})

    return run


def games(home: Path) -> list[Path]:
    return sorted((home / "games").glob("*.game"))


def answers(game: Path) -> list[str]:
    """What was answered by hand and not taken back."""
    log, _ = read_file(game, ("game",))
    return [each.words for each in log.decisions if each.by == "hand"]


# -- a session ---------------------------------------------------------------------------------------------------


def test_a_session_with_cancel_undo_why_wrong_keys_and_ctrl_c(start: Start, home: Path) -> None:
    with start("play", *SEED, NO_COLOR="1") as terminal:
        terminal.expect(GO_ON)  # with the greeting, what has happened fills a screen
        first = terminal.type("")
        assert "Turn 2, your turn, main phase" in first
        assert "you have Opportunity" in first
        assert "Spirit of Wind · level 0 · 15 of 15 life · elements norm, wind" in first
        assert "hand 2  memory 4  deck 53  material 11  graveyard 0  banishment 0" in first
        assert "(help lists the commands)" in first
        assert "6  Activate Crusader of Aesa    3 reserve, ally 2/4" in terminal.type("m")

        assert "99 is not among the choices; they are 0 to 7." in terminal.type("99")
        assert "'xyzzy' is not a choice here" in terminal.type("xyzzy")
        why = terminal.type("why crux")
        assert "You cannot activate Crux Sight now:" in why
        assert "CA.1.2: " in why

        paying = terminal.type("crusader")
        assert "Crusader of Aesa: choose what pays 3 reserve" in paying
        assert "Enter: Crux Sight, Hurricane Sweep and Sudden Steel" in paying.replace("\n  ", " ")
        assert "3 must be chosen, not 2." in terminal.type("1 2")
        given_up = terminal.type("c")
        assert "it left no trace" in given_up
        assert "memory    " not in given_up
        assert "field     nothing" in given_up

        terminal.type("6")
        paid = terminal.type("")
        assert "Crusader of Aesa 2/4" in paid
        assert "memory    Crux Sight 0 · Hurricane Sweep 5 · Sudden Steel 6" in paid

        terminal.type("stop their end")
        back = terminal.type("u")
        assert "Taken back: Crux Sight, Hurricane Sweep and Sudden Steel." in back
        back = terminal.type("u")
        assert "Taken back: activate Crusader of Aesa." in back
        assert "memory    " not in back
        assert "There is nothing to take back." in terminal.type("u")
        assert "always asked in: their end" in terminal.type("stops")

        terminal.type("swift recruit")
        terminal.type("")
        assert terminal.interrupt() == 0
        left = terminal.expect("resume continues it.")
    (game,) = games(home)
    assert str(game) in left
    assert answers(game)[0] == "activate Swift Recruit"
    assert len(answers(game)) == 2


def test_no_colour_means_none_and_nothing_is_wider_than_the_terminal(start: Start) -> None:
    with start("play", *SEED, NO_COLOR="1") as terminal:
        shown = (
            terminal.expect(GO_ON)
            + terminal.type("")
            + terminal.type("6")
            + terminal.type("help")
            + terminal.type("? crusader")
        )
    assert not COLOUR.search(shown)
    assert max(map(len, plain(shown).splitlines())) <= 80
    with start("play", *SEED) as terminal:
        assert COLOUR.search(terminal.expect(GO_ON))


def test_a_narrow_terminal_is_filled_and_no_line_is_broken_by_it(start: Start) -> None:
    with start("play", *SEED, columns=40, NO_COLOR="1") as terminal:
        shown = plain(terminal.expect("-- Enter to continue: ") + "\n" + terminal.type("") + terminal.pages("help"))
    assert max(map(len, shown.splitlines())) <= 40
    assert "── Turn 2, your turn, main phase ───────\n   you have Opportunity\n── The opponent" in shown


def test_killed_in_the_middle_of_a_play_nothing_is_lost(start: Start, home: Path) -> None:
    with start("play", *SEED) as terminal:
        terminal.expect(GO_ON)
        terminal.type("")
        terminal.type("skip recollection")
        terminal.type("6")
        terminal.kill()
    (game,) = games(home)
    game.write_bytes(game.read_bytes() + "  A reserve: A/hand/Ã".encode()[:-1])
    with start("resume") as terminal:
        assert "Resuming." in terminal.expect(GO_ON)
        again = terminal.type("")
        assert "Turn 2, your turn, main phase" in again
        assert "Crusader of Aesa: choose what pays 3 reserve" in again
        assert "while nothing happens in: recollection" in terminal.type("stops")
        assert "Taken back: activate Crusader of Aesa." in plain(terminal.type("u"))
        assert "being played in another terminal" in command(home, "resume").stderr
        terminal.type("3")
        terminal.type("")
        terminal.press("\x04")
        terminal.expect("resume continues it.")
        assert terminal.leave() == 0
    assert [line for line in game.read_text().splitlines() if line.startswith("back ")] == ["back 1"]
    assert answers(game)[0] == "activate Honorable Vanguard"


def test_two_persons_at_one_terminal_see_nothing_of_each_other(start: Start) -> None:
    with start("play", "--seed", "5", "--opponent", "human", "--opponent-deck", "silvie") as terminal:
        first = terminal.expect("Player B, press Enter when nobody else is looking. ")
        assert "seed 5: player A with lorraine against player B with silvie." in plain(first).replace("\n", " ")
        assert "\x1b[2J" not in first
        assert "Blue Slime" not in terminal.shown
        terminal.type("")
        terminal.type("giant")
        assert "Taken back: activate Giant Tortoise." in plain(terminal.type("u"))
        terminal.type("giant")
        terminal.press("\n")
        terminal.expect("\x1b[H\x1b[2J\x1b[3J")
        terminal.expect("Player A, press Enter when nobody else is looking. ")
        terminal.press("\n")
        terminal.expect("\x1b[H\x1b[2J\x1b[3J")
        shown = terminal.expect("\n> ")
        assert "The opponent activates Giant Tortoise" in shown
        assert "Crusader of Aesa" in shown
        assert "Blue Slime" not in shown
        assert "There is nothing to take back." in plain(terminal.type("u"))
        assert "Blue Slime" not in terminal.type("look B hand")
        assert "in no zone that you can see" in plain(terminal.type("why blue slime"))
        assert "Blue Slime" not in terminal.pages("log all")
        terminal.press("0\n")
        terminal.expect("Player B, press Enter when nobody else is looking. ")
        terminal.type("")
        assert "You cannot take that back: player A has passed since." in plain(terminal.type("u"))
        terminal.press("q\n")
        assert terminal.leave() == 0
    with start("resume") as terminal:  # what the last session left on the screen goes first
        terminal.expect("\x1b[H\x1b[2J\x1b[3J")
        terminal.expect("Player B, press Enter when nobody else is looking. ")


# -- whole games, without a terminal -----------------------------------------------------------------------------


def command(home: Path, *arguments: str, typed: str = "", **env: str) -> Result:
    return CliRunner(env={"ARCHIVIST_HOME": str(home), "COLUMNS": "80", **env}).invoke(app, arguments, input=typed)


def test_a_whole_game_by_keys(home: Path) -> None:
    """The first choice whenever there is one; Enter where that is not an answer."""
    played = command(home, "play", "--seed", "3", "--opponent", "random", "--plain", typed="1\n\n" * 600)
    assert played.exit_code == 0, played.output
    assert "Traceback" not in played.output
    assert re.search(r"^(You win|The opponent wins|The game is a draw)\.$", played.stdout, re.MULTILINE)
    assert not ESCAPE.search(played.stdout)
    assert "╭" not in played.stdout
    (game,) = games(home)
    assert re.search(r"\nend: (A wins|B wins|a draw)\nstate: \w{16}\n\Z", game.read_text())
    assert "no unfinished game" in command(home, "resume").stderr
    assert "you with lorraine against random with lorraine" in command(home, "resume", "--list").stdout
    undone = command(home, "resume", "1", typed="u\n")
    assert "Taken back" in undone.stdout
    assert command(home, "resume").exit_code == 0


def test_the_same_seed_and_keys_give_the_same_game(home: Path) -> None:
    one, other = (command(home, "play", *SEED, typed="6\n\n0\n0\n").stdout for _ in range(2))
    assert one.replace("0001-", "0002-") == other


def test_passing_by_itself_and_stops(home: Path) -> None:
    """Without a stop the game goes on to the own turn; a stop asks in the end phase of the other, `p` obeys it."""
    plainly = command(home, "play", *SEED, "--plain", typed="0\n").stdout
    assert "the opponent's turn, end phase" not in plainly
    assert "Turn 4, your turn, materialize phase." in plainly
    stopped = command(home, "play", *SEED, "--plain", typed="stop their end\np\n").stdout
    assert stopped.rstrip().endswith("continues it.")
    assert "Turn 3, the opponent's turn, end phase. You have Opportunity." in stopped
    always = command(home, "play", *SEED, "--plain", typed="auto off\n0\n").stdout
    assert "Turn 2, your turn, end phase. You have Opportunity." in always


def test_a_copy_is_saved_and_gone_on_with(home: Path, tmp_path: Path) -> None:
    copy, other = tmp_path / "copy.game", tmp_path / "notes.txt"
    other.write_text("dear diary")
    said = command(home, "play", *SEED, typed=f"6\nsave {copy}\nsave {other}\n").stdout
    assert "is something else; choose another name" in said.replace("\n", " ").replace("  ", " ")
    assert other.read_text() == "dear diary"
    before = copy.read_bytes()
    again = command(home, "resume", str(copy), typed="\n")
    assert "choose what pays 3 reserve" in again.stdout
    assert copy.read_bytes() == before
    assert len(games(home)) == 2


def test_saving_does_not_write_over_a_game_that_is_kept_or_another_one(home: Path, tmp_path: Path) -> None:
    """The journal is being added to: a copy in its place would lose every later answer."""
    copy, replay = tmp_path / "copy.game", tmp_path / "game.replay"
    command(home, "play", *SEED, typed=f"6\nsave {copy}\nreplay {replay}\n")
    (own,) = games(home)
    before = copy.read_bytes(), replay.read_bytes()
    said = command(home, "resume", typed=f"save {own}\n\nsave {copy}\nreplay {replay}\n").stdout
    assert f"Every answer is already saved in {own}" in said
    assert f"Saved in {copy}" in said
    assert f"The game so far, as you saw it, is in {replay}" in said
    assert len(answers(own)) == 2
    assert (copy.read_bytes(), replay.read_bytes()) != before
    all_before = own.read_bytes(), copy.read_bytes(), replay.read_bytes()
    said = command(
        home, "play", "--seed", "6", "--plain", typed=f"save {own}\nsave {copy}\nreplay {replay}\nsave {own}/x\n"
    ).stdout
    assert said.count("already exists and is something else; choose another name") == 3
    assert f"{own}/x cannot be written: Not a directory" in said
    assert (own.read_bytes(), copy.read_bytes(), replay.read_bytes()) == all_before


def test_what_is_said_of_a_copy_can_be_pasted(home: Path, tmp_path: Path) -> None:
    said = command(home, "play", *SEED, typed=f"save {tmp_path}/my very own game\n").stdout
    assert f"resume '{tmp_path}/my very own game' continues from here." in said


@pytest.mark.parametrize(
    ("typed", "told"),
    [
        ("save ~nobody-of-this-name/x", "~nobody-of-this-name/x cannot be written"),
        (f"save {'x' * 300}", "File name too long"),
        ("save a\0b", "null"),
        ("replay ~nobody-of-this-name/x", "~nobody-of-this-name/x cannot be written"),
        ("? ²", "no card, keyword or rule is named '²'"),
        (f"? {'9' * 5000}", "no card, keyword or rule is named"),
        ("log ²", "log shows the last lines"),
        ("log 0", "log shows the last lines"),
        ("look X", "no zone is named 'x'; say my or their, and hand, memory, "),
        ("stop my", "a phase must be named: wake up, materialize"),
        ("skip", "a phase must be named: wake up, materialize"),
        ("unstop", "a phase must be named: wake up, materialize"),
        ("pp now", "Type pp alone to pass until your next turn"),
        ("u 2", "Type u alone to take back your last answer"),
        ("AUTO Off", "are still asked"),
        ("stops", "No stops are set.\nNo phases are skipped."),
        ("look my material", "your material: 11 cards"),
    ],
)
def test_commands_with_other_words_than_they_take(home: Path, typed: str, told: str) -> None:
    said = command(home, "play", *SEED, "--plain", typed=f"{typed}\n")
    assert said.exit_code == 0, said.output
    assert told in said.stdout
    assert not games(home)
    assert said.stdout.count("> ") == 2


def test_looking_at_ones_own_side_shows_no_other(home: Path) -> None:
    said = command(home, "play", *SEED, "--plain", typed="look me material\n").stdout
    assert "your material" in said
    assert "opponent's material" not in said
    assert "your memory" not in said


def test_a_full_disk_is_told_and_what_was_kept_stays(home: Path) -> None:
    """The first answer does not fit: nothing is left; a later one does not fit: those before are there."""

    def limited(typed: str, most: int) -> subprocess.CompletedProcess[str]:
        def limit() -> None:
            resource.setrlimit(resource.RLIMIT_FSIZE, (most, most))

        return subprocess.run(
            [sys.executable, "-m", "archivist.cli", "play", *SEED],
            input=typed, capture_output=True, text=True, timeout=60, check=False, preexec_fn=limit,
            env={**os.environ, "ARCHIVIST_HOME": str(home), "PYTHONDONTWRITEBYTECODE": "1"},
        )  # fmt: skip

    said = limited("6\n", 1000)
    assert said.returncode == 2
    assert said.stderr.endswith("cannot be written: File too large; the game is not saved\n")
    assert not games(home)
    said = limited("6\n\n" + "0\n" * 100, 6000)
    assert said.returncode == 2
    assert said.stderr.endswith("cannot be written: File too large; earlier answers are saved\n")
    assert said.stderr.count("\n") == 1
    assert len(games(home)) == 1
    assert command(home, "resume").exit_code == 0


def test_help_is_a_table_at_eighty_columns(home: Path) -> None:
    helped = command(home, "play", *SEED, typed="help\n").stdout
    assert "\n  ?, ? 2, ? NAME        explain the decision, a choice, a card, keyword or rule\n" in helped


def test_a_draft_is_played_with_starter_decks_that_fit_it(home: Path) -> None:
    shown = command(home, "play", "--format", "draft", "--seed", "1", "--opponent", "random")
    assert shown.exit_code == 0, shown.output
    assert "you with lorraine-draft against the opponent with lorraine-draft (random)" in shown.stdout.replace(
        "\n", " "
    )


def test_no_games_are_kept(home: Path) -> None:
    said = command(home, "resume", "--list")
    assert said.exit_code == 0
    assert "there are no saved games; archivist play starts one" in said.stderr


def test_a_card_that_is_being_played_is_told_so(home: Path) -> None:
    said = command(home, "play", *SEED, typed="6\nwhy crusader\n").stdout
    assert "You are playing Crusader of Aesa now; c gives it up." in said


def test_conceding_asks_first_and_can_be_taken_back(home: Path) -> None:
    said = command(home, "play", *SEED, "--plain", typed="concede\nn\nconcede\ny\nu\nq\n").stdout
    assert "The opponent wins." in said
    assert "Taken back: concede." in said
    assert command(home, "resume").exit_code == 0


def test_three_players_play_pantheon(home: Path) -> None:
    shown = command(home, "play", "--players", "3", "--seed", "1", "--opponent", "random").stdout
    assert "Pantheon game, seed 1" in shown
    assert "── B (random, random-2) ──" in shown
    assert "── C (random, random-3) ──" in shown


def test_bytes_that_are_no_text_are_no_answer(home: Path) -> None:
    said = subprocess.run(
        [sys.executable, "-m", "archivist.cli", "play", *SEED],
        input=b"\xff\xfe\n", capture_output=True, timeout=60, check=False,
        env={**os.environ, "ARCHIVIST_HOME": str(home), "PYTHONIOENCODING": "utf-8:strict"},
    )  # fmt: skip
    assert (said.returncode, said.stderr) == (0, b"")


def test_without_a_terminal_the_first_screen_is_shown_and_how_to_go_on(home: Path) -> None:
    said = subprocess.run(
        [sys.executable, "-m", "archivist.cli", "play", *SEED],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=60,
        env={**os.environ, "ARCHIVIST_HOME": str(home), "PATH": ""},
        check=False,
    )
    assert said.returncode == 0
    assert "Your main phase: what do you do?" in said.stdout
    assert "The same command with --seed 5 deals the" in said.stdout
    assert not games(home)


@pytest.mark.parametrize(("level", "name"), [("easy", "random"), ("Normal", "greedy"), ("hard", "search")])
def test_a_level_names_a_bot(home: Path, level: str, name: str) -> None:
    assert f"({name})." in command(home, "play", "--seed", "5", "--bot", level).stdout.replace("\n", " ")


def test_a_bot_says_what_it_expected(home: Path) -> None:
    """It is a sentence that names no card; a bot that does not think has nothing to tell."""
    easy = command(home, "play", "--seed", "5", "--bot", "easy", "--plain", typed="bot\nq\n").stdout
    assert "No bot has had anything to think about yet." in easy
    shown = command(home, "play", "--seed", "5", "--bot", "normal", "--plain", typed="bot\nq\n").stdout
    assert re.search(r"The opponent: It expected to be (level|[0-9.]+ points? (ahead|behind))", shown)


# -- bad input ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("--deck", "rie"), "'rie' is neither a deck of this project nor a file; did you mean rai"),
        (("--opponent-deck", "lorrain"), "did you mean lorraine"),
        (("--opponent", "randon"), "no bot is named 'randon'; did you mean random"),
        (("--bot", "hadr"), "no bot is named 'hadr'; did you mean hard"),
        (("--opponent", "nowhere:Bot"), "the bot 'nowhere:Bot' cannot be loaded"),
        (("--opponent", "random", "--opponent", "random"), "--players 3 makes room"),
        (("--seed", "12x"), "a seed is a whole number from 0 to 9223372036854775807, not '12x'; did you mean 12?"),
        (("--seed", "-1"), "a seed is a whole number from 0 to 9223372036854775807, not '-1'\n"),
        (("--deck", "/nonexist"), "'/nonexist' is neither a deck of this project nor a file\n"),
        (("--format", "standart"), "no format is named 'standart'; did you mean standard?"),
        (("--players", "9"), "a game has 2 to 4 players, not '9'"),
        (("--players", "²"), "a game has 2 to 4 players, not '²'"),
        (("--seed", "9" * 30), f"from 0 to 9223372036854775807, not '{'9' * 30}'\n"),
        (("--deck", "x" * 300), "is neither a deck of this project nor a file"),
        (("--deck", "."), ".: cannot be read (Is a directory)"),
        (
            ("--opponent-deck", "rai", "--opponent-deck", "rai"),
            "2 opponents' decks were named, but only 1 opponent plays",
        ),
        (("--deck", "silvie", "--format", "pantheon"), "the deck silvie is not legal in pantheon: 4 copies of"),
    ],
)
def test_what_is_not_there_is_told_in_one_line(home: Path, arguments: tuple[str, ...], told: str) -> None:
    said = command(home, "play", *arguments)
    assert said.exit_code == 2
    assert told in said.stderr
    assert said.stderr.count("\n") == 1
    assert not games(home)


@pytest.fixture
def saved(home: Path) -> Path:
    """A game with one answer by hand."""
    command(home, "play", *SEED, typed="6\n")
    return games(home)[0]


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        (r"\A.*\n", "dear diary\n", "is not a saved game"),
        (r"(?s)\A.*", "", "is not a saved game"),
        (r"\A.*\n", "[" * 100_000 + "\n", "is not a saved game"),
        (r"\A.*\n", "archivist replay 1\n", "is not a saved game"),
        (r"engine: .*", "engine: 0.0.1", "was made by Archivist 0.0.1, and this is"),
        (r"archivist game 2", "archivist game 7", ":1: this saved game has format 7; this version reads format 2"),
        (
            r"archivist game 2",
            '{"line":"game","journal":1,"x":2}',
            ":1: this saved game has format 1; this version reads format 2",
        ),
        (r"\w{8} Blue Slime", "01234567 Blue Slime", "cannot be played here: Blue Slime is a different card here"),
        (r"(\w{8}) Blue Slime", r"\1 Plaid Slime", "cannot be played here: Plaid Slime is not known here"),
        (
            r"\n  A opportunity: ",
            "\n  A oportunity: ",
            "A does not decide about 'oportunity' now: A must decide (opportunity",
        ),
        (r"\n  A opportunity: ", "\n  A opportunity ", "this is not a decision: 'A opportunity activate"),
        (r"\n  A opportunity: ", "\n  A (cat) opportunity: ", "A does not decide about '(cat) opportunity' now"),
        (r"\n  A opportunity: activate .*", "\n  A opportunity: activate Fireball", "'activate Fireball' is not among"),
        (r"\n  B ", "\n  C ", "there is no player C"),
        (r"\Z", "back 99\n", "99 decisions are taken back, but there are only"),
        (r"\Z", "back 0\n", "0 decisions are taken back"),
        (r"\Z", "back all\n", "this is not a decision: 'back all'"),
        (r"\Z", "  A settings: {\n", "these settings cannot be read"),
        (r"\Z", "  A settings: " + "[" * 100_000 + "\n", "these settings cannot be read"),
        (r"\Z", "end: A wins\n", "the end is 'the game goes on' here"),
        (r"(turn \d+, \w): \w+", r"\1: 01234567", "does not begin as it was recorded"),
        (r"A player: human", "A player: random", "no player is human"),
        (r"B player: random\n", "", "1 players, but 2 decks"),
        (r"A player: human\n", "", "a player of A, B and so on is needed; there are those of B"),
        (
            r"\d Crusader of Aesa",
            "9999999999 Crusader of Aesa",
            "a number and a name are needed, not '9999999999 Crusader",
        ),
    ],
)
def test_a_broken_game_is_refused_and_left_as_it_is(home: Path, saved: Path, old: str, new: str, told: str) -> None:
    saved.write_text(re.sub(old, new, saved.read_text(), count=1))
    before = saved.read_bytes()
    said = command(home, "resume", str(saved))
    assert said.exit_code == 2
    assert told in said.stderr
    assert said.stderr.count("\n") == 1
    assert saved.read_bytes() == before


def test_a_broken_game_does_not_stand_in_the_way_of_others(home: Path, saved: Path) -> None:
    broken = saved.with_name("0002-broken.game")
    broken.write_text("archivist game 2\n" + "[" * 100_000 + "\n")
    assert command(home, "resume").exit_code == 0
    listed = command(home, "resume", "--list")
    assert listed.exit_code == 0
    assert "you with lorraine against random with silvie" in listed.stdout


def test_a_copy_that_is_refused_leaves_no_new_game(home: Path, saved: Path, tmp_path: Path) -> None:
    copy = tmp_path / "copy.game"
    copy.write_text(saved.read_text().replace("B player: random", "B player: nobody"))
    said = command(home, "resume", str(copy))
    assert said.exit_code == 2
    assert "no bot is named 'nobody'" in said.stderr
    assert games(home) == [saved]


def test_no_file_alone_makes_code_run(home: Path, saved: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A bot of one's own in a game file is loaded only if it is named on the command line."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("sys.path", [*sys.path])
    bot = "from archivist.bots.by_chance import ByChance as Bot\nopen('it ran', 'w').close()\n"
    (tmp_path / "sent.py").write_text(bot)
    (tmp_path / "copy.game").write_text(saved.read_text().replace("B player: random", "B player: sent:Bot"))
    said = command(home, "resume", "./copy.game")
    assert said.exit_code == 2
    assert said.stderr.count("\n") == 1
    assert "is played by 'sent:Bot', which is not a bot of this project" in said.stderr
    assert "resume copy.game --opponent sent:Bot\n" in said.stderr
    assert not Path("it ran").exists()
    assert "no bot 'rent:Bot' plays in" in command(home, "resume", "1", "--opponent", "rent:Bot").stderr
    again = command(home, "resume", "copy.game", "--opponent", "sent:Bot")
    assert again.exit_code == 0, again.output
    assert "resume --opponent sent:Bot continues it." in again.stdout
    assert Path("it ran").exists()


def test_a_game_that_is_not_there(home: Path, saved: Path) -> None:
    said = command(home, "resume", "nowhere.game")
    assert said.exit_code == 2
    assert f"the newest games are {saved.name}" in said.stderr


def test_a_home_that_cannot_be_written(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    said = command(tmp_path / "file", "play", *SEED)
    assert said.exit_code == 2
    assert "set ARCHIVIST_HOME" in said.stderr


def test_the_guide_and_help_tell_of_every_command(home: Path) -> None:
    helped = command(home, "play", *SEED, "--plain", typed="help\n").stdout
    guide = (Path(__file__).parents[2] / "docs" / "using" / "playing.md").read_text("utf-8")
    for each in LISTED:
        assert f"\n{each.usage}: {each.does}" in helped
        assert f"`{each.usage.split(', ')[0]}`" in guide
