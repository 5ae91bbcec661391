"""``archivist games``: lists the games that can be resumed."""

from __future__ import annotations

from typing import Annotated

import typer

from archivist.cli.paper import program, stop
from archivist.cli.play import keeping
from archivist.cli.play.listing import show
from archivist.model.errors import ArchivistError


def games(
    every: Annotated[bool, typer.Option("--all", help="Also the games that are finished.")] = False,
) -> None:
    """List the games that can be resumed, the latest first.

    Exit status: 0, or 2 if games cannot be kept at all.
    """
    try:
        listed = show(finished=every)
    except ArchivistError as error:
        stop(error)
    if not listed:
        kept = "" if every or not keeping.kept() else f"; {program()} games --all lists the finished ones"
        stop(f"there is no game to resume{kept}; {program()} play starts one", 0)
