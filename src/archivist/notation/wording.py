"""The wording of cards: what is shown to people is narrated from the data that the engine plays by."""

from __future__ import annotations

from archivist.vocabulary.face import Face
from archivist.vocabulary.speech import Speaker


def wording(face: Face) -> list[str]:
    """A card's text, a line an ability in printed order; each mode of a choice has a line that begins with a dash."""
    return [line for ability in face.abilities for line in ability.said(Speaker.of(face))]
