"""Names in card data: every card, token, mastery, champion and cost that a face names must exist."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from archivist.model.errors import suggestion
from archivist.vocabulary import words
from archivist.vocabulary.abilities import Lineage
from archivist.vocabulary.effects import generating_and_scavenging, masteries_and_statuses, objects
from archivist.vocabulary.face import Face
from archivist.vocabulary.playing_abilities import AdditionalCost, AlternativeCost
from archivist.vocabulary.statics.game import Forbid, TokensInstead

_NAMING = (
    (objects.Summon, "token", "token"),
    (TokensInstead, "token", "token"),
    (generating_and_scavenging.Generate, "card", "card"),
    (masteries_and_statuses.GainMastery, "mastery", "mastery"),
    (masteries_and_statuses.GainStatus, "status", "status"),
    (Forbid, "name", "champion"),
    (Lineage, "name", "champion"),
)
"""The nodes that name something: in which field, and what kind of thing."""


class Name(NamedTuple):
    """A name in a card's entry: where it stands, what it names, and whether the card brings that into the game."""

    place: str
    kind: str
    name: str
    brings: bool = False


def names(face: Face) -> Iterator[Name]:
    """Every name in a face."""
    if face.flip:
        yield Name("flip", "flip side", face.flip, brings=True)
    for where, node in face.text_nodes:
        if isinstance(node, objects.Gather):
            yield from (Name(where, "token", name, brings=True) for name in words.INGREDIENTS)
        for cls, field, kind in _NAMING:
            if isinstance(node, cls) and getattr(node, field):
                yield Name(f"{where}.{field}", kind, getattr(node, field), brings=kind != "champion")
    for found in face.text_mentions:
        kind, word = found.mention
        if kind in ("card", "mastery", "champion", "label"):
            yield Name(found.place, "named card" if kind == "card" else kind, word)


def brought(face: Face) -> Iterator[tuple[str, str]]:
    """The cards that a face names and brings into the game: as what, and the name."""
    return ((each.kind, each.name) for each in names(face) if each.brings)


def missing(face: Face, pool: Mapping[str, Face], *, only_brought: bool = False) -> str:
    """What is wrong with the first wrong name in a face, or nothing; optionally only for cards it brings into the game."""
    for each in names(face):
        if (each.brings or not only_brought) and (wrong := _wrong(each, face, pool)):
            return f"at {each.place}: {wrong}"
    return ""


def _wrong(each: Name, face: Face, pool: Mapping[str, Face]) -> str:
    kind, name = each.kind, each.name
    if kind == "champion":
        known = {face.lineage_name for face in pool.values()} | words.CHAMPIONS
        there = name in known - {""} or (name in pool and "champion" in pool[name].words)
        return "" if there else f"there is no champion named {name!r}{suggestion(name, known - {''})}"
    if kind == "label":
        labels = _labels(face if each.place.startswith("abilities") else pool)
        return "" if name in labels else f"no optional cost is labelled {name!r}{suggestion(name, labels)}"
    if name not in pool:
        shown = "card" if kind == "named card" else kind
        fitting = [other for other, face in pool.items() if kind not in _TYPED or kind in face.words]
        return f"there is no {shown} named {name!r}{suggestion(name, fitting)}"
    found = pool[name]
    if kind == "card" and "token" in found.words:
        return f"{name!r} is a token, and only cards are generated"
    if kind in _TYPED and kind not in found.words:
        return f"{name!r} is not a {kind}"
    if kind == "flip side" and found.side != "flip":
        return f"{name!r} is not marked as a flip side (side: flip)"
    return ""


_TYPED = frozenset(("token", "mastery", "status"))


def _labels(of: Face | Mapping[str, Face]) -> list[str]:
    """The labels under which the costs of a face, or of all, are declared."""
    faces = [of] if isinstance(of, Face) else of.values()
    costs = (each for face in faces for each in face.abilities if isinstance(each, AdditionalCost | AlternativeCost))
    return sorted({cost.label for cost in costs if cost.label})
