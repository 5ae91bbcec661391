"""Positions in which a card is tried, written as scenarios: made for the card, with all it speaks of or with nothing.

In the `met` setting its player has a champion of its class and of a high level, of the lineage that the card names, with
counters of the kinds it speaks of, and cards of the kinds it speaks of, and that do what it speaks of, lie in every zone.
From seed to seed an object is nearly dead or used up, and hand and memory are large or small. In the `bare` setting the
champion has another class and a low level, and hardly anything lies anywhere, so that conditions fail. The champions are
made up: they enable the elements of the card.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache
from typing import Any, Final, Literal

from archivist.bots.dice import Dice
from archivist.cards import pool, written
from archivist.notation.wording import wording
from archivist.scenario.writing import text
from archivist.vocabulary import words
from archivist.vocabulary.abilities import Lineage
from archivist.vocabulary.face import Face

Setting = Literal["met", "bare"]
Start = Literal["played", "there", "beneath", "loaded"]
"""Where the card is as a trial begins: where it is played from, on the field, under the champion, or loaded into a gun."""

ZONES: Final = ("hand", "memory", "graveyard", "deck")
SIZES: Final[dict[Setting, dict[str, int]]] = {
    "met": {"hand": 9, "memory": 5, "graveyard": 7, "deck": 16},
    "bare": {"hand": 6, "memory": 1, "graveyard": 0, "deck": 8},
}
"""How many other cards lie where."""
FEW: Final = 3
"""How many lie in hand and in memory in some positions, for conditions on influence and balance."""
DEEDS: Final = ("banish", "brew", "discard", "foster", "gather", "level", "mill", "reveal", "sacrifice", "suppress")
"""Deeds that triggers wait for: for each that a card speaks of, there are cards that do it."""
MILLING: Final = re.compile(r"from (a|your|their) deck into (a|your|their) graveyard")
"""How a trigger speaks of what milling does."""
CURSED: Final = 5
"""So many Curse cards lie under the champion where a card speaks of them."""
LIFE: Final = 30
"""The life of the made-up champions, so that a trial is not over at once."""
SPOKEN_OF: Final = 8
"""For so many kinds that the card speaks of there is a card in each zone."""
SEVERAL: Final = 3
"""So many objects of each of these kinds are on the field."""
HURT: Final = 20
"""The damage that the champion has in some of these positions."""
HIGHER: Final = 5
"""So many level counters a champion has where conditions are to be met."""
LEVELS: Final[dict[Setting, int]] = {"met": 3, "bare": 1}


def scenario(face: Face, setting: Setting, start: Start, seed: int) -> str:
    """The position in which a card of player A is tried, as a scenario without steps.

    From seed to seed it is a turn of A, one of B, and A's turn before the recollection phase.
    """
    dice = Dice(seed)
    lineage = _lineage(face, setting, start)
    sizes = {**SIZES[setting], **({"hand": FEW, "memory": FEW} if setting == "met" and seed % 4 == 3 else {})}
    sizes["memory"] = max(sizes["memory"], face.cost.memory if isinstance(face.cost.memory, int) else 0)
    mine, theirs = (_side(face, setting, dice, sizes) for _ in range(2))
    mine["champion"], theirs["champion"] = [each["name"] for each in lineage], ["Trial Rival"]
    if setting == "met" and "curse" in _said(face):
        curses = [each.name for each in pool().values() if "curse" in each.words]
        mine["champion"][1:1] = [dice.one(curses) for _ in range(CURSED)]
    made_up = [*lineage, _champion("Trial Rival", 0, ("spirit",), ("norm", "fire", "water", "wind"))]
    early = seed % 3 == 2
    if start == "played":
        early = _in_reach(face, setting, mine) or early
    elif start == "loaded":
        guns = [each for each in pool().values() if "gun" in each.words and _stays(each)]
        mine["field"].append({"card": dice.one(guns).name, "loaded": [face.name]})
    elif "champion" not in face.words:
        mine["field"].append(_tried(face, setting, mine["field"], dice))
    else:
        mine["champion"].append(face.name)
        if start == "beneath":
            above = _champion("Trial Above", (face.level or 0) + 1, face.classes, face.elements)
            mine["champion"].append(above["name"])
            made_up.append(above)
    if setting == "met":
        if "champion" not in face.words:
            next_one = _champion("Trial Next", LEVELS[setting] + 1, face.classes, face.elements)
            made_up.append(next_one)
            mine["material"].append(next_one["name"])
        _weaken(face, mine["field"] if seed % 2 else [], theirs["field"])
        hurt = {"damage": HURT} if seed % 2 and "champion" not in face.words else {}
        mine["champion state"] = {**hurt, "counters": {**dict.fromkeys(_counters(face), 3), "level": HIGHER}}
    turn = "B" if seed % 3 == 1 and not early else "A"
    parts = {
        "title": f"{face.name}, {setting}, {start}, {seed}",
        "seed": seed,
        "cards": made_up,
        "setup": {"turn": turn, "phase": "materialize" if early else "main", "A": _kept(mine), "B": _kept(theirs)},
    }
    return text(parts)


def _in_reach(face: Face, setting: Setting, mine: dict[str, Any]) -> bool:
    """Puts the card where it is played from; whether that is in the materialize phase."""
    if face.words & {"champion", "regalia"}:
        mine["material"].append(face.name)
        return True
    mine["hand"].insert(0, face.name)
    if setting == "met":
        mine["graveyard"].append(face.name)
        mine["memory"].append(face.name)
    return False


def _weaken(face: Face, mine: Sequence[dict[str, Any]], theirs: Sequence[dict[str, Any]]) -> None:
    """Leaves the card that is tried, and an ally of each player, one damage or one use away from the end."""
    tried = [each for each in mine if face.name in each.values()]
    for each in (*tried, *mine[:1], *theirs[:1]):
        printed = pool()[next(iter(each.values()))]
        if (printed.life or 0) > 1:
            each["damage"] = (printed.life or 0) - 1
        if printed.durability:
            each["counters"] = {**each.get("counters", {}), "durability": 1}


def _tried(face: Face, setting: Setting, field: Sequence[dict[str, Any]], dice: Dice) -> dict[str, Any]:
    """The card on the field, in states that its text speaks of, linked if it needs that, and a gun loaded."""
    found = _object(face, setting, linked_to=_first(field) if face.link else "")
    if setting == "met":
        found.update({state: True for state in ("distant", "fostered") if state in _said(face)})
        if "gun" in face.words:
            found["loaded"] = [dice.one([each for each in pool().values() if "bullet" in each.words]).name]
    return found


def _kept(side: dict[str, Any]) -> dict[str, Any]:
    return {zone: entries for zone, entries in side.items() if entries}


# -- champions ---------------------------------------------------------------------------------------------------


def _champion(name: str, level: int, classes: Sequence[str], elements: Sequence[str]) -> dict[str, Any]:
    cost = {"cost": {"memory": 0}} if level else {}
    stats = {"level": level, "life": LIFE, "classes": list(classes), "elements": list(elements)}
    return {"name": name, "types": ["champion"], **stats, **cost}


def _lineage(face: Face, setting: Setting, start: Start) -> list[dict[str, Any]]:
    """The made-up champions below the card, or up to the level of the setting."""
    named = face.lineage_name if "champion" in face.words else _named(face)
    other = next(each for each in sorted(words.CLASSES - {"spirit"}) if each not in face.classes)
    classes = face.classes if setting == "met" and face.classes else (other,)
    elements = tuple(dict.fromkeys((*face.elements, "norm", "fire", "water", "wind")))
    top = LEVELS[setting]
    if "champion" in face.words:
        top = (face.level or 0) - 1
        if face.level == 0:
            return [] if start == "there" else [_champion("Trial Spirit", 0, ("spirit",), elements)]
    higher = [_champion(f"{named or 'Trial'}, Trial {n}", n, classes, elements) for n in range(1, top + 1)]
    return [_champion("Trial Spirit", 0, ("spirit",), elements), *higher]


def _named(face: Face) -> str:
    """The champion that a card names, if it names one."""
    lineages = (each.name for each in face.abilities if isinstance(each, Lineage))
    spoken = (found.mention[1] for found in face.text_mentions if found.mention[0] == "champion")
    return next(iter((*lineages, *spoken)), "")


# -- what lies around --------------------------------------------------------------------------------------------


def _side(face: Face, setting: Setting, dice: Dice, sizes: dict[str, int]) -> dict[str, Any]:
    """The zones of a player, with cards of the kinds that the card speaks of if its conditions are to be met."""
    main = [each for each in written().values() if is_filler(each)]
    side: dict[str, Any] = {}
    for zone in ZONES:
        asked = [each.name for each in _spoken_of(face, setting, dice) if is_filler(each)]
        size = sizes[zone]
        side[zone] = [*asked[:size], *(dice.one(main).name for _ in range(size - len(asked)))]
    materials = [each for each in pool().values() if each.is_card and "regalia" in each.words]
    side["material"] = [each.name for each in _spoken_of(face, setting, dice, materials)]
    if setting == "met":
        side["material"].append(dice.one([each for each in materials if each.cost.memory == 0]).name)
    objects = [each for each in written().values() if _stays(each)]
    kinds = ("ally", "ally", "weapon", "item", "phantasia") if setting == "met" else ("ally",)
    chosen = [dice.one([each for each in objects if kind in each.words and each.life != 1]) for kind in kinds]
    chosen += [each for _ in range(SEVERAL) for each in _spoken_of(face, setting, dice) if _stays(each)]
    there = {each.name: each for each in chosen if each.name != face.name}
    side["field"] = [_object(each, setting) for each in there.values()]
    if setting == "met":
        side["field"][0].update(_states(face, next(iter(there.values()))))
    return side


def _states(face: Face, ally: Face) -> dict[str, Any]:
    """The states of the first ally of a player: those that the card speaks of."""
    said = _said(face)
    marks: dict[str, Any] = {state: True for state in ("distant", "fostered", "rested") if state in said}
    return {**marks, **({"damage": 1} if "damaged" in said and (ally.life or 0) > 1 else {})}


def _said(face: Face) -> set[str]:
    """The words of the card's text."""
    return set(re.findall(r"[a-z-]+", " ".join(sorted(face.mentioned)).lower()))


