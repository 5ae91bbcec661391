"""Abilities: one paragraph of a card's text each, or several keywords in one."""

from __future__ import annotations

from typing import Any, Final

from msgspec.structs import replace

from archivist.compiler import costs as _costs  # noqa: F401 - declares slots
from archivist.compiler.conditions import Fronts
from archivist.compiler.engine import (
    Hearing,
    Reader,
    Readings,
    Rule,
    Unmade,
    Unsaid,
    Voice,
    Word,
    read_joined,
    slot,
    slots,
)
from archivist.compiler.memory import Memory
from archivist.compiler.nouns import joined, say_joined
from archivist.compiler.phrases import KeywordWord, Name
from archivist.compiler.statics import Statics
from archivist.vocabulary import words as w
from archivist.vocabulary.abilities import (
    Keyword,
)
from archivist.vocabulary.amounts import Amount
from archivist.vocabulary.conditions import Condition
from archivist.vocabulary.costs import Counters
from archivist.vocabulary.effects import May
from archivist.vocabulary.effects.lasting_effects import Gain
from archivist.vocabulary.effects.moving_cards import Banish
from archivist.vocabulary.filters import Filter
from archivist.vocabulary.node import THIS
from archivist.vocabulary.statics.characteristics import Modify
from archivist.vocabulary.statics.playing import Enable


@slots("me")
class Me(Rule):
    """The card itself, where nothing else can stand."""

    options: Final = ("~", *(f"this {noun}" for noun in ("card", "object", "ally", "weapon", "item")))

    def __init__(self, place: str = "") -> None:
        super().__init__()
        self.word = Word(*self.options)
        zone = place.removesuffix("_now")
        self.place = ("from", "your", zone) if place else ()
        self.zones = (zone,) if place == zone != "" else ()

    def starts(self) -> frozenset[str] | None:
        return frozenset(("~", "this"))

    def read(self, reader: Reader, at: int) -> Readings:
        found = self.word.read(reader, at)
        length = len(self.place)
        return [(end + length, tree) for end, tree in found if reader.words[end : end + length] == self.place]

    def make(self, tree: Any, hearing: Hearing) -> None:
        self.word.make(tree, hearing)
        hearing.memory.mention_this()
        if self.zones:
            hearing.memory.works_in = self.zones

    def say(self, value: Any, voice: Voice) -> None:
        if voice.memory.works_in != self.zones:
            raise Unsaid
        self.word.say(None, voice)
        voice.say(*self.place)
        voice.memory.placed = voice.memory.placed or bool(self.zones)
        voice.memory.mention_this()


@slots("done_in_graveyard")
class BanishedFromGraveyard(Rule):
    """What is done if the card is banished from the graveyard, where its ability works."""

    fields: Final = ("do",)

    def __init__(self) -> None:
        super().__init__()
        self.unit = slot("unit")

    def read(self, reader: Reader, at: int) -> Readings:
        return reader.find(self.unit, at)

    def make(self, tree: Any, hearing: Hearing) -> dict[str, Any]:
        then = self.unit.make(tree, hearing)
        if hearing.memory.groups:
            raise Unmade("targets would be chosen before it is known whether it is done")
        return {"do": (May(what=(Banish(what=THIS),), then=then),)}

    def say(self, value: Any, voice: Voice) -> None:
        do = value["do"]
        if len(do) != 1 or not isinstance(do[0], May) or do[0] != May(what=(Banish(what=THIS),), then=do[0].then):
            raise Unsaid
        self.unit.say(do[0].then, voice)


@slots("label")
class Label(Rule):
    """The label keyword that an ability stands under: ``Harmonize —``."""

    def read(self, reader: Reader, at: int) -> Readings:
        word = reader.word(at)
        if word in w.PLAIN_LABELS and reader.word(at + 1) == "—":
            return [(at + 2, word)]
        if word in w.NUMBERED_LABELS and reader.word(at + 1).isdigit() and reader.word(at + 2) == "—":
            return [(at + 3, f"{word} {reader.word(at + 1)}")]
        return [(at, "")]

    def make(self, tree: Any, hearing: Hearing) -> str:
        return str(tree)

    def say(self, value: Any, voice: Voice) -> None:
        if value:
            voice.say(*value.split(), "—")


@slots("inherited")
class Inherited(Rule):
    """Whether the whole lineage gives the ability: ``Inherited Effect:``."""

    def read(self, reader: Reader, at: int) -> Readings:
        if reader.words[at : at + 2] == ("inherited", "effect") and reader.word(at + 2) in (":", "—"):
            return [(at + 3, reader.word(at + 2))]
        return [(at, "")]

    def make(self, tree: Any, hearing: Hearing) -> bool:
        hearing.note(tree)
        hearing.memory.inherited = bool(tree)
        return bool(tree)

    def say(self, value: Any, voice: Voice) -> None:
        mark = voice.noted(":" if value else "")
        if bool(mark) != value:
            raise Unsaid
        voice.memory.inherited = value
        if value:
            voice.say("inherited", "effect", mark)


