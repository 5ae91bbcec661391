"""The table: what the code cites and what runs have shown, beside the catalogue.

It finds rules that nobody implements or no run shows, scenarios that cite rules they do not show, rules listed as
missing that are there, and ids that no rule has.
"""

from collections.abc import Iterable
from pathlib import Path

import msgspec

from archivist.coverage.citations import Citation, in_code, in_scenarios, in_tests
from archivist.coverage.runs import Run, known, runs, shown_by
from archivist.model.errors import ArchivistError
from archivist.rules.catalogue import CHAPTERS, Rule, UnknownChapter, catalogue, covers, definitions, not_yet, under

__all__ = ["WANTED", "Coverage", "NoSourceCheckout", "Row", "Tally", "coverage", "problems", "source_root"]

#: The chapter whose every clause must be implemented and shown.
_NORMATIVE = "playing-cards"
#: The share of all rules, in percent, that must be implemented and shown.
WANTED = 95


class NoSourceCheckout(ArchivistError):
    """The coverage table needs a source checkout, and this directory is not one."""

    def __init__(self, root: Path) -> None:
        super().__init__(root)
        self.root = root

    def __str__(self) -> str:
        """Say what was looked for, and where."""
        return f"the coverage table needs a source checkout: {self.root} lacks src/archivist, tests or scenarios"


class Row(msgspec.Struct, frozen=True):
    """A rule with the places that implement it (``file:line``), its tests, and the runs that have shown it.

    ``missing`` is the reason why it is not there yet, if the catalogue gives one; ``defines`` is what a definition
    defines.
    """

    rule: Rule
    implemented: tuple[str, ...] = ()
    tests: tuple[str, ...] = ()
    shown: tuple[str, ...] = ()
    missing: str = ""
    defines: str = ""

    @property
    def complete(self) -> bool:
        """Whether the rule is implemented, and shown by a run unless it is a definition."""
        return bool(self.implemented) and bool(self.shown or self.defines)

    @property
    def lack(self) -> str:
        """What an incomplete row lacks, in words."""
        lacks = [] if self.implemented else ["not implemented"]
        return " and ".join(lacks if self.shown or self.defines else [*lacks, "shown by no run"])


class Tally(msgspec.Struct, frozen=True):
    """How many rules there are, and how many are implemented, shown by runs, or definitions that no run shows.

    `complete` counts those that are implemented and, unless they are definitions, shown; `reasons` counts the others
    that have a reason.
    """

    rules: int
    implemented: int
    shown: int
    definitions: int
    complete: int
    reasons: int

    @property
    def permille(self) -> int:
        """The share that is complete, rounded down, so that it never claims too much."""
        return self.complete * 1000 // self.rules if self.rules else 1000

    @property
    def percent(self) -> str:
        return f"{self.permille // 10}.{self.permille % 10} %"


class Coverage(msgspec.Struct, frozen=True):
    """The whole table: a row for each rule in reading order, unknown ids that were cited, and runs that prove nothing.

    `unproved` has a line for each scenario that fails or does not show what it cites.
    """

    rows: tuple[Row, ...]
    unknown: tuple[str, ...] = ()
    unproved: tuple[str, ...] = ()

    @property
    def chapters(self) -> tuple[str, ...]:
        """The chapters that have rows, in reading order."""
        return tuple(dict.fromkeys(row.rule.chapter for row in self.rows))

    @property
    def open(self) -> tuple[Row, ...]:
        """The rows that lack an implementation, or that no run shows although they are not definitions."""
        return tuple(row for row in self.rows if not row.complete)

    @property
    def tally(self) -> Tally:
        return Tally(
            len(self.rows),
            sum(bool(row.implemented) for row in self.rows),
            sum(bool(row.shown) for row in self.rows),
            sum(bool(row.defines) and not row.shown for row in self.rows),
            sum(row.complete for row in self.rows),
            sum(bool(row.missing) for row in self.open),
        )

    def chapter(self, name: str) -> tuple[Row, ...]:
        """The rows of one chapter."""
        if name not in CHAPTERS:
            raise UnknownChapter(name)
        return tuple(row for row in self.rows if row.rule.chapter == name)

    def missing(self, chapter: str) -> tuple[Row, ...]:
        """The rows of a chapter that are not complete."""
        return tuple(row for row in self.chapter(chapter) if not row.complete)

    def under(self, id: str) -> "Coverage":
        """The table of a chapter, or of a rule and the clauses beneath it. Raises UnknownRule if there is none."""
        wanted = {rule.id for rule in under(id)}
        return Coverage(tuple(row for row in self.rows if row.rule.id in wanted), self.unknown, self.unproved)


