"""Compiled cards as entries of a card file, written so that a person finishes by hand what was not understood.

An entry has the facts and abilities that were understood; what was not stands in its place as a comment.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

import msgspec

from archivist.compiler.card import Compiled, Read
from archivist.vocabulary.node import write


def entry(card: Compiled) -> Iterator[str]:
    """The lines of a card's entry in a card file, with comments where something was not understood."""
    if card.fault:
        yield f"# {_one_line(card.fault)}"
    facts: dict[str, Any] = msgspec.to_builtins(card.facts.face(card.name), enc_hook=write)
    yield f"- name: {_flow(card.name)}"
    yield from (
        f"  {key}: {_flow(value)}" for key, value in facts.items() if key not in _APART and value not in (None, {})
    )
    yield "  abilities:" if card.abilities else "  abilities: []"
    yield from abilities(card)
    if card.grants:
        yield "  grants:"
        yield from (f"    {_flow(name)}: {_flow(_plain(each))}" for name, each in card.grants.items())


_APART: Final = frozenset(("name", "abilities", "grants"))


def abilities(card: Compiled) -> Iterator[str]:
    """One line for each ability, as a list of a card file; what is not understood stands in its place as a comment."""
    for part in card.parts:
        if isinstance(part, Read):
            yield from (f"  - {_flow(_plain(each))}" for each in part.abilities)
        else:
            yield f"  # not understood: {_one_line(part.text)}"
            yield f"  #   {_one_line(part.said)}"


def _plain(node: Any) -> Any:
    return msgspec.to_builtins(node, enc_hook=write)


def _flow(value: Any) -> str:
    """A value in one line, in the part of YAML that is JSON."""
    return msgspec.json.encode(value).decode()


def _one_line(text: str) -> str:
    return " ".join(text.split())
