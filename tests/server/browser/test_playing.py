"""Whole games in a browser: by clicks, by keys alone, on a phone, without scripts."""

from __future__ import annotations

from random import Random

import pytest
from browser.conftest import Visitors
from browser.hands import (
    asked,
    click_on,
    form,
    is_over,
    number,
    press,
    sit_down,
    wait_for_me,
    wait_for_move,
)

pytestmark = pytest.mark.browser

DECISIONS = 900
"""More than any of these games has."""


def test_a_whole_game_against_greedy_by_clicks(visitors: Visitors) -> None:
    page = visitors.come()
    page.goto("/")
    page.click("#play-now")
    page.wait_for_selector("#board")
    dice = Random(1)
    for _ in range(DECISIONS):
        wait_for_me(page)
        if is_over(page):
            break
        click_on(page, dice, eager=0.2)
    assert is_over(page)
    assert "won" in asked(page)
    assert page.locator("a", has_text="Replay").count() == 1


def test_a_whole_game_by_keys_alone(visitors: Visitors) -> None:
    page = visitors.come()
    sit_down(page, visitors.site, seed=4)
    dice = Random(2)
    for _ in range(DECISIONS):
        wait_for_me(page)
        if is_over(page):
            break
        press(page, dice)
    assert is_over(page)


def test_a_phone_shows_everything_without_scrolling_sideways(visitors: Visitors) -> None:
    page = visitors.come(390, 844, touch=True)
    sit_down(page, visitors.site, seed=5)
    dice = Random(3)
    for _ in range(25):
        wait_for_me(page)
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        box = page.locator("#bar").bounding_box()
        assert box is not None
        assert 0 <= box["y"] <= 844 - 40, "the bar is always in sight"
        click_on(page, dice)
    tile = page.locator(".hand .tile, .side.own .tile").first
    tile.scroll_into_view_if_needed()
    tile.dispatch_event("pointerdown", {"pointerType": "touch", "bubbles": True})
    page.wait_for_selector("#peek:popover-open .detail")


def test_forms_do_without_scripts(visitors: Visitors) -> None:
    page = visitors.come(scripts=False)
    page.goto("/")
    page.click("#play-now")
    page.wait_for_selector("#board")
    for _ in range(6):
        for _ in range(40):
            if page.locator("#answer").count():
                break
            page.wait_for_timeout(250)
            page.reload()
        before = number(page)
        if page.locator("#ok").count():
            least = int(page.get_attribute("#board", "data-least") or 0)
            for index in range(least):
                page.locator("#choices input").nth(index).check()
            page.click("#ok")
        elif page.locator("#choices button").count():
            page.locator("#choices button").first.click()
        else:
            page.click("#pass")
        page.wait_for_selector("#board")
        assert number(page) != before


def test_nothing_happens_by_accident(visitors: Visitors) -> None:
    """Passing, ending a phase and confirming are different buttons, and everything can be taken back."""
    page = visitors.come()
    sit_down(page, visitors.site, seed=6)
    dice = Random(4)
    for _ in range(60):
        wait_for_me(page)
        if page.get_attribute("#board", "data-passes") == "end phase" and page.locator(".hand .tile.can").count():
            break
        click_on(page, dice, eager=0)
    before, told = number(page), asked(page)
    assert page.locator("#pass.end").count() == 1
    page.keyboard.press("Space")
    page.wait_for_timeout(300)
    assert number(page) == before
    page.locator(".hand .tile.can").first.click()
    wait_for_move(page, before)
    assert form(page) == "pick"
    page.keyboard.press("Escape")
    page.wait_for_function("told => document.querySelector('#bar .title')?.innerText === told", arg=told)
    assert form(page) == "act"
    page.click("#pass")
    page.wait_for_selector("#back")
    page.keyboard.press("Escape")
    page.wait_for_function("told => document.querySelector('#bar .title')?.innerText === told", arg=told)


def test_a_card_that_cannot_be_played_says_why(visitors: Visitors) -> None:
    page = visitors.come()
    sit_down(page, visitors.site, seed=6)
    wait_for_me(page)
    tile = page.locator(".hand .tile:not(.can)").first
    name = tile.locator(".tile-name").inner_text()
    tile.click()
    page.wait_for_selector("#dialog[open] .reasons li")
    assert name.split("\n")[0] in page.inner_text("#dialog-body")
    rule = page.locator("#dialog .reasons .rule").first
    cited = rule.inner_text()
    rule.click()
    page.wait_for_function("id => document.querySelector('#dialog-body .rules')?.innerText.includes(id)", arg=cited)
    page.keyboard.press("Escape")
    page.focus(".hand .tile")
    page.keyboard.press("?")
    page.wait_for_selector("#dialog[open] .detail")


def test_stops_and_wishes_are_switches(visitors: Visitors) -> None:
    page = visitors.come()
    sit_down(page, visitors.site, seed=6)
    page.click('.phases button[value="draw"]')
    page.wait_for_selector('.phases button[value="draw"][aria-pressed="true"]')
    page.click('.phases button[value="draw"]')
    page.wait_for_selector('.phases button[value="draw"][aria-pressed="false"]')
    page.click("#asking summary")
    toggle = page.locator('#settings button[value="own"]')
    was = toggle.get_attribute("aria-pressed")
    toggle.click()
    page.wait_for_selector(f'#settings button[value="own"][aria-pressed="{"false" if was == "true" else "true"}"]')
    assert page.locator("#asking[open]").count() == 1, "what a person has opened stays open"
