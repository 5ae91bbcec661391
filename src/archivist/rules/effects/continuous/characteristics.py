"""What is in force, and what a card or a player is now, as far as the evaluation alone does not say it (effects.5; cards.5).

Words, keywords, power, life and level are asked of the evaluation itself: `state.now.power(state, card)`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, TypeVar

from archivist.model.card import Card, Seat, Stats
from archivist.rules.abilities.restrictions import own_scene, reader, unlocked, unlocked_parts
from archivist.rules.effects.continuous import layers
from archivist.rules.effects.continuous.in_force import Active, standing
from archivist.vocabulary.statics.base import Static
from archivist.vocabulary.statics.characteristics import Change, Modify

if TYPE_CHECKING:
    from archivist.model.state import State

__all__ = [
    "Active",
    "base_level",
    "last_known",
    "lost_at",
    "modifiers",
    "number_of",
    "own_scene",
    "reader",
    "silenced",
    "statics",
    "swapped",
    "unlocked",
    "unlocked_parts",
]

S = TypeVar("S", bound=Static)


# -- what is in force --------------------------------------------------------------------------------------------


def statics(state: State, kind: type[S]) -> Sequence[tuple[Active, S]]:
    """Everything of one kind that is in force, oldest first."""
    if kind not in (state.standing or standing(state)).by_kind:
        return ()
    return layers.statics(state.now, state, kind)


def modifiers(state: State, change: Change, card: Card) -> list[tuple[Active, Modify]]:
    """The modifications that reach a card and change it in one way, oldest first."""
    return layers.modifiers(state.now, state, change, card)


def lost_at(state: State, card: Card) -> int | None:
    """The timestamp of the last effect by which a card lost its abilities, if it did."""
    return layers.lost_at(state.now, state, card)


def silenced(state: State, active: Active) -> bool:
    """Whether a static gives nothing because its object lost it."""
    return layers.silenced(state.now, state, active)


# -- cards and players -------------------------------------------------------------------------------------------


def number_of(state: State, card: Card, keyword: str) -> int:
    """The number of a keyword, 0 if the card does not have it."""
    return state.now.keywords(state, card)[keyword] if state.now.has(state, card, keyword) else 0


def swapped(state: State, card: Card) -> bool:
    """Whether power and life of a unit are exchanged."""
    return "swap" in standing(state).changed and layers.swapped(state.now, state, card)


def base_level(state: State, seat: Seat) -> int:
    """The printed level of the champion's top card; levelling and Level Locked look at nothing else (cards.4.11).

    Rules: terms.4.level.
    """
    champion = state.champion(seat)
    return 0 if champion is None else state.pool[champion.face].level or 0


def last_known(state: State, card: Card) -> Stats:
    """What an object is at this moment, to be remembered when it is gone (effects.7.2); what is as printed is left out."""
    held = state.now.keywords(state, card)
    return Stats(
        state.now.power(state, card),
        state.now.life(state, card),
        tuple(sorted(state.now.words(state, card))) if "words" in standing(state).changed else None,
        None if held is state.pool[card.face].open_keywords else held,
        lost_at(state, card) is not None,
    )
