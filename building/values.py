"""Rewrites a copy of the sources, so that mypyc can compile the modules in which values are declared.

mypyc drops the options of a class statement and most of what its annotations say, and both are what a msgspec struct is
made of. In the copy each struct carries them in its body, and a metaclass (`MAKING`) makes the struct from there: it is
the same class as in pure Python. A class whose parts are declared (`model/declaration.py`) becomes a native one: its
fields, and the methods that name every part, are written out from the declaration. Nothing of this is ever checked in.
"""

from __future__ import annotations

import ast
import importlib.util
from collections.abc import Collection, Iterable, Iterator
from pathlib import Path
from typing import Any

MADE = "archivist/model/made.py"
"""The module that makes structs; it is there in the compiled build only."""
MAKING = '''"""Makes structs from what the build wrote into their bodies."""

from __future__ import annotations

from functools import cached_property
from typing import Any, TypeVar

from msgspec import StructMeta

T = TypeVar("T")


class Kept(cached_property[T]):
    """What a struct works out once and keeps. By its usual name mypyc takes it for a property, which keeps nothing."""


class Making(StructMeta):
    """Makes a struct with the options and annotations of its source; the struct is an ordinary one, and not of this kind."""

    def __new__(mcs, name: str, bases: tuple[type, ...], body: dict[str, Any], **_: Any) -> Any:
        options, body["__annotations__"] = body.pop("__made__")
        return StructMeta(name, bases, body, **options)
'''
METHODS = {
    "copy": "def copy(self) -> {name}:",
    "become": "def become(self, other: {name}) -> None:",
    "__eq__": "def __eq__(self, other: object) -> bool:",
}
"""The methods that a declaration writes, with their types."""


def rewrite(source: Path, modules: list[Path]) -> dict[Path, str]:
    """Rewrites the modules of a copy that are to be compiled. Gives what stood in those that were changed."""
    structs = structs_in({each.parent for each in modules})
    last = last_in(source, modules, structs)
    before = {}
    for module in modules:
        text = module.read_text("utf-8")
        changed = rewritten(text, structs, source, last)
        if changed != text:
            before[module] = text
            module.write_text(changed, encoding="utf-8")
    if before:
        (source / MADE).write_text(MAKING, encoding="utf-8")
    return before


def structs_in(folders: set[Path]) -> set[str]:
    """The names of the classes in some folders that are structs."""
    bases = _bases(each for folder in folders for each in folder.glob("*.py"))
    found, more = {"Struct"}, True
    while more:
        more = False
        for name, of in bases.items():
            if name not in found and not of.isdisjoint(found):
                found.add(name)
                more = True
    return found


def last_in(source: Path, modules: list[Path], structs: set[str]) -> set[str]:
    """The names of the native classes from which nothing derives: their methods can be called without asking whose they
    are, and their objects need not be asked whether they are false.
    """
    bases = _bases(modules)
    natives = {name for name, of in bases.items() if name not in structs and of <= bases.keys() - structs}
    return natives - {each for of in _bases(source.rglob("*.py")).values() for each in of}


def _bases(modules: Iterable[Path]) -> dict[str, set[str]]:
    """The classes of some modules by name, with the names of those from which they derive."""
    found: dict[str, set[str]] = {}
    for module in sorted(modules):
        for each in ast.walk(ast.parse(module.read_text("utf-8"))):
            if isinstance(each, ast.ClassDef):
                found.setdefault(each.name, set()).update(_base_names(each))
    return found


def _base_names(of: ast.ClassDef) -> Iterator[str]:
    for base in of.bases:
        plain = base.value if isinstance(base, ast.Subscript) else base
        yield plain.attr if isinstance(plain, ast.Attribute) else ast.unparse(plain)


def rewritten(text: str, structs: set[str], source: Path, last: Collection[str] = ()) -> str:
    """The text of a module for mypyc; the same if it declares no values. Lines keep their numbers up to a native class."""
    edits: list[tuple[int, int, str]] = []
    places = _Places(text)
    tree = ast.parse(text)
    for each in tree.body:
        if not isinstance(each, ast.ClassDef):
            continue
        if any(word.arg == "metaclass" and ast.unparse(word.value) == "Declared" for word in each.keywords):
            edits.append((*places.span(each), native(each, text, source)))
        elif not structs.isdisjoint(_base_names(each)):
            edits += _struct(each, places)
        elif each.name in last and not each.decorator_list and not _may_be_false(each):
            above = places.span(each)[0] - 1  # the empty line above it
            edits.append((above, above, "@final"))
    if edits:
        future = next(each for each in tree.body if isinstance(each, ast.ImportFrom) and each.module == "__future__")
        end = places.span(future)[1]
        edits.append((end, end, "; from typing import ClassVar, final; from archivist.model.made import Kept, Making"))
    for start, end, new in sorted(edits, reverse=True):
        text = text[:start] + new + text[end:]
    return text


