"""The command line as a whole."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from typer.testing import CliRunner

import archivist.cli
from archivist.cli import app
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
    ("word", "told"),
    [
        ("paly", "no command is named 'paly'; did you mean play or replay?\n"),
        ("xyzzy", "no command is named 'xyzzy'; archivist --help lists them\n"),
    ],
)
def test_a_command_that_is_not_there(word: str, told: str) -> None:
    refused = CliRunner().invoke(app, [word])
    assert (refused.exit_code, refused.stdout, refused.stderr) == (2, "", told)


def test_rules_are_found_however_they_are_written() -> None:
    shown = CliRunner().invoke(app, ["rules", "CA.1.8"]).stdout
    assert "CA.1.8.1" in shown
    for written in ("ca.1.8", "playing-cards.md CA.1.8"):
        assert CliRunner().invoke(app, ["rules", written]).stdout == shown


def test_the_readme_shows_what_judge_prints() -> None:
    root = Path(__file__).parents[2]
    shown = re.search(
        r"`archivist judge FILE` answers it:\n\n```\n(.*?)```", (root / "README.md").read_text("utf-8"), re.DOTALL
    )
    assert shown is not None
    file = root / "scenarios" / "00-a-copied-fireball-meets-frostbind.yaml"
    printed = CliRunner().invoke(app, ["judge", str(file)]).stdout.splitlines()
    assert [line for line in shown[1].splitlines() if line not in printed] == []
