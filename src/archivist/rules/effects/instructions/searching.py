"""Searching a zone for cards: looking through it, and failing to find (timing.8)."""

from __future__ import annotations

from archivist.model import events
from archivist.model.card import PRIVATE, Seat
from archivist.rules.effects.events import say
from archivist.rules.effects.instructions.carrying_out import Run
from archivist.rules.zones import revealing
from archivist.rules.zones.visibility import who_sees
from archivist.vocabulary.filters import Filter


def look_through(run: Run, wanted: Filter, seat: Seat) -> None:
    """A player who searches their deck looks at all of it, whatever they find (terms.6.search, timing.8.1)."""
    deck = run.state.zone(seat, "deck")
    if deck and "deck" in wanted.zones and (wanted.owner != "you" or seat == run.you):
        revealing.look(run.state, seat, deck, "deck", seat)


def fail_to_find(run: Run, wanted: Filter) -> bool:
    """Whether a search need not find anything, told where it decides."""
    if not may_fail(run, wanted):
        return False
    say(run.state, events.Search, "RU.15", "timing.8.2", "timing.8.5", "terms.6.search", player=run.you)
    return True


def may_fail(run: Run, wanted: Filter) -> bool:
    """A described card in a private zone need not be found; just a card must be, and so must one that all can see.

    Rules: RU.15, timing.8, timing.8.2, timing.8.3, timing.8.4.
    """
    if not wanted.described or not any(zone in PRIVATE for zone in wanted.zones):
        return False
    return not any(who_sees(run.state, card) is None for card in run.scene.matching(wanted))
