"""Searching cards by name, type, element, class, subtype, keyword and cost. All criteria must fit."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

import msgspec

from archivist.cards.names import fold
from archivist.model.errors import ArchivistError, UnknownName, suggestion
from archivist.vocabulary.abilities import Command, Imbue, Lineage, LineageRelease, Link
from archivist.vocabulary.face import Face
from archivist.vocabulary.playing_abilities import AdditionalCost, AlternativeCost, ClassLocked
from archivist.vocabulary.words import CLASSES, ELEMENTS, KEYWORDS, LABELS, SUBTYPES, TYPES

_KEYWORD_NODES = (ClassLocked, Command, Imbue, Lineage, LineageRelease, Link)
"""Abilities that are keywords with more than a number."""
_COST_KEYWORDS = frozenset(("brew", "ephemerate", "prepare", "starcalling"))
"""Labels of costs that are keywords."""
_RANGE = re.compile(r"(\d{1,6})(?:-(\d{1,6})|(\+))?", re.ASCII)


class BadRange(ArchivistError):
    """A text that is not a range of costs."""


class Range(msgspec.Struct, frozen=True):
    """A range of costs, or X."""

    least: int = 0
    most: int | None = None
    x: bool = False

    @classmethod
    def of(cls, text: str) -> Range:
        """Reads ``2``, ``1-3``, ``4+`` or ``X``."""
        if text.casefold() == "x":
            return cls(x=True)
        match = _RANGE.fullmatch(text)
        if match is None:
            raise BadRange(f"{text!r} is not a cost such as 2, 1-3, 4+ or X")
        least, most = int(match[1]), None if match[3] else int(match[2] or match[1])
        if most is not None and most < least:
            raise BadRange(f"{text!r} is not a cost: {most} is less than {least}")
        return cls(least, most)

    def holds(self, cost: int | str | None) -> bool:
        if not isinstance(cost, int):
            return self.x and cost == "X"
        return not self.x and self.least <= cost and (self.most is None or cost <= self.most)


class Query(msgspec.Struct, frozen=True):
    """The criteria of a search; each one given must fit. `cost` is a cost of either kind."""

    name: str = ""
    types: tuple[str, ...] = ()
    elements: tuple[str, ...] = ()
    classes: tuple[str, ...] = ()
    subtypes: tuple[str, ...] = ()
    keywords: tuple[str, ...] = ()
    cost: Range | None = None
    reserve: Range | None = None
    memory: Range | None = None

    def fits(self, face: Face) -> bool:
        return (
            fold(self.name) in fold(face.name)
            and face.words.issuperset((*self.types, *self.elements, *self.classes, *self.subtypes))
            and set(keywords(face)).issuperset(self.keywords)
            and (self.reserve is None or self.reserve.holds(face.cost.reserve))
            and (self.memory is None or self.memory.holds(face.cost.memory))
            and (self.cost is None or self.cost.holds(face.cost.reserve) or self.cost.holds(face.cost.memory))
        )


def search(faces: Iterable[Face], query: Query) -> list[Face]:
    """The cards that fit, in their order."""
    return [face for face in faces if query.fits(face)]


def known(kind: str, words: Sequence[str], faces: Iterable[Face] = ()) -> tuple[str, ...]:
    """The words of a kind as the vocabulary has them; raises UnknownName, with the nearest, for one that it lacks."""
    valid = _valid(kind, faces)
    folded = tuple(fold(word) for word in words)
    for word in folded:
        if word not in valid:
            raise UnknownName(f"no {kind} is named {word!r}{suggestion(word, sorted(valid))}")
    return folded


def _valid(kind: str, faces: Iterable[Face]) -> frozenset[str]:
    match kind:
        case "type":
            return TYPES
        case "element":
            return ELEMENTS
        case "class":
            return CLASSES
        case "subtype":
            return SUBTYPES | {word for face in faces for word in face.subtypes}
    return KEYWORDS | LABELS | {word for face in faces for word in keywords(face)}


def keywords(face: Face) -> tuple[str, ...]:
    """The keywords of a card without their numbers, in printed order, each once."""
    found: list[str] = []
    for ability in face.abilities:
        if isinstance(ability, _KEYWORD_NODES):
            found.append(str(ability.__struct_config__.tag))
        elif isinstance(ability, AdditionalCost | AlternativeCost) and ability.label in _COST_KEYWORDS:
            found.append(ability.label)
    found += [keyword.word for keyword in face.keywords]
    found += [label for label, _ in face.labels]
    return tuple(dict.fromkeys(found))
