"""The compiled build: what is compiled runs, and what cannot be compiled is installed as pure Python."""

from __future__ import annotations

import inspect
import shutil
import subprocess
import sys
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

import archivist
from archivist import position
from archivist.cli import build
from archivist.game import Game
from archivist.model.state import State

pytest.importorskip("hatchling")
build_hook = pytest.importorskip("build_hook")
values = pytest.importorskip("building.values")

SOURCE = Path(str(archivist.__file__)).parent.parent
OPTIONS = (
    "frozen",
    "eq",
    "order",
    "array_like",
    "gc",
    "repr_omit_defaults",
    "omit_defaults",
    "forbid_unknown_fields",
    "weakref",
    "dict",
    "cache_hash",
    "tag",
    "tag_field",
)

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


def test_what_plays_go_through_is_compiled() -> None:
    """Modules that the hook leaves out cost speed: a package's own ones, and those that it names."""
    modules = {each.relative_to(SOURCE).as_posix() for each in build_hook.compiled_in(SOURCE)}
    for package in ("rules", "model"):
        every = {each.relative_to(SOURCE).as_posix() for each in (SOURCE / "archivist" / package).rglob("*.py")}
        assert {each for each in every - modules if not each.endswith("/__init__.py")} <= set(build_hook.LEFT_OUT)
    assert all((SOURCE / each).is_file() for each in build_hook.LEFT_OUT)


# -- values, as they are rewritten for mypyc ---------------------------------------------------------------------


def rewritten(module: str) -> ModuleType:
    """A module of the project in the form that is compiled, run as Python."""
    modules = build_hook.compiled_in(SOURCE)
    path = SOURCE / f"{module.replace('.', '/')}.py"
    text = values.rewritten(path.read_text("utf-8"), values.structs_in({each.parent for each in modules}), SOURCE)
    made = ModuleType("archivist.model.made")
    exec(values.MAKING, made.__dict__)
    found = ModuleType(module)
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(sys.modules, "archivist.model.made", made)
        patch.setitem(sys.modules, module, found)
        exec(compile(text, module, "exec"), found.__dict__)
    return found


@pytest.mark.parametrize(
    "module", ["archivist.model.card", "archivist.model.events.moves", "archivist.vocabulary.costs"]
)
def test_a_value_keeps_its_options_fields_and_annotations(module: str) -> None:
    plain, other = import_module(module), rewritten(module)
    structs: dict[str, Any] = {
        name: each for name, each in vars(plain).items() if isinstance(each, type) and each.__module__ == module
    }
    assert structs
    for name, each in structs.items():
        twin: Any = vars(other)[name]
        assert twin is not each
        assert type(twin) is type(each)
        assert twin.__annotations__ == each.__annotations__
        assert twin.__struct_fields__ == each.__struct_fields__
        assert repr(twin.__struct_defaults__) == repr(each.__struct_defaults__)
        assert repr(config(twin)) == repr(config(each))
        assert "__made__" not in vars(twin)


def config(struct: Any) -> dict[str, Any]:
    return {name: getattr(struct.__struct_config__, name) for name in OPTIONS}


def test_a_native_state_has_the_parts_of_the_declaration() -> None:
    plain: Any = State
    other: Any = rewritten("archivist.model.state").State
    assert list(other.parts.items()) == list(plain.parts.items())
    assert set(inspect.get_annotations(other)) == {"parts", *(each.slot for each in plain.parts.values())}
    own = {name for name, each in vars(plain).items() if inspect.isfunction(each)}
    assert type(other) is type
    assert own <= set(vars(other)), "every method is there, also those that are written from the declaration"


def test_a_native_state_copies_compares_and_begins_as_the_declared_one() -> None:
    game = Game.new(["rai", "silvie"], seed=7)
    twin = rewritten("archivist.model.state").State
    first = twin(game._state.pool, [], game._state.turn, 7, "standard", game._state.now)
    plain = State(game._state.pool, [], game._state.turn, 7, "standard", game._state.now)
    for name in State.parts:
        assert getattr(first, name) == getattr(plain, name) or name == "now"
        setattr(first, name, getattr(game._state, name))
    copied = first.copy()
    assert copied == first
    assert copied.cards is not first.cards
    assert all(getattr(copied, name) == getattr(game._state, name) for name in position.PARTS)
    copied.passes += 1
    assert copied != first
    cards = first.cards
    first.become(copied)
    assert first == copied
    assert first.cards is cards
    first.objects, first.standing = object(), object()
    first.lasting = (*first.lasting,)
    assert first.objects is not None
    first.lasting = ("another",)
    assert first.standing is None
    assert first.objects is not None
    first.field = ("another",)
    assert first.objects is None
    with pytest.raises(TypeError):
        hash(first)


def test_the_sources_go_along_with_what_is_compiled() -> None:
    """Tracebacks, `archivist rules` and the coverage table read them."""
    found = find_spec("archivist.rules.timing.opportunity")
    assert found is not None
    assert (Path(str(found.origin)).parent / "opportunity.py").is_file()
