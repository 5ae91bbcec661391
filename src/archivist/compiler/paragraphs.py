"""Paragraphs: all kinds of abilities, each by its forms."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final, get_args

from archivist.compiler import costs as _costs  # noqa: F401 - declares slots
from archivist.compiler import granted, instructions, triggers  # noqa: F401 - declare slots
from archivist.compiler.abilities import Inherited, KeywordLine, Label
from archivist.compiler.activated import ActivatedLine
from archivist.compiler.conditions import Fronts
from archivist.compiler.engine import (
    Choice,
    Hearing,
    Reader,
    Readings,
    Rule,
    Template,
    Unsaid,
    Voice,
    forms,
)
from archivist.compiler.explanations import amounts, bind, split
from archivist.compiler.pairs import CheaperAndFaster, LevelsSideways
from archivist.vocabulary.abilities import AbilityNode, Text
from archivist.vocabulary.amounts import simple
from archivist.vocabulary.playing_abilities import CostModifier


class Single(Rule):
    """An ability by one of its forms, with the number that its end explains."""

    def __init__(self, inner: Rule) -> None:
        super().__init__()
        self.inner = inner

    def read(self, reader: Reader, at: int) -> Readings:
        return reader.find(self.inner, at)

    def make(self, tree: Any, hearing: Hearing) -> tuple[Any, ...]:
        hearing.heads, hearing.tail = [], None
        place = len(hearing.wording)
        hearing.note(None)
        node = self.inner.make(tree, hearing)
        if isinstance(node, CostModifier):
            node = bind(node, hearing.tail, hearing.heads)
            hearing.wording[place] = hearing.tail and hearing.tail[0]
        return (node,)

    def say(self, value: Any, voice: Voice) -> None:
        if len(value) != 1:
            raise Unsaid
        node = value[0]
        explained = isinstance(node, CostModifier) and not all(simple(each) for each in amounts(node.amount))

        def say(kind: Any) -> None:
            said = node
            if kind is not None:
                said, tail = split(node, kind)
                voice.tail = (kind, "middle", tail)
            self.inner.say(said, voice)
            if voice.tail is not None:
                raise Unsaid

        voice.first(("each", "where") if explained else (None,), say)


class Paragraphs(Choice):
    """All kinds of paragraphs; they are looked up by the first word behind restrictions and labels."""

    def __init__(self, options: Iterable[Rule]) -> None:
        super().__init__(options, "an ability")
        self.fronts: tuple[Rule, ...] = (Fronts(), Label(), Inherited())

    def begins(self, option: Rule) -> frozenset[str] | None:
        inner = option.inner if isinstance(option, Single) else option
        if not isinstance(inner, Template):
            return inner.starts()
        core = (rule for _, rule in inner.items if not isinstance(rule, Fronts | Label | Inherited))
        return next(core).starts()

    def read(self, reader: Reader, at: int) -> Readings:
        place = at
        for rule in self.fronts:
            place = reader.find(rule, place)[0][0]
        index, others = self.lookup
        here = index.get(reader.word(place), others)
        return [(end, (number, tree)) for number in here for end, tree in self.options[number].read(reader, at)]


def _paragraph() -> Choice:
    """All kinds of paragraphs; the first that says an ability is the usual one."""
    by_kind = {kind: [Single(each) for each in forms(kind)] for kind in get_args(AbilityNode)}
    text = by_kind.pop(Text)
    others = [rule for rules in by_kind.values() for rule in rules]
    pairs = (LevelsSideways(), CheaperAndFaster())
    return Paragraphs((KeywordLine(), ActivatedLine(), ActivatedLine(release=True), *others, *text, *pairs))


PARAGRAPH: Final = _paragraph()
