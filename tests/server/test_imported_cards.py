"""Imported cards at a server: searched, built into decks, played, kept over a crash, replayed, shared, and judged."""

from __future__ import annotations

import contextlib
import json
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from benchmarks.load.serving import serving
from waiters import plainest

from archivist.decks import decks

NAMES = [f"Trial {each}" for each in "Ram Ewe Lamb Goat Kid Calf Cow Bull Ox Mare Foal Colt Hen Duck Goose".split()]
"""As many cards as fill a main deck with four copies of each."""
ODD = "Trial Oddity"
ADDRESS = "http://127.0.0.1:{}"
PATIENCE = 2_400
"""How often it is looked whether others have decided, on a machine that does a lot besides."""


def record(name: str, text: str = "On Enter: Draw a card.") -> dict[str, Any]:
    """A record of the card service: an ally for nothing, so that it can be played at once."""
    return {
        "uuid": name,
        "name": name,
        "types": ["ALLY"],
        "classes": ["TAMER"],
        "subtypes": ["TAMER", "ANIMAL"],
        "element": "NORM",
        "cost_reserve": 0,
        "cost_memory": None,
        "power": 1,
        "life": 1,
        "effect_raw": text,
        "editions": [],
    }


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A user's data directory with a collection, imported as a user does it."""
    monkeypatch.setenv("ARCHIVIST_HOME", str(tmp_path))
    monkeypatch.delenv("ARCHIVIST_POOL", raising=False)
    file = tmp_path / "cards.json"
    odd = record(ODD, "On Enter: Draw a card.\n\nFrobnicate each purple ally.")
    file.write_text(json.dumps([*map(record, NAMES), odd]), "utf-8")
    command = [sys.executable, "-m", "archivist.cli", "import", str(file)]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert f"{len(NAMES) + 1} cards read: {len(NAMES)} compiled, 1 partly, 0 refused" in done.stdout
    return tmp_path


def deck_list(*others: str) -> str:
    """A legal deck whose main deck is imported; others replace the first cards."""
    material = "\n".join(f"1 {name}" for name in decks()["tonoris"].material)
    names = [*others, *NAMES[len(others) :]]
    return f"# Material Deck\n{material}\n\n# Main Deck\n" + "\n".join(f"4 {name}" for name in names) + "\n"


@contextlib.contextmanager
def client_of(port: int) -> Iterator[Client]:
    client = Client(port)
    try:
        yield client
    finally:
        client.http.close()


class Client:
    """A program that plays at a server over its API."""

    def __init__(self, port: int) -> None:
        self.http = httpx.Client(base_url=ADDRESS.format(port), timeout=120)
        self.path = self.token = ""

    def get(self, path: str) -> httpx.Response:
        return self.http.get(path, follow_redirects=True)

    def post(self, path: str, body: dict[str, Any]) -> httpx.Response:
        return self.http.post(path, json=body, headers=self.seated())

    def table(self) -> Any:
        return self.http.get(self.path, headers=self.seated()).json()

    def seated(self) -> dict[str, str]:
        return {"Authorization": f"Bearer {self.token}"} if self.token else {}

    def play_until(self, reached: Callable[[Any], bool]) -> Any:
        """Plays imported cards whenever it can until the table fits; while others think it waits."""
        answers = waits = 0
        while answers < 400 and waits < PATIENCE:
            table = self.table()
            if reached(table):
                return table
            if not table["can"]["answer"]:
                waits += 1
                time.sleep(0.05)
                continue
            decision = table["view"]["decision"]
            wanted = [each for each in decision["options"] if str(each).startswith("activate Trial")]
            answer = decision["options"].index(wanted[0]) if wanted else plainest(decision)
            given = self.post(f"{self.path}/answers", {"number": table["number"], "answer": answer})
            assert given.status_code in (200, 409), given.text
            answers += 1
        raise AssertionError(f"it was not reached with {answers} answers")


def on_the_field(table: Any) -> list[str]:
    return [card["name"] for card in table["view"]["field"] if card["name"] in NAMES]


SCENARIO = """
setup:
  A: {champion: [Spirit of Fire], hand: [Trial Ram], deck: [3 x Trial Ewe]}
  B: {champion: [Spirit of Water], deck: [3 x Trial Goat]}
steps:
- A: {activate: Trial Ram}
- resolve: all
- expect: {A/field: [Trial Ram], A/hand: [Trial Ewe]}
"""


def test_a_server_knows_the_cards_that_its_user_has_imported(home: Path) -> None:
    with serving(f"sqlite:///{home / 'tables.db'}") as served, client_of(served.port) as client:
        looked_up(client)
        built(client)
        judged(client)
        opened = client.post(
            "/api/tables",
            {"seats": [{"name": "Ada", "deck": deck_list()}, {"bot": "random", "deck": deck_list()}], "seed": 1},
        )
        assert opened.status_code == 201, opened.text
        client.path, client.token = f"/api/tables/{opened.json()['id']}", opened.json()["token"]
        before = client.play_until(lambda table: len(on_the_field(table)) > 1)
        page = client.get(f"/t/{opened.json()['id']}?token={client.token}").text
        assert all(name in page for name in on_the_field(before))
        served.kill()
        served.start()
        after = client.table()
        assert (on_the_field(after), after["number"]) == (on_the_field(before), before["number"])
        assert client.post(f"{client.path}/concede", {}).status_code == 200
        replayed(client, opened.json()["id"])


