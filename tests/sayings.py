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

from archivist.notation.samples import _BESIDES, _GRANTS, _INSTEAD, FAMILIES, UNSPOKEN, _values, sample, shown
from archivist.notation.wording import wording
from archivist.vocabulary.abilities import Text
from archivist.vocabulary.amounts import Amount
from archivist.vocabulary.conditions import Condition
from archivist.vocabulary.effects.base import Effect
from archivist.vocabulary.effects.looking_and_revealing import Choose
from archivist.vocabulary.effects.moving_cards import Banish
from archivist.vocabulary.face import Face
from archivist.vocabulary.filters import Filter
from archivist.vocabulary.node import Node, Ref, Who
from archivist.vocabulary.phrase import Phrase
from archivist.vocabulary.targets import Targets

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


def _changed(cls: type[Node]) -> Iterator[tuple[str, Any, Node | ValueError]]:
    """Each field of a node set to each of its values in turn: the sample that it makes, or why it cannot be so."""
    for field in msgspec.structs.fields(cls):
        if f"{cls.__name__}.{field.name}" in UNSPOKEN:
            continue
        plain = sample(cls, **_BESIDES.get((cls, field.name), {}))
        for value in _tried(field.type, field.name):
            if value != getattr(plain, field.name):
                changes = {field.name: value, **_INSTEAD.get((cls, field.name), {})}
                try:
                    yield field.name, value, msgspec.structs.replace(plain, **changes)
                except ValueError as wrong:
                    yield field.name, value, wrong


def _said(node: Node | ValueError) -> str:
    return f"({node})" if isinstance(node, ValueError) else " / ".join(shown(node))


def _around(node: Node | ValueError) -> Iterator[str]:
    """What a step says of what the effect before it did, and what the effect says after a choice."""
    if not isinstance(node, Effect):
        return
    effect: Any = node
    choice = Choose(of=Filter("Beast ally you control"))
    for steps in ((effect, Banish(what=Ref("it"))), (effect, Banish(what=Ref("chosen"))), (choice, effect)):
        text = Text(do=steps, targets=(Targets(of=Filter("ally")),))
        yield " / ".join(wording(Face(name="Sample", types=("ally",), abilities=(text,), grants=_GRANTS)))


def _value(value: Any) -> str:
    return msgspec.json.encode(value, enc_hook=lambda phrase: phrase.text, order="sorted").decode()


_MANY: Final = ("1", "3", "true")
"""Values of a field that may make one thing of several, or several of one."""


def listed() -> str:
    """What is said, one sample in a line, under the node in its plainest form; deeper, with a step before or after it."""
    found: list[str] = []
    for cls in dict.fromkeys(cls for family in FAMILIES for cls in family.nodes):
        found.append(f"{cls.__name__}: {_said(sample(cls))}")
        found += [f"    {said}" for said in _around(sample(cls))]
        for name, value, node in _changed(cls):
            found.append(f"  {name} {_value(value)}: {_said(node)}")
            found += [f"    {said}" for said in _around(node) if _value(value) in _MANY]
    return "\n".join(found) + "\n"


if __name__ == "__main__":
    KEPT.write_text(listed(), encoding="utf-8")
    sys.stdout.write(f"{KEPT}\n")
