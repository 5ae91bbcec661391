"""The other pages in a browser: replays, the desk, rules, cards, decks."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

import pytest
from browser.conftest import Visitors
from browser.hands import click_on, is_over, sit_down, wait_for_me

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = pytest.mark.browser

EXAMPLE = "/desk?example=combat/true-sight-finds-the-stealthy.yaml"


def finished(page: Page, visitors: Visitors, decisions: int = 20) -> str:
    """A game that was played for a while and then conceded."""
    table = sit_down(page, visitors.site, seed=8)
    dice = Random(7)
    for _ in range(decisions):
        wait_for_me(page)
        click_on(page, dice)
    page.on("dialog", lambda asked: asked.accept())
    page.click("text=Concede")
    page.wait_for_function("() => document.getElementById('board').classList.contains('over')")
    assert is_over(page)
    return table


def at(page: Page) -> int:
    return int(page.get_attribute("#board", "data-number") or -1)


def test_a_replay_has_a_slider_and_a_link_to_every_moment(visitors: Visitors) -> None:
    page = visitors.come()
    table = finished(page, visitors)
    page.goto(f"/r/{table}")
    page.wait_for_selector("#slider")
    page.locator("#slider").fill("9")
    page.wait_for_function("() => document.getElementById('board').dataset.number === '9'")
    page.click("#next-one")
    page.wait_for_function("() => document.getElementById('board').dataset.number === '10'")
    page.select_option("#seat", "B")
    page.wait_for_function("() => location.search.includes('seat=B')")
    moment, told = page.url, page.inner_text("#decided")
    other = visitors.come()
    other.goto(moment)
    assert at(other) == 10
    assert other.inner_text("#decided") == told
    other.click("#play")
    other.wait_for_function("() => Number(document.getElementById('board').dataset.number) >= 12")
    other.click("#play")
    other.select_option("#turn", index=1)
    other.goto(moment)
    other.click("#try")
    other.wait_for_selector("#answer")
    other.locator("#pass, #choices button, #ok").first.click()
    other.wait_for_selector("#back")
    assert other.locator("text=Branch").count() == 1


def test_a_line_of_the_log_opens_at_the_desk(visitors: Visitors) -> None:
    page = visitors.come()
    finished(page, visitors)
    page.locator(".log .to-desk").last.click()
    page.wait_for_selector("#desk")
    assert "setup" in page.input_value("#text")
    assert page.locator(".stamp.error").count() == 0


def test_while_a_game_goes_on_a_line_opens_with_hidden_cards_guessed(visitors: Visitors) -> None:
    page = visitors.come()
    sit_down(page, visitors.site, seed=8)
    dice = Random(7)
    for _ in range(12):
        wait_for_me(page)
        click_on(page, dice)
    wait_for_me(page)
    page.locator(".log .to-desk").last.click()
    page.wait_for_selector("#desk, .refused")
    assert page.locator("#desk").count() == 1
    assert "guessed" in page.input_value("#text")


def test_the_desk_plays_a_scenario_finds_an_error_and_shares_it(visitors: Visitors) -> None:
    page = visitors.come()
    page.goto(EXAMPLE)
    assert page.locator(".stamp.pass").count() == 1
    page.click('.steps-nav button[value="1"]')
    page.wait_for_selector('.steps-nav button[value="1"][aria-current="step"]')
    page.fill("#play", "A attack Swift Recruit")
    page.click("#ask")
    page.wait_for_selector(".asking .verdict")
    text = page.input_value("#text")
    page.fill("#text", text.replace("Swift Recruit", "Swoft Recruit"))
    page.click("#judge")
    page.wait_for_selector(".stamp.error")
    assert "did you mean Swift Recruit" in page.inner_text(".problem")
    page.fill("#text", text.replace("damage: 1", "damage: 2"))
    page.keyboard.press("Control+Enter")
    page.wait_for_selector(".stamp.fail")
    page.click("#share")
    page.wait_for_selector("input[data-absolute]")
    other = visitors.come()
    other.goto(page.input_value("input[data-absolute]"))
    assert other.input_value("#text") == page.input_value("#text")
    assert other.locator(".stamp.fail").count() == 1


def test_a_position_is_built_by_choosing_cards(visitors: Visitors) -> None:
    page = visitors.come()
    page.goto("/desk")
    page.fill("#text", "")
    page.select_option("#desk select[name=zone]", "hand")
    page.fill("#desk input[name=card]", "Fireball")
    page.click("text=Put it there")
    page.wait_for_function("() => document.getElementById('text').value.includes('Fireball')")
    page.wait_for_selector("#small-table >> text=Fireball")


def test_examples_rules_and_cards_are_found_and_opened(visitors: Visitors) -> None:
    page = visitors.come()
    page.goto("/rules")
    page.fill("#q", "floating memory")
    page.wait_for_selector("#found .rule >> text=keywords.floating-memory")
    page.click("#found .rule >> text=keywords.floating-memory")
    page.wait_for_selector("h1 >> text=keywords.floating-memory")
    page.locator(".examples a").first.click()
    page.wait_for_selector(".stamp.pass")
    page.goto("/cards")
    page.fill("#q", "fireball")
    page.wait_for_selector("#found .tile-name >> text=Fireball")
    page.locator("#found a").first.click()
    page.wait_for_selector("h1")
    page.goto("/rules/no-such-rule")
    assert "no rule" in page.inner_text("main")


def test_the_deck_builder_says_at_once_what_is_not_legal(visitors: Visitors) -> None:
    page = visitors.come()
    page.goto("/decks?deck=rai")
    page.wait_for_selector(".legality.legal")
    page.locator('button[name="drop"]').last.click()
    page.wait_for_selector(".legality.illegal .rule")
    page.fill("#q", "idle thoughts")
    page.click('#found button[value="Idle Thoughts"]')
    page.wait_for_function("() => document.getElementById('list').value.includes('3 Idle Thoughts')")
    page.click("text=As text")
    page.fill("#list", "1 Nonsense of the North")
    page.wait_for_selector(".legality >> text=cannot be read")
    page.goto("/decks?deck=rai")
    page.click("text=Share")
    page.locator(".notice.good a").click()
    page.wait_for_selector(".legality.legal")
    page.click("text=Play it against a bot")
    page.wait_for_selector("#board")
