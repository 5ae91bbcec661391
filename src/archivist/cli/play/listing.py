"""Listing the games that are kept: what each was, and how to go on with it."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path

from archivist.cli.paper import Paper, program
from archivist.cli.play import keeping
from archivist.cli.play.start import Setup
from archivist.log.entries import Recorded
from archivist.model.errors import ArchivistError


def show(*, finished: bool) -> int:
    """Lists games with their numbers, and says how many they are."""
    paper = Paper()
    table = paper.table("number", "game", "answers", "last played", "state")
    for path in keeping.kept():
        number = path.stem.partition("-")[0].lstrip("0") or path.stem
        played = datetime.fromtimestamp(path.stat().st_mtime).strftime("%Y-%m-%d %H:%M")
        try:
            log = keeping.read(path)
        except ArchivistError as error:
            if finished:
                table.add_row(number, path.stem, "", played, _reason(error, path))
            continue
        if finished or log.ending is None:
            ended = "unfinished" if log.ending is None else Setup.of(log).result(log.ending.words)
            table.add_row(number, _sides(log), str(len(log.decisions)), played, ended)
    if table.rows:
        paper.show(table)
        paper.note(f"{program()} resume NUMBER continues that game; without a number, the first.")
    return len(table.rows)


def _reason(error: ArchivistError, path: Path) -> str:
    """Why a game cannot be read, without its path."""
    return str(error).removeprefix(str(path)).strip(" :")


def _sides(log: Recorded) -> str:
    sides = zip(log.head.players, log.head.deck_names, strict=True)
    return " against ".join(f"{'you' if player == 'human' else player} with {deck}" for player, deck in sides)
