"""How pages look: axe-core finds nothing serious, nothing overflows, and a picture of each is kept to be looked at."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

import pytest
from browser.conftest import Visitors
from browser.hands import click_on, sit_down, wait_for_me

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = pytest.mark.browser

AXE = Path(__file__).parent / "vendor" / "axe.min.js"
PAGES = {
    "start": "/",
    "desk": "/desk?example=combat/true-sight-finds-the-stealthy.yaml",
    "rules": "/rules?q=floating",
    "rule": "/rules/CA.1.8",
    "cards": "/cards?q=fire",
    "card": "/cards/Fireball",
    "decks": "/decks?deck=rai",
    "refused": "/t/nosuchtable",
}
WIDTHS = ((390, 844), (768, 1024), (1280, 800), (1920, 1080))


def serious(page: Page) -> list[str]:
    """What axe-core finds that keeps people from using a page."""
    page.evaluate(AXE.read_text("utf-8"))
    found: dict[str, Any] = page.evaluate("() => axe.run(document, {resultTypes: ['violations']})")
    return [
        f"{each['id']}: {each['help']}: {each['nodes'][0]['html'][:200]} ({len(each['nodes'])})"
        for each in found["violations"]
        if each["impact"] in ("serious", "critical")
    ]


def seen(page: Page, name: str, pictures: Path, *, dark: bool) -> None:
    """Looks at a page in all widths."""
    problems = []
    for width, height in WIDTHS:
        page.set_viewport_size({"width": width, "height": height})
        page.wait_for_timeout(120)
        page.screenshot(path=pictures / f"{name}-{width}{'-dark' if dark else ''}.png")
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), f"{name} is too wide at {width}"
        if width in (390, 1280):
            problems += serious(page)
    assert not problems, f"{name}: {problems}"


@pytest.mark.parametrize("dark", [False, True])
@pytest.mark.parametrize("name", PAGES)
def test_a_page_is_for_everybody(visitors: Visitors, pictures: Path, name: str, dark: bool) -> None:
    page = visitors.come(dark=dark)
    page.goto(PAGES[name])
    page.wait_for_timeout(400)
    seen(page, name, pictures, dark=dark)


@pytest.mark.parametrize("dark", [False, True])
def test_the_table_and_its_replay_are_for_everybody(visitors: Visitors, pictures: Path, dark: bool) -> None:
    page = visitors.come(dark=dark)
    table = sit_down(page, visitors.site, seed=11)
    dice = Random(9)
    for _ in range(26):
        wait_for_me(page)
        click_on(page, dice, eager=0.8)
    wait_for_me(page)
    seen(page, "table", pictures, dark=dark)
    page.set_viewport_size({"width": 1280, "height": 800})
    page.focus(".side.own .tile")
    page.wait_for_timeout(300)
    page.screenshot(path=pictures / f"peek{'-dark' if dark else ''}.png")
    page.on("dialog", lambda asked: asked.accept())
    page.click("text=Concede")
    page.wait_for_function("() => document.getElementById('board').classList.contains('over')")
    seen(page, "over", pictures, dark=dark)
    page.goto(f"/r/{table}?at=20")
    seen(page, "replay", pictures, dark=dark)


def test_four_players_have_room(visitors: Visitors, pictures: Path) -> None:
    page = visitors.come()
    sit_down(
        page, visitors.site, seats=[{"name": "Ann"}, {"bot": "random"}, {"bot": "random"}, {"bot": "random"}], seed=3
    )
    wait_for_me(page)
    seen(page, "four", pictures, dark=False)
    assert page.locator(".others .side").count() == 3


def test_light_and_dark_can_be_chosen(visitors: Visitors) -> None:
    page = visitors.come()
    page.goto("/")
    page.click("#theme")
    assert page.get_attribute("html", "data-theme") == "dark"
    page.reload()
    assert page.get_attribute("html", "data-theme") == "dark"
