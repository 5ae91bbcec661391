"""Another game: a rematch with sides changed, or the next game of a match with cards exchanged with the sideboard.

The next table is made when the first player asks for it, and begins when all have. A token of one table opens no other:
the one for the next table is made from the player's own and the table's name, so that only that player has it.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import secrets
from typing import Final

from msgspec.structs import replace
from pydantic import BaseModel, ConfigDict

from archivist import matches
from archivist.decks import Deck
from archivist.matches import MatchError, exchanged
from archivist.model.card import Seat
from archivist.notation import decklists
from archivist.notation.naming import PLAYERS
from archivist.server.bringing import format_of
from archivist.server.errors import NotNow, NotYours, Refusal, TooLarge
from archivist.server.held import Draft, Held
from archivist.server.lobby import SEEDS, Opened, begin
from archivist.server.seats import hashed
from archivist.server.setting import Chair, Match, Setting
from archivist.server.settings import Limits
from archivist.server.tables import Tables
from archivist.server.watching import SPECTATOR

BEST_OF: Final = 3


class Again(BaseModel):
    """What a player wants for the next game: a deck made of the same cards, and, for the loser of a game, who begins."""

    model_config = ConfigDict(extra="forbid", strict=True)
    deck: str = ""
    first: bool | None = None


def next_token(token: str, id: str) -> str:
    """The token of the same player at the next table."""
    made = hmac.digest(token.encode(), id.encode(), hashlib.sha256)
    return base64.urlsafe_b64encode(made[:24]).decode()


async def again(tables: Tables, id: str, seat: Seat, token: str, wants: Again) -> Opened:
    """Sits down for the next game; who has done so already is told where. It begins when all people have."""
    made = await tables.change(id, lambda draft: _next_table(tables, draft, seat))
    own = next_token(token, made)
    limits = tables.settings.limits
    before = await tables.look(id, lambda held: held.setting)
    seat_there = await tables.change(made, lambda draft: _sits_down(draft, before, seat, own, wants, limits))
    await tables.change(id, lambda draft: _wants(draft, seat))
    return Opened(made, PLAYERS[seat_there], own)


def _next_table(tables: Tables, draft: Draft, seat: Seat) -> str:
    """The next table, made if this is the first to ask for it."""
    if seat == SPECTATOR:
        raise NotYours("spectators only watch; only players at the table can do that")
    if draft.status != "over" or draft.held.setting.analysis:
        raise NotNow("the game is not over yet")
    if draft.affairs.next:
        return draft.affairs.next
    made = tables.create(following(draft.held), {}, listed=False)
    draft.put_affairs(replace(draft.affairs, next=made))
    return made


def following(held: Held) -> Setting:
    """The setting of the next game: sides changed, seats kept for those who sat here."""
    setting = held.setting
    match = _match(held)
    order = tuple(reversed(range(len(setting.seats))))
    chairs = tuple(_kept_free(setting.seats[seat]) for seat in order)
    return replace(
        setting,
        seats=chairs,
        seed=secrets.randbelow(SEEDS),
        kept_for=order,
        match=match,
    )


def _kept_free(chair: Chair) -> Chair:
    return chair if chair.bot else Chair(name="", deck=chair.deck)


def _match(held: Held) -> Match:
    """The match after this game: the score by the seats of this table, and whether it is decided."""
    old, seats, best_of = held.setting.match, len(held.setting.seats), held.setting.best_of
    result = held.affairs.result.removesuffix(" wins")
    winner = PLAYERS.index(result) if result in PLAYERS[:seats] else None
    after = matches.Match(best_of, seats, old.wins, old.game - 1).after(winner)
    if best_of == 1 or after.winner is not None:
        return Match()
    return Match(old.game + 1, after.score[::-1], winner)


def _sits_down(draft: Draft, before: Setting, seat: Seat, token: str, wants: Again, limits: Limits) -> Seat:
    setting = draft.held.setting
    there = setting.kept_for.index(seat)
    chair = setting.seats[there]
    if chair.name:
        return there
    assert chair.deck is not None
    brought = chair.deck
    if wants.deck:
        brought = replace(brought, deck=_exchanged(brought.deck, wants.deck, setting, limits))
    chairs = list(setting.seats)
    chairs[there] = Chair(before.seats[seat].name, "", brought)
    match = setting.match
    loser = None if match.winner is None else len(chairs) - 1 - match.winner
    if wants.first is not None and loser == seat and match.game > 1:
        match = replace(match, loser_first=wants.first)
    seated = replace(setting, seats=tuple(chairs), match=match)
    draft.tokens[there] = hashed(token)
    draft.set(setting=seated)
    return _begin(draft, seated, there)


def _begin(draft: Draft, setting: Setting, seat: Seat) -> Seat:
    """Begins when all are there; the loser of the last game of a match plays first unless they chose otherwise."""
    if not setting.filled:
        return seat
    match = setting.match
    if match.winner is not None and len(setting.seats) == 2:
        loser = setting.kept_for.index(1 - match.winner)
        if (loser == 0) != (match.loser_first is not False):
            setting = replace(
                setting,
                seats=setting.seats[::-1],
                kept_for=setting.kept_for[::-1],
                match=replace(match, wins=match.wins[::-1]),
            )
            draft.moved = {0: 1, 1: 0}
            seat = 1 - seat
        setting = replace(setting, seed=matches.seed_for(0, setting.decks(), setting.seed, setting.format))
    begin(draft, setting)
    return seat


def _exchanged(old: Deck, written: str, setting: Setting, limits: Limits) -> Deck:
    """A deck of the same cards, otherwise divided between decks and sideboard."""
    if len(written) > limits.deck:
        raise TooLarge(f"a deck list has at most {limits.deck} characters, not {len(written)}")
    try:
        return exchanged(old, decklists.read(written), format_of(setting.format))
    except MatchError as error:
        raise Refusal(str(error)) from None


def _wants(draft: Draft, seat: Seat) -> None:
    asked = tuple(sorted({*draft.affairs.rematch, PLAYERS[seat]}))
    if asked != draft.affairs.rematch:
        draft.put_affairs(replace(draft.affairs, rematch=asked))
