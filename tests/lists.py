"""The closed lists and limits of the rules and the vocabulary, as they were written down.

Which zones are hidden, which words are types, how many ways of paying are tried: constants that hold for every game. Most
entries of a list show in some scenario, and some would be missed only by a card that nobody has written yet. The listing
says where a module lies no more than the rules do. `make golden` writes it anew after an intended change: look whether the
rules say so.
"""

from __future__ import annotations

import importlib
import pkgutil
import re
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import msgspec

from archivist.vocabulary.phrase import Phrase

KEPT = Path(__file__).resolve().parent / "golden" / "lists.txt"
PARTS = ("rules", "vocabulary", "view", "knowledge", "log.saves", "log.save_checks", "position", "soundness")
PLAIN = (int, str, float, type(None))
NAME = re.compile(r"_?[A-Z][A-Z0-9_]*")


class NotPlain(Exception):
    """No constant, or one that holds functions or objects: what it does is for other tests."""


def _plain(value: Any) -> str:
    if isinstance(value, PLAIN):
        return repr(value)
    if isinstance(value, Phrase):
        return f"{type(value).__name__}({value.text!r})"
    if isinstance(value, re.Pattern):
        return f"/{value.pattern}/"
    if isinstance(value, frozenset | set):
        return "{" + ", ".join(sorted(map(_plain, value))) + "}"
    if isinstance(value, Mapping):
        if not value or any(isinstance(key, int) for key in value):
            raise NotPlain  # a store that fills as the cards are looked at
        return "{" + ", ".join(f"{_plain(key)}: {_plain(each)}" for key, each in value.items()) + "}"
    if isinstance(value, tuple):
        return "(" + ", ".join(map(_plain, value)) + ")"
    if isinstance(value, msgspec.Struct):
        fields = ((name, getattr(value, name)) for name in value.__struct_fields__)
        return f"{type(value).__name__}({', '.join(f'{name}={_plain(each)}' for name, each in fields if each)})"
    if isinstance(value, type):
        return value.__name__
    raise NotPlain


def _modules() -> Iterator[str]:
    for part in PARTS:
        name = f"archivist.{part}"
        yield name
        found = importlib.import_module(name)
        if hasattr(found, "__path__"):
            yield from (each.name for each in pkgutil.walk_packages(found.__path__, f"{name}."))


def listed() -> str:
    """Every constant, one in a line."""
    found: set[str] = set()
    for name in _modules():
        for constant, value in vars(importlib.import_module(name)).items():
            if NAME.fullmatch(constant):
                try:
                    found.add(f"{constant} = {_plain(value)}")
                except NotPlain:
                    continue
    return "".join(f"{line}\n" for line in sorted(found))


if __name__ == "__main__":
    KEPT.write_text(listed(), encoding="utf-8")
    sys.stdout.write(f"{KEPT}\n")