@slots("of_object")
class OfObject(Rule):
    """Nothing, in the text of an object: on other cards *if* asks once, as the card resolves."""

    kinds: Final = frozenset(("ally", "champion", "domain", "item", "phantasia", "weapon"))

    def read(self, reader: Reader, at: int) -> Readings:
        return [(at, None)]

    def make(self, tree: Any, hearing: Hearing) -> None:
        if self.kinds.isdisjoint(hearing.memory.types):
            raise Unmade("whether it holds all the time is not said")

    def say(self, value: Any, voice: Voice) -> None:
        if self.kinds.isdisjoint(voice.memory.types):
            raise Unsaid


@slots("within")
class WithinAbility(Rule):
    """Nothing, within a triggered or activated ability: elsewhere the same words are what holds all the time."""

    def read(self, reader: Reader, at: int) -> Readings:
        return [(at, None)]

    def make(self, tree: Any, hearing: Hearing) -> None:
        if not hearing.memory.ability:
            raise Unmade("it holds all the time")

    def say(self, value: Any, voice: Voice) -> None:
        return


@slots("lasting")
class NoDuration(Rule):
    """Nothing where a duration could stand: what an ability gives lasts for the game; a card's own text says how long.

    Behind a change of the same thing that has a duration, it might be one for both; an attack lasts no longer anyway.
    """

    def read(self, reader: Reader, at: int) -> Readings:
        return [(at, None)]

    @staticmethod
    def _goes_on(memory: Memory) -> bool:
        joined = memory.unrepeated == len(memory.before) and isinstance(memory.before[-1], Gain)
        return joined and "attack" not in memory.types

    def make(self, tree: Any, hearing: Hearing) -> None:
        if not hearing.memory.ability or self._goes_on(hearing.memory):
            raise Unmade("until when?")

    def say(self, value: Any, voice: Voice) -> None:
        if self._goes_on(voice.memory):
            raise Unsaid


@slots("statics")
class SeveralStatics(Rule):
    """What holds, in one sentence or several.

    A condition before it belongs to its own sentence (``led``); one behind it might belong to the last part alone, so that
    there is only one (``alone``).
    """

    joints: Final = ((".",), ("and",), (".", "class", "bonus", ":"), (",", "and"))
    bonus: Final = Condition("class bonus")

    def __init__(self, kind: str = "") -> None:
        super().__init__()
        self.static = Statics()
        self.allowed: tuple[int, ...] = {"": (0, 1, 2, 3), "led": (1, 3), "alone": ()}[kind]

    def starts(self) -> frozenset[str] | None:
        return self.static.starts()

    def read(self, reader: Reader, at: int) -> Readings:
        found = read_joined(reader, at, self.static, self.joints)
        return [each for each in found if set(each[1][1]).issubset(self.allowed)]

    def make(self, tree: Any, hearing: Hearing) -> tuple[Any, ...]:
        trees, joints = tree
        hearing.note(joints)
        made = [self.static.make(each, hearing) for each in trees]
        for index, joint in enumerate(joints):
            if joint == 2:
                if not isinstance(made[index + 1], Modify):
                    raise Unmade("only a change can have a restriction of its own")
                made[index + 1] = replace(made[index + 1], if_=self.bonus)
        return tuple(made)

    def say(self, value: Any, voice: Voice) -> None:
        joints = voice.noted((min(self.allowed, default=0),) * (len(value) - 1))
        if len(joints) != len(value) - 1 or not set(joints).issubset(self.allowed):
            raise Unsaid
        for index, each in enumerate(value):
            if index:
                voice.say(*self.joints[joints[index - 1]])
                if joints[index - 1] == 2:
                    if not isinstance(each, Modify) or each.if_ != self.bonus:
                        raise Unsaid
                    each = replace(each, if_=None)
            self.static.say(each, voice)


@slots("enabled")
class Enabled(Rule):
    """The elements that are enabled: ``fire, water, and wind elements are``."""

    known: Final = {element: element for element in sorted(w.ELEMENTS)}

    def starts(self) -> frozenset[str] | None:
        return frozenset(w.ELEMENTS)

    def read(self, reader: Reader, at: int) -> Readings:
        found: Readings = []
        for end, elements, joint in joined(reader, at, self.known):
            words = ("element", "is") if len(elements) == 1 else ("elements", "are")
            if reader.words[end : end + 2] == words and joint in ("", "and", ", and"):
                found.append((end + 2, (elements, joint)))
        return found

    def make(self, tree: Any, hearing: Hearing) -> tuple[Enable, ...]:
        elements, joint = tree
        hearing.note(joint)
        return tuple(Enable(element=element) for element in elements)

    def say(self, value: Any, voice: Voice) -> None:
        if not value or not all(isinstance(each, Enable) and each.element for each in value):
            raise Unsaid
        several = len(value) > 1
        say_joined([each.element for each in value], voice.noted("and" if several else ""), voice)
        voice.say(*(("elements", "are") if several else ("element", "is")))


# -- details of single abilities -----------------------------------------------------------------------------------


