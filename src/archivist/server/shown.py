"""What a seat or a spectator receives of a table, as JSON: the view, what happened, and what can be done."""

from __future__ import annotations

import hashlib
from typing import Any, Final

import msgspec

from archivist.game import Game
from archivist.model.card import Seat
from archivist.model.event import Event
from archivist.notation.naming import PLAYERS
from archivist.notation.narration import narrate
from archivist.person.passing import Settings
from archivist.person.telling import news
from archivist.server.affairs import Affairs
from archivist.server.live import Live
from archivist.server.setting import Match, Setting
from archivist.server.watching import SPECTATOR, told_to_all, watched
from archivist.view import View

LINES: Final = 30
"""How many of the latest lines of the log come with every table."""


class Line(msgspec.Struct, frozen=True):
    """Something that happened, as the receiver may hear it, with the rules it applies."""

    text: str
    rules: tuple[str, ...] = ()


class Log(msgspec.Struct, frozen=True):
    """The latest of what happened; `first` is how many lines came before."""

    first: int
    lines: tuple[Line, ...]


class ShownSeat(msgspec.Struct, frozen=True):
    """Who sits where. The deck is told to its player alone until the game is over."""

    seat: str
    name: str
    bot: str = ""
    deck: str = ""
    taken: bool = True


class Can(msgspec.Struct, frozen=True):
    """What the receiver can do besides answering. `undo` is ``free``, ``ask`` or empty."""

    answer: bool = False
    cancel: bool = False
    undo: str = ""
    concede: bool = False
    draw: bool = False
    rematch: bool = False
    claim: bool = False


class Shown(msgspec.Struct, frozen=True):
    """A table as one seat, or a spectator, sees it.

    `number` is what an answer must name. `result` says how the game ended, or why it was closed. `news` is what has
    happened since the seat's last answer, in short; `log` tells everything with rules.
    """

    id: str
    status: str
    seat: str
    number: int
    format: str
    seats: tuple[ShownSeat, ...]
    affairs: Affairs
    can: Can
    view: View | None = None
    news: tuple[str, ...] = ()
    log: Log = Log(0, ())
    settings: Settings | None = None
    best_of: int = 1
    match: Match = Match()
    analysis: bool = False


class Message(msgspec.Struct, frozen=True):
    """What is sent: the bytes, and a name for them that says no more than they do."""

    data: bytes
    id: str

    @classmethod
    def of(cls, shown: Shown) -> Message:
        data = _encoder.encode(shown)
        return cls(data, hashlib.blake2b(data, digest_size=9).hexdigest())


_encoder = msgspec.json.Encoder()


class Story:
    """What one receiver has been told of a game, line by line; what is taken back is forgotten."""

    def __init__(self, seat: Seat) -> None:
        self.seat = seat
        self._places: list[int] = []
        self._lines: list[Line] = []
        self._count = 0

    def back_to(self, events: int) -> None:
        """Forgets what happened after so many events."""
        self._count = min(self._count, events)
        while self._places and self._places[-1] >= events:
            self._places.pop()
            self._lines.pop()

    def lines(self, game: Game) -> list[Line]:
        """Everything that happened, with a play in the making for its maker alone."""
        told = told_to_all(game) if self.seat == SPECTATOR else game.as_told_to(self.seat)
        names = [player.name for player in game.state.players]
        self.back_to(told.event_count)
        for place, event in enumerate(told.events_since(self._count), self._count):
            if line := self._line(event, names):
                self._places.append(place)
                self._lines.append(line)
        self._count = told.event_count
        making = [line for event in told.unfinished if (line := self._line(event, names))]
        return [*self._lines, *making]

    def _line(self, event: Event, names: list[str]) -> Line | None:
        text = narrate(event, names, self.seat)
        return Line(text, event.rules) if text else None

    def latest(self, game: Game, most: int = LINES) -> Log:
        lines = self.lines(game)
        first = max(len(lines) - most, 0)
        return Log(first, tuple(lines[first:]))


def shown(id: str, status: str, setting: Setting, affairs: Affairs, live: Live | None, story: Story) -> Shown:
    """A table as the receiver of a story sees it."""
    seat = story.seat
    playing = status == "playing"
    chairs = tuple(
        ShownSeat(
            PLAYERS[each],
            chair.name,
            chair.bot,
            chair.deck.title if chair.deck is not None and (each == seat or status == "over") else "",
            bool(chair.bot or chair.name),
        )
        for each, chair in enumerate(setting.seats)
    )
    watching = seat == SPECTATOR
    name = "" if watching else PLAYERS[seat]
    games: dict[str, Any] = {"best_of": setting.best_of, "match": setting.match, "analysis": setting.analysis}
    if live is None:
        return Shown(id, status, name, 0, setting.format, chairs, affairs, Can(), **games)
    game = live.game
    seen = watched(game, 0) if watching else game.view(seat, log=0)
    if watching:
        log = story.latest(game)
        return Shown(id, status, "", 0, setting.format, chairs, affairs, Can(), seen, log=log, **games)
    deciding = playing and seen.decision is not None
    can = Can(
        answer=deciding,
        cancel=deciding and seen.decision is not None and seen.decision.attempt,
        undo=_undo(setting, live, seat) if playing or (status == "over" and setting.alone) else "",
        concede=playing and not game.state.players[seat].lost,
        draw=playing and not any(chair.bot for chair in setting.seats) and not setting.analysis,
        rematch=status == "over",
        claim=playing and not setting.alone and game.to_act != seat,
    )
    return Shown(
        id,
        status,
        name,
        live.numbers[seat],
        setting.format,
        chairs,
        affairs,
        can,
        seen if playing else msgspec.structs.replace(seen, decision=None),
        tuple(news(game, seat, min(live.heard[seat], game.as_told_to(seat).event_count))),
        story.latest(game),
        live.passing[seat].settings,
        **games,
    )


def _undo(setting: Setting, live: Live, seat: Seat) -> str:
    """How a seat can take back its last answer: at will where only bots are asked, else if the others agree."""
    if not live.can_take_back(seat):
        return ""
    return "free" if setting.alone else "ask"
