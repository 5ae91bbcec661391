"""Rules that read the words of another rule, and mean something of their own by them."""

from __future__ import annotations

from typing import Generic, TypeVar

from archivist.compiler.engine import Reader, Readings, Rule

Inner = TypeVar("Inner", bound=Rule)


class SameWords(Rule, Generic[Inner]):
    """A rule that reads just what another rule reads; what it makes of that, and when it says it, is its own."""

    def __init__(self, inner: Inner) -> None:
        super().__init__()
        self.inner = inner

    def starts(self) -> frozenset[str] | None:
        return self.inner.starts()

    def read(self, reader: Reader, at: int) -> Readings:
        return reader.find(self.inner, at)
