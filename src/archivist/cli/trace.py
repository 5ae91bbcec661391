"""``archivist trace``: the rules that a scenario applies, step by step, as a table."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

import msgspec
import typer

from archivist.cli.paper import Paper, echo, stop
from archivist.cli.questions import File, Json
from archivist.model.errors import ArchivistError
from archivist.notation.narration import taken_apart
from archivist.rules.catalogue import catalogue
from archivist.scenario import Report, run

COLUMNS = ("step", "rule", "what changed")


class Change(msgspec.Struct, frozen=True):
    """Something that happened: in which step, by which rules, and what."""

    step: int
    rules: tuple[str, ...]
    change: str


def trace(
    file: File,
    explain: Annotated[bool, typer.Option("--explain", help="Add what each of the rules says.")] = False,
    markdown: Annotated[bool, typer.Option("--markdown", help="Print a table in Markdown.")] = False,
    json: Json = False,
) -> None:
    """Show as a table which rules a scenario applies.

    Exit status: 0, 1 if an expectation of the file failed, 2 if it is malformed or asks for something unknown.
    """
    try:
        report = run(file)
    except ArchivistError as error:
        stop(error)
    changes = list(_changes(report))
    rules = {each: catalogue()[each].statement for change in changes for each in change.rules if each in catalogue()}
    if json:
        said = {"file": report.file, "title": report.title, "steps": report.trace, "changes": changes, "rules": rules}
        typer.echo(msgspec.json.format(msgspec.json.encode(said), indent=2).decode())
    elif markdown:
        for line in _markdown(report, changes, rules if explain else {}):
            echo(line)
    else:
        _tell(Paper(), report, changes, rules if explain else {})
    if not report.passed:
        stop(report.difference, 1)


def _changes(report: Report) -> Iterator[Change]:
    for step in report.trace:
        for line in step.lines:
            sentence, rules = taken_apart(line)
            yield Change(step.number, rules, sentence)


def _tell(paper: Paper, report: Report, changes: list[Change], rules: dict[str, str]) -> None:
    paper.heading(report.title)
    table = paper.table(*COLUMNS)
    for step in report.trace:
        table.add_row(str(step.number), "", step.step)
        for change in changes:
            if change.step == step.number:
                table.add_row("", ", ".join(change.rules), f"  {change.change}")
    paper.show(table)
    if rules:
        paper.heading("The rules")
        grid = paper.grid()
        for each, statement in rules.items():
            grid.add_row(each, statement)
        paper.show(grid)


def _markdown(report: Report, changes: list[Change], rules: dict[str, str]) -> Iterator[str]:
    yield f"# {report.title}"
    yield ""
    yield f"| {' | '.join(COLUMNS)} |"
    yield f"|{' --- |' * len(COLUMNS)}"
    for step in report.trace:
        yield f"| {step.number} | | `{_cell(step.step)}` |"
        for change in changes:
            if change.step == step.number:
                yield f"| | {', '.join(change.rules)} | {_cell(change.change)} |"
    if rules:
        yield ""
        yield from (f"- **{each}** {_cell(statement)}" for each, statement in rules.items())


def _cell(text: str) -> str:
    """Text that can stand in a cell of a table."""
    return text.replace("|", "\\|")
