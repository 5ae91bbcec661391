"""``archivist replay``: steps through a recorded game at a terminal, or prints its log."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from archivist.cli.paper import echo, need_input, stop, warn
from archivist.cli.play import keeping
from archivist.cli.replay.marks import listed, read_marks
from archivist.cli.replay.printing import as_json, log, markdown, record_log, record_markdown
from archivist.cli.replay.viewer import RecordViewer, Viewer
from archivist.log import records
from archivist.log.records import Record
from archivist.log.replays import Replay
from archivist.model.card import Seat
from archivist.model.errors import ArchivistError, ReplayError, printable
from archivist.text_files import RECORD, begins, read_file


def replay(
    file: Annotated[
        str,
        typer.Argument(
            help="A replay or record, or a game saved by archivist play.", metavar="FILE", show_default=False
        ),
    ],
    seat: Annotated[str, typer.Option("--seat", help="Only what this player may see.", show_default="everything")] = "",
    turn: Annotated[
        int | None,
        typer.Option("--turn", help="Begin at this turn; print only this turn of a log.", show_default=False),
    ] = None,
    as_log: Annotated[bool, typer.Option("--log", help="Print what happened, with rules, and stop.")] = False,
    as_markdown: Annotated[bool, typer.Option("--markdown", help="Print the log in Markdown.")] = False,
    json: Annotated[bool, typer.Option("--json", help="Print decisions and events as JSON.")] = False,
    marks: Annotated[
        Path | None,
        typer.Option("--marks", help="Show what archivist analyse --json has found.", show_default=False),
    ] = None,
) -> None:
    """Step through a recorded game, or print its log.

    At a terminal, keys step forward and backward and jump to turns; elsewhere the log is printed.

    Exit status: 0, or 2 if the replay cannot be read, was made with another engine or other cards, or does not play.
    """
    if as_log + as_markdown + json > 1:
        stop("--log, --markdown and --json exclude each other; give only one")
    if marks is not None and (as_markdown or json):
        stop("--marks needs the viewer or --log")
    if not (as_log or as_markdown or json):
        need_input("; --log prints what happened")
    try:
        path = keeping.found(file)
        record = record_of(path)
        if record is not None and marks is not None:
            stop(f"{path} is a record of what one player saw; marks need a replay")
        if record is not None:
            _show_record(record, path, seat, turn, as_log=as_log, as_markdown=as_markdown, json=json)
            return
        found = Replay.read(path)
        if turn is not None:
            found.to_turn(turn)
        marked = {} if marks is None else read_marks(marks, found)
    except ArchivistError as error:
        stop(error)
    player = _seat(found, seat)
    if found.recorded.torn or not (found.complete or found.recorded.kind == "game"):
        warn(f"{file} was cut off; it is shown as far as it goes")
    if json:
        typer.echo(as_json(found, player, turn))
    elif as_markdown:
        typer.echo(markdown(found, player, turn), nl=False)
    elif as_log or not (sys.stdin.isatty() and sys.stdout.isatty()):
        echo(log(found, player, turn) + listed(marked, found, player, turn), nl=False)
    else:
        Viewer(found, player, marked).run()


def record_of(path: Path) -> Record | None:
    """The record of a file, if it is one."""
    if not begins(path, records.FIRST):
        return None
    return records.read(read_file(path, ReplayError, RECORD), printable(str(path)))


def _show_record(
    record: Record, path: Path, seat: str, turn: int | None, *, as_log: bool, as_markdown: bool, json: bool
) -> None:
    """Shows what a seat recorded of a game; others saw it otherwise."""
    if seat and seat.upper() != record.head.seat:
        stop(f"{path} is a record of what {record.head.seat} saw; it does not hold what {seat!r} saw")
    if turn is not None and turn not in {step.view.turn for step in record.steps}:
        stop(f"{path}: there is no turn {turn} in this record")
    if json:
        typer.echo(read_file(path, ReplayError, RECORD), nl=False)
    elif as_markdown:
        typer.echo(record_markdown(record, turn), nl=False)
    elif as_log or not (sys.stdin.isatty() and sys.stdout.isatty()):
        echo(record_log(record, turn), nl=False)
    else:
        RecordViewer(record, turn).run()


def _seat(found: Replay, name: str) -> Seat | None:
    names = [player.name for player in found.game.state.players]
    if name and name.upper() not in names:
        stop(f"no player is named {name!r}; there are {', '.join(names)}")
    return names.index(name.upper()) if name else None


__all__ = ["record_of", "replay"]
