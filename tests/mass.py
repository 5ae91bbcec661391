"""Proof by mass: `make test` tries properties with a sample of seeds, and `make mass` with all of them, as CI does."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Any, TypeVar

import pytest

Test = TypeVar("Test", bound=Callable[..., Any])

MASS = os.environ.get("MASS") == "1"
"""Whether all seeds are tried."""


def how_many(sample: int, whole: int) -> int:
    """How many times something is tried in this run. A test that asks for it has the mark `mass`."""
    return whole if MASS else sample


def seeds(sample: int, whole: int) -> Callable[[Test], Test]:
    """A test for each of so many seeds, from 0 on; the sample is the first of them."""

    def decorate(test: Test) -> Test:
        marked: Test = pytest.mark.mass(pytest.mark.parametrize("seed", range(how_many(sample, whole)))(test))
        return marked

    return decorate
