"""Restrictions: text that counts only while a condition is met, read from the card's own point of view (abilities.5)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from archivist.model.card import Card, Seat
from archivist.rules.effects.meaning_of_words import Scene
from archivist.vocabulary.conditions import Condition

if TYPE_CHECKING:
    from archivist.model.state import State
    from archivist.rules.effects.continuous.characteristics import EarlyEvaluation
    from archivist.vocabulary.face import Face


def own_scene(state: State, card: Card, early: EarlyEvaluation | None = None) -> Scene:
    """The card's own point of view: its controller on the field and on the stack, its owner elsewhere.

    Rules: abilities.5.5.
    """
    return Scene(state, reader(card), card, early=early)


def reader(card: Card) -> Seat:
    """The player for whom a card's restrictions are read."""
    return card.controller if card.zone in ("field", "stack", "intent", "pantheon") else card.owner


def unlocked(state: State, card: Card, condition: Condition | None, early: EarlyEvaluation | None = None) -> bool:
    """Whether a restriction is met for a card; unmet, its text is ignored in every zone (abilities.5.2).

    Rules: abilities.5, abilities.5.1.
    """
    return condition is None or condition.holds(own_scene(state, card, early))


def unlocked_parts(state: State, card: Card, face: Face) -> tuple[tuple[int, int], ...]:
    """Which restricted paragraphs of a card are unlocked, each as the pair of its number and -1 (abilities.5.4)."""
    return tuple(
        [
            (part, -1)
            for part, paragraph in enumerate(face.text)
            if paragraph.when is not None and unlocked(state, card, paragraph.when)
        ]
    )
