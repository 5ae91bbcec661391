"""Opening a moment of a game at the judge's desk, as somebody may know it: hidden cards are guessed, never told."""

from __future__ import annotations

from typing import Final

from archivist.bots.dice import Dice
from archivist.bots.guessing import Guessing
from archivist.game import Game
from archivist.model.card import Seat
from archivist.server.errors import NotNow
from archivist.server.sight import event_of

GUESSED: Final = "# Cards that could not be seen are guessed.\n"
TRIES: Final = 8


def moment_of_line(game: Game, seat: Seat | None, number: int, *, over: bool) -> str:
    """The moment of a line of the log as the text of a scenario.

    While the game goes on it is the last moment before it in which the seat itself could act, with the cards that it
    cannot see guessed. When it is over everything is as it was.
    """
    count = event_of(game, seat, number)
    if count is None:
        raise NotNow("there is no such line in the log")
    if over:
        return _back_to(game, count, None).to_scenario()
    if seat is None:
        raise NotNow("who only watches can open a moment when the game is over")
    there = _back_to(game, count, seat)
    known = there.view(seat, log=0, exact=True).knowledge
    assert known is not None
    guessing = Guessing(known)
    for attempt in range(TRIES):
        dealt = guessing.deal(Dice(attempt))
        if dealt is not None:
            return GUESSED + dealt.to_scenario()
    raise NotNow("this moment can be opened when the game is over")


def _back_to(game: Game, count: int, seat: Seat | None) -> Game:
    """A copy of the game at the last moment, with no more than so many events, in which somebody (or a seat) could act."""
    there = game.copy()
    while there.event_count > count or not there.acting or (seat is not None and there.to_act != seat):
        if not there.can_undo:
            raise NotNow("you could not act before that; this moment can be opened when the game is over")
        there.undo()
    return there
