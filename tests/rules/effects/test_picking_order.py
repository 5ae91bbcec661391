"""Where the order of a choice matters the player is asked for it, even if everything must be chosen."""

from __future__ import annotations

import itertools

import pytest

from archivist.model.card import Thing
from archivist.model.decision import Decision
from workshop import action, cards, judged

BEARS = tuple(Thing("card", number, 0) for number in range(3))


@pytest.mark.parametrize(
    ("least", "most", "ordered", "forced"),
    [(3, 3, False, True), (3, 3, True, False), (2, 2, True, False), (0, 3, True, False), (0, 0, True, True)],
)
def test_an_ordered_pick_is_forced_only_if_there_is_no_order(
    least: int, most: int, ordered: bool, forced: bool
) -> None:
    decision = Decision(0, "targets", ("CA.1.5",), "", options=BEARS, least=least, most=most, ordered=ordered)
    found = list(decision.numbers())
    assert decision.forced == forced == (len(found) == 1)
    assert len(found) == len(set(found))
    assert all(decision.fits(answer) for answer in found)
    if ordered:
        every = [pick for size in range(least, most + 1) for pick in itertools.permutations(range(3), size)]
        assert sorted(found) == sorted(every)


def test_one_thing_has_no_order() -> None:
    assert Decision(0, "targets", ("CA.1.5",), "", options=BEARS[:1], ordered=True).forced


HAIL = {
    **action("{do: damage, split: true}", "Hail"),
    "abilities": [
        {
            "ability": "text",
            "targets": [{"of": "ally", "count": 2, "split": 4}],
            "do": [{"do": "damage", "split": True}],
        }
    ],
}
OMEN = action("{do: delayed, on: {on: damaged, what: ally}, then: [{do: counters, kind: buff, on: that}]}", "Omen")
ALLIES = cards("- {name: Elk, types: [ally], power: 1, life: 5}\n- {name: Owl, types: [ally], power: 1, life: 5}")


@pytest.mark.parametrize(
    ("targets", "elk", "owl"),
    [("[B/field/Elk, B/field/Owl]", 1, 0), ("[B/field/Owl, B/field/Elk]", 0, 1)],
)
def test_combat_6_6_the_shares_of_a_split_are_dealt_in_the_order_of_the_targets(
    targets: str, elk: int, owl: int
) -> None:
    """Both allies must be targets; what waits for the next ally that is damaged happens to the first one."""
    steps = f"""
    - A: {{activate: Omen}}
    - resolve: all
    - A: {{activate: Hail}}
    - expect: {{decision: {{player: A, kind: targets}}}}
    - A: {{choose: {targets}}}
    - A: {{choose: {{B/field/Elk: 2, B/field/Owl: 2}}}}
    - resolve: all
    - expect: {{B/field/Elk: {{damage: 2, counters: {{buff: {elk}}}}}, B/field/Owl: {{damage: 2, counters: {{buff: {owl}}}}}}}
    """
    report = judged([HAIL, OMEN, *ALLIES], steps, "{hand: [Hail, Omen]}", "{field: [Elk, Owl]}")
    assert report.passed, report.difference


STONES = cards(
    """
    - name: Red Stone
      types: [item]
      abilities: [{ability: static, effects: [{static: modify, of: each ally, elements: [fire]}]}]
    - name: Blue Stone
      types: [item]
      abilities: [{ability: static, effects: [{static: modify, of: each ally, elements: [water]}]}]
    """
)
MIRROR = action("{do: copy object, what: each item you control}", "Mirror")


@pytest.mark.parametrize(
    ("order", "element"), [("[Red Stone, Blue Stone]", "water"), ("[Blue Stone, Red Stone]", "fire")]
)
def test_effects_5_14_who_makes_copies_orders_their_timestamps(order: str, element: str) -> None:
    """The stone whose copy is the younger one sets the element of all allies."""
    steps = f"""
    - A: {{activate: Mirror}}
    - A: pass
    - B: pass
    - expect: {{decision: {{player: A, kind: order}}}}
    - A: {{order: {order}}}
    - expect: {{B/field/Elk: {{elements: [{element}]}}}}
    """
    report = judged(
        [MIRROR, *STONES, *ALLIES], steps, "{hand: [Mirror], field: [Red Stone, Blue Stone]}", "{field: [Elk]}"
    )
    assert report.passed, report.difference
