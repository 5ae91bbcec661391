"""A crowd: many tables of two scripted clients each, who answer at a human pace; how long until both see what came of it."""

from __future__ import annotations

import asyncio
import random
import time
from typing import Any, Final

import msgspec

from benchmarks.load.clients import LOST, Player, closed, events, opened, wired
from benchmarks.load.serving import Served

PACE: Final = (2.0, 6.0)
"""Seconds that a client thinks about a decision."""
ARRIVING: Final = 10.0
"""Seconds over which people come to their tables."""
AT_ONCE: Final = 4
"""How many tables are opened at once."""


class Crowd(msgspec.Struct):
    """How it went: the time from sending an answer until both seats have the new table, in milliseconds."""

    tables: int
    seconds: float
    answers: int
    median: float
    p95: float
    longest: float
    errors: int
    within: int
    """Answers within a play, which are not timed: the other sees nothing of them."""
    unseen: int
    """Answers that the other seat had not seen after five seconds; they are not in the times."""
    memory: float
    """Megabytes that the server takes."""


class Table:
    """A table whose players listen, and whose answers are timed."""

    def __init__(self, players: list[Player], seed: int, pace: tuple[float, float]) -> None:
        self.pace = pace
        self.players = players
        self.times: list[float] = []
        self.errors: list[str] = []
        self.within = self.unseen = 0
        self._dice = random.Random(seed)
        self._shown: dict[str, dict[str, Any]] = {}
        self._news = asyncio.Event()

    async def listen(self, player: Player) -> None:
        path = f"/tables/{player.id}/events"
        try:
            async for shown in events(player.port, path, player.token):
                self._shown[player.seat] = shown
                self._news.set()
        except LOST as error:
            self.errors.append(f"stream: {type(error).__name__} {error}")

    async def play(self, until: float) -> None:
        await asyncio.sleep(self._dice.uniform(0, min(ARRIVING, 2 * self.pace[1])))
        listening = [asyncio.create_task(self.listen(player)) for player in self.players]
        try:
            await asyncio.sleep(self._dice.uniform(*self.pace))
            while time.monotonic() < until:
                if not await self._answer():
                    return
                await asyncio.sleep(self._dice.uniform(*self.pace))
        finally:
            for task in listening:
                task.cancel()
            await asyncio.gather(*listening, return_exceptions=True)

    async def _answer(self) -> bool:
        """Lets whoever is asked answer, and waits until all have the new table. Says whether the game goes on."""
        async with asyncio.timeout(60):
            while (mover := self._mover()) is None:
                if any(shown["status"] != "playing" for shown in self._shown.values()):
                    return False
                await self._changed()
        before = dict(self._shown)
        begin = time.perf_counter()
        after = await mover.answer(self._shown[mover.seat])
        if after is None:
            return True
        if after["can"]["cancel"]:
            self.within += 1  # a play in the making is not shown to the other (RU.14)
            return True
        try:
            async with asyncio.timeout(30):
                while any(self._shown[each.seat] is before[each.seat] for each in self.players):
                    if time.perf_counter() - begin > 5 and self._shown[mover.seat] is not before[mover.seat]:
                        self.unseen += 1  # nothing changed for the other, or it took too long: it is told apart
                        return True
                    await self._changed(0.5)
        except TimeoutError:
            self.errors.append("not shown within 30 seconds")
            return True
        self.times.append((time.perf_counter() - begin) * 1000)
        return True

    def _mover(self) -> Player | None:
        if len(self._shown) < len(self.players):
            return None
        return next((each for each in self.players if self._shown[each.seat]["can"]["answer"]), None)

    async def _changed(self, most: float = 30.0) -> None:
        self._news.clear()
        try:
            await asyncio.wait_for(self._news.wait(), most)
        except TimeoutError:
            return


async def crowd(served: Served, tables: int, seconds: float, seed: int = 0, pace: tuple[float, float] = PACE) -> Crowd:
    """Lets so many tables of two people play for a while."""
    made = await _opened(served, tables, seed, pace)
    until = time.monotonic() + seconds
    failed = await asyncio.gather(*(table.play(until) for table in made), return_exceptions=True)
    memory = served.figures()["archivist_memory_bytes"] / 1e6
    times = sorted(each for table in made for each in table.times)
    errors = [str(each) for each in failed if each is not None]
    errors += [error for table in made for player in table.players for error in player.errors]
    errors += [error for table in made for error in table.errors]
    for error in sorted(set(errors))[:5]:
        print(f"  error: {error}")
    await closed(*(player for table in made for player in table.players))
    return Crowd(
        tables,
        seconds,
        len(times),
        _part(times, 0.5),
        _part(times, 0.95),
        _part(times, 1.0),
        len(errors),
        sum(table.within for table in made),
        sum(table.unseen for table in made),
        memory,
    )


async def _opened(served: Served, tables: int, seed: int, pace: tuple[float, float]) -> list[Table]:
    places = asyncio.Semaphore(AT_ONCE)

    async def one(number: int) -> Table:
        async with places, wired(served.port) as wire:
            return Table(await opened(served.port, wire, seed=seed + 2 * number), seed + number, pace)

    return list(await asyncio.gather(*(one(number) for number in range(tables))))


def _part(times: list[float], part: float) -> float:
    """The time that so large a part of them does not exceed."""
    return round(times[min(int(len(times) * part), len(times) - 1)], 1) if times else 0.0


async def beside_bots(served: Served, tables: int, bots: int, seconds: float) -> tuple[Crowd, Crowd]:
    """The same crowd alone, and beside tables at which a ``search`` bot thinks."""
    alone = await crowd(served, tables, seconds)
    thinking = []
    async with wired(served.port) as wire:
        for number in range(bots):
            thinking += await opened(served.port, wire, "search", 1000 + number)
    stop = asyncio.Event()
    kept_busy = [asyncio.create_task(_keep_busy(player, stop)) for player in thinking]
    beside = await crowd(served, tables, seconds, seed=500)
    stop.set()
    await asyncio.gather(*kept_busy)
    await closed(*thinking)
    return alone, beside


async def _keep_busy(player: Player, stop: asyncio.Event) -> None:
    """Answers at once, so that it is always the bot that thinks."""
    while not stop.is_set():
        shown = await player.table()
        if shown["status"] != "playing":
            return
        if shown["can"]["answer"]:
            await player.answer(shown)
        else:
            await asyncio.sleep(0.1)
