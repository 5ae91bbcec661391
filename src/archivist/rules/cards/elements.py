"""Elements: which ones a player has enabled, and so may play cards of (cards.3)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from archivist.model.card import Card, Seat
from archivist.model.state import State
from archivist.rules.effects.continuous.effects_in_force import standing
from archivist.rules.effects.precedence_and_prohibitions import latest_holds
from archivist.vocabulary.statics.playing import Disable, Enable
from archivist.vocabulary.words import ADVANCED_ELEMENTS

if TYPE_CHECKING:
    from archivist.rules.effects.continuous.characteristics import Evaluation


NORM: Final[frozenset[str]] = frozenset(("norm",))
EXALTED: Final[frozenset[str]] = frozenset(("exalted",))
"""The element that every player may use, and the one that advanced elements enable."""


def enabled(now: Evaluation, state: State, seat: Seat) -> frozenset[str]:
    """The elements a player may use: norm, those of the lineage, what effects enable, and exalted.

    Every element of a card that is activated or bestowed must be among them; champions are materialized and levelled
    without this being asked (cards.3.4).

    Rules: cards.3, cards.3.1, cards.3.2, cards.3.3, cards.3.5, terms.4.element, CA.1.2, CA.1.2.1, BB.3.1.1, effects.2.4.
    """
    champion = state.champion(seat)
    elements = NORM if champion is None else NORM | now.elements(state, champion)
    kinds = (state.standing or standing(state)).by_kind
    if Enable in kinds or Disable in kinds:
        elements = _switched(now, state, seat, elements)
    advanced = champion is not None and not ADVANCED_ELEMENTS.isdisjoint(elements)
    if advanced and champion is not None and elements & _advanced_of(now, state, champion):
        elements |= EXALTED
    return elements


def _advanced_of(now: Evaluation, state: State, champion: Card) -> frozenset[str]:
    """The advanced elements by which a champion enables exalted: of its lineage, and by its own text (cards.3.5)."""
    own = (
        element
        for active, enable in now.statics(state, Enable)
        if active.source.id == champion.id
        for element in enable.elements
    )
    return now.elements(state, champion).union(own) & (ADVANCED_ELEMENTS - EXALTED)


def _switched(now: Evaluation, state: State, seat: Seat, elements: frozenset[str]) -> frozenset[str]:
    """Elements with what enables and disables them, oldest first: of contradicting effects the latest holds.

    Rules: timing.6.3.
    """
    enabling = [
        (each.stamp, True, element)
        for each, on in now.statics(state, Enable)
        if each.you == seat
        for element in on.elements
    ]
    disabling = [(each.stamp, False, off.element) for each, off in now.statics(state, Disable) if each.you == seat]
    return frozenset(latest_holds({*elements}, enabling + disabling))
