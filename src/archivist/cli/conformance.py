"""``archivist conformance``: plays the scenarios with any engine, and says where it differs from them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated

import msgspec
import typer
from rich.console import Console
from rich.text import Text

from archivist.cli.paper import warn
from archivist.model.errors import EngineFault, ScenarioError, printable
from archivist.scenario.wire.conforming import Conformance, Outcome, Verdict

STYLES: dict[Outcome, str] = {
    "pass": "bold green",
    "fail": "bold red",
    "error": "bold red",
    "unsupported": "bold yellow",
}
SCENARIOS = Path("scenarios")
"""Where the scenarios of the project lie, seen from its folder."""


def conformance(
    files: Annotated[
        list[Path] | None,
        typer.Argument(
            help="Scenario files, or directories of them; by default the folder 'scenarios'.",
            metavar="FILE",
            show_default=False,
        ),
    ] = None,
    engine: Annotated[
        str, typer.Option("--engine", help="The command that starts the engine.", metavar="CMD", show_default=False)
    ] = ...,  # type: ignore[assignment]
    timeout: Annotated[
        float, typer.Option("--timeout", help="How many seconds the engine has for each reply.", min=0.1)
    ] = 10.0,
    json: Annotated[bool, typer.Option("--json", help="One JSON object per file.")] = False,
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="Only what did not pass, and the totals.")] = False,
) -> None:
    """Play scenarios with any engine that speaks a small protocol of JSON lines on its input and output.

    docs/using/conformance.md describes the protocol. An engine may say of a set-up that it does not support it; such
    scenarios are counted, and do not fail.

    Exit status: 0 all passed or are not supported, 1 some failed, 2 a file or the engine could not be understood.
    """
    out = Console(highlight=False, soft_wrap=True)
    found = list(_files(files or [SCENARIOS]))
    try:
        tested = Conformance(engine, timeout)
    except EngineFault as fault:
        warn(fault)
        raise typer.Exit(2) from None
    sums: Counter[Outcome] = Counter()
    try:
        for file in found:
            verdict = tested.verdict(file)
            sums[verdict.status] += 1
            if json:
                typer.echo(msgspec.json.encode(verdict).decode())
            elif not quiet or verdict.status in ("fail", "error"):
                _tell(out, verdict)
    except EngineFault as fault:
        warn(fault)
        raise typer.Exit(2) from None
    finally:
        tested.close()
    if not json:
        listed = ", ".join(f"{sums[each]} {word}" for each, word in WORDS.items() if sums[each])
        out.print(Text(printable(f"{tested.name}: {listed} of {len(found)} scenarios")))
    raise typer.Exit(2 if sums["error"] else 1 if sums["fail"] else 0)


WORDS: dict[Outcome, str] = {
    "pass": "passed",
    "fail": "failed",
    "unsupported": "not supported",
    "error": "not understood",
}


def _files(paths: list[Path]) -> Iterator[Path]:
    """The scenario files that paths mean. Raises an error for a path where there are none."""
    for path in paths:
        if not path.is_dir():
            if not path.exists():
                raise ScenarioError(f"{path}: there is no such file or folder")
            yield path
            continue
        inside = sorted(each for each in path.rglob("*") if each.suffix in (".yaml", ".yml") and each.is_file())
        if not inside:
            raise ScenarioError(f"{path}: there is no *.yaml file in this directory")
        yield from inside


def _tell(out: Console, verdict: Verdict) -> None:
    line = Text.assemble(
        (verdict.status.upper(), STYLES[verdict.status]), f" {verdict.title} ({printable(verdict.file)})"
    )
    if verdict.problem:
        line.append(f": {verdict.problem}")
    out.print(line)
