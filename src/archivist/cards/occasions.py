"""What a text says of the event of a trigger (``that``, ``that amount``): whether there is one.

Where damage is prevented and more is done as part of it, nothing has triggered: what was prevented is ``it(prevention)``.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from archivist.vocabulary.aspects import Aspect
from archivist.vocabulary.effects import Delayed, Prevention
from archivist.vocabulary.face import Face
from archivist.vocabulary.mentions import inside, nodes, parts
from archivist.vocabulary.phrase import Phrase


def uneventful(face: Face) -> str:
    """The first place in a face that speaks of an event as damage is prevented, or nothing."""
    if not any(isinstance(node, Prevention) for node in inside((face.abilities, face.grants))):
        return ""
    held = ((place, node) for place, node in nodes(face) if isinstance(node, Prevention))
    return next((wrong for place, node in held for wrong in _eventful(node.then, f"{place}.then")), "")


def _eventful(value: Any, place: str) -> Iterator[str]:
    """What speaks of an event, apart from delayed triggers, which have one of their own."""
    if isinstance(value, Phrase):
        if Aspect.EVENT in value.depends:
            text = repr(value.text)
            yield f"at {place}: {text} is of an event, and prevention is none; what was prevented is 'it(prevention)'"
    elif not isinstance(value, Delayed):
        for where, inner in parts(value, place):
            yield from _eventful(inner, where)
