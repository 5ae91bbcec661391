"""Faults that change nothing anyone can see, listed by hand with the reason why (`equivalent.toml`)."""

from __future__ import annotations

import tomllib
from pathlib import Path

import msgspec

from mutation.faults import Fault

FILE = Path(__file__).with_name("equivalent.toml")


class Equivalent(msgspec.Struct, forbid_unknown_fields=True):
    """A fault as it is listed: where it is, by its text, and why nothing can notice it."""

    file: str
    function: str
    was: str
    becomes: str
    reason: str
    nth: int = 1

    @property
    def key(self) -> tuple[str, str, str, str, int]:
        return self.file, self.function, self.was, self.becomes, self.nth


class _Listed(msgspec.Struct, forbid_unknown_fields=True):
    fault: list[Equivalent] = []


def equivalents(path: Path = FILE) -> list[Equivalent]:
    return msgspec.convert(tomllib.loads(path.read_text("utf-8")), _Listed).fault


def real(found: list[Fault], listed: list[Equivalent]) -> list[Fault]:
    """The faults that are not listed."""
    known = {each.key for each in listed}
    return [fault for fault in found if fault.key not in known]
