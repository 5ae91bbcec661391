"""Lists of a card that may not be empty: options of which none could be chosen, costs of nothing, nothing to be done.

A list that may be left out means nothing then, and may as well be empty; one that is needed, or that stands for something
if it is left out, has to list something.
"""

from __future__ import annotations

import functools

import msgspec

from archivist.vocabulary.effects import If, May
from archivist.vocabulary.mentions import nodes


def gap(face: msgspec.Struct) -> str:
    """The first list in a face that may not be empty and is, with its place, or nothing."""
    return next((f"at {where}" for place, node in nodes(face) if (where := _gap_in(node, place))), "")


def has_gap(node: msgspec.Struct) -> bool:
    """Whether a node by itself has such a list: a cheap look, without the place."""
    return bool(_gap_in(node, ""))


def _gap_in(node: msgspec.Struct, place: str) -> str:
    for name, shown in _needed(type(node)):
        listed = getattr(node, name)
        if not listed:
            return f"{place}.{shown}: it is empty, and something must be listed there".removeprefix(".")
        if isinstance(listed, dict):
            empty = next((key for key, each in listed.items() if each == ()), None)
            if empty is not None:
                return f"{place}.{shown}.{empty}: it is empty, and something must be listed there"
    if isinstance(node, If) and not (node.then or node.otherwise):
        return f"{place}: an 'if' needs a 'then' or an 'otherwise'"
    if isinstance(node, May) and not (node.what or node.then or node.otherwise or node.pay):
        return f"{place}: a 'may' needs a 'what', a 'then', an 'otherwise' or a 'pay'"
    return ""


@functools.cache
def _needed(kind: type[msgspec.Struct]) -> tuple[tuple[str, str], ...]:
    """The lists and mappings of a kind of node that may not be empty, each by its name and as card files have it."""
    found = []
    for field in msgspec.structs.fields(kind):
        listing = getattr(field.type, "__origin__", None) in (tuple, dict)
        if listing and (field.required or field.default not in ((), msgspec.NODEFAULT)):
            found.append((field.name, field.encode_name))
    return tuple(found)
