"""YAML values that know where they stand, so that an error can name file and line."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Any

import yaml

from archivist.model.errors import ScenarioError, suggestion
from archivist.yaml_reader import YamlProblem, read_yaml

_Loader: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


DEEPEST = 30
"""How many values may lie within each other."""


class Source:
    """A value of a YAML file, with the file's name and the line it stands on."""

    __slots__ = ("file", "line", "node", "value")

    def __init__(self, file: str, value: Any, node: yaml.Node | None, line: int) -> None:
        self.file = file
        self.value = value
        self.node = node
        self.line = line

    def problem(self, text: str) -> ScenarioError:
        """An error that stands here."""
        return ScenarioError(f"{self.file}:{self.line}: {text}")

    def unknown(self, what: str, word: str, valid: Collection[str]) -> ScenarioError:
        """An error about a word that is not among the valid ones; names the nearest."""
        hint = suggestion(word, valid) or f"; known: {', '.join(valid)}"
        return self.problem(f"unknown {what} {word!r}{hint}")

    # -- forms ---------------------------------------------------------------------------------------------------

    def mapping(self, what: str) -> dict[str, Source]:
        """The entries of a mapping; each value's line is that of its key."""
        return {key.value: value for key, value in self.pairs(what)}

    def pairs(self, what: str) -> Iterator[tuple[Source, Source]]:
        if not isinstance(self.value, dict):
            raise self.problem(f"{what} must be a mapping, not {shown(self.value)}")
        nodes = self._pair_nodes()
        for key, value in self.value.items():
            key_node, value_node = nodes.get(str(key), (None, None))
            line = self.line if key_node is None else key_node.start_mark.line + 1
            place = Source(self.file, key, key_node, line)
            if not isinstance(key, str):
                raise place.problem(f"{what}: a word is needed as key, not {shown(key)}")
            yield place, Source(self.file, value, value_node, line)

    def items(self, what: str) -> list[Source]:
        """The entries of a list. A single value stands for a list of one, and nothing for an empty one."""
        if self.value is None:
            return []
        if not isinstance(self.value, list):
            return [self]
        nodes = self.node.value if isinstance(self.node, yaml.SequenceNode) else []
        found = []
        for index, value in enumerate(self.value):
            node = nodes[index] if index < len(nodes) else None
            found.append(Source(self.file, value, node, self.line if node is None else node.start_mark.line + 1))
        return found

    def word(self, what: str) -> str:
        if not isinstance(self.value, str):
            raise self.problem(f"{what} must be a word, not {shown(self.value)}")
        return self.value

    def number(self, what: str, least: int = 0, most: int | None = None) -> int:
        if type(self.value) is not int or self.value < least or (most is not None and self.value > most):
            span = f"of at least {least}" if most is None else f"from {least} to {most}"
            raise self.problem(f"{what} must be a number {span}, not {shown(self.value)}")
        return self.value

    def flag(self, what: str) -> bool:
        flags = {True: True, False: False, "yes": True, "no": False}
        if not isinstance(self.value, bool | str) or self.value not in flags:
            raise self.problem(f"{what} must be true or false, not {shown(self.value)}")
        return flags[self.value]

    def one_of(self, what: str, valid: Collection[str]) -> str:
        word = self.word(what)
        if word not in valid:
            raise self.unknown(what, word, valid)
        return word

    def _pair_nodes(self) -> dict[str, tuple[yaml.Node, yaml.Node]]:
        if not isinstance(self.node, yaml.MappingNode):
            return {}
        return {key.value: (key, value) for key, value in self.node.value if isinstance(key, yaml.ScalarNode)}


def shown(value: Any) -> str:
    """A value as it is quoted in an error."""
    if value is None:
        return "nothing"
    if isinstance(value, dict):
        return "a mapping"
    return "a list" if isinstance(value, list) else repr(value)


def open_source(text: str, file: str) -> Source:
    """The whole of a YAML text. Raises ScenarioError, with the line, where it is no YAML."""
    try:
        value = read_yaml(text)
        node = yaml.compose(text, Loader=_Loader)
    except YamlProblem as problem:
        where, colon, what = str(problem).partition(": ")
        line = where.removeprefix("line ") if colon and where.startswith("line ") else "1"
        raise ScenarioError(f"{file}:{line}: {what or problem}") from None
    except RecursionError:
        raise ScenarioError(f"{file}:1: nested too deeply") from None
    if value is None:
        raise ScenarioError(f"{file}:1: the file is empty")
    if (deep := _too_deep(node)) is not None:
        raise ScenarioError(f"{file}:{deep.start_mark.line + 1}: nested too deeply")
    return Source(file, value, node, 1 if node is None else node.start_mark.line + 1)


def _too_deep(node: yaml.Node | None) -> yaml.Node | None:
    """A part that lies deeper than any scenario needs, if there is one; what aliases repeat is looked at once a level."""
    level: list[yaml.Node] = [] if node is None else [node]
    for _ in range(DEEPEST):
        level = list({id(part): part for each in level for part in _parts(each)}.values())
    return level[0] if level else None


def _parts(node: yaml.Node) -> list[yaml.Node]:
    if isinstance(node, yaml.MappingNode):
        return [part for pair in node.value for part in pair]
    return list(node.value) if isinstance(node, yaml.SequenceNode) else []