def _stays(face: Face) -> bool:
    """Whether a card can just lie on the field: a linked one would need its object."""
    return face.is_object and "champion" not in face.words and face.link is None


def is_filler(face: Face) -> bool:
    """Whether it is a card of a main deck."""
    outside = {"champion", "regalia", "boon", "token", "mastery", "status"}
    return face.is_card and not face.words & outside


def _spoken_of(face: Face, setting: Setting, dice: Dice, among: Sequence[Face] | None = None) -> list[Face]:
    """Cards that the card speaks of: one for each kind and keyword, those it names, and one that does each deed of its text.

    With the last come tokens that it may be paid with. `among` are those to choose from, all of the pool if left out. In
    a bare setting there are none.
    """
    if setting == "bare":
        return []
    said = _said(face)
    cards = [each for each in among or pool().values() if each.side == "default"]
    found = {each.name: each for each in cards if each.name in face.mentioned}
    kinds = said & (words.SUBTYPES | words.TYPES | words.ELEMENTS | words.CLASSES | words.KEYWORDS)
    for kind in dice.some(sorted(kinds), SPOKEN_OF):
        of_kind = [each for each in cards if kind in each.words or kind in each.keyword_words]
        found.update((each.name, each) for each in dice.some(of_kind, 1))
    for deed in sorted(deeds(face.name)):
        for each in dice.some([each for each in cards if deed in deeds(each.name)], 1):
            found[each.name] = each
            found.update((token.name, token) for token in _tokens_of(each) if among is None)
    return list(found.values())


