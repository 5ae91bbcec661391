"""The values of a scenario file: YAML that knows where it stands, and the names, cards and players it speaks of.

Whatever cannot be understood is an error with file and line.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from typing import Any, TypeVar

import yaml
from msgspec.structs import replace

from archivist.cards import Pool
from archivist.model.errors import ScenarioError, UnknownName, suggestion
from archivist.model.errors import shown as quoted
from archivist.notation.actions import Deed, Verb
from archivist.notation.naming import Name, Problem, read_name, repeated
from archivist.rules.catalogue import UnknownRule, spelled, under
from archivist.yaml_reader import YamlProblem, read_yaml

_Loader: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
_Value = TypeVar("_Value")
_Default = TypeVar("_Default")

DEEPEST = 30
"""How many values may lie within each other."""
MOST = 1_000_000
"""The largest number that a position may have, or a player choose: turns, counters, damage."""
LARGEST = 2_000
"""How many cards a position may have, and how many a list may name."""


class Parts(dict[str, "Source"]):
    """The entries of a mapping by their keys."""

    def take(self, key: str, how: Callable[[Source], _Value], default: _Default) -> _Value | _Default:
        """An entry read in some way, or the default if it is left out."""
        return how(self[key]) if key in self else default

    def items_of(self, key: str) -> list[Source]:
        """The entries of a list; none if it is left out."""
        return self[key].items(key) if key in self else []

    def pairs_of(self, key: str) -> list[tuple[str, Source]]:
        """The entries of a mapping; none if it is left out."""
        return [(each.value, value) for each, value in self[key].pairs(key)] if key in self else []


class Source:
    """A value of a YAML file, with the file's name and the line it stands on."""

    __slots__ = ("file", "line", "node", "value")

    def __init__(self, file: str, value: Any, node: yaml.Node | None, line: int) -> None:
        self.file = file
        self.value = value
        self.node = node
        self.line = line

    def problem(self, text: str) -> ScenarioError:
        """An error at this place."""
        return ScenarioError(f"{self.file}:{self.line}: {text}")

    @property
    def written(self) -> str:
        """The value as it is written, on one line; a mapping without its braces."""
        if isinstance(self.value, dict):
            return ", ".join(f"{key}: {written(each)}" for key, each in self.value.items())
        return written(self.value)

    def unknown(self, what: str, word: str, valid: Collection[str]) -> ScenarioError:
        """An error about a word that is not among the valid ones; names the nearest."""
        hint = suggestion(word, valid) or f"; known: {', '.join(valid)}"
        kind, within, place = what.partition(" in ")
        return self.problem(f"unknown {kind} {quoted(word)}{within}{place}{hint}")

    # -- forms ---------------------------------------------------------------------------------------------------

    def holding(self, value: Any) -> Source:
        """Another value with the same file and line."""
        return Source(self.file, value, None, self.line)

    def mapping(self, what: str) -> Parts:
        """The entries of a mapping; each value's line is that of its key."""
        return Parts((key.value, value) for key, value in self.pairs(what))

    def keyed(self, what: str, valid: Collection[str]) -> Parts:
        """A mapping whose keys must all be known."""
        for key, _ in self.pairs(what):
            if key.value not in valid:
                raise key.unknown(f"key in {what}" if what else "key", key.value, valid)
        return self.mapping(what)

    def pairs(self, what: str) -> Iterator[tuple[Source, Source]]:
        if not isinstance(self.value, dict):
            raise self.problem(f"{what} must be a mapping, not {shown(self.value)}")
        nodes = self._pair_nodes()
        for key, value in self.value.items():
            key_node, value_node = nodes.get(str(key), (None, None))
            line = self.line if key_node is None else key_node.start_mark.line + 1
            place = Source(self.file, key, key_node, line)
            if not isinstance(key, str):
                raise place.problem(f"{what}: a key must be a word, not {shown(key)}")
            yield place, Source(self.file, value, value_node, line)

    def items(self, what: str) -> list[Source]:
        """The entries of a list. A single value counts as a list of one, and no value as an empty list."""
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
        if type(self.value) is not int or self.value < least or self.value > (MOST if most is None else most):
            above = type(self.value) is int and self.value > least
            span = f"from {least} to {most or MOST}" if most or above else f"of at least {least}"
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

    def counted(self, what: str) -> tuple[int, str]:
        """``N x Name`` as the number and the name."""
        return self.placed(lambda: repeated(self.word(what)))

    def rule(self, what: str) -> str:
        """The id of a rule, or of a group of rules."""
        text = spelled(self.word(what))
        try:
            under(text)
        except UnknownRule as unknown:
            raise self.problem(str(unknown)) from None
        return text

    def placed(self, reading: Callable[[], _Value]) -> _Value:
        """Reads something, and adds file and line to an error about words that cannot be understood."""
        try:
            return reading()
        except Problem as problem:
            raise self.problem(str(problem)) from None

    def check_size(self, size: int) -> None:
        """Raises ScenarioError where counts add up, or multiply, to more cards than a position may have."""
        if size > LARGEST:
            raise self.problem(f"this makes {size:,} cards; the limit is {LARGEST:,}")

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
    return "a list" if isinstance(value, list) else quoted(value)


