"""What a record says about a card apart from its text: types, classes, elements, cost and numbers."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from itertools import takewhile
from typing import Any, Final, Literal

from msgspec import Struct

from archivist.model.errors import CardFileError, shown
from archivist.vocabulary import words as w
from archivist.vocabulary.abilities import AbilityNode, GrantedNode
from archivist.vocabulary.face import Face, PrintedCost

_NUMBERS = ("level", "power", "life", "durability")
MOST: Final = 999_999
"""The largest number that a card may have."""
_DIGITS: Final = re.compile(r"[0-9]{1,6}")


def kinds_of(card: Facts | Face) -> tuple[str, ...]:
    """The types and subtypes of a card, in small letters."""
    return tuple(each.lower() for each in (*card.types, *card.subtypes))


class Facts(Struct, frozen=True):
    """The printed facts of a card; `complete` if its cost and element are known, so that it can be played."""

    types: tuple[str, ...] = ()
    classes: tuple[str, ...] = ()
    subtypes: tuple[str, ...] = ()
    elements: tuple[str, ...] = ("norm",)
    cost: PrintedCost = PrintedCost()
    speed: Literal["slow", "fast"] = "slow"
    level: int | None = None
    power: int | None = None
    life: int | None = None
    durability: int | None = None
    complete: bool = False

    @property
    def kinds(self) -> tuple[str, ...]:
        """What the card is certain to be: its types and subtypes."""
        return kinds_of(self)

    def face(
        self, name: str, abilities: Iterable[AbilityNode] = (), grants: Mapping[str, GrantedNode] | None = None
    ) -> Face:
        """A face with these facts."""
        own = {field: getattr(self, field) for field in self.__struct_fields__ if field != "complete"}
        return Face(name=name, abilities=tuple(abilities), grants=dict(grants or {}), **own)


def facts_of(record: Mapping[str, Any]) -> Facts:
    """The facts of a record; raises CardFileError where one has the wrong kind of value.

    Where a record does not say which of the subtypes are classes, those at their head are (cards.1.6).
    """
    name = record.get("name")
    subtypes = _words(record, "subtypes")
    classes = _words(record, "classes") or tuple(takewhile(w.CLASSES.__contains__, subtypes))
    numbers = {each: _number(record, each) for each in _NUMBERS}
    elements = _words(record, "elements") or _words(record, "element")
    reserve, memory = _number(record, "cost_reserve"), _number(record, "cost_memory")
    speed = record.get("speed")
    if speed not in (None, True, False, "slow", "fast"):
        raise CardFileError(f"{name}: speed is true, false or null, not {shown(speed)}")
    types = _words(record, "types")
    return Facts(
        types=types,
        classes=classes,
        subtypes=tuple(each for each in subtypes if each not in classes),
        elements=elements or ("norm",),
        cost=PrintedCost(reserve=reserve, memory=memory),
        speed="fast" if speed in (True, "fast") else "slow",
        complete="elements" in record or "element" in record,
        **numbers,
    )


def _words(record: Mapping[str, Any], field: str) -> tuple[str, ...]:
    found = record.get(field)
    if found is None:
        return ()
    several = [found] if isinstance(found, str) else found
    if not isinstance(several, list) or not all(isinstance(each, str) for each in several):
        raise CardFileError(f"{record.get('name')}: {field} is a list of words, not {shown(found)}")
    return tuple(each.lower() for each in several)


def _number(record: Mapping[str, Any], field: str) -> Any:
    found = record.get(field)
    if isinstance(found, str) and _DIGITS.fullmatch(found):
        found = int(found)
    if found is None or found == "X" or (type(found) is int and -MOST <= found <= MOST):
        return found
    wanted = f"at most {MOST:,}" if type(found) is int else "a number"
    raise CardFileError(f"{record.get('name')}: {field} is {wanted}, not {shown(found)}")
