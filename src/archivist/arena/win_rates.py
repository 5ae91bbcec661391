"""The page of win rates: every deck of the project against every other, played by one bot, with confidence intervals.

`python -m archivist.arena.win_rates --games 640 --out FOLDER` plays the games and writes `docs/decks/README.md` anew, below
its mark. The folder keeps the games, so that a run that was stopped goes on.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console

from archivist.arena.mass import run
from archivist.arena.matchups import Record, interval
from archivist.decks import decks

PAGE = Path(__file__).parents[3] / "docs" / "decks" / "README.md"
MARK = "<!-- what follows is written by python -m archivist.arena.win_rates -->"
LIMIT = 4_000
"""Decisions after which a game is left unfinished."""


def rates(records: Sequence[Record], bot: str) -> str:
    """Two tables: each deck against all, and each against each; a game that nobody won is won by nobody."""
    names = list(decks())
    finished = [record for record in records if record.over]
    lines = [
        f"{len(records)} games, each side played by the bot `{bot}`; {len(records) - len(finished)} were left unfinished.",
        "In brackets are 95 percent confidence intervals (Wilson). Games of a deck against itself count in the second table",
        "only.",
        "",
        "| deck | games | wins |",
        "| --- | --- | --- |",
    ]
    others = [record for record in finished if record.first != record.second]
    for name in names:
        games = [record for record in others if name in (record.first, record.second)]
        shown = f"[{name}]({name}.md)" if (PAGE.parent / f"{name}.md").exists() else name
        lines.append(f"| {shown} | {len(games)} | {_rate(name, games)} |")
    lines += [
        "",
        "Wins of the deck on the left / games:",
        "",
        f"| | {' | '.join(names)} |",
        f"|{' --- |' * (len(names) + 1)}",
    ]
    for one in names:
        lines.append(f"| {one} | {' | '.join(_cell(one, other, finished) for other in names)} |")
    return "\n".join(lines) + "\n"


def _winner(record: Record) -> str:
    return "" if record.winner is None else (record.first, record.second)[record.winner]


def _rate(name: str, games: Sequence[Record]) -> str:
    if not games:
        return "none"
    wins = sum(_winner(record) == name for record in games)
    low, high = interval(wins, len(games))
    return f"{100 * wins / len(games):.0f} % ({100 * low:.0f}-{100 * high:.0f})"


def _cell(one: str, other: str, records: Sequence[Record]) -> str:
    games = [record for record in records if {record.first, record.second} == {one, other}]
    if one == other:
        first = sum(record.winner == 0 for record in games)
        return f"first {first} / {len(games)}"
    return f"{sum(_winner(record) == one for record in games)} / {len(games)}"


def page(text: str, records: Sequence[Record], bot: str) -> str:
    """The page with new tables below its mark."""
    return f"{text.partition(MARK)[0]}{MARK}\n\n{rates(records, bot)}"


def main(
    games: Annotated[int, typer.Option(help="How many games in all.", min=1)] = 64,
    bot: Annotated[str, typer.Option(help="Who plays.")] = "greedy",
    seed: Annotated[int, typer.Option(help="The seed of the first game.", min=0)] = 0,
    workers: Annotated[int, typer.Option(help="How many processes; 0 for one per core.", min=0)] = 0,
    folder: Annotated[Path | None, typer.Option("--out", help="Where games are kept, to go on with them.")] = None,
) -> None:
    """Plays games between all decks of the project and writes the page of win rates anew."""
    out = Console(file=sys.stderr)
    records = run(decks(), games=games, seed=seed, bots=(bot,), workers=workers, limit=LIMIT, folder=folder, out=out)
    PAGE.write_text(page(PAGE.read_text("utf-8"), records, bot), encoding="utf-8")


if __name__ == "__main__":
    start: Any = typer.run
    sys.exit(start(main))
