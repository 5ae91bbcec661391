"""Records: a game as one seat saw it, step by step. They hold what that seat knew and nothing else, so they can be shared.

A record is text, one JSON object per line: first who saw what, then each decision with the seat's view before it, its
own answers, and what came of it. It cannot be played on, as a replay can: what lies hidden is not in it.
"""

from __future__ import annotations

from typing import Any, get_type_hints

import msgspec

from archivist.json_reader import JsonProblem, read_json
from archivist.log.entries import Entry
from archivist.log.recording import outcome
from archivist.log.replays import Replay
from archivist.model.card import Seat
from archivist.model.errors import ReplayError
from archivist.view import View

FORMAT = 1
FIRST = '{"archivist record":'
"""How every record begins."""


class Head(msgspec.Struct, frozen=True, rename={"record": "archivist record"}):
    """The first line: what was played, and who saw it."""

    record: int
    engine: str
    format: str
    seat: str
    players: tuple[str, ...]


class Step(msgspec.Struct, frozen=True, omit_defaults=True):
    """A decision: what the seat saw before it, who decided about what, its own answer, and what it then heard.

    The last step has no decision, only the view at the end, and the outcome so far.
    """

    view: View
    player: str = ""
    kind: str = ""
    answer: str = ""
    events: tuple[str, ...] = ()
    outcome: str = ""

    @property
    def decided(self) -> str:
        """What is decided, in a line; the answer only if it is known."""
        return f"{self.player} {self.kind}: {self.answer}" if self.answer else f"{self.player} decides ({self.kind})"


class Record(msgspec.Struct, frozen=True):
    """A record as it was read; `before` is what the seat heard before the first decision."""

    file: str
    head: Head
    before: tuple[str, ...]
    steps: tuple[Step, ...]

    @property
    def outcome(self) -> str:
        """How the game ended, as far as it was recorded."""
        return self.steps[-1].outcome


# -- what a seat may know of decisions ---------------------------------------------------------------------------


def told_of(replay: Replay, seat: Seat | None) -> bool:
    """Whether a seat may know that the next decision is asked at all.

    Whoever may act is known to everybody. What others decide within a play or a resolution may be asked only because of
    what lies hidden (RU.14); what comes of it is told anyway.
    """
    entry = replay.next
    return entry is None or known(entry, replay, seat) or replay.game.acting or not entry.kind


def known(entry: Entry, replay: Replay, seat: Seat | None) -> bool:
    """Whether an answer is shown: to others it could tell what lies hidden, and what comes of it is told anyway."""
    return seat is None or replay.game.state.players[seat].name == entry.player


def heard(replay: Replay, seat: Seat | None) -> int:
    """The number of events that a seat has been told of, and that the next decision leaves as they are.

    What others are told of a play comes with the decision that completes it (RU.14); a play in the making may be given
    up when somebody concedes (turn.9.5).
    """
    game, entry = replay.game.as_told_to(seat), replay.next
    conceding = entry is not None and not entry.kind
    return game.event_count if conceding else game.event_count + len(game.unfinished)


# -- writing -----------------------------------------------------------------------------------------------------


def write(replay: Replay, seat: Seat) -> str:
    """The record of a game, from its beginning to where the replay ends, as a seat saw it."""
    state = replay.game.state
    steps: list[Step] = []
    events: list[list[str]] = [[]]
    replay.go(0)
    events[0] += replay.game.trace(seat)
    while (entry := replay.next) is not None:
        before = heard(replay, seat)
        if told_of(replay, seat):
            answer = entry.words if known(entry, replay, seat) else ""
            steps.append(Step(replay.game.view(seat, log=0), entry.player, entry.kind or "concede", answer))
            events.append([])
        replay.forward()
        events[-1] += replay.game.trace(seat, before)
    replay.to_end()
    head = Head(
        FORMAT,
        replay.recorded.head.engine,
        state.format,
        state.players[seat].name,
        tuple(player.name for player in state.players),
    )
    told = [msgspec.structs.replace(step, events=tuple(each)) for step, each in zip(steps, events[1:], strict=True)]
    last = Step(replay.game.view(seat, log=0), outcome=outcome(replay.game))
    lines = [head, {"before": events[0]}, *told, last]
    return "".join(f"{msgspec.json.encode(line).decode()}\n" for line in lines)


# -- reading -----------------------------------------------------------------------------------------------------


def beginning(text: str) -> str:
    """What all records of the same game by the same seat begin with."""
    return "\n".join(text.split("\n", 2)[:2])


def is_record(text: str) -> bool:
    """Whether a text is a record."""
    return text.startswith(FIRST)


def read(text: str, file: str) -> Record:
    """A record from its text. Raises ReplayError, with the line, where it is broken."""
    lines = text.splitlines()
    number = 1
    try:
        head = msgspec.convert(read_json(lines[0], plain=True), Head)
        if head.record != FORMAT:
            raise ReplayError(f"{file} has record format {head.record}; this version reads format {FORMAT}")
        number = 2
        before = msgspec.convert(read_json(lines[1], plain=True)["before"], tuple[str, ...])
        steps = []
        for line in lines[2:]:
            number += 1
            steps.append(_step(read_json(line, plain=True)))
    except (msgspec.MsgspecError, JsonProblem, KeyError, IndexError, TypeError, AttributeError) as error:
        raise ReplayError(f"{file} is broken at line {number}: {error}") from None
    if not steps:
        raise ReplayError(f"{file} is broken at line 3: a record has at least one view")
    return Record(file, head, before, tuple(steps))


def _step(raw: dict[str, Any]) -> Step:
    rest = {name: msgspec.convert(value, _STEP[name]) for name, value in raw.items() if name != "view"}
    return Step(_view(raw["view"]), **rest)


def _view(raw: dict[str, Any]) -> View:
    """A view from plain values; a record has none in exact values."""
    return View(**{name: msgspec.convert(raw[name], kind) for name, kind in _VIEW.items() if name in raw})


_STEP = get_type_hints(Step)
_VIEW = {name: kind for name, kind in get_type_hints(View).items() if name != "knowledge"}
