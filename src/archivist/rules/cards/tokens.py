"""Tokens: summoning objects that no deck holds (cards.8; targets-and-copies.9; terms.6.summon)."""

from __future__ import annotations

from collections.abc import Sequence

from archivist.model import events
from archivist.model.card import Card, Seat, Thing
from archivist.model.state import State
from archivist.rules.effects.events import say
from archivist.rules.timing import endless_loops
from archivist.rules.zones import destinations
from archivist.rules.zones.entering_the_field import announce_entry, as_object, use_up
from archivist.vocabulary.words import INGREDIENTS

Token = tuple[str, Thing | None]
"""A token to be summoned: its face, and what it is linked to."""


def summon(
    state: State,
    tokens: Sequence[Token],
    controller: Seat,
    *,
    rested: bool = False,
    by: int | None = None,
) -> list[int]:
    """Puts tokens onto the field together; their owner is the controller of what made them (terms.6.summon, cards.8.4).

    All are there when the first one's entering is seen; none is there yet as another enters. Gives those that came.

    Rules: targets-and-copies.9, targets-and-copies.9.1, targets-and-copies.9.4, targets-and-copies.9.5, terms.2.token,
    terms.3.1, cards.8, cards.8.3.
    """
    if state.players[controller].lost:
        return []
    field = state.field
    came: list[int] = []
    for face, linked in tokens:
        if came:
            state.field = field
        endless_loops.check_room(state, face, len(came))
        card = _token(state, face, controller, rested=rested, linked=linked)
        if card is not None:
            came.append(card.id)
    if len(tokens) > 1:
        state.field = (*field, *came)
    group = state.tick() if len(came) > 1 else 0
    use_up(state, came)
    for number in came:
        announce_entry(state, state.cards[number], "none", by=by, group=group)
    return came


def _token(state: State, face: str, controller: Seat, *, rested: bool, linked: Thing | None) -> Card | None:
    """A token as it comes, before anything has seen it; none if something keeps it from entering.

    It exists on the field or nowhere.

    Rules: cards.8.1, cards.8.2, targets-and-copies.9.2, zones.2.10, targets-and-copies.9.3.
    """
    card = Card(len(state.cards), face, controller, controller, "none", stamp=state.tick(), token=True, face_up=True)
    state.add(card)
    if destinations.first(state, card, "field")[0].zone != "field":
        say(state, events.Ceases, "effects.3.1", "cards.8.2", card=card)
        return None
    card = state.alter(card.id, zone="field", stamp=state.tick(), linked=linked)
    state.field = (*state.field, card.id)
    say(
        state,
        events.Summon,
        "terms.6.summon",
        "cards.8.4",
        "RS.7",
        "terms.2.token",
        "targets-and-copies.9.5",
        player=controller,
        card=card,
    )
    return as_object(state, card, rested=rested)


def gathered(state: State) -> str:
    """One of the six ingredient tokens, each equally likely (terms.6.gather)."""
    return INGREDIENTS[state.random(len(INGREDIENTS))]
