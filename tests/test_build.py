"""The compiled build: what is compiled runs, and what cannot be compiled is installed as pure Python."""

from __future__ import annotations

import shutil
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

from archivist.cli import build

pytest.importorskip("hatchling")
build_hook = pytest.importorskip("build_hook")

RULE = '''
"""A rule."""


def doubled(number: int) -> int:
    return 2 * number
'''
OTHER = '''
"""A rule that uses another."""

from archivist.rules.doubling import doubled


def quadrupled(number: int) -> int:
    return doubled(doubled(number))
'''


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """A project with two rules."""
    folder = tmp_path / "project" / "src" / "archivist" / "rules"
    folder.mkdir(parents=True)
    (folder.parent / "__init__.py").write_text("", encoding="utf-8")
    (folder / "__init__.py").write_text("", encoding="utf-8")
    (folder / "doubling.py").write_text(RULE, encoding="utf-8")
    (folder / "quadrupling.py").write_text(OTHER, encoding="utf-8")
    return tmp_path / "project"


def test_the_build_that_runs_is_the_one_that_is_named() -> None:
    """Whatever a module of the rules was loaded from, `archivist --version` says so."""
    from archivist.rules.timing import passing

    compiled = not hasattr(passing.handed_on, "__code__")
    assert build() == ("compiled" if compiled else "pure Python")


def test_what_is_compiled_runs(root: Path, tmp_path: Path) -> None:
    if shutil.which("cc") is None:
        pytest.skip("no C compiler here")
    folder = tmp_path / "build"
    assert build_hook.compile_in(root, folder) == ""
    code = "from archivist.rules import quadrupling as q; print(q.quadrupled(10), hasattr(q.quadrupled, '__code__'))"
    done = subprocess.run([sys.executable, "-c", code], cwd=folder / "src", capture_output=True, text=True, check=True)
    assert done.stdout == "40 False\n"


def test_without_a_compiler_there_is_a_reason_and_no_error(
    root: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CC", "no-such-compiler")
    why = build_hook.compile_in(root, tmp_path / "build")
    assert "no-such-compiler" in why
    assert not build_hook.libraries(tmp_path / "build")


@pytest.mark.parametrize(
    ("name", "text", "compiled"),
    [
        ("doubling", RULE, True),
        ("__init__", RULE, False),
        ("values", "class Price(Value, frozen=True):\n    amount: int\n", True),
        ("limits", "class Limits(msgspec.Struct, frozen=True, rename=str.upper):\n    most: int\n", False),
    ],
)
def test_what_mypyc_would_change_is_not_compiled(name: str, text: str, compiled: bool, tmp_path: Path) -> None:
    module = tmp_path / f"{name}.py"
    module.write_text(text, encoding="utf-8")
    assert build_hook.is_compiled(module) is compiled


def test_every_rule_is_compiled_that_can_be() -> None:
    """Modules that the hook leaves out cost speed: there should be few, and none that plays go through."""
    root = Path(str(find_spec("archivist").origin)).parent / "rules"  # type: ignore[union-attr]
    left_out = {path.name for path in root.rglob("*.py") if not build_hook.is_compiled(path)}
    assert left_out == {"__init__.py", "formats.py"}


def test_the_sources_go_along_with_what_is_compiled() -> None:
    """Tracebacks, `archivist rules` and the coverage table read them."""
    found = find_spec("archivist.rules.timing.opportunity")
    assert found is not None
    assert (Path(str(found.origin)).parent / "opportunity.py").is_file()
