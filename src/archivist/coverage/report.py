"""The table in words: as plain text for a terminal, and as the page ``docs/understanding/coverage.md``."""

from collections.abc import Iterator, Sequence

from archivist.coverage.table import Coverage, Row, Tally

__all__ = ["markdown", "places", "report", "summary"]

COLUMNS = ("chapter", "rules", "implemented", "shown by runs", "definitions not shown", "with a reason")
KEYWORDS = "keywords"
NO_REASON = "no reason given"


def summary(coverage: Coverage) -> list[str]:
    """A line for each chapter and one for all: how many rules are implemented, shown, definitions, or excused."""
    lines = _cells(coverage)
    widths = [max(len(line[column]) for line in (COLUMNS, *lines)) for column in range(len(COLUMNS))]
    tally = coverage.tally
    return [
        *(_aligned(line, widths) for line in (COLUMNS, *lines)),
        _figures(tally),
    ]


def _figures(tally: Tally) -> str:
    """Both figures in one sentence."""
    defined = f"; {tally.definitions} more are definitions" if tally.definitions else ""
    return f"{tally.implemented} of {tally.rules} rules are implemented, {tally.shown} are shown by runs{defined}"


def report(coverage: Coverage) -> list[str]:
    """Every rule that is not complete, with what it lacks and the reason; then the summary."""
    width = max((len(row.rule.id) for row in coverage.open), default=0)
    lines: list[str] = []
    for row in coverage.open:
        lines.append(f"{row.rule.id:<{width}}  {row.rule.statement}")
        lines.append(f"{'':<{width}}  {row.lack}: {row.missing or NO_REASON}")
    return [*lines, *([""] if lines else []), *summary(coverage)]


MOST_PLACES = 20
"""How many places of one kind are listed for a rule; nearly every run shows the rules for beginning a game."""


def places(coverage: Coverage, most: int = MOST_PLACES) -> list[str]:
    """Every rule with the places of its code, the tests that name it and the runs that have shown it.

    Of its code what stands in the folder of the rule's own chapter comes first.
    """
    lines: list[str] = []
    for row in coverage.rows:
        folder = f"src/archivist/rules/{row.rule.chapter.replace('-', '_')}/"
        code = sorted(row.implemented, key=lambda place: not place.startswith(folder))
        lines.append(f"{row.rule.id}  {row.rule.statement}")
        if row.defines:
            lines.append(f"    defines   {row.defines}")
        for kind, cited in (("code", code), ("test", row.tests), ("shown by", row.shown)):
            lines.extend(f"    {kind:<8}  {place}" for place in cited[:most])
            if len(cited) > most:
                lines.append(f"    {kind:<8}  and {len(cited) - most} more")
    return [*lines, ""]


def markdown(coverage: Coverage) -> str:
    """The page on coverage, with every rule that is not complete, missing keywords first."""
    tally = coverage.tally
    keywords = [row for row in coverage.open if row.rule.chapter == KEYWORDS and not row.implemented]
    others = [row for row in coverage.open if row not in keywords]
    parts = [
        _INTRODUCTION,
        f"{_figures(tally)}.",
        "\n".join(_table(coverage)),
        "## Keywords that are not implemented",
        "\n".join(_listed(keywords)) or "None: every keyword of the rulebook is cited by code.",
        "## Other rules that are not complete",
        "\n".join(_listed(others)) or "None.",
    ]
    return "\n\n".join(parts) + "\n"


_INTRODUCTION = """\
# Rule coverage

This page is written by `make coverage`; do not edit it. A rule is *implemented* if code of the engine names its id. It
is *shown by runs* if an event, decision, refusal or expected value of a run carries its id, or that of a clause under
it; every scenario is run for that, games are begun, and decks are checked. A *definition*
(`src/archivist/rules/catalogue/definitions.yaml`) says what a word means, and need not be shown. A rule that is not
complete has a *reason* if `src/archivist/rules/catalogue/not-yet.yaml` gives one. `archivist rules ID` names the code,
the tests and the runs behind a rule."""


def _cells(coverage: Coverage) -> list[tuple[str, ...]]:
    """The cells of the summary, a line for each chapter and, if there are several, one for all."""
    lines = [_line(chapter, Coverage(coverage.chapter(chapter)).tally) for chapter in coverage.chapters]
    return lines if len(lines) == 1 else [*lines, _line("all", coverage.tally)]


def _line(name: str, tally: Tally) -> tuple[str, ...]:
    return name, *(str(n) for n in (tally.rules, tally.implemented, tally.shown, tally.definitions, tally.reasons))


def _aligned(line: Sequence[str], widths: Sequence[int]) -> str:
    """A line of the summary: the name to the left, numbers to the right."""
    numbers = (f"{cell:>{width}}" for cell, width in zip(line[1:], widths[1:], strict=True))
    return "  ".join((f"{line[0]:<{widths[0]}}", *numbers))


def _table(coverage: Coverage) -> Iterator[str]:
    yield _piped(COLUMNS)
    yield _piped(("---", *("--:" for _ in COLUMNS[1:])))
    yield from map(_piped, _cells(coverage))


def _piped(cells: Sequence[str]) -> str:
    return f"| {' | '.join(cells)} |"


def _listed(rows: Sequence[Row]) -> Iterator[str]:
    for row in rows:
        yield f"- `{row.rule.id}` {row.rule.statement} *{row.lack}: {row.missing or NO_REASON}*"
