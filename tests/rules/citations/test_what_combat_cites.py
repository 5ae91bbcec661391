"""Which rules an attack, its damage, retaliation and lost roles are told with: those that apply, and no others."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from archivist.model.card import Card
from archivist.model.state import State
from archivist.rules.citations import combat as citations
from archivist.vocabulary.pending import Combat
from workshop import cards, position

MADE_UP = cards("""
- {name: Cub, types: [ally], subtypes: [beast], power: 1, life: 2}
- {name: Shade, types: [ally], power: 1, life: 2, abilities: [stealth]}
- {name: Guard, types: [ally], power: 1, life: 2, abilities: [taunt]}
- {name: Lion, types: [ally], power: 1, life: 2, abilities: [pride 9]}
- {name: Rock, types: [ally], power: 1, life: 2, abilities: [steadfast]}
- {name: Archer, types: [ally], power: 1, life: 2, abilities: [ranged 1]}
- {name: Hothead, types: [ally], power: 1, life: 2, abilities: [retort 1]}
- {name: Rook, types: [ally], power: 1, life: 2, abilities: [commanded will 1]}
- {name: Sword, types: [weapon], subtypes: [sword], power: 1, durability: 2}
- {name: Popgun, types: [weapon], subtypes: [gun], power: 1, durability: 2}
- {name: Tower, types: [domain]}
- {name: Banner, types: [domain], abilities: [{ability: static, effects: [{static: attacks, power: 1}]}]}
""")


def board(a: str = "Cub", b: str = "") -> State:
    return position(MADE_UP, f"{{field: [{a}], deck: []}}", f"{{field: [{b}], deck: []}}").state.copy()


def find(state: State, name: str) -> Card:
    return next(state.cards[number] for number in state.field if state.cards[number].face == name)


def champion(state: State, seat: int) -> Card:
    found = state.champion(seat)
    assert found is not None
    return found


# -- choosing targets --------------------------------------------------------------------------------------------

TAUNT = ("keywords.taunt", "combat.8.choice.4")
UNBLOCKABLE = ("keywords.unblockable", "combat.8.unblockable")
SIGHT = ("keywords.true-sight", "combat.8.true-sight")


@pytest.mark.parametrize(
    ("a", "b", "keywords", "several", "rules"),
    [
        ("Cub", "Cub", (), False, ()),
        ("Shade, Guard", "Cub", (), False, ()),  # one's own hide from nobody and guard nothing
        ("Cub", "Shade", (), False, ("keywords.stealth",)),
        ("Cub", "Shade", ("true sight",), False, SIGHT),
        ("Cub", "Cub", ("true sight", "unblockable"), False, ()),
        ("Cub", "Guard", (), False, TAUNT),
        ("Cub", "Guard", ("unblockable",), False, UNBLOCKABLE),
        ("Cub", "{card: Guard, rested: true}", (), False, ()),
        ("Cub", "Shade, Guard", (), True, ("keywords.stealth", *TAUNT, "keywords.multistrike", "combat.8.multistrike")),
    ],
)
def test_combat_8_what_decides_on_the_targets(a: str, b: str, keywords: Any, several: bool, rules: Any) -> None:
    assert citations.of_choice(board(a, b), 0, frozenset(keywords), several=several) == rules


# -- the attack --------------------------------------------------------------------------------------------------

EVERY = {"combat.1.3", "terms.5.unit", "targets-and-copies.1.2"}


def attack(state: State, unit: Card, **more: Any) -> set[str]:
    """What an attack on B's champion without a card is told with, besides what every attack is."""
    target = champion(state, 1).thing
    made = Combat(0, unit.thing, **{"defenders": (target,), "targets": (target,), "defending": 1, **more})
    found = {*citations.of_attack(state, made, unit)}
    assert EVERY | {"costs.5.15"} <= found
    return found - EVERY - {"costs.5.15"}


def test_combat_1_an_attack_with_an_ally_is_plain_and_a_champion_uses_its_own_power() -> None:
    state = board()
    assert attack(state, find(state, "Cub")) == set()
    assert attack(state, champion(state, 0)) == {"combat.1.5"}


