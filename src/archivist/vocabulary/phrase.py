"""Phrases: words of a card that are read once, when the card is loaded, and asked often."""

from __future__ import annotations

from typing import NamedTuple


class Mention(NamedTuple):
    """Something that a phrase speaks of: what it is (``card``, ``subtype``, ``number``), and the word for it.

    ``done``, ``number`` and ``things`` are what an earlier step did; the word is the kind of step, or nothing for the
    step right before.
    """

    kind: str
    word: str


class Phrase:
    """What was read from a card's words; the same words are the same phrase."""

    __slots__ = ("text",)

    text: int | str

    def __init__(self, text: int | str) -> None:
        self.text = text

    def mentions(self) -> tuple[Mention, ...]:
        """What it speaks of by name."""
        return ()

    def __eq__(self, other: object) -> bool:
        return isinstance(other, type(self)) and other.text == self.text

    def __hash__(self) -> int:
        return hash(self.text)

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.text!r})"
