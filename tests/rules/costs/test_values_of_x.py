"""Where the search for numbers stops early, it finds what trying every number finds (CA.1.3.1, CA.1.5)."""

from __future__ import annotations

from typing import Any

import pytest

from archivist.game import Game
from archivist.model.decision import Play
from archivist.rules.costs import values_of_x
from archivist.rules.costs.means_of_payment import Bill, Payer
from archivist.rules.playing_cards import modes_and_targets
from archivist.rules.playing_cards.attempt import Attempt
from archivist.vocabulary.costs import Skip
from frames import scenario
from positions import simple_position

CHAMPION = '[Spirit of Fire, "Arisanna, Herbalist Prodigy", "Arisanna, Master Alchemist", "Arisanna, Astral Zenith"]'
AIMED = "- A: {activate: Fireball, targets: [B/champion], reserve: [4 x Fireball]}"

POSITIONS: dict[str, tuple[str, str, str]] = {
    "herbs, and nothing to aim at": ("", "Horticounter", "field: [2 x Blightroot, Manaroot]"),
    "no herbs, and nothing to aim at": ("", "Horticounter", "field: [Gray Wolf]"),
    "herbs, and something to aim at": (AIMED, "Horticounter", "field: [2 x Blightroot, Manaroot]"),
    "no herbs, and something to aim at": (AIMED, "Horticounter", "field: [Gray Wolf]"),
    "herbs for X": ("", "Kindling Flare", "field: [2 x Blightroot, Fraysia, Manaroot]"),
    "no herbs for X": ("", "Kindling Flare", "field: [Gray Wolf]"),
}
"""The steps that lead there, the card with an X or Y, and the field."""


def position(name: str) -> Game:
    steps, card, field = POSITIONS[name]
    hand = f"hand: [{card}, 10 x Fireball]\nmemory: [2 x Fireball]\ngraveyard: [3 x Gray Wolf]\n{field}"
    return scenario(steps or "- expect: {stack: []}", champion=CHAMPION, a=hand)


def numbers(name: str) -> list[tuple[str, tuple[int, ...]]] | None:
    """The numbers that are asked for in playing the card, if the highest is chosen each time; None if it is not offered."""
    game, card = position(name), POSITIONS[name][1]
    decision = game.decision
    assert decision is not None
    plays = [each for each in decision.options if isinstance(each, Play) and game.state.cards[each.card].face == card]
    if not plays:
        return None
    game.answer(plays[0])
    found: list[tuple[str, tuple[int, ...]]] = []
    while not game.acting and (asked := game.decision) is not None:
        answers = [each for each in asked.answers() if isinstance(each, tuple)]
        if asked.kind in ("x", "y"):
            found.append((asked.kind, sum(answers, ())))
        game.answer(answers[-1] if asked.kind in ("x", "y") else answers[0])
    return found


@pytest.mark.parametrize("name", POSITIONS)
def test_ca_1_3_1_the_search_that_stops_early_finds_every_number(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    early = numbers(name)
    monkeypatch.setattr(values_of_x, "_last", lambda attempt, value: False)
    monkeypatch.setattr(modes_and_targets, "_aimless", lambda attempt, slot, wanted: False)
    assert early == numbers(name)


def test_ca_1_3_1_the_numbers_are_those_that_can_be_paid() -> None:
    """Of ten Fireballs one is aimed at and four have paid for it, so that five are left for X; and three herbs for Y."""
    assert numbers("herbs, and something to aim at") == [
        ("x", tuple(range(6))),
        ("y", tuple(range(4))),
    ]
    assert numbers("no herbs, and something to aim at") == [("x", tuple(range(6))), ("y", (0,))]
    assert numbers("herbs for X") == [("x", tuple(range(5)))]


@pytest.mark.parametrize("name", [name for name in POSITIONS if "nothing" in name])
def test_ca_1_5_without_a_target_no_number_is_tried_twice(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    tried: list[int] = []
    told = values_of_x._last

    def last(attempt: Attempt, value: int) -> bool:
        tried.append(value)
        return told(attempt, value)

    monkeypatch.setattr(values_of_x, "_last", last)
    assert numbers(name) is None
    assert len(tried) <= 2, "one number too high for X, and one for Y"


MINE: dict[str, tuple[str, ...]] = {
    "hand": ("Fireball",) * 2,
    "memory": ("Fireball",) * 3,
    "graveyard": ("Fireball",) * 4,
    "field": ("Fractal of Insight",) * 5,
}
"""What a player has besides the champion; the regalia on the field are reservable."""
SKIP = (Skip(phase="draw"),)


def wealth(bill: Bill, *, counters: int = 0, zone: str = "", card: str = "") -> int:
    """All that could pay a bill, with so many counters on the champion and one card more in a zone."""
    mine: dict[str, Any] = {place: [*cards, *([card] if place == zone else [])] for place, cards in MINE.items()}
    state = simple_position(champion=("Spirit of Fire",), **mine).state
    number = state.players[0].champion
    assert number is not None
    return values_of_x.wealth(Payer(state, 0, state.alter(number, counters={"enlighten": counters}), "activate"), bill)


@pytest.mark.parametrize(
    ("bill", "zone", "card", "counts"),
    [
        (Bill("activate"), "hand", "Fireball", 1),
        (Bill("activate"), "field", "Fractal of Insight", 1),
        (Bill("activate"), "field", "Gray Wolf", 0),
        (Bill("activate"), "graveyard", "Idle Thoughts", 0),
        (Bill("activate", kindle=9), "graveyard", "Fireball", 1),
        (Bill("activate", kindle=4), "graveyard", "Fireball", 0),
        (Bill("activate", memory=1), "memory", "Fireball", 1),
        (Bill("activate", memory=1), "graveyard", "Idle Thoughts", 1),
        *[(Bill("activate", costs=SKIP), zone, "Fireball", 1) for zone in ("hand", "memory", "graveyard")],
        (Bill("activate", costs=SKIP), "field", "Gray Wolf", 1),
    ],
)
def test_CA_1_3_1_each_card_that_could_pay_counts_for_one_x(bill: Bill, zone: str, card: str, counts: int) -> None:
    assert wealth(bill, zone=zone, card=card) - wealth(bill) == counts


def test_CA_1_3_1_each_counter_that_could_pay_counts_for_one_x() -> None:
    """The champion is also the source here, so that its counters are counted for each of the two."""
    bill = Bill("activate", costs=SKIP)
    assert wealth(bill, counters=1) > wealth(bill)


def test_CA_1_3_1_what_there_is_adds_up() -> None:
    assert wealth(Bill("activate")) == 2 + 5
    assert wealth(Bill("activate", memory=1, kindle=2)) == 2 + 5 + 3 + 2
