"""Listing the games that are kept: what each was, and how to go on with it."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path

from archivist.cli.paper import Paper, program
from archivist.cli.play import keeping
from archivist.cli.play.between import score, won_by
from archivist.cli.play.start import Setup
from archivist.log.entries import Recorded
from archivist.model.errors import ArchivistError


def show(*, finished: bool) -> int:
    """Lists games with their numbers, and says how many they are."""
    paper = Paper()
    table = paper.table("number", "game", "answers", "last played", "state")
    for path, log, goes_on in keeping.all_kept():
        number = path.stem.partition("-")[0].lstrip("0") or path.stem
        played = datetime.fromtimestamp(path.stat().st_mtime).strftime("%Y-%m-%d %H:%M")
        if isinstance(log, ArchivistError):
            if finished:
                table.add_row(number, path.stem, "", played, _reason(log, path))
        elif finished or goes_on:
            table.add_row(number, _sides(log), str(len(log.decisions)), played, _state(log))
    if table.rows:
        paper.show(table)
        paper.note(f"{program()} resume NUMBER continues that game; without a number, the first.")
    return len(table.rows)


def _reason(error: ArchivistError, path: Path) -> str:
    """Why a game cannot be read, without its path."""
    return str(error).removeprefix(str(path)).strip(" :")


def _state(log: Recorded) -> str:
    """How a game ended, if it did, and how its match stands after it."""
    made = Setup.of(log)
    state = "unfinished" if log.ending is None else made.result(log.ending.words)
    if made.match is None:
        return state
    match = made.match if log.ending is None else made.match.after(won_by(log))
    return f"{state.rstrip('.')}; best of {match.best_of}: {score(made, match)}"


def _sides(log: Recorded) -> str:
    sides = zip(log.head.players, log.head.deck_names, strict=True)
    return " against ".join(f"{'you' if player == 'human' else player} with {deck}" for player, deck in sides)
