"""Citations: which rules the code carries out, which the tests prove, and which the scenarios show.

The code cites rules as string literals (in events, refusals and decisions) and in the docstrings of the modules,
functions and classes that carry them out; tests carry a rule in their name (or in a ``rule`` mark), scenarios list the
rules they cite. A citation may be of an id that no rule has: that is for the table to say.
"""

import ast
import re
from collections.abc import Callable, Collection, Iterator
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

import msgspec
import yaml

from archivist.model.errors import ArchivistError
from archivist.rules.catalogue import CHAPTERS, catalogue

__all__ = ["Citation", "UnreadableFile", "in_code", "in_scenarios", "in_tests"]

_CLAUSE = re.compile(r"(PC|CA|CM|BB|RS|CR|RU)\.\d+(\.\d+)*")
_SECTION = re.compile(rf"({'|'.join(CHAPTERS[1:])})\.[\w.-]+")
_IN_PROSE = re.compile(rf"(?<![\w./`-])(?:(?:PC|CA|CM|BB|RS|CR|RU)|{'|'.join(CHAPTERS[1:])})(?:\.[\w-]+)+")
#: The parts of the package that carry out the rules.
_ENGINE = ("model", "vocabulary", "rules", "game.py", "view.py", "decks")
_FILE_NAME = re.compile(r".*\.(yaml|yml|json|md|py|toml|txt|html|css|js|jpg)")
_TEST_OF_A_RULE = re.compile(
    rf"test_(pc|ca|cm|bb|rs|cr|ru|{'|'.join(CHAPTERS[1:]).replace('-', '_')})_\d", re.IGNORECASE
)

_Loader: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
_T = TypeVar("_T")
_Function = ast.FunctionDef | ast.AsyncFunctionDef


class UnreadableFile(ArchivistError):
    """A source, test or scenario file cannot be parsed, so what it cites is not known."""


class Citation(msgspec.Struct, frozen=True):
    """An id found in a file: where it stands, and the name under which the table lists that place.

    `counts` is false outside the engine: what plays scenarios or prints a trace speaks of rules, but carries out none;
    and neither does `rules/citations`, which says which rules apply to an event.
    """

    id: str
    place: str
    label: str
    counts: bool = True


# --- the code -----------------------------------------------------------------------------------------------------


def in_code(root: Path, ids: Collection[str] = ()) -> Iterator[Citation]:
    """The ids that the package cites: string literals that are exactly an id, or look like one.

    With `ids`, only files that name one of them are parsed; what else these cite is told too.
    """
    package = root / "src" / "archivist"
    for path in sorted(package.rglob("*.py")):
        if path.is_relative_to(package / "rules" / "catalogue") or not _names(path, ids):
            continue
        tells = path.is_relative_to(package / "rules" / "citations")
        tree = _python(path)
        cited = [(text, line) for text, line in _strings(tree) if _looks_like_an_id(text)]
        engine = path.relative_to(package).parts[0] in _ENGINE and not tells
        if engine:
            cited += _in_docstrings(tree)
        for text, line in cited:
            place = f"{_relative(path, root)}:{line}"
            yield Citation(text, place, place, engine)


def _in_docstrings(tree: ast.Module) -> Iterator[tuple[str, int]]:
    """The ids in the docstrings of functions and classes, and in what a module says first, each with its line."""
    for node in ast.walk(tree):
        if isinstance(node, _Function | ast.ClassDef | ast.Module):
            text, line = ast.get_docstring(node) or "", 1
            if isinstance(node, ast.Module):
                text = text.partition("\n\n")[0]
            else:
                line = node.lineno
            for found in _IN_PROSE.findall(text):
                if not _FILE_NAME.fullmatch(found):
                    yield found, line


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


def in_tests(root: Path, ids: Collection[str] = ()) -> Iterator[Citation]:
    """The ids that tests prove, by their names and by their marks; with `ids` as for the code."""
    spelled = (*ids, *(_in_a_name(each) for each in ids))
    for path in sorted((root / "tests").rglob("*.py")):
        if not _names(path, spelled):
            continue
        file = _relative(path, root)
        for name, test, marks in _tests(_python(path), file, ()):
            place = f"{file}:{test.lineno}"
            for named in (*_named(test.name), *marks):
                yield Citation(named, place, name)


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
    return {_in_a_name(key): key for key in catalogue()}


def _in_a_name(id: str) -> str:
    return re.sub(r"[.-]", "_", id).lower()


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


def in_scenarios(root: Path, ids: Collection[str] = ()) -> Iterator[Citation]:
    """The ids that scenarios cite, wherever in the file a ``cites`` stands; with `ids` as for the code."""
    for path in sorted((root / "scenarios").rglob("*.yaml")):
        if not _names(path, ids):
            continue
        file = _relative(path, root)
        for document in _parsed(path, _documents):
            for cited in _cited(document):
                yield Citation(cited.value, f"{file}:{cited.start_mark.line + 1}", file)


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


def _names(path: Path, ids: Collection[str]) -> bool:
    """Whether a file has one of the ids in it, in any case; where none are given, every file is wanted."""
    if not ids:
        return True
    text = path.read_bytes().lower()
    return any(each.lower().encode() in text for each in ids)


def _python(path: Path) -> ast.Module:
    """A Python file as a syntax tree."""
    return _parsed(path, ast.parse)


def _parsed(path: Path, parse: Callable[[str], _T]) -> _T:
    """A file as its parser gives it. A file that cannot be parsed is an error that names it."""
    try:
        return parse(path.read_text(encoding="utf-8"))
    except (SyntaxError, UnicodeDecodeError, yaml.YAMLError) as error:
        raise UnreadableFile(f"{path}: {error}") from error
