"""Phrases: words of a card that are read once, when the card is loaded, and asked often."""

from __future__ import annotations


class Phrase:
    """What was read from a card's words; the same words are the same phrase."""

    __slots__ = ("text",)

    text: int | str

    def __init__(self, text: int | str) -> None:
        self.text = text

    def __eq__(self, other: object) -> bool:
        return isinstance(other, type(self)) and other.text == self.text

    def __hash__(self) -> int:
        return hash(self.text)

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.text!r})"
