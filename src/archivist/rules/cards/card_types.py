"""Card types: their speed, which are of the material deck, and where a card of each type ends up (cards.1, cards.4)."""

from __future__ import annotations

from archivist.model.card import Card
from archivist.model.state import State
from archivist.model.value import Value
from archivist.vocabulary.face import Face


class Detour(Value, frozen=True):
    """Where a card goes because of its type: a key for the zone that it cannot go to, the zone instead, and why."""

    key: str
    zone: str
    rules: tuple[str, ...]


def is_material(face: Face) -> bool:
    """Whether a card belongs into the material deck: champions and regalia do (cards.4.1, cards.4.19)."""
    return bool(face.words & {"champion", "regalia"})


def is_fast(face: Face) -> bool:
    """Whether a card is fast by its type: actions and boons have a printed speed, all other cards are slow.

    Rules: timing.1.2, cards.1.table, cards.1.action, cards.1.boon, cards.4.item.
    """
    return face.speed == "fast"


def detour(state: State, card: Card, zone: str) -> Detour | None:
    """Where a card goes instead of a zone that its type keeps it from; None if it goes there.

    Regalia and champions never reach the graveyard, and regalia no other zone of cards to be drawn or played. Everything
    else that is destroyed or used up goes to the graveyard: allies, weapons, items, domains, phantasias, actions, attacks.

    The default side of an object counts, with what effects have added to its words or taken from them (cards.5.2).

    Rules: cards.1.table, cards.1.champion, cards.1.regalia, cards.1.ally, cards.1.weapon, cards.1.item, cards.1.domain,
    cards.1.phantasia, cards.1.action, cards.1.attack, cards.4, cards.4.9, cards.4.19, cards.5.4, zones.3.10.
    """
    words = state.pool[card.default_face].words
    if card.zone == "field":
        shown, held = state.pool[card.face].words, state.now.words(state, card)
        if held != shown:
            words = words - (shown - held) | (held - shown)
    if zone == "graveyard" and words & {"regalia", "champion"}:
        regalia = ("cards.4.19", "cards.1.regalia", "zones.3.10")
        rules = regalia if "regalia" in words else ("cards.4.9", "cards.1.champion", "zones.3.10")
        return Detour("to graveyard", "banishment", rules)
    if "regalia" in words and zone in ("hand", "deck", "memory"):
        return Detour("to hand", "material", ("cards.4.19",))
    return None
