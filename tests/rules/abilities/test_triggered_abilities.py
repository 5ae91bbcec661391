"""What a trigger waits for: each kind with an event that is it, and with its neighbours that are not (abilities.3)."""

from __future__ import annotations

from typing import Any

import pytest

from archivist.yaml_reader import read_yaml
from workshop import action, cards, judged

OTHERS = cards("""
- {name: Cub, types: [ally], subtypes: [beast], power: 1, life: 1}
- {name: Rover, types: [ally], subtypes: [animal], elements: [water], power: 2, life: 3}
- {name: Lamp, types: [item], abilities: [{ability: activated, do: [{do: draw}]}]}
- {name: Wand, types: [item], abilities: [{ability: activated, spell: true, do: [{do: draw}]}]}
- {name: Popgun, types: [weapon], subtypes: [gun], power: 1, durability: 2}
- &spark
  name: Spark
  types: [action]
  subtypes: [spell]
  speed: fast
  abilities: [{ability: text, do: [{do: recover, amount: 0}]}]
- {<<: *spark, name: Tune, subtypes: [melody]}
- {name: Two Sides, types: [ally], subtypes: [beast], power: 1, life: 1, flip: Other Side}
- {name: Other Side, side: flip, types: [ally], subtypes: [animal], power: 2, life: 2}
""")


HAVE = "hand: [Deed, Spark, Cub], memory: [Cub], deck: [Spark, Cub, 8 x Spark], graveyard: [Cub, Spark]"


def triggered(
    on: str, steps: str, *, a: str = "", b: str = "", do: str = "{do: draw}", more: str = "", **setup: Any
) -> bool:
    """Whether an ability of A's domain triggers in the last of these steps, while a card named Deed may do something."""
    ability = read_yaml(f"{{ability: triggered, on: {on}, do: [{{do: recover, amount: 0}}], {more}}}")
    watching = {"name": "Watching", "types": ["domain"], "elements": ["norm"], "cost": {"reserve": 0}}
    made_up = [*OTHERS, {**watching, "abilities": [ability]}, action(do)]
    field = f"field: [Watching, {a}]"
    for expected, names in ((True, "[Watching]"), (False, "[]")):
        report = judged(
            made_up,
            f"[{steps}, {{expect: {{triggered: {names}}}}}]",
            f"{{{HAVE}, {field}}}",
            f"{{{HAVE}, field: [{b}]}}",
            **setup,
        )
        if report.passed:
            return expected
        assert "triggered" in report.difference, report.difference
    raise AssertionError("it triggered more than once")


def deed(by: str) -> str:
    return f"{{{by}: {{activate: Deed}}}}, {{resolve: top}}"


