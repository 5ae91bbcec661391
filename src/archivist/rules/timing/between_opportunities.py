"""Settling: the checks and triggers between what happened and the next Opportunity (timing.3)."""

from __future__ import annotations

from collections.abc import Generator

from archivist.model.decision import Answer, Decision
from archivist.model.state import State
from archivist.rules.abilities import triggered
from archivist.rules.timing import state_based_checks
from archivist.rules.zones import revealing


def unsettled(state: State) -> bool:
    """Whether anything has happened since the game was settled last."""
    return bool(state.shown or state.waiting) or not state.now.settled


def settle(state: State) -> Generator[Decision, Answer, bool]:
    """The work before anybody receives Opportunity: checks until nothing changes, then triggers, and again.

    Whatever changed has dropped what was derived of it, so that every check works out continuous effects anew. Gives
    whether anything changed.

    Rules: timing.2.9, timing.3, timing.3.2, timing.3.3, timing.3.4, timing.3.5, effects.2.3.
    """
    if state.shown:
        revealing.conclude(state)
    changed = False
    while not state.over:
        changed = (yield from state_based_checks.run(state)) or changed
        if state.over or not state.waiting:
            break
        yield from triggered.place_triggers(state)
        changed = True
    return changed
