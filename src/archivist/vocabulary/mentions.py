"""What phrases and nodes refer to: deeds of earlier steps, cards by name, subtypes and counters.

Phrases are parsed once and keep only what they test; this module reads their mentions again, for checking cards.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import msgspec

from archivist.vocabulary.phrase import Mention, Phrase

if TYPE_CHECKING:
    from archivist.vocabulary.effects.base import Effect

DEEDS: Final = frozenset(("done", "number", "things"))
"""The kinds of mention that refer to what an earlier step did."""


class Found(NamedTuple):
    """A mention, the place in a card's entry where it stands, and the phrase that it is part of."""

    place: str
    mention: Mention
    phrase: Phrase


def mentioned(value: Any, place: str = "", closed: tuple[type, ...] = ()) -> Iterator[Found]:
    """What all phrases in a value refer to, in order, each with its place, without nodes of the `closed` kinds."""
    if isinstance(value, Phrase):
        yield from (Found(place, each, value) for each in value.mentions())
    else:
        for where, inner in parts(value, place):
            if not isinstance(inner, closed):
                yield from mentioned(inner, where, closed)


def parts(value: Any, place: str) -> Iterator[tuple[str, Any]]:
    """What a node, list or mapping holds, each with its place as a card file has it."""
    if isinstance(value, msgspec.Struct):
        names = zip(value.__struct_fields__, value.__struct_encode_fields__, strict=True)
        yield from ((f"{place}.{shown}".lstrip("."), getattr(value, name)) for name, shown in names)
    elif isinstance(value, dict):
        yield from ((f"{place}.{key}", each) for key, each in value.items())
    elif isinstance(value, tuple):
        yield from ((f"{place}[{index}]", each) for index, each in enumerate(value))


def nodes(value: Any, place: str = "") -> Iterator[tuple[str, msgspec.Struct]]:
    """Every node in a value, from the outside in, each with its place."""
    if isinstance(value, msgspec.Struct):
        yield place, value
    for where, inner in parts(value, place):
        yield from nodes(inner, where)


def inside(value: Any, closed: tuple[type, ...] = ()) -> Iterator[msgspec.Struct]:
    """Every node in a value, from the outside in, without the contents of certain kinds of node; faster than `nodes`."""
    waiting = [value]
    while waiting:
        each = waiting.pop()
        if isinstance(each, msgspec.Struct):
            yield each
            inner: Any = () if isinstance(each, closed) else [getattr(each, name) for name in each.__struct_fields__]
        else:
            inner = each.values() if isinstance(each, dict) else each
        waiting.extend(part for part in reversed(list(inner)) if part and isinstance(part, _HOLDING))


_HOLDING = (msgspec.Struct, tuple, dict)


_BACKWARD: dict[int, tuple[Effect, bool]] = {}


def speaks_back(effect: Effect) -> bool:
    """Whether an instruction refers to what an earlier one did."""
    known = _BACKWARD.get(id(effect))
    if known is None:
        back = any(found.mention.kind in DEEDS for found in mentioned(effect))
        known = _BACKWARD[id(effect)] = effect, back
    return known[1]
