"""Saves: a checkpoint and the answers since, in one encoded value, with the versions of engine and cards."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from archivist import __version__
from archivist.cards import Pool, pool
from archivist.history import Origin
from archivist.model.card import FACE_DOWN, Card, Player, Seat, Shown
from archivist.model.decision import Answer
from archivist.model.errors import ArchivistError, SaveError
from archivist.model.event import Event
from archivist.model.state import State
from archivist.vocabulary.face import Face
from archivist.vocabulary.node import read, write
from archivist.vocabulary.pending import Combat, DelayedTrigger, Item, Lasting, Turn, Waiting

if TYPE_CHECKING:
    from archivist.game import Game

FORMAT = 2


class Position(msgspec.Struct):
    """A state in the form in which it is written."""

    cards: list[Card]
    players: list[Player]
    field: tuple[int, ...]
    stack_cards: tuple[int, ...]
    stack: tuple[Item, ...]
    intent: tuple[int, ...]
    lasting: tuple[Lasting, ...]
    delayed: tuple[DelayedTrigger, ...]
    waiting: tuple[Waiting, ...]
    turn: Turn
    combat: Combat | None
    opportunity: Seat | None
    passes: int
    rng: int
    clock: int
    this_turn: tuple[Event, ...]
    format: str
    first_player: Seat
    over: bool
    winner: Seat | None
    named_ids: int
    shown: tuple[Shown, ...]
    events: list[Event]


class Save(msgspec.Struct, forbid_unknown_fields=True):
    """A saved game."""

    archivist: str
    format: int
    pool: str
    cards: list[Face]
    position: Position
    answers: tuple[Answer, ...]
    log: list[Event]
    origin: Origin | None = None
    asks_forced: bool = False


_encoder = msgspec.json.Encoder(enc_hook=write)
_decoder = msgspec.json.Decoder(Save, dec_hook=read)
_FIELDS = Position.__struct_fields__


def position(state: State) -> Position:
    return Position(**{name: getattr(state, name) for name in _FIELDS})


def state_of(saved: Position, cards: Pool) -> State:
    state = State(cards, saved.players, saved.turn, 0, saved.format)
    for name in _FIELDS:
        setattr(state, name, getattr(saved, name))
    return state


def dump(game: Game) -> bytes:
    """A game as bytes. Cards that the built-in pool lacks are written along."""
    cards = game.state.pool
    known = pool()
    own = [face for name, face in cards.items() if known.get(name) != face]
    return _encoder.encode(
        Save(
            __version__,
            FORMAT,
            known.digest,
            own,
            position(game.checkpoint),
            game.answers,
            game.past_events,
            game.origin,
            game.asks_forced,
        )
    )


def restore(data: bytes) -> Game:
    """The game of a save, or a SaveError that says what is wrong with it."""
    from archivist.game import Game

    try:
        head = msgspec.json.decode(data)
    except msgspec.MsgspecError as error:
        raise SaveError(f"this is not a saved game: {error}") from None
    _check_head(head)
    try:
        save = _decoder.decode(data)
        cards = pool().with_cards(save.cards) if save.cards else pool()
        state = state_of(save.position, cards)
        _check_state(state)
        return Game.resumed(state, save.answers, save.log, ask_forced=save.asks_forced, origin=save.origin)
    except (msgspec.MsgspecError, ArchivistError, ValueError, IndexError, KeyError) as error:
        raise SaveError(f"this save is broken: {error}") from None


def _check_head(head: object) -> None:
    if not isinstance(head, dict) or "archivist" not in head or "format" not in head:
        raise SaveError("this is not a saved game")
    if head["format"] != FORMAT:
        raise SaveError(f"this save has format {head['format']!r}; this version reads format {FORMAT}")
    if head["archivist"] != __version__:
        raise SaveError(f"this save was made by Archivist {head['archivist']}, and this is {__version__}")
    if head.get("pool") != pool().digest:
        raise SaveError("this save was made with other cards: their digests differ")


def _check_state(state: State) -> None:
    """The names and numbers of a save must mean something."""
    for card in state.cards:
        if card.true_name not in state.pool or (card.beneath and card.face != FACE_DOWN):
            raise SaveError(f"it speaks of a card that is unknown here: {card.true_name!r}")
        if not 0 <= card.owner < len(state.players):
            raise SaveError(f"{card.face} belongs to a player who is not there")
    for number in (*state.field, *state.stack_cards, *state.intent):
        if not 0 <= number < len(state.cards):
            raise SaveError("a zone holds a card that is not there")
    for seat in range(len(state.players)):
        for number in state.own_cards(seat):
            if not 0 <= number < len(state.cards):
                raise SaveError("a zone holds a card that is not there")
