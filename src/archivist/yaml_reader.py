"""Reading YAML as people write it: only ``true`` and ``false`` are booleans, so that ``on``, ``yes`` and ``no`` stay words.

Keys that stand twice in one mapping are errors; YAML itself would silently drop the first.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Hashable, Iterator
from typing import Any

import yaml

from archivist.model.errors import control_in, shown


class YamlProblem(ValueError):
    """Text that is no YAML, or YAML with a key that stands twice; names the line."""


_Base: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


MOST = 100_000
"""How many values a text with aliases may stand for: a few lines of them can stand for billions."""
DEEPEST = 100
"""How many values may lie within each other; the parser itself would crash on very many."""
LARGEST = (1 << 128) - 1
"""The largest number; whatever reads one has a smaller limit of its own, and tells of it."""
LONGEST_NUMBER = 100
"""How many characters a number may be written with."""
UNREADABLE = ("Cc", "Cs", "Cn")
"""The categories of characters among which those are that no YAML may have."""
LAYOUT = "\n\r\t\ufeff"
"""The control characters that a text may have."""
MERGE = "tag:yaml.org,2002:merge"


class _Reader(_Base):  # type: ignore[misc]
    """A safe loader with the plain booleans of YAML 1.2."""

    depth = 0

    def descend_resolver(self, current_node: yaml.Node | None, current_index: Any) -> None:
        """Is called before each value is read that lies within another."""
        self.depth += 1
        if self.depth > DEEPEST and current_node is not None:
            raise YamlProblem(f"line {current_node.start_mark.line + 1}: nested too deeply")

    def ascend_resolver(self) -> None:
        self.depth -= 1

    def construct_object(self, node: yaml.Node, deep: bool = False) -> Any:
        """The value of a part; YAML's own types, such as dates, say in words of Python where one is none."""
        try:
            return super().construct_object(node, deep=deep)
        except YamlProblem:
            raise
        except (ValueError, LookupError, TypeError, AttributeError, ArithmeticError):
            kind = node.tag.rpartition(":")[2]
            raise YamlProblem(
                f"line {node.start_mark.line + 1}: {shown(node.value)} cannot be read as {kind}"
            ) from None

    def flatten_mapping(self, node: yaml.MappingNode) -> None:
        """Takes in what is merged; of a key that comes several times the last one is kept, as merging multiplies them."""
        if any(key.tag == MERGE for key, _ in node.value):
            super().flatten_mapping(node)
            found = {_identity(key): (key, value) for key, value in node.value}
            node.value = list(found.values())


def _identity(key: yaml.Node) -> Hashable:
    return (key.tag, key.value) if isinstance(key, yaml.ScalarNode) else id(key)


_Reader.yaml_implicit_resolvers = {
    first: [(tag, pattern) for tag, pattern in resolvers if tag != "tag:yaml.org,2002:bool"]
    for first, resolvers in _Base.yaml_implicit_resolvers.items()
}
_Reader.add_implicit_resolver("tag:yaml.org,2002:bool", re.compile(r"^(?:true|True|false|False)$"), list("tTfF"))


def _mapping(loader: Any, node: yaml.MappingNode, deep: bool = False) -> dict[Hashable, Any]:
    if not isinstance(node, yaml.MappingNode):
        raise YamlProblem(f"line {node.start_mark.line + 1}: this is called a mapping and is none")
    seen: set[Any] = set()
    for key_node, _ in node.value:
        if key_node.tag == MERGE:
            continue
        key = loader.construct_object(key_node, deep=True)
        if not isinstance(key, Hashable):
            raise YamlProblem(f"line {key_node.start_mark.line + 1}: this cannot be a key")
        if key in seen:
            raise YamlProblem(f"line {key_node.start_mark.line + 1}: {key!r} appears twice here")
        seen.add(key)
    found: dict[Hashable, Any] = yaml.SafeLoader.construct_mapping(loader, node, deep=deep)
    return found


def _construct(loader: Any, node: yaml.MappingNode) -> Any:
    found: dict[Hashable, Any] = {}
    yield found
    found.update(_mapping(loader, node))


def _number(loader: Any, node: yaml.ScalarNode) -> int:
    """A whole number, which is bounded: Python refuses to write very long ones."""
    found = yaml.SafeLoader.construct_yaml_int(loader, node) if len(node.value) <= LONGEST_NUMBER else LARGEST + 1
    if abs(found) > LARGEST:
        line = node.start_mark.line + 1
        raise YamlProblem(f"line {line}: {shown(node.value)} has too many digits for a number")
    return int(found)


_Reader.add_constructor("tag:yaml.org,2002:map", _construct)
_Reader.add_constructor("tag:yaml.org,2002:int", _number)


def read_yaml(text: str) -> Any:
    """The value of a YAML text. Raises YamlProblem if it is none, or stands for more than anybody would write."""
    try:
        value = yaml.load(text, Loader=_Reader)
    except (yaml.reader.ReaderError, UnicodeEncodeError):
        raise YamlProblem(_unreadable(text)) from None
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        problem = getattr(error, "problem", None) or "not YAML"
        raise YamlProblem(f"line {mark.line + 1}: {problem}" if mark else str(problem)) from None
    except RecursionError:
        raise YamlProblem("nested too deeply") from None
    if "&" in text:
        _check_size(value)
    if "\\" in text or control_in(text, LAYOUT):
        _check_plain(text)
    return value


def _unreadable(text: str) -> str:
    """Where the first character stands that no YAML may have."""
    for number, line in enumerate(text.split("\n"), 1):
        if found := control_in("".join(each for each in line if unicodedata.category(each) in UNREADABLE), LAYOUT):
            return f"line {number}: there is a control character ({found})"
    return "there is a character that cannot be read"


def _check_plain(text: str) -> None:
    """Raises YamlProblem for a word with a control character: it would reach terminals."""
    for node in _words(yaml.compose(text, Loader=_Base)):
        if found := control_in(node.value, LAYOUT):
            line = node.start_mark.line + 1
            raise YamlProblem(f"line {line}: there is a control character ({found}) in {shown(node.value)}")


def _words(whole: yaml.Node | None) -> Iterator[yaml.ScalarNode]:
    """The keys and values of a text, each once."""
    rest, seen = [] if whole is None else [whole], set()
    while rest:
        node = rest.pop()
        if id(node) in seen:
            continue
        seen.add(id(node))
        if isinstance(node, yaml.ScalarNode):
            yield node
        elif isinstance(node, yaml.MappingNode):
            rest.extend(part for pair in reversed(node.value) for part in reversed(pair))
        else:
            rest.extend(reversed(node.value))


def _check_size(value: Any) -> None:
    """Counts values as often as aliases repeat them, and no further than there may be; also ends where one holds itself."""
    left, rest = MOST, [value]
    while rest:
        each = rest.pop()
        parts = each.values() if isinstance(each, dict) else each if isinstance(each, list) else ()
        left -= len(parts)
        if left < 0:
            raise YamlProblem(f"its aliases stand for more than {MOST:,} values")
        rest.extend(parts)