@slots("prepare")
class Prepare(Rule):
    """How many preparation counters: ``Prepare 2``."""

    def read(self, reader: Reader, at: int) -> Readings:
        if reader.word(at).isdigit():
            return [(at + 1, int(reader.word(at)))]
        reader.miss(at, "a number")
        return []

    def make(self, tree: Any, hearing: Hearing) -> tuple[Any, ...]:
        return (Counters(kind="preparation", count=Amount(tree)),)

    def say(self, value: Any, voice: Voice) -> None:
        if len(value) != 1 or not isinstance(value[0], Counters) or value[0].count.fixed is None:
            raise Unsaid
        if value[0] != Counters(kind="preparation", count=value[0].count):
            raise Unsaid
        voice.say(str(value[0].count.fixed))


@slots("zone")
class FromZone(Rule):
    """A zone from which a card may be played."""

    zones: Final = {
        "graveyard": ("graveyard",),
        "banishment": ("banishment",),
        "material": ("material", "deck"),
        "memory": ("memory",),
    }

    def read(self, reader: Reader, at: int) -> Readings:
        found = [
            (at + len(words), zone) for zone, words in self.zones.items() if reader.words[at : at + len(words)] == words
        ]
        if not found:
            reader.miss(at, "graveyard")
        return found

    def make(self, tree: Any, hearing: Hearing) -> str:
        return str(tree)

    def say(self, value: Any, voice: Voice) -> None:
        voice.say(*self.zones[value])


@slots("lineage")
class LineageName(Name):
    """The name of a lineage: that of a champion without its title."""

    def make(self, tree: Any, hearing: Hearing) -> str:
        return super().make(tree, hearing).partition(", ")[0]


@slots("dead")
class Dead(Rule):
    """Nothing, where the card lies in the graveyard: it has died, or its activated ability works there."""

    def read(self, reader: Reader, at: int) -> Readings:
        return [(at, None)]

    def make(self, tree: Any, hearing: Hearing) -> None:
        memory = hearing.memory
        if memory.activating:
            memory.works_in = ("graveyard",)
        elif not memory.dead:
            raise Unmade("it is not known that the card lies in the graveyard")

    def say(self, value: Any, voice: Voice) -> None:
        memory = voice.memory
        if memory.activating and memory.works_in == ("graveyard",):
            memory.placed = True
        elif not memory.dead:
            raise Unsaid


@slots("commanded")
class Commanded(Rule):
    """The allies that a card commands: ``Command Automaton``."""

    def read(self, reader: Reader, at: int) -> Readings:
        return [(at + 1, reader.word(at))] if reader.word(at) in w.SUBTYPES else []

    def make(self, tree: Any, hearing: Hearing) -> Filter:
        return Filter(f"{tree} ally you control")

    def say(self, value: Any, voice: Voice) -> None:
        word = value.text.split()[0]
        if value != Filter(f"{word} ally you control"):
            raise Unsaid
        voice.say(word)


# -- keywords ------------------------------------------------------------------------------------------------------


class KeywordLine(Rule):
    """Keywords alone, one or several: ``[Class Bonus] Intercept, Vigor``.

    Some are spelled out where they have no reminder: ``enters the field rested`` is Hindered.
    """

    spelled: Final = {
        "hindered": ("enters", "the", "field", "rested", "."),
        "ambush": ("may", "retaliate", "against", "attackers", "while", "not", "defending", "."),
    }

    def __init__(self) -> None:
        super().__init__()
        self.fronts, self.word = Fronts(), KeywordWord()

    def starts(self) -> frozenset[str] | None:
        """The words with which it begins behind its restrictions."""
        known = self.word.plain.starts()
        assert known is not None
        return known | {"~"}

    def read(self, reader: Reader, at: int) -> Readings:
        found: Readings = []
        for end, front in reader.find(self.fronts, at):
            parts: tuple[Any, ...] = ()
            places = reader.find(self.word, end)
            while places:
                end, tree = places[-1]
                parts = (*parts, tree)
                found.append((end, (front, parts)))
                places = reader.find(self.word, end + 1) if reader.word(end) == "," else []
            for keyword, words in self.spelled.items():
                last = end + 1 + len(words)
                if reader.words[end:last] == ("~", *words):
                    found.append((last, (front, keyword)))
        return found

    def make(self, tree: Any, hearing: Hearing) -> tuple[Any, ...]:
        front, parts = tree
        when = self.fronts.make(front, hearing)
        hearing.note(isinstance(parts, str))
        if isinstance(parts, str):
            return (Keyword(keyword=parts, when=when),)
        return tuple(Keyword(keyword=self.word.make(part, hearing), when=when) for part in parts)

    def say(self, value: Any, voice: Voice) -> None:
        if not value or not all(isinstance(each, Keyword) and each.when == value[0].when for each in value):
            raise Unsaid
        self.fronts.say(value[0].when, voice)
        if voice.noted(False):
            if len(value) != 1 or value[0].keyword not in self.spelled:
                raise Unsaid
            voice.say("~", *self.spelled[value[0].keyword])
            return
        for index, each in enumerate(value):
            voice.say(*([","] if index else []))
            self.word.say(each.keyword, voice)
