"""``archivist rules``: looks rules up, and shows which code and which tests stand behind each."""

from __future__ import annotations

from typing import Annotated, NoReturn

import typer

from archivist.coverage import NoSourceCheckout, UnreadableFile, coverage, problems, render
from archivist.rules.catalogue import Rule, UnknownRule, catalogue, under


def rules(
    id: Annotated[str, typer.Argument(help="A rule, such as CA.1.8; all rules if left out.", metavar="[ID]")] = "",
    covered: Annotated[
        bool, typer.Option("--coverage", help="Which code, tests and scenarios name each rule.")
    ] = False,
    quiet: Annotated[
        bool, typer.Option("--quiet", "-q", help="With --coverage: the summary and problems only.")
    ] = False,
) -> None:
    """Print the catalogue of rules, or a rule with the clauses under it."""
    if covered:
        if id:
            _stop("--coverage is about all rules; leave the rule out")
        _show_coverage(quiet=quiet)
        return
    try:
        found = under(id) if id else list(catalogue().values())
    except UnknownRule as unknown:
        _stop(str(unknown))
    for line in _listed(found):
        typer.echo(line)


def _listed(found: list[Rule]) -> list[str]:
    width = max(len(rule.id) for rule in found)
    return [f"{rule.id:<{width}}  {rule.statement}" for rule in found]


def _show_coverage(*, quiet: bool) -> None:
    """The coverage table. Exit status 1 if a clause on playing cards lacks something, or an id is unknown."""
    try:
        found = coverage()
    except (NoSourceCheckout, UnreadableFile) as error:
        _stop(str(error))
    lines = render(found)
    for line in lines[-1:] if quiet else lines:
        typer.echo(line)
    wrong = problems(found)
    for line in wrong:
        typer.echo(line)
    if wrong:
        raise typer.Exit(1)


def _stop(message: str) -> NoReturn:
    typer.echo(message, err=True)
    raise typer.Exit(2)
