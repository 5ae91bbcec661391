"""The table in words: as plain text for a terminal, and as the page ``docs/coverage.md``."""

from collections.abc import Iterator, Sequence

from archivist.coverage.table import Coverage, Row, Tally

__all__ = ["markdown", "places", "report", "summary"]

COLUMNS = ("chapter", "rules", "implemented", "proved", "both", "with a reason")
KEYWORDS = "keywords"
NO_REASON = "no reason given"


def summary(coverage: Coverage) -> list[str]:
    """A line for each chapter and one for all: how many rules are implemented, proved, both, or excused."""
    lines = _cells(coverage)
    widths = [max(len(line[column]) for line in (COLUMNS, *lines)) for column in range(len(COLUMNS))]
    tally = coverage.tally
    return [
        *(_aligned(line, widths) for line in (COLUMNS, *lines)),
        f"{tally.both} of {tally.rules} rules are implemented and proved: {tally.percent}",
    ]


def report(coverage: Coverage) -> list[str]:
    """Every rule that is not complete, with what it lacks and the reason; then the summary."""
    width = max((len(row.rule.id) for row in coverage.open), default=0)
    lines: list[str] = []
    for row in coverage.open:
        lines.append(f"{row.rule.id:<{width}}  {row.rule.statement}")
        lines.append(f"{'':<{width}}  {row.lack}: {row.missing or NO_REASON}")
    return [*lines, *([""] if lines else []), *summary(coverage)]


def places(coverage: Coverage) -> list[str]:
    """Every rule with the places of its code, its tests and its scenarios."""
    lines: list[str] = []
    for row in coverage.rows:
        lines.append(f"{row.rule.id}  {row.rule.statement}")
        for kind, cited in (("code", row.implemented), ("test", row.tests), ("scenario", row.scenarios)):
            lines.extend(f"    {kind:<8}  {place}" for place in cited)
    return [*lines, ""]


def markdown(coverage: Coverage) -> str:
    """The page on coverage, with every rule that is not complete; keywords that do not work come first."""
    tally = coverage.tally
    keywords = [row for row in coverage.open if row.rule.chapter == KEYWORDS and not row.implemented]
    others = [row for row in coverage.open if row not in keywords]
    parts = [
        _INTRODUCTION,
        f"{tally.both} of {tally.rules} rules ({tally.percent}) are implemented and proved.",
        "\n".join(_table(coverage)),
        "## Keywords that are not implemented",
        "\n".join(_listed(keywords)) or "None: every keyword of the rulebook is cited by code.",
        "## Other rules that are not complete",
        "\n".join(_listed(others)) or "None.",
    ]
    return "\n\n".join(parts) + "\n"


_INTRODUCTION = """\
# Rule coverage

This page is written by `make coverage`; do not edit it. It counts citations, and says nothing about their quality: a
rule is *implemented* if code of the engine cites its id, and *proved* if a scenario or a test names it. A rule that is
not complete has a *reason* if `src/archivist/rules/catalogue/not-yet.yaml` gives one. `archivist rules --coverage ID`
shows the places in the code, the tests and the scenarios of a rule or a chapter."""


def _cells(coverage: Coverage) -> list[tuple[str, ...]]:
    """The cells of the summary, a line for each chapter and, if there are several, one for all."""
    lines = [_line(chapter, Coverage(coverage.chapter(chapter)).tally) for chapter in coverage.chapters]
    return lines if len(lines) == 1 else [*lines, _line("all", coverage.tally)]


def _line(name: str, tally: Tally) -> tuple[str, ...]:
    return name, *(str(n) for n in (tally.rules, tally.implemented, tally.proved, tally.both, tally.reasons))


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
