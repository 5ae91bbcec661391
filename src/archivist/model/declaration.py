"""A value whose parts are declared once: snapshots, equality and the empty value are written from the declaration.

The class body says `name: type = part(default)` for a part of the value, and `aside` for what goes along with it. From
that `Declared` makes the slots, and the methods that name every part: they are compiled once, because snapshots are
taken at every play that is tried. Saves, positions and the text for debuggers read the same list, `State.parts`.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable
from operator import attrgetter
from typing import Any

import msgspec
from msgspec.structs import replace

BUILTIN = (list, dict)
"""Parts that begin as one of these are changed in place, so that each snapshot needs its own."""


class Part(msgspec.Struct, frozen=True):
    """A part of a value: its name and type, what it is at first, and what the rest of the program may do with it.

    `placed` says that it belongs to the position; `compared`, that equality looks at it; `told`, that a player may know
    it, as far as they know the cards in it; `shown`, that a debugger shows it; `numbers`, that it lists cards by their
    numbers. Putting another value in its place sets those parts to None that it `drops`. What is `copied` has a `copy` of
    its own, and each snapshot needs one.
    """

    default: Any
    placed: bool
    compared: bool
    told: bool
    shown: bool
    numbers: bool
    drops: tuple[str, ...]
    copied: bool = False
    name: str = ""
    type: str = ""

    @property
    def slot(self) -> str:
        """The attribute in which it is kept."""
        return f"_{self.name}" if self.drops else self.name

    def first(self) -> Any:
        """What it is before anything has happened."""
        return self.default() if self.default in BUILTIN else self.default


def part(
    default: Any = None,
    *,
    compared: bool = True,
    told: bool = True,
    shown: bool = True,
    numbers: bool = False,
    drops: tuple[str, ...] = (),
) -> Any:
    """A part of the position. A default of `list` or `dict` is a new one for each value."""
    return Part(default, True, compared, told, shown, numbers, drops)


def aside(default: Any = None, *, copied: bool = False) -> Any:
    """What a snapshot takes along though it is no part of the position, because it is derived from it or never changes."""
    return Part(default, False, compared=False, told=False, shown=False, numbers=False, drops=(), copied=copied)


class Declared(type):
    """Makes a class of declared parts. It gets `copy`, `become`, `__eq__`, and `_begin`, which sets every default."""

    parts: dict[str, Part]

    def __new__(mcs, name: str, bases: tuple[type, ...], body: dict[str, Any]) -> Declared:
        own = {key: replace(value, name=key) for key, value in body.items() if isinstance(value, Part)}
        rest = {key: value for key, value in body.items() if key not in own}
        for each in own.values():
            if each.drops:
                rest[each.name] = property(attrgetter(each.slot), _dropping(each))
        cls = super().__new__(mcs, name, bases, {**rest, "__slots__": tuple(each.slot for each in own.values())})
        types = inspect.get_annotations(cls)
        inherited: dict[str, Part] = getattr(cls, "parts", {})
        cls.parts = inherited | {key: replace(each, type=types[key]) for key, each in own.items()}
        for signature, lines in methods(list(cls.parts.values())).items():
            setattr(cls, signature.partition("(")[0], _compiled(cls, signature, lines))
        return cls


def _dropping(each: Part) -> Callable[[Any, Any], None]:
    """The setter of a part from which others are derived: another value drops them, so that nobody need ask whether they hold.

    The getter is not a Python function, because such parts are read often.
    """
    slot, drops = each.slot, each.drops

    def change(whole: Any, value: Any) -> None:
        if value is not getattr(whole, slot, None):
            setattr(whole, slot, value)
            for name in drops:
                setattr(whole, name, None)

    return change


def methods(parts: list[Part]) -> dict[str, list[str]]:
    """The source of each method that names every part. A list stays the same list, because procedures hold on to it.

    The compiled build writes it into a native class (`building/values.py`).
    """
    copied = {each.slot: ".copy()" if each.copied or each.default in BUILTIN else "" for each in parts}
    lists = {each.slot for each in parts if each.default is list}
    taken = {slot: (f"{slot}[:]", "") if slot in lists else (slot, how) for slot, how in copied.items()}
    compared = " and ".join(f"self.{each.slot} == other.{each.slot}" for each in parts if each.compared)
    return {
        "copy(self)": [
            "new = make(cls)",
            *(f"new.{slot} = self.{slot}{how}" for slot, how in copied.items()),
            "return new",
        ],
        "become(self, other)": [f"self.{place} = other.{slot}{how}" for slot, (place, how) in taken.items()],
        "__eq__(self, other)": [f"return {compared} if isinstance(other, cls) else NotImplemented"],
        "_begin(self)": [f"self.{each.slot} = parts[{each.name!r}].first()" for each in parts],
    }


def _compiled(cls: Declared, signature: str, lines: list[str]) -> Any:
    names: dict[str, Any] = {"cls": cls, "make": object.__new__, "parts": cls.parts}
    exec("\n    ".join((f"def {signature}:", *lines)), names)
    return names[signature.partition("(")[0]]
