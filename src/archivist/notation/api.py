"""The reference of the public Python names, made from their docstrings: the second half of docs/using/api.md.

`python -m archivist.notation.api` (`make api`) writes it again below the guide, which is written by hand.
"""

from __future__ import annotations

import functools
import inspect
import re
from collections.abc import Iterator
from pathlib import Path
from types import FunctionType
from typing import Any, Final

import msgspec

import archivist

PAGE: Final = Path(__file__).parents[3] / "docs" / "using" / "api.md"
MARK: Final = "<!-- made by `make api` from the docstrings; everything below this line is written anew -->"
_NOTE: Final = re.compile(r"""(: |-> )(["'])(.*?)\2""")
"""A type in a signature, which stands in quotation marks."""


def names() -> list[str]:
    """The public names, functions last."""
    found = [name for name in archivist.__all__ if not name.startswith("_")]
    return sorted(found, key=lambda name: (not isinstance(getattr(archivist, name), type), name != "Game", name))


def members(kind: type) -> Iterator[tuple[str, Any]]:
    """The public methods and properties of a class with those of its bases in the project, in their order."""
    found: dict[str, Any] = {}
    for base in kind.__mro__:
        if base.__module__.startswith("archivist."):
            own = {name: value for name, value in vars(base).items() if not name.startswith("_") and _tells(value)}
            found |= {name: value for name, value in own.items() if name not in found}
    yield from found.items()


def _tells(value: Any) -> bool:
    return isinstance(value, FunctionType | property | functools.cached_property | classmethod | staticmethod)


def signature(name: str, value: Any) -> str:
    """A name as it is used: with parameters and result, or with its type."""
    if isinstance(value, property):
        return f"{name}: {value.fget.__annotations__['return']}"
    function = value.__func__ if isinstance(value, classmethod | staticmethod) else value
    spelled = inspect.signature(function)
    parameters = list(spelled.parameters.values())
    if parameters and parameters[0].name in ("self", "cls"):
        spelled = spelled.replace(parameters=parameters[1:])
    return name + _NOTE.sub(r"\1\3", str(spelled))


def fields(kind: type) -> list[str]:
    """The public fields of a value, or attributes of an object, with their types."""
    bases = [base for base in reversed(kind.__mro__) if base.__module__.startswith("archivist.")]
    types = {name: note for base in bases for name, note in vars(base).get("__annotations__", {}).items()}
    listed = kind.__struct_fields__ if issubclass(kind, msgspec.Struct) else tuple(types)
    return [f"{name}: {types[name]}" for name in listed if not name.startswith("_")]


def contract() -> list[str]:
    """Every public name with its fields, methods and their signatures, one per line: what users of the library rely on."""
    lines: list[str] = []
    for name in names():
        value = getattr(archivist, name)
        if not isinstance(value, type):
            lines.append(signature(name, inspect.unwrap(value)))
            continue
        bases = ", ".join(base.__name__ for base in value.__bases__ if issubclass(base, archivist.ArchivistError))
        lines.append(f"class {name}{f'({bases})' if bases else ''}")
        lines += [f"{name}.{field}" for field in fields(value)]
        lines += [signature(f"{name}.{member}", found) for member, found in members(value)]
    return lines


# -- the page ----------------------------------------------------------------------------------------------------


def reference() -> str:
    """The reference in Markdown."""
    parts: list[str] = ["## Reference", ""]
    for name in names():
        value = getattr(archivist, name)
        if isinstance(value, type):
            parts += _class(name, value)
        else:
            parts += [f"### `{signature(name, inspect.unwrap(value))}`", "", _documented(value), ""]
    return "\n".join(parts).rstrip() + "\n"


def _class(name: str, kind: type) -> Iterator[str]:
    yield f"### {name}"
    yield ""
    yield _documented(kind)
    yield ""
    told = fields(kind)
    if told:
        yield f"Fields: {', '.join(f'`{field}`' for field in told)}."
        yield ""
    listed = list(members(kind))
    for member, value in listed:
        first, _, rest = _documented(value).partition("\n\n")
        way = " (a class method)" if isinstance(value, classmethod) else ""
        yield f"- **`{signature(member, value)}`**{way}  "
        yield "\n".join(f"  {line}".rstrip() for line in (first + (f"\n\n{rest}" if rest else "")).split("\n"))
    if listed:
        yield ""


def _documented(value: Any) -> str:
    found = inspect.getdoc(value)
    assert found, value
    return found


def page(text: str) -> str:
    """The page with its reference made again."""
    guide, mark, _ = text.partition(MARK)
    assert mark, f"docs/using/api.md has lost the line {MARK!r}"
    return f"{guide}{MARK}\n\n{reference()}"


if __name__ == "__main__":
    PAGE.write_text(page(PAGE.read_text("utf-8")), "utf-8")
