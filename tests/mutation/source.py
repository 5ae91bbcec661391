"""The sources that faults are put into, and texts by their places in them."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

PACKAGE = Path("src") / "archivist"
AREAS: dict[str, tuple[str, ...]] = {
    "rules": ("rules",),
    "vocabulary": ("vocabulary",),
    "view": ("view.py",),
    "knowledge": ("knowledge.py",),
    "saves": ("log/saves.py", "log/save_checks.py", "position.py", "soundness.py"),
}
"""The parts of the package that are looked into, by the name they are reported under."""


def files(root: Path) -> Iterator[tuple[str, str]]:
    """Every source of an area, with the area, by its path within the package."""
    package = root / PACKAGE
    for area, parts in AREAS.items():
        for part in parts:
            path = package / part
            found = sorted(path.rglob("*.py")) if path.is_dir() else [path]
            for each in found:
                yield area, each.relative_to(package).as_posix()


class Source:
    """A module's text, its tree, and the text of any part of it."""

    def __init__(self, file: str, text: str) -> None:
        self.file = file
        self.data = text.encode()
        self.tree = ast.parse(text)
        self._lines = [0]
        for line in self.data.splitlines(keepends=True):
            self._lines.append(self._lines[-1] + len(line))

    def span(self, node: ast.stmt | ast.expr) -> tuple[int, int]:
        """Where a node begins and ends, in bytes."""
        assert node.end_lineno is not None and node.end_col_offset is not None
        return self._lines[node.lineno - 1] + node.col_offset, self._lines[node.end_lineno - 1] + node.end_col_offset

    def text(self, span: tuple[int, int]) -> str:
        return self.data[slice(*span)].decode()

    def exchanged(self, span: tuple[int, int], new: str) -> str:
        """The whole text with another one in that place."""
        return (self.data[: span[0]] + new.encode() + self.data[span[1] :]).decode()
