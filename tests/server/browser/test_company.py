"""Several browsers at one table: taking back, coming back, watching."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

import pytest
from browser.conftest import Visitors
from browser.hands import asked, click_on, form, number, sit_down, wait_for_me, wait_for_move

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = pytest.mark.browser


def two(visitors: Visitors) -> tuple[Page, Page]:
    """Two people at a table: one opens it, the other comes by its link."""
    ann, bob = visitors.come(), visitors.come()
    ann.goto("/")
    ann.fill("#friends input[name=name]", "Ann")
    ann.click("#friends button[type=submit]")
    ann.wait_for_selector("#waiting")
    bob.goto(ann.input_value('input[aria-label="Link to join"]'))
    bob.fill("#join input[name=name]", "Bob <b>bold</b>")
    bob.click("#join button[type=submit]")
    bob.wait_for_selector("#board")
    ann.wait_for_selector("#board")
    return ann, bob


def mover(*pages: Page) -> Page:
    """Whoever is asked."""
    for _ in range(100):
        for page in pages:
            if form(page):
                return page
        pages[0].wait_for_timeout(100)
    raise AssertionError("nobody is asked")


def test_two_people_ask_to_take_back_are_refused_and_allowed(visitors: Visitors) -> None:
    ann, bob = two(visitors)
    assert "Bob <b>bold</b>" in ann.inner_text(".others"), "names are text, whatever is in them"
    dice = Random(5)
    for _ in range(8):
        click_on(mover(ann, bob), dice, eager=0.5)
    first = mover(ann, bob)
    other = bob if first is ann else ann
    before = number(first)
    click_on(first, dice, eager=0)
    answered = number(first)
    assert answered != before
    first.click("#back")
    other.wait_for_selector("#request-undo >> text=asks to take back")
    other.click("#request-undo >> text=Refuse")
    first.wait_for_selector("#request-undo", state="detached")
    assert number(first) == answered
    first.click("#back")
    other.click("#request-undo >> text=Allow")
    first.wait_for_function("before => document.getElementById('board').dataset.number !== before", arg=answered)
    other.wait_for_selector("#request-undo", state="detached")
    ann.click("text=Offer a draw")
    bob.click("#request-draw >> text=Accept")
    ann.wait_for_function("() => document.querySelector('#bar').innerText.includes('draw')")
    ann.click("text=Rematch")
    bob.click("#request-next a")
    bob.wait_for_selector("#list")
    bob.click("text=Play >> nth=-1")
    bob.wait_for_selector("#board")
    ann.wait_for_selector("#board")


def test_coming_back_in_the_middle_of_a_payment(visitors: Visitors) -> None:
    page = visitors.come()
    table = sit_down(page, visitors.site, seed=6)
    dice = Random(4)
    for _ in range(80):
        wait_for_me(page)
        if "reserve" in asked(page).casefold() and form(page) == "pick":
            break
        click_on(page, dice, eager=1.0)
    told, before = asked(page), number(page)
    assert "reserve" in told.casefold()
    page.click("text=Links")
    link = page.input_value('input[aria-label="Link to your seat"]')
    page.close()
    again = visitors.come()
    again.goto(link)
    again.wait_for_selector("#board")
    assert again.url.endswith(f"/t/{table}"), "no token stays in the address"
    assert asked(again) == told
    assert number(again) == before
    click_on(again, dice)
    assert number(again) != before


def test_a_lost_line_is_told_and_found_again(visitors: Visitors) -> None:
    page = visitors.come()
    sit_down(page, visitors.site, seed=6)
    wait_for_me(page)
    page.wait_for_selector("#connection >> text=connected")
    page.context.set_offline(True)
    page.locator("#pass, #choices button").first.click()
    page.wait_for_selector("#connection.lost")
    page.context.set_offline(False)
    before = number(page)
    page.locator("#pass, #choices button").first.click()
    wait_for_move(page, before)
    page.wait_for_selector("#connection:not(.lost)")
    visitors.wrong = [
        each for each in visitors.wrong if "htmx:" not in each
    ]  # that nothing could be sent is said there


def test_who_watches_sees_no_hidden_card_and_can_do_nothing(visitors: Visitors) -> None:
    ann, bob = two(visitors)
    watcher = visitors.come()
    watcher.goto(ann.url)
    watcher.wait_for_selector("#board")
    assert watcher.locator("#answer, #also button, #game button, .hand .tile").count() == 0
    dice = Random(6)
    for _ in range(10):
        click_on(mover(ann, bob), dice, eager=0.4)
    for page in (ann, bob):
        table = "".join(page.locator(".field").all_inner_texts())
        log = page.inner_text("#log-lines")
        for name in set(page.locator(".hand .tile-name").all_inner_texts()):
            if name not in table:
                continue
            assert name in log
    hidden = {name for page in (ann, bob) for name in page.locator(".hand .tile-name").all_inner_texts()}
    seen = watcher.content()
    shown = watcher.inner_text("#board")
    for name in hidden - {each for each in hidden if each in shown}:
        assert name not in seen
    for mine, other in ((ann, bob), (bob, ann)):
        own = set(mine.locator(".hand .tile-name").all_inner_texts())
        theirs = set(other.locator(".hand .tile-name").all_inner_texts()) - own
        for name in theirs:
            if name not in mine.inner_text("#board"):
                assert name not in mine.content()
    response = watcher.request.post(f"{watcher.url}/answer", form={"number": "0", "choice": "0"})
    assert response.status in (403, 409)
