"""Opening tables, sitting down at them, and the list of those that are open."""

from __future__ import annotations

import secrets
import time
from typing import Annotated, Final, Literal

import msgspec
from msgspec.structs import replace
from pydantic import BaseModel, ConfigDict, Field

from archivist.bots import BOTS, LEVELS
from archivist.model.card import Seat
from archivist.model.errors import UnknownName, control_in, suggestion
from archivist.notation.naming import PLAYERS
from archivist.server.bringing import brought, format_of
from archivist.server.errors import NotNow, Refusal
from archivist.server.held import Draft
from archivist.server.live import Live
from archivist.server.seats import hashed, new_token
from archivist.server.setting import Chair, Clock, Setting
from archivist.server.settings import Limits
from archivist.server.tables import Tables, head_of

SEEDS: Final = 2**63
LISTED: Final = 50
"""How many open tables are listed."""


class Wished(BaseModel):
    """A seat as somebody wishes it: a bot, or a person, perhaps with a deck."""

    model_config = ConfigDict(extra="forbid", strict=True)
    bot: str = ""
    name: str = ""
    deck: str = ""


class Wanted(BaseModel):
    """A table as somebody wants it. The first seat that is no bot's is the one of who opens it.

    Whoever knows the seed knows every card that will be drawn, so it can be set only where all others are bots.
    """

    model_config = ConfigDict(extra="forbid", strict=True)
    seats: Annotated[list[Wished], Field(min_length=2, max_length=4)]
    format: str = "standard"
    listed: bool = False
    seed: Annotated[int, Field(ge=0, lt=SEEDS)] | None = None
    best_of: Literal[1, 3] = 1
    clock: Annotated[float, Field(ge=30, le=36_000)] | None = None
    bonus: Annotated[float, Field(ge=0, le=600)] = 0.0


class Joining(BaseModel):
    """Who sits down: a name, and a deck by name, as a list, or none."""

    model_config = ConfigDict(extra="forbid", strict=True)
    name: str = ""
    deck: str = ""
    seat: str = ""


class Opened(msgspec.Struct, frozen=True):
    """A table that was opened, or a seat that was taken: the token is told once and to nobody else."""

    id: str
    seat: str
    token: str


class OpenTable(msgspec.Struct, frozen=True):
    """A table in the list of those that wait for players, or can be watched."""

    id: str
    format: str
    status: str
    players: tuple[str, ...]
    free: int
    best_of: int
    since: float


def checked_name(name: str, limits: Limits, otherwise: str) -> str:
    """A name that can be shown: one line of printable characters, not too long."""
    plain = " ".join(name.split(" ")).strip()
    if len(plain) > limits.name:
        raise Refusal(f"a name has at most {limits.name} characters, not {len(plain)}")
    if control := control_in(plain):
        raise Refusal(f"there is a control character in the name ({control})")
    return plain or otherwise


async def open(tables: Tables, wanted: Wanted) -> Opened:  # noqa: A001 - `lobby.open` reads best
    """Opens a table; the game begins at once if all other seats are bots'."""
    return await tables.blocking(_open, tables, wanted)


def _open(tables: Tables, wanted: Wanted) -> Opened:
    limits = tables.settings.limits
    style = format_of(wanted.format)
    own = next((seat for seat, each in enumerate(wanted.seats) if not each.bot), None)
    if own is None:
        raise Refusal("somebody must play by hand; at least one seat is a person's")
    people = sum(not each.bot for each in wanted.seats)
    if wanted.seed is not None and people > 1:
        raise Refusal("a seed can be set only where all other players are bots: it tells every card that will be drawn")
    seed = secrets.randbelow(SEEDS) if wanted.seed is None else wanted.seed
    chairs: list[Chair] = []
    for seat, each in enumerate(wanted.seats):
        bot = LEVELS.get(each.bot, each.bot)
        if bot and bot not in BOTS:
            raise UnknownName(
                f"no bot is named {each.bot[:60]!r}{suggestion(each.bot, (*BOTS, *LEVELS))}; there are "
                f"{', '.join((*BOTS, *LEVELS))}"
            )
        if each.bot:
            deck = brought(each.deck, style, seed + seat, limits.deck)
            chairs.append(Chair(each.bot, bot, deck))
        elif seat == own:
            deck = brought(each.deck, style, seed + seat, limits.deck)
            chairs.append(Chair(checked_name(each.name, limits, f"Player {PLAYERS[seat]}"), "", deck))
        else:
            chairs.append(Chair())
    clock = None if wanted.clock is None else Clock(wanted.clock, wanted.bonus)
    setting = Setting(tuple(chairs), seed, style, clock, wanted.best_of)
    token = new_token()
    made = tables.create(setting, {own: hashed(token)}, listed=wanted.listed)
    return Opened(made, PLAYERS[own], token)


async def join(tables: Tables, id: str, joining: Joining) -> Opened:
    """Sits down at a free seat; the game begins when the last is taken. Raises NotNow if none is free."""
    token = new_token()

    def call(draft: Draft) -> Seat:
        return _join(draft, joining, token, tables.settings.limits)

    seat = await tables.change(id, call)
    return Opened(id, PLAYERS[seat], token)


def _join(draft: Draft, joining: Joining, token: str, limits: Limits) -> Seat:
    setting = draft.held.setting
    free = [seat for seat, chair in enumerate(setting.seats) if not chair.bot and not chair.name]
    if draft.status != "open" or not free or setting.kept_for:
        raise NotNow("no seat is free at this table; you can watch")
    seat = free[0]
    if joining.seat:
        wished = PLAYERS.index(joining.seat) if joining.seat in PLAYERS else -1
        if wished not in free:
            raise NotNow("that seat is taken")
        seat = wished
    name = checked_name(joining.name, limits, f"Player {PLAYERS[seat]}")
    deck = brought(joining.deck, format_of(setting.format), setting.seed + seat, limits.deck)
    chairs = list(setting.seats)
    chairs[seat] = Chair(name, "", deck)
    seated = replace(setting, seats=tuple(chairs))
    draft.tokens[seat] = hashed(token)
    draft.set(setting=seated)
    begin(draft, seated)
    return seat


def begin(draft: Draft, setting: Setting) -> None:
    """Begins the game of a table as soon as everybody is there."""
    if not setting.filled:
        return
    live = Live.new(setting)
    draft.held.live = live
    draft.set(setting=setting, status="playing", head=head_of(live))
    draft.held.setting = setting
    if setting.clock is not None:
        draft.put_affairs(replace(draft.affairs, clock=(setting.clock.total,) * len(setting.seats)))


async def listing(tables: Tables, status: str) -> list[OpenTable]:
    """The tables that wait for players, or those in play that can be watched."""
    since = time.time() - tables.settings.limits.kept_open_seconds
    rows = await tables.blocking(tables.storage.listed, status, LISTED, since)
    found = []
    for row in rows:
        setting = msgspec.json.decode(row.setting, type=Setting)
        taken = tuple(chair.name for chair in setting.seats if chair.bot or chair.name)
        free = len(setting.seats) - len(taken)
        found.append(OpenTable(row.id, setting.format, row.status, taken, free, setting.best_of, row.created))
    return found


__all__ = ["Joining", "OpenTable", "Opened", "Wanted", "Wished", "begin", "checked_name", "join", "listing", "open"]
