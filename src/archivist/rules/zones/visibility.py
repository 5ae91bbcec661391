"""Who may see which card (zones.1, zones.5)."""

from __future__ import annotations

from archivist.model.card import PRIVATE, Card, Seat
from archivist.model.state import State
from archivist.vocabulary.statics.game import RevealTop


def who_sees(state: State, card: Card) -> tuple[Seat, ...] | None:
    """The players who may know which card this is; None for everybody (zones.1.table, zones.5, zones.5.1).

    What lies face up outside a deck is seen by all: in an intent, loaded, in a lineage.

    Rules: zones.1.intent, zones.1.loaded-cards, zones.2.9.
    """
    if card.face_up and card.zone != "deck":
        return None
    seats = _may_look(state, card)
    if seats is None or not state.shown:
        return seats
    for shown in state.shown:
        if shown.thing == card.thing:
            if shown.to is None:
                return None
            seats = tuple(sorted({*seats, *shown.to}))
    return seats


def sees(state: State, seat: Seat | None, card: Card) -> bool:
    """Whether a player may know which card this is (zones.5); who is no player, and looks from outside, knows all."""
    if seat is None:
        return True
    seats = who_sees(state, card)
    return seats is None or seat in seats


def _may_look(state: State, card: Card) -> tuple[Seat, ...] | None:
    """Who may look at a face-down card where it lies: who knows it.

    A private zone is its owner's to look at, save for the main deck; a face-down object its controller's; of a face-down
    banished card only those know who have seen it, or may play it.

    Rules: zones.1, zones.1.main-deck, zones.1.material-deck, zones.1.hand, zones.1.memory, zones.1.graveyard,
    zones.1.banishment, zones.1.field, zones.1.effects-stack, zones.1.pantheon, zones.1.choice, zones.1.inner-lineage,
    zones.2.9, zones.5.3, zones.5.5, zones.5.6, zones.5.7, zones.5.8, zones.5.9, timing.9.1.
    """
    zone = card.zone
    if zone == "deck":
        return None if _top_is_shown(state, card) else card.known_to
    if zone in PRIVATE:
        return (card.owner, *card.known_to) if card.known_to else (card.owner,)
    if zone == "banishment":
        return card.known_to
    if zone == "field":
        return (card.controller, *card.known_to) if card.known_to else (card.controller,)
    return None


def _top_is_shown(state: State, card: Card) -> bool:
    """The top card of a deck that is played with its top card revealed (zones.3.3)."""
    known = state.standing
    if known is not None and RevealTop not in known.by_kind:
        return False
    if state.players[card.owner].deck[:1] != (card.id,):
        return False
    return any(active.you == card.owner for active, _ in state.now.statics(state, RevealTop))
