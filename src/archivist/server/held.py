"""A table in memory, and a change to it that is being made."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any, Final

import msgspec

from archivist.model.card import Seat
from archivist.server.affairs import Affairs
from archivist.server.live import Live
from archivist.server.setting import Setting
from archivist.server.shown import Log, Message, Shown, Story, shown
from archivist.server.storage import Row
from archivist.server.watching import SPECTATOR

SLOW: Final = 0.5
"""A table whose work took longer than this, in seconds, waits with other slow ones."""
BOARD: Final = 1.0
"""An analysis board counts as slow at first: a stranger may have built a position that is."""


class Held:
    """A table in memory. Whoever looks at it or changes it holds its lock."""

    def __init__(self, row: Row) -> None:
        self.id = row.id
        self.lock = asyncio.Lock()
        self.saved = 0
        self.stories: dict[Seat, Story] = {}
        self.messages: dict[Seat, Message] = {}
        self.live: Live | None = None
        self.thinking = False
        self.untold = False
        """Whether it was brought up to date, and those who listen have not been told yet."""
        self.take(row)
        self.took = BOARD if self.setting.analysis else 0.0
        """How many seconds the last work on it took."""

    def take(self, row: Row) -> None:
        """What the database has of it, apart from the game."""
        self.row = row
        self.setting = msgspec.json.decode(row.setting, type=Setting)
        self.affairs = msgspec.json.decode(row.affairs, type=Affairs)
        self.messages = {}

    @property
    def status(self) -> str:
        return self.row.status

    def deciding(self, seat: Seat) -> Seat:
        """The seat for which somebody acts: at an analysis board the one that must decide."""
        if not self.setting.analysis or seat == SPECTATOR or self.live is None or self.live.to_act is None:
            return seat
        return self.live.to_act

    def shown(self, seat: Seat) -> Shown:
        """The table as a seat sees it."""
        seat = self.deciding(seat)
        if seat not in self.stories:
            self.stories[seat] = Story(seat)
        return shown(self.id, self.status, self.setting, self.affairs, self.live, self.stories[seat])

    def log(self, seat: Seat, first: int, most: int) -> Log:
        """What a seat may know of what happened, from a line on."""
        if self.live is None:
            return Log(0, ())
        if seat not in self.stories:
            self.stories[seat] = Story(seat)
        return Log(first, tuple(self.stories[seat].lines(self.live.game)[first : first + most]))

    def message(self, seat: Seat) -> Message:
        """The table as it is sent to a seat; made once for each change."""
        if seat not in self.messages:
            self.messages[seat] = Message.of(self.shown(seat))
        return self.messages[seat]


class Draft:
    """A change that is being made: what is to be kept of it."""

    def __init__(self, held: Held) -> None:
        self.held = held
        self.lines: list[str] = []
        self.by = ""
        self.columns: dict[str, Any] = {}
        self.tokens: dict[Seat, bytes] = {}
        self.moved: dict[Seat, Seat] = {}

    @property
    def live(self) -> Live:
        assert self.held.live is not None
        return self.held.live

    def note(self, lines: Sequence[str], by: str = "") -> None:
        """Lines for the journal; `by` is the player whom alone they concern, as far as what is taken back goes."""
        self.lines += lines
        self.by = by

    def set(self, **columns: Any) -> None:
        """What becomes of the table itself: status, setting, affairs, and so on."""
        self.columns.update(columns)

    def put_affairs(self, affairs: Affairs) -> None:
        self.set(affairs=affairs)

    @property
    def affairs(self) -> Affairs:
        found = self.columns.get("affairs", self.held.affairs)
        assert isinstance(found, Affairs)
        return found

    @property
    def status(self) -> str:
        return str(self.columns.get("status", self.held.status))
