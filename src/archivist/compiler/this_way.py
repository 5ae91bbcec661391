"""Amounts that speak of what was just done or asked: things done this way, and the difference of two numbers."""

from __future__ import annotations

from typing import Any, Final

from archivist.compiler.engine import Hearing, Reader, Readings, Rule, Unmade, Unsaid, Voice, Word
from archivist.compiler.nouns import nouns
from archivist.compiler.same_words import SameWords
from archivist.vocabulary.effects.damage_and_counters import RemoveCounters
from archivist.vocabulary.filters import Filter
from archivist.vocabulary.grammar import plural
from archivist.vocabulary.words import COUNTERS

_DEEDS: Final[tuple[tuple[tuple[str, str], tuple[str, ...]], ...]] = (
    (("card", "banished"), ("banish", "banish top", "banish at random")),
    (("card", "discarded"), ("discard",)),
    (("counter", "removed"), ("remove counters",)),
    (("object", "destroyed"), ("destroy",)),
    (("ally", "destroyed"), ("destroy",)),
    (("card", "drawn"), ("draw",)),
)


_MOVED: Final = {
    "discarded": ("discard",),
    "banished": ("banish", "banish top", "banish at random"),
}


class KindThisWay(Rule):
    """Cards of a kind among those that an earlier step moved: ``fire element card discarded this way``."""

    def __init__(self, many: bool) -> None:
        super().__init__()
        self.nouns = nouns(many=many)

    def starts(self) -> frozenset[str] | None:
        return self.nouns.starts()

    def read(self, reader: Reader, at: int) -> Readings:
        return [
            (end + 3, (reader.word(end), tree))
            for end, tree in reader.find(self.nouns, at)
            if reader.word(end) in _MOVED and reader.words[end + 1 : end + 3] == ("this", "way")
        ]

    def make(self, tree: Any, hearing: Hearing) -> str:
        verb, inner = tree
        hearing.note(verb)
        of = self.nouns.make(inner, hearing)
        if not of.described or not of.text.endswith("card") or of.controller or of.owner:
            raise Unmade("a kind of card is needed")
        return f"done to({self._step(verb, hearing.memory)} {of.text})"

    @staticmethod
    def _step(verb: str, memory: Any) -> str:
        tag = next((each for each in reversed(memory.deeds) if each in _MOVED[verb]), "")
        if not tag:
            raise Unmade(f"nothing was {verb} this way")
        return tag

    def say(self, value: Any, voice: Voice) -> None:
        verb = voice.noted("discarded" if str(value).startswith("done to(discard ") else "banished")
        try:
            front = f"done to({self._step(verb, voice.memory)} "
        except Unmade as error:
            raise Unsaid from error
        if not str(value).startswith(front):
            raise Unsaid
        self.nouns.say(Filter(str(value).removeprefix(front).removesuffix(")")), voice)
        voice.say(verb, "this", "way")


class ThisWay(Rule):
    """What an earlier step did: ``card banished this way``."""

    def __init__(self, many: bool) -> None:
        super().__init__()
        self.many = many

    def _words(self, index: int) -> tuple[str, ...]:
        noun, verb = _DEEDS[index][0]
        return (plural(noun) if self.many else noun, verb, "this", "way")

    def read(self, reader: Reader, at: int) -> Readings:
        kind = reader.word(at) if reader.word(at) in COUNTERS else ""
        at += bool(kind)
        return [
            (at + 4, (index, kind))
            for index in range(len(_DEEDS))
            if reader.words[at : at + 4] == self._words(index) and (not kind or _DEEDS[index][0][0] == "counter")
        ]

    def make(self, tree: Any, hearing: Hearing) -> str:
        hearing.note(tree)
        self._check(tree[1], hearing.memory)
        return self._deed(tree[0], hearing.memory)

    @staticmethod
    def _check(kind: str, memory: Any) -> None:
        if kind and not any(isinstance(each, RemoveCounters) and each.kind == kind for each in memory.before):
            raise Unmade(f"no {kind} counters were removed")

    @staticmethod
    def _deed(index: int, memory: Any) -> str:
        tag = next((tag for tag in _DEEDS[index][1] if tag in memory.deeds), "")
        found: str = memory.deed(tag)
        return found

    def say(self, value: Any, voice: Voice) -> None:
        def say(option: tuple[int, str]) -> None:
            index, kind = option
            try:
                self._check(kind, voice.memory)
                if self._deed(index, voice.memory) != str(value):
                    raise Unsaid
            except Unmade as error:
                raise Unsaid from error
            voice.say(*([kind] if kind else []), *self._words(index))

        voice.first([(index, "") for index in range(len(_DEEDS))], say)


class Difference(SameWords[Word]):
    """``the difference``, where a condition has just asked whether one number is less than another."""

    def __init__(self) -> None:
        super().__init__(Word("the difference"))

    def make(self, tree: Any, hearing: Hearing) -> str:
        if not hearing.memory.compared:
            raise Unmade("no numbers were compared whose difference could be meant")
        return str(hearing.memory.compared)

    def say(self, value: Any, voice: Voice) -> None:
        if str(value) != voice.memory.compared:
            raise Unsaid
        self.inner.say(None, voice)
