"""Replays: a finished game as a log that anybody can step through, and those that people bring."""

from __future__ import annotations

from msgspec.structs import replace

from archivist.log.entries import Entry, Recorded, text_of
from archivist.log.recording import ending
from archivist.model.card import Seat
from archivist.server.errors import NotNow, NotYours, TooLarge
from archivist.server.held import Held
from archivist.server.live import journal_of
from archivist.server.seats import new_id
from archivist.server.tables import Tables
from archivist.server.watching import SPECTATOR

KIND = "replay"
"""Under which kind replays are kept that people have brought."""
ENDED = ("over", "closed")


def as_replay(log: Recorded) -> str:
    """The log of a game as a replay: without who played, and how people wanted to be asked."""
    head = replace(log.head, players=(), deck_names=())
    entries = [replace(each, by="hand") if isinstance(each, Entry) else each for each in log.entries]
    return text_of(Recorded("replay", "replay", head, entries, ending=log.ending))


async def text(tables: Tables, id: str) -> str:
    """The replay of a finished game, or of one that somebody has brought. Raises NotFound, NotNow while it is played."""
    brought = await tables.blocking(tables.storage.shared, KIND, id)
    return brought if brought is not None else await of_table(tables, id)


async def of_table(tables: Tables, id: str) -> str:
    """The replay of a table's game: everything, so only when it is over or cannot go on."""

    def call(held: Held) -> str:
        if held.status not in ENDED and not held.setting.analysis:
            raise NotNow("the replay shows all cards; you can have it when the game is over")
        if held.live is None:
            return as_replay(journal_of(held.row.head, tables.storage.journal(held.id)))
        live = held.live
        log = live.log if live.log.ending is not None else replace(live.log, ending=ending(live.game))
        return as_replay(log)

    return await tables.look(id, call)


async def so_far(tables: Tables, id: str, seat: Seat) -> str:
    """The game so far as a replay, for making what a seat may know of it; never to be given to anybody as it is."""
    if seat == SPECTATOR:
        raise NotYours("only players at the table can have a record of the game while it is played")

    def call(held: Held) -> str:
        if held.live is None:
            raise NotNow("no game is being played at this table")
        return as_replay(replace(held.live.log, ending=ending(held.live.game)))

    return await tables.look(id, call)


async def keep(tables: Tables, written: str) -> str:
    """Keeps a replay that somebody has brought, once it was checked; says under which name."""
    if len(written) > tables.settings.limits.replay_body:
        raise TooLarge(f"a replay has at most {tables.settings.limits.replay_body} characters")
    made = new_id()
    await tables.blocking(tables.storage.share, KIND, made, written)
    return made
