"""What a card, an object or a player is now, as the rest of the rules ask for it (effects.5; cards.5).

Each question goes to the evaluation of the state as it is.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, TypeVar

from archivist.model.card import Card, Seat, Stats
from archivist.rules.abilities.restrictions import own_scene, reader, unlocked, unlocked_parts
from archivist.rules.effects.continuous import applying, layers
from archivist.rules.effects.continuous.in_force import standing
from archivist.rules.effects.continuous.sources import Active
from archivist.vocabulary.statics.base import Static
from archivist.vocabulary.statics.characteristics import Change, Modify

if TYPE_CHECKING:
    from archivist.model.state import State

__all__ = [
    "Active",
    "base_level",
    "classes",
    "elements",
    "enabled_elements",
    "has",
    "has_label",
    "instances",
    "keywords",
    "last_known",
    "level",
    "life",
    "lost_at",
    "modifiers",
    "number_of",
    "own_scene",
    "power",
    "reader",
    "silenced",
    "statics",
    "swapped",
    "unlocked",
    "unlocked_parts",
    "words",
]

S = TypeVar("S", bound=Static)


# -- what is in force --------------------------------------------------------------------------------------------


def statics(state: State, kind: type[S]) -> Sequence[tuple[Active, S]]:
    """Everything of one kind that is in force, oldest first."""
    if kind not in (state.standing or standing(state)).by_kind:
        return ()
    return applying.statics(state.now, state, kind)


def modifiers(state: State, change: Change, card: Card) -> list[tuple[Active, Modify]]:
    """The modifications that reach a card and change it in one way, oldest first."""
    return applying.modifiers(state.now, state, change, card)


def lost_at(state: State, card: Card) -> int | None:
    """The timestamp of the last effect by which a card lost its abilities, if it did."""
    return applying.lost_at(state.now, state, card)


def silenced(state: State, active: Active) -> bool:
    """Whether a static gives nothing because its object lost it."""
    return applying.silenced(state.now, state, active)


# -- words and elements ------------------------------------------------------------------------------------------


def words(state: State, card: Card) -> frozenset[str]:
    """Types, subtypes, classes and elements as they are now, with *token* and *object* where they fit."""
    return state.now.words(state, card)


def classes(state: State, card: Card) -> frozenset[str]:
    """The classes of a card or object."""
    return state.now.classes(state, card)


def elements(state: State, card: Card) -> frozenset[str]:
    """The elements of a card or object; a champion has those of its whole lineage."""
    return state.now.elements(state, card)


def enabled_elements(state: State, seat: Seat) -> frozenset[str]:
    """The elements a player may use."""
    return state.now.enabled_elements(state, seat)


# -- keywords ----------------------------------------------------------------------------------------------------


def keywords(state: State, card: Card) -> dict[str, int]:
    """The keywords a card has now, each with its number (0 if it has none)."""
    return state.now.keywords(state, card)


def instances(state: State, card: Card, word: str) -> tuple[int, ...]:
    """The number of every instance of a keyword."""
    return state.now.instances(state, card, word)


def has(state: State, card: Card, keyword: str) -> bool:
    """Whether a card has a keyword."""
    return state.now.has(state, card, keyword)


def number_of(state: State, card: Card, keyword: str) -> int:
    """The number of a keyword, 0 if the card does not have it."""
    return state.now.keywords(state, card)[keyword] if state.now.has(state, card, keyword) else 0


def has_label(state: State, card: Card, label: str) -> bool:
    """Whether a card has text under a label keyword."""
    return state.now.has_label(state, card, label)


# -- numbers -----------------------------------------------------------------------------------------------------


def power(state: State, card: Card) -> int | None:
    """Power with every change."""
    return state.now.power(state, card)


def life(state: State, card: Card) -> int | None:
    """Life with every change, damage left aside."""
    return state.now.life(state, card)


def swapped(state: State, card: Card) -> bool:
    """Whether power and life of a unit are exchanged."""
    return "swap" in standing(state).changed and layers.swapped(state.now, state, card)


def base_level(state: State, seat: Seat) -> int:
    """The printed level of the champion's top card; levelling and Level Locked look at nothing else (cards.4.11).

    Rules: terms.4.level.
    """
    champion = state.champion(seat)
    return 0 if champion is None else state.pool[champion.face].level or 0


def level(state: State, seat: Seat) -> int:
    """LV: the printed level with modifiers and level counters; may be negative."""
    return state.now.level(state, seat)


def last_known(state: State, card: Card) -> Stats:
    """What an object is at this moment, to be remembered when it is gone (effects.7.2); what is as printed is left out."""
    held = keywords(state, card)
    return Stats(
        power(state, card),
        life(state, card),
        tuple(sorted(words(state, card))) if "words" in standing(state).changed else None,
        None if held is state.pool[card.face].open_keywords else held,
        lost_at(state, card) is not None,
    )
