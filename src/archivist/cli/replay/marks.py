"""Marks in a replay: the decisions that cost most, as ``archivist analyse --json`` has found them."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import msgspec

from archivist.bots.analysis import Costly
from archivist.json_reader import JsonProblem, read_json
from archivist.log.replays import Replay
from archivist.model.card import Seat
from archivist.model.errors import ReplayError
from archivist.text_files import MARKS, read_content


class Marks(msgspec.Struct, frozen=True):
    """What the file of an analysis holds."""

    costly: tuple[Costly, ...]


def read_marks(file: Path, replay: Replay) -> dict[int, Costly]:
    """The marks of a file by the number of decisions before each. Raises ReplayError if they are not of this replay."""
    content = read_content(file, ReplayError, MARKS)
    try:
        found = msgspec.convert(read_json(content, plain=True), Marks).costly
    except (msgspec.MsgspecError, JsonProblem) as error:
        raise ReplayError(f"{file} is not what archivist analyse --json prints: {error}") from None
    for each in found:
        there = replay.entries[each.at] if 0 <= each.at < len(replay) else None
        if there is None or (there.player, there.words) != (each.player, each.answer):
            raise ReplayError(f"{file} is about another game: decision {each.at} is not {each.answer!r} here")
    return {each.at: each for each in found}


def listed(marks: Mapping[int, Costly], replay: Replay, seat: Seat | None, turn: int | None) -> str:
    """The marks as the end of a log; for a seat its own."""
    names = [player.name for player in replay.game.state.players]
    shown = [
        mark
        for _, mark in sorted(marks.items())
        if seat in (None, names.index(mark.player)) and turn in (None, mark.turn)
    ]
    lines = (f"turn {mark.turn}, decision {mark.at}: {mark}" for mark in shown)
    return "\n".join(("\n== what cost most ==", *lines, "")) if shown else ""
