"""``archivist import``: takes cards of the official card service into the user's own collection."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Annotated

import msgspec
import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TaskID, TextColumn, track

from archivist.cards.collection import FINISHED
from archivist.cli.paper import Paper, stop
from archivist.importing import SERVICE, Record, Report, fetch, read_files, take_in
from archivist.importing.collecting import UNFINISHED
from archivist.model.errors import ArchivistError
from archivist.places import ENVIRONMENT, pool_directory


def import_cards(
    files: Annotated[
        list[Path] | None, typer.Argument(help="JSON files of the card service.", metavar="FILE.json...")
    ] = None,
    pool: Annotated[
        Path | None, typer.Option(help="The folder of your cards.", metavar="DIR", show_default="your data directory")
    ] = None,
    fetch_: Annotated[bool, typer.Option("--fetch", help="Ask the card service itself, page by page.")] = False,
    service: Annotated[str, typer.Option(help="The address of the card service.", metavar="URL")] = SERVICE,
    json: Annotated[bool, typer.Option("--json", help="Print the report as JSON.")] = False,
) -> None:
    """Take printed cards into your own collection, so that you can play with them.

    A file is one card, a page, several pages or a saved search. Cards whose text is understood can be played at once,
    everywhere; for the others the report says why not. An import replaces older data for the same card.

    Exit status: 0, or 2 if a file cannot be read or the service cannot be reached; then nothing changes.
    """
    folder = pool or Path(os.environ.get(ENVIRONMENT) or pool_directory())
    if not files and not fetch_:
        stop("name the JSON files to import, or use --fetch to ask the card service")
    err = Console(file=sys.stderr)
    try:
        records = read_files(files or ())
        if fetch_:
            records += _fetched(folder, service, err)
        report = take_in(folder, records, lambda each: _shown(each, err))
    except ArchivistError as error:
        stop(error)
    if json:
        typer.echo(msgspec.json.encode(report).decode())
    else:
        _tell(Paper(), report, folder)


def _fetched(folder: Path, service: str, err: Console) -> list[Record]:
    """The records of the service, with a bar that shows how far it is."""
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn())
    with Progress(*columns, console=err) as progress:
        task: TaskID = progress.add_task("pages", total=None)
        return fetch(folder, service, told=lambda done, of: progress.update(task, completed=done, total=of or None))


def _shown(records: Sequence[Record], err: Console) -> Iterable[Record]:
    return track(records, "cards", console=err)


def _tell(paper: Paper, report: Report, folder: Path) -> None:
    understood = f"{len(report.compiled)} compiled, {len(report.partly)} partly, {len(report.refused)} refused"
    paper.heading(f"{_cards(report.cards)} read: {understood}")
    if report.by_hand:
        paper.line(f"{len(report.by_hand)} are written by hand in the project; these are used")
    if report.finished:
        paper.line(f"{len(report.finished)} are finished by hand in {folder / FINISHED}; these are used")
    differing = "Written by hand, with facts that differ from the records"
    parts = ((differing, report.differing), ("Partly understood", report.partly), ("Not understood", report.refused))
    for title, cards in parts:
        if cards:
            paper.heading(f"{title} ({len(cards)})")
            for name, why in cards.items():
                paper.line(f"{name}: {why}")
    if report.partly or report.refused:
        paper.note(f"{folder / UNFINISHED} has these cards as far as they are understood; finish them in {FINISHED}")
    paper.note(f"{_cards(report.whole)} of your own can be played; they are in {folder}")


def _cards(number: int) -> str:
    return "1 card" if number == 1 else f"{number} cards"