def _tokens_of(face: Face) -> list[Face]:
    """The tokens that a card names, and those of the subtypes it speaks of: what it may be paid with."""
    spoken, kinds = " ".join(sorted(face.mentioned)), _said(face) & words.SUBTYPES
    tokens = [each for each in pool().values() if "token" in each.words]
    return [each for each in tokens if each.name in spoken or not kinds.isdisjoint(each.words)]


@cache
def deeds(name: str) -> frozenset[str]:
    """The deeds that a card of the pool speaks of."""
    told = MILLING.sub("mill", " ".join(wording(pool()[name])).lower())
    spoken = re.findall(r"[a-z]+", told)
    return frozenset(deed for deed in DEEDS if any(word.startswith(deed) for word in spoken))


def _object(face: Face, setting: Setting, linked_to: str = "") -> dict[str, Any]:
    """An object with counters of the kinds that its text speaks of, perhaps linked to another."""
    found: dict[str, Any] = {"token" if "token" in face.words else "card": face.name}
    counters = dict.fromkeys(_counters(face), 2)
    if counters and setting == "met":
        found["counters"] = counters
    if linked_to:
        found["linked to"] = linked_to
    return found


def _first(field: Sequence[dict[str, Any]]) -> str:
    """The first object of a field, by name: it is an ally."""
    return f"A/field/{next(iter(field[0].values()))}"


def _counters(face: Face) -> list[str]:
    """The kinds of counters that a card speaks of, but for those by which objects die."""
    return sorted((words.COUNTERS - {"durability", "wither", "debuff", "level"}) & _said(face))
