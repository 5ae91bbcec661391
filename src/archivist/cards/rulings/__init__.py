"""Rulings: how this engine reads cards whose text is ambiguous, in the project's own words, each with its rules."""

from __future__ import annotations

from pathlib import Path

import msgspec

from archivist.loading import once
from archivist.yaml_reader import read_yaml


class Ruling(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One reading of one card: what is decided, the rules it rests on, and the scenario that shows it."""

    ruling: str
    rules: tuple[str, ...]
    scenario: str

    def __str__(self) -> str:
        return f"{self.ruling} [{', '.join(self.rules)}]"


@once
def all_rulings() -> dict[str, tuple[Ruling, ...]]:
    """The rulings by card."""
    text = (Path(__file__).parent / "rulings.yaml").read_text("utf-8")
    return msgspec.convert(read_yaml(text), dict[str, tuple[Ruling, ...]])


def rulings(name: str) -> tuple[Ruling, ...]:
    """The rulings on a card."""
    return all_rulings().get(name, ())
