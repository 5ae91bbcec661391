"""What the commands that ask about a scenario have in common: the file, the step, and where the game then stands."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from archivist.cli.paper import stop
from archivist.game import Game
from archivist.model.errors import ArchivistError
from archivist.scenario import read
from archivist.scenario.asking import at
from archivist.scenario.table import Table

File = Annotated[Path, typer.Argument(help="A scenario file.", metavar="FILE", show_default=False)]
Step = Annotated[
    int | None, typer.Option("--step", help="After this many steps of the file; 0 is the setup.", show_default="all")
]
Json = Annotated[bool, typer.Option("--json", help="Print JSON.")]


def asked_about(file: Path, step: int | None) -> Table:
    """The table of a scenario after a step; the command stops with status 2 where the file cannot be played so far."""
    try:
        scenario = read(file, need_steps=False)
        if step is not None and not 0 <= step <= len(scenario.steps):
            steps = f"the steps are 0 (the setup) to {len(scenario.steps)}" if scenario.steps else "it has none"
            stop(f"{file}: there is no step {step}; {steps}")
        return at(scenario, step)
    except ArchivistError as error:
        stop(error)


def moment(table: Table, step: int | None) -> str:
    """Where the game stands, in one line."""
    steps = len(table.scenario.steps)
    after = "In the setup" if step == 0 or not steps else f"After step {steps}"
    turn = table.game.state.turn
    whose = table.players[turn.player]
    return f"{after}: turn {turn.number} of {whose}, {turn.phase} phase; {acting(table.own_game)}."


def acting(game: Game) -> str:
    """Who may act or must decide."""
    state = game.state
    if state.over:
        return "the game is over"
    seat = game.to_act
    assert seat is not None
    name = state.players[seat].name
    if not game.acting:
        assert game.decision is not None
        return f"{name} must decide: {game.decision.prompt}"
    return f"{name} has Opportunity" if state.opportunity is not None else f"{name} may materialize"
