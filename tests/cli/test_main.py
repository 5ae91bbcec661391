"""The command line as a whole."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner

import archivist.cli
from archivist.cli import app
from archivist.cli.paper import on_terminal
from archivist.model.errors import CardFileError


def test_what_is_refused_is_told_without_a_traceback(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def refuse() -> None:
        raise CardFileError("mine.yaml: Ember Duelist: unknown keyword 'stelth'")

    monkeypatch.setattr(archivist.cli, "app", refuse)
    with pytest.raises(SystemExit) as ended:
        archivist.cli.main()
    assert ended.value.code == 2
    assert capsys.readouterr().err == "mine.yaml: Ember Duelist: unknown keyword 'stelth'\n"


@pytest.mark.parametrize(
    ("command", "redirected", "told"),
    [
        ("play", "<&-", "the standard input is closed"),
        ("resume 1", "<&-", "the standard input is closed"),
        ("replay x", "<&-", "the standard input is closed; --log prints what happened"),
        ("play", "</dev/null >&-", "the standard output is closed"),
        ("decks", ">&-", "the standard output is closed"),
        ("rules", ">/dev/full", "input or output failed: No space left on device"),
        ("--version", ">/dev/full", "input or output failed: No space left on device"),
        ("play --seed 5 --opponent random", "</dev/null >/dev/full", "input or output failed: No space left on device"),
    ],
)
def test_streams_that_are_closed_or_full_are_told_in_one_line(
    tmp_path: Path, command: str, redirected: str, told: str
) -> None:
    shell = f"exec {shlex.quote(sys.executable)} -m archivist.cli {command} {redirected}"
    env = {**os.environ, "ARCHIVIST_HOME": str(tmp_path)}
    said = subprocess.run(["sh", "-c", shell], env=env, capture_output=True, text=True, timeout=60, check=False)
    assert (said.returncode, said.stderr) == (2, f"{told}\n")


def test_a_reader_that_went_away_is_no_error_to_tell(tmp_path: Path) -> None:
    shell = f"{{ sleep 1; {shlex.quote(sys.executable)} -m archivist.cli --version; echo $? >&2; }} | true"
    said = subprocess.run(["sh", "-c", shell], capture_output=True, text=True, timeout=60, check=False)
    assert said.stderr == "1\n"


@pytest.mark.parametrize(
    ("word", "told"),
    [
        ("paly", "there is no command 'paly'; did you mean play or replay?\n"),
        ("xyzzy", "there is no command 'xyzzy'; archivist --help lists them\n"),
    ],
)
def test_a_command_that_is_not_there(word: str, told: str) -> None:
    refused = CliRunner().invoke(app, [word])
    assert (refused.exit_code, refused.stdout, refused.stderr) == (2, "", told)


def test_rules_are_found_however_they_are_written() -> None:
    shown = CliRunner().invoke(app, ["rules", "CA.1.8", "--quiet"]).stdout
    assert "CA.1.8.1" in shown
    for written in ("ca.1.8", "playing-cards.md CA.1.8"):
        assert CliRunner().invoke(app, ["rules", written, "--quiet"]).stdout == shown


def test_the_readme_shows_what_judge_prints() -> None:
    root = Path(__file__).parents[2]
    shown = re.search(
        r"`archivist judge FILE` answers it:\n\n```\n(.*?)```", (root / "README.md").read_text("utf-8"), re.DOTALL
    )
    assert shown is not None
    file = root / "scenarios" / "playing" / "a-copied-fireball-meets-frostbind.yaml"
    printed = CliRunner().invoke(app, ["judge", str(file)]).stdout.splitlines()
    assert [line for line in shown[1].splitlines() if line not in printed] == []


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("rules", ""), "an id, or words to search for, are needed"),
        (("rules", "  "), "an id, or words to search for, are needed"),
        (("ladder", "nope"), "no bot is named 'nope'"),
        (("compile", ""), "there is no text to compile"),
    ],
)
def test_what_is_missing_is_said_in_one_line(arguments: tuple[str, ...], said: str) -> None:
    refused = CliRunner().invoke(app, arguments)
    assert (refused.exit_code, refused.stdout, refused.stderr.count("\n")) == (2, "", 1)
    assert said in refused.stderr


@pytest.mark.parametrize("width", [40, 80])
def test_no_word_is_broken_at_a_terminal(width: int) -> None:
    path = "/home/somebody/.local/state/archivist/games/0001-lorraine-against-silvie-with-a-long-name.game"
    line = f"  Every answer is already saved in {path}; there is nothing to do, and nothing else to say."
    lines = on_terminal(line, width)
    assert " ".join(lines).split() == line.split()
    assert all(each.startswith("  ") for each in lines)
    assert all(len(each) <= width for each in lines if path not in each)
    assert on_terminal("short", width) == ["short"]
