"""Analysis boards: a moment of a finished game, or a scenario, to be tried out. One token plays all seats.

A board is a table like any other, with its journal; a branch is another board that begins where this one stands.
"""

from __future__ import annotations

from msgspec.structs import replace

from archivist.game import Game
from archivist.log.entries import Entry, Recorded, text_of, written
from archivist.log.reading import read_text
from archivist.log.recording import head_of
from archivist.model.card import Seat
from archivist.notation.naming import PLAYERS
from archivist.server.errors import NotNow, NotYours, Refusal
from archivist.server.lobby import Opened
from archivist.server.seats import hashed, new_token
from archivist.server.setting import Chair, Setting
from archivist.server.tables import Held, Tables
from archivist.server.watching import SPECTATOR


async def from_replay(tables: Tables, text: str, moment: int | None, parent: str = "") -> Opened:
    """A board that begins after so many decisions of a replay that is known to play."""
    log = await tables.blocking(read_text, text, "replay", ("replay",))
    decisions = log.decisions
    if moment is not None and not 0 <= moment <= len(decisions):
        raise Refusal(f"the game has {len(decisions)} decisions; there is no moment {moment}")
    kept = log if moment is None else _first(log, moment)
    return await tables.blocking(_opened, tables, kept, parent)


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


async def from_scenario(tables: Tables, game: Game) -> Opened:
    """A board that begins with the position of a scenario."""
    return await tables.blocking(_opened, tables, Recorded("journal", "game", head_of(game)), "")


async def branch(tables: Tables, id: str, seat: Seat) -> Opened:
    """Another board that begins where this one stands."""
    if seat == SPECTATOR:
        raise NotYours("only who has the board's link can branch from it")

    def call(held: Held) -> Recorded:
        if not held.setting.analysis or held.live is None:
            raise NotNow("this is no analysis board")
        return replace(held.live.log, entries=list(held.live.log.entries), ending=None)

    log = await tables.look(id, call)
    return await tables.blocking(_opened, tables, log, id)


def _opened(tables: Tables, log: Recorded, parent: str) -> Opened:
    count = len(log.head.origin.decks) or _players(log)
    chairs = tuple(Chair(name=f"Player {PLAYERS[seat]}") for seat in range(count))
    setting = Setting(chairs, log.head.origin.seed, log.head.origin.format, analysis=True, parent=parent)
    head = replace(log.head, players=(), deck_names=())
    text = text_of(Recorded("journal", "game", head)).rstrip("\n")
    lines = [written(each) for each in log.entries]
    token = new_token()
    made = tables.create_from(setting, text, lines, {0: hashed(token)})
    return Opened(made, PLAYERS[0], token)


def _players(log: Recorded) -> int:
    """How many players a scenario has."""
    return len(Game.from_scenario(log.head.origin.scenario).state.players)
