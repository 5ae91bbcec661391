"""Bots at tables: each thinks in a process of its own, and its answer is given as if it had come from a person."""

from __future__ import annotations

import asyncio
import logging
import time
from functools import partial
from typing import Final

from archivist.bots import BotError
from archivist.decks import Deck
from archivist.game import Game
from archivist.model.card import Seat
from archivist.model.decision import Decision, Pass
from archivist.model.errors import AnswerError, ArchivistError, EndlessLoop, Illegal
from archivist.server.apart import Apart, TookTooLong
from archivist.server.errands import choose
from archivist.server.errors import Busy, NotFound
from archivist.server.held import Draft, Held
from archivist.server.playing import attempted, finish
from archivist.server.tables import Tables
from archivist.view import Choice

DEAD_ENDS: Final = 10
"""How often in a row a bot may choose plays that turn out illegal before it is made to pass."""
LATEST: Final = 20
"""How many of the latest events a bot is told of."""
THINKERS: Final = ("search",)
"""Bots that think for long, and have processes of their own, so that quick ones do not wait for them."""
SWEEP: Final = 2.0
"""Every so many seconds tables are looked for whose bot nobody lets think: the process that did may be gone."""
LEFT_ALONE: Final = 30.0
"""A table that waits for its bot for longer than this is taken over from another process."""

log = logging.getLogger("archivist.server")


class Turn:
    """A decision that a bot is to make: the game as far as it needs it, and after how many rows of the journal."""

    def __init__(self, held: Held, seat: Seat) -> None:
        live = held.live
        assert live is not None
        chair = live.setting.seats[seat]
        assert chair.deck is not None
        self.seat = seat
        self.bot = chair.bot
        self.deck: Deck = chair.deck.deck
        self.rows = held.row.rows
        self.seed = live.setting.seed + 1000 * seat + held.row.rows
        game = live.game
        self.saved = Game.resumed(game.checkpoint, game.answers, game.past_events[-LATEST:]).save()


class Thinking:
    """Lets bots think whenever it is their turn, each table for itself."""

    def __init__(self, tables: Tables, quick: Apart, slow: Apart) -> None:
        self._tables = tables
        self._quick = quick
        self._slow = slow
        self._tasks: set[asyncio.Task[None]] = set()
        tables.after_change(self.notice)

    def notice(self, held: Held) -> None:
        """Sets the bot of a table thinking, if it is its turn."""
        if held.row.waits == "bot" and not held.thinking:
            held.thinking = True
            task = asyncio.get_running_loop().create_task(self._think(held))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def sweep(self) -> None:
        """Goes on with tables that wait for a bot: at the start with all of them, later with those left alone."""
        alone = 0.0
        while True:
            ids = await self._tables.blocking(self._tables.storage.waiting, "bot", time.time() - alone, 100)
            for each in ids:
                try:
                    self.notice(await self._tables.held(each))
                except NotFound:
                    continue
            alone = LEFT_ALONE if self._tables.storage.shared_by_processes else SWEEP
            await asyncio.sleep(SWEEP)

    async def close(self) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _think(self, held: Held) -> None:
        try:
            dead_ends = 0
            while True:
                turn = await self._tables.look(held.id, _turn)
                if turn is None:
                    return
                choice = await self._choice(turn, give_up=dead_ends >= DEAD_ENDS)
                try:
                    illegal = await self._tables.change(held.id, partial(_given, turn, choice))
                except (BotError, EndlessLoop):
                    if dead_ends > DEAD_ENDS:  # not even the plainest answer is taken: the bot leaves the game
                        await self._tables.change(held.id, partial(_leave, turn))
                    dead_ends += 1
                    continue
                dead_ends = dead_ends + 1 if illegal is not None else 0
        except Busy:
            await asyncio.sleep(SWEEP)
        except ArchivistError as error:
            log.warning("a bot at a table stopped: %s", error)
        finally:
            held.thinking = False

    async def _choice(self, turn: Turn, *, give_up: bool) -> Choice | None:
        """What the bot chooses; nothing if it has failed, or found no play that is legal."""
        if give_up:
            return None
        limits = self._tables.settings.limits
        try:
            found: Choice = await (self._slow if turn.bot in THINKERS else self._quick).do(
                choose, turn.bot, turn.seed, limits.bot_nodes, turn.seat, turn.deck, turn.saved
            )
        except (BotError, TookTooLong) as error:
            log.warning("the bot %s gave no answer: %s", turn.bot, error)
            return None
        return found


def _turn(held: Held) -> Turn | None:
    live = held.live
    if held.status != "playing" or live is None or not live.bot_to_act or live.to_act is None:
        return None
    return Turn(held, live.to_act)


def _given(turn: Turn, choice: Choice | None, draft: Draft) -> Illegal | None:
    """Gives a bot's answer, if it is still asked for."""
    live = draft.live
    if draft.status != "playing" or draft.held.row.rows != turn.rows or live.to_act != turn.seat:
        return None
    decision = live.game.decision
    assert decision is not None
    chosen = _plain(decision) if choice is None else choice
    try:
        return attempted(draft, turn.seat, lambda: live.answer(turn.seat, chosen, "bot"))
    except AnswerError as error:
        raise BotError(f"the bot {turn.bot} answered what does not fit: {error}") from error


def _leave(turn: Turn, draft: Draft) -> None:
    """A bot that finds no answer concedes, so that nobody waits for it for ever."""
    if draft.status == "playing" and draft.live.to_act == turn.seat:
        draft.note(draft.live.concede(turn.seat, "bot"))
        finish(draft)


def _plain(decision: Decision) -> Choice:
    """The answer of a bot that finds none: to pass, or the first that is legal."""
    answer = Pass() if Pass() in decision.options else decision.default()
    if decision.form == "act":
        return decision.options.index(answer)
    assert isinstance(answer, tuple | str)
    return answer
