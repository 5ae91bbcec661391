"""Starting the server: where it listens, what it refuses to start with, and what it writes to its log."""

from __future__ import annotations

import logging
import os
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from archivist.model.errors import ArchivistError
from archivist.places import data_directory
from archivist.server import settings as module
from archivist.server.running import WithoutSecrets
from archivist.server.settings import AMPLE, Limits, Settings, limits


def served(*arguments: str, home: Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "archivist.cli", "serve", *arguments]
    environment = {**os.environ, "ARCHIVIST_HOME": str(home)}
    return subprocess.run(command, capture_output=True, text=True, timeout=120, check=False, env=environment)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--database", "mysql://somewhere"), "the database must be sqlite:///FILE or postgresql://USER@HOST/NAME"),
        (("--workers", "2"), "SQLite serves one process"),
        (("--database", "postgresql://nobody@127.0.0.1:1/none"), "cannot be opened"),
    ],
)
def test_what_it_cannot_start_with_is_told_in_one_line(tmp_path: Path, arguments: tuple[str, ...], said: str) -> None:
    done = served(*arguments, home=tmp_path)
    assert done.returncode == 2
    assert said in done.stderr
    assert len(done.stderr.strip().splitlines()) == 1


def test_a_port_that_is_taken_is_told_in_one_line(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        done = served("--port", str(taken.getsockname()[1]), home=tmp_path)
    assert (done.returncode, len(done.stderr.strip().splitlines())) == (2, 1)
    assert "nothing can be served at" in done.stderr


def test_the_log_has_no_tokens_in_it() -> None:
    record = logging.LogRecord(
        "x", logging.INFO, "", 0, "GET %s from ?token=abc-_DEF&x=1", ("/t/1?token=secret HTTP/1.1",), None
    )
    assert WithoutSecrets().filter(record)
    assert record.getMessage() == "GET /t/1?token=... HTTP/1.1 from ?token=...&x=1"


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has another place for data")
def test_the_database_is_where_the_platform_keeps_data(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("ARCHIVIST_HOME", str(tmp_path))
    assert data_directory() == tmp_path
    monkeypatch.delenv("ARCHIVIST_HOME")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    assert data_directory() == tmp_path / "data" / "archivist"
    monkeypatch.delenv("XDG_DATA_HOME")
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    assert data_directory() == tmp_path / "home" / ".local" / "share" / "archivist"


def test_settings_are_handed_on_to_workers_as_they_are(monkeypatch: pytest.MonkeyPatch) -> None:
    given = Settings(database="postgres://me@there/games", port=9, limits=Limits(body=5))
    monkeypatch.setenv(module.ENVIRONMENT, given.handed_on())
    assert Settings.from_environment() == given
    assert given.url == "postgresql+psycopg://me@there/games"


def test_limits_can_be_set_and_a_limit_that_does_not_exist_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ARCHIVIST_LIMITS", '{"body": 7}')
    assert limits() == Limits(body=7)
    monkeypatch.setenv("ARCHIVIST_LIMITS", "ample")
    assert limits() == AMPLE
    for wrong in ('{"bodi": 7}', "many", '{"body": "x"}'):
        monkeypatch.setenv("ARCHIVIST_LIMITS", wrong)
        with pytest.raises(ArchivistError, match="ARCHIVIST_LIMITS"):
            limits()
