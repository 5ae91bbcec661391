"""A running server and a browser. Where there is no browser the tests are skipped, and say so."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from playwright import sync_api

CHROMIUM = os.environ.get("ARCHIVIST_CHROMIUM") or shutil.which("chromium") or shutil.which("chromium-browser")
ARGUMENTS = (
    *("--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"),
    *("--disable-background-networking", "--disable-component-update", "--disable-sync"),
)
PICTURES = Path(os.environ.get("ARCHIVIST_PICTURES", "build/pictures"))
"""Where screenshots are kept, as artefacts to look at."""


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a running server."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    folder = tmp_path_factory.mktemp("site")
    command = [sys.executable, str(Path(__file__).parent / "serving.py"), str(port), str(folder / "tables.db")]
    with subprocess.Popen(command) as process:
        address = f"http://127.0.0.1:{port}"
        try:
            _wait(address, process)
            yield address
        finally:
            process.terminate()
            try:
                process.wait(8)
            except subprocess.TimeoutExpired:
                process.kill()


def _wait(address: str, process: subprocess.Popen[bytes]) -> None:
    for _ in range(240):
        assert process.poll() is None, "the server has ended"
        try:
            with urllib.request.urlopen(f"{address}/static/icon.svg", timeout=5):
                return
        except (urllib.error.URLError, OSError):
            time.sleep(0.25)
    raise AssertionError("the server does not answer")


@pytest.fixture(scope="session")
def chromium() -> Iterator[sync_api.Browser]:
    """A browser."""
    pytest.importorskip("playwright", reason="no browser tests: Playwright is not installed")
    from playwright.sync_api import sync_playwright

    if CHROMIUM is None:
        pytest.skip("no browser tests: there is no chromium here (Debian's package chromium has one)")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=list(ARGUMENTS))
        yield browser
        browser.close()


class Visitors:
    """People with a browser each. What goes wrong in their pages fails the test."""

    def __init__(self, browser: sync_api.Browser, site: str) -> None:
        self._browser = browser
        self.site = site
        self.wrong: list[str] = []
        self._contexts: list[sync_api.BrowserContext] = []

    def come(
        self, width: int = 1280, height: int = 800, *, dark: bool = False, touch: bool = False, scripts: bool = True
    ) -> sync_api.Page:
        """Somebody with a browser of their own."""
        context = self._browser.new_context(
            base_url=self.site,
            viewport={"width": width, "height": height},
            color_scheme="dark" if dark else "light",
            has_touch=touch,
            java_script_enabled=scripts,
            reduced_motion="reduce",
        )
        context.set_default_timeout(10_000)
        self._contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: self.wrong.append(str(error)))
        page.on("console", lambda said: self._heard(said))
        return page

    def _heard(self, said: sync_api.ConsoleMessage) -> None:
        """Errors that the page itself reports; a refused request is no error of the page."""
        if said.type == "error" and "Failed to load resource" not in said.text and "ERR_" not in said.text:
            self.wrong.append(said.text)

    def leave(self) -> None:
        for context in self._contexts:
            context.close()


@pytest.fixture
def visitors(chromium: sync_api.Browser, site: str) -> Iterator[Visitors]:
    found = Visitors(chromium, site)
    yield found
    found.leave()
    assert not found.wrong


@pytest.fixture
def pictures() -> Path:
    PICTURES.mkdir(parents=True, exist_ok=True)
    return PICTURES
