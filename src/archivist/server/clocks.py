"""Clocks: how long each player may still think. Time runs for the person who must decide."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Final

from msgspec.structs import replace

from archivist.log.entries import SETTINGS
from archivist.model.card import Seat
from archivist.model.errors import ArchivistError
from archivist.notation.naming import PLAYERS
from archivist.server.affairs import Affairs

if TYPE_CHECKING:
    from archivist.server.held import Draft, Held
    from archivist.server.tables import Tables

EVERY: Final = 1.0
STARTED: Final = time.time()
"""When this process began: time that passed while no server was there runs on no clock."""
log = logging.getLogger("archivist.server")


def thinker(held: Held) -> Seat | None:
    """The person whose time runs."""
    live = held.live
    seat = live.to_act if live is not None and held.setting.clock is not None else None
    return None if seat is None or held.setting.seats[seat].bot else seat


def ticked(affairs: Affairs, held: Held, before: Seat | None, now: float, *, bonus: bool) -> Affairs:
    """The affairs after a change: who has thought has less time, and for an answer the bonus more."""
    clock = held.setting.clock
    if clock is None or not affairs.clock:
        return affairs
    left = list(affairs.clock)
    if before is not None and affairs.running:
        more = clock.bonus if bonus else 0.0
        left[before] = round(max(left[before] - (now - max(affairs.running, STARTED)), 0.0) + more, 3)
    return replace(affairs, clock=tuple(left), running=round(now, 3) if thinker(held) is not None else 0.0)


def within(draft: Draft) -> bool:
    """Whether a play is being made: nobody else may know, so the clock that all see does not move until it is done."""
    decision = draft.live.game.decision if draft.held.live is not None else None
    return decision is not None and decision.attempt


def answered(draft: Draft, seat: Seat | None) -> bool:
    """Whether a change has an answer of a seat in it."""
    own = f"  {PLAYERS[seat]} " if seat is not None else ""
    return bool(own) and any(line.startswith(own) and not line.startswith(f"{own}{SETTINGS}:") for line in draft.lines)


def overdue(draft: Draft, now: float) -> bool:
    """Whether the player who must decide has no time left."""
    return expired(draft.held, now)


def expired(held: Held, now: float) -> bool:
    """Whether the player who must decide at a table has no time left."""
    seat, affairs = thinker(held), held.affairs
    if seat is None or not affairs.clock or not affairs.running:
        return False
    return now - max(affairs.running, STARTED) > affairs.clock[seat]


async def watch(tables: Tables, end: Callable[[Tables, str], Awaitable[None]]) -> None:
    """Ends the games of players whose time is over, for ever."""
    while True:
        await asyncio.sleep(EVERY)
        now = time.time()
        for held in tables.in_memory():
            if held.status == "playing" and expired(held, now):
                try:
                    await end(tables, held.id)
                except ArchivistError as error:
                    log.warning("a clock could not be stopped: %s", error)
