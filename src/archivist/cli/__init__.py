"""The command line: one module per command, loaded when the command is called."""

from __future__ import annotations

import os
import sys
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

try:
    import typer
    from typer.core import TyperGroup
except ModuleNotFoundError as error:  # pragma: no cover - the core does not need the command line's packages
    if error.name != "typer":
        raise
    sys.exit("the command line needs more packages: pip install 'archivist[cli]'")

from archivist import __version__
from archivist.cli.paper import stop, warn
from archivist.model.errors import ArchivistError, printable, shown, suggestion
from archivist.places import ENVIRONMENT, PRINTED, pool_directory

COMMANDS = (
    *("play", "serve", "resume", "games", "replay", "judge", "ask", "why", "trace", "rules"),
    *("cards", "decks", "matchups", "ladder", "analyse", "compile", "import", "conformance", "engine", "mcp"),
)
"""The commands; each is a function in the module of its name."""
ELSEWHERE = {"import": ("importing", "import_cards")}
"""Commands whose name is a word of Python: the module and the function."""
ALONE = {"matchups": {"--ray": "local"}}
"""Options whose value may be left out, and what they mean then."""

HELP = "; archivist --help lists them"


class Commands(TyperGroup):
    """Commands that are loaded when they are called."""

    def list_commands(self, ctx: Any) -> list[str]:
        return list(COMMANDS)

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        word = args[0] if args else ""
        if not word.startswith("-") and word not in COMMANDS:
            stop(f"there is no command {shown(word)}{suggestion(word, COMMANDS) or HELP}")
        return super().resolve_command(ctx, _completed(args))

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        if cmd_name not in COMMANDS:
            return None
        alone = typer.Typer(add_completion=False, pretty_exceptions_enable=False)
        module, function = ELSEWHERE.get(cmd_name, (cmd_name, cmd_name))
        alone.command(cmd_name)(getattr(import_module(f"archivist.cli.{module}"), function))
        return typer.main.get_command(alone)


def _completed(words: list[str]) -> list[str]:
    """The words of a command, with the values that were left out of options."""
    known = ALONE.get(words[0], {})
    ends = [following.startswith("-") for following in words[1:]] + [True]
    return [f"{word}={known[word]}" if word in known and end else word for word, end in zip(words, ends, strict=True)]


app = typer.Typer(
    name="archivist",
    help="The executable rulebook of the Grand Archive trading card game. An unofficial fan project.",
    add_completion=False,
    pretty_exceptions_enable=False,
    cls=Commands,
)


def build() -> str:
    """Which build runs: the rules compiled, or as pure Python."""
    rules = find_spec("archivist.rules.timing.opportunity")
    return "pure Python" if rules is None or str(rules.origin).endswith(".py") else "compiled"


@app.callback(invoke_without_command=True)
def _start(
    context: typer.Context,
    version: bool = typer.Option(False, "--version", help="Print the version and stop.", is_eager=True),
    pool: str = typer.Option(
        "", help="The folder of your imported cards; also $ARCHIVIST_POOL.", metavar="DIR", show_default=False
    ),
) -> None:
    if version:
        typer.echo(f"archivist {__version__} ({build()})")
        raise typer.Exit
    if pool:
        if context.invoked_subcommand != "import" and not Path(pool).is_dir():
            named = printable(pool)
            stop(f"there is no folder {named}; archivist import FILE.json --pool {named} makes one")
        use_pool(Path(pool))
    if context.invoked_subcommand is None:
        typer.echo(context.get_help())


def use_pool(folder: Path) -> None:
    """Lets this process, and those it starts, know the cards of a folder; they are compiled again if that is needed."""
    os.environ[ENVIRONMENT] = str(folder)
    if (folder / PRINTED).exists():
        from archivist.importing import refresh

        refresh(folder)


def main() -> None:
    """Runs the command line. Errors such as a faulty card file are shown without a traceback.

    So is an output that is closed or full.
    """
    if sys.stderr is None:
        sys.stderr = open(os.devnull, "w")  # noqa: SIM115 - as long as the process lasts
    if sys.stdout is None:
        warn("the standard output is closed")
        sys.exit(2)
    try:
        if ENVIRONMENT not in os.environ:
            use_pool(pool_directory())
        elif os.environ[ENVIRONMENT]:
            use_pool(Path(os.environ[ENVIRONMENT]))
        _flushed()
    except ArchivistError as error:
        warn(error)
        sys.exit(2)
    except BrokenPipeError:
        _give_up_output()
        sys.exit(1)
    except OSError as error:
        if error.filename is not None:
            raise
        _give_up_output()
        warn(f"input or output failed: {error.strerror}")
        sys.exit(2)


def _flushed() -> None:
    """Runs the command, and makes sure that everything it has printed is written before it ends."""
    try:
        app()
    finally:
        sys.stdout.flush()


def _give_up_output() -> None:
    """Discards what could not be printed, so that it is not tried again as the process ends."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, sys.stdout.fileno())
    os.close(nowhere)


__all__ = ["app", "main"]
