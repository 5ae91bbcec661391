"""Last-known information: what something was right before it left (effects.7; zones.6)."""

from __future__ import annotations

from msgspec.structs import replace

from archivist.model.card import Card, Stats
from archivist.model.state import State
from archivist.rules.effects.continuous.characteristics import lost_at
from archivist.rules.effects.continuous.effects_in_force import standing


def last_known(state: State, card: Card) -> Card:
    """The object's value with what it is now, right before it leaves: what is known of it once it is gone (effects.7.2).

    On Leave and On Death abilities see it so.

    The old value has the rest: status, counters, damage, how it was played and paid for, what its abilities did.

    Rules: zones.6, zones.6.1, zones.6.2, terms.2.lki, zones.6.4, effects.7, effects.7.1, effects.7.4, effects.7.5.
    """
    return replace(card, last=stats_now(state, card))


def refresh_sources(state: State, old: Card) -> None:
    """Abilities keep what was last known of a source that left or changed hands (abilities.1.10, zones.6.2, timing.11.1).

    A second change does not reach them: of what moves then, or changes hands, they know already (zones.6.3).

    Rules: effects.7.3, abilities.6.3, abilities.7.7.
    """
    for item in state.stack:
        source = item.source
        if source.id == old.id and source.incarnation == old.incarnation and source.last is None and not item.is_play:
            break
    else:
        return
    state.stack = tuple(
        replace(item, source=old)
        if item.source.thing == old.thing and item.source.last is None and not item.is_play
        else item
        for item in state.stack
    )


def stats_now(state: State, card: Card) -> Stats:
    """What an object is at this moment, to be remembered when it is gone (effects.7.2); what is as printed is left out."""
    held = state.now.keywords(state, card)
    return Stats(
        state.now.power(state, card),
        state.now.life(state, card),
        tuple(sorted(state.now.words(state, card))) if "words" in standing(state).changed else None,
        None if held is state.pool[card.face].open_keywords else held,
        lost_at(state, card) is not None,
    )
