"""The coverage table: for every rule, the code that carries it out and the tests and scenarios that prove it.

The code cites rules as string literals (in events, refusals and decisions) and in the docstrings of the functions and
classes that carry them out; tests carry a rule in their name (or in a ``rule`` mark), scenarios list the rules they
cite; this module reads all three and lays them beside the catalogue. What it finds out: rules nobody implements,
rules nobody proves, rules said to be missing which are there, and ids which no rule has.
"""

import ast
import re
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

import msgspec
import yaml

from archivist.model.errors import ArchivistError
from archivist.rules.catalogue import CHAPTERS, Rule, UnknownChapter, catalogue, covers, not_yet

__all__ = [
    "Coverage",
    "NoSourceCheckout",
    "Row",
    "UnreadableFile",
    "coverage",
    "problems",
    "render",
    "source_root",
]

#: The chapter whose every clause must be implemented and proved.
_NORMATIVE = "playing-cards"
_CLAUSE = re.compile(r"(PC|CA|CM|BB|RS|CR|RU)\.\d+(\.\d+)*")
_SECTION = re.compile(rf"({'|'.join(CHAPTERS[1:])})\.[\w.-]+")
_IN_PROSE = re.compile(rf"(?<![\w./-])(?:(?:PC|CA|CM|BB|RS|CR|RU)|{'|'.join(CHAPTERS[1:])})(?:\.[\w-]+)+")
#: The parts of the package whose docstrings tell how a rule is carried out.
_ENGINE = ("model", "vocabulary", "rules", "game.py", "view.py", "decks")
_FILE_NAME = re.compile(r".*\.(yaml|yml|json|md|py|toml|txt)")
_TEST_OF_A_RULE = re.compile(
    rf"test_(pc|ca|cm|bb|rs|cr|ru|{'|'.join(CHAPTERS[1:]).replace('-', '_')})_\d", re.IGNORECASE
)

_Loader: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
_T = TypeVar("_T")
_Function = ast.FunctionDef | ast.AsyncFunctionDef


class NoSourceCheckout(ArchivistError):
    """The coverage table needs a source checkout, and this directory is not one."""

    def __init__(self, root: Path) -> None:
        super().__init__(root)
        self.root = root

    def __str__(self) -> str:
        """Say what was looked for, and where."""
        return f"the coverage table needs a source checkout: {self.root} lacks src/archivist, tests or scenarios"


class UnreadableFile(ArchivistError):
    """A source, test or scenario file cannot be parsed, so what it cites is not known."""


class Row(msgspec.Struct, frozen=True):
    """A rule with the places that implement it (``file:line``), its tests, and the scenarios that cite it.

    ``missing`` is the reason why it is not there yet, for a rule that the catalogue lists as such.
    """

    rule: Rule
    implemented: tuple[str, ...] = ()
    tests: tuple[str, ...] = ()
    scenarios: tuple[str, ...] = ()
    missing: str = ""

    @property
    def proved(self) -> bool:
        """Whether any test or scenario names the rule."""
        return bool(self.tests or self.scenarios)

    @property
    def complete(self) -> bool:
        """Whether the rule is both implemented and proved."""
        return bool(self.implemented) and self.proved


class Coverage(msgspec.Struct, frozen=True):
    """The whole table, a row for each rule in reading order, and the ids found that no rule has."""

    rows: tuple[Row, ...]
    unknown: tuple[str, ...] = ()

    def chapter(self, name: str) -> tuple[Row, ...]:
        """The rows of one chapter."""
        if name not in CHAPTERS:
            raise UnknownChapter(name)
        return tuple(row for row in self.rows if row.rule.chapter == name)

    def missing(self, chapter: str) -> tuple[Row, ...]:
        """The rows of a chapter that lack an implementation, or lack both tests and scenarios."""
        return tuple(row for row in self.chapter(chapter) if not row.complete)


class _Citation(msgspec.Struct, frozen=True):
    """An id found in a file: where it stands, and the name under which the table lists that place."""

    id: str
    place: str
    label: str


def source_root() -> Path:
    """The root of the checkout that this package is run from. Raises :class:`NoSourceCheckout` if installed."""
    return _checked(Path(__file__).resolve().parents[2])


def coverage(root: Path | None = None) -> Coverage:
    """Read the checkout at ``root`` (by default the one this package is run from) into a coverage table."""
    root = source_root() if root is None else _checked(root)
    code, tests, scenarios = list(_in_code(root)), list(_in_tests(root)), list(_in_scenarios(root))
    implemented, proved, cited = _by_rule(code), _by_rule(tests), _by_rule(scenarios)
    rows = tuple(
        Row(rule, implemented.get(key, ()), proved.get(key, ()), cited.get(key, ()), not_yet().get(key, ""))
        for key, rule in catalogue().items()
    )
    unknown = (f"{each.place}: {each.id}" for each in (*code, *tests, *scenarios) if not _known(each.id))
    return Coverage(rows, tuple(dict.fromkeys(unknown)))


