"""What a person does at a table in a browser: looks, clicks, presses keys."""

from __future__ import annotations

import json
import urllib.request
from random import Random
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from playwright.sync_api import Page


ASKED = """() => {
  const board = document.getElementById("board");
  return Boolean(board && (board.dataset.form || board.classList.contains("over")));
}"""
MOVED = """(before) => {
  const board = document.getElementById("board");
  if (!board) return false;
  const told = board.classList.contains("over") || Boolean(document.getElementById("notice"));
  return board.dataset.number !== before || !board.dataset.form || told;
}"""


def opened(site: str, **wanted: Any) -> dict[str, str]:
    """A table opened over the API: its id and the token of the first seat."""
    body = json.dumps({"seats": [{"name": "Ann"}, {"bot": "greedy"}], **wanted}).encode()
    request = urllib.request.Request(f"{site}/api/tables", body, {"Content-Type": "application/json"})
    with urllib.request.urlopen(request, timeout=30) as answer:
        found: dict[str, str] = json.loads(answer.read())
    return found


def sit_down(page: Page, site: str, **wanted: Any) -> str:
    """Sits down at a new table; returns its id."""
    table = opened(site, **wanted)
    page.goto(f"/t/{table['id']}?token={table['token']}")
    page.wait_for_selector("#board")
    return table["id"]


def wait_for_me(page: Page) -> None:
    """Until something is asked, or the game is over."""
    page.wait_for_function(ASKED, timeout=30_000)


def is_over(page: Page) -> bool:
    return "over" in (page.get_attribute("#board", "class") or "").split()


def asked(page: Page) -> str:
    """What is asked, in words."""
    return page.inner_text("#bar .title")


def form(page: Page) -> str:
    return page.get_attribute("#board", "data-form") or ""


def number(page: Page) -> str:
    return page.get_attribute("#board", "data-number") or ""


def wait_for_move(page: Page, before: str) -> None:
    page.wait_for_function(MOVED, arg=before, timeout=30_000)


def click_on(page: Page, dice: Random, eager: float = 0.7) -> None:
    """Answers what is asked by clicks: on a marked card where there is one, else in the bar."""
    from playwright.sync_api import TimeoutError as TooLate

    before, asking = number(page), form(page)
    try:
        _click(page, dice, eager, asking)
    except TooLate:
        # what was to be clicked was gone: the table had changed meanwhile, and asks something else
        assert (number(page), form(page)) != (before, asking)
    wait_for_move(page, before)


def _click(page: Page, dice: Random, eager: float, asking: str) -> None:
    match asking:
        case "act":
            cards = page.locator(".hand .tile.can:visible, .side.own .tile.can:visible")
            if cards.count() and dice.random() < eager:
                cards.nth(dice.randrange(cards.count())).click()
                if page.locator("#menu:popover-open").count():
                    page.locator("#menu button").first.click()
            elif page.locator("#pass").count():
                page.click("#pass")
            else:
                page.locator("#choices button").first.click()
        case "pick" if page.locator("#ok").count():
            least = int(page.get_attribute("#board", "data-least") or 0)
            boxes = page.locator('#choices input[type="checkbox"]')
            for index in range(min(least, boxes.count())):
                boxes.nth(index).click()
            page.click("#ok")
        case "pick":
            cards = page.locator("#board .tile.can:visible")
            if cards.count():
                cards.first.click()
            else:
                page.locator("#choices button").first.click()
        case "name":
            page.fill('#answer input[name="name"]', page.get_attribute("#names option", "value") or "")
            page.click("#ok")
        case _:
            page.click("#ok")


def press(page: Page, dice: Random) -> None:
    """Answers what is asked by keys alone."""
    before = number(page)
    keys = page.locator("#answer [data-key]")
    match form(page):
        case "act":
            if keys.count() and dice.random() < 0.6:
                _press_number(page, str(dice.randint(1, min(keys.count(), 9))))
            elif page.get_attribute("#board", "data-passes") == "end phase":
                page.keyboard.press("Space")
                assert number(page) == before, "one press of Space must not end a phase"
                page.keyboard.press("Space")
            elif page.locator("#pass").count():
                page.keyboard.press("Space")
            else:
                _press_number(page, "1")
        case "pick" if page.locator("#ok").count():
            least = int(page.get_attribute("#board", "data-least") or 0)
            for each in range(1, least + 1):
                _press_number(page, str(each))
            page.keyboard.press("Enter")
        case "pick":
            _press_number(page, "1")
        case "name":
            page.focus('#answer input[name="name"]')
            page.keyboard.type(page.get_attribute("#names option", "value") or "")
            page.keyboard.press("Enter")
        case _:
            page.keyboard.press("Enter")
    wait_for_move(page, before)


def _press_number(page: Page, key: str) -> None:
    page.keyboard.press(key)
    if page.locator("#answer [data-key]").count() > 9:
        page.wait_for_timeout(750)