def looked_up(client: Client) -> None:
    """The pages and the API list, search and show them; one that is not understood says why."""
    assert client.get("/api/cards?q=trial ram").json()["cards"][0]["name"] == "Trial Ram"
    assert client.get("/api/cards/trial ram").json()["sheet"]["text"] == ["On Enter: Draw a card."]
    assert "Trial Goose" in client.get("/cards?q=trial goose").text
    assert "On Enter: Draw a card." in client.get("/cards/Trial Ram").text
    for path in (f"/api/cards/{ODD}", f"/cards/{ODD}"):
        refused = client.get(path)
        assert refused.status_code == 404
        assert "cannot be played" in refused.text
        assert "Frobnicate" in refused.text


def built(client: Client) -> None:
    """The deck builder finds and adds them; the check says that a deck of them is legal, and which card is not known."""
    assert "Trial Ram" in client.get("/decks/cards?q=trial ram").text
    added = client.http.post("/decks", data={"list": deck_list(), "format": "open", "add": "Trial Ram"})
    assert "5 Trial Ram" in added.text
    odd = client.http.post("/decks", data={"list": deck_list(), "format": "open", "add": ODD})
    assert f"{ODD} cannot be played" in odd.text
    checked = client.post("/api/decks/check", {"deck": deck_list(), "format": "standard"}).json()
    assert checked["reasons"] == []
    wrong = client.post("/api/decks/check", {"deck": deck_list(ODD), "format": "standard"})
    assert wrong.status_code == 422
    assert f"{ODD} cannot be played" in wrong.json()["message"]
    shared = client.http.post("/decks", data={"list": deck_list(), "format": "standard", "do": "share"})
    assert shared.status_code == 303
    assert "Trial Ram" in client.get(shared.headers["location"]).text


def judged(client: Client) -> None:
    """The judge's desk plays scenarios with them, and puts them into positions."""
    verdict = client.post("/api/desk", {"scenario": SCENARIO}).json()
    assert (verdict["status"], verdict.get("problem", "")) == ("pass", "")
    assert client.post("/api/shared", {"kind": "scenario", "content": SCENARIO}).status_code == 201


def replayed(client: Client, id: str) -> None:
    """A finished game can be stepped through, taken elsewhere, and played on from any moment."""
    replay = client.get(f"/api/replays/{id}").text
    assert "Trial Ram" in replay
    brought = client.post("/api/replays", {"replay": replay})
    assert brought.status_code == 201, brought.text
    moment = client.get(f"/api/replays/{brought.json()['id']}/moments/3")
    assert moment.status_code == 200
    assert "Trial" in moment.text
    assert client.post(f"/api/replays/{brought.json()['id']}/boards", {"moment": 3}).status_code == 201


def test_a_server_without_the_cards_says_which_are_missing(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Somebody else gets the deck, the replay and the database: each is refused in a sentence, and nothing breaks."""
    database = f"sqlite:///{home / 'tables.db'}"
    with serving(database) as served, client_of(served.port) as client:
        body = {"seats": [{"name": "Ada", "deck": deck_list()}, {"bot": "random", "deck": deck_list()}], "seed": 1}
        opened = client.post("/api/tables", body).json()
        client.path, client.token = f"/api/tables/{opened['id']}", opened["token"]
        client.play_until(lambda table: table["can"]["answer"])
        over = client.post("/api/tables", body).json()
        client.path, client.token = f"/api/tables/{over['id']}", over["token"]
        client.post(f"{client.path}/concede", {})
        replay = client.get(f"/api/replays/{over['id']}").text
    monkeypatch.setenv("ARCHIVIST_POOL", "")
    with serving(database) as served, client_of(served.port) as client:
        refused = client.post("/api/tables", body)
        assert refused.status_code == 422
        assert "no card is named 'Trial Ram'" in refused.json()["message"]
        brought = client.post("/api/replays", {"replay": replay})
        assert brought.status_code == 422
        assert "Trial" in brought.json()["message"]
        table = client.get(f"/api/tables/{opened['id']}?token={opened['token']}").json()
        assert table["status"] == "closed"
        assert "Trial Bull" in table["affairs"]["why"]
        assert "Trial Bull" in client.get(f"/t/{opened['id']}?token={opened['token']}").text
        assert client.get(f"/api/replays/{opened['id']}").text.startswith("archivist replay 1\n")
        moment = client.get(f"/api/replays/{over['id']}/moments/1")
        assert moment.status_code == 422
        assert "Trial" in moment.json()["message"]