@pytest.mark.parametrize(
    ("field", "wielded", "by", "rules"),
    [
        ("Cub, Sword", "Sword", "champion", {"terms.5.wield", "combat.3.choice.2", "combat.1.5"}),
        ("Cub, Sword", "Sword", "Cub", {"terms.5.wield", "combat.3.choice.2", "cards.5.3", "combat.1.4"}),
        ("Cub, Sword", "", "champion", {"combat.1.5"}),
        (
            "Cub, {card: Popgun, loaded: [Cub]}",
            "Popgun",
            "champion",
            {
                "terms.5.wield",
                "combat.3.choice.2",
                "combat.1.5",
                "cards.4.loadable",
                "terms.5.loaded",
                "cards.4.ammunition",
            },
        ),
        ("Cub, Popgun", "", "champion", {"combat.2.6", "cards.4.loadable", "terms.5.wield", "combat.1.5"}),
        ("Cub, {card: Popgun, loaded: [Cub]}", "", "champion", {"combat.1.5"}),
    ],
)
def test_combat_2_6_weapons_of_an_attack(field: str, wielded: str, by: str, rules: set[str]) -> None:
    """A Gun is wielded only when loaded; an empty one of the opponent's is nobody's concern."""
    state = board(field, "Popgun")
    unit = champion(state, 0) if by == "champion" else find(state, by)
    weapons = (find(state, wielded).thing,) if wielded else ()
    assert attack(state, unit, weapons=weapons) == rules


CLEAVE = {"keywords.cleave", "combat.8.cleave"}


@pytest.mark.parametrize(
    ("b", "more", "rules"),
    [
        ("Cub", {"keywords": ("unblockable",)}, {*UNBLOCKABLE}),
        ("Cub", {"cleave": True}, CLEAVE),
        ("Shade", {"cleave": True}, CLEAVE | {"combat.8.choice.1"}),
        ("Shade", {"cleave": True, "keywords": ("true sight",)}, CLEAVE),
        ("Shade", {}, set()),
    ],
)
def test_combat_8_keywords_of_an_attack(b: str, more: dict[str, Any], rules: set[str]) -> None:
    state = board("Cub", b)
    assert attack(state, find(state, "Cub"), **more) == rules


def test_combat_8_several_targets_and_hidden_ones() -> None:
    state = board("Cub, Lion", "Shade, Rock")
    shade, rock, cub = find(state, "Shade").thing, find(state, "Rock").thing, find(state, "Cub")
    several = {"keywords.multistrike", "combat.8.multistrike"}
    assert attack(state, cub, targets=(rock, champion(state, 1).thing)) == several
    assert attack(state, cub, defenders=(shade,)) == {*SIGHT, "keywords.stealth"}
    pride = {"combat.8.pride", "keywords.pride", "terms.3.obedience", "combat.1.10"}
    assert attack(state, find(state, "Lion")) == pride


# -- roles, damage, retaliation ----------------------------------------------------------------------------------

LOST = ("combat.4.2", "timing.4.2.7")
HIDDEN = ("combat.8.choice.3", "keywords.stealth", "combat.8.stealth", "targets-and-copies.3.12")


@pytest.mark.parametrize(
    ("side", "name", "keywords", "cleave", "rules"),
    [
        ("b", "Cub", (), False, LOST),
        ("b", "Cub", (), True, (*LOST, "combat.8.choice.2")),
        ("a", "Cub", (), False, (*LOST, "combat.4.3")),
        ("b", "Shade", (), False, (*LOST, *HIDDEN)),
        ("b", "Shade", ("true sight",), False, LOST),
        ("a", "Shade", (), False, (*LOST, "combat.4.3")),
        ("b", "Shade", (), True, (*LOST, *HIDDEN, "combat.8.choice.2")),
    ],
)
def test_combat_4_why_an_object_stops_defending(side: str, name: str, keywords: Any, cleave: bool, rules: Any) -> None:
    state = board(name if side == "a" else "", name if side == "b" else "")
    made = Combat(0, None, cleave=cleave)
    assert citations.of_lost_role(state, made, find(state, name), frozenset(keywords)) == rules


