"""Phrases: words of a card that are read once, when the card is loaded, and asked often."""

from __future__ import annotations

from typing import Any, NamedTuple

import msgspec

from archivist.vocabulary.aspects import NOTHING, Aspects


class Mention(NamedTuple):
    """Something that a phrase speaks of: what it is (``card``, ``subtype``, ``number``), and the word for it.

    ``done``, ``number`` and ``things`` are what an earlier step did; the word is the kind of step, or nothing for the
    step right before.
    """

    kind: str
    word: str


class Phrase:
    """What was read from a card's words; the same words are the same phrase.

    `depends` are the aspects of the game that it looks at when it is read.
    """

    __slots__ = ("depends", "text")

    text: Any
    """The words; a number may be written as one. A compiled class cannot say for its own phrases which of the two it is."""
    depends: Aspects

    def __init__(self, text: int | str) -> None:
        self.text = text
        self.depends = NOTHING

    def mentions(self) -> tuple[Mention, ...]:
        """What it speaks of by name."""
        return ()

    def __eq__(self, other: object) -> bool:
        return isinstance(other, type(self)) and other.text == self.text

    def __hash__(self) -> int:
        return hash(self.text)

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.text!r})"


def depends_on(value: Any) -> Aspects:
    """What a node, a list or a mapping of a card depends on: every aspect that its phrases look at."""
    if isinstance(value, Phrase):
        return value.depends
    inner: tuple[Any, ...] = ()
    if isinstance(value, msgspec.Struct):
        inner = tuple(getattr(value, name) for name in value.__struct_fields__)
    elif isinstance(value, dict):
        inner = tuple(value.values())
    elif isinstance(value, tuple):
        inner = value
    return NOTHING.union(*map(depends_on, inner))
