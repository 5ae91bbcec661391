"""Slots of single forms: durations, tokens, kinds of damage, an activation that is negated, a zone that was looked at."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from archivist.compiler.engine import Hearing, Reader, Readings, Rule, Unmade, Unsaid, Voice, Word, slot, slots
from archivist.compiler.memory import Memory, Thing
from archivist.compiler.nouns import nouns
from archivist.compiler.numbers import Agreeing
from archivist.compiler.phrases import NUMBERS, Name
from archivist.compiler.same_words import SameWords
from archivist.vocabulary.amounts import Amount
from archivist.vocabulary.effects.drawing_and_discarding import Discard
from archivist.vocabulary.effects.looking_and_revealing import LookAt
from archivist.vocabulary.effects.negating_copying_playing import Negate, PlayCard
from archivist.vocabulary.node import Who

_DURATIONS: Final = (
    (("until", "end", "of", "turn"), "turn"),
    (("this", "turn"), "turn"),
    (("until", "the", "beginning", "of", "your", "next", "turn"), "your next turn"),
    (("for", "the", "rest", "of", "the", "game"), "game"),
    (("until", "the", "end", "of", "your", "next", "turn"), "end of your next turn"),
    (("for", "this", "attack"), "combat"),
)


@slots("until")
class Until(Rule):
    """How long something holds; ``this turn`` too where the form is about what would happen."""

    name = "until end of turn"

    def __init__(self, only: str = "") -> None:
        super().__init__()
        self.only = only

    def read(self, reader: Reader, at: int) -> Readings:
        found = [
            (at + len(words), index)
            for index, (words, _) in enumerate(_DURATIONS)
            if reader.words[at : at + len(words)] == words and (index != 1 or self.only == "any")
        ]
        if not found:
            reader.miss(at, self.name)
        return found

    def starts(self) -> frozenset[str] | None:
        return frozenset(("until", "this", "for"))

    def make(self, tree: Any, hearing: Hearing) -> str:
        hearing.note(tree)
        return _DURATIONS[tree][1]

    def say(self, value: Any, voice: Voice) -> None:
        def say(index: int) -> None:
            words, until = _DURATIONS[index]
            if until != value or (index == 1 and self.only != "any"):
                raise Unsaid
            voice.say(*words)

        voice.first(range(len(_DURATIONS)), say)


@slots("token")
class Token(Rule):
    """The name of a token: ``Automaton Drone token``."""

    def __init__(self) -> None:
        super().__init__()
        self.token, self.noun = Name(), Agreeing("token")

    def read(self, reader: Reader, at: int) -> Readings:
        return [
            (last, (tree, noun))
            for end, tree in reader.find(self.token, at)
            for last, noun in reader.find(self.noun, end)
        ]

    def make(self, tree: Any, hearing: Hearing) -> str:
        self.noun.make(tree[1], hearing)
        return self.token.make(tree[0], hearing).removesuffix(" Token")

    def say(self, value: Any, voice: Voice) -> None:
        many = voice.many
        noun = voice.noted(int(many))
        self.token.say(value, voice)
        voice.say(self.noun.forms[noun])


@slots("damage")
class DamageKind(Rule):
    """Which damage: ``damage``, ``combat damage``, ``non-combat damage``."""

    kinds: Final = {"any": ("damage",), "combat": ("combat", "damage"), "non-combat": ("non-combat", "damage")}

    def starts(self) -> frozenset[str] | None:
        return frozenset(words[0] for words in self.kinds.values())

    def read(self, reader: Reader, at: int) -> Readings:
        found = [
            (at + len(words), kind) for kind, words in self.kinds.items() if reader.words[at : at + len(words)] == words
        ]
        if not found:
            reader.miss(at, "damage")
        return found

    def make(self, tree: Any, hearing: Hearing) -> str:
        return str(tree)

    def say(self, value: Any, voice: Voice) -> None:
        voice.say(*self.kinds[value])


@slots("negation")
class Negation(Rule):
    """``negate target card activation``, where the card is banished as well."""

    def __init__(self) -> None:
        super().__init__()
        self.thing = slot("thing")

    def starts(self) -> frozenset[str] | None:
        return frozenset(("negate",))

    def read(self, reader: Reader, at: int) -> Readings:
        return reader.find(self.thing, at + 1) if reader.word(at) == "negate" else []

    def make(self, tree: Any, hearing: Hearing) -> tuple[Any, ...]:
        return (Negate(what=self.thing.make(tree, hearing), banish=True),)

    def say(self, value: Any, voice: Voice) -> None:
        if len(value) != 1 or not isinstance(value[0], Negate) or not value[0].banish:
            raise Unsaid
        voice.say("negate")
        self.thing.say(value[0].what, voice)


@slots("hand_or_memory")
class HandOrMemory(Rule):
    """Whose hand or memory is looked at: which of the two is chosen as it resolves, and a card discarded from there."""

    zones: Final = ("hand", "memory")

    def __init__(self) -> None:
        super().__init__()
        self.whose = slot("possessor")

    def starts(self) -> frozenset[str] | None:
        return self.whose.starts()

    def read(self, reader: Reader, at: int) -> Readings:
        return reader.find(self.whose, at)

    def _options(self, who: Who) -> dict[str, tuple[Any, ...]]:
        return {
            zone: (LookAt(zone=zone, who=who), Discard(who=who, from_=(zone,), you_choose=True)) for zone in self.zones
        }

    def make(self, tree: Any, hearing: Hearing) -> dict[str, tuple[Any, ...]]:
        return self._options(self.whose.make(tree, hearing))

    def say(self, value: Any, voice: Voice) -> None:
        first = next(iter(value.values()))[0]
        if not isinstance(first, LookAt) or dict(value) != self._options(first.who):
            raise Unsaid
        self.whose.say(first.who, voice)


@slots("wielder")
class Wielder(SameWords[Word]):
    """``a unit`` that uses this weapon for an attack: the attacker, of whom may be spoken afterwards."""

    def __init__(self) -> None:
        super().__init__(Word("a unit"))

    @staticmethod
    def _mention(memory: Memory) -> None:
        if "weapon" not in memory.types:
            raise Unmade("only a weapon is used for an attack")
        memory.mention(Thing("attacker", frozenset(("unit",))))

    def make(self, tree: Any, hearing: Hearing) -> None:
        self._mention(hearing.memory)

    def say(self, value: Any, voice: Voice) -> None:
        self.inner.say(None, voice)
        try:
            self._mention(voice.memory)
        except Unmade as error:
            raise Unsaid from error


@slots("attacking")
class AttackingUnit(SameWords[Word]):
    """The name of a unit that attacks by itself; a champion is told of as your champion."""

    def __init__(self) -> None:
        super().__init__(Word("~", "this ally", "this object"))

    @staticmethod
    def _mention(memory: Memory) -> None:
        if "ally" not in memory.types:
            raise Unmade("only a unit attacks")
        memory.mention_this()

    def make(self, tree: Any, hearing: Hearing) -> None:
        self.inner.make(tree, hearing)
        self._mention(hearing.memory)

    def say(self, value: Any, voice: Voice) -> None:
        self.inner.say(None, voice)
        try:
            self._mention(voice.memory)
        except Unmade as error:
            raise Unsaid from error


@slots("looked_at")
class LookedAt(Rule):
    """``it``, where that is the hand or memory that was looked at in the step before: whose it is, and which."""

    fields: Final = ("who", "from_")

    def starts(self) -> frozenset[str] | None:
        return frozenset(("it",))

    def read(self, reader: Reader, at: int) -> Readings:
        return [(at + 1, None)] if reader.word(at) == "it" else []

    @staticmethod
    def _seen(before: Sequence[Any]) -> dict[str, Any]:
        if not before or not isinstance(before[-1], LookAt) or before[-1].zone not in ("hand", "memory"):
            raise Unmade("nothing was looked at from which cards could be discarded")
        return {"who": before[-1].who, "from_": (before[-1].zone,)}

    def make(self, tree: Any, hearing: Hearing) -> dict[str, Any]:
        return self._seen(hearing.memory.before)

    def say(self, value: Any, voice: Voice) -> None:
        try:
            if self._seen(voice.memory.before) != value:
                raise Unsaid
        except Unmade as error:
            raise Unsaid from error
        voice.say("it")


@slots("materializing")
class Materializing(Rule):
    """Several cards that are materialized one after the other: ``materialize two Bullet cards from your material deck``."""

    fields: Final = ("times", "then")

    def starts(self) -> frozenset[str] | None:
        return frozenset(("materialize",))

    def read(self, reader: Reader, at: int) -> Readings:
        number = reader.word(at + 1)
        if reader.word(at) != "materialize" or number not in NUMBERS[2:]:
            return []
        return [(end, (NUMBERS.index(number), tree)) for end, tree in reader.find(nouns(many=True), at + 2)]

    def make(self, tree: Any, hearing: Hearing) -> dict[str, Any]:
        number, inner = tree
        return {
            "times": Amount(number),
            "then": (PlayCard(how="materialize", of=nouns(many=True).make(inner, hearing)),),
        }

    def say(self, value: Any, voice: Voice) -> None:
        times, then = value["times"].fixed, value["then"]
        if times is None or not 2 <= times < len(NUMBERS) or len(then) != 1 or not isinstance(then[0], PlayCard):
            raise Unsaid
        of = then[0].of
        if of is None or then[0] != PlayCard(how="materialize", of=of):
            raise Unsaid
        voice.say("materialize", NUMBERS[times])
        nouns(many=True).say(of, voice)