def render(coverage: Coverage, *, chapter: str | None = None) -> list[str]:
    """The table as lines of plain text, of one chapter or of all: how often each rule is implemented and proved."""
    rows = coverage.rows if chapter is None else coverage.chapter(chapter)
    width = max((len(row.rule.id) for row in rows), default=0)
    lines = [f"{'rule':<{width}}  code  tests  scenarios  statement"]
    for row in rows:
        code, tests, scenarios = (_count(places) for places in (row.implemented, row.tests, row.scenarios))
        lines.append(f"{row.rule.id:<{width}}  {code:>4}  {tests:>5}  {scenarios:>9}  {row.rule.statement}")
    lines.append("")
    lines.append(_summary(rows))
    return lines


def problems(coverage: Coverage) -> list[str]:
    """A line for each clause on playing cards that is not implemented or not proved, and for each unknown id."""
    lines = [f"{row.rule.id}: {_lack(row)} ({row.rule.statement})" for row in coverage.missing(_NORMATIVE)]
    lines += [f"{row.rule.id}: is said to be missing, and is there" for row in coverage.rows if _stale(row)]
    return lines + [f"unknown rule id: {each}" for each in coverage.unknown]


def _stale(row: Row) -> bool:
    """Whether a rule is listed as missing although it is implemented and proved."""
    return bool(row.missing) and row.complete


def _known(id: str) -> bool:
    """Whether an id is a rule, or the head of several."""
    return id in catalogue() or any(covers(id, each) for each in catalogue())


def _lack(row: Row) -> str:
    """What an incomplete row lacks, in words."""
    lacks = [] if row.implemented else ["not implemented"]
    return " and ".join(lacks if row.proved else [*lacks, "named by no test or scenario"])


def _summary(rows: Iterable[Row]) -> str:
    """The last line of the table: how many of its rules are implemented and proved."""
    rows = tuple(rows)
    implemented = sum(bool(row.implemented) for row in rows)
    proved = sum(row.proved for row in rows)
    return f"{len(rows)} rules: {implemented} implemented, {proved} proved by a test or scenario"


def _count(places: tuple[str, ...]) -> str:
    """A number for the table; nothing at all is a dash, so that gaps catch the eye."""
    return str(len(places)) if places else "-"


def _checked(root: Path) -> Path:
    """The root itself, once it is known to hold what the table is made from."""
    if not all((root / part).is_dir() for part in ("src/archivist", "tests", "scenarios")):
        raise NoSourceCheckout(root)
    return root


def _by_rule(citations: Iterable[_Citation]) -> dict[str, tuple[str, ...]]:
    """The labels of the places that cite each id, each once, in the order they were found."""
    found: dict[str, dict[str, None]] = {}
    for each in citations:
        found.setdefault(each.id, {})[each.label] = None
    return {key: tuple(labels) for key, labels in found.items()}


# --- the code -----------------------------------------------------------------------------------------------------


def _in_code(root: Path) -> Iterator[_Citation]:
    """The ids that the package cites: string literals that are exactly an id, or look like one."""
    package = root / "src" / "archivist"
    for path in sorted(package.rglob("*.py")):
        if path.is_relative_to(package / "rules" / "catalogue"):
            continue
        tree = _python(path)
        cited = [(text, line) for text, line in _strings(tree) if _looks_like_an_id(text)]
        if path.relative_to(package).parts[0] in _ENGINE:
            cited += _in_docstrings(tree)
        for text, line in cited:
            place = f"{_relative(path, root)}:{line}"
            yield _Citation(text, place, place)


def _in_docstrings(tree: ast.Module) -> Iterator[tuple[str, int]]:
    """The ids in the docstrings of functions and classes, each with the line of what it describes."""
    for node in ast.walk(tree):
        if isinstance(node, _Function | ast.ClassDef):
            for found in _IN_PROSE.findall(ast.get_docstring(node) or ""):
                yield found, node.lineno


def _strings(tree: ast.AST) -> Iterator[tuple[str, int]]:
    """The string literals of a module with their lines, in reading order; pieces of f-strings are no literals."""
    if isinstance(tree, ast.Constant) and isinstance(tree.value, str):
        yield tree.value, tree.lineno
    for child in ast.iter_child_nodes(tree):
        if not (isinstance(tree, ast.JoinedStr) and isinstance(child, ast.Constant)):
            yield from _strings(child)


