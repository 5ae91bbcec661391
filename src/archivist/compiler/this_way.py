"""Amounts that speak of what was just done or asked: things done this way, and the difference of two numbers."""

from __future__ import annotations

from typing import Any, Final

from archivist.compiler.engine import Hearing, Reader, Readings, Rule, Unmade, Unsaid, Voice, Word
from archivist.compiler.memory import called
from archivist.compiler.nouns import nouns
from archivist.compiler.same_words import SameWords
from archivist.vocabulary.effects.damage_and_counters import RemoveCounters
from archivist.vocabulary.effects.objects import Sacrifice
from archivist.vocabulary.filters import Filter
from archivist.vocabulary.grammar import plural

_OBJECTS: Final = ("object", "ally", "item", "weapon", "phantasia", "domain", "regalia", "token", "unit")
_DEEDS: Final[tuple[tuple[tuple[str, str], tuple[str, ...]], ...]] = (
    (("card", "banished"), ("banish", "banish top", "banish at random", "banish own")),
    (("card", "discarded"), ("discard",)),
    (("counter", "removed"), ("remove counters",)),
    *(((noun, "destroyed"), ("destroy",)) for noun in _OBJECTS),
    *(((noun, "sacrificed"), ("sacrifice", "sacrifice this")) for noun in _OBJECTS),
    (("card", "drawn"), ("draw",)),
    (("card", "put"), ("put", "hand to memory")),
)


_MOVED: Final[dict[tuple[str, ...], tuple[str, ...]]] = {
    ("discarded", "this", "way"): ("discard",),
    ("banished", "this", "way"): ("banish", "banish top", "banish at random"),
    ("put", "into", "your", "graveyard", "this", "way"): ("mill",),
    ("put", "into", "a", "graveyard", "this", "way"): ("mill",),
    ("put", "into", "their", "graveyard", "this", "way"): ("mill",),
}
"""What was done to cards, and the steps that do so."""


class KindThisWay(Rule):
    """Cards of a kind among those that an earlier step moved: ``fire element card discarded this way``."""

    def __init__(self, many: bool) -> None:
        super().__init__()
        self.nouns = nouns(many=many)

    def starts(self) -> frozenset[str] | None:
        return self.nouns.starts()

    def read(self, reader: Reader, at: int) -> Readings:
        return [
            (end + len(words), (words, tree))
            for end, tree in reader.find(self.nouns, at)
            for words in _MOVED
            if reader.words[end : end + len(words)] == words
        ]

    def make(self, tree: Any, hearing: Hearing) -> str:
        words, inner = tree
        hearing.note(words)
        of = self.nouns.make(inner, hearing)
        if (not of.described and words[0] != "put") or not of.text.endswith("card") or of.controller or of.owner:
            raise Unmade("a kind of card is needed")
        return f"done to({self._step(words, hearing.memory)} {of.text})"

    @staticmethod
    def _step(words: tuple[str, ...], memory: Any) -> str:
        tag = next((each for each in reversed(memory.deeds) if each in _MOVED[words]), "")
        if not tag:
            raise Unmade(f"nothing was {' '.join(words)}")
        if memory.did_often(tag):
            raise Unmade(f"several steps did that, of which only the last could be counted ({tag})")
        return tag

    def say(self, value: Any, voice: Voice) -> None:
        usual = next((words for words, tags in _MOVED.items() if str(value).startswith(f"done to({tags[0]}")), ())
        words = voice.noted(usual)
        if words not in _MOVED:
            raise Unsaid
        try:
            front = f"done to({self._step(words, voice.memory)} "
        except Unmade as error:
            raise Unsaid from error
        if not str(value).startswith(front):
            raise Unsaid
        self.nouns.say(Filter(str(value).removeprefix(front).removesuffix(")")), voice)
        voice.say(*words)


class ThisWay(Rule):
    """What an earlier step did: ``card banished this way``, ``Herb sacrificed this way``."""

    def __init__(self, many: bool) -> None:
        super().__init__()
        self.many = many

    def _words(self, index: int, noun: str = "") -> tuple[str, ...]:
        usual, verb = _DEEDS[index][0]
        noun = noun or usual
        return (plural(noun) if self.many else noun, verb, "this", "way")

    def read(self, reader: Reader, at: int) -> Readings:
        kind = reader.word(at) if reader.word(at + 1) in ("counter", "counters") else ""
        at += bool(kind)
        found: Readings = []
        for index, ((usual, _), _) in enumerate(_DEEDS):
            if kind and usual != "counter":
                continue
            noun = self._subtype(reader, at) if usual == "object" else ""
            found += [
                (at + 4, (index, kind, each))
                for each in {"", noun}
                if reader.words[at : at + 4] == self._words(index, each)
            ]
        return found

    def _subtype(self, reader: Reader, at: int) -> str:
        """A subtype, for one thing."""
        word = reader.word(at)
        if not reader.tokens.capital(at):
            return ""
        return word if not self.many else word.removesuffix("s")

    def make(self, tree: Any, hearing: Hearing) -> str:
        hearing.note(tree)
        self._check(tree, hearing.memory)
        return self._deed(tree[0], hearing.memory)

    @staticmethod
    def _check(tree: tuple[int, str, str], memory: Any) -> None:
        """Only counters of the kind that was removed, and what certainly is of a kind, can be counted as such."""
        index, kind, noun = tree
        if kind and not any(isinstance(each, RemoveCounters) and each.kind == kind for each in memory.before):
            raise Unmade(f"no {kind} counters were removed")
        (usual, _), tags = _DEEDS[index]
        noun = noun or usual
        if noun in ("card", "counter", "object"):
            return
        step = next((each for each in reversed(memory.before) if each.__struct_config__.tag in tags), None)
        of = step.of if isinstance(step, Sacrifice) else memory.kind_of(step.what) if step is not None else None
        if of is None or noun not in {each.lower() for each in called(of)}:
            raise Unmade(f"it is not certain that they are of that kind ({noun})")

    @staticmethod
    def _deed(index: int, memory: Any) -> str:
        tag = next((tag for tag in _DEEDS[index][1] if tag in memory.deeds), "")
        found: str = memory.deed(tag)
        return found

    def say(self, value: Any, voice: Voice) -> None:
        def say(option: tuple[int, str, str]) -> None:
            index, kind, noun = option
            try:
                self._check(option, voice.memory)
                if self._deed(index, voice.memory) != str(value):
                    raise Unsaid
            except Unmade as error:
                raise Unsaid from error
            voice.say(*([kind] if kind else []), *self._words(index, noun))

        voice.first([(index, "", "") for index in range(len(_DEEDS))], say)


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
