"""``archivist rules``: looks rules up, and shows which code and which runs stand behind each."""

from __future__ import annotations

from typing import Annotated

import typer

from archivist.cli.paper import Paper, echo, stop, warn
from archivist.coverage import (
    Coverage,
    NoSourceCheckout,
    UnreadableFile,
    coverage,
    looked_up,
    markdown,
    places,
    problems,
    report,
    summary,
)
from archivist.rules.catalogue import Rule, UnknownRule, catalogue, search, spelled, under


def rules(
    id: Annotated[
        list[str] | None,
        typer.Argument(
            help="A rule, such as CA.1.8, a chapter, a keyword, or words to search for; by default all rules.",
            metavar="ID|WORDS",
        ),
    ] = None,
    covered: Annotated[
        bool, typer.Option("--coverage", help="How many rules are implemented and shown by runs, and which are not.")
    ] = False,
    quiet: Annotated[
        bool, typer.Option("--quiet", "-q", help="Only the statements; with --coverage, only the summary and problems.")
    ] = False,
    strict: Annotated[
        bool,
        typer.Option(
            "--strict", help="With --coverage: also fail for rules that no run shows and that have no reason."
        ),
    ] = False,
    page: Annotated[
        bool, typer.Option("--markdown", help="With --coverage: print the page of docs/understanding.")
    ] = False,
) -> None:
    """Look up rules, their code and the runs that show them.

    Without an id the whole catalogue is printed, with one that rule and the clauses under it. Any other words find the
    rules that mention them, the keyword of that name first. Outside a checkout of the project there are
    only the statements.
    """
    wanted = spelled(" ".join(id or ()))
    if id and not wanted.strip():
        stop("an id, or words to search for, are needed; archivist rules alone lists every rule")
    if covered:
        _show_coverage(wanted, quiet=quiet, strict=strict, page=page)
        return
    if strict or page:
        stop("--strict and --markdown need --coverage")
    try:
        found = under(wanted) if wanted else list(catalogue().values())
    except UnknownRule as unknown:
        found = search(wanted)
        if not found:
            stop(str(unknown))
        _show(found)
        return
    behind = _behind(wanted, found) if id and not quiet else []
    for line in behind:
        echo(line)
    if not behind:
        _show(found)


def _behind(wanted: str, found: list[Rule]) -> list[str]:
    """A rule with its code, tests and runs; nothing for a whole chapter, or where there is no checkout."""
    if len(found) > MOST_RULES:
        return []
    try:
        return places(looked_up(wanted))
    except NoSourceCheckout:
        return []
    except UnreadableFile as error:
        stop(str(error))


MOST_RULES = 40
"""For more rules than this only the statements are listed."""


def _show(found: list[Rule]) -> None:
    paper = Paper()
    listed = paper.grid()
    for rule in found:
        listed.add_row(rule.id, rule.statement)
    paper.show(listed)


def _show_coverage(id: str, *, quiet: bool, strict: bool, page: bool) -> None:
    """The coverage table. Exit status 1 if there are problems; with the page these go to the error output."""
    try:
        found = coverage()
        if id:
            found = found.under(id)
    except (NoSourceCheckout, UnreadableFile, UnknownRule) as error:
        stop(str(error))
    if page:
        typer.echo(markdown(found), nl=False)
    else:
        for line in _lines(found, detailed=bool(id), quiet=quiet):
            echo(line)
    wrong = problems(found, strict=strict)
    for line in wrong:
        (warn if page else echo)(line)
    if wrong:
        raise typer.Exit(1)


def _lines(found: Coverage, *, detailed: bool, quiet: bool) -> list[str]:
    """The lines to print: for a selection all places first, then what is incomplete, then the summary."""
    if quiet:
        return summary(found)
    return [*(places(found) if detailed else ()), *report(found)]
