"""What players ask of each other: to take something back, a draw; and winning against somebody who is gone."""

from __future__ import annotations

import time
from typing import Literal

from msgspec.structs import replace

from archivist.model.card import Seat
from archivist.notation.naming import PLAYERS
from archivist.server.affairs import Asked
from archivist.server.clocks import overdue
from archivist.server.errors import NotNow, NotYours, Stale
from archivist.server.held import Draft
from archivist.server.playing import check, finish
from archivist.server.seats import new_id
from archivist.server.tables import Tables
from archivist.server.watching import SPECTATOR

Matter = Literal["undo", "draw"]


async def undo(tables: Tables, id: str, seat: Seat, number: int | None = None) -> None:
    """Takes back the seat's last answer where only bots play against it; among people it asks the others for that.

    With the number of the decision that was asked when the person said so, a second click takes back nothing more.
    """

    def call(draft: Draft) -> None:
        _check_back(draft, seat)
        if number is not None and number != draft.live.numbers[seat]:
            raise Stale(f"this was meant at decision {number}; decision {draft.live.numbers[seat]} is asked now")
        if not draft.live.can_take_back(seat):
            raise NotNow("there is nothing to take back")
        if draft.held.setting.alone:
            _take_back(draft, seat)
            return
        _check_in(draft, seat)
        draft.put_affairs(replace(draft.affairs, undo=Asked(PLAYERS[seat], new_id())))

    await tables.change(id, call)


def _check_in(draft: Draft, seat: Seat) -> None:
    """Only who is still in the game has a say in it."""
    check(draft, seat)
    if draft.live.game.state.players[seat].lost:
        raise NotNow("you have left this game")


def _check_back(draft: Draft, seat: Seat) -> None:
    """A game that is over can be gone back into where nobody else minds."""
    if seat == SPECTATOR:
        raise NotYours("spectators only watch; only players at the table can do that")
    over = draft.status == "over" and draft.held.setting.alone
    if draft.held.live is None or (draft.status != "playing" and not over):
        raise NotNow("no game is being played at this table")


def _take_back(draft: Draft, seat: Seat) -> None:
    draft.note(draft.live.take_back(seat))
    draft.set(status="playing")
    draft.put_affairs(replace(draft.affairs, undo=None, draw=None, result="", why=""))


async def offer_draw(tables: Tables, id: str, seat: Seat) -> None:
    """Offers a draw to the others, all of whom must agree."""

    def call(draft: Draft) -> None:
        _check_in(draft, seat)
        _check_draw(draft)
        draft.put_affairs(replace(draft.affairs, draw=Asked(PLAYERS[seat], new_id())))

    await tables.change(id, call)


def _check_draw(draft: Draft) -> None:
    players = draft.live.game.state.players
    if any(chair.bot and not players[seat].lost for seat, chair in enumerate(draft.held.setting.seats)):
        raise NotNow("bots do not agree to draws")


async def reply(tables: Tables, id: str, seat: Seat, matter: Matter, *, agrees: bool, request: str = "") -> None:
    """Agrees to what somebody has asked for, or refuses it; who asked takes it back by refusing.

    With the id of the `request` that was seen, a reply to an older one changes nothing.
    """

    def call(draft: Draft) -> None:
        _check_in(draft, seat)
        asked = draft.affairs.undo if matter == "undo" else draft.affairs.draw
        if asked is None:
            raise NotNow("nobody asks for that now")
        if request and request != asked.id:
            raise Stale("this replies to an earlier request")
        own = PLAYERS[seat]
        if not agrees:
            draft.put_affairs(replace(draft.affairs, **{matter: None}))
            return
        if own == asked.by:
            raise NotYours("the others must agree, not the player who asked")
        agreed = tuple(sorted({*asked.agreed, own}))
        draft.put_affairs(replace(draft.affairs, **{matter: replace(asked, agreed=agreed)}))
        if set(_others(draft, asked.by)) <= set(agreed):
            _agreed(draft, matter, PLAYERS.index(asked.by))

    await tables.change(id, call)


def _others(draft: Draft, by: str) -> list[str]:
    """The people still in the game who must agree."""
    players = draft.live.game.state.players
    seats = draft.held.setting.people()
    return [PLAYERS[seat] for seat in seats if PLAYERS[seat] != by and not players[seat].lost]


def _agreed(draft: Draft, matter: Matter, by: Seat) -> None:
    if matter == "undo":
        _take_back(draft, by)
    else:
        draft.set(status="over")
        draft.put_affairs(replace(draft.affairs, result="a draw", why="agreed", undo=None, draw=None))


async def claim(tables: Tables, id: str, seat: Seat) -> None:
    """Claims the game against the player who must decide, and has been gone too long or has no time left."""
    gone = tables.settings.limits.gone_seconds

    def call(draft: Draft) -> None:
        _check_in(draft, seat)
        other = draft.live.to_act
        assert other is not None
        if other == seat or draft.held.setting.seats[other].bot:
            raise NotNow("nobody keeps you waiting")
        if overdue(draft, time.time()):
            _leaves(draft, other, "has no time left")
            return
        away = time.time() - tables.presence.last_seen(id, other)
        if away < gone:
            raise NotNow(f"player {PLAYERS[other]} may still come back", seconds=round(gone - away))
        _leaves(draft, other, "was gone too long")

    await tables.change(id, call)


def _leaves(draft: Draft, seat: Seat, why: str) -> None:
    """A player loses because of something outside the game, which is as if they had conceded (turn.9.5)."""
    draft.note(draft.live.concede(seat, "auto"))
    finish(draft)
    if draft.status == "over":
        draft.put_affairs(replace(draft.affairs, why=f"{PLAYERS[seat]} {why}"))


async def time_out(tables: Tables, id: str) -> None:
    """Ends the game of a player whose time is over, if it is."""

    def call(draft: Draft) -> None:
        if draft.status == "playing" and draft.held.live is not None and overdue(draft, time.time()):
            seat = draft.live.to_act
            assert seat is not None
            _leaves(draft, seat, "has no time left")

    await tables.change(id, call)
