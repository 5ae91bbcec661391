"""``archivist why``: explains why a play is refused in a position of a scenario, with every rule that stands against it."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
import typer

from archivist.cli.paper import Paper, stop
from archivist.cli.questions import File, Json, Step, asked_about, moment
from archivist.model.errors import ArchivistError, Reason
from archivist.rules.catalogue import rule
from archivist.scenario.asking import Verdict, verdict

WORDS = {"attack": "attack with", "ability": "use the ability of"}
"""Actions that have other words in a sentence."""


def why(
    file: File,
    play: Annotated[
        list[str],
        typer.Argument(
            help="Such as A activate Fireball, or a step as in the file: 'A: {attack: A/champion, weapon: none}'.",
            metavar="PLAY",
            show_default=False,
        ),
    ],
    step: Step = None,
    json: Json = False,
) -> None:
    """Explain why a play is refused in a scenario, rule by rule.

    Exit status: 0 it is legal, 1 it is refused, 2 the file is malformed or a name is unknown.
    """
    table = asked_about(file, step)
    try:
        found = verdict(table, " ".join(play))
    except ArchivistError as error:
        stop(error)
    if json:
        typer.echo(msgspec.json.format(msgspec.json.encode(_as_json(found)), indent=2).decode())
    else:
        _tell(Paper(), found, moment(table, step))
    raise typer.Exit(0 if found.legal else 1)


def _tell(paper: Paper, found: Verdict, when: str) -> None:
    paper.note(when)
    if found.legal:
        paper.heading(f"{_said(found, 'can', 'is legal')} now.")
        return
    paper.heading(f"{_said(found, 'cannot', 'is refused')} now:")
    for reason in found.reasons:
        paper.line(f"- {reason.why}")
        for each in reason.rules:
            paper.line(f"    {each}", rule(each).statement)


def _said(found: Verdict, can: str, is_: str) -> str:
    """The play in a sentence; a step as it is written."""
    verb, _, name = found.play.partition(" ")
    if verb.endswith(":"):
        return f"{found.play} {is_}"
    return f"{found.player} {can} {WORDS.get(verb, verb)} {name}".rstrip()


def _as_json(found: Verdict) -> dict[str, Any]:
    return {
        "player": found.player,
        "play": found.play,
        "legal": found.legal,
        "reasons": [_reason(reason) for reason in found.reasons],
    }


def _reason(reason: Reason) -> dict[str, Any]:
    return {"why": reason.why, "rules": {each: rule(each).statement for each in reason.rules}}