def _looks_like_an_id(text: str) -> bool:
    """Whether a literal is, or was meant to be, the id of a rule (and is not the name of a file)."""
    if text in catalogue() or _CLAUSE.fullmatch(text):
        return True
    return bool(_SECTION.fullmatch(text)) and not _FILE_NAME.fullmatch(text)


# --- the tests ----------------------------------------------------------------------------------------------------


def _in_tests(root: Path) -> Iterator[_Citation]:
    """The ids that tests prove, by their names and by their marks."""
    for path in sorted((root / "tests").rglob("*.py")):
        file = _relative(path, root)
        for name, test, marks in _tests(_python(path), file, ()):
            place = f"{file}:{test.lineno}"
            for named in (*_named(test.name), *marks):
                yield _Citation(named, place, name)


def _tests(
    parent: ast.Module | ast.ClassDef, prefix: str, marks: tuple[str, ...]
) -> Iterator[tuple[str, _Function, tuple[str, ...]]]:
    """The test functions in a module or class: full name, function, and the ids in the marks on it and its classes."""
    for node in parent.body:
        if isinstance(node, ast.ClassDef):
            yield from _tests(node, f"{prefix}::{node.name}", (*marks, *_marked(node)))
        elif isinstance(node, _Function) and node.name.startswith("test_"):
            yield f"{prefix}::{node.name}", node, (*marks, *_marked(node))


def _named(test: str) -> tuple[str, ...]:
    """The rule in the name of a test: the longest id it begins with, or what looks like one but is not."""
    words = test.split("_")[1:]
    for length in range(len(words), 0, -1):
        found = _spelled().get("_".join(words[:length]).lower())
        if found is not None:
            return (found,)
    return (test,) if _TEST_OF_A_RULE.match(test) else ()


@cache
def _spelled() -> dict[str, str]:
    """Each id by the way it is spelled in the name of a function, where neither dots nor hyphens can be."""
    return {re.sub(r"[.-]", "_", key).lower(): key for key in catalogue()}


def _marked(node: _Function | ast.ClassDef) -> Iterator[str]:
    """The ids in the ``rule`` marks of a test or of a class of tests."""
    for decorator in node.decorator_list:
        if isinstance(decorator, ast.Call) and _last_name(decorator.func) == "rule":
            for argument in decorator.args:
                if isinstance(argument, ast.Constant) and isinstance(argument.value, str):
                    yield argument.value


def _last_name(node: ast.expr) -> str | None:
    """The last part of a dotted name: ``rule`` of ``pytest.mark.rule``."""
    if isinstance(node, ast.Attribute):
        return node.attr
    return node.id if isinstance(node, ast.Name) else None


# --- the scenarios ------------------------------------------------------------------------------------------------


def _in_scenarios(root: Path) -> Iterator[_Citation]:
    """The ids that scenarios cite, wherever in the file a ``cites`` stands."""
    for path in sorted((root / "scenarios").rglob("*.yaml")):
        file = _relative(path, root)
        for document in _parsed(path, _documents):
            for cited in _cited(document):
                yield _Citation(cited.value, f"{file}:{cited.start_mark.line + 1}", file)


def _documents(text: str) -> list[yaml.Node]:
    """The documents of a YAML file as nodes, which know their lines, unlike the values made from them."""
    return [document for document in yaml.compose_all(text, Loader=_Loader) if document is not None]


def _cited(node: yaml.Node) -> Iterator[yaml.ScalarNode]:
    """The entries of every ``cites`` in or beneath this node."""
    if isinstance(node, yaml.MappingNode):
        for key, value in node.value:
            yield from _entries(value) if key.value == "cites" else _cited(value)
    elif isinstance(node, yaml.SequenceNode):
        for item in node.value:
            yield from _cited(item)


def _entries(node: yaml.Node) -> Iterator[yaml.ScalarNode]:
    """The single entries of a ``cites``, which may be a list or one id alone."""
    if isinstance(node, yaml.ScalarNode):
        if node.value:
            yield node
    elif isinstance(node, yaml.SequenceNode):
        for item in node.value:
            yield from _entries(item)


# --- files --------------------------------------------------------------------------------------------------------


def _relative(path: Path, root: Path) -> str:
    """A file as the table names it: from the root, with forward slashes on every system."""
    return path.relative_to(root).as_posix()


def _python(path: Path) -> ast.Module:
    """A Python file as a syntax tree."""
    return _parsed(path, ast.parse)


def _parsed(path: Path, parse: Callable[[str], _T]) -> _T:
    """A file as its parser gives it. A file that cannot be parsed is an error that names it."""
    try:
        return parse(path.read_text(encoding="utf-8"))
    except (SyntaxError, UnicodeDecodeError, yaml.YAMLError) as error:
        raise UnreadableFile(f"{path}: {error}") from error
