"""Asking the card service: politely, page by page, kept as it comes, and a clear word if it cannot be reached.

The service is a small one on this machine; no test asks a real one.
"""

from __future__ import annotations

import json
import os
import threading
import time
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from test_collecting import RAM
from typer.testing import CliRunner

from archivist.cli import app
from archivist.importing import fetch, fetching
from archivist.importing.fetching import PAGES, Unreachable


class Service:
    """A card service with three pages. It notes what it is asked, and can be told to fail."""

    def __init__(self) -> None:
        self.asked: list[int] = []
        self.agents: set[str] = set()
        self.at_once = self.most_at_once = 0
        self.failing: dict[int, list[tuple[int, dict[str, str], bytes]]] = {}
        service = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                service.answer(self)

            def log_message(self, format: str, *args: Any) -> None:
                return

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.server.server_port}/cards/search"
        self.thread = threading.Thread(target=self.server.serve_forever, args=(0.02,), daemon=True)
        self.thread.start()

    def answer(self, handler: BaseHTTPRequestHandler) -> None:
        self.at_once += 1
        self.most_at_once = max(self.most_at_once, self.at_once)
        number = int(parse_qs(urlsplit(handler.path).query)["page"][0])
        self.asked.append(number)
        self.agents.add(handler.headers["User-Agent"])
        page = {
            "data": [{**RAM, "name": f"Trial Ram {number}"}],
            "page": number,
            "has_more": number < 3,
            "total_pages": 3,
        }
        status, body = 200, json.dumps(page).encode()
        headers: dict[str, str] = {}
        if self.failing.get(number):
            status, headers, body = self.failing[number].pop(0)
        handler.send_response(status)
        for key, value in {**headers, "Content-Length": str(len(body))}.items():
            handler.send_header(key, value)
        handler.end_headers()
        handler.wfile.write(body)
        self.at_once -= 1

    def close(self) -> None:
        self.server.shutdown()
        self.server.server_close()
        self.thread.join()


@pytest.fixture
def service(monkeypatch: pytest.MonkeyPatch) -> Iterator[Service]:
    monkeypatch.setenv("no_proxy", "127.0.0.1")
    made = Service()
    yield made
    made.close()


@pytest.fixture
def waits(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """How long it would have waited."""
    found: list[float] = []
    monkeypatch.setattr(time, "sleep", found.append)
    return found


def test_all_pages_are_fetched_one_after_the_other(service: Service, waits: list[float], tmp_path: Path) -> None:
    told: list[tuple[int, int]] = []
    found = fetch(tmp_path, service.url, told=lambda done, of: told.append((done, of)))
    assert [each["name"] for each in found] == ["Trial Ram 1", "Trial Ram 2", "Trial Ram 3"]
    assert (service.asked, service.most_at_once) == ([1, 2, 3], 1)
    assert waits == [fetching.PAUSE, fetching.PAUSE]
    assert told == [(1, 3), (2, 3), (3, 3)]
    assert all(agent.startswith("archivist/") for agent in service.agents)


def test_what_was_fetched_is_not_asked_for_again_for_a_day(
    service: Service, waits: list[float], tmp_path: Path
) -> None:
    first = fetch(tmp_path, service.url)
    assert fetch(tmp_path, service.url) == first
    assert service.asked == [1, 2, 3]
    old = time.time() - fetching.FRESH - 5
    os.utime(tmp_path / PAGES / "0002.json", (old, old))
    fetch(tmp_path, service.url)
    assert service.asked == [1, 2, 3, 2]


def test_a_fetch_that_was_broken_off_goes_on(service: Service, waits: list[float], tmp_path: Path) -> None:
    service.failing[2] = [(404, {}, b"gone")]
    with pytest.raises(Unreachable, match=r"answers 404 .*; 1 pages are kept, and archivist import --fetch continues"):
        fetch(tmp_path, service.url)
    assert len(fetch(tmp_path, service.url)) == 3
    assert service.asked == [1, 2, 2, 3]


def test_a_busy_service_is_asked_again_when_it_says(service: Service, waits: list[float], tmp_path: Path) -> None:
    service.failing[1] = [(429, {"Retry-After": "7"}, b""), (503, {}, b"")]
    assert len(fetch(tmp_path, service.url)) == 3
    assert waits[:2] == [7.0, 2.0]
    service.failing[1] = [(429, {"Retry-After": "999999"}, b"")] * 3
    with pytest.raises(Unreachable, match="answers 429"):
        fetch(tmp_path / "other", service.url)
    assert max(waits) == fetching.LONGEST_WAIT


def test_an_answer_that_is_no_page_is_refused_and_not_kept(
    service: Service, waits: list[float], tmp_path: Path
) -> None:
    service.failing[1] = [(200, {}, b"<html>hello</html>")]
    with pytest.raises(Unreachable, match=r"page 1 of .* is not a page of cards"):
        fetch(tmp_path, service.url)
    assert not (tmp_path / PAGES).exists()


def test_a_service_that_is_not_there_is_named(service: Service, tmp_path: Path) -> None:
    service.close()
    run = CliRunner().invoke(app, ["import", "--fetch", "--service", service.url, "--pool", str(tmp_path / "own")])
    assert run.exit_code == 2
    assert f"the card service cannot be reached at {service.url}?page=1: " in run.output.replace("\n", "")
    assert "Files that you have saved can be imported without it" in run.output.replace("\n", " ")
    assert not (tmp_path / "own").exists()


def test_only_web_addresses_are_asked(tmp_path: Path) -> None:
    with pytest.raises(Unreachable, match="begins with https"):
        fetch(tmp_path, "file:///etc/passwd")


def test_the_command_fetches_and_imports(service: Service, waits: list[float], tmp_path: Path) -> None:
    run = CliRunner().invoke(app, ["import", "--fetch", "--service", service.url, "--pool", str(tmp_path), "--json"])
    assert run.exit_code == 0, run.output
    report = next(json.loads(line) for line in run.output.splitlines() if line.startswith("{"))
    assert report["compiled"] == ["Trial Ram 1", "Trial Ram 2", "Trial Ram 3"]
