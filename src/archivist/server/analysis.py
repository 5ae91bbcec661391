"""Analysis boards: a moment of a finished game, or a scenario, to be tried out. One token plays all seats.

A board is a table like any other, with its journal; a branch is another board that begins where this one stands.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from archivist.log.entries import Entry, Recorded, text_of, written
from archivist.log.reading import read_text
from archivist.model.card import Seat
from archivist.notation.naming import PLAYERS
from archivist.server import errands
from archivist.server.errors import NotNow, NotYours, Refusal
from archivist.server.held import Held
from archivist.server.live import saved_after
from archivist.server.lobby import Opened
from archivist.server.seats import hashed, new_token
from archivist.server.setting import Chair, Setting
from archivist.server.tables import Tables
from archivist.server.watching import SPECTATOR

if TYPE_CHECKING:
    from archivist.server.app import Server


async def from_replay(server: Server, text: str, moment: int | None, parent: str = "") -> Opened:
    """A board that begins after so many decisions of a replay. A stranger's game is played in a process of its own."""
    tables = server.tables
    log = await tables.blocking(read_text, text, "replay", ("replay",))
    decisions = log.decisions
    if moment is not None and not 0 <= moment <= len(decisions):
        raise Refusal(f"the game has {len(decisions)} decisions; there is no moment {moment}")
    kept = _first(log, len(decisions) if moment is None else moment)
    players, save = await server.desk.do(errands.saved_at, text, len(kept.decisions))
    return await tables.blocking(_opened, tables, kept, parent, players, save)


def _first(log: Recorded, decisions: int) -> Recorded:
    """A log up to so many decisions."""
    entries = []
    for each in log.entries:
        if isinstance(each, Entry):
            if not decisions:
                break
            decisions -= 1
        entries.append(each)
    while entries and not isinstance(entries[-1], Entry):
        entries.pop()
    return replace(log, entries=entries, ending=None)


async def branch(tables: Tables, id: str, seat: Seat) -> Opened:
    """Another board that begins where this one stands."""
    if seat == SPECTATOR:
        raise NotYours("you need the board's link to branch from it")

    def call(held: Held) -> tuple[Recorded, int, bytes]:
        if not held.setting.analysis or held.live is None:
            raise NotNow("this is not an analysis board")
        live = held.live
        return replace(live.log, entries=list(live.log.entries), ending=None), len(live.setting.seats), live.game.save()

    log, players, save = await tables.look(id, call)
    return await tables.blocking(_opened, tables, log, id, players, save)


def _opened(tables: Tables, log: Recorded, parent: str, players: int, save: bytes) -> Opened:
    chairs = tuple(Chair(name=f"Player {PLAYERS[seat]}") for seat in range(players))
    setting = Setting(chairs, log.head.origin.seed, log.head.origin.format, analysis=True, parent=parent)
    head = replace(log.head, players=(), deck_names=())
    text = text_of(Recorded("journal", "game", head)).rstrip("\n")
    lines = [written(each) for each in log.entries]
    token = new_token()
    made = tables.create_from(setting, text, lines, {0: hashed(token)}, saved_after(log.decisions, save))
    return Opened(made, PLAYERS[0], token)
