"""The rules that apply to passing, the beginning of a phase and turn-based actions (turn; timing.2)."""

from __future__ import annotations

from typing import Final

from archivist.model import events
from archivist.model.state import State

RETURNING: Final[tuple[str, ...]] = (
    *("turn.4.recollection.3", "zones.3.7", "turn.4.9"),
    *("terms.6.reserve", "turn.7.turn-based", "turn.7.1"),
)
"""The memory returns: it cannot be answered, and nobody is its source."""

CLEANING = ("turn.4.end.3", "timing.4.2.6", "timing.9.8", "turn.7.turn-based", "turn.7.1")
"""What is said of clean-up besides: where it comes, what it is, and what it ends."""


BOUNDS = frozenset((events.Phase, events.Skip, events.Turn))
"""The events with which a phase begins."""

QUIET = frozenset(("wake up", "materialize", "draw"))
"""The phases in which nobody has Opportunity unless something triggers."""


TOP_RESOLVES: Final[tuple[str, ...]] = ("timing.2.4", "timing.2.5")
PHASE_ENDS: Final[tuple[str, ...]] = ("timing.2.4", "timing.2.5", "turn.4.2")
MAIN_ENDS: Final[tuple[str, ...]] = (*PHASE_ENDS, "turn.4.12", "turn.4.main.3")
MAIN_ENDS_DISTORTED: Final[tuple[str, ...]] = (*MAIN_ENDS, "turn.6.3", "effects.6.2")
"""What the last of all players who pass in a row brings about."""


def when_all_pass(state: State, *, distorted: bool) -> tuple[str, ...]:
    """That a player passes, and what follows as all have: the top of the stack resolves, or the phase is over."""
    if state.stack:
        return TOP_RESOLVES
    if state.turn.phase != "main":
        return PHASE_ENDS
    return MAIN_ENDS_DISTORTED if distorted else MAIN_ENDS


def special(state: State, phase: str) -> tuple[str, ...]:
    """What is unusual about a phase that begins: who draws first, where time put it, whose turn it is no more."""
    turn = state.turn
    player = state.players[turn.player]
    if phase == "draw" and turn.number == 1 and player.turns <= 1:
        return ("turn.3.3", "turn.3.choice") if state.format == "pantheon" else ("turn.3.3",)
    if player.lost:
        return ("turn.9.9",)
    return ("turn.6.2",) if turn.main_over and phase == "materialize" else ()


def over(state: State) -> tuple[str, ...]:
    """Why the phase before is over: all have passed in it, or it gave no Opportunity and its work is done."""
    quiet = state.turn.phase in QUIET
    for event in reversed(state.events):
        kind = type(event)
        if kind is events.Pass:
            return ("turn.4.2", "timing.2.14") if quiet else ("turn.4.2",)
        if kind in BOUNDS:
            break
    return ("turn.4.3", "timing.2.13") if quiet else ()
