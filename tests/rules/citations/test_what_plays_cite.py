"""Which rules the steps of a play, its targets and what is read of a card are told with: those that apply, and no others."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from archivist.model.card import Card, Played, Thing
from archivist.model.state import State
from archivist.rules.citations import counters_and_masteries, plays, readings, targets
from archivist.rules.citations.moves import ARRIVING
from archivist.rules.effects.meaning_of_words import Scene
from archivist.rules.playing_cards.permissions import Licence
from workshop import action, cards, position

MADE_UP = cards("""
- {name: Cub, types: [ally], subtypes: [beast], power: 1, life: 2}
- {name: Swift, types: [ally], power: 1, life: 2, abilities: [fast activation]}
- {name: Veil, types: [ally], power: 1, life: 2, abilities: [spellshroud]}
- {name: Mist, types: [ally], power: 1, life: 2, abilities: [omnishroud]}
- {name: Deed, types: [action], speed: slow, abilities: [{ability: text, do: [{do: draw}]}]}
- {name: Surge, types: [action], speed: fast, cost: {reserve: X}, abilities: [{ability: text, do: [{do: draw}]}]}
- {name: Trinket, types: [regalia, item], cost: {memory: 0}}
""")
A = "{hand: [Cub, Swift, Deed, Surge], material: [Trinket], deck: []}"
FAST = ("timing.1.fast", "terms.2.fast")
OWN = Licence(("CA.1",))


def start(**setup: Any) -> State:
    return position(MADE_UP, A, **setup).state.copy()


def card(state: State, name: str) -> Card:
    me = state.players[0]
    return next(state.cards[each] for each in (*me.hand, *me.material) if state.cards[each].face == name)


# -- announcing --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "setup", "rules"),
    [
        ("Cub", {}, ("timing.1.2",)),  # only actions and boons print a speed
        ("Deed", {}, ()),
        ("Deed", {"turn": "B"}, FAST),
        ("Cub", {"turn": "B"}, FAST),
        ("Cub", {"phase": "end"}, FAST),
        ("Swift", {}, ("timing.1.2",)),
        ("Swift", {"turn": "B"}, (*FAST, "keywords.fast-activation")),
        ("Surge", {"turn": "B"}, FAST),
    ],
)
def test_timing_1_the_speed_of_a_play(name: str, setup: dict[str, str], rules: tuple[str, ...]) -> None:
    state = start(**setup)
    assert plays.of_licence(state, 0, "activate", card(state, name), OWN) == rules
    assert plays.of_licence(state, 0, "activate", card(state, name), None) == rules


def test_timing_5_a_play_that_an_effect_permits_or_asks_for() -> None:
    state = start(turn="B")
    cub = card(state, "Cub")
    later = Licence(("timing.5.3",))
    assert plays.of_licence(state, 0, "activate", cub, later) == ("timing.5.1", "effects.1.6", "timing.6.1", *FAST)
    asked = Licence(("CA.1",), instructed=True)
    assert plays.of_licence(state, 0, "activate", cub, asked) == ("timing.5.1", "timing.5.4")
    assert plays.of_announcement(state, 0, "activate", cub, (asked, OWN)) == ("CA.1", "timing.5.1", "timing.5.4")
    assert plays.of_announcement(state, 0, "activate", cub, ()) == ()


@pytest.mark.parametrize(("step", "rules"), [("materialize", ("timing.1.3",)), ("window", ())])
def test_timing_1_3_the_materialization_of_the_materialize_phase(step: str, rules: tuple[str, ...]) -> None:
    state = start()
    state.turn = replace(state.turn, step=step)
    assert plays.of_licence(state, 0, "materialize", card(state, "Trinket"), OWN) == rules


@pytest.mark.parametrize(
    ("needed", "champion", "rules"),
    [
        ({"fire"}, "[Spirit of Fire]", set()),
        ({"norm"}, "[Spirit of Fire]", {"cards.3.1"}),
        ({"fire"}, "[Spirit of Fire, 'Rai, Spellcrafter']", {"cards.3.3"}),
        ({"exalted"}, "[Spirit of Fire]", {"cards.3.5"}),
        ({"exalted", "norm"}, "[Spirit of Fire, 'Rai, Spellcrafter']", {"cards.3.1", "cards.3.3", "cards.3.5"}),
    ],
)
def test_cards_3_why_elements_are_enabled(needed: set[str], champion: str, rules: set[str]) -> None:
    state = position(MADE_UP, f"{{champion: {champion}, deck: []}}").state
    assert {*plays.of_elements(state, 0, needed)} == {"terms.4.element", "cards.3.2", *rules}


FREE = Licence(("CA.1",), free=True)


@pytest.mark.parametrize(
    ("name", "of", "licence", "rules"),
    [
        ("Deed", {}, OWN, set()),
        ("Deed", {}, None, set()),
        ("Deed", {"played": Played("activate", 0, "hand", properties=("prepared",))}, OWN, {"zones.7.activation"}),
        ("Deed", {"played": Played("activate", 0, "hand")}, OWN, set()),
        (
            "Deed",
            {"token": True},
            OWN,
            {"targets-and-copies.6.4", "targets-and-copies.6.8", "targets-and-copies.6.1"},
        ),
        ("Deed", {}, FREE, {"costs.5.11"}),
        ("Surge", {}, FREE, {"costs.5.11", "costs.4.9", "RU.9"}),
        ("Surge", {"x": 2}, FREE, {"costs.5.11"}),
        ("Surge", {}, OWN, set()),
    ],
)
def test_costs_5_11_what_a_completed_play_is(name: str, of: Any, licence: Licence | None, rules: set[str]) -> None:
    state = start()
    found = plays.of_completion(state, replace(card(state, name), **of), licence)
    assert {*found} == {"terms.2.play", "zones.3.12", *rules}


# -- targets -----------------------------------------------------------------------------------------------------

SEVERAL = "targets-and-copies.3.2"
ON_FIELD = "targets-and-copies.1.4"


@pytest.mark.parametrize(
    ("of", "field", "options", "rules"),
    [
        ("ally", "Cub", 1, {ON_FIELD}),
        ("ally", "Cub, Cub", 2, {ON_FIELD, SEVERAL}),
        ("ally", "Cub, Veil", 1, {ON_FIELD, "keywords.spellshroud"}),
        ("ally", "Cub, Mist", 1, {ON_FIELD, "keywords.omnishroud"}),
        ("object", "{token: Powercell}", 1, {ON_FIELD, "targets-and-copies.3.4"}),
        ("card in any graveyard", "Cub", 0, {"targets-and-copies.2.card"}),
        ("loaded card", "Cub", 0, {"targets-and-copies.2.loaded"}),
        ("card activation", "Cub", 0, {"targets-and-copies.2.activation"}),
        ("trigger", "Cub", 0, {"targets-and-copies.2.trigger"}),
    ],
)
def test_targets_and_copies_2_what_decides_on_the_targets(of: str, field: str, options: int, rules: set[str]) -> None:
    aim = action("{do: draw}", "Aim", targets=[{"of": of}])
    state = position([aim, *MADE_UP], f"{{hand: [Aim], field: [{field}]}}").state
    (wanted,) = state.pool["Aim"].text[0].targets
    champions = {player.champion for player in state.players}
    things = [state.cards[number].thing for number in state.field if number not in champions][:options]
    scene = Scene(state, 0, card(state, "Aim"))
    assert {*targets.of_targeting(scene, wanted, things, ())} == {"targets-and-copies.3.3", *rules}
    taken = targets.of_targeting(scene, wanted, things[:1], (Thing("player", 1),))
    assert SEVERAL in taken


# -- what is read ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "of", "rules"),
    [
        ("damage", {}, ()),
        ("damage", {"lineage": (3,)}, ("cards.9.damage", "terms.7.damage")),
        ("token", {}, ()),
        ("token", {"token": True}, ("cards.8.1", "targets-and-copies.9.1")),
        ("states", {"zone": "field"}, ("zones.7.object",)),
        ("states", {"zone": "stack"}, ("zones.7.activation",)),
        ("counters", {"counters": {"buff": 1}}, ("cards.9.buff", "terms.7.buff")),
        ("counters", {"counters": {"charge": 1}}, ("terms.7.others",)),
        ("counters", {}, ()),
        ("durability", {}, ("cards.9.durability", "terms.7.durability")),
        ("face up", {"zone": "field", "face_up": True}, ()),
        ("face up", {"zone": "banishment", "face_up": False}, ("zones.5.3",)),
        ("face up", {"zone": "hand", "face_up": False}, ()),
        ("face up", {"zone": "material", "face_up": True}, ("zones.5.3",)),
        ("owner", {}, ("terms.3.1",)),
        ("rested", {}, ()),
    ],
)
def test_by_which_rules_a_value_is_what_it_is(name: str, of: dict[str, Any], rules: tuple[str, ...]) -> None:
    state = start()
    assert readings.of_property(state, replace(card(state, "Cub"), **of), name) == rules


@pytest.mark.parametrize(
    ("zone", "faces", "rules"),
    [
        ("hand", (False,), ()),
        ("hand", (True,), ()),
        ("banishment", (True, True), ("zones.2.9", "zones.5.1")),
        ("banishment", (True, False), ("zones.2.9", "zones.5.6", "zones.5.2")),
        ("field", (), ("zones.2.9", "zones.5.1")),
    ],
)
def test_zones_5_by_which_rules_a_player_sees_a_zone(
    zone: str, faces: tuple[bool, ...], rules: tuple[str, ...]
) -> None:
    there = [Card(1, "Cub", 0, 0, zone, face_up=up) for up in faces]
    assert readings.of_zone(zone, there) == (*ARRIVING[zone], *rules)


@pytest.mark.parametrize(
    ("face", "zone", "rules"),
    [
        ("Shifting Currents", "mastery", ("cards.7.1", "cards.7.shifting-currents")),
        ("Crowd's Favor", "status", ("cards.7.1", "cards.7.crowds-favor")),
        ("Another One", "mastery", ("cards.7.1",)),
        ("Shifting Currents", "field", ()),
    ],
)
def test_cards_7_the_rules_of_a_mastery_or_status(face: str, zone: str, rules: tuple[str, ...]) -> None:
    assert counters_and_masteries.of_function(Card(1, face, 0, 0, zone)) == rules
