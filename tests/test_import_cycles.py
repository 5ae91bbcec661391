"""No module of the package needs itself: the imports that are really carried out form no circle."""

import ast
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

import archivist

ROOT = Path(archivist.__file__).parent
Imports = dict[str, set[str]]
"""The modules that each module imports."""

LAYERS = ("archivist.model", "archivist.vocabulary", "archivist.rules")
"""The packages in which no function puts off an import to break a circle either."""


def name_of(path: Path) -> str:
    parts = path.relative_to(ROOT.parent).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


SOURCES = {name_of(path): path for path in sorted(ROOT.rglob("*.py"))}


def statements(body: Sequence[ast.AST], *, put_off: bool) -> Iterator[ast.AST]:
    """The statements that are carried out, without those for type checkers; with `put_off` those in functions too."""
    for each in body:
        if isinstance(each, ast.If) and "TYPE_CHECKING" in ast.unparse(each.test):
            yield from statements(each.orelse, put_off=put_off)
        elif put_off or not isinstance(each, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda):
            yield each
            yield from statements(list(ast.iter_child_nodes(each)), put_off=put_off)


def imported(source: str, modules: frozenset[str], *, put_off: bool) -> set[str]:
    """The modules of the package that a module imports; ``from package import module`` is an import of the module."""
    found: set[str] = set()
    for each in statements(ast.parse(source).body, put_off=put_off):
        if isinstance(each, ast.Import):
            found |= {alias.name for alias in each.names}
        elif isinstance(each, ast.ImportFrom) and each.module:
            inner = [f"{each.module}.{alias.name}" for alias in each.names]
            found |= {name if name in modules else each.module for name in inner}
    return found & modules


def circles(imports: Imports) -> list[list[str]]:
    """The strongly connected parts with more than one module (Tarjan): each module of one needs all others of it."""
    order: dict[str, int] = {}
    lowest: dict[str, int] = {}
    path: list[str] = []
    found: list[list[str]] = []

    def visit(module: str) -> None:
        order[module] = lowest[module] = len(order)
        path.append(module)
        for other in sorted(imports.get(module, ())):
            if other not in order:
                visit(other)
                lowest[module] = min(lowest[module], lowest[other])
            elif other in path:
                lowest[module] = min(lowest[module], order[other])
        if lowest[module] == order[module]:
            part = path[path.index(module) :]
            del path[path.index(module) :]
            if len(part) > 1 or module in imports.get(module, ()):
                found.append(sorted(part))

    for module in sorted(imports):
        if module not in order:
            visit(module)
    return found


def imports_of(prefixes: tuple[str, ...], *, put_off: bool) -> Imports:
    """The imports among the modules of some packages."""
    chosen = {name: path for name, path in SOURCES.items() if name.startswith(prefixes)}
    modules = frozenset(chosen)
    return {name: imported(path.read_text(), modules, put_off=put_off) for name, path in chosen.items()}


def test_no_module_imports_itself_through_others() -> None:
    assert circles(imports_of(("archivist",), put_off=False)) == []


@pytest.mark.parametrize("package", LAYERS)
def test_no_import_inside_a_function_hides_a_circle(package: str) -> None:
    assert circles(imports_of((package,), put_off=True)) == []


# -- the finder itself -------------------------------------------------------------------------------------------


def test_circles_are_found() -> None:
    assert circles({"a": {"b"}, "b": {"c"}, "c": {"a", "d"}, "d": set()}) == [["a", "b", "c"]]
    assert circles({"a": {"b", "c"}, "b": {"c"}, "c": set()}) == []
    assert circles({"a": {"a"}}) == [["a"]]


def test_imports_for_type_checkers_do_not_count_and_put_off_ones_count_when_asked_for() -> None:
    source = """
if TYPE_CHECKING:
    from p import a
from p import b, name
import p.c
try:
    import p.d
except ImportError:
    pass
def late():
    from p.e import thing
"""
    modules = frozenset(("p", "p.a", "p.b", "p.c", "p.d", "p.e"))
    assert imported(source, modules, put_off=False) == {"p", "p.b", "p.c", "p.d"}
    assert imported(source, modules, put_off=True) == {"p", "p.b", "p.c", "p.d", "p.e"}