def damage(state: State, unit: Card, weapons: tuple[Card, ...] = (), defenders: int = 1) -> set[str]:
    return {*citations.of_attack_damage(state, unit, weapons, defenders)} - {"terms.2.source"}


def test_combat_5_what_the_damage_of_an_attack_is_told_with() -> None:
    state = board("Cub, Sword, Tower, Archer")
    cub, lead = find(state, "Cub"), champion(state, 0)
    assert damage(state, cub) == set()
    assert damage(state, cub, defenders=2) == {"combat.6.6"}
    assert damage(state, lead) == {"combat.5.11"}
    assert damage(state, lead, (find(state, "Sword"),)) == set()
    assert damage(state, lead, (find(state, "Tower"),)) == {"combat.4.4"}
    archer = find(state, "Archer")
    assert damage(state, archer) == set()
    assert damage(state, replace(archer, properties=("distant",))) == {"keywords.ranged", "combat.8.ranged"}
    assert damage(state, replace(cub, properties=("distant",))) == set()
    state.combat = Combat(0, cub.thing, targets=(lead.thing,))
    assert damage(state, cub) == set()
    state.combat = Combat(0, cub.thing, targets=(lead.thing, archer.thing))
    assert damage(state, cub) == {"combat.8.choice.5"}


def test_effects_5_5_what_changes_attacks_is_told() -> None:
    state = board("Cub, Banner")
    assert {"effects.5.5", "abilities.4.2"} <= damage(state, find(state, "Cub"))


def test_combat_5_what_retaliation_is_told_with() -> None:
    state = board("Cub", "Cub, Shade, Hothead, Rook, Rock, Lion")
    attacker = find(state, "Cub").thing
    made = Combat(0, attacker, defenders=(find(state, "Rock").thing,))

    def dealt(name: str, combat: Combat) -> set[str]:
        return {*citations.of_retaliation(state, combat, find(state, name))} - {"terms.5.retaliate"}

    assert dealt("Rock", made) == set()
    assert dealt("Rock", replace(made, attacker=None)) == {"combat.5.5"}
    assert dealt("Shade", made) == {"combat.5.6"}
    assert dealt("Hothead", made) == set()
    state.combat = replace(made, retaliators=(find(state, "Hothead").thing,))
    assert dealt("Hothead", made) >= {"keywords.retort", "combat.8.retort", "effects.5.8.E1"}
    state.combat = replace(made, retaliators=(find(state, "Rook").thing,))
    assert dealt("Rook", made) == set()

    def struck(name: str, *defenders: str) -> set[str]:
        state.combat = replace(made, defenders=tuple(find(state, each).thing for each in defenders))
        every = {"terms.5.retaliate", "combat.5.2", "combat.5.3", "costs.5.16"}
        found = {*citations.of_striking_back(state, find(state, name))}
        assert every <= found
        return found - every

    assert struck("Hothead", "Hothead") == set()
    assert struck("Rock", "Rock") == {"combat.8.steadfast", "keywords.steadfast"}
    assert struck("Hothead", "Rock") == {"keywords.ambush", "combat.8.ambush"}
    assert struck("Lion", "Lion") == {"terms.3.obedience", "combat.1.10"}


@pytest.mark.parametrize(
    ("names", "rules"),
    [
        (("Cub",), ("combat.5.2", "combat.5.3")),
        (("Tower",), ("combat.5.2", "combat.5.3", "combat.5.4")),
        (("Cub", "Tower"), ("combat.5.2", "combat.5.3", "combat.5.4")),
        ((), ("combat.5.2", "combat.5.3")),
    ],
)
def test_combat_5_4_why_nothing_can_retaliate(names: tuple[str, ...], rules: tuple[str, ...]) -> None:
    state = board("", "Cub, Tower")
    made = Combat(0, None, defenders=tuple(find(state, name).thing for name in names))
    assert citations.of_silence(state, made) == rules
