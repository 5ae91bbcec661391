"""Opening a moment of a game at the judge's desk, as somebody may know it: hidden cards are guessed, never told."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Final

from archivist.bots.dice import Dice
from archivist.bots.guessing import Guessing
from archivist.game import Game
from archivist.model.card import Seat
from archivist.scenario.writing import Unwritable
from archivist.server.errors import NotNow
from archivist.server.sight import events_of_lines, log
from archivist.server.tiles import Line

GUESSED: Final = "# Cards that could not be seen are guessed.\n"
TRIES: Final = 4
MOST: Final = 40
"""How many lines are told between the position and the line that was asked for."""
TOO_EARLY: Final = "you could not act before that; this moment can be opened when the game is over"


def moment_of_line(game: Game, seat: Seat | None, number: int, *, over: bool) -> str:
    """The moment of a line of the log as the text of a scenario.

    While the game goes on it is the last moment before it in which the seat itself could act and that a scenario can say,
    with the cards that the seat cannot see guessed, and with what it was told from there to the line. When the game is
    over everything is as it was.
    """
    told = events_of_lines(game, seat)
    if number < 1 or not told:
        raise NotNow("there is no such line in the log")
    count = told[min(number, len(told)) - 1]  # later lines are of a play in the making
    there = game.copy()
    _back(there, lambda: there.event_count <= count and there.acting)
    if over:
        return there.to_scenario()
    if seat is None:
        raise NotNow("spectators can open a moment only when the game is over")
    while True:
        _back(there, lambda: there.acting and there.to_act == seat)
        written = _guessed(there, seat)
        if written is not None:
            return "".join((GUESSED, *_since(log(game, seat, None)[:number], told, there.event_count), written))
        if not there.can_undo:
            raise NotNow(TOO_EARLY)
        there.undo()


def _back(game: Game, until: Callable[[], bool]) -> None:
    """Takes back answers until something holds. Raises NotNow if it never did."""
    while not until():
        if not game.can_undo:
            raise NotNow(TOO_EARLY)
        game.undo()


def _guessed(game: Game, seat: Seat) -> str | None:
    """A moment as a scenario, with what the seat cannot see guessed; None if no scenario can say it."""
    known = game.view(seat, log=0, exact=True).knowledge
    assert known is not None
    guessing = Guessing(known)
    for attempt in range(TRIES):
        dealt = guessing.deal(Dice(attempt))
        if dealt is not None:
            try:
                return dealt.to_scenario()
            except Unwritable:
                return None
    return None


def _since(lines: Sequence[Line], told: Sequence[int], count: int) -> Iterator[str]:
    """What a seat was told after so many events, as comments."""
    then = [line for line, events in zip(lines, told, strict=False) if events > count]
    if then:
        yield "# Then it happened that:\n"
    for line in then[-MOST:]:
        yield f"#   {line.text}\n"
