"""The two sides of double-faced cards, and transforming from one to the other (cards.6)."""

from __future__ import annotations

from archivist.model import events
from archivist.model.card import Card
from archivist.model.state import State
from archivist.rules.effects.events import named, say, tell


def other_side(state: State, card: Card) -> str:
    """The side that does not show; empty for what has only one. A copy has the side it was copied from and no other.

    Rules: cards.6.5, targets-and-copies.8.4.
    """
    return "" if card.token or card.copied else card.default or state.pool[card.face].flip


def can_transform(state: State, card: Card) -> bool:
    """Only a double-faced card that is an object can transform: anywhere else it is simply a card (cards.6.6)."""
    return card.zone == "field" and bool(other_side(state, card))


def turned(state: State, card: Card) -> Card:
    """The card with its other side up; what the side brings holds from now on (cards.6.4)."""
    default = "" if card.transformed else card.face
    return state.alter(card.id, face=other_side(state, card), default=default, face_stamp=state.tick())


def transform(state: State, number: int, *rules: str) -> bool:
    """Turns an object to its other side: it stays the same object with everything that is on it (cards.6.4).

    Rules: cards.6, terms.5.transform.
    """
    card = state.cards[number]
    if not can_transform(state, card):
        copied = card.token or card.copied
        rule = ("cards.6.5", "targets-and-copies.8.4") if copied else ("cards.6.6", "cards.6.2")
        say(state, events.NotTransformed, *rule, *rules, player=card.controller, card=card)
        return False
    new = turned(state, card)
    rules = (*rules, "cards.6.1", "zones.7.double-faced", "effects.5.12.transformed")
    rules = ("cards.6.4", "cards.6.2", *rules)
    tell(state, events.Transform(rules, card.controller, named(state, card), into=new.face))
    return True
