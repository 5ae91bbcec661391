"""Frames: a table as a page draws it for one seat, made while nobody changes the table."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final
from weakref import WeakKeyDictionary

import msgspec

from archivist.model.card import Seat
from archivist.model.errors import Illegal
from archivist.model.event import Event
from archivist.notation.narration import narrate
from archivist.person.names import People, addressed
from archivist.person.passing import PHASES
from archivist.server.held import Held
from archivist.server.pages.drawing import capitalized, drawn
from archivist.server.shown import Line, Story
from archivist.server.sight import sight
from archivist.server.tiles import Line as Numbered
from archivist.server.tiles import Reasoned, Sight
from archivist.server.watching import SPECTATOR

LINES: Final = 80
"""How many of the latest lines of the log are shown beside the table."""


class Notice(msgspec.Struct, frozen=True):
    """Something to tell the person who asked: a sentence, and reasons with rules."""

    said: str
    reasons: tuple[Reasoned, ...] = ()
    kind: str = "bad"


def refusal(error: Exception) -> Notice:
    """A notice of what was refused, with every reason."""
    if isinstance(error, Illegal):
        reasons = tuple(Reasoned(each.why, tuple(each.rules)) for each in error.reasons)
        return Notice("That is not legal:", reasons)
    return Notice(capitalized(str(error)))


def frame(held: Held, seat: Seat, notice: Notice | None = None) -> dict[str, Any]:
    """Everything that the template of the board needs."""
    assert held.live is not None
    seat = held.deciding(seat)
    live, who = held.live, None if seat == SPECTATOR else seat
    shown = held.shown(seat)
    heard = live.game.event_count if who is None else min(live.heard[seat], live.game.as_told_to(seat).event_count)
    seen = sight(live.game, who, since=None if who is None else heard)
    if held.status != "playing":
        seen = msgspec.structs.replace(seen, asked=None)
    return {
        "id": held.id,
        "base": f"/t/{held.id}",
        "bar": "parts/bar.html",
        "status": held.status,
        "sight": seen,
        "number": shown.number,
        "chairs": shown.seats,
        "affairs": shown.affairs,
        "can": shown.can,
        "settings": shown.settings,
        "phases": PHASES,
        "clocks": shown.affairs.clock or None,
        "log": _latest(held, seat),
        "desk_links": True,
        "notice": notice,
        "result": result(seen, shown.seats, shown.affairs.result, shown.affairs.why),
        "shown_over": held.status != "playing",
        "next_link": f"/t/{held.id}/again" if shown.affairs.next and who is not None else "",
        "best_of": held.setting.best_of,
        "analysis": held.setting.analysis,
        "announce": announcement(seen),
    }


class Told(Story):
    """What a person is told of a game, in words that speak to them."""

    def __init__(self, seat: Seat, letters: tuple[str, ...]) -> None:
        super().__init__(seat)
        self._names = People(letters, seat).narrated

    def _line(self, event: Event, names: list[str]) -> Line | None:
        text = narrate(event, self._names, self.seat)
        return Line(addressed(text), event.rules) if text else None


_told: WeakKeyDictionary[Story, Told] = WeakKeyDictionary()
"""What each receiver was told, beside the server's own account of it, with which it begins anew."""


def _latest(held: Held, seat: Seat) -> list[Numbered]:
    """The latest lines of the log, each with its number."""
    assert held.live is not None
    game = held.live.game
    story = held.stories[seat]
    if story not in _told:
        _told[story] = Told(seat, tuple(player.name for player in game.state.players))
    latest = _told[story].latest(game, LINES)
    return [Numbered(latest.first + index, each.text, each.rules) for index, each in enumerate(latest.lines, 1)]


def board(held: Held, seat: Seat, notice: Notice | None = None) -> str:
    """The board as HTML."""
    return drawn("parts/board.html", **frame(held, seat, notice))


def announcement(seen: Sight) -> str:
    """What a screen reader says after a change: what happened, then what is asked."""
    said = [each.text for each in seen.news[-6:]]
    if seen.asked is not None:
        said.append(seen.asked.title)
    elif seen.acting:
        said.append(capitalized(seen.acting))
    return ". ".join(each.rstrip(".") for each in said) + "." if said else ""


def result(seen: Sight, chairs: Sequence[Any], ended: str, why: str) -> str:
    """How the game ended, in a sentence; nothing as long as it has not."""
    if not seen.over and not ended:
        return ""
    because = f" ({why})" if why else ""
    winner = seen.winner or ("draw" if ended == "a draw" else ended.removesuffix(" wins"))
    if winner == seen.seat and winner:
        return f"You have won!{because}"
    if winner in seen.players:
        name = chairs[seen.players.index(winner)].name or winner
        return f"{name} has won.{because}"
    return f"The game is a draw.{because}" if winner == "draw" else f"The game is over{because}."
