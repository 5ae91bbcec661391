"""Which rules a change of zones, a departure and the course of the turn are told with: those that apply, and no others."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from archivist.model import events
from archivist.model.card import PRIVATE, Card
from archivist.model.event import Event
from archivist.model.state import State
from archivist.rules.citations import moves, turn
from archivist.scenario import read_text
from archivist.scenario.running import played
from workshop import action, cards, position, resolving, text_of

TOKEN = {"targets-and-copies.9.2", "zones.2.10", "timing.4.2.5", "timing.4.4", "cards.8.2"}
"""A token that leaves the field is gone."""
OWNER = {"zones.2.8", "terms.3.4"}
COUNTERS = {"zones.2.10", "effects.7.6"}
ALL, NOBODY = None, ()


def cited(
    origin: str, zone: str, seen: Any = (ALL, ALL), *, drawn: bool = False, after: Any = None, **of: Any
) -> set[str]:
    """What the move of a card is told with, besides the rule of the zone it arrives in and that it is a new card there."""
    old = Card(1, "Cub", 0, of.pop("controller", 0), origin, face_up=origin not in PRIVATE, **of)
    new = replace(old, **{"zone": zone, "face_up": zone not in PRIVATE, **(after or {})})
    found = moves.of_move(("turn.8.1",) if drawn else (), old, new, zone, *seen)
    assert {*moves.ARRIVING[zone], "zones.2.2"} <= {*found}
    return {*found} - {*moves.ARRIVING[zone], "zones.2.2", "turn.8.1"}


@pytest.mark.parametrize(
    ("origin", "zone", "more", "rules"),
    [
        # private or public: it turns over between them (zones.2.4)
        ("hand", "memory", {}, set()),
        ("material", "hand", {}, set()),
        ("graveyard", "banishment", {}, set()),
        ("field", "banishment", {}, set()),
        ("hand", "stack", {}, {"zones.2.4"}),
        ("hand", "banishment", {}, {"zones.2.4"}),
        ("graveyard", "hand", {}, {"zones.2.4"}),
        ("hand", "none", {}, set()),
        # what is negated, destroyed, discarded, sacrificed or used up goes to the graveyard (zones.3.10)
        ("hand", "graveyard", {}, {"zones.2.4", "zones.3.10"}),
        ("memory", "graveyard", {}, {"zones.2.4", "zones.3.10"}),
        ("field", "graveyard", {}, {"zones.3.10"}),
        ("stack", "graveyard", {}, {"zones.3.10"}),
        ("deck", "graveyard", {}, {"zones.2.4"}),
        ("banishment", "graveyard", {}, set()),
        # a draw is a draw only if the text says so (turn.8.4)
        ("deck", "hand", {}, {"turn.8.4"}),
        ("deck", "memory", {}, {"turn.8.4"}),
        ("deck", "hand", {"drawn": True}, set()),
        ("deck", "memory", {"drawn": True}, set()),
        ("deck", "material", {}, set()),
        ("memory", "hand", {}, set()),
        # to the zones of the owner (zones.2.8), also what another player has played (RU.12)
        ("field", "banishment", {"controller": 1}, OWNER),
        ("field", "graveyard", {"controller": 1}, OWNER | {"zones.3.10"}),
        ("intent", "banishment", {"controller": 1}, OWNER),
        ("stack", "banishment", {"controller": 1}, OWNER | {"RU.12"}),
        ("stack", "field", {"controller": 1}, set()),
        ("field", "loaded", {"controller": 1}, set()),
        ("graveyard", "banishment", {"controller": 1}, set()),
        # counters are gone (zones.2.10)
        ("field", "banishment", {"counters": {"buff": 1}}, COUNTERS),
        ("stack", "banishment", {"counters": {"buff": 1}}, COUNTERS),
        ("intent", "banishment", {"counters": {"buff": 1}}, COUNTERS),
        ("graveyard", "banishment", {"counters": {"buff": 1}}, COUNTERS),
        ("lineage", "banishment", {"counters": {"buff": 1}}, COUNTERS),
        ("loaded", "banishment", {"counters": {"buff": 1}}, COUNTERS | {"zones.4.7"}),
        ("hand", "memory", {"counters": {"buff": 1}}, set()),  # nobody is told what lies hidden
        ("graveyard", "banishment", {"counters": {"omen": 1}}, COUNTERS),
        ("banishment", "graveyard", {"counters": {"omen": 1}}, set()),  # nobody need know what lies there face down
        # what leaves the field is its default side, or gone
        ("field", "graveyard", {"token": True}, TOKEN | {"zones.3.10"}),
        ("field", "banishment", {"token": True}, TOKEN | {"targets-and-copies.9.3"}),
        ("stack", "banishment", {"token": True}, set()),
        ("field", "banishment", {"copied": True, "default": "Cub"}, {"targets-and-copies.9.6"}),
        ("field", "banishment", {"default": "Cub"}, {"cards.6.2", "cards.6.3"}),
        ("loaded", "banishment", {}, {"zones.4.7"}),
        # a known card becomes as private as its zone (timing.9.1)
        ("field", "hand", {"seen": (ALL, (0,))}, {"zones.2.4", "timing.9.1"}),
        ("field", "hand", {"seen": (ALL, ALL)}, {"zones.2.4"}),
        ("hand", "memory", {"seen": ((0,), (0,))}, set()),
        ("deck", "hand", {"seen": (ALL, (0,)), "drawn": True}, {"timing.9.1"}),
        # the other way up than usual (zones.5.3), and who may look at it then
        ("deck", "hand", {"drawn": True, "after": {"face_up": True}}, {"zones.5.3"}),
        (
            "stack",
            "material",
            {"after": {"face_up": True, "properties": ("preserved",)}},
            {"zones.2.4", "zones.5.3", "zones.3.5"},
        ),
        ("graveyard", "banishment", {"seen": (ALL, (0, 1)), "after": {"face_up": False}}, {"zones.5.3", "zones.5.8"}),
        (
            "hand",
            "banishment",
            {"seen": ((0,), (0,)), "after": {"face_up": False, "known_to": (0,)}},
            {"zones.2.4", "zones.5.3", "zones.5.7"},
        ),
        ("deck", "banishment", {"seen": (NOBODY, NOBODY), "after": {"face_up": False}}, {"zones.2.4", "zones.5.3"}),
    ],
)
def test_zones_2_what_a_move_is_told_with(origin: str, zone: str, more: dict[str, Any], rules: set[str]) -> None:
    assert cited(origin, zone, **more) == rules


INSTEAD = ("terms.1.choice.1", "cards.4.20", "effects.2.6")


@pytest.mark.parametrize(
    ("zone", "cause", "rules"),
    [
        ("graveyard", "destroy", ("terms.1.table.1",)),
        ("graveyard", "sacrifice", ("terms.1.table.2",)),
        ("banishment", "destroy", ("terms.1.table.3", *INSTEAD)),
        ("banishment", "sacrifice", ("terms.1.table.4", "effects.3.4", *INSTEAD)),
        ("banishment", "", ("terms.1.table.5",)),
        ("graveyard", "", ("terms.1.table.6",)),
        ("hand", "", ("terms.1.table.7",)),
        ("deck", "", ("terms.1.table.7",)),
        ("hand", "destroy", ("terms.1.table.7", *INSTEAD)),
        ("hand", "sacrifice", ("terms.1.table.4", "effects.3.4", *INSTEAD)),
        ("none", "", ("turn.9.8",)),
    ],
)
def test_terms_1_table_what_leaving_the_field_counts_as(zone: str, cause: str, rules: tuple[str, ...]) -> None:
    """A unit that does not go straight to the graveyard has not died (combat.6.8). A token counts like a card."""
    replaced = "terms.1.choice.1" in rules
    assert moves.of_cause(zone, cause, unit=False) == rules
    assert moves.of_cause(zone, cause, unit=True) == (*rules, *(("combat.6.8",) if replaced else ()))
    for token in (False, True):
        card = Card(1, "Cub", 0, 0, "field", token=token)
        found = moves.of_leaving(card, zone, cause, unit=False)
        assert found[:3] == ("zones.6.2", "effects.7.2", "terms.2.lki") and found[3 : 3 + len(rules)] == rules
        assert found[3 + len(rules) :] == (("terms.1.table.8",) if token and cause else ())


@pytest.mark.parametrize(
    ("a", "b", "shown"),
    [("", "", False), ("", "Window", False), ("Window", "", True), ("Window", "Window", True)],
)
def test_zones_3_3_the_top_card_is_shown_one_by_one_to_a_player_who_plays_with_it_revealed(
    a: str, b: str, shown: bool
) -> None:
    window = cards("- {name: Window, types: [item], abilities: [{ability: static, effects: [{static: reveal top}]}]}")
    game = resolving(action("{do: draw}"), f"{{hand: [Deed], field: [{a}]}}", f"{{field: [{b}]}}", window)
    (drawn,) = [event for event in game.events if event.kind == "move" and "turn.8.1" in event.rules]
    assert ("zones.3.3" in drawn.rules) == shown


# -- the turn ----------------------------------------------------------------------------------------------------


def at(phase: str, **changes: Any) -> State:
    state = position([]).state.copy()
    state.turn = replace(state.turn, phase=phase, **changes)
    return state


@pytest.mark.parametrize(
    ("phase", "distorted", "rules"),
    [
        ("main", False, {"timing.2.4", "timing.2.5", "turn.4.2", "turn.4.12", "turn.4.main.3"}),
        (
            "main",
            True,
            {"timing.2.4", "timing.2.5", "turn.4.2", "turn.4.12", "turn.4.main.3", "turn.6.3", "effects.6.2"},
        ),
        ("end", False, {"timing.2.4", "timing.2.5", "turn.4.2"}),
        ("end", True, {"timing.2.4", "timing.2.5", "turn.4.2"}),
        ("recollection", False, {"timing.2.4", "timing.2.5", "turn.4.2"}),
    ],
)
def test_timing_2_5_what_passing_leads_to(phase: str, distorted: bool, rules: set[str]) -> None:
    assert {*turn.when_all_pass(at(phase), distorted=distorted)} == rules


def test_timing_2_5_the_top_of_the_stack_resolves() -> None:
    game = position([action("{do: draw}")], "{hand: [Deed]}")
    view = game.view(0).decision
    assert view is not None
    game.answer(view.options.index("activate Deed"))
    assert turn.when_all_pass(game.state, distorted=True) == ("timing.2.4", "timing.2.5")


@pytest.mark.parametrize(
    ("phase", "number", "turns", "format", "rules"),
    [
        ("draw", 1, 1, "standard", {"turn.3.3"}),
        ("draw", 1, 1, "pantheon", {"turn.3.3", "turn.3.choice"}),
        ("draw", 1, 2, "standard", set()),
        ("draw", 2, 1, "standard", set()),
        ("main", 1, 1, "standard", set()),
    ],
)
def test_turn_3_3_a_draw_phase_on_the_first_turn(
    phase: str, number: int, turns: int, format: str, rules: set[str]
) -> None:
    state = at(phase, number=number)
    state.format = format
    state.alter_player(0, turns=turns)
    assert {*turn.special(state, phase)} == rules


@pytest.mark.parametrize(
    ("phase", "main_over", "rules"),
    [("materialize", True, ("turn.6.2",)), ("materialize", False, ()), ("end", True, ())],
)
def test_turn_6_2_a_materialize_phase_after_main(phase: str, main_over: bool, rules: tuple[str, ...]) -> None:
    assert turn.special(at(phase, main_over=main_over), phase) == rules


@pytest.mark.parametrize(
    ("a", "b", "rules"),
    [
        ("Clock", "", {"turn.6.1", "effects.6.1"}),
        ("", "Clock", {"turn.6.1", "effects.6.1"}),
        ("Clock", "Clock", {"turn.6.1", "effects.6.1", "turn.6.4", "effects.6.3"}),
    ],
)
def test_turn_6_4_only_a_second_distortion_changes_nothing(a: str, b: str, rules: set[str]) -> None:
    clock = cards(
        "- {name: Clock, types: [item], abilities: [{ability: static, effects: [{static: time is distorted}]}]}"
    )
    steps, sides = "[{advance: recollection}]", (f"{{field: [{a}]}}", f"{{field: [{b}]}}")
    game = played(read_text(text_of(clock, steps, *sides, phase="end"), "a try"))
    (skipped,) = [event for event in game.events if isinstance(event, events.Skip)]
    assert {*skipped.rules} == rules | {"turn.5.5"}


@pytest.mark.parametrize(("seat", "rules"), [(0, ("turn.9.9",)), (1, ())])
def test_turn_9_9_a_phase_of_a_player_who_has_lost(seat: int, rules: tuple[str, ...]) -> None:
    state = at("end")
    state.alter_player(seat, lost=True)
    assert turn.special(state, "end") == rules


PASS = events.Pass(("timing.2",), 0)
PHASE = events.Phase(("timing.2",), 0, phase="draw")
SKIP = events.Skip(("timing.2",), 0, phase="draw")
TURN = events.Turn(("timing.2",), 0, number=2)
WAKE = events.Wake(("timing.2",), 0)
RESOLVE = events.Resolve(("timing.2",), 0, what="ability")
RECOVER = events.Recover(("timing.2",), 0, card=Card(1, "Cub", 0, 0, "field"), removed=1)


@pytest.mark.parametrize(
    ("phase", "since", "rules"),
    [
        ("main", [PASS], {"turn.4.2"}),
        ("draw", [PASS], {"turn.4.2", "timing.2.14"}),
        ("wake up", [PASS], {"turn.4.2", "timing.2.14"}),
        ("materialize", [PHASE, PASS, RESOLVE], {"turn.4.2", "timing.2.14"}),
        ("materialize", [PASS, PHASE], {"turn.4.3", "timing.2.13"}),
        ("draw", [PASS, SKIP], {"turn.4.3", "timing.2.13"}),
        ("wake up", [PASS, TURN, WAKE], {"turn.4.3", "timing.2.13"}),
        ("draw", [], {"turn.4.3", "timing.2.13"}),
        ("main", [PASS, PHASE], set()),
        ("end", [], set()),
    ],
)
def test_turn_4_why_a_phase_is_over(phase: str, since: list[Event], rules: set[str]) -> None:
    """All have passed in it, or it gave no Opportunity; what was passed before it began does not count."""
    state = at(phase)
    state.events = [RECOVER, *since]
    assert {*turn.over(state)} == rules
