"""The picture of the table in the README: a real game against the greedy bot, played to a telling moment.

With ``ARCHIVIST_README_PICTURE=1`` the picture in ``docs/pictures`` is made anew; else only that it can be made is tested.
"""

from __future__ import annotations

import json
import os
import urllib.error
import urllib.request
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest
from browser.conftest import Visitors
from browser.hands import opened

from archivist.view import Choice, DecisionView

pytestmark = pytest.mark.browser

KEPT = Path(__file__).parents[3] / "docs" / "pictures" / "table.jpg"
SEED = 9
"""The first game that is tried; it has such a moment."""
SMALL = 200_000
"""The most bytes of the picture."""


def asked(site: str, path: str, token: str, body: dict[str, Any] | None = None) -> dict[str, Any]:
    headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}
    request = urllib.request.Request(f"{site}/api{path}", json.dumps(body).encode() if body else None, headers)
    with urllib.request.urlopen(request, timeout=30) as answer:
        found: dict[str, Any] = json.loads(answer.read())
    return found


def telling(view: dict[str, Any]) -> bool:
    """Whether there is something to see: cards on both sides and in hand, and an attack or something aimed on the stack."""
    own = next(player for player in view["players"] if player["name"] == view["seat"])
    sides = [sum(card["controller"] == player["name"] for card in view["field"]) for player in view["players"]]
    aimed = any(item["targets"] for item in view["stack"]) and view["decision"]["form"] == "act"
    return min(sides) >= 3 and own["zones"]["hand"]["count"] >= 3 and aimed


def choice_of(decision: DecisionView, dice: Random) -> Choice:
    """Something to do rather than nothing, and the plainest answer to everything else."""
    doing = [place for place, option in enumerate(decision.options) if option != "pass"]
    if decision.form == "act" and doing and dice.random() < 0.9:
        return dice.choice(doing)
    return next(decision.answers())


def played(site: str, seed: int) -> tuple[str, str] | None:
    """A table whose game has come to a telling moment; None if it ended before."""
    seats = [{"name": "Ann", "deck": "silvie"}, {"bot": "greedy", "deck": "rai"}]
    table = opened(site, seats=seats, seed=seed)
    id_, token, dice = table["id"], table["token"], Random(seed)
    for _ in range(3000):
        shown = asked(site, f"/tables/{id_}", token)
        if shown["status"] != "playing":
            return None
        if not shown["can"]["answer"]:
            continue
        if telling(shown["view"]):
            return id_, token
        choice = choice_of(msgspec.convert(shown["view"]["decision"], DecisionView), dice)
        body = {"number": shown["number"], "answer": list(choice) if isinstance(choice, tuple) else choice}
        try:
            asked(site, f"/tables/{id_}/answers", token, body)
        except urllib.error.HTTPError as error:
            assert error.code == 422, "a play that turns out illegal is undone, and another is made"
    return None


def test_the_picture_of_the_table_is_of_a_real_game(visitors: Visitors, pictures: Path) -> None:
    found = next(table for seed in range(SEED, SEED + 40) if (table := played(visitors.site, seed)) is not None)
    page = visitors.come(1280, 800)
    page.goto(f"/t/{found[0]}?token={found[1]}")
    page.wait_for_selector("#answer")
    page.wait_for_timeout(400)
    taken = page.screenshot(path=pictures / "readme.jpg", type="jpeg", quality=82)
    assert len(taken) < SMALL
    if os.environ.get("ARCHIVIST_README_PICTURE"):
        KEPT.parent.mkdir(parents=True, exist_ok=True)
        KEPT.write_bytes(taken)
    assert KEPT.exists()