class _Places:
    """Where in a text the parts of its tree are."""

    def __init__(self, text: str) -> None:
        self._lines = [0]
        for line in text.splitlines(keepends=True):
            self._lines.append(self._lines[-1] + len(line))
        self._text = text.splitlines(keepends=True)

    def span(self, node: Any) -> tuple[int, int]:
        return self._at(node.lineno, node.col_offset), self._at(node.end_lineno, node.end_col_offset)

    def _at(self, line: int, column: int) -> int:
        before = self._text[line - 1].encode()[:column].decode()  # the tree counts bytes
        return self._lines[line - 1] + len(before)


def _struct(of: ast.ClassDef, places: _Places) -> Iterator[tuple[int, int, str]]:
    """A struct whose options and annotations stand in its body, too. mypy still reads them where they stood."""
    last = max(places.span(each)[1] for each in (*of.bases, *(word.value for word in of.keywords)))
    yield last, last, ", metaclass=Making"
    options = ", ".join(f"{word.arg!r}: {ast.unparse(word.value)}" for word in of.keywords)
    annotations = {}
    for each in of.body:
        if isinstance(each, ast.AnnAssign):
            start, end = places.span(each.annotation)
            annotations[ast.unparse(each.target)] = ast.unparse(each.annotation)
            yield start, end, repr(ast.unparse(each.annotation))
    for each in of.body:
        if isinstance(each, ast.FunctionDef):
            for word in each.decorator_list:
                if ast.unparse(word) == "cached_property":
                    yield *places.span(word), "Kept"
    made = f"__made__: ClassVar[object] = ({{{options}}}, {annotations!r})"
    start, end = places.span(of.body[0])
    if ast.get_docstring(of) is not None:
        yield end, end, f"; {made}"
    else:
        yield start, start, f"{made}\n{' ' * of.body[0].col_offset}"


def _may_be_false(of: ast.ClassDef) -> bool:
    """Whether objects of a class may be false: mypyc does not ask a class that nothing derives from how long it is."""
    return any(isinstance(each, ast.FunctionDef) and each.name in ("__bool__", "__len__") for each in of.body)


def native(of: ast.ClassDef, text: str, source: Path) -> str:
    """A class of declared parts as a native one."""
    declaration = _declaration(source)
    fields = [each for each in of.body if isinstance(each, ast.AnnAssign) and isinstance(each.value, ast.Call)]
    parts = {}
    for each in fields:
        name, written = ast.unparse(each.target), ast.unparse(each.value)  # type: ignore[arg-type]
        part = eval(written, {"part": declaration.part, "aside": declaration.aside})
        parts[name] = declaration.replace(part, name=name, type=ast.unparse(each.annotation)), written
    lines = [f"class {of.name}:", f"    {ast.get_docstring(of, clean=False)!r}", ""]
    table = (
        f"{name!r}: replace({written}, name={name!r}, type={each.type!r})" for name, (each, written) in parts.items()
    )
    lines += [f"    parts: ClassVar[dict[str, Any]] = {{{', '.join(table)}}}"]
    lines += [f"    {each.slot}: {each.type}" for each, _ in parts.values()]
    for each, _ in parts.values():
        lines += [f"    {line}" for line in _dropping(each)] if each.drops else []
    for signature, body in declaration.methods([each for each, _ in parts.values()]).items():
        name = signature.partition("(")[0]
        if name in METHODS:
            made = [line.replace("make(cls)", _another(of, parts)).replace("cls", of.name) for line in body]
            lines += [f"    {METHODS[name].format(name=of.name)}", *(f"        {line}" for line in made), ""]
    lines += ["    def _begin(self) -> None:", *(f"        {line}" for line in _begin(parts))]
    for kept in of.body:
        if isinstance(kept, ast.FunctionDef):
            first = min([kept.lineno, *(each.lineno for each in kept.decorator_list)])
            lines += ["", *text.splitlines()[first - 1 : kept.end_lineno]]
    return "\n".join(lines)


def _another(of: ast.ClassDef, parts: dict[str, Any]) -> str:
    """Makes another value of a class. A native one cannot be made without its `__init__`, which sets parts."""
    (init,) = (each for each in of.body if isinstance(each, ast.FunctionDef) and each.name == "__init__")
    given = (
        f"self.{each.arg}" if each.arg in parts else f"{ast.unparse(each.annotation)}()"
        for each in init.args.args[1:]
        if each.annotation
    )
    return f"cls({', '.join(given)})"


def _dropping(each: Any) -> Iterator[str]:
    yield "@property"
    yield f"def {each.name}(self) -> {each.type}: return self.{each.slot}"
    yield f"@{each.name}.setter"
    yield f"def {each.name}(self, value: {each.type}) -> None:"
    yield f"    if value is not self.{each.slot}:"
    yield f"        self.{each.slot} = value"
    yield from (f"        self.{name} = None" for name in each.drops)


def _begin(parts: dict[str, tuple[Any, str]]) -> Iterator[str]:
    """Sets the defaults. A part that begins as None but may not be None is set by whoever makes the value."""
    for each, _ in parts.values():
        if each.default in (list, dict):
            yield f"self.{each.slot} = {each.default()!r}"
        elif each.default is not None or "None" in each.type.split(" | "):
            yield f"self.{each.slot} = {each.default!r}"


def _declaration(source: Path) -> Any:
    spec = importlib.util.spec_from_file_location("declaration", source / "archivist" / "model" / "declaration.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module
