"""``archivist judge``: plays scenario files and says what happened, by which rules, and whether it is as expected."""

from __future__ import annotations

import enum
from pathlib import Path
from typing import Annotated

import msgspec
import typer
from rich.console import Console
from rich.text import Text

from archivist.cli.paper import warn
from archivist.model.errors import ArchivistError, ScenarioError, printable
from archivist.notation.narration import taken_apart
from archivist.scenario import Report, StepTrace, read, run
from archivist.scenario.moot import moot


class Status(enum.IntEnum):
    """How a file went, as an exit status; the worst of all files counts."""

    PASS = 0
    FAIL = 1
    ERROR = 2


STYLES = {Status.PASS: "bold green", Status.FAIL: "bold red", Status.ERROR: "bold red"}


class Verdict(msgspec.Struct, frozen=True):
    """What came of one file."""

    file: str
    status: Status
    title: str = ""
    problem: str = ""
    report: Report | None = None


def judge(
    files: Annotated[
        list[Path], typer.Argument(help="Scenario files, or directories of them.", metavar="FILE", show_default=False)
    ],
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="One line per file.")] = False,
    json: Annotated[bool, typer.Option("--json", help="One JSON object per file.")] = False,
    proofs: Annotated[
        bool,
        typer.Option(
            "--proofs", help="Also fail files that cite a rule their run does not show, or would pass unplayed."
        ),
    ] = False,
) -> None:
    """Play scenarios and say by which rules they pass or fail.

    A cited rule is shown if an event, decision, refusal or expected value of the run carries its id, or that of a clause
    under it. Without --proofs, rules that are not shown are only noted. A file would pass unplayed if everything it
    expects holds before its first step, and nothing is refused.

    Exit status: 0 all passed, 1 some expectation failed, 2 a file is malformed or asks for something unknown.
    """
    out = Console(highlight=False, soft_wrap=True)
    worst = Status.PASS
    for path in files:
        for verdict in map(_proved if proofs else _as_it_is, _judged(path)):
            worst = max(worst, verdict.status)
            if json:
                typer.echo(msgspec.json.encode(_as_json(verdict)).decode())
            elif quiet:
                _tell_briefly(out, verdict)
            else:
                _tell(out, verdict)
            if verdict.status is Status.ERROR:
                warn(verdict.problem)
    raise typer.Exit(int(worst))


# -- judging -----------------------------------------------------------------------------------------------------


def _judged(path: Path) -> list[Verdict]:
    """The verdict on a file, or on each scenario file in and under a directory."""
    if not path.is_dir():
        return [_verdict(path)]
    found = sorted(each for each in path.rglob("*") if each.suffix in (".yaml", ".yml") and each.is_file())
    if not found:
        return [
            Verdict(
                str(path), Status.ERROR, problem=f"{printable(str(path))}: there is no *.yaml file in this directory"
            )
        ]
    return [_verdict(each) for each in found]


def _as_it_is(verdict: Verdict) -> Verdict:
    return verdict


def _proved(verdict: Verdict) -> Verdict:
    """The verdict where a scenario must also show what it cites, and expect something that its steps bring about."""
    if verdict.status is not Status.PASS:
        return verdict
    note = _note(verdict)
    if not note and moot(read(Path(verdict.file))):
        note = "everything it expects holds before its first step, so its steps prove nothing"
    if not note:
        return verdict
    return msgspec.structs.replace(verdict, status=Status.FAIL, problem=note)


def _note(verdict: Verdict) -> str:
    """Which of the cited rules the run of a scenario that passed does not show."""
    report = verdict.report
    if report is None or not report.passed or not report.unproved:
        return ""
    return f"it cites {', '.join(report.unproved)}, which this run does not show"


def _verdict(path: Path) -> Verdict:
    title = ""
    try:
        scenario = read(path)
        title = scenario.title
        report = run(scenario)
    except ScenarioError as error:
        return Verdict(str(path), Status.ERROR, title, str(error))
    except ArchivistError as error:
        return Verdict(str(path), Status.ERROR, title, f"{printable(str(path))}: {error}")
    status = Status.PASS if report.passed else Status.FAIL
    return Verdict(str(path), status, title, report.difference, report)


# -- telling -----------------------------------------------------------------------------------------------------


def _as_json(verdict: Verdict) -> dict[str, object]:
    said: dict[str, object] = {
        "file": verdict.file,
        "title": verdict.title,
        "status": verdict.status.name.lower(),
    }
    if verdict.status is not Status.PASS:
        said["error" if verdict.status is Status.ERROR else "difference"] = verdict.problem
    if verdict.report is not None:
        said["cites"] = verdict.report.cites
        said["shown"] = verdict.report.shown
        said["not shown"] = verdict.report.unproved if verdict.report.passed else ()
        said["trace"] = verdict.report.trace
    return said


def _tell_briefly(out: Console, verdict: Verdict) -> None:
    file = printable(verdict.file)
    named = f"{verdict.title} ({file})" if verdict.title else f"({file})"
    line = Text.assemble((verdict.status.name, STYLES[verdict.status]), f" {named}")
    if verdict.status is Status.FAIL:
        line.append(f": {verdict.problem}")
    out.print(line)


def _tell(out: Console, verdict: Verdict) -> None:
    out.print(Text(verdict.title or printable(verdict.file), style="bold"))
    report = verdict.report
    if report is not None:
        if report.cites:
            out.print(Text(f"cites {', '.join(report.cites)}", style="dim"))
        for step in report.trace:
            _tell_step(out, step)
    line = Text(verdict.status.name, style=STYLES[verdict.status])
    if verdict.status is Status.FAIL:
        line.append(f": {verdict.problem}", style="not bold")
    elif note := _note(verdict):
        line.append(f" (note: {note})", style="not bold dim")
    out.print(line)
    out.print()


def _tell_step(out: Console, step: StepTrace) -> None:
    out.print(Text(f"{step.number:>3}. {step.step}", style="cyan"))
    for line in step.lines:
        sentence, rules = taken_apart(line)
        text = Text(f"       {sentence}")
        if rules:
            text.append(f"  [{', '.join(rules)}]", style="dim")
        out.print(text)
