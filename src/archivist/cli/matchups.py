"""``archivist matchups``: plays many games between decks and says who wins, how long it takes, and what is never played."""

from __future__ import annotations

import sys
from typing import Annotated

import msgspec
import typer
from rich.console import Console

from archivist.arena.matchups import Pairing, Report, Standing, interval, run
from archivist.arena.playing import LAST_SEED
from archivist.cli.decks import read_deck
from archivist.cli.paper import Paper, Table, stop
from archivist.decks import decks as project_decks
from archivist.model.errors import ArchivistError


def matchups(
    games: Annotated[int, typer.Option(help="How many games in all.", min=1)] = 300,
    deck: Annotated[
        list[str] | None, typer.Option(help="A deck or a file; all decks of the project if left out.")
    ] = None,
    bot: Annotated[str, typer.Option(help="Who plays: a bot of the project, or mypkg:MyBot.")] = "random",
    seed: Annotated[
        int, typer.Option(help="The seed of the first game; the next ones follow.", min=0, max=LAST_SEED)
    ] = 0,
    workers: Annotated[int, typer.Option(help="How many processes; 0 for one per core.", min=0)] = 0,
    json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Play many games between decks and compare them.

    All pairs of decks meet, each against itself too; the same seed gives the same games.

    Exit status: 0, 1 if a deck against itself is decided by who goes first, 2 if a deck or bot is not known.
    """
    chosen = dict(read_deck(each) for each in deck) if deck else project_decks()
    try:
        report = run(chosen, games=games, seed=seed, player=bot, workers=workers, out=Console(file=sys.stderr))
    except ArchivistError as error:
        stop(error)
    if json:
        typer.echo(msgspec.json.encode(report).decode())
    else:
        _tell(Paper(), report)
    raise typer.Exit(1 if report.one_sided else 0)


def _tell(paper: Paper, report: Report) -> None:
    paper.heading(f"{report.games} games")
    paper.show(_pairings(paper, report.pairings))
    paper.heading("Each deck against all")
    paper.show(_standings(paper, report.decks))
    for name in report.one_sided:
        paper.heading(f"{name} against itself is decided by who goes first")
    paper.heading(f"Cards never played ({len(report.unplayed)})")
    table = paper.table("card", "deck", "games", "in reach", "legal", "")
    for each in report.unplayed:
        table.add_row(each.card, each.deck, str(each.games), str(each.reached), str(each.offered), each.why)
    if report.unplayed:
        paper.show(table)


def _pairings(paper: Paper, pairings: tuple[Pairing, ...]) -> Table:
    table = paper.table("going first", "second", "games", "first wins", "turns", "decisions", "unfinished")
    for each in pairings:
        turns = f"{each.median:g} ({each.shortest}-{each.longest})"
        table.add_row(
            each.first,
            each.second,
            str(each.games),
            rate(each.wins, each.finished),
            turns,
            f"{each.decisions:.0f}",
            str(each.unfinished),
        )
    return table


def _standings(paper: Paper, standings: tuple[Standing, ...]) -> Table:
    table = paper.table("deck", "games", "wins", "wins going first", "wins going second")
    for each in standings:
        games, wins = each.first_games + each.second_games, each.first_wins + each.second_wins
        table.add_row(
            each.deck,
            str(games),
            rate(wins, games),
            rate(each.first_wins, each.first_games),
            rate(each.second_wins, each.second_games),
        )
    return table


def rate(wins: int, games: int) -> str:
    """Such as ``50 % (40-60)``: the share and its confidence interval."""
    low, high = interval(wins, games)
    return f"{100 * wins / games if games else 0:.0f} % ({100 * low:.0f}-{100 * high:.0f})"
