"""The layers in which continuous effects change characteristics (effects.5.8), and the order within a layer.

A sets stats, B changes types, C elements, D gives and takes abilities, E raises and lowers. Within a layer the oldest
effect applies first, but one that depends on another waits for it (effects.5.16). D lies in `standing` and with the
abilities themselves; here are the numbers (A, E) and the words (B, C).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Literal

from archivist.model.card import Card
from archivist.rules.effects.continuous.in_force import modifiers, standing
from archivist.rules.effects.continuous.sources import Active
from archivist.vocabulary.statics.characteristics import Modify
from archivist.vocabulary.words import ADVANCED_ELEMENTS, CLASSES, ELEMENTS, NOUNS, SUPERTYPES, TYPES

if TYPE_CHECKING:
    from archivist.model.state import State

Words = frozenset[str]
Printed = Callable[["State", Card], Words]


# -- A and E: numbers ----------------------------------------------------------------------------------------------


def base(state: State, card: Card, printed: int | None, stat: str) -> int | None:
    """A stat as it is set: by the newest effect that sets it, else as printed (effects.5.12).

    A stat that the card did not have is given to it by being set (effects.5.11, cards.5.5).

    Rules: effects.5.8.A.
    """
    known = standing(state)
    if not known.about(f"set {stat}", card.id):
        return printed
    found = printed
    later = known.wordy or not known.plain
    for active, modify in _seen_before(state, f"set {stat}", card) if later else modifiers(state, f"set {stat}", card):
        amount = getattr(modify, f"set_{stat}")
        found = amount.read(active.scene(state))
    return found


def _seen_before(state: State, aspect: str, card: Card) -> list[tuple[Active, Modify]]:
    """The modifications of a layer that reach a card while everything is as it was before the later ones (effects.5.9).

    What is worked out on the way holds for that moment only.
    """
    cache = state.cache
    state.cache = {"layering": {}, "early": True}
    try:
        return modifiers(state, aspect, card)
    finally:
        state.cache = cache


def raised(state: State, card: Card, value: int, stat: str) -> int:
    """A stat with what is added to it and what doubles it, oldest first (layer E1).

    Rules: effects.5.8.E, effects.5.8.E1.
    """
    for active, modify in modifiers(state, stat, card):
        amount = modify.power if stat == "power" else modify.life
        value += amount.read(active.scene(state))
        if stat in modify.doubled:
            value *= 2
    return value


def swapped(state: State, card: Card) -> bool:
    """Whether power and life of a unit that has both, printed or set, are exchanged: an odd number of times (layer E3).

    Rules: effects.5.8.E3, effects.5.11.
    """
    face = state.pool[card.face]
    if base(state, card, face.power, "power") is None or base(state, card, face.life, "life") is None:
        return False
    return len(modifiers(state, "swap", card)) % 2 == 1


# -- B and C: words ------------------------------------------------------------------------------------------------


def words(state: State, card: Card, printed: Printed) -> Words:
    """The words of a card with every change of its types (layer B), then of its elements (C).

    Rules: effects.5.8.B, effects.5.8.C.
    """
    view = state.cache.get("layering")
    if view is not None:
        return view.get(card.id) or printed(state, card)
    if _plain(state) or state.cards[card.id] is not card:
        found = printed(state, card)
        known = state.standing or standing(state)
        seen = modifiers(state, "words", card) if known.plain else _seen_before(state, "words", card)
        changes = [modify for _, modify in seen]
        for layer in _LAYERS:
            for modify in changes:
                found = _changed(found, modify, layer)
        return found
    changed = state.cache.get("changed words")
    if changed is None:
        changed = _layered(state, printed)
        state.cache["changed words"] = changed
    return changed.get(card.id) or printed(state, card)


def _plain(state: State) -> bool:
    """Whether no effect on words can change what another is about: there is one, or all are about certain cards."""
    known = state.standing or standing(state)
    general = known.general.get("words", ())
    return not general or (len(general) == 1 and "words" not in known.by_card)


_LAYERS: tuple[Literal["B"], Literal["C"]] = ("B", "C")
_TYPES = TYPES - SUPERTYPES - {"token"}
_NO_SUBTYPES = TYPES | ELEMENTS | CLASSES | NOUNS
"""What a card's words are besides subtypes, of which there may be new ones."""


def _changed(words: Words, modify: Modify, layer: Literal["B", "C"]) -> Words:
    """Words after one effect in one layer. Setting a type drops the supertypes; the subtypes stay unless set too.

    Rules: effects.5.10, cards.5.2, cards.5.4.
    """
    if layer == "C":
        if modify.elements:
            words = (words - ELEMENTS - {"advanced"}) | frozenset(modify.elements)
        words |= ELEMENTS & frozenset(modify.words)
        return words | {"advanced"} if words & ADVANCED_ELEMENTS else words
    if modify.types:
        words = (words - _TYPES - SUPERTYPES - {"unit"}) | frozenset(modify.types)
    if modify.subtypes:
        words = (words & _NO_SUBTYPES) | frozenset(modify.subtypes)
    words |= frozenset(modify.words) - ELEMENTS
    return words | {"unit"} if words & {"ally", "champion"} else words


def _layered(state: State, printed: Printed) -> dict[int, Words]:
    """The words of every card that several effects change, each effect in its turn.

    Whom an effect reaches is read when its turn comes, so that one effect can bring cards within reach of the next.
    """
    known = state.standing or standing(state)
    several = {id(active): active for active in known.general.get("words", ())}
    several |= {id(each): each for actives in known.by_card.get("words", {}).values() for each in actives}
    view: dict[int, Words] = {}
    cache = state.cache
    try:
        for layer in _LAYERS:
            pending = sorted(several.values(), key=lambda active: active.stamp)
            while pending:
                chosen = _next(state, pending, view, layer, printed)
                pending.remove(chosen)
                _apply(state, chosen, view, layer, printed)
    finally:
        state.cache = cache
    return view


def _next(
    state: State, pending: list[Active], view: dict[int, Words], layer: Literal["B", "C"], printed: Printed
) -> Active:
    """The oldest effect that depends on no other; in a circle the oldest of all (effects.5.16, effects.5.18)."""
    for active in pending:
        if not any(_depends(state, active, other, view, layer, printed) for other in pending if other is not active):
            return active
    return pending[0]


def _depends(
    state: State, active: Active, other: Active, view: dict[int, Words], layer: Literal["B", "C"], printed: Printed
) -> bool:
    """Whether applying another effect first would change whom this one reaches; both or neither set (effects.5.15)."""
    assert isinstance(active.static, Modify)
    assert isinstance(other.static, Modify)
    if active.static.sets_words != other.static.sets_words:
        return False
    after = dict(view)
    before = _reached(state, active, view)
    _apply(state, other, after, layer, printed)
    return before != _reached(state, active, after)


def _apply(state: State, active: Active, view: dict[int, Words], layer: Literal["B", "C"], printed: Printed) -> None:
    assert isinstance(active.static, Modify)
    for number in _reached(state, active, view):
        view[number] = _changed(view.get(number) or printed(state, state.cards[number]), active.static, layer)


def _reached(state: State, active: Active, view: dict[int, Words]) -> list[int]:
    """The cards an effect reaches while the words are as in the view."""
    modify = active.static
    assert isinstance(modify, Modify)
    state.cache = {"layering": view, "early": True}
    if not active.holds(state) or not (modify.if_ is None or modify.if_.holds(active.scene(state))):
        return []
    return [card.id for card in state.cards if card.zone != "none" and active.reaches(state, modify.of, card)]
