"""Contests: one bot against another, in mirror matches of the starter decks, each game once more with the seats swapped.

`python -m archivist.arena.contest greedy random --games 200`. Two games with the same deck and seed differ only in the
seats, and so in who goes first; every deck is played equally often. Both bots know the deck lists.
"""

from __future__ import annotations

import functools
import sys
import time
from collections.abc import Sequence
from statistics import median
from typing import Annotated, Any

import msgspec
import typer
from rich.console import Console
from rich.table import Table

from archivist.arena.many import done
from archivist.arena.matchups import interval
from archivist.arena.playing import LAST_SEED
from archivist.bots import Bot, Choice, bot, name_of, play_out
from archivist.decks import deck, decks
from archivist.game import Game
from archivist.model.errors import ArchivistError
from archivist.view import View

LIMIT = 5_000
"""Decisions after which a game is abandoned and counts as not won; games between bots that look ahead have some
hundreds.
"""


class Bout(msgspec.Struct, frozen=True):
    """One game of a contest: the deck that both play, the seed, and where the first bot sits."""

    deck: str
    seed: int
    seat: int


class Result(msgspec.Struct, frozen=True):
    """The result of a bout; `nodes` is how many the first bot has looked at, `most` the highest number for one
    decision, `thought` the processor time of each decision for which it looked at any.
    """

    bout: Bout
    won: bool
    over: bool
    turns: int
    decisions: int
    seconds: float
    nodes: int = 0
    most: int = 0
    lost: bool = False
    thought: tuple[float, ...] = ()


class Timed:
    """A bot whose thinking is timed: how long each decision took for which it looked ahead."""

    def __init__(self, player: Bot) -> None:
        self._player = player
        self.exact, self.table = (bool(getattr(player, name, True)) for name in ("exact", "table"))
        self.name = name_of(player)
        self.thought: list[float] = []

    def choose(self, view: View) -> Choice:
        nodes, begun = getattr(self._player, "nodes", 0), time.process_time()
        choice = self._player.choose(view)
        if getattr(self._player, "nodes", 0) > nodes:
            self.thought.append(time.process_time() - begun)
        return choice


def bouts(names: Sequence[str], games: int, seed: int = 0) -> list[Bout]:
    """A number of bouts: deck by deck, each seed twice with the seats swapped."""
    return [Bout(names[index // 2 % len(names)], seed + index // 2, index % 2) for index in range(games)]


def fight(bout: Bout, one: str, other: str, nodes: int | None = None) -> Result:
    """Plays one bout; `nodes` is the budget of the first bot, if not the usual one."""
    begun = time.process_time()
    lists = [deck(bout.deck)] * 2
    first = bot(one, seed=2 * bout.seed, decks=lists, nodes=nodes)
    second = bot(other, seed=2 * bout.seed + 1, decks=lists)
    game, timed = Game.new(lists, seed=bout.seed), Timed(first)
    outcome = play_out(game, [timed, second] if bout.seat == 0 else [second, timed], limit=LIMIT)
    return Result(
        bout,
        outcome.winner == bout.seat,
        outcome.over,
        outcome.turns,
        outcome.decisions,
        time.process_time() - begun,
        getattr(first, "nodes", 0),
        getattr(first, "most_nodes", 0),
        outcome.winner not in (None, bout.seat),
        tuple(timed.thought),
    )


def contest(
    one: str,
    other: str,
    games: int,
    *,
    names: Sequence[str] = (),
    seed: int = 0,
    nodes: int | None = None,
    workers: int = 0,
    out: Console,
) -> list[Result]:
    """Plays a contest on all cores, or with a number of workers, in mirror matches of some decks (by default all
    starter decks).
    """
    bot(one)
    bot(other)
    jobs = bouts([name for name in (names or sorted(decks())) if deck(name)], games, seed)
    job = functools.partial(fight, one=one, other=other, nodes=nodes)
    return list(done(job, jobs, workers, f"{one} against {other}", out))


def table(one: str, other: str, results: Sequence[Result]) -> Table:
    """How many games the first bot won, in total and with each deck, with the confidence interval of the rate."""
    found = Table(title=f"{one} against {other}", title_justify="left")
    for title in ("deck", "games", "won", "rate", "95 % interval", "turns", "seconds per game"):
        found.add_column(title, justify="left" if title == "deck" else "right")
    parts = {
        name: [each for each in results if each.bout.deck == name] for name in sorted({r.bout.deck for r in results})
    }
    for name, part in {**parts, "all": list(results)}.items():
        wins = sum(each.won for each in part)
        low, high = interval(wins, len(part))
        found.add_row(
            name,
            str(len(part)),
            str(wins),
            f"{wins / len(part):.1%}",
            f"{low:.1%} to {high:.1%}",
            f"{sum(each.turns for each in part) / len(part):.1f}",
            f"{sum(each.seconds for each in part) / len(part):.2f}",
        )
    return found


def main(
    one: Annotated[str, typer.Argument(help="A bot, by name or path.")],
    other: Annotated[str, typer.Argument(help="The bot it plays against.")],
    games: Annotated[int, typer.Option(help="How many games.", min=1)] = 200,
    seed: Annotated[
        int, typer.Option(help="The seed of the first two games; the next ones follow.", min=0, max=LAST_SEED)
    ] = 0,
    deck: Annotated[list[str] | None, typer.Option(help="A starter deck; all of them if none is named.")] = None,
    nodes: Annotated[int | None, typer.Option(help="The budget of the first bot for a decision.", min=1)] = None,
    workers: Annotated[int, typer.Option(help="How many processes; 0 for one per core.", min=0)] = 0,
) -> None:
    """Plays mirror matches between two bots and says how often the first one wins."""
    out = Console(highlight=False, soft_wrap=True)
    try:
        results = contest(one, other, games, names=deck or (), seed=seed, nodes=nodes, workers=workers, out=out)
    except ArchivistError as error:
        out.print(str(error), markup=False)
        raise typer.Exit(2) from None
    out.print(table(one, other, results))
    looked = sum(each.nodes for each in results)
    if looked:
        most, spent = max(each.most for each in results), sum(each.seconds for each in results)
        out.print(
            f"{one} looked at {looked} nodes, at most {most} for a decision; {looked / spent:.0f} per second of all play"
        )
        thought = [seconds for each in results for seconds in each.thought]
        out.print(
            f"a decision for which it looked ahead took {median(thought):.2f} s of processor time (median), at most "
            f"{max(thought):.2f} s; {len(thought) / len(results):.0f} of them a game"
        )
    left = sum(not each.over for each in results)
    if left:
        out.print(f"{left} games were left unfinished after {LIMIT} decisions and count as not won")


if __name__ == "__main__":
    run: Any = typer.run
    sys.exit(run(main))
