"""Killing the server at random moments while tables play: nothing answered is lost, nothing is applied twice."""

from __future__ import annotations

import asyncio
import random
from typing import Any, Final

import msgspec

from benchmarks.load.clients import LOST, Player, closed, opened, wired
from benchmarks.load.serving import Served

WAITS: Final = 60
"""How often it is looked, twice a second, whether every table goes on."""


class Killed(msgspec.Struct):
    """What came of it."""

    kills: int
    tables: int
    answers: int
    lost: int
    twice: int
    stuck: int
    unclear: int
    """Answers that were in flight when the server was killed, and had been kept."""
    errors: list[str]


class Survivor:
    """A player who goes on after every kill, and counts what the server has taken."""

    def __init__(self, player: Player) -> None:
        self.player = player
        self.lost = self.twice = self.unclear = 0
        self._sent: int | None = None
        """The number of the answer that was in flight, if it is not known whether it was taken."""
        self._number: int | None = None
        """The number that the next answer must have as far as is known."""

    def check(self, number: int) -> None:
        """Compares the number that the server now expects with what this client knows."""
        if self._number is None:
            self._number = number
        elif self._sent is not None:
            if number == self._sent + 1:
                self.unclear += 1
            self.lost += number < self._sent
            self.twice += number > self._sent + 1
        else:
            self.lost += number < self._number
            self.twice += number > self._number
        self._sent, self._number = None, number

    async def step(self) -> bool:
        """Answers if it is asked. Says whether the game goes on."""
        shown = await self.player.table()
        self.check(shown["number"])
        if shown["status"] != "playing":
            return False
        if not shown["can"]["answer"]:
            await asyncio.sleep(0.01)
            return True
        self._sent = shown["number"]
        before = self.player.refused
        after: dict[str, Any] | None = await self.player.answer(shown)
        self._sent = None
        if after is not None:
            self._number = shown["number"] + 1
        elif self.player.refused > before:
            self._number = (await self.player.table())["number"]
        return True

    async def play(self, stop: asyncio.Event) -> None:
        while not stop.is_set():
            try:
                if not await self.step():
                    return
            except LOST:
                await asyncio.sleep(0.1)


async def killed(served: Served, kills: int, tables: int, seed: int, bots: bool = True) -> Killed:
    """Lets tables play, half of them against bots, and kills the server again and again."""
    dice = random.Random(seed)
    survivors: list[Survivor] = []
    async with wired(served.port) as wire:
        for table in range(tables):
            bot = "random" if bots and table % 2 else ""
            survivors += [Survivor(player) for player in await opened(served.port, wire, bot, seed + 10 * table)]
    stop = asyncio.Event()
    playing = [asyncio.create_task(each.play(stop)) for each in survivors]
    for _ in range(kills):
        await asyncio.sleep(dice.uniform(0.05, 1.0))
        await asyncio.to_thread(served.kill)
        if not served.restarts_itself:
            await asyncio.to_thread(served.start)
    await asyncio.to_thread(served.wait)
    stuck = await _stuck(survivors)
    stop.set()
    await asyncio.gather(*playing)
    await closed(*(each.player for each in survivors))
    return Killed(
        kills,
        tables,
        sum(each.player.acknowledged for each in survivors),
        sum(each.lost for each in survivors),
        sum(each.twice for each in survivors),
        stuck,
        sum(each.unclear for each in survivors),
        [error for each in survivors for error in each.player.errors],
    )


async def _stuck(survivors: list[Survivor]) -> int:
    """How many tables do not go on after the last kill."""
    before = [await _standing(each.player) for each in survivors]
    waiting: dict[str, bool] = {}
    for _ in range(WAITS):
        await asyncio.sleep(0.5)
        waiting = {each.player.id: True for each in survivors}
        for survivor, (number, _) in zip(survivors, before, strict=True):
            now, over = await _standing(survivor.player)
            if over or now > number:
                waiting[survivor.player.id] = False
        if not any(waiting.values()):
            break
    return sum(waiting.values())


async def _standing(player: Player) -> tuple[int, bool]:
    """The number that a player's next answer must have, and whether the game is over."""
    for _ in range(100):
        try:
            async with wired(player.port) as wire:
                status, shown = await wire.ask("GET", f"/tables/{player.id}", player.token)
            assert status == 200, shown
            return shown["number"], shown["status"] != "playing"
        except LOST:
            await asyncio.sleep(0.1)
    raise RuntimeError("the server does not answer any more")
