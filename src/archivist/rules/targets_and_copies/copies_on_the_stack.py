"""Copies of what is on the Effects Stack (targets-and-copies.6, targets-and-copies.7)."""

from __future__ import annotations

from msgspec.structs import replace

from archivist.model import events
from archivist.model.card import Seat
from archivist.model.state import State
from archivist.rules.citations import stack as citations
from archivist.rules.effects.events import say
from archivist.rules.playing_cards.effects_stack import new_id
from archivist.vocabulary.pending import Item


def copy_instance(state: State, item: Item, controller: Seat, *rules: str) -> Item:
    """Puts a copy of an instance on top: same X, modes, properties and targets, nothing paid (RU.4, PC.9.2).

    Rules: targets-and-copies.6, targets-and-copies.6.1, targets-and-copies.6.6, targets-and-copies.7,
    targets-and-copies.7.1, targets-and-copies.7.2, targets-and-copies.7.4, targets-and-copies.7.8, terms.2.copy.
    """
    made = replace(item, id=new_id(state), controller=controller, copy=True, counters={}, stamp=state.tick())
    state.stack = (*state.stack, made)
    state.touch()
    card = state.cards[item.card]
    rules = (*rules, *citations.of_copy(state, item))
    say(
        state,
        events.Copy,
        "PC.5",
        "PC.9.2",
        "RU.4",
        *rules,
        player=controller,
        card=card if item.is_play else item.source,
    )
    return made
