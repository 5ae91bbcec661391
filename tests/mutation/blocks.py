"""Blocks of statements, counted as they are entered: which test could notice a fault in which place.

A copy of the package is made in which every block first marks that it was entered. Nothing but the standard library is
needed for that, and it hardly slows the tests down.
"""

from __future__ import annotations

import ast
from collections import Counter
from pathlib import Path
from typing import NamedTuple

from mutation.source import PACKAGE, Source, files

CACHES = frozenset(("cache", "lru_cache", "cached_property"))


class Block(NamedTuple):
    """The statements of a function, a branch or a loop."""

    name: str
    """Its file, function and number within it, from 0."""
    span: tuple[int, int]
    kept: bool
    """Whether what it finds is kept for later tests."""


class _Body(NamedTuple):
    function: str
    kept: bool
    statements: list[ast.stmt]


def _bodies(tree: ast.Module) -> list[_Body]:
    """Every block inside functions, each before those within it."""
    found: list[_Body] = []

    def look(node: ast.AST, function: str, inside: bool, kept: bool) -> None:
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            function = f"{function}.{node.name}".lstrip(".")
            inside = isinstance(node, ast.FunctionDef)
            kept = kept or any(CACHES & _words(each) for each in node.decorator_list)
        for name in ("body", "orelse", "finalbody"):
            statements = getattr(node, name, None)
            if inside and isinstance(statements, list) and statements:
                found.append(_Body(function, kept, statements))
        for child in ast.iter_child_nodes(node):
            look(child, function, inside, kept)

    look(tree, "", False, False)
    return found


def _words(node: ast.AST) -> set[str]:
    return {
        each.attr if isinstance(each, ast.Attribute) else each.id
        for each in ast.walk(node)
        if isinstance(each, ast.Attribute | ast.Name)
    }


def blocks(source: Source) -> list[Block]:
    """The blocks of a source, always in the same order."""
    counted: Counter[str] = Counter()
    found: list[Block] = []
    for function, kept, body in _bodies(source.tree):
        span = source.span(body[0])[0], source.span(body[-1])[1]
        found.append(Block(f"{source.file}:{function}:{counted[function]}", span, kept))
        counted[function] += 1
    return found


def _marked(source: Source, first: int) -> str:
    """The text of a source in which every block marks that it was entered; the first one has that number."""
    for number, (_, _, body) in enumerate(_bodies(source.tree), first):
        has_docstring = isinstance(body[0], ast.Expr) and isinstance(body[0].value, ast.Constant)
        mark = ast.parse(f"_entered[{number}] = 1").body[0]
        body.insert(1 if has_docstring else 0, mark)
    future = [each for each in source.tree.body if isinstance(each, ast.ImportFrom) and each.module == "__future__"]
    at = source.tree.body.index(future[-1]) + 1 if future else 1
    source.tree.body.insert(at, ast.parse("from mutation.entered import ENTERED as _entered").body[0])
    return ast.unparse(ast.fix_missing_locations(source.tree))


class Places:
    """All blocks of a tree, numbered through all of its files."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.first: dict[str, int] = {}
        self.of_file: dict[str, list[Block]] = {}
        self.total = 0
        for _, file in files(root):
            found = blocks(self._source(file))
            self.first[file], self.of_file[file] = self.total, found
            self.total += len(found)

    def _source(self, file: str) -> Source:
        return Source(file, (self.root / PACKAGE / file).read_text("utf-8"))

    @property
    def names(self) -> list[str]:
        """The name of each block, by its number."""
        return [block.name for found in self.of_file.values() for block in found]

    def block(self, file: str, span: tuple[int, int]) -> Block | None:
        """The smallest block around a place; None outside of any."""
        blocks = self.of_file[file]
        around = [block for block in blocks if block.span[0] <= span[0] and span[1] <= block.span[1]]
        return min(around, key=lambda block: block.span[1] - block.span[0], default=None)

    def mark(self, into: Path) -> None:
        """Writes marked sources over those of another tree."""
        for file, first in self.first.items():
            (into / PACKAGE / file).write_text(_marked(self._source(file), first), "utf-8")
