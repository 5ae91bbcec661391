"""``archivist ask``: lists everything that a player can do in a position of a scenario."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
import typer

from archivist.cli.paper import Paper, stop
from archivist.cli.questions import File, Json, Step, acting, asked_about, moment
from archivist.model.decision import Decision
from archivist.notation.answers import labels
from archivist.scenario.asking import Play, plays
from archivist.scenario.table import Table


def ask(
    file: File,
    player: Annotated[
        str, typer.Option("--player", "-p", help="Whose plays.", show_default="whoever must decide")
    ] = "",
    step: Step = None,
    json: Json = False,
) -> None:
    """List every legal play in a position of a scenario.

    Exit status: 0, or 2 if the file is malformed or a name is unknown.
    """
    table = asked_about(file, step)
    named, player = player, player.upper()
    if player and player not in table.players:
        stop(f"no player is named {named!r}; there are {', '.join(table.players)}")
    decision = table.game.decision
    if decision is not None and player and table.players[decision.player] != player:
        decision = None
    if json:
        typer.echo(msgspec.json.format(msgspec.json.encode(_as_json(table, decision)), indent=2).decode())
    else:
        _tell(Paper(), table, decision, player, step)


def _tell(paper: Paper, table: Table, decision: Decision | None, player: str, step: int | None) -> None:
    paper.heading(moment(table, step))
    if decision is None:
        who = player or "Nobody"
        paper.line(f"{who} cannot do anything now: {acting(table.own_game)}.")
    elif decision.form == "act":
        _list(paper, f"{table.players[decision.player]} can", plays(table.own_game))
    else:
        paper.line(f"{table.players[decision.player]}: {decision.prompt}{_how(decision)}", f"[{decision.rule}]")
        for label in _options(table, decision):
            paper.line(f"- {label}")


def _list(paper: Paper, title: str, found: list[Play]) -> None:
    listed = paper.table(title, "cost", "to choose")
    for play in found:
        times = f" ({play.count} cards)" if play.count > 1 else ""
        chosen = "; ".join(f"{kind}: {', '.join(names)}" for kind, names in play.choices)
        listed.add_row(f"{play.play}{times}", ", ".join(play.costs), chosen)
    paper.show(listed)


def _how(decision: Decision) -> str:
    """How many of the options make up an answer."""
    match decision.form:
        case "number":
            return f" ({decision.least} to {decision.most})"
        case "split":
            return f" (shares that add up to {decision.total})"
        case "order":
            return " (in an order)"
        case "arrange":
            return " (each on top or to the bottom)"
        case "pick" if (decision.least, decision.most) != (1, 1):
            several = f"{decision.least}" if decision.least == decision.most else f"{decision.least} to {decision.most}"
            return f" ({several} of these)"
    return ""


def _options(table: Table, decision: Decision) -> list[str]:
    """The options in words; where a card is to be named, the cards are not listed, because every card could be."""
    return [] if decision.form == "name" else list(labels(table.game.state, decision))


def _as_json(table: Table, decision: Decision | None) -> dict[str, Any]:
    turn = table.game.state.turn
    said: dict[str, Any] = {
        "file": table.scenario.file,
        "step": len(table.scenario.steps),
        "turn": turn.number,
        "turn player": table.players[turn.player],
        "phase": turn.phase,
        "player": None if decision is None else table.players[decision.player],
        "plays": [],
    }
    if decision is None:
        return said
    said |= {"decision": decision.kind, "prompt": decision.prompt, "rules": decision.rules}
    if decision.form == "act":
        return {**said, "plays": plays(table.own_game)}
    number = {"least": decision.least, "most": decision.most, "total": decision.total}
    return {**said, "form": decision.form, **number, "options": _options(table, decision)}
