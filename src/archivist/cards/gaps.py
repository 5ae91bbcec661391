"""Lists of a card that may not be empty: options of which none could be chosen, costs of nothing, nothing to be done.

A list that may be left out means nothing then, and may as well be empty; one that is needed, or that stands for something
if it is left out, has to list something.
"""

from __future__ import annotations

import functools
from typing import Final

import msgspec

from archivist.vocabulary.mentions import nodes

_MAY_BE_NONE: Final = frozenset(("elements",))
"""What there may be none of, though something is meant if it is left out."""


def gap(face: msgspec.Struct) -> str:
    """The first list in a face that may not be empty and is, with its place, or nothing."""
    return next((f"at {where}" for place, node in nodes(face) if (where := _gap_in(node, place))), "")


def has_gap(node: msgspec.Struct) -> bool:
    """Whether a node by itself has such a list: a cheap look, without the place."""
    return bool(_gap_in(node, ""))


def _gap_in(node: msgspec.Struct, place: str) -> str:
    for name, shown in _needed(type(node)):
        listed = getattr(node, name)
        inner = [f".{key}" for key, each in listed.items() if each == ()] if isinstance(listed, dict) else []
        if inner or not listed:
            where = f"{place}.{shown}{''.join(inner[:1])}".removeprefix(".")
            return f"{where}: it is empty, and something must be listed there"
    return ""


@functools.cache
def _needed(kind: type[msgspec.Struct]) -> tuple[tuple[str, str], ...]:
    """The lists and mappings of a kind of node that may not be empty, each by its name and as card files have it."""
    found = []
    for field in msgspec.structs.fields(kind):
        listing = getattr(field.type, "__origin__", None) in (tuple, dict)
        if (
            listing
            and field.name not in _MAY_BE_NONE
            and (field.required or field.default not in ((), msgspec.NODEFAULT))
        ):
            found.append((field.name, field.encode_name))
    return tuple(found)
