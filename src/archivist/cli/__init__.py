"""The command line: ``archivist judge FILE...`` runs scenarios, ``archivist rules [ID]`` looks rules up."""

from __future__ import annotations

import sys

try:
    import typer
except ModuleNotFoundError as error:  # pragma: no cover - the core does not need the command line's packages
    if error.name != "typer":
        raise
    sys.exit("the command line needs more packages: pip install 'archivist[cli]'")

from archivist import __version__
from archivist.cli.judge import judge
from archivist.cli.rules import rules

app = typer.Typer(
    name="archivist",
    help="The executable rulebook of the Grand Archive trading card game. An unofficial fan project.",
    add_completion=False,
    pretty_exceptions_enable=False,
)
app.command()(judge)
app.command()(rules)


@app.callback(invoke_without_command=True)
def _start(
    context: typer.Context,
    version: bool = typer.Option(False, "--version", help="Print the version and stop.", is_eager=True),
) -> None:
    if version:
        typer.echo(f"archivist {__version__}")
        raise typer.Exit
    if context.invoked_subcommand is None:
        typer.echo(context.get_help())


def main() -> None:
    """Runs the command line."""
    app()


__all__ = ["app", "main"]
