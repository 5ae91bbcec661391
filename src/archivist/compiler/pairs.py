"""Paragraphs that are two abilities in one sentence, or in two that belong together."""

from __future__ import annotations

from typing import Any, Final

from archivist.compiler.conditions import Conditions, Fronts
from archivist.compiler.engine import Hearing, Reader, Readings, Rule, Unmade, Unsaid, Voice, slot
from archivist.compiler.quantities import More
from archivist.vocabulary.abilities import StaticAbility, Triggered
from archivist.vocabulary.playing_abilities import CostModifier, Permission
from archivist.vocabulary.statics.playing import LevelSideways
from archivist.vocabulary.triggers.objects import LevelUp


class LevelsSideways(Rule):
    """A champion that can level up into others of its base level, and what happens when it does."""

    words: Final = tuple("~ can level up into champions of the same base level . when".split())
    pronouns: Final = ("she", "he", "it", "they")

    def __init__(self) -> None:
        super().__init__()
        self.text = slot("text")

    def starts(self) -> frozenset[str] | None:
        return frozenset(("~",))

    def read(self, reader: Reader, at: int) -> Readings:
        end = at + len(self.words)
        if reader.words[at:end] != self.words or reader.word(end) not in self.pronouns:
            return []
        if reader.word(end + 1) not in ("does", "do") or reader.word(end + 2) != ",":
            return []
        who = reader.words[end : end + 2]
        return [(last, (who, tree)) for last, tree in reader.find(self.text, end + 3)]

    def make(self, tree: Any, hearing: Hearing) -> tuple[Any, ...]:
        who, inner = tree
        hearing.note(who)
        hearing.memory.ability = True
        text = self.text.make(inner, hearing)
        return StaticAbility(effects=(LevelSideways(),)), Triggered(on=LevelUp(same_level=True), **text)

    def say(self, value: Any, voice: Voice) -> None:
        if len(value) != 2 or value[0] != StaticAbility(effects=(LevelSideways(),)):
            raise Unsaid
        told = value[1]
        if not isinstance(told, Triggered):
            raise Unsaid
        text: dict[str, Any] = {"do": told.do, "targets": told.targets, "modes": told.modes}
        if told != Triggered(on=LevelUp(same_level=True), **text):
            raise Unsaid
        voice.say(*self.words, *voice.noted(("she", "does")), ",")
        self.text.say(text, voice)


class CheaperAndFaster(Rule):
    """A card that costs less while something holds, and may then be activated at fast speed."""

    words: Final = tuple("and you may activate it as though it had fast activation .".split())

    def __init__(self) -> None:
        super().__init__()
        self.fronts, self.conditions, self.less = Fronts(), Conditions(), More("less")

    def starts(self) -> frozenset[str] | None:
        return frozenset(("as",))

    def read(self, reader: Reader, at: int) -> Readings:
        found: Readings = []
        for one, fronts in reader.find(self.fronts, at):
            if reader.words[one : one + 3] != ("as", "long", "as"):
                continue
            for two, that in reader.find(self.conditions, one + 3):
                if reader.words[two : two + 4] != (",", "this", "card", "costs"):
                    continue
                for three, less in reader.find(self.less, two + 4):
                    end = three + 3 + len(self.words)
                    if reader.words[three:end] == ("less", "to", "activate", *self.words):
                        found.append((end, (fronts, that, less)))
        return found

    def make(self, tree: Any, hearing: Hearing) -> tuple[Any, ...]:
        fronts, that, less = tree
        when = self.fronts.make(fronts, hearing)
        holds = self.conditions.make(that, hearing)
        amount = self.less.make(less, hearing)
        hearing.heads.pop()
        if amount.fixed is None:
            raise Unmade("how much less it costs is not explained")
        cheaper = CostModifier(amount=amount, when=when, if_=holds, way="activate")
        return cheaper, Permission(from_="hand", when=when, if_=holds, fast=True)

    def say(self, value: Any, voice: Voice) -> None:
        if len(value) != 2 or not isinstance(value[0], CostModifier) or value[0].if_ is None:
            raise Unsaid
        first, when, holds = value[0], value[0].when, value[0].if_
        cheaper = CostModifier(amount=first.amount, when=when, if_=holds, way="activate")
        if value != (cheaper, Permission(from_="hand", when=when, if_=holds, fast=True)):
            raise Unsaid
        self.fronts.say(when, voice)
        voice.say("as", "long", "as")
        self.conditions.say(holds, voice)
        voice.say(",", "this", "card", "costs")
        self.less.say(first.amount, voice)
        voice.say("less", "to", "activate", *self.words)
