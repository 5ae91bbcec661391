"""Every printed form of the vocabulary with the data that it stands for, and what each node says by default.

A card says `cannot be retaliated` and means a field of a node. Cards and tests use the common forms; the list notices a
change to any of them, also to a form that no card at hand has. `make golden` writes it anew after an intended change:
read each line that differs as a sentence, and see whether the data says the same.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, get_args

import msgspec

from archivist.vocabulary import costs, effects
from archivist.vocabulary.abilities import AbilityNode
from archivist.vocabulary.node import Node, write
from archivist.vocabulary.printing import Form, Part
from archivist.vocabulary.statics import StaticNode
from archivist.vocabulary.targets import Targets
from archivist.vocabulary.text import Mode, Modes, More
from archivist.vocabulary.triggers import TriggerNode

KEPT = Path(__file__).resolve().parent / "golden" / "forms.txt"


def _nodes() -> Iterator[type[Node]]:
    for union in (AbilityNode, effects.EffectNode, StaticNode, TriggerNode, costs.CostNode):
        yield from get_args(union)
    yield from (Targets, Modes, Mode, More)


def _plain(value: Any) -> str:
    if isinstance(value, Part):
        return f"{value.cls.__name__}({_fields(value.fields)})"
    if isinstance(value, tuple | list):
        return f"[{', '.join(map(_plain, value))}]"
    return msgspec.json.encode(value, enc_hook=write, order="sorted").decode()


def _fields(fields: dict[str, Any]) -> str:
    return ", ".join(f"{name}={_plain(value)}" for name, value in fields.items())


def _defaults(cls: type[Node]) -> dict[str, Any]:
    """What the fields of a node are unless something else is said, as far as that is anything."""
    given = ((field.name, field.default) for field in msgspec.structs.fields(cls))
    return {name: value for name, value in given if value is not msgspec.NODEFAULT and value}


def _line(form: Form) -> str:
    return f"  {form.template}" + (f"  =>  {_fields(form.fields)}" if form.fields else "")


def listed() -> str:
    """All forms, one in a line, under the names of their nodes."""
    found: list[str] = []
    for cls in dict.fromkeys(_nodes()):
        forms: Iterable[Form] = cls.__dict__.get("printed", ())
        found += [f"{cls.__name__}({_fields(_defaults(cls))})", *map(_line, forms)]
    return "\n".join(found) + "\n"


if __name__ == "__main__":
    KEPT.write_text(listed(), encoding="utf-8")
    sys.stdout.write(f"{KEPT}\n")
