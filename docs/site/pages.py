"""Pages that the site has and the repository has not: the reference of the public names and the catalogue of rules.

MkDocs calls `on_files` while it builds the site (`hooks` in mkdocs.yml). The catalogue is the coverage table with an
example for each rule, so every scenario is played first, unless its result is still in the user's cache. With
`ARCHIVIST_DOCS=quick` no scenario is played; the catalogue then has the statements, the code and the tests only.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from pathlib import Path

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from msgspec.structs import replace

import archivist
from archivist.coverage import Coverage, Row, coverage, measured, source_root
from archivist.coverage.citations import Citation, in_code, in_scenarios, in_tests
from archivist.notation.api import names
from archivist.rules.catalogue import CHAPTERS, catalogue, covers
from archivist.scenario import run

MOST = 6
"""How many places, tests and scenarios are listed for a rule; the rest are counted."""
LONGEST = 4
"""How many lines of a run are an example."""


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Adds the pages that are made when the site is built."""
    for path, text in _pages(quick=os.environ.get("ARCHIVIST_DOCS") == "quick"):
        files.append(File.generated(config, path, content=text))
    return files


def _pages(*, quick: bool) -> Iterator[tuple[str, str]]:
    root = source_root()
    table = _unplayed(root) if quick else coverage(root)
    table = _citing_first(table, _places(in_scenarios(root)))
    examples = Examples(root, table.rows)
    yield "reference.md", _reference()
    yield "rules/index.md", _contents(table)
    for chapter in CHAPTERS:
        yield f"rules/{chapter}.md", "\n".join(_chapter(chapter, table.chapter(chapter), examples))


def _unplayed(root: Path) -> Coverage:
    """The table without runs."""
    return measured(_places(in_code(root)), _places(in_tests(root)), ())


def _places(cited: Iterable[Citation]) -> dict[str, tuple[str, ...]]:
    found: dict[str, dict[str, None]] = {}
    for each in cited:
        if each.counts:
            found.setdefault(each.id, {})[each.label] = None
    return {rule: tuple(places) for rule, places in found.items()}


def _citing_first(table: Coverage, cited: dict[str, tuple[str, ...]]) -> Coverage:
    """The table with the scenarios that are about a rule before those that only happen to apply it."""
    return replace(
        table,
        rows=tuple(
            replace(row, shown=tuple(sorted(row.shown, key=lambda name: name not in cited.get(row.rule.id, ()))))
            for row in table.rows
        ),
    )


# -- the public names ----------------------------------------------------------------------------------------------


def _reference() -> str:
    parts = ["# Reference", "The public names of `archivist`, with their docstrings and their source."]
    for name in names():
        value = getattr(archivist, name)
        parts.append(f"::: {value.__module__}.{value.__qualname__}\n    options:\n      heading: {name}")
    return "\n\n".join(parts) + "\n"


# -- the catalogue -------------------------------------------------------------------------------------------------


def _contents(table: Coverage) -> str:
    lines = [f"- [{chapter}]({chapter}.md): {len(table.chapter(chapter))} rules" for chapter in CHAPTERS]
    return f"""# The rules

Every rule in one line of our own words, with the code that carries it out, the tests and scenarios that prove it, and
lines of a run that apply it. The chapters and their ids are those of the rulebook. [Rule
coverage](../understanding/coverage.md) has the figures.

{chr(10).join(lines)}
"""


def _chapter(chapter: str, rows: Iterable[Row], examples: Examples) -> Iterator[str]:
    yield f"# {chapter}\n"
    for row in rows:
        yield f"## {row.rule.id} {{ #{row.rule.id} }}\n\n{row.rule.statement}\n"
        if row.missing:
            yield f"*{row.lack}: {row.missing}*\n"
        if row.defines:
            yield f"*A definition: {row.defines}*\n"
        for kind, places in (("Code", row.implemented), ("Tests", row.tests), ("Scenarios and other runs", row.shown)):
            if places:
                yield f"{kind}: {_listed(places)}\n"
        example = examples.of(row)
        if example:
            yield "```text\n" + "\n".join(example) + "\n```\n"


def _listed(places: tuple[str, ...]) -> str:
    shown = ", ".join(f"`{each}`" for each in places[:MOST])
    return shown + (f" and {len(places) - MOST} more" if len(places) > MOST else "")


class Examples:
    """Lines of runs that apply a rule. Few scenarios are run: each serves all the rules that it shows."""

    def __init__(self, root: Path, rows: Iterable[Row]) -> None:
        self._root = root
        self._lines: dict[str, list[str]] = {}
        showing = [[name for name in row.shown if name.endswith(".yaml")][:MOST] for row in rows]
        used: set[str] = set()
        for scenarios in sorted(showing, key=len):
            if scenarios and used.isdisjoint(scenarios):
                used.add(scenarios[0])
                self._play(scenarios[0])

    def _play(self, name: str) -> None:
        """Keeps, for each rule that has no example yet, the lines of the first step that applies it."""
        for step in run(self._root / name).trace:
            found: dict[str, list[str]] = {}
            for line in step.lines:
                for rule in _cited(line):
                    found.setdefault(rule, [f"{name}, step {step.number}: {step.step}"]).append(f"    {line}")
            self._lines = found | self._lines

    def of(self, row: Row) -> list[str]:
        """The step and the first lines that apply a rule, or a clause under it."""
        rule = row.rule.id
        found = self._lines.get(rule) or next((each for key, each in self._lines.items() if covers(rule, key)), [])
        return found[: LONGEST + 1]


def _cited(line: str) -> list[str]:
    """The rules at the end of a line of a trace that are in the catalogue."""
    _, _, rules = line.rpartition("[")
    return [rule for rule in rules.rstrip("]").split(", ") if rule in catalogue()]
