"""``archivist ladder``: all bots against each other, and how strong each is."""

from __future__ import annotations

from typing import Annotated

import msgspec
import typer
from rich.console import Console

from archivist.arena.ladder import ladder as all_games
from archivist.arena.ladder import rungs
from archivist.arena.playing import LAST_SEED
from archivist.bots import BOTS, bot
from archivist.cli.paper import Paper, stop
from archivist.model.errors import ArchivistError


def ladder(
    bots: Annotated[
        list[str] | None,
        typer.Argument(
            help="Bots by name or path; by default all of the project's.", metavar="BOT", show_default=False
        ),
    ] = None,
    games: Annotated[int, typer.Option("--games", help="How many games each pair plays.", min=2)] = 30,
    seed: Annotated[
        int, typer.Option("--seed", help="The seed of the first two games of a pair.", min=0, max=LAST_SEED)
    ] = 0,
    workers: Annotated[int, typer.Option("--workers", help="How many processes; 0 for one per core.", min=0)] = 0,
    json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Play all bots against each other in mirror matches of the starter decks, and print their Elo with intervals.

    Two games with the same deck and seed differ only in who goes first. The same seed gives the same table, whatever the
    number of processes.

    Exit status: 0, or 2 if a bot does not exist.
    """
    names = list(dict.fromkeys(bots or BOTS))
    out = Console(stderr=True, highlight=False)
    try:
        for name in names:
            bot(name)
        if len(names) < 2:
            stop("a ladder needs at least two bots")
        played = all_games(names, games, seed=seed, workers=workers, out=out)
    except ArchivistError as error:
        stop(error)
    found = rungs(played)
    if json:
        typer.echo(msgspec.json.format(msgspec.json.encode({"seed": seed, "rungs": found}), indent=2).decode())
        return
    paper = Paper()
    listed = paper.table("bot", "Elo", "95 % interval", "games", "score")
    for each in found:
        interval = f"{each.low:+.0f} to {each.high:+.0f}"
        listed.add_row(each.name, f"{each.elo:+.0f}", interval, str(each.games), f"{each.score / each.games:.1%}")
    paper.show(listed)
