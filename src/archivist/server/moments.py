"""Moments of a recorded game: the table after some of its decisions, as a seat saw it, or everything."""

from __future__ import annotations

import hashlib
from collections import OrderedDict
from typing import Final

import msgspec

from archivist.log.entries import Entry
from archivist.log.recording import outcome
from archivist.log.replays import Replay
from archivist.model.card import Seat
from archivist.notation.naming import PLAYERS
from archivist.server.errors import Refusal
from archivist.server.sight import log, sight
from archivist.server.tiles import Line, Sight

LINES: Final = 60
"""How many of the latest lines of the log are told with a moment."""
KEPT: Final = 12
"""How many replays are kept ready to be stepped through."""


class Moment(msgspec.Struct, frozen=True):
    """A recorded game after `at` of `total` decisions. `turns` has the first decision of each turn."""

    at: int
    total: int
    turns: dict[int, int]
    players: tuple[str, ...]
    kinds: tuple[str, ...]
    seat: str
    sight: Sight
    log: tuple[Line, ...]
    last: str
    next: str
    outcome: str


def seat_of(name: str, players: int) -> Seat | None:
    """The seat whose view is wanted, None for everything. Raises Refusal for a player that is not there."""
    if not name:
        return None
    if name not in PLAYERS[:players]:
        raise Refusal(f"no player is named {name[:10]!r}; there are {', '.join(PLAYERS[:players])}")
    return PLAYERS.index(name)


def moment(replay: Replay, at: int, seat: str = "") -> Moment:
    """The moment after so many decisions, or the last one."""
    players = replay.recorded.head.players
    who = seat_of(seat, len(replay.game.state.players))
    replay.go(max(at - 1, 0))
    before = replay.game.event_count
    replay.go(max(at, 0))
    game, here = replay.game, replay.position
    everything = who is None
    return Moment(
        at=here,
        total=len(replay),
        turns=dict(replay.turns),
        players=PLAYERS[: len(game.state.players)],
        kinds=tuple(players),
        seat=seat,
        sight=sight(
            game, who, since=min(before, game.event_count) if here else None, forecast=False, everything=everything
        ),
        log=tuple(log(game, who, LINES, everything=everything)),
        last=_words(replay.entries[here - 1]) if here else "",
        next="" if replay.next is None else _words(replay.next),
        outcome=outcome(game) if replay.next is None else "",
    )


def _words(entry: Entry) -> str:
    """A decision in words: who, about what, and what was decided."""
    return f"{entry.player} concedes" if not entry.kind else f"{entry.player} {entry.kind}: {entry.words}"


def scenario_at(text: str, at: int) -> str:
    """A moment of a replay as the text of a scenario; to be carried out in a process of its own."""
    replay = Replay.read(text)
    replay.go(max(at, 0))
    return replay.game.to_scenario()


class Shelf:
    """Replays that are ready to be stepped through; the one that was not asked for longest is put away."""

    def __init__(self) -> None:
        self._kept: OrderedDict[bytes, Replay] = OrderedDict()

    def replay(self, text: str) -> Replay:
        """The replay of a text, which is played if it is not at hand."""
        name = hashlib.blake2b(text.encode()).digest()
        found = self._kept.pop(name, None) or Replay.read(text)
        self._kept[name] = found
        if len(self._kept) > KEPT:
            self._kept.popitem(last=False)
        return found


_shelf = Shelf()


def of_text(text: str, at: int, seat: str) -> Moment:
    """A moment of a replay; to be carried out in a process of its own, which keeps the latest replays ready."""
    replay = _shelf.replay(text)
    return moment(replay, len(replay) if at < 0 else at, seat)
