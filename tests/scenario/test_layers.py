"""What the scenario package may know and use: the game, never the rules by themselves, and nothing uses it from below."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from archivist.rules.catalogue import catalogue

PACKAGE = Path(__file__).parents[2] / "src" / "archivist"
MODULES = sorted((PACKAGE / "scenario").glob("**/*.py"))
WORD = re.compile(r"[A-Za-z][\w-]*(?:\.[\w-]+)*")
BELOW = ("model", "vocabulary", "rules", "cards", "decks", "notation")
LONGEST = 500


def _strings(tree: ast.Module) -> Iterator[tuple[int, str]]:
    """Every string of a module that is not a statement by itself, as docstrings are."""
    prose = {id(each.value) for each in ast.walk(tree) if isinstance(each, ast.Expr)}
    for each in ast.walk(tree):
        if isinstance(each, ast.Constant) and isinstance(each.value, str) and id(each) not in prose:
            yield each.lineno, each.value


def _rules_in(text: str) -> list[str]:
    chapters = {rule.rpartition(".")[0] for rule in catalogue() if "." in rule}
    return [word for word in WORD.findall(text) if word in catalogue() or ("." in word and word in chapters)]


def _imported(tree: ast.Module) -> Iterator[str]:
    for each in ast.walk(tree):
        if isinstance(each, ast.ImportFrom) and each.module:
            yield each.module
            yield from (f"{each.module}.{name.name}" for name in each.names)
        elif isinstance(each, ast.Import):
            yield from (name.name for name in each.names)


@pytest.mark.parametrize("path", MODULES, ids=lambda path: path.stem)
def test_no_module_knows_a_rule_of_its_own(path: Path) -> None:
    """Only the author of a scenario writes rule ids; the runner asks the game for those that apply."""
    known = [(line, rule) for line, text in _strings(ast.parse(path.read_text())) for rule in _rules_in(text)]
    assert known == []


def test_a_rule_in_a_string_would_be_found() -> None:
    tree = ast.parse('"""Prose: CA.1.5."""\nRULES = ("CA.1.5", "combat.3.step")\nWHY = f"refused by timing.2.1"\n')
    assert [rule for _, text in _strings(tree) for rule in _rules_in(text)] == ["CA.1.5", "combat.3.step", "timing.2.1"]


@pytest.mark.parametrize("path", MODULES, ids=lambda path: path.stem)
def test_no_module_is_too_long(path: Path) -> None:
    assert len(path.read_text().splitlines()) <= LONGEST


@pytest.mark.parametrize("package", BELOW)
def test_nothing_below_uses_scenarios(package: str) -> None:
    """model <- vocabulary <- rules <- game <- notation <- scenario."""
    wrong = [
        f"{path.name}: {module}"
        for path in sorted((PACKAGE / package).glob("**/*.py"))
        for module in _imported(ast.parse(path.read_text()))
        if module.startswith("archivist.scenario")
    ]
    assert wrong == []
