"""Saves: a log that begins at a checkpoint, with the answers since in their exact form; it goes on without playing again."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

import msgspec
from msgspec.structs import replace

from archivist import __version__
from archivist.arguments import kind_of
from archivist.cards import pool
from archivist.history import Origin
from archivist.log.entries import Ending, Exact, Head, Recorded, text_of
from archivist.log.reading import OtherKind, read_text
from archivist.log.recording import outcome
from archivist.log.save_checks import ESCAPED, check_log, check_state
from archivist.model.decision import Answer
from archivist.model.errors import ArchivistError, SaveError
from archivist.model.event import Event
from archivist.position import Position, position, state_of
from archivist.soundness import left_to_check
from archivist.vocabulary.node import read, write

if TYPE_CHECKING:
    from archivist.game import Game

FILE = "save"
"""What errors call it."""

_encoder = msgspec.json.Encoder(enc_hook=write)
_answers = msgspec.json.Decoder(Answer, dec_hook=read)
_events = msgspec.json.Decoder(Event, dec_hook=read)
_positions = msgspec.json.Decoder(Position, dec_hook=read)


def dump(game: Game) -> bytes:
    """A game as bytes. Cards that the built-in pool lacks are written along."""
    cards, known, origin = game.state.pool, pool(), game.origin or Origin()
    own = tuple(face for name, face in cards.items() if known.get(name) != face)
    head = Head(__version__, known.digest, origin, made_up=own, asks_forced=game.asks_forced)
    log = Recorded(FILE, "save", head, [Exact(0, each) for each in _lines(game.answers)])
    log.add(Ending(0, outcome(game)))
    parts = {"before": origin.answers, "events": game.past_events, "position": [position(game.checkpoint)]}
    return text_of(log, {title: _lines(values) for title, values in parts.items()}).encode()


def _lines(values: Iterable[Any]) -> Iterator[str]:
    """Values as JSON, one line each."""
    return (_encoder.encode(each).decode() for each in values)


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
        state = state_of(_position(log), pool().again_with(made_up) if made_up else pool())
        past = _decoded(log.parts.get("events", ()), _events)
        check_state(state)
        check_log(state, (*state.events, *past))
        if state.opportunity is not None and not state.over and left_to_check(state):
            raise SaveError("something must still happen before a player can act")
        before = _decoded(log.parts.get("before", ()), _answers)
        origin = replace(log.head.origin, answers=tuple(before)) if log.head.origin != Origin() else None
        given = _decoded(((each.line, str(each)) for each in log.entries), _answers)
        game = Game.resumed(state, given, past, ask_forced=log.head.asks_forced, origin=origin)
        if log.ending is None or log.ending.words != outcome(game):
            raise SaveError(f"it does not end as it says: {outcome(game)!r} is missing")
        return game
    except RecursionError:
        raise SaveError("this save is broken: it is nested too deeply") from None
    except (msgspec.MsgspecError, ArchivistError, ValueError, IndexError, KeyError) as error:
        raise SaveError(f"this save is broken: {error}") from None


def _position(log: Recorded) -> Position:
    found = _decoded(log.parts.get("position", ()), _positions)
    if len(found) != 1:
        raise SaveError(f"it must have one position, not {len(found)}")
    (only,) = found
    return only  # type: ignore[no-any-return]


def _decoded(lines: Iterable[tuple[int, str]], decoder: msgspec.json.Decoder[Any]) -> list[Any]:
    """Values from their lines. None of them has characters that JSON writes as escapes."""
    found: list[Any] = []
    for number, text in lines:
        if ESCAPED.search(text):
            raise SaveError(f"line {number} has control characters")
        try:
            found.append(decoder.decode(text))
        except msgspec.MsgspecError as error:
            raise SaveError(f"line {number}: {error}") from None
    return found


def _check_head(head: Head) -> None:
    if head.engine != __version__:
        raise SaveError(f"this save was made by Archivist {head.engine}, and this is {__version__}")
    if head.pool != pool().digest:
        raise SaveError("this save was made with other cards: their digests differ")
