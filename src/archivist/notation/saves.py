"""Saves: a checkpoint and the answers since, in one encoded value, with the versions of engine and cards."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from archivist import __version__
from archivist.arguments import kind_of
from archivist.cards import pool
from archivist.history import Origin
from archivist.model.chance import is_seed
from archivist.model.decision import Answer
from archivist.model.errors import ArchivistError, SaveError
from archivist.model.events import AnyEvent
from archivist.notation.save_checks import check_log, check_plain, check_state
from archivist.position import Position, position, state_of
from archivist.soundness import left_to_check
from archivist.vocabulary.face import Face
from archivist.vocabulary.node import read, write

if TYPE_CHECKING:
    from archivist.game import Game

FORMAT = 3


class Save(msgspec.Struct, forbid_unknown_fields=True):
    """A saved game."""

    archivist: str
    format: int
    pool: str
    cards: list[Face]
    position: Position
    answers: tuple[Answer, ...]
    log: list[AnyEvent]
    origin: Origin | None = None
    asks_forced: bool = False


_encoder = msgspec.json.Encoder(enc_hook=write)
_decoder = msgspec.json.Decoder(Save, dec_hook=read)


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

    kind_of(data, (bytes, bytearray, memoryview), "a saved game is bytes", SaveError)
    try:
        head = msgspec.json.decode(data)
    except (msgspec.MsgspecError, UnicodeDecodeError) as error:
        raise SaveError(f"this is not a saved game: {error}") from None
    except RecursionError:
        raise SaveError("this is not a saved game: it is nested too deeply") from None
    _check_head(head)
    try:
        save = _decoder.decode(data)
        check_plain(bytes(data), save.origin)
        cards = pool().again_with(save.cards) if save.cards else pool()
        state = state_of(save.position, cards)
        check_state(state)
        check_log(state, (*state.events, *save.log))
        if state.opportunity is not None and not state.over and left_to_check(state):
            raise SaveError("something must still happen before a player can act")
        if save.origin is not None and not is_seed(save.origin.seed):
            raise SaveError(f"it began with the impossible seed {save.origin.seed}")
        return Game.resumed(state, save.answers, save.log, ask_forced=save.asks_forced, origin=save.origin)
    except RecursionError:
        raise SaveError("this save is broken: it is nested too deeply") from None
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
