"""All tables: taken up from the database when somebody comes, changed one change at a time, kept before they are shown.

A table in memory is a cache. With PostgreSQL another process may have changed it: every change first takes the table's
lock in the database and goes on to where the journal is.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections import OrderedDict
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import islice
from typing import Any, Final, TypeVar

import msgspec

from archivist.log.entries import text_of
from archivist.model.card import Seat
from archivist.model.errors import ArchivistError, ReplayError
from archivist.server import clocks
from archivist.server.affairs import Affairs
from archivist.server.errors import Busy, NotFound
from archivist.server.held import SLOW, Draft, Held
from archivist.server.live import Live
from archivist.server.presence import Presence
from archivist.server.push import Channels
from archivist.server.seats import new_id, seat_of
from archivist.server.setting import Setting
from archivist.server.settings import Settings
from archivist.server.shown import Message
from archivist.server.storage import Change, Conflict, Noted, NotKept, Row, Saved, Storage
from archivist.server.watching import SPECTATOR

log = logging.getLogger("archivist.server")

THREADS: Final = 3
"""Threads for tables that answer quickly; those that do not have one of their own together."""
SAVE_EVERY: Final = 25
"""After how many rows of the journal a position is saved."""

NOTHING_YET: Final = Affairs()

T = TypeVar("T")


class Tables:
    """The tables of this process. Work on games is done in threads, the rest in the event loop."""

    def __init__(self, settings: Settings, storage: Storage) -> None:
        self.settings = settings
        self.storage = storage
        self.channels = Channels(settings.limits.streams, settings.limits.streams_of_client)
        self.presence = Presence(storage, self.channels)
        self._held: OrderedDict[str, Held] = OrderedDict()
        self._quick = ThreadPoolExecutor(THREADS, "table")
        self._slow = ThreadPoolExecutor(1, "slow-table")
        self._changing: set[asyncio.Task[Any]] = set()
        self._after: list[Callable[[Held], None]] = []
        self.answered = 0
        """How many changes have been kept; a metric."""

    def close(self) -> None:
        self._quick.shutdown(cancel_futures=True)
        self._slow.shutdown(cancel_futures=True)

    def __len__(self) -> int:
        return len(self._held)

    def after_change(self, call: Callable[[Held], None]) -> None:
        """Has something called in the event loop after every change, such as what sets bots thinking."""
        self._after.append(call)

    def in_memory(self) -> list[Held]:
        """The tables that are in memory now."""
        return list(self._held.values())

    # -- finding -------------------------------------------------------------------------------------------------

    async def blocking(self, call: Callable[..., T], *arguments: Any) -> T:
        """A call that blocks for a moment, such as one of the database."""
        return await asyncio.get_running_loop().run_in_executor(self._quick, call, *arguments)

    async def seated(self, id: str, token: str | None) -> Seat:
        """The seat that a token opens at a table, or that of a spectator. Raises NotFound; always after the same work."""
        row, tokens = await self.blocking(self.storage.found, id)
        seat = seat_of(token or "", tokens)
        if row is None or (token is not None and seat is None):
            raise NotFound("there is no such table, or the link does not open it")
        if seat is not None and msgspec.json.decode(row.setting, type=Setting).analysis:
            return await self.look(id, lambda held: held.deciding(seat))
        return SPECTATOR if seat is None else seat

    async def held(self, id: str) -> Held:
        """A table, taken up from the database if it is not in memory. Raises NotFound."""
        found = self._held.get(id)
        if found is None:
            row = await self.blocking(self.storage.table, id)
            if row is None:
                raise NotFound("there is no such table")
            found = self._held.setdefault(id, Held(row))
        self._held.move_to_end(id)
        self._let_go()
        return found

    def _let_go(self) -> None:
        """Forgets the tables that nobody has used for longest; the database has them."""
        excess = len(self._held) - self.settings.limits.live
        idle = (each for each, held in self._held.items() if not held.lock.locked() and not held.thinking)
        for each in list(islice(idle, max(excess, 0))):
            del self._held[each]

    # -- looking and changing ------------------------------------------------------------------------------------

    async def look(self, id: str, call: Callable[[Held], T]) -> T:
        """Lets a call look at a table as it is now, in a thread, with the table to itself."""
        held = await self.held(id)
        return await self._alone(held, lambda: self._look(held, call))

    async def change(self, id: str, call: Callable[[Draft], T]) -> T:
        """Lets a call change a table, keeps the change, and then shows it to everybody who listens.

        What the call raises leaves the table as it was.
        """
        held = await self.held(id)
        changing = asyncio.create_task(self._changed(held, call))
        self._changing.add(changing)
        changing.add_done_callback(self._changing.discard)
        return await asyncio.shield(changing)  # a client that goes away does not break off what it has begun

    async def _changed(self, held: Held, call: Callable[[Draft], T]) -> T:
        seats = self.channels.seats(held.id)
        found, messages = await self._alone(held, lambda: self._change(held, call, seats))
        self.channels.send(held.id, messages)
        self.answered += 1
        for each in self._after:
            each(held)
        return found

    def knows(self, id: str, version: int) -> bool:
        """Whether a table need not be looked at anew: it is up to date in memory, or nobody here cares for it."""
        held = self._held.get(id)
        return (held.row.version >= version and not held.untold) if held is not None else not self.channels.seats(id)

    async def refresh(self, id: str) -> None:
        """Goes on to where another process has brought a table, and shows it to those who listen here."""
        held = self._held.get(id)
        seats = self.channels.seats(id)
        if held is None and not seats:
            return
        if held is None:
            held = await self.held(id)
        there = held
        messages = await self._alone(there, lambda: self._look(there, lambda table: _told(table, seats)))
        self.channels.send(id, messages)

    async def _alone(self, held: Held, work: Callable[[], T]) -> T:
        """Does work on a table in a thread, when it has the table to itself. Raises Busy if that takes too long."""
        limit = self.settings.limits.answer_seconds
        try:
            async with asyncio.timeout(limit):
                await held.lock.acquire()
        except TimeoutError:
            raise Busy("this table is busy; try again in a moment") from None
        try:
            lane = self._slow if held.took > SLOW else self._quick
            working = asyncio.get_running_loop().run_in_executor(lane, _timed, held, work)
            try:
                return await asyncio.shield(working)
            except asyncio.CancelledError:
                await asyncio.wait([working])  # the table is not free before the thread is done with it
                raise
        finally:
            held.lock.release()

    def _look(self, held: Held, call: Callable[[Held], T]) -> T:
        if self.storage.shared_by_processes and self.storage.version(held.id) != held.row.version:
            row = self.storage.table(held.id)
            if row is None:
                raise NotFound("there is no such table")
            self._follow(held, row)
        self._take_up(held)
        return call(held)

    def _change(self, held: Held, call: Callable[[Draft], T], seats: set[Seat]) -> tuple[T, dict[Seat, Message]]:
        for _ in range(3):
            try:
                found = self._try_change(held, call)
                return found, _told(held, seats)
            except Conflict:
                self._forget(held)
        raise Busy("this table is busy; try again in a moment")

    def _try_change(self, held: Held, call: Callable[[Draft], T]) -> T:
        draft = Draft(held)
        try:
            if self.storage.shared_by_processes:
                with self.storage.changing(held.id) as change:
                    row = change.row()
                    if row is None:
                        raise NotFound("there is no such table")
                    self._follow(held, row)
                    self._take_up(held)
                    found = self._called(draft, call)
                    columns = self._put(change, draft)
            else:
                self._take_up(held)
                found = self._called(draft, call)
                with self.storage.changing(held.id) as change:
                    columns = self._put(change, draft)
        except (Conflict, NotKept):
            self._forget(held)
            raise
        except ArchivistError:
            if draft.columns or (held.live is not None and held.live.unkept):
                self._forget(held)
            raise
        except BaseException:
            self._forget(held)
            raise
        self._kept(held, draft, columns)
        return found

    def _called(self, draft: Draft, call: Callable[[Draft], T]) -> T:
        """Makes a change in memory, with the clock for it."""
        before = clocks.thinker(draft.held)
        found = call(draft)
        if (draft.lines and not draft.by and not clocks.within(draft)) or "head" in draft.columns:
            now = clocks.ticked(draft.affairs, draft.held, before, time.time(), bonus=clocks.answered(draft, before))
            if now is not draft.affairs:
                draft.put_affairs(now)
        return found

    def _put(self, change: Change, draft: Draft) -> dict[str, Any]:
        """Writes a change: its row of the journal, if there is one, and what becomes of the table."""
        held, columns = draft.held, dict(draft.columns)
        for name in ("affairs", "setting"):
            if name in columns:
                columns[name] = msgspec.json.encode(columns[name]).decode()
        if draft.lines:
            columns["rows"] = held.row.rows + 1
            change.note(columns["rows"], draft.by, draft.lines)
        for seat, token in draft.tokens.items():
            change.seat(seat, token)
        if draft.moved:
            change.move(draft.moved)
        if columns:
            columns["waits"] = _waits(draft)
            change.put(held.row.version, **columns)
        return columns

    def _kept(self, held: Held, draft: Draft, columns: dict[str, Any]) -> None:
        """What was kept is now so."""
        if not columns:
            return
        held.take(msgspec.structs.replace(held.row, version=held.row.version + 1, touched=time.time(), **columns))
        if draft.lines and held.live is not None:
            held.live.count([Noted(held.row.rows, draft.by, "\n".join(draft.lines), 0.0)])
            if not draft.by and any(line.startswith("back ") for line in draft.lines):
                held.stories.clear()
            self._save_sometimes(held)

    def _save_sometimes(self, held: Held) -> None:
        live = held.live
        if live is not None and held.row.rows - held.saved >= SAVE_EVERY and live.game.acting:
            held.saved = held.row.rows
            try:
                self.storage.save_position(held.id, live.position())
            except (Conflict, NotKept) as error:  # a position only saves time: the change itself is kept
                log.warning("a position was not saved: %s", error)

    def _forget(self, held: Held) -> None:
        """Throws away what is in memory; the next who comes takes it up again."""
        held.live = None
        held.stories.clear()
        held.messages.clear()
        self._held.pop(held.id, None)  # whoever cannot read it now begins with the database next time
        row = self.storage.table(held.id)
        if row is not None:
            held.take(row)
            self._held.setdefault(held.id, held)

    def _follow(self, held: Held, row: Row) -> None:
        """Goes on to where the database is."""
        if row.version == held.row.version:
            return
        ahead = row.rows > held.row.rows
        held.untold = True
        held.take(row)
        if held.live is None or not ahead:
            return
        noted = self.storage.journal(held.id)
        held.stories.clear()
        try:
            held.live.follow(row.head, noted, [each for each in noted if each.number > held.live.rows])
        except ArchivistError:
            held.live = None

    def _take_up(self, held: Held) -> None:
        """Has the game in memory, if it has begun and can go on; a game that cannot is closed with its journal kept."""
        if held.live is not None or not held.row.head or held.status == "closed":
            return
        noted, saved = self.storage.journal(held.id), self.storage.position(held.id)
        held.saved = held.row.rows
        try:
            held.live = Live.taken_up(held.setting, held.row.head, noted, saved)
        except ReplayError as error:
            self._close_table(held, str(error))

    def _close_table(self, held: Held, why: str) -> None:
        """Closes a table whose game cannot go on here, such as one that began with other cards."""
        affairs = msgspec.structs.replace(held.affairs, result=held.affairs.result or "closed", why=why)
        columns = {"status": "closed", "waits": "", "affairs": msgspec.json.encode(affairs).decode()}
        try:
            with self.storage.changing(held.id) as change:
                change.put(held.row.version, **columns)
        except Conflict:
            pass
        row = self.storage.table(held.id)
        assert row is not None
        held.take(row)

    # -- opening -------------------------------------------------------------------------------------------------

    def create(
        self, setting: Setting, tokens: dict[Seat, bytes], *, listed: bool, affairs: Affairs = NOTHING_YET
    ) -> str:
        """Keeps a new table; the game begins at once if everybody is there. Blocks."""
        made, now = new_id(), time.time()
        live = Live.new(setting) if setting.filled else None
        if live is not None and setting.clock is not None:
            left = (setting.clock.total,) * len(setting.seats)
            affairs = msgspec.structs.replace(affairs, clock=left, running=now)
        row = Row(
            id=made,
            created=now,
            touched=now,
            status="open" if live is None else "playing",
            listed=listed,
            waits="" if live is None else "bot" if live.bot_to_act else "person",
            version=0,
            rows=0,
            head="" if live is None else head_of(live),
            **_columns(setting, affairs),
        )
        self.storage.create(row, tokens)
        held = Held(row)
        held.live = live
        self._held[made] = held
        return made

    def create_from(
        self, setting: Setting, head: str, lines: Sequence[str], tokens: dict[Seat, bytes], saved: Saved
    ) -> str:
        """Keeps a new table whose journal begins with some lines, and the position after them. Blocks."""
        made, now = new_id(), time.time()
        row = Row(
            id=made,
            created=now,
            touched=now,
            status="playing",
            listed=False,
            waits="person",
            version=0,
            rows=1 if lines else 0,
            head=head,
            **_columns(setting, NOTHING_YET),
        )
        self.storage.create(row, tokens, lines)
        self.storage.save_position(made, saved)
        return made


def _columns(setting: Setting, affairs: Affairs) -> dict[str, str]:
    return {
        "setting": msgspec.json.encode(setting).decode(),
        "affairs": msgspec.json.encode(affairs).decode(),
    }


def head_of(live: Live) -> str:
    """The head of a journal, before anything is decided."""
    return text_of(msgspec.structs.replace(live.log, entries=[], settings={}, ending=None)).rstrip("\n")


def _told(held: Held, seats: set[Seat]) -> dict[Seat, Message]:
    """What those who listen are told; whoever has the table to itself calls this."""
    held.untold = False
    return {seat: held.message(seat) for seat in seats}


def _timed(held: Held, work: Callable[[], T]) -> T:
    begin = time.perf_counter()
    try:
        return work()
    except StopIteration as error:  # a future cannot carry this one, and would never be done
        raise RuntimeError("a generator ended unexpectedly") from error
    finally:
        held.took = time.perf_counter() - begin


def _waits(draft: Draft) -> str:
    if draft.status != "playing" or draft.held.live is None:
        return ""
    return "bot" if draft.held.live.bot_to_act else "person"
