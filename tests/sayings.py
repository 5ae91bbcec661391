"""What every node of the vocabulary says with one field set to this or that, as it was written down.

The cards of the pool say the common things; the list notices a change to anything that a card could say. `make golden`
writes it anew after an intended change: read the lines that differ, they are what players will read.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final, Literal, get_args, get_origin

import msgspec

from archivist.notation.samples import _BESIDES, _INSTEAD, FAMILIES, UNSPOKEN, _values, sample, shown
from archivist.vocabulary.amounts import Amount
from archivist.vocabulary.conditions import Condition
from archivist.vocabulary.filters import Filter
from archivist.vocabulary.node import Node, Ref, Who
from archivist.vocabulary.phrase import Phrase

KEPT = Path(__file__).resolve().parent / "golden" / "sayings.txt"

_PHRASES: Final[dict[type[Phrase], tuple[int | str, ...]]] = {
    Ref: ("this", "target", "champion", "that", "it", "chosen", "attacker", "each Beast ally you control"),
    Who: ("you", "each player", "an opponent", "target", "target controller", "that player", "owner"),
    Amount: (0, 1, 3, "X", "LV", "count(ally you control)", "1 + LV", "2 * count(card in your memory)"),
    Filter: ("ally", "another Beast ally you control", "fire card in your graveyard"),
    Condition: ("class bonus", "you control an ally", "not class bonus"),
}
"""Phrases of each kind that are said in different ways."""


def _tried(kind: Any, name: str) -> Iterator[Any]:
    """Values for a field: all words that it may be, and some phrases."""
    if kind in _PHRASES:
        yield from map(kind, _PHRASES[kind])
    elif get_origin(kind) in (Literal, tuple, dict) or not any(each in _PHRASES for each in get_args(kind)):
        yield from _values(kind, name)
    else:
        for each in get_args(kind):
            yield from map(each, _PHRASES.get(each, ()))


def _changed(cls: type[Node]) -> Iterator[tuple[str, Any, str]]:
    """Each field of a node set to each of its values in turn, and what a sample says then, or why it cannot be so."""
    for field in msgspec.structs.fields(cls):
        if f"{cls.__name__}.{field.name}" in UNSPOKEN:
            continue
        plain = sample(cls, **_BESIDES.get((cls, field.name), {}))
        for value in _tried(field.type, field.name):
            if value != getattr(plain, field.name):
                changes = {field.name: value, **_INSTEAD.get((cls, field.name), {})}
                try:
                    said = _said(msgspec.structs.replace(plain, **changes))
                except ValueError as wrong:
                    said = f"({wrong})"
                yield field.name, value, said


def _said(node: Node) -> str:
    return " / ".join(shown(node))


def _value(value: Any) -> str:
    return msgspec.json.encode(value, enc_hook=lambda phrase: phrase.text, order="sorted").decode()


def listed() -> str:
    """What is said, one sample in a line, under the node in its plainest form."""
    found: list[str] = []
    for cls in dict.fromkeys(cls for family in FAMILIES for cls in family.nodes):
        found.append(f"{cls.__name__}: {_said(sample(cls))}")
        found += [f"  {name} {_value(value)}: {said}" for name, value, said in _changed(cls)]
    return "\n".join(found) + "\n"


if __name__ == "__main__":
    KEPT.write_text(listed(), encoding="utf-8")
    sys.stdout.write(f"{KEPT}\n")
