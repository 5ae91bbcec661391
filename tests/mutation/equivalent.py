"""Faults that change nothing anyone can see, listed by hand with the reason why (`equivalent/*.toml`)."""

from __future__ import annotations

import tomllib
from pathlib import Path, PurePosixPath

import msgspec

from mutation.faults import Fault

FOLDER = Path(__file__).with_name("equivalent")


class Equivalent(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """Faults of a function that nothing can notice for the same reason: what a place reads, and what it becomes.

    Modules may be moved and lines too, so neither is needed. `module` (a file's name without folders) tells functions of the
    same name apart, `nth` the places in a function that read the same. Without a function, the change is meant wherever its
    text stands.
    """

    changes: tuple[tuple[str, str], ...]
    reason: str
    function: str = ""
    nth: int = 1
    module: str = ""

    def means(self, fault: Fault) -> bool:
        """Whether this is one of those faults."""
        if (fault.was, fault.becomes) not in self.changes:
            return False
        if self.module and self.module != PurePosixPath(fault.file).stem:
            return False
        return not self.function or (self.function, self.nth) == (fault.function, fault.nth)


class _Listed(msgspec.Struct, forbid_unknown_fields=True):
    fault: list[Equivalent] = []


def equivalents(folder: Path = FOLDER) -> list[Equivalent]:
    """All that are listed, in a file for each part of the engine."""
    files = sorted(folder.glob("*.toml"))
    return [each for file in files for each in msgspec.convert(tomllib.loads(file.read_text("utf-8")), _Listed).fault]


def real(found: list[Fault], listed: list[Equivalent]) -> list[Fault]:
    """The faults that are not listed."""
    known: dict[tuple[str, str], list[Equivalent]] = {}
    for each in listed:
        for change in each.changes:
            known.setdefault(change, []).append(each)
    return [
        fault for fault in found if not any(each.means(fault) for each in known.get((fault.was, fault.becomes), ()))
    ]
