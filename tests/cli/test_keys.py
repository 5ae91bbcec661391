"""Single keys where there is no Unix terminal."""

from __future__ import annotations

import subprocess
import sys

import click
import pytest

from archivist.cli.replay.console_keys import ConsoleKeys
from archivist.cli.replay.keys import keys
from archivist.cli.replay.terminal_keys import TerminalKeys


def test_a_console_gives_arrows_as_a_terminal_sends_them(monkeypatch: pytest.MonkeyPatch) -> None:
    sent = iter(("n", "\xe0M", "\x00K", "\xe0G", "\xe0O", "\xe0H", "\r"))
    monkeypatch.setattr(click, "getchar", lambda: next(sent))
    with ConsoleKeys() as pressed:
        read = [pressed.read() for _ in range(7)]
    assert read == ["n", "\x1b[C", "\x1b[D", "\x1b[H", "\x1b[F", "\xe0H", "\r"]


def test_a_console_reads_a_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("builtins.input", lambda prompt: f" {prompt}12 ")
    assert ConsoleKeys().line("turn ") == "turn 12"


def test_each_system_has_its_own_keys(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "win32")
    assert isinstance(keys(), ConsoleKeys)


@pytest.mark.skipif(sys.platform == "win32", reason="a Windows console is no Unix terminal")
def test_a_terminal_is_read_by_its_own_means(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys.stdin, "fileno", lambda: 0, raising=False)
    assert isinstance(keys(), TerminalKeys)


def test_the_viewer_loads_without_what_only_unix_has() -> None:
    code = "import sys; sys.modules['termios'] = sys.modules['tty'] = None; import archivist.cli.replay.viewer"
    ended = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert ended.returncode == 0, ended.stderr
