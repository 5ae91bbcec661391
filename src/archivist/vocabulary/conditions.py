"""Conditions: ``class bonus``, ``level 2+``, ``you control a Beast ally``, ``prepared``; joined by *and*, turned by *not*."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from archivist.model.errors import suggestion
from archivist.vocabulary.amounts import Amount
from archivist.vocabulary.filters import Filter
from archivist.vocabulary.words import DIRECTIONS, SHEEN_MASTERY

if TYPE_CHECKING:
    from archivist.rules.scene import Scene

Test = Callable[["Scene"], bool]


def _equestrian(scene: Scene) -> bool:
    """You control a Horse ally (keywords.equestrian)."""
    return scene.count(_HORSE) > 0


def _harmonized(scene: Scene) -> bool:
    """You have activated a Melody card this turn, this one included if it is one (keywords.harmonize)."""
    return scene.activated_this_turn(_MELODY) > 0


_HORSE: Final = Filter("Horse ally you control")
_MELODY: Final = Filter("Melody card")
_WATER: Final = Filter("water card in your graveyard")

PLAIN: Final[dict[str, Test]] = {
    "class bonus": lambda scene: scene.class_bonus(),
    "element bonus": lambda scene: scene.element_bonus(),
    "prepared": lambda scene: scene.is_property("prepared"),
    "imbued": lambda scene: scene.is_property("imbued"),
    "brewed": lambda scene: scene.is_property("brewed"),
    "empowered": lambda scene: scene.is_property("empowered"),
    "starcalled": lambda scene: scene.is_property("starcalled"),
    "your turn": lambda scene: scene.state.turn.player == scene.you,
    "an opponent's turn": lambda scene: scene.state.turn.player != scene.you,
    "an opponent's recollection phase": lambda scene: (
        scene.state.turn.player != scene.you and scene.state.turn.phase == "recollection"
    ),
    "your champion leveled up this turn": lambda scene: scene.happened("level up"),
    "your champion attacked this turn": lambda scene: scene.champion_attacked(),
    "your champion dealt combat damage this turn": lambda scene: scene.champion_hit(),
    "a unit is attacking": lambda scene: scene.state.combat is not None and scene.state.combat.attacker is not None,
    "third attack": lambda scene: scene.attacks_this_turn() == 3,
    "first attack": lambda scene: scene.champion_attacks() == 1,
    "no weapon": lambda scene: scene.state.combat is not None and not scene.state.combat.weapons,
    "balance": lambda scene: scene.balanced(),
    "equestrian": lambda scene: _equestrian(scene),
    "harmonize": lambda scene: _harmonized(scene),
    "done": lambda scene: scene.done,
    "undamaged": lambda scene: scene.undamaged(),
}
_LEVEL = re.compile(r"level (\d+)\+$")
_BASE_LEVEL = re.compile(r"base level (\d+)\+$")
_DAMAGE = re.compile(r"damage (\d+)\+$")
_MEMORY = re.compile(r"memory (\d+)\+$")
_DELUGE = re.compile(r"deluge (\d+)$")
_SHEEN = re.compile(r"sheen (\d+)\+$")
_FACES = re.compile(rf"your (.+) faces? ({'|'.join(DIRECTIONS)})$")
_BONUS = re.compile(r"([A-Z][\w' ]+) bonus$")
_CONTROL = re.compile(r"you control (?:an? )?(.+)$")
_EXISTS = re.compile(r"there is an? (.+)$")
_PAID = re.compile(r"paid (.+)$")
_ACTIVATED = re.compile(r"you activated an? (.+) this turn$")
_FIRST = re.compile(r"first (.+) this turn$")
_TARGET = re.compile(r"(target|that|this|chosen) is (?:an? )?(.+)$")
_SHARES = re.compile(r"target shares its name with an? (.+)$")
_OPPOSING = re.compile(r"an opponent's champion is ([a-z]+)$")
_LINEAGE = re.compile(r"another ([a-z]+) card is in its lineage$")
_COMPARE = re.compile(r"(.+) (>=|<=|=) (.+)$")

FORMS: Final = (
    *PLAIN,
    "level N+",
    "base level N+",
    "damage N+",
    "memory N+",
    "deluge N",
    "sheen N+",
    "your NAME faces DIRECTION",
    "NAME bonus",
    "you control a ..",
    "there is a ..",
    "paid LABEL",
    "you activated a .. this turn",
    "target is a ..",
    "AMOUNT >= AMOUNT",
)


class Condition:
    """Something that holds or does not, read when it is asked."""

    __slots__ = ("holds", "text")

    def __init__(self, text: str) -> None:
        self.text = text
        tests = [_one(part.strip()) for part in text.split(" and ")]
        self.holds: Test = tests[0] if len(tests) == 1 else lambda scene: all(test(scene) for test in tests)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Condition) and other.text == self.text

    def __hash__(self) -> int:
        return hash(self.text)

    def __repr__(self) -> str:
        return f"Condition({self.text!r})"


def _one(text: str) -> Test:
    if text.startswith("not "):
        inner = _one(text[4:])
        return lambda scene: not inner(scene)
    if text in PLAIN:
        return PLAIN[text]
    for build in (_numbered, _named, _about):
        if test := build(text):
            return test
    if match := _COMPARE.match(text):
        left, right = Amount(_number(match[1])), Amount(_number(match[3]))
        compare: dict[str, Test] = {
            ">=": lambda scene: left.read(scene) >= right.read(scene),
            "<=": lambda scene: left.read(scene) <= right.read(scene),
            "=": lambda scene: left.read(scene) == right.read(scene),
        }
        return compare[match[2]]
    raise ValueError(f"unknown condition {text!r}{suggestion(text, FORMS)}")


def _number(text: str) -> int | str:
    return int(text) if text.isdigit() else text


def _numbered(text: str) -> Test | None:
    """Level N+ reads LV (keywords.level-restriction), Memory N+ and Deluge N count cards.

    Rules: keywords.memory, keywords.deluge, abilities.5.5.level, abilities.5.5.damage, abilities.5.5.memory,
    abilities.5.5.sheen.
    """
    if match := _LEVEL.match(text):
        level = int(match[1])
        return lambda scene: scene.level(scene.you) >= level
    if match := _BASE_LEVEL.match(text):
        base = int(match[1])
        return lambda scene: scene.base_level(scene.you) >= base
    if match := _DAMAGE.match(text):
        damage = int(match[1])
        return lambda scene: scene.champion_damage() >= damage
    if match := _MEMORY.match(text):
        memory = int(match[1])
        return lambda scene: len(scene.state.players[scene.you].memory) >= memory
    if match := _DELUGE.match(text):
        water = int(match[1])
        return lambda scene: scene.count(_WATER) >= water
    if match := _SHEEN.match(text):
        sheen = int(match[1])
        return lambda scene: scene.counters("sheen", "mastery", SHEEN_MASTERY) >= sheen
    return None


def _named(text: str) -> Test | None:
    """Conditions with a name or an element in them.

    Rules: abilities.5.5.name-bonus.
    """
    if match := _FACES.match(text):
        mastery, direction = match[1], match[2]
        return lambda scene: scene.direction(mastery) == direction
    if match := _BONUS.match(text):
        name = match[1]
        return lambda scene: scene.lineage_name() == name
    if match := _OPPOSING.match(text):
        element = match[1]
        return lambda scene: scene.opposing_element(element)
    if match := _LINEAGE.match(text):
        other = match[1]
        return lambda scene: scene.element_beneath(other)
    if match := _PAID.match(text):
        label = match[1]
        return lambda scene: scene.paid(label)
    return None


def _about(text: str) -> Test | None:
    if match := _CONTROL.match(text):
        controlled = Filter(match[1] + " you control")
        return lambda scene: scene.count(controlled) > 0
    if match := _EXISTS.match(text):
        somewhere = Filter(match[1])
        return lambda scene: scene.count(somewhere) > 0
    if match := _ACTIVATED.match(text):
        activated = Filter(match[1])
        return lambda scene: scene.activated_this_turn(activated) > 0
    if match := _FIRST.match(text):
        first = Filter(match[1])
        return lambda scene: scene.activated_this_turn(first) == 1
    if match := _SHARES.match(text):
        among = Filter(match[1])
        return lambda scene: scene.target_shares_name(among)
    if match := _TARGET.match(text):
        which, kind = match[1], Filter(match[2] if match[2].endswith("card") else match[2] + " object")
        return lambda scene: scene.any_is(which, kind)
    return None
