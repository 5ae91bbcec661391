"""The wording of cards: the text that people see is made from the data that the engine runs."""

from __future__ import annotations

from collections.abc import Iterable

from archivist.vocabulary.abilities import Text
from archivist.vocabulary.face import Face
from archivist.vocabulary.speech import Speaker


def wording(face: Face) -> list[str]:
    """A card's text, one line per ability in printed order; each mode of a choice has a line that begins with a dash."""
    lines: list[str] = []
    earlier: Speaker | None = None
    for ability in face.abilities:
        speaker = Speaker.of(face)
        if isinstance(ability, Text):
            earlier = speaker.going_on(earlier) if earlier is not None else speaker
        lines += ability.said(speaker)
    return lines


def worded(faces: Iterable[Face]) -> str:
    """The wording of many cards, one after the other, each under its name."""
    return "\n".join("\n".join([face.name, *(f"  {line}" for line in wording(face)), ""]) for face in faces)
