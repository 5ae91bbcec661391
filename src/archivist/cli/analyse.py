"""``archivist analyse``: the decisions of a recorded game that cost most, by the judgement of the bot `search`."""

from __future__ import annotations

import functools
import os
from pathlib import Path
from typing import Annotated, Any

import msgspec
import typer
from rich.console import Console

from archivist.arena.many import done
from archivist.bots.analysis import NODES, Costly, costly, ranked
from archivist.cli.paper import Paper, stop
from archivist.cli.play import keeping
from archivist.cli.replay import record_of
from archivist.log.replays import Replay
from archivist.model.errors import ArchivistError

MOST = 10
PARTS = 4
"""Into how many parts the decisions are cut for each process."""


def analyse(
    file: Annotated[
        str,
        typer.Argument(help="A replay, or a game saved by archivist play.", metavar="REPLAY", show_default=False),
    ],
    player: Annotated[
        str, typer.Option("--player", "-p", help="Only this player's decisions.", show_default="everybody's")
    ] = "",
    most: Annotated[int, typer.Option("--most", help="How many decisions to list.", min=1)] = MOST,
    nodes: Annotated[int, typer.Option("--nodes", help="How many positions to try for each decision.", min=50)] = NODES,
    workers: Annotated[int, typer.Option("--workers", help="How many processes; 0 for one per core.", min=0)] = 0,
    json: Annotated[bool, typer.Option("--json", help="Print JSON, which archivist replay --marks reads.")] = False,
) -> None:
    """Find the decisions of a recorded game that cost most.

    Each is judged as its player saw it: hidden cards are guessed. The bot `search` tries every answer
    equally often; the cost is the winning chance that was given away. It is a judgement, not a proof: more nodes make it
    more exact. The same file and nodes give the same list.

    Exit status: 0, or 2 if the replay cannot be read or does not play.
    """
    try:
        path = keeping.found(file)
        record = record_of(path)
        if record is not None:
            seen = f"{path} is a record of what {record.head.seat} saw"
            stop(f"{seen}; an analysis needs a replay of the whole game, which holds what was hidden too")
        replay = Replay.read(path)
    except ArchivistError as error:
        stop(error)
    names = [each.name for each in replay.game.state.players]
    named = player.upper()
    if named and named not in names:
        stop(f"no player is named {player!r}; there are {', '.join(names)}")
    positions = [at for at, entry in enumerate(replay.entries) if named in ("", entry.player)]
    found = ranked(_looked_at(path, positions, nodes, workers), most)
    if json:
        typer.echo(msgspec.json.format(msgspec.json.encode(_as_json(path, nodes, found)), indent=2).decode())
    else:
        _tell(found, len(positions))


def _looked_at(path: Path, positions: list[int], nodes: int, workers: int) -> list[Costly]:
    """What the decisions cost, looked at by several processes; how they share the work changes nothing."""
    count = workers or os.cpu_count() or 1
    parts = [positions[begin :: count * PARTS] for begin in range(count * PARTS)]
    jobs = [part for part in parts if part]
    job = functools.partial(_part, path, nodes)
    out = Console(stderr=True, highlight=False)
    return [each for part in done(job, jobs, min(count, len(jobs)), "decisions", out) for each in part]


def _part(path: Path, nodes: int, positions: list[int]) -> list[Costly]:
    return list(costly(Replay.read(path), positions, nodes))


def _as_json(path: Path, nodes: int, found: list[Costly]) -> dict[str, Any]:
    return {
        "file": str(path),
        "nodes": nodes,
        "costly": [{**msgspec.to_builtins(each), "cost": each.cost} for each in found],
    }


def _tell(found: list[Costly], count: int) -> None:
    paper = Paper()
    if not found:
        paper.line(f"None of the {count} decisions cost anything that the search could see.")
        return
    paper.heading(f"The decisions that cost most, of {count}:")
    listed = paper.table("cost", "turn", "decision", "player", "decided", "better")
    for each in found:
        listed.add_row(
            f"{each.cost:.0%}",
            str(each.turn),
            str(each.at),
            each.player,
            f"{each.answer} ({each.chance:.0%})",
            f"{each.better} ({each.best:.0%})",
        )
    paper.show(listed)
