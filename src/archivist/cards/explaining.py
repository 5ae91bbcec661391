"""What is wrong in a card file, in plain words: the place, the problem, and the words that would be valid there."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from types import NoneType, UnionType
from typing import Any, Final, Literal, Union, get_args, get_origin

import msgspec

from archivist.model.errors import nearest, suggestion
from archivist.vocabulary.face import Face
from archivist.vocabulary.grammar import listed

_STEP: Final = re.compile(r"[^.\[\]]+|\[\d+\]|\[\.\.\.\]")
_WRONG_WORD: Final = re.compile(r"Invalid (?:enum )?value '?([^']*)'?")
_WRONG_FIELD: Final = re.compile(r"Object contains unknown field `(.+)`")
_MISSING: Final = re.compile(r"Object missing required field `(.+)`")
_SHAPE: Final = re.compile(r"Expected `(.+)`, got `(.+)`")
_SHAPES: Final = {
    "object": "a mapping",
    "array": "a list",
    "str": "a word",
    "int": "a number",
    "float": "a number with a point",
    "bool": "true or false",
    "null": "nothing",
}


def explained(error: str, entry: dict[str, Any]) -> str:
    """A message of the decoder about a card's entry, as a person would say it, the place first."""
    message, _, place = error.partition(" - at ")
    path = place.removeprefix("`key` in ").strip("`").removeprefix("$").removeprefix(".")
    steps = _STEP.findall(path)
    return f"at {path or 'the card'}: {_problem(message, entry, steps)}"


def _problem(message: str, entry: dict[str, Any], steps: Sequence[str]) -> str:
    if match := _WRONG_FIELD.match(message):
        return f"unknown field `{match[1]}`{suggestion(match[1], _fields(entry, steps))}"
    if match := _MISSING.match(message):
        return f"`{match[1]}` is missing{_choices(_tags(entry, steps, match[1]))}"
    if match := _WRONG_WORD.match(message):
        words = _words(entry, steps)
        return f"invalid value '{match[1]}'" + (suggestion(match[1], words) or _choices(words))
    if match := _SHAPE.match(message):
        wanted = listed([_SHAPES.get(shape, shape) for shape in match[1].split(" | ")], "or")
        return f"expected {wanted}, not {_SHAPES.get(match[2], match[2])}{_example(entry, steps)}"
    return message[:1].lower() + message[1:]


def _choices(words: Sequence[str]) -> str:
    return f"; it can be {listed(words, 'or')}" if words else ""


def _example(entry: dict[str, Any], steps: Sequence[str]) -> str:
    """How to write a mapping where a plain word was found, or a list where a single entry was."""
    for kind, value in _at(Face, entry, steps):
        tags = [str(each.__struct_config__.tag) for each in _structs(kind)]
        if isinstance(value, str) and nearest(value, tags):
            field = _structs(kind)[0].__struct_config__.tag_field
            return f": {{{field}: {nearest(value, tags)[0]}, ..}}"
        if get_origin(kind) is tuple and isinstance(value, dict | str):
            return f": [{value if isinstance(value, str) else '{..}'}]"
    return ""


# -- what may stand at a place -----------------------------------------------------------------------------------


def _fields(entry: dict[str, Any], steps: Sequence[str]) -> list[str]:
    """The fields of the node at a place."""
    for kind, value in _at(Face, entry, steps):
        for each in _chosen(kind, value):
            return list(each.__struct_encode_fields__)
    return []


def _tags(entry: dict[str, Any], steps: Sequence[str], field: str) -> list[str]:
    """The names of the nodes that may stand at a place, if it is the name that is missing."""
    for kind, _ in _at(Face, entry, steps):
        return [str(each.__struct_config__.tag) for each in _structs(kind) if each.__struct_config__.tag_field == field]
    return []


def _words(entry: dict[str, Any], steps: Sequence[str]) -> list[str]:
    """The words that may stand at a place: names of nodes, or the words of a closed list."""
    if tags := _tags(entry, steps[:-1], steps[-1]) if steps else []:
        return tags
    for kind, _ in _at(Face, entry, steps):
        return [str(word) for each in _members(kind) if get_origin(each) is Literal for word in get_args(each) if word]
    return []


def _at(kind: Any, value: Any, steps: Sequence[str]) -> Iterator[tuple[Any, Any]]:
    """The type that is wanted at a place, and the value found there; several where the message does not name a key."""
    if not steps:
        yield kind, value
        return
    step, rest = steps[0], steps[1:]
    for member in _members(kind):
        if get_origin(member) is tuple and step.startswith("[") and isinstance(value, list) and step != "[...]":
            yield from _at(get_args(member)[0], value[int(step[1:-1])], rest)
        elif get_origin(member) is dict and step == "[...]" and isinstance(value, dict):
            for each in value.values():
                yield from _at(get_args(member)[1], each, rest)
    for node in _chosen(kind, value):
        for field in msgspec.structs.fields(node):
            if field.encode_name == step and isinstance(value, dict):
                yield from _at(field.type, value.get(step), rest)


def _members(kind: Any) -> list[Any]:
    """The alternatives of a type."""
    if get_origin(kind) in (Union, UnionType):
        return [inner for each in get_args(kind) if each is not NoneType for inner in _members(each)]
    return [kind]


def _structs(kind: Any) -> list[Any]:
    return [each for each in _members(kind) if isinstance(each, type) and issubclass(each, msgspec.Struct)]


def _chosen(kind: Any, value: Any) -> list[Any]:
    """The node that a value stands for; its name decides if there are several."""
    found = _structs(kind)
    if len(found) < 2 or not isinstance(value, dict):
        return found
    return [each for each in found if each.__struct_config__.tag == value.get(each.__struct_config__.tag_field)]
