"""What players do at a table: answer, take back, concede. Each answer names the decision it answers."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from msgspec.structs import replace

from archivist.bots import Choice
from archivist.log.recording import outcome
from archivist.model.card import Seat
from archivist.model.errors import Illegal
from archivist.notation.naming import PLAYERS
from archivist.notation.seen import cards_of
from archivist.person.passing import Settings, Until
from archivist.person.why import Verdict, verdicts
from archivist.server.errors import NotFound, NotNow, NotYours, Stale
from archivist.server.held import Draft, Held
from archivist.server.live import Refused
from archivist.server.tables import Tables
from archivist.server.watching import SPECTATOR
from archivist.view import Forecast

DESERTED: Final = "nobody is left"
"""How a game ends that all people have left while bots are still in it."""


async def answer(tables: Tables, id: str, seat: Seat, number: int, choice: Choice) -> None:
    """Answers the decision with that number. Raises Stale, AnswerError, or Illegal with every reason."""

    def call(draft: Draft) -> Illegal | None:
        check(draft, seat, number)
        return attempted(draft, seat, lambda: draft.live.answer(seat, choice))

    illegal = await tables.change(id, call)
    if illegal is not None:
        raise illegal


async def pass_until(tables: Tables, id: str, seat: Seat, number: int, until: Until) -> None:
    """Passes now and goes on passing."""

    def call(draft: Draft) -> Illegal | None:
        check(draft, seat, number)
        return attempted(draft, seat, lambda: draft.live.pass_until(seat, until))

    illegal = await tables.change(id, call)
    if illegal is not None:
        raise illegal


async def cancel(tables: Tables, id: str, seat: Seat, number: int) -> None:
    """Gives up the play that is being made."""

    def call(draft: Draft) -> None:
        check(draft, seat, number)
        draft.note(draft.live.cancel(seat), PLAYERS[seat])

    await tables.change(id, call)


async def concede(tables: Tables, id: str, seat: Seat) -> None:
    """Leaves the game."""

    def call(draft: Draft) -> None:
        check(draft, seat)
        if draft.live.game.state.players[seat].lost:
            raise NotNow("you have left the game already")
        draft.note(draft.live.concede(seat))
        finish(draft)

    await tables.change(id, call)


async def set_passing(tables: Tables, id: str, seat: Seat, settings: Settings) -> None:
    """Changes when a seat is asked."""

    def call(draft: Draft) -> None:
        check(draft, seat)
        draft.note(draft.live.set(seat, settings))
        finish(draft)

    await tables.change(id, call)


def why(held: Held, seat: Seat, handle: str) -> list[Verdict]:
    """Why a card that a seat sees cannot be played or used now."""
    if seat == SPECTATOR or held.live is None:
        raise NotYours("only players at this table can play cards")
    game = held.live.game.as_told_to(seat)  # a play that another is making is not known yet (RU.14)
    view = game.view(seat, log=0)
    card = next((each for each in cards_of(view) if each.handle == handle), None)
    if card is None or not card.name:
        raise NotFound("you see no such card")
    return verdicts(game, seat, view, card)


def forecast(held: Held, seat: Seat) -> tuple[Forecast, ...]:
    """What each option of a seat's pending decision would come to."""
    if seat == SPECTATOR or held.live is None or held.status != "playing":
        return ()
    return held.live.game.forecast(seat)


def check(draft: Draft, seat: Seat, number: int | None = None) -> None:
    """Raises NotYours for a spectator, NotNow if no game is played, Stale if another decision is asked by now."""
    if seat == SPECTATOR:
        raise NotYours("spectators only watch; only players at the table can do that")
    if draft.status != "playing" or draft.held.live is None:
        raise NotNow("no game is being played at this table")
    if number is not None and number != draft.live.numbers[seat]:
        raise Stale(f"this answers decision {number}; decision {draft.live.numbers[seat]} is asked now")


def attempted(draft: Draft, seat: Seat, call: Callable[[], list[str]]) -> Illegal | None:
    """Makes a change that the rules may refuse; what is given up then is kept, and the refusal returned."""
    try:
        lines = call()
    except Refused as refused:
        draft.note(refused.lines, PLAYERS[seat])
        return refused.illegal
    draft.note(lines)
    drop_requests(draft)
    finish(draft)
    return None


def drop_requests(draft: Draft) -> None:
    """A request to take something back, or for a draw, lapses when the game goes on."""
    if draft.affairs.undo is not None or draft.affairs.draw is not None:
        draft.put_affairs(replace(draft.affairs, undo=None, draw=None))


def finish(draft: Draft) -> None:
    """Marks a table whose game has ended."""
    if draft.live.game.over and draft.status == "playing":
        draft.set(status="over")
        draft.put_affairs(replace(draft.affairs, result=outcome(draft.live.game), undo=None, draw=None))
    elif draft.status == "playing" and _left_alone(draft):
        draft.set(status="over")
        draft.put_affairs(replace(draft.affairs, result=DESERTED, undo=None, draw=None))


def _left_alone(draft: Draft) -> bool:
    """Whether no person is left in the game: bots do not play on for nobody."""
    players, people = draft.live.game.state.players, draft.held.setting.people()
    return bool(people) and all(players[seat].lost for seat in people)
