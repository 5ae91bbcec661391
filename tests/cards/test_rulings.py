"""Rulings: each is about a card there is, rests on rules there are, and is shown by a scenario; no unclear card lacks one."""

from __future__ import annotations

import pytest
from test_briefs import BRIEFS, briefs

from archivist.cards import pool
from archivist.cards.rulings import all_rulings, rulings
from archivist.coverage import source_root
from archivist.notation.sheets import mentions, sheet
from archivist.rules.catalogue import catalogue


@pytest.mark.parametrize("name", sorted(all_rulings()))
def test_a_ruling_is_about_a_card_and_rests_on_rules(name: str) -> None:
    assert name in pool()
    for ruling in rulings(name):
        assert ruling.rules
        assert set(ruling.rules) <= set(catalogue())
        assert ruling.ruling.endswith(".")
        assert str(ruling).endswith("]")


@pytest.mark.parametrize("name", sorted(all_rulings()))
def test_a_ruling_is_shown_by_a_scenario_that_mentions_the_card(name: str) -> None:
    found = {mention.file for mention in mentions(name, pool(), source_root() / "scenarios")}
    assert {ruling.scenario for ruling in rulings(name)} <= found


@pytest.mark.skipif(not BRIEFS.is_dir(), reason="the briefs are not at hand")
def test_every_card_with_an_unclear_text_has_a_ruling() -> None:
    assert {brief["name"] for brief in briefs() if "unclear" in brief} <= set(all_rulings())


def test_rulings_are_on_the_sheet_of_their_card() -> None:
    assert sheet(pool()["Embersong"], pool()).rulings == rulings("Embersong") != ()
    assert sheet(pool()["Fireball"], pool()).rulings == ()
