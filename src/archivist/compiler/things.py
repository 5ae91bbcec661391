"""Things as slots: what is acted upon, what does something, whose number is asked for."""

from __future__ import annotations

from typing import Any, Final

from archivist.compiler.engine import (
    Choice,
    Hearing,
    Reader,
    Readings,
    Rule,
    Unmade,
    Unsaid,
    Voice,
    either,
    slots,
)
from archivist.compiler.known_things import (
    Again,
    Fixed,
    Itself,
    Mastery,
    NegatedCard,
    Pronoun,
    Same,
    Struck,
    TheirChampion,
    Unrepeated,
)
from archivist.compiler.memory import Memory, Thing, called
from archivist.compiler.nouns import One
from archivist.compiler.picked_things import Chosen, Each, Target
from archivist.compiler.same_words import SameWords
from archivist.vocabulary.node import Ref

_ITSELF: Final = Itself()
_FIXED: Final = (
    Fixed("champion", "your champion"),
    Fixed("attacker", "the attacker"),
    Struck("hit"),
    Struck("killed"),
    Fixed("linked", "linked ally", "linked unit", "linked weapon", "linked champion", "linked item"),
    Fixed("mastery", "your mastery"),
    Mastery(),
)
_KNOWN: Final = (Pronoun(), Again(), NegatedCard(), _ITSELF, *_FIXED, TheirChampion(), Target())
_THING: Final = Choice((*_KNOWN, Each(bare=False), Chosen()), "a thing")
_SUBJECT: Final = Choice((*_KNOWN, Each(bare=True), Chosen(), Unrepeated()), "a subject")


@slots("thing")
def thing() -> Rule:
    """What is acted upon."""
    return _THING


@slots("subject")
def subject() -> Rule:
    """What does or is something."""
    return _SUBJECT


@slots("own")
def own() -> Rule:
    """The card itself."""
    return Choice((_ITSELF, Pronoun()), "its name")


@slots("held")
def held() -> Rule:
    """What something holds for all the time: the card itself, or what it is linked to."""
    return Choice((_ITSELF, Pronoun(), _FIXED[4], Same()), "its name")


@slots("its")
class Possessive(Rule):
    """``its``, ``that ally's``, ``your champion's``."""

    def __init__(self) -> None:
        super().__init__()
        self.thing = _THING

    def starts(self) -> frozenset[str] | None:
        return either(self.thing.starts(), frozenset(("its", "their")))

    def read(self, reader: Reader, at: int) -> Readings:
        if reader.word(at) in ("its", "their"):
            return [(at + 1, None)]
        found = reader.find(self.thing, at)
        return [(end + 1, tree) for end, tree in found if reader.word(end) in ("'s", "'")]

    def make(self, tree: Any, hearing: Hearing) -> Ref:
        hearing.note(tree is None)
        if tree is None:
            return hearing.memory.pronoun(many=False)
        found: Ref = self.thing.make(tree, hearing)
        if found.name == "champion":
            raise Unmade("your champion's attacks have words of their own")
        return found

    def say(self, value: Any, voice: Voice) -> None:
        last = voice.memory.last
        if voice.noted(last is not None and Ref(last.ref) == value):
            if last is None or Ref(last.ref) != value:
                raise Unsaid
            voice.say("its")
            return
        self.thing.say(value, voice)
        voice.say("'" if voice.words[-1].endswith("s") else "'s")


@slots("one_thing")
class OneThing(SameWords[Choice]):
    """One thing whose number is asked for: ``that ally``, ``the banished card``."""

    written = r"[a-z]+(?:\([a-z ]+\))?"
    refs: Final = ("this", "that", "target", "chosen", "given", "gone", "revealed", "it")

    def __init__(self) -> None:
        super().__init__(Choice(_KNOWN, "a thing"))

    def make(self, tree: Any, hearing: Hearing) -> str:
        return self._checked(self.inner.make(tree, hearing), hearing.memory)

    def _checked(self, ref: Ref, memory: Any) -> str:
        many = next((each.many for each in memory.things if each.ref == ref.text), False)
        if ref.each is not None or ref.name.partition("(")[0] not in self.refs or many:
            raise Unmade(f"{ref.text} has no number that could be meant")
        return ref.name

    def say(self, value: Any, voice: Voice) -> None:
        self.inner.say(Ref(str(value)), voice)

    @staticmethod
    def of_text(text: str) -> str:
        return text


@slots("stat_of")
class StatOf(OneThing):
    """Whose number is asked for: ``its``, ``that ally's``."""

    def read(self, reader: Reader, at: int) -> Readings:
        if reader.word(at) == "its":
            return [(at + 1, None)]
        return [(end + 1, tree) for end, tree in reader.find(self.inner, at) if reader.word(end) in ("'s", "'")]

    def starts(self) -> frozenset[str] | None:
        return either(self.inner.starts(), frozenset(("its",)))

    def make(self, tree: Any, hearing: Hearing) -> str:
        hearing.note(tree is None)
        if tree is None:
            return self._its(hearing.memory)
        return super().make(tree, hearing)

    def _its(self, memory: Memory) -> str:
        """Whose number ``its`` means; an object that was banished is asked for as it last was.

        Where a card was just taken up whose number may be asked for, nothing else is meant.
        """
        ref = memory.pronoun(many=False)
        activation = memory.last is not None and "activation" in memory.last.nouns
        if not activation and any(each.ref != ref.text and each.off_the_field for each in memory.things):
            raise Unmade("its, or that of the card?")
        gone = "gone" if memory.object_gone(ref) else ref.name
        return self._checked(Ref(gone), memory)

    def say(self, value: Any, voice: Voice) -> None:
        if voice.noted(False):
            try:
                if self._its(voice.memory) != str(value):
                    raise Unsaid
            except Unmade as error:
                raise Unsaid from error
            voice.say("its")
            return
        super().say(value, voice)
        voice.say("'" if voice.words[-1].endswith("s") else "'s")


_SINGLE: Final = Choice(_KNOWN, "a thing")
_PICKED: Final = Choice((*_KNOWN, Chosen()), "a thing")


@slots("picked")
def picked() -> Rule:
    """What is acted upon, by name or by choice, but not all of a kind."""
    return _PICKED


@slots("single")
def single() -> Rule:
    """What is acted upon, but not all of a kind."""
    return _SINGLE


@slots("each")
def each() -> Rule:
    """All of a kind."""
    return Each(bare=False)


@slots("whichever")
class Whichever(SameWords[One]):
    """All of a kind, each by itself: ``a distant unit you control``, where something happens to any of them."""

    def __init__(self) -> None:
        super().__init__(One())

    def make(self, tree: Any, hearing: Hearing) -> Ref:
        ref = Ref(f"each {self.inner.make(tree, hearing).text}")
        assert ref.each is not None
        hearing.memory.mention(Thing(ref.text, called(ref.each)))
        return ref

    def say(self, value: Any, voice: Voice) -> None:
        if not isinstance(value, Ref) or value.each is None:
            raise Unsaid
        self.inner.say(value.each, voice)
        voice.memory.mention(Thing(value.text, called(value.each)))


@slots("every")
def every() -> Rule:
    """All of a kind, as a subject."""
    return Each(bare=True)
