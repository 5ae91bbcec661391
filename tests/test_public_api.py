"""The contract with users of the library: the public names, their fields, methods and signatures, all documented."""

from __future__ import annotations

import inspect
import subprocess
import sys
from pathlib import Path

import pytest

import archivist
from archivist.notation.api import MARK, PAGE, contract, fields, members, names, page, signature

CONTRACT = Path(__file__).with_name("public_api.txt")


def test_the_contract_is_kept() -> None:
    """Adding a name is fine; taking one away or changing a signature breaks programs of others.

    Whoever means it changes tests/public_api.txt as well.
    """
    kept = CONTRACT.read_text("utf-8").splitlines()
    now = contract()
    assert [line for line in kept if line not in now] == [], "these are gone or changed"
    assert [line for line in now if line not in kept] == [], "these are new: add them to tests/public_api.txt"


def test_every_public_name_is_there_and_listed_once() -> None:
    assert archivist.__all__ == sorted(set(archivist.__all__))
    for name in archivist.__all__:
        assert getattr(archivist, name) is not None
    with pytest.raises(AttributeError, match="no attribute"):
        archivist.nothing  # noqa: B018


def test_names_are_loaded_when_they_are_used() -> None:
    """Importing the package is quick: it loads nothing else."""
    code = "import sys, archivist; print([name for name in sys.modules if name.startswith('archivist.')])"
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert found.stdout.strip() == "[]"


@pytest.mark.parametrize("name", names())
def test_everything_public_has_a_docstring(name: str) -> None:
    value = getattr(archivist, name)
    assert inspect.getdoc(value)
    if isinstance(value, type):
        for member, found in members(value):
            assert inspect.getdoc(found), f"{name}.{member}"


def test_signatures_read_as_they_are_written() -> None:
    found = dict(members(archivist.Game))
    assert (
        signature("view", found["view"])
        == "view(seat: Seat, *, log: int | None = None, exact: bool = False, table: bool = True) -> View"
    )
    assert signature("over", found["over"]) == "over: bool"
    assert signature("load", found["load"]) == "load(data: bytes) -> Game"
    assert "kind: Literal['card', 'player', 'item']" in fields(archivist.Thing)
    assert "reasons: tuple[Reason, ...]" in fields(archivist.Illegal)


def test_the_page_is_what_the_docstrings_say() -> None:
    text = PAGE.read_text("utf-8")
    assert MARK in text
    assert page(text) == text, "docs/using/api.md is out of date: make api"
