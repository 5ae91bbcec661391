"""Mentions of things that need no choice: the card's own name, pronouns, what was mentioned before, your champion."""

from __future__ import annotations

from typing import Any, Final, Literal

from archivist.compiler.engine import (
    Hearing,
    Reader,
    Readings,
    Rule,
    Unmade,
    Unsaid,
    Voice,
    Word,
)
from archivist.compiler.memory import Thing
from archivist.compiler.phrases import Name
from archivist.compiler.same_words import SameWords
from archivist.vocabulary.effects.lasting_effects import Gain
from archivist.vocabulary.effects.objects import GainState
from archivist.vocabulary.grammar import plural
from archivist.vocabulary.node import Ref
from archivist.vocabulary.targets import Targets

_NOUNS: Final = (
    *("ally", "unit", "champion", "card", "object", "weapon", "item", "token", "phantasia", "domain", "regalia"),
    *("activation", "trigger", "ability", "attack", "beast"),
)
_MANY: Final = {plural(noun): noun for noun in _NOUNS}


class Fixed(SameWords[Word]):
    """A mention in words that always mean the same."""

    def __init__(self, ref: str, *options: str, many: bool = False) -> None:
        super().__init__(Word(*options))
        self.ref = ref
        self.many = many

    def make(self, tree: Any, hearing: Hearing) -> Ref:
        self.inner.make(tree, hearing)
        if hearing.memory.later and self.ref in ("that", "attacker"):
            raise Unmade("what happened is past by then")
        hearing.memory.mention(Thing(self.ref, frozenset((self.inner.options[tree][-1],)), self.many))
        return Ref(self.ref)

    def say(self, value: Any, voice: Voice) -> None:
        if value != Ref(self.ref) or (voice.memory.later and self.ref in ("that", "attacker")):
            raise Unsaid
        self.inner.say(None, voice)
        voice.memory.mention(Thing(self.ref, frozenset((voice.words[-1],)), self.many))
        voice.plural = self.many


class Struck(Rule):
    """What was hit or killed, by the word for what it certainly is: ``the hit unit``, ``the killed ally``."""

    kinds: Final = ("ally", "champion", "unit", "object")

    def __init__(self, verb: str) -> None:
        super().__init__()
        self.verb = verb

    def starts(self) -> frozenset[str] | None:
        return frozenset(("the",))

    def read(self, reader: Reader, at: int) -> Readings:
        if reader.words[at : at + 2] != ("the", self.verb):
            reader.miss(at + (reader.word(at) == "the"), self.verb)
            return []
        if reader.word(at + 2) in self.kinds:
            return [(at + 3, reader.word(at + 2))]
        for kind in self.kinds:
            reader.miss(at + 2, kind)
        return []

    def make(self, tree: Any, hearing: Hearing) -> Ref:
        hearing.note(tree)
        memory = hearing.memory
        struck = self._struck(memory)
        if memory.later:
            raise Unmade("what happened is past by then")
        if struck is None or tree not in struck.nouns:
            raise Unmade(f"it is not said that it is {'an' if tree[0] in 'ao' else 'a'} {tree}")
        memory.mention(struck)
        return Ref("that")

    @staticmethod
    def _struck(memory: Any) -> Thing | None:
        return next((each for each in memory.things if each.ref == "that"), None)

    def say(self, value: Any, voice: Voice) -> None:
        struck = self._struck(voice.memory)
        if value != Ref("that") or struck is None or voice.memory.later:
            raise Unsaid
        noun = voice.noted(next((each for each in self.kinds if each in struck.nouns), ""))
        if noun not in self.kinds or noun not in struck.nouns:
            raise Unsaid
        voice.say("the", self.verb, noun)
        voice.memory.mention(struck)
        voice.plural = False


class Itself(SameWords[Word]):
    """The card's own name, or ``this card``."""

    options = ("~", *(f"this {noun}" for noun in _NOUNS))

    def __init__(self) -> None:
        super().__init__(Word(*self.options))

    def make(self, tree: Any, hearing: Hearing) -> Ref:
        self.inner.make(tree, hearing)
        memory = hearing.memory
        if tree and self.options[tree] == "this attack":
            raise Unmade("an attack is not a thing")
        memory.mention_this()
        return memory.this

    def say(self, value: Any, voice: Voice) -> None:
        if value != voice.memory.this:
            raise Unsaid
        voice.memory.mention_this()
        self.inner.say(None, voice)
        voice.plural = False


class Pronoun(SameWords[Word]):
    """``it``, or ``them`` and ``they``."""

    def __init__(self) -> None:
        super().__init__(Word("it", "them", "they", "him", "her", "each of them", "both of them", "they each"))

    def make(self, tree: Any, hearing: Hearing) -> Ref:
        self.inner.make(tree, hearing)
        return hearing.memory.pronoun(many=tree in (1, 2, 5, 6, 7))

    def say(self, value: Any, voice: Voice) -> None:
        last = voice.memory.last
        if last is None or Ref(last.ref) != value:
            raise Unsaid
        index = voice.noted(1 if last.many else 0)
        try:
            if voice.memory.pronoun(many=index in (1, 2, 5, 6, 7)) != value:
                raise Unsaid
        except Unmade as error:
            raise Unsaid from error
        voice.say(*self.inner.options[index])
        voice.plural = (last.many or index in (1, 2)) and index != 5


