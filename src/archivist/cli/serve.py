"""``archivist serve``: the table in the browser."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from archivist.cli.paper import stop
from archivist.model.errors import ArchivistError

NEEDED = ("fastapi", "uvicorn", "jinja2", "sqlalchemy", "psycopg", "starlette", "httptools")


def serve(
    host: Annotated[str, typer.Option(help="The address to listen on; 0.0.0.0 for all.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(help="The port; 0 for any free one.", min=0, max=65_535)] = 8000,
    database: Annotated[
        str,
        typer.Option(
            help="sqlite:///FILE or postgresql://USER@HOST/NAME.",
            show_default="a file in the data directory",
            metavar="URL",
        ),
    ] = "",
    workers: Annotated[int, typer.Option(help="How many processes serve; more than one needs PostgreSQL.", min=1)] = 1,
    proxy: Annotated[
        str,
        typer.Option(help="The address of a proxy whose client addresses are trusted.", show_default="none"),
    ] = "",
) -> None:
    """Serve tables, replays, the judge's desk, rules and cards to browsers and programs.

    Every answer is in the database before anybody sees what came of it: a server that is killed loses nothing. Ctrl-C
    stops it. Exit status: 0, or 2 if it cannot start.
    """
    try:
        from archivist.server.running import run
        from archivist.server.settings import Settings, limits
    except ModuleNotFoundError as error:
        if error.name is None or error.name.partition(".")[0] not in NEEDED:
            raise
        stop(f"the server needs more packages ({error.name}): pip install 'archivist[server]'")
    try:
        settings = Settings(database, host, port, workers, proxy=proxy, limits=limits())
        run(settings, lambda address: typer.echo(f"Archivist is served at {address} (Ctrl-C stops it)"))
    except ArchivistError as error:
        stop(error)
    sys.exit(0)
