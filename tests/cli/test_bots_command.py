"""``archivist ladder`` and ``archivist analyse``, marks in a replay, and levels at the table: every option."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from typer.testing import Result

from archivist import Game
from archivist.log import records
from archivist.log.replays import Replay
from archivist.model.decision import Pass

Run = Callable[..., Result]
OTHER = "archivist.bots.by_chance:ByChance"
LETHAL = """\
setup:
  A: {champion: [Spirit of Fire, "Rai, Spellcrafter"], hand: [Fireball, 4 x Idle Thoughts], deck: [9 x Idle Thoughts]}
  B: {champion: [Spirit of Water], champion state: {damage: 14}, hand: [3 x Give Bath], deck: [9 x Give Bath]}
"""


@pytest.fixture
def replay(tmp_path: Path) -> Path:
    """A game in which A could win, and passes."""
    game = Game.from_scenario(LETHAL)
    game.answer(Pass())
    game.answer(Pass())
    file = tmp_path / "missed.replay"
    file.write_text(game.to_replay(), "utf-8")
    return file


# -- the ladder --------------------------------------------------------------------------------------------------


def test_a_ladder_with_all_its_options(run: Run) -> None:
    words = ("ladder", "random", OTHER, "--games", 2, "--seed", 4, "--workers", 1)
    shown = run(*words)
    assert shown.exit_code == 0
    head, *rows = shown.stdout.splitlines()
    assert re.split(r"  +", head.strip()) == ["bot", "Elo", "95 % interval", "games", "score"]
    assert {row.split()[0] for row in rows} == {"random", OTHER}
    told = json.loads(run(*words, "--json").stdout)
    assert told["seed"] == 4
    assert sum(each["score"] for each in told["rungs"]) == 2
    assert all(each["low"] <= each["elo"] <= each["high"] for each in told["rungs"])


def test_a_ladder_needs_bots_that_there_are(run: Run) -> None:
    assert run("ladder", "random").exit_code == 2
    assert "a ladder needs at least two bots" in run("ladder", "random").output
    assert "no bot is named 'nope'" in run("ladder", "nope").output
    wrong = run("ladder", "random", "greddy")
    assert (wrong.exit_code, "did you mean greedy" in wrong.output) == (2, True)


# -- analysis ----------------------------------------------------------------------------------------------------


def test_what_cost_most_is_listed(run: Run, replay: Path) -> None:
    shown = run("analyse", replay, "--nodes", 300, "--workers", 1, "--most", 1)
    assert shown.exit_code == 0
    head, _, row = (line for line in shown.stdout.splitlines() if line)
    assert head == "The decisions that cost most, of 2:"
    assert re.match(r"\d+% +5 +0 +A +pass \(\d+%\) +activate Fireball \(\d+%\)", row)


def test_one_players_decisions_and_as_json(run: Run, replay: Path) -> None:
    told = json.loads(run("analyse", replay, "--nodes", 300, "--workers", 1, "--json", "--player", "a").stdout)
    assert (told["nodes"], [each["player"] for each in told["costly"]]) == (300, ["A"])
    assert told["costly"][0]["cost"] == pytest.approx(told["costly"][0]["best"] - told["costly"][0]["chance"], abs=1e-3)
    assert "None of the 1 decisions cost anything" in run("analyse", replay, "--nodes", 300, "-p", "B").stdout


def test_marks_are_shown_in_the_log_and_belong_to_their_game(run: Run, replay: Path, tmp_path: Path) -> None:
    marks = tmp_path / "marks.json"
    marks.write_text(run("analyse", replay, "--nodes", 300, "--workers", 1, "--json").stdout, "utf-8")
    log = run("replay", replay, "--log", "--marks", marks).stdout
    assert re.search(r"== what cost most ==\nturn 5, decision 0: A \(opportunity\): pass cost \d+%; better: act", log)
    assert "what cost most" not in run("replay", replay, "--log", "--marks", marks, "--seat", "B").stdout
    for wrong, said in (
        (marks.read_text("utf-8").replace('"pass"', '"concede"'), "is about another game: decision 0 is not 'concede'"),
        ("[]", "is not what archivist analyse --json prints"),
    ):
        marks.write_text(wrong, "utf-8")
        ended = run("replay", replay, "--log", "--marks", marks)
        assert (ended.exit_code, said in ended.output) == (2, True)
    assert "cannot be read" in run("replay", replay, "--log", "--marks", tmp_path / "nix.json").output
    assert run("replay", replay, "--json", "--marks", marks).exit_code == 2


def test_a_record_of_what_one_player_saw_cannot_be_analysed(run: Run, replay: Path, tmp_path: Path) -> None:
    record = tmp_path / "seen.record"
    record.write_text(records.write(Replay.read(replay), 0), "utf-8")
    ended = run("analyse", record)
    assert (ended.exit_code, ended.output.count("\n")) == (2, 1)
    assert f"{record} is a record of what A saw; an analysis needs a replay of the whole game" in ended.output


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("nix.replay",), "nix.replay"),
        (("--player", "C"), "no player is named 'C'; there are A, B"),
    ],
)
def test_what_is_not_there_is_said_in_one_line(run: Run, replay: Path, arguments: tuple[str, ...], said: str) -> None:
    ended = run("analyse", *((replay, *arguments) if arguments[0].startswith("-") else arguments))
    assert ended.exit_code == 2
    assert said in ended.output
    assert ended.output.count("\n") == 1
