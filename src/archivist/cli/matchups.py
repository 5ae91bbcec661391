"""``archivist matchups``: plays many games between decks and says who wins, how long it takes, and what is never played."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import msgspec
import typer
from rich.console import Console

from archivist.arena.mass import run
from archivist.arena.matchups import LIMIT, RANDOM, Pairing, Report, Standing, interval
from archivist.arena.page import page
from archivist.arena.playing import LAST_SEED
from archivist.arena.sureness import Question, questions
from archivist.cli.decks import read_deck
from archivist.cli.paper import Paper, Table, stop
from archivist.decks import decks as project_decks
from archivist.model.errors import ArchivistError


def matchups(
    decks: Annotated[
        list[str] | None,
        typer.Argument(help="Decks or files; by default all decks of the project.", metavar="[DECK]..."),
    ] = None,
    games: Annotated[int, typer.Option(help="How many games in all.", min=1)] = 300,
    deck: Annotated[list[str] | None, typer.Option(help="One more deck or file.")] = None,
    bots: Annotated[
        str,
        typer.Option("--bots", "--bot", help="The bots: the project's, or mypkg:MyBot, separated by commas."),
    ] = RANDOM,
    seed: Annotated[
        int, typer.Option(help="The seed of the first game; the next ones follow.", min=0, max=LAST_SEED)
    ] = 0,
    workers: Annotated[int, typer.Option(help="How many processes; 0 for one per core.", min=0)] = 0,
    ray: Annotated[
        str,
        typer.Option(help="Play on a Ray cluster: its address, or auto; alone, start one here.", metavar="[ADDRESS]"),
    ] = "",
    until_sure: Annotated[bool, typer.Option("--until-sure", help="Stop as soon as the answers are clear.")] = False,
    out: Annotated[
        Path | None, typer.Option(help="Keep a row for each game in Parquet files there, and resume the run there.")
    ] = None,
    report: Annotated[Path | None, typer.Option(help="Write a report with plots as one HTML file.")] = None,
    limit: Annotated[int, typer.Option(help="Decisions after which a game is left unfinished.", min=1)] = LIMIT,
    json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Play many games between decks and compare them.

    All pairs of decks meet, each deck also meets itself, and all pairs of bots meet if there are several; the same
    seed gives the same games, whatever plays them. A run that was stopped resumes where its folder ends.

    Exit status: 0, 1 if a deck against itself is decided by who goes first, 2 if a deck or bot is not known.
    """
    named = [*(decks or ()), *(deck or ())]
    chosen = dict(read_deck(each) for each in named) if named else project_decks()
    players = [name for name in bots.split(",") if name]
    if report is not None and not report.parent.is_dir():
        stop(f"{report} cannot be written: there is no folder {report.parent}")
    try:
        records = run(
            chosen,
            games=games,
            seed=seed,
            bots=players,
            workers=workers,
            ray=ray or None,
            limit=limit,
            until_sure=until_sure,
            folder=out,
            out=Console(file=sys.stderr),
        )
        if report is not None:
            report.write_text(page(records, chosen, players), "utf-8")
    except (ArchivistError, OSError) as error:
        stop(error)
    found = Report.of(records, chosen)
    asked = questions(records, list(chosen), players)
    if json:
        typer.echo(_as_json(found, asked))
    else:
        _tell(Paper(), found)
        _tell_answers(Paper(), asked)
    raise typer.Exit(1 if found.one_sided else 0)


def _as_json(report: Report, asked: Sequence[Question]) -> str:
    answers = [{**msgspec.to_builtins(each), "answer": each.answer} for each in asked]
    return msgspec.json.encode({**msgspec.to_builtins(report), "answers": answers}).decode()


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


def _tell_answers(paper: Paper, asked: Sequence[Question]) -> None:
    if not asked:
        return
    paper.heading("What is certain, however often you look")
    table = paper.table("", "games", "win rate", "answer")
    for each in asked:
        rate = f"{100 * each.low:.0f}-{100 * each.high:.0f} %"
        table.add_row(f"{each.one} against {each.other}", str(each.wins + each.losses), rate, each.answer)
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
