"""Every effect of the vocabulary is carried out by one function, in the module of the same name (RS.2, effects.1)."""

from __future__ import annotations

import ast
import typing
from collections.abc import Callable
from pathlib import Path

import pytest

import archivist
from archivist.rules.effects.instructions import carrying_out as running
from archivist.rules.effects.instructions.carrying_out import (
    CARRIED_OUT,
    MUST_FIND,
    POSSIBLE,
    Run,
    carries_out,
    is_possible,
    must_find,
)
from archivist.vocabulary.effects import EffectNode
from archivist.vocabulary.effects.base import Effect
from archivist.vocabulary.effects.drawing_and_discarding import Draw

PACKAGE = Path(archivist.__file__).parent
VOCABULARY = PACKAGE / "vocabulary" / "effects"
INSTRUCTIONS = PACKAGE / "rules" / "effects" / "instructions"
NODES: tuple[type[Effect], ...] = typing.get_args(EffectNode)
TABLES = {"carried out": CARRIED_OUT, "possible": POSSIBLE, "must find": MUST_FIND}


def test_effects_1_every_node_is_carried_out_by_exactly_one_function() -> None:
    assert set(CARRIED_OUT) == set(NODES)
    functions = list(CARRIED_OUT.values())
    assert len(set(functions)) == len(functions)


@pytest.mark.parametrize("table", TABLES.values(), ids=TABLES)
def test_a_function_stands_in_the_module_named_like_that_of_its_node(
    table: dict[type[Effect], Callable[..., object]],
) -> None:
    for node, function in table.items():
        home = node.__module__.removeprefix("archivist.vocabulary.effects.")
        assert function.__module__ == f"archivist.rules.effects.instructions.{home}", node.__name__


@pytest.mark.parametrize("table", TABLES.values(), ids=TABLES)
def test_a_function_is_given_the_node_that_it_is_registered_for(
    table: dict[type[Effect], Callable[..., object]],
) -> None:
    for node, function in table.items():
        hints = typing.get_type_hints(function)
        hints.pop("return")
        assert list(hints.values()) == [Run, node], function.__name__


def test_the_modules_mirror_each_other() -> None:
    nodes = {path.name for path in VOCABULARY.glob("*.py")} - {"__init__.py", "base.py"}
    functions = {path.name for path in INSTRUCTIONS.glob("*.py")} - {
        "__init__.py",
        "carrying_out.py",
        "references.py",
        "searching.py",
    }
    assert functions == nodes


@pytest.mark.parametrize(
    ("mark", "name"), [(carries_out, "CARRIED_OUT"), (is_possible, "POSSIBLE"), (must_find, "MUST_FIND")]
)
def test_a_marked_function_is_found_under_its_node(
    mark: Callable[..., Callable[..., object]], name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(running, name, {})
    monkeypatch.setattr(running, "NAMES", {})
    function = mark(Draw)(lambda run, node: None)
    assert getattr(running, name) == {Draw: function}
    assert ({Draw: "draw"} if name == "CARRIED_OUT" else {}) == running.NAMES


def test_two_functions_for_one_node_are_refused() -> None:
    with pytest.raises(ValueError, match="Draw is carried out by two functions"):
        carries_out(Draw)(lambda run, node: None)
    assert CARRIED_OUT[Draw].__name__ == "draw"


def test_the_vocabulary_knows_nothing_of_the_rules_at_run_time() -> None:
    """Neither at the top of a module nor within a function; only type annotations name the rules."""
    for path in sorted((PACKAGE / "vocabulary").rglob("*.py")):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        for_types = {
            id(inner)
            for block in ast.walk(tree)
            if isinstance(block, ast.If) and ast.unparse(block.test) == "TYPE_CHECKING"
            for inner in ast.walk(block)
        }
        for node in ast.walk(tree):
            if isinstance(node, ast.Import | ast.ImportFrom) and id(node) not in for_types:
                assert "archivist.rules" not in ast.unparse(node), f"{path.name}:{node.lineno}"


def test_a_run_stays_small() -> None:
    """What a text does belongs to its instructions, and what the game does to the rules: a run has no verbs."""
    tree = ast.parse(Path(running.__file__).read_text(encoding="utf-8"))
    (run,) = (node for node in tree.body if isinstance(node, ast.ClassDef))
    methods = {each.name for each in run.body if isinstance(each, ast.FunctionDef)} - {"__init__"}
    kept = {
        node.attr
        for node in ast.walk(run)
        if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store) and ast.unparse(node.value) == "self"
    }
    assert Run.__bases__ == (object,)
    assert len(methods | kept) <= 30