DEEDS = [
    # what is waited for, what is done, by whom it is done so that it triggers, and by whom so that it does not
    ("{on: draw}", "{do: draw}", "A", "B"),
    ("{on: draw, by: opponent}", "{do: draw}", "B", "A"),
    ("{on: draw, by: anyone}", "{do: draw}", "AB", ""),
    ("{on: draw}", "{do: draw, into: memory}", "A", "B"),
    ("{on: draw}", "{do: mill, amount: 1}", "", "AB"),
    ("{on: discard}", "{do: discard}", "A", "B"),
    ("{on: discard, by: opponent}", "{do: discard}", "B", "A"),
    ("{on: discard, by: anyone}", "{do: discard}", "AB", ""),
    ("{on: discard, what: ally card}", "{do: discard, from: [memory]}", "A", "B"),
    ("{on: discard, what: Spell card}", "{do: discard, from: [memory]}", "", "AB"),
    ("{on: discard}", "{do: mill, amount: 1}", "", "AB"),
    ("{on: recover}", "{do: recover, amount: 1}", "A", "B"),
    ("{on: recover, by: opponent}", "{do: recover, amount: 1}", "B", "A"),
    ("{on: recover, by: anyone}", "{do: recover, amount: 1}", "AB", ""),
    ("{on: recover}", "{do: recover, amount: 0}", "", "AB"),
    ("{on: glimpse}", "{do: glimpse, amount: 1}", "A", "B"),
    ("{on: glimpse, by: opponent}", "{do: glimpse, amount: 1}", "B", "A"),
    ("{on: glimpse, by: anyone}", "{do: glimpse, amount: 1}", "AB", ""),
    ("{on: glimpse}", "{do: glimpse, amount: 0}", "", "AB"),
    ("{on: goes, from: deck, to: graveyard}", "{do: mill, amount: 1}", "AB", ""),
    ("{on: goes, from: hand, to: graveyard}", "{do: mill, amount: 1}", "", "AB"),
    ("{on: goes, from: deck, to: banishment}", "{do: mill, amount: 1}", "", "AB"),
    ("{on: goes, from: deck}", "{do: mill, amount: 1}", "AB", ""),
    ("{on: goes, to: graveyard, what: ally card}", "{do: discard, from: [memory]}", "AB", ""),
    ("{on: goes, to: graveyard, what: Spell card}", "{do: discard, from: [memory]}", "", "AB"),
    ("{on: goes, from: deck, to: hand}", "{do: draw}", "AB", ""),
    ("{on: goes, from: deck, to: hand, what: Spell card}", "{do: draw}", "", "AB"),  # nobody sees it (zones.5.2)
    ("{on: reveal, what: Spell card}", "{do: reveal top, amount: 1}", "A", "B"),
    ("{on: reveal, what: ally card}", "{do: reveal top, amount: 1}", "", "AB"),
    ("{on: reveal, what: card, from: deck}", "{do: reveal top, amount: 1}", "A", "B"),
    ("{on: reveal, what: card, from: memory}", "{do: reveal top, amount: 1}", "", "AB"),
    ("{on: reveal, what: card, by: opponent}", "{do: reveal top, amount: 1}", "B", "A"),
    ("{on: reveal, what: card, by: anyone}", "{do: reveal top, amount: 1}", "AB", ""),
    ("{on: activate}", "{do: draw}", "A", "B"),
    ("{on: activate, by: opponent}", "{do: draw}", "B", "A"),
    ("{on: activate, by: anyone}", "{do: draw}", "AB", ""),
    ("{on: activate, card: Spell card}", "{do: draw}", "", "AB"),
    ("{on: activate, card: action card}", "{do: draw}", "A", "B"),
    ("{on: enter, what: ally}", "{do: summon, token: Blightroot}", "", "AB"),
    ("{on: enter, what: item}", "{do: summon, token: Blightroot}", "AB", ""),
    ("{on: enter, what: item you control}", "{do: summon, token: Blightroot}", "A", "B"),
    ("{on: enter}", "{do: summon, token: Blightroot}", "", "AB"),
    ("{on: damaged, what: champion}", "{do: damage, amount: 1, to: champion}", "AB", ""),
    ("{on: damaged, what: champion you control}", "{do: damage, amount: 1, to: champion}", "A", "B"),
    ("{on: damaged, what: ally}", "{do: damage, amount: 1, to: champion}", "", "AB"),
    ("{on: damaged, what: champion, by: action source}", "{do: damage, amount: 1, to: champion}", "AB", ""),
    ("{on: damaged, what: champion, by: Spell source}", "{do: damage, amount: 1, to: champion}", "", "AB"),
    ("{on: damaged, what: champion}", "{do: damage, amount: 0, to: champion}", "", "AB"),
    ("{on: level up}", "{do: delevel}", "", "AB"),
]


@pytest.mark.parametrize(("on", "do", "yes", "no"), DEEDS)
def test_abilities_3_a_trigger_waits_for_its_own_event(on: str, do: str, yes: str, no: str) -> None:
    for by in yes + no:
        assert triggered(on, deed(by), do=do, opportunity=by) == (by in yes), f"by {by}"