class Unrepeated(Rule):
    """Nothing, where a second verb follows what something just did: ``target unit becomes distant and gains stealth``."""

    verbs: Final = frozenset(("becomes", "become", "gains", "gain", "gets", "get", "loses", "lose"))

    def starts(self) -> frozenset[str] | None:
        return self.verbs

    def read(self, reader: Reader, at: int) -> Readings:
        joined = at > 0 and reader.word(at) in self.verbs and reader.word(at - 1) in ("and", "then")
        return [(at, reader.word(at).endswith("s"))] if joined else []

    @staticmethod
    def _meant(memory: Any, one: bool) -> Ref:
        before = memory.before[-1] if memory.before else None
        ref: Ref | None = before.what if isinstance(before, GainState) else None
        if isinstance(before, Gain) and before.until != "game":  # else the duration behind is meant for both
            ref = before.on
        thing = next((each for each in memory.things if ref is not None and each.ref == ref.text), None)
        if ref is None or thing is None or thing.many == one or memory.last != thing:
            raise Unmade("nothing that it could be said of")
        memory.mention(thing)
        memory.unrepeated = len(memory.before)
        return Ref(ref.text)

    def make(self, tree: Any, hearing: Hearing) -> Ref:
        return self._meant(hearing.memory, tree)

    def say(self, value: Any, voice: Voice) -> None:
        for one in (True, False):
            try:
                found = self._meant(voice.memory, one)
            except Unmade:
                continue
            if found == value and voice.words[-1] in ("and", "then"):
                voice.plural = not one
                return
        raise Unsaid


class Same(Rule):
    """Nothing, where a second thing is said of what holds something already: ``it gets +2 POWER and cannot attack``."""

    def starts(self) -> frozenset[str] | None:
        return frozenset(("cannot",))

    def read(self, reader: Reader, at: int) -> Readings:
        return [(at, None)] if reader.words[max(at - 1, 0) : at + 1] == ("and", "cannot") else []

    def make(self, tree: Any, hearing: Hearing) -> Ref:
        last = hearing.memory.last
        if last is None or last.ref not in (hearing.memory.this.text, "linked"):
            raise Unmade("nothing that it could be said of")
        return Ref(last.ref)

    def say(self, value: Any, voice: Voice) -> None:
        last = voice.memory.last
        if voice.words[-1:] != ["and"] or last is None or last.ref != value.text:
            raise Unsaid
        voice.plural = False


class Mastery(Rule):
    """A mastery by its name: ``your Shifting Currents``. It has no title behind a comma."""

    def __init__(self) -> None:
        super().__init__()
        self.mastery = Name()

    def starts(self) -> frozenset[str] | None:
        return frozenset(("your",))

    def read(self, reader: Reader, at: int) -> Readings:
        if reader.word(at) != "your":
            return []
        found = reader.find(self.mastery, at + 1)
        return [each for each in found if "," not in reader.words[at : each[0]]][-1:]

    def make(self, tree: Any, hearing: Hearing) -> Ref:
        ref = Ref(f"mastery {self.mastery.make(tree, hearing)}")
        hearing.memory.mention(Thing(ref.text, frozenset(("mastery",))))
        return ref

    def say(self, value: Any, voice: Voice) -> None:
        if not isinstance(value, Ref) or not value.name.startswith("mastery "):
            raise Unsaid
        voice.say("your")
        self.mastery.say(value.name.removeprefix("mastery "), voice)
        voice.memory.mention(Thing(value.text, frozenset(("mastery",))))
        voice.plural = False