def source_root() -> Path:
    """The root of the checkout that this package is run from. Raises :class:`NoSourceCheckout` if installed."""
    return _checked(Path(__file__).resolve().parents[3])


def coverage(root: Path | None = None) -> Coverage:
    """Reads the checkout at ``root`` (by default the one this package is run from), and runs everything that shows
    rules.
    """
    root = source_root() if root is None else _checked(root)
    cited = [*in_code(root), *in_tests(root), *in_scenarios(root)]
    unknown = tuple(dict.fromkeys(f"{each.place}: {each.id}" for each in cited if not _known(each.id)))
    return measured(_by_rule(in_code(root)), _by_rule(in_tests(root)), () if unknown else runs(root), unknown)


def looked_up(id: str, root: Path | None = None) -> Coverage:
    """The rows of a chapter, or of a rule and the clauses beneath it, without playing anything.

    Only files that name one of these rules are read through, and only runs that are kept are told of. Where none is
    kept, the scenarios that cite a rule stand in their place: those that do not show what they cite fail the tests.
    """
    root = source_root() if root is None else _checked(root)
    ids = [rule.id for rule in under(id)]
    done = known(root, ids)
    if not done:
        cited = _by_rule(in_scenarios(root, ids))
        done = tuple(Run(label, (), (each,)) for each, labels in cited.items() for label in labels)
    return measured(_by_rule(in_code(root, ids)), _by_rule(in_tests(root, ids)), done).under(id)


def measured(
    code: dict[str, tuple[str, ...]],
    tests: dict[str, tuple[str, ...]],
    all_runs: Iterable[Run],
    unknown: tuple[str, ...] = (),
) -> Coverage:
    """The table of what code cites, what tests name, and what runs have shown."""
    done = tuple(all_runs)
    shown = shown_by(done, catalogue())
    rows = tuple(
        Row(rule, code.get(key, ()), tests.get(key, ()), shown[key], not_yet().get(key, ""), definitions().get(key, ""))
        for key, rule in catalogue().items()
    )
    return Coverage(rows, unknown, tuple(line for each in done if (line := unproved(each))))


def unproved(done: Run) -> str:
    """Why a run does not prove what it says: it fails, or does not show what it cites. Empty if it does."""
    if done.difference:
        return f"{done.name}: {done.difference}"
    return f"{done.name}: cites {', '.join(done.unproved)}, which its run does not show" if done.unproved else ""


def problems(coverage: Coverage, *, strict: bool = False) -> list[str]:
    """The problems: each clause on playing cards that is not complete, each stale reason, unknown id and unproved
    scenario.

    With `strict`, every rule of every chapter must be complete or listed with a reason, and enough of them complete.
    """
    lines = [f"{row.rule.id}: {row.lack} ({row.rule.statement})" for row in coverage.open if _due(row, strict=strict)]
    lines += [f"{row.rule.id}: is listed as missing, but is there" for row in coverage.rows if _stale(row)]
    if strict and coverage.tally.permille < WANTED * 10:
        lines.append(f"{coverage.tally.percent} of the rules are implemented and shown; it must be {WANTED} %")
    return [*lines, *coverage.unproved, *(f"unknown rule id: {each}" for each in coverage.unknown)]


def _due(row: Row, *, strict: bool) -> bool:
    """Whether an incomplete rule is a problem: always on playing cards, elsewhere if `strict` and without a reason."""
    return row.rule.chapter == _NORMATIVE or (strict and not row.missing)


def _stale(row: Row) -> bool:
    """Whether a rule is listed as missing although it is implemented and shown."""
    return bool(row.missing) and row.complete


def _known(id: str) -> bool:
    """Whether an id is a rule, or the common beginning of several."""
    return id in catalogue() or any(covers(id, each) for each in catalogue())


def _checked(root: Path) -> Path:
    """The root itself, after checking that it contains what the table is made from."""
    if not all((root / part).is_dir() for part in ("src/archivist", "tests", "scenarios")):
        raise NoSourceCheckout(root)
    return root


def _by_rule(citations: Iterable[Citation]) -> dict[str, tuple[str, ...]]:
    """The labels of the places that cite each id, without repetition, in the order in which they were found."""
    found: dict[str, dict[str, None]] = {}
    for each in citations:
        if each.counts:
            found.setdefault(each.id, {})[each.label] = None
    return {key: tuple(labels) for key, labels in found.items()}