OBJECTS = [
    # what is waited for, what is done to the Cub, and whether the ability triggers
    ("{on: leave, what: ally}", "banish", True),
    ("{on: leave, what: weapon}", "banish", False),
    ("{on: die, what: ally}", "banish", False),
    ("{on: leave, what: ally}", "destroy", True),
    ("{on: die, what: ally}", "destroy", True),
    ("{on: die, what: Animal ally}", "destroy", False),
    ("{on: sacrificed, what: ally}", "destroy", False),
    ("{on: sacrificed, what: ally}", "sacrifice", True),
    ("{on: sacrificed, what: Animal ally}", "sacrifice", False),
    ("{on: die, what: ally}", "sacrifice", True),
    ("{on: die, what: ally you control}", "destroy", True),
    ("{on: die, what: ally you do not control}", "destroy", False),
    ("{on: leave, what: ally}", "rest", False),
    ("{on: leave}", "banish", False),
    ("{on: die}", "destroy", False),
    ("{on: counters removed, kind: buff, what: ally}", "unbuff", True),
    ("{on: counters removed, kind: charge, what: ally}", "unbuff", False),
    ("{on: counters removed, kind: buff, what: weapon}", "unbuff", False),
    ("{on: counters removed, kind: buff}", "unbuff", False),
    ("{on: becomes, word: human, what: ally}", "human", True),
    ("{on: becomes, word: beast, what: ally}", "human", False),
    ("{on: becomes, word: human, what: weapon}", "human", False),
    ("{on: becomes, word: human}", "human", False),
    ("{on: targeted, what: ally, of: [activation]}", "banish", False),
]
TO_THE_CUB = {
    "banish": "{do: banish, what: each Beast ally you control}",
    "destroy": "{do: destroy, what: each Beast ally you control}",
    "sacrifice": "{do: sacrifice, of: Beast ally you control}",
    "rest": "{do: turn, to: rested, what: each Beast ally you control}",
    "unbuff": "{do: remove counters, kind: buff, all: true, from: each Beast ally you control}",
    "human": "{do: gain, static: {static: modify, words: [human]}, on: each Beast ally you control}",
}


@pytest.mark.parametrize(("on", "what", "yes"), OBJECTS)
def test_abilities_3_a_trigger_on_objects_of_a_kind(on: str, what: str, yes: bool) -> None:
    cub = "{card: Cub, counters: {buff: 1}}"
    assert triggered(on, deed("A"), do=TO_THE_CUB[what], a=cub) == yes


@pytest.mark.parametrize(
    ("on", "used", "by", "yes"),
    [
        ("{on: use ability}", "Lamp", "A", True),
        ("{on: use ability}", "Lamp", "B", False),
        ("{on: use ability, by: opponent}", "Lamp", "B", True),
        ("{on: use ability, by: opponent}", "Lamp", "A", False),
        ("{on: use ability, by: anyone}", "Lamp", "B", True),
        ("{on: use ability, what: item}", "Lamp", "A", True),
        ("{on: use ability, what: weapon}", "Lamp", "A", False),
        ("{on: use ability, what: card named Wand}", "Lamp", "A", False),
        ("{on: use ability, what: card named Wand}", "Wand", "A", True),
        ("{on: activate}", "Lamp", "A", False),
        ("{on: activate, spells: true}", "Lamp", "A", False),
        ("{on: activate, spells: true}", "Wand", "A", True),
        ("{on: activate, spells: true}", "Wand", "B", False),
        ("{on: activate}", "Wand", "A", False),
    ],
)
def test_abilities_1_13_a_trigger_on_using_an_ability(on: str, used: str, by: str, yes: bool) -> None:
    steps = f"{{{by}: {{ability: {by}/field/{used}}}}}"
    assert triggered(on, steps, a="Lamp, Wand", b="Lamp, Wand", opportunity=by) == yes


def test_a_trigger_on_using_an_ability_is_none_on_activating_a_card() -> None:
    assert not triggered("{on: use ability}", "{A: {activate: Deed}}")
    assert not triggered("{on: use ability, what: card, by: anyone}", "{A: {activate: Deed}}")


def test_a_trigger_on_the_first_card_of_a_turn() -> None:
    again = "{A: {activate: Spark}}, {resolve: all}, {expect: {stack: []}}, {A: {activate: Deed}}"
    assert triggered("{on: activate, first: true}", "{A: {activate: Deed}}")
    assert not triggered("{on: activate, first: true}", again)
    assert triggered("{on: activate}", again)
    assert triggered("{on: activate, first: true, card: non-Spell card}", again)


@pytest.mark.parametrize(
    ("on", "yes"),
    [
        ("{on: phase, phase: recollection}", False),
        ("{on: phase, phase: recollection, whose: any}", True),
        ("{on: phase, phase: end}", True),
        ("{on: phase, phase: end, whose: any}", True),
    ],
)
def test_a_trigger_on_the_beginning_of_a_phase(on: str, yes: bool) -> None:
    """From A's main phase to the end phase and into B's recollection phase."""
    phase = "end" if "end" in on else "recollection"
    assert triggered(on, f"{{advance: {phase}}}") == yes
