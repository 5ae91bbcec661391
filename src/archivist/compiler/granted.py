"""Abilities that are given to something, in quotation marks."""

from __future__ import annotations

import itertools
from typing import Any, Final

from archivist.compiler import costs as _costs  # noqa: F401 - declares slots
from archivist.compiler.activated import ActivatedLine
from archivist.compiler.engine import (
    Choice,
    Hearing,
    Reader,
    Readings,
    Rule,
    Template,
    Unmade,
    Unsaid,
    Voice,
    slots,
)
from archivist.compiler.memory import Memory
from archivist.vocabulary.abilities import StaticAbility, Triggered
from archivist.vocabulary.printing import Form
from archivist.vocabulary.statics.combat import Attacks

_GRANTED: Final = (
    Form("{on:keyworded} : {*:text open}", {}),
    Form("{on:event} , {*:text open plain}", {}),
    Form("{on:event} , if {if_:if} , {*:text open}", {}),
)


_OTHERS: Final = tuple(("this", noun) for noun in ("ally", "unit", "weapon", "item", "phantasia", "token", "domain"))
"""How a granted ability speaks of what it is given to, where that is no champion."""

_HOLDING: Final = (Form("{effects:statics}", {}), Form("as long as {if_:if} , {effects:statics}", {}))


class OneOnly(Rule):
    """A rule for several abilities, where there is one."""

    def __init__(self, inner: Rule) -> None:
        super().__init__()
        self.inner = inner

    def read(self, reader: Reader, at: int) -> Readings:
        return reader.find(self.inner, at)

    def make(self, tree: Any, hearing: Hearing) -> Any:
        (made,) = self.inner.make(tree, hearing)
        return made

    def say(self, value: Any, voice: Voice) -> None:
        self.inner.say((value,), voice)


@slots("quoted")
class Quoted(Rule):
    """An ability that is given to something, in quotation marks; it is named by its own words.

    Where it is one that is *done*, a static one is not meant.
    """

    name = "an ability in quotation marks"

    def __init__(self, kind: str = "") -> None:
        super().__init__()
        activated = OneOnly(ActivatedLine(text="open"))
        static = [Template(StaticAbility, each) for each in _HOLDING] if kind != "done" else []
        self.ability = Choice((*(Template(Triggered, each) for each in _GRANTED), activated, *static), "an ability")

    def starts(self) -> frozenset[str] | None:
        return frozenset(('"',))

    def read(self, reader: Reader, at: int) -> Readings:
        if reader.word(at) != '"':
            reader.miss(at, self.name)
            return []
        found: Readings = []
        for end, tree in reader.find(self.ability, at + 1):
            if reader.word(end) == '"':
                found.append((end + 1, (at + 1, end, tree)))
            else:
                reader.miss(end, '"')
        return found

    def make(self, tree: Any, hearing: Hearing) -> tuple[str, ...]:
        start, end, inner = tree
        memory, before, heads, tail = hearing.memory, hearing.before, hearing.heads, hearing.tail
        hearing.memory = Memory(memory.name, memory.types)
        name = hearing.tokens.between(start, end).lower()
        words = hearing.tokens.words[start:end]
        if memory.is_champion and any(pair in _OTHERS for pair in itertools.pairwise(words)):
            raise Unmade("a champion's text gives it to something else, which is not your champion")
        made = self.ability.make(inner, hearing)
        if isinstance(made, StaticAbility) and any(isinstance(each, Attacks) for each in made.effects):
            _speaks_of_its_attack(memory)
        hearing.grants[name] = made
        hearing.memory, hearing.before, hearing.heads, hearing.tail = memory, before, heads, tail
        return (name,)

    def say(self, value: Any, voice: Voice) -> None:
        if len(value) != 1 or value[0] not in voice.grants:
            raise Unsaid
        memory, groups, before, tail = voice.memory, voice.groups, voice.before, voice.tail
        voice.memory, voice.groups, voice.before, voice.tail = Memory(memory.name, memory.types), (), [], None
        voice.say('"')
        self.ability.say(voice.grants[value[0]], voice)
        voice.say('"')
        voice.memory, voice.groups, voice.before, voice.tail = memory, groups, before, tail


def _speaks_of_its_attack(memory: Memory) -> None:
    """A static ability about *this attack* is gained by an attack card, which has it for as long as it is in the intent."""
    given_to = memory.last.ref if memory.last is not None else ""
    if "attack" not in memory.types or given_to != "this":
        raise Unmade("only an attack card itself gains what is said about this attack")