class Again(Rule):
    """Something mentioned before: ``that ally``, ``those allies``, ``the chosen card``, ``the discarded card``."""

    marks = (
        *("that", "those", "the chosen", "the discarded", "the revealed", "each of those"),
        *("the banished", "the sacrificed"),
    )
    given: Final = ("the banished", "the sacrificed", "the discarded")
    deeds: Final = {"the banished": ("banish",), "the sacrificed": ("sacrifice",), "the discarded": ("discard",)}

    def starts(self) -> frozenset[str] | None:
        return frozenset(("that", "those", "the", "each"))

    def read(self, reader: Reader, at: int) -> Readings:
        found: Readings = []
        for index, mark in enumerate(self.marks):
            words = tuple(mark.split())
            end = at + len(words)
            if reader.words[at:end] != words:
                continue
            noun = reader.word(end)
            if noun in _NOUNS and not mark.endswith("those"):
                found.append((end + 1, (index, noun, False)))
            elif noun in _MANY and mark != "that":
                found.append((end + 1, (index, _MANY[noun], True)))
            else:
                reader.miss(end, "a noun")
        return found

    def make(self, tree: Any, hearing: Hearing) -> Ref:
        hearing.note(tree)
        return self._meant(tree, hearing.memory)

    def _meant(self, tree: Any, memory: Any) -> Ref:
        index, noun, many = tree
        mark = self.marks[index]
        deed = (
            next((each for each in reversed(memory.deeds) if each in self.deeds[mark]), "")
            if mark in self.given
            else ""
        )
        if mark in self.given and not many and memory.given == mark.removeprefix("the ") and not deed:
            memory.mention(Thing("given", frozenset((noun, "card"))))
            return Ref("given")
        if deed and mark != "the discarded" and noun != "card":
            if many or memory.several_gone:
                raise Unmade(f"several could have been {mark.removeprefix('the ')}")
            return Ref("gone")
        if mark == "the banished":
            thing = next((each for each in memory.things if "banished" in each.nouns and each.many == many), None)
            if thing is None or noun != "card":
                raise Unmade("nothing was banished")
            memory.mention(thing)
            return Ref(thing.ref)
        if mark == "the sacrificed":
            raise Unmade("nothing was sacrificed")
        if mark in ("the discarded", "the chosen", "the revealed"):
            wanted = "revealed" if mark == "the revealed" else "chosen"
            if not any(each.ref == wanted and each.many == many for each in memory.things):
                raise Unmade(f"nothing was {mark.removeprefix('the ')}")
            memory.mention(next(each for each in memory.things if each.ref == wanted))
            return Ref(wanted)
        found: Ref = memory.called(noun, many=many)
        return found

    def say(self, value: Any, voice: Voice) -> None:
        thing = next((each for each in voice.memory.things if Ref(each.ref) == value), None)
        options = []
        if thing is not None:
            options = [(int(thing.many), noun, thing.many) for noun in _NOUNS if noun in thing.nouns]
        if value == Ref("gone"):
            options = [(self.marks.index(mark), noun, False) for mark in self.given[:2] for noun in _NOUNS]
        if value == Ref("given"):
            mark = self.marks.index(f"the {voice.memory.given}") if voice.memory.given else 0
            options = [(mark, "card", False)]

        def say(tree: Any) -> None:
            try:
                if self._meant(tree, voice.memory) != value:
                    raise Unsaid
            except Unmade as error:
                raise Unsaid from error
            index, noun, many = tree
            voice.say(*self.marks[index].split(), plural(noun) if many else noun)
            voice.plural = many

        voice.first(options, say)


class NegatedCard(SameWords[Word]):
    """The card whose activation an earlier step negated, where a player may do something with it."""

    ref: Final = Ref("it(negate)")

    def __init__(self) -> None:
        super().__init__(Word("the card that had its activation negated this way"))

    def make(self, tree: Any, hearing: Hearing) -> Ref:
        memory = hearing.memory
        if "negate" not in memory.deeds or memory.optional != len(memory.before):
            raise Unmade("no activation was negated of whose card could be spoken")
        memory.mention(Thing(self.ref.text, frozenset(("card",))))
        return self.ref

    def say(self, value: Any, voice: Voice) -> None:
        if value != self.ref:
            raise Unsaid
        self.inner.say(None, voice)
        voice.memory.mention(Thing(self.ref.text, frozenset(("card",))))
        voice.plural = False


class TheirChampion(Rule):
    """The champion of the player whom the event is about, or who was targeted: ``their champion``."""

    options: Final = (
        ("their", "champion"),
        ("that", "player", "'s", "champion"),
        ("that", "opponent", "'s", "champion"),
        ("target", "player", "'s", "champion"),
        ("target", "opponent", "'s", "champion"),
    )
    aimed: Final[dict[int, Literal["any", "opponent"]]] = {3: "any", 4: "opponent"}
    ref: Final = Ref("each champion that player controls")

    def starts(self) -> frozenset[str] | None:
        return frozenset(("their", "that", "target"))

    def read(self, reader: Reader, at: int) -> Readings:
        return [
            (at + len(words), index)
            for index, words in enumerate(self.options)
            if reader.words[at : at + len(words)] == words
        ]

    def make(self, tree: Any, hearing: Hearing) -> Ref:
        hearing.note(tree)
        if tree in self.aimed:
            if self._known(hearing.memory):
                raise Unmade("another player has been spoken of")
            hearing.memory.aim(Targets(player=self.aimed[tree]))
        else:
            hearing.memory.speak_of_player()
        hearing.memory.mention(Thing(self.ref.text, frozenset(("champion", "unit"))))
        return self.ref

    @staticmethod
    def _known(memory: Any) -> bool:
        return bool(memory.that_player or any(each.player for each in memory.groups))

    def say(self, value: Any, voice: Voice) -> None:
        if value != self.ref:
            raise Unsaid
        group = next((each for each in voice.groups if each.player), None)
        aims = group is not None and not self._known(voice.memory) and voice.memory.may_aim_at_player
        usual = next((index for index, kind in self.aimed.items() if aims and group == Targets(player=kind)), 0)
        index = voice.noted(usual)
        if (index in self.aimed) != aims or (aims and index != usual) or not (aims or self._known(voice.memory)):
            raise Unsaid
        if group is not None and aims:
            voice.memory.aim(group)
        else:
            voice.memory.speak_of_player()
        voice.say(*self.options[index])
        voice.memory.mention(Thing(self.ref.text, frozenset(("champion", "unit"))))
        voice.plural = False
