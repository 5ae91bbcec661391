"""Restrictions: text that counts only while a condition is met, read from the card's own point of view (abilities.5)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from archivist.model.card import Card, Seat
from archivist.model.state import State
from archivist.rules.effects.meaning_of_words import Scene
from archivist.vocabulary.conditions import Condition
from archivist.vocabulary.pending import Item

if TYPE_CHECKING:
    from archivist.rules.effects.continuous.characteristics import EarlyEvaluation
    from archivist.vocabulary.face import Face


def own_scene(state: State, card: Card, early: EarlyEvaluation | None = None, giver: Card | None = None) -> Scene:
    """The card's own point of view: its controller on the field and on the stack, its owner elsewhere.

    Rules: abilities.5.5.
    """
    scene = Scene(state, reader(card), card, early=early)
    scene.giver = giver
    return scene


def reader(card: Card) -> Seat:
    """The player for whom a card's restrictions are read."""
    return card.controller if card.zone in ("field", "stack", "intent", "pantheon") else card.owner


def unlocked(
    state: State,
    card: Card,
    condition: Condition | None,
    early: EarlyEvaluation | None = None,
    giver: Card | None = None,
) -> bool:
    """Whether a restriction is met for a card; unmet, its text is ignored in every zone (abilities.5.2).

    That of an inherited ability is met for the champion that has it, by what its `giver` is.

    Level N+, Class, Element and Name Bonus, Damage N+, Memory N+ and Sheen X+ are such conditions; all of a text's must
    hold.

    Rules: abilities.5, abilities.5.1, abilities.5.5.level, abilities.5.5.class-bonus, abilities.5.5.damage,
    abilities.5.5.memory, abilities.5.5.element-bonus, abilities.5.5.name-bonus, abilities.5.5.sheen,
    keywords.level-restriction, keywords.class-bonus, keywords.element-bonus, keywords.champion-bonus, keywords.memory.
    """
    return condition is None or condition.holds(own_scene(state, card, early, giver))


def unlocked_parts(state: State, card: Card, face: Face) -> tuple[tuple[int, int], ...]:
    """Which restricted paragraphs of a card are unlocked, each as the pair of its number and -1 (abilities.5.4).

    Inline restrictions are not among them: they are read on resolution.

    Rules: abilities.5.4.static, abilities.5.4.inline.
    """
    found: tuple[tuple[int, int], ...] = ()
    for part, paragraph in enumerate(face.text):
        if paragraph.when is not None and unlocked(state, card, paragraph.when):
            found += ((part, -1),)
    return found


def is_off(item: Item, part: int, mode: int = -1) -> bool:
    """Whether a restricted part of an item was lost while it waited (RU.19).

    Rules: abilities.5.7, CA.1.4.1.
    """
    return (part, -1) in item.off or (part, mode) in item.off


def live(state: State, item: Item, part: int) -> bool:
    """A restricted paragraph counts if it was not lost and is met now, read for whoever played the card.

    Rules: abilities.5.6, abilities.5.3, abilities.5.4.static.
    """
    if is_off(item, part):
        return False
    when = item.text[part].when
    return when is None or not item.is_play or unlocked(state, state.cards[item.card], when)
