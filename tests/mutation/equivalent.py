"""Faults that change nothing anyone can see, listed by hand with the reason why (`equivalent.toml`)."""

from __future__ import annotations

import tomllib
from pathlib import Path, PurePosixPath

import msgspec

from mutation.faults import Fault

FILE = Path(__file__).with_name("equivalent.toml")


class Equivalent(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """A fault as it is listed: its text, its function, and why nothing can notice it.

    Modules may be moved and lines too, so neither is needed. `module` (a file's name without folders) tells faults apart
    that read the same in functions of the same name. Without a function, the fault is meant wherever this text stands.
    """

    was: str
    becomes: str
    reason: str
    function: str = ""
    nth: int = 1
    module: str = ""

    def means(self, fault: Fault) -> bool:
        """Whether this is that fault."""
        if (self.was, self.becomes) != (fault.was, fault.becomes):
            return False
        if self.module and self.module != PurePosixPath(fault.file).stem:
            return False
        return not self.function or (self.function, self.nth) == (fault.function, fault.nth)


class _Listed(msgspec.Struct, forbid_unknown_fields=True):
    fault: list[Equivalent] = []


def equivalents(path: Path = FILE) -> list[Equivalent]:
    return msgspec.convert(tomllib.loads(path.read_text("utf-8")), _Listed).fault


def real(found: list[Fault], listed: list[Equivalent]) -> list[Fault]:
    """The faults that are not listed."""
    known: dict[str, list[Equivalent]] = {}
    for each in listed:
        known.setdefault(each.was, []).append(each)
    return [fault for fault in found if not any(each.means(fault) for each in known.get(fault.was, ()))]
