"""Reading YAML as people write it: only ``true`` and ``false`` are booleans, so that ``on``, ``yes`` and ``no`` stay words.

Keys that stand twice in one mapping are errors; YAML itself would silently drop the first.
"""

from __future__ import annotations

import re
from collections.abc import Hashable
from typing import Any

import yaml


class YamlProblem(ValueError):
    """Text that is no YAML, or YAML with a key that stands twice; names the line."""


_Base: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


class _Reader(_Base):  # type: ignore[misc]
    """A safe loader with the plain booleans of YAML 1.2."""


_Reader.yaml_implicit_resolvers = {
    first: [(tag, pattern) for tag, pattern in resolvers if tag != "tag:yaml.org,2002:bool"]
    for first, resolvers in _Base.yaml_implicit_resolvers.items()
}
_Reader.add_implicit_resolver("tag:yaml.org,2002:bool", re.compile(r"^(?:true|True|false|False)$"), list("tTfF"))


def _mapping(loader: Any, node: yaml.MappingNode, deep: bool = False) -> dict[Hashable, Any]:
    seen: set[Any] = set()
    for key_node, _ in node.value:
        if key_node.tag == "tag:yaml.org,2002:merge":
            continue
        key = loader.construct_object(key_node, deep=True)
        if not isinstance(key, Hashable):
            raise YamlProblem(f"line {key_node.start_mark.line + 1}: this cannot be a key")
        if key in seen:
            raise YamlProblem(f"line {key_node.start_mark.line + 1}: {key!r} stands twice here")
        seen.add(key)
    found: dict[Hashable, Any] = yaml.SafeLoader.construct_mapping(loader, node, deep=deep)
    return found


def _construct(loader: Any, node: yaml.MappingNode) -> Any:
    found: dict[Hashable, Any] = {}
    yield found
    found.update(_mapping(loader, node))


_Reader.add_constructor("tag:yaml.org,2002:map", _construct)


def read_yaml(text: str) -> Any:
    """The value of a YAML text."""
    try:
        return yaml.load(text, Loader=_Reader)
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        problem = getattr(error, "problem", None) or "not YAML"
        raise YamlProblem(f"line {mark.line + 1}: {problem}" if mark else str(problem)) from None
    except ValueError as error:
        if isinstance(error, YamlProblem):
            raise
        raise YamlProblem(str(error)) from None
