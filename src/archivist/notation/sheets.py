"""Card sheets: a card as a person wants to see it, with its rulings and the scenarios that mention it."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path

import msgspec

from archivist.cards.rulings import Ruling, rulings
from archivist.cards.search import keywords
from archivist.decks import decks
from archivist.notation.wording import wording
from archivist.vocabulary.face import Face, PrintedCost

_TITLE = re.compile(r"^title:[ \t]*(.+?)[ \t]*$", re.MULTILINE)


class Facts(msgspec.Struct, frozen=True, omit_defaults=True):
    """What is printed on a card apart from its text."""

    name: str
    types: tuple[str, ...]
    elements: tuple[str, ...]
    classes: tuple[str, ...] = ()
    subtypes: tuple[str, ...] = ()
    cost: PrintedCost = PrintedCost()
    speed: str = ""
    level: int | None = None
    power: int | None = None
    life: int | None = None
    durability: int | None = None
    keywords: tuple[str, ...] = ()
    flip: str = ""


class Mention(msgspec.Struct, frozen=True):
    """A scenario that mentions a card: its file within the scenarios, and its title."""

    file: str
    title: str


class Sheet(msgspec.Struct, frozen=True):
    """Everything to say about a card. `scenarios` is None where there are none to be searched."""

    facts: Facts
    text: tuple[str, ...]
    rulings: tuple[Ruling, ...]
    decks: dict[str, int]
    scenarios: tuple[Mention, ...] | None = None


def facts(face: Face) -> Facts:
    """Only actions and boons have a printed speed (timing.1.2)."""
    return Facts(
        face.name,
        face.types,
        face.elements,
        face.classes,
        face.subtypes,
        face.cost,
        face.speed if face.words & {"action", "boon"} else "",
        face.level,
        face.power,
        face.life,
        face.durability,
        keywords(face),
        face.flip,
    )


def cost(face: Face) -> str:
    """Such as ``2 reserve`` or ``1 memory``; nothing for a card that cannot be played."""
    if face.cost.reserve is not None:
        return f"{face.cost.reserve} reserve"
    return "" if face.cost.memory is None else f"{face.cost.memory} memory"


def stats(face: Face) -> str:
    """Such as ``level 1, 20 life``."""
    numbers = [f"level {face.level}"] if face.level is not None else []
    for stat in ("power", "life", "durability"):
        value = getattr(face, stat)
        if value is not None:
            numbers.append(f"{value} {stat}")
    return ", ".join(numbers)


def sheet(face: Face, names: Iterable[str], scenarios: Path | None = None) -> Sheet:
    """The sheet of a card; `names` are those of all cards, `scenarios` the directory to be searched."""
    found = None if scenarios is None else tuple(mentions(face.name, names, scenarios))
    return Sheet(facts(face), tuple(wording(face)), rulings(face.name), _copies(face.name), found)


def _copies(name: str) -> dict[str, int]:
    """How many copies the decks that come with the project have of a card."""
    return {
        title: count
        for title, deck in decks().items()
        if (count := deck.material.count(name) + deck.main.get(name, 0) + deck.boons.count(name))
    }


def mentions(name: str, names: Iterable[str], folder: Path) -> list[Mention]:
    """The scenarios that mention a card, first those with it in their title.

    A name that is part of a longer card name is not a mention.
    """
    longer = sorted((each for each in names if name in each), key=len, reverse=True)
    pattern = re.compile("|".join(rf"(?<!\w){re.escape(each)}(?!\w)" for each in longer))
    found: list[Mention] = []
    for path in sorted(folder.rglob("*.y*ml")):
        content = path.read_text("utf-8")
        if name in content and any(match[0] == name for match in pattern.finditer(content)):
            title = _TITLE.search(content)
            found.append(Mention(path.relative_to(folder).as_posix(), title[1].strip("'\"") if title else ""))
    return sorted(found, key=lambda each: name not in each.title)