def written(value: Any) -> str:
    """A value as it is written in a step."""
    if isinstance(value, dict):
        return "{" + ", ".join(f"{key}: {written(each)}" for key, each in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(written, value)) + "]"
    if isinstance(value, bool):
        return str(value).lower()
    return "none" if value is None else str(value)


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
    """A part nested deeper than any scenario needs, if there is one. Aliased parts are visited once per level."""
    level: list[yaml.Node] = [] if node is None else [node]
    for _ in range(DEEPEST):
        level = list({id(part): part for each in level for part in _parts(each)}.values())
    return level[0] if level else None


def _parts(node: yaml.Node) -> list[yaml.Node]:
    if isinstance(node, yaml.MappingNode):
        return [part for pair in node.value for part in pair]
    return list(node.value) if isinstance(node, yaml.SequenceNode) else []


class Reader:
    """What reading needs to know: the cards there are and the players taking part."""

    def __init__(self, cards: Pool, players: Collection[str]) -> None:
        self.pool = cards
        self.players = players

    def name(self, source: Source, *, zone_alone: bool = False) -> Name:
        """The name of a thing."""
        text = source.word("the name of a thing")
        return source.placed(lambda: read_name(text, self.pool, self.players, zone_alone=zone_alone))

    def names(self, source: Source, what: str) -> tuple[Name, ...]:
        """A list of names, ``N x Name`` repeated."""
        return _repeated(source, what, lambda each, text: self.name(each.holding(text)))

    def card(self, source: Source) -> str:
        """The name of a card of the pool."""
        return self.face(source, source.word("the name of a card"))

    def face(self, source: Source, name: str) -> str:
        try:
            return self.pool.find(name).name
        except UnknownName as unknown:
            raise source.problem(str(unknown)) from None

    def cards(self, source: Source, what: str) -> tuple[str, ...]:
        """A list of card names, ``N x Name`` repeated."""
        return _repeated(source, what, self.face)

    def player(self, source: Source) -> str:
        return source.one_of("player", tuple(self.players))

    def deed(self, verb: Verb, parts: Parts) -> Deed:
        """An action: what is done, with which thing, from where."""
        what = self.name(parts[verb])
        deed = parts[verb].placed(lambda: Deed(verb, what))
        return replace(
            deed,
            from_=parts.take("from", lambda each: self.name(each, zone_alone=True), None),
            number=parts.take("number", lambda each: each.number("the number of an ability", 1), 0),
            aimed="targets" in parts or "split" in parts,
        )

    def counters(self, source: Source) -> dict[str, int]:
        """Numbers of counters by their kinds."""
        known = self.pool.lexicon.counters
        found: dict[str, int] = {}
        for kind, amount in source.pairs("counters"):
            if kind.value not in known:
                raise kind.unknown("counter", kind.value, sorted(known))
            found[kind.value] = amount.number("a number of counters")
        return found


def _repeated(source: Source, what: str, read: Callable[[Source, str], _Value]) -> tuple[_Value, ...]:
    """The entries of a list, each read and repeated as often as it says."""
    found: list[_Value] = []
    for each in source.items(what):
        count, text = each.counted(what)
        each.check_size(len(found) + count)
        found.extend([read(each, text)] * count)
    return tuple(found)
