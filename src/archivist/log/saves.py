"""Saves: a log that begins at a checkpoint, with the answers since in their exact form; it goes on without playing again."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

import msgspec
from msgspec.structs import replace

from archivist import __version__
from archivist.arguments import kind_of
from archivist.cards import pool
from archivist.history import Origin
from archivist.log.entries import Ending, Head, Recorded, text_of
from archivist.log.reading import OF_SAVES, OtherKind, read_text
from archivist.log.recording import outcome
from archivist.log.save_checks import ESCAPED, LONG_NUMBER, check_log, check_state
from archivist.model.decision import Answer
from archivist.model.errors import ArchivistError, SaveError
from archivist.model.events import AnyEvent
from archivist.position import Position, position, state_of
from archivist.soundness import left_to_check
from archivist.vocabulary.node import read, write

if TYPE_CHECKING:
    from archivist.game import Game

FILE = "save"
"""What errors call it."""

_encoder = msgspec.json.Encoder(enc_hook=write)
_types = (Answer, AnyEvent, Position, Answer)
_decoders = {title: msgspec.json.Decoder(of, dec_hook=read) for title, of in zip(OF_SAVES, _types, strict=True)}


def dump(game: Game) -> bytes:
    """A game as bytes. Cards that the built-in pool lacks are written along."""
    cards, known, origin = game.state.whole_pool, pool(), game.origin or Origin()
    own = tuple(face for name, face in cards.items() if known.get(name) != face)
    head = Head(__version__, known.digest, origin, made_up=own, asks_forced=game.asks_forced)
    log = Recorded(FILE, "save", head, ending=Ending(0, outcome(game)))
    parts: tuple[Iterable[Any], ...]
    parts = (origin.answers, game.past_events, [position(game.checkpoint)], game.answers)
    sections = {
        title: [_encoder.encode(each).decode() for each in part] for title, part in zip(OF_SAVES, parts, strict=True)
    }
    return text_of(log, sections).encode()


def restore(data: bytes) -> Game:
    """The game of a save, or a SaveError that says what is wrong with it."""
    from archivist.game import Game

    kind_of(data, (bytes, bytearray, memoryview), "a saved game is bytes", SaveError)
    try:
        log = read_text(bytes(data).decode("utf-8"), FILE, ("save",))
    except UnicodeDecodeError as error:
        raise SaveError(f"this is not a saved game: {error}") from None
    except OtherKind as error:
        raise SaveError(str(error)) from None
    except ArchivistError as error:
        raise SaveError(f"this save is broken: {error}") from None
    _check_head(log.head)
    try:
        made_up = log.head.made_up
        before, past, positions, given = (_decoded(log.parts.get(each, ()), each) for each in OF_SAVES)
        if log.entries:
            raise SaveError(f"line {log.entries[0].line}: a save has no decisions in words")
        if len(positions) != 1:
            raise SaveError(f"it must have one position, not {len(positions)}")
        state = state_of(positions[0], pool().again_with(made_up) if made_up else pool())
        check_state(state)
        check_log(state, (*state.events, *past))
        if state.opportunity is not None and not state.over and left_to_check(state):
            raise SaveError("something must still happen before a player can act")
        origin = replace(log.head.origin, answers=tuple(before)) if log.head.origin != Origin() else None
        game = Game.resumed(state, given, past, ask_forced=log.head.asks_forced, origin=origin)
        if log.ending is None or log.ending.words != outcome(game):
            raise SaveError(f"it does not end as it says: {outcome(game)!r} is missing")
        return game
    except RecursionError:
        raise SaveError("this save is broken: it is nested too deeply") from None
    except (msgspec.MsgspecError, ArchivistError, ValueError, IndexError, KeyError) as error:
        raise SaveError(f"this save is broken: {error}") from None


def _decoded(lines: Iterable[tuple[int, str]], title: str) -> list[Any]:
    """The values of a section from its lines. None of them has characters that JSON writes as escapes."""
    found: list[Any] = []
    for number, text in lines:
        if ESCAPED.search(text):
            raise SaveError(f"line {number} has control characters")
        if LONG_NUMBER.search(text):
            raise SaveError(f"line {number} has a number of very many digits")
        try:
            found.append(_decoders[title].decode(text))
        except msgspec.MsgspecError as error:
            raise SaveError(f"line {number}: {error}") from None
    return found


def _check_head(head: Head) -> None:
    if head.engine != __version__:
        raise SaveError(f"this save was made by Archivist {head.engine}, and this is {__version__}")
    if head.pool != pool().digest:
        raise SaveError("this save was made with other cards: their digests differ")
