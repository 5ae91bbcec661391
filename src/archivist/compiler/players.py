"""Mentions of players, whoever does something, and whose cards they handle."""

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
    slots,
)
from archivist.compiler.nouns import One
from archivist.compiler.same_words import SameWords
from archivist.vocabulary.effects.looking_and_revealing import Choose
from archivist.vocabulary.grammar import third
from archivist.vocabulary.node import YOU, Ref, Who
from archivist.vocabulary.targets import Targets

_HIT: Final = ("unit", "ally", "object", "champion")
_PLAYERS: Final[tuple[tuple[tuple[str, ...], Who, Literal["any", "opponent"] | None], ...]] = (
    (("each", "player"), Who("each player"), None),
    (("each", "opponent"), Who("each opponent"), None),
    (("target", "player"), Who("target"), "any"),
    (("target", "opponent"), Who("target"), "opponent"),
    (("that", "player"), Who("that player"), None),
    (("that", "opponent"), Who("that player"), None),
    (("its", "controller"), Who("target controller"), None),
    (("its", "controller"), Who("last controller"), None),
    (("its", "controller"), Who("that player"), None),
    *((("the", "hit", noun, "'s", "controller"), Who("that player"), None) for noun in _HIT),
    *((("that", noun, "'s", "controller"), Who("that player"), None) for noun in _HIT),
    (("that", "object", "'s", "controller"), Who("last controller"), None),
    (("they",), Who("that player"), None),
    (("you",), YOU, None),
)


@slots("player")
class Player(Rule):
    """A player: ``target opponent``, ``each player``, ``that player``."""

    name = "a player"

    def starts(self) -> frozenset[str] | None:
        return frozenset(words[0] for words, _, _ in _PLAYERS)

    def read(self, reader: Reader, at: int) -> Readings:
        found = [
            (at + len(words), index)
            for index, (words, _, _) in enumerate(_PLAYERS)
            if reader.words[at : at + len(words)] == words
        ]
        if not found:
            reader.miss(at, self.name)
        return found

    def make(self, tree: Any, hearing: Hearing) -> Who:
        hearing.note(tree)
        words, who, targeted = _PLAYERS[int(tree)]
        self._check(words, who, hearing.memory)
        if targeted:
            hearing.memory.aim(Targets(player=targeted))
        return who

    @staticmethod
    def _check(words: tuple[str, ...], who: Who, memory: Any) -> None:
        if who.text == "last controller":
            if memory.destroyed is None:
                raise Unmade("nothing was destroyed whose controller could be meant")
        elif words[-1] == "controller" and who.text == "that player":
            last = memory.last
            that = next((each for each in memory.things if each.ref == "that"), None)
            hit = memory.hit and words[0] != "its" and that is not None and words[-3] in that.nouns
            told = memory.told_of and last is not None and last.ref == "that"
            if not hit and not (told and (words[0] == "its" or words[1] in last.nouns)):
                raise Unmade("nothing whose controller is meant")
            memory.speak_of_player(event=True)
            return
        elif words == ("its", "controller"):
            last = memory.last
            if last is None or last.ref != "target" or last.many:
                raise Unmade("nothing whose controller is meant")
        if who.text == "that player":
            memory.speak_of_player()

    def say(self, value: Any, voice: Voice) -> None:
        def say(index: int) -> None:
            words, who, targeted = _PLAYERS[index]
            if who != value:
                raise Unsaid
            try:
                self._check(words, who, voice.memory)
            except Unmade as error:
                raise Unsaid from error
            if targeted:
                group = next((each for each in voice.groups if each.player), None)
                if group != Targets(player=targeted) or not voice.memory.may_aim_at_player:
                    raise Unsaid
                voice.memory.aim(group)
            voice.say(*words)
            voice.plural = words in (("they",), ("you",))

        voice.first(range(len(_PLAYERS)), say)


@slots("they")
class They(SameWords[Word]):
    """The player whom the event of a trigger is about, or who was targeted, as a subject."""

    def __init__(self) -> None:
        super().__init__(Word("they", "that player", "that opponent"))

    def make(self, tree: Any, hearing: Hearing) -> None:
        self.inner.make(tree, hearing)
        self._check(hearing.memory)

    @staticmethod
    def _check(memory: Any) -> None:
        memory.speak_of_player()

    def say(self, value: Any, voice: Voice) -> None:
        try:
            self._check(voice.memory)
        except Unmade as error:
            raise Unsaid from error
        self.inner.say(None, voice)


@slots("that_one")
class ThatOne(They):
    """The same player, named in passing: ``units that opponent controls``."""

    def read(self, reader: Reader, at: int) -> Readings:
        return [each for each in super().read(reader, at) if reader.word(at) != "they"]

    def say(self, value: Any, voice: Voice) -> None:
        try:
            self._check(voice.memory)
        except Unmade as error:
            raise Unsaid from error
        index = voice.noted(1)
        voice.say(*self.inner.options[index])


@slots("theirs")
class Theirs(They):
    """``their`` before a place: that of the same player, and of no champion or object."""

    def __init__(self) -> None:
        super(They, self).__init__(Word("their"))

    @staticmethod
    def _check(memory: Any) -> None:
        if memory.doer is not None and memory.doer.text.startswith("each "):
            raise Unmade("each of them has a place of their own")
        They._check(memory)


@slots("they_draw")
class TheyDraw(They):
    """The targeted player for whose deed a trigger waits: the event is about that player."""

    def read(self, reader: Reader, at: int) -> Readings:
        return [each for each in super().read(reader, at) if reader.word(at) != "they"]

    def make(self, tree: Any, hearing: Hearing) -> None:
        super().make(tree, hearing)
        hearing.memory.that_player = True

    def say(self, value: Any, voice: Voice) -> None:
        super().say(value, voice)
        voice.memory.that_player = True


@slots("does")
class Does(Rule):
    """A player and what they do: ``draw`` for you, ``target player draws`` for others."""

    def __init__(self, verb: str) -> None:
        super().__init__()
        self.verb = verb
        self.player = SHARED_PLAYER

    def starts(self) -> frozenset[str] | None:
        known = self.player.starts()
        assert known is not None
        return known | {self.verb, third(self.verb)}

    def read(self, reader: Reader, at: int) -> Readings:
        found: Readings = []
        if reader.word(at) == self.verb:
            found.append((at + 1, None))
        elif reader.word(at) == third(self.verb):
            found.append((at + 1, "same"))
        else:
            reader.miss(at, self.verb)
        for end, tree in reader.find(self.player, at):
            if reader.word(end) in (self.verb, third(self.verb)):
                found.append((end + 1, (tree, reader.word(end) == self.verb)))
        return found

    def make(self, tree: Any, hearing: Hearing) -> Who:
        hearing.note(tree if tree == "same" else tree is None)
        if tree is None:
            if hearing.memory.doer is not None:
                raise Unmade("who does that is not said")
            return YOU
        if tree == "same":
            return self._same(hearing.memory)
        who: Who = self.player.make(tree[0], hearing)
        hearing.note(tree[1])
        hearing.memory.doer = None if tree[1] else who
        return who

    @staticmethod
    def _same(memory: Any) -> Who:
        """Who did the thing before in the same sentence: ``target player draws a card, then discards a card``."""
        if memory.doer is None:
            raise Unmade("nobody who could do it")
        found: Who = memory.doer
        return found

    def say(self, value: Any, voice: Voice) -> None:
        how = voice.noted(value == YOU)
        if how == "same":
            if value != voice.memory.doer:
                raise Unsaid
            voice.say(third(self.verb))
            return
        if how:
            if value != YOU or voice.memory.doer is not None:
                raise Unsaid
            voice.say(self.verb)
            return
        self.player.say(value, voice)
        base = voice.noted(voice.plural)
        voice.memory.doer = None if base else value
        voice.say(self.verb if base else third(self.verb))


SHARED_PLAYER: Final = Player()


@slots("another_does")
class AnotherDoes(Does):
    """A player other than you, and what they do: ``each opponent banishes``."""

    def read(self, reader: Reader, at: int) -> Readings:
        return [each for each in super().read(reader, at) if each[1] is not None]

    def make(self, tree: Any, hearing: Hearing) -> Who:
        who = super().make(tree, hearing)
        if who == YOU:
            raise Unmade("what you do yourself is told otherwise")
        return who

    def say(self, value: Any, voice: Voice) -> None:
        if value == YOU:
            raise Unsaid
        super().say(value, voice)


@slots("chooser_does")
class ChooserDoes(AnotherDoes):
    """A player who does something with what they then choose of theirs: ``its controller puts``."""

    def make(self, tree: Any, hearing: Hearing) -> None:  # type: ignore[override]
        hearing.memory.chooser = super().make(tree, hearing)

    def say(self, value: Any, voice: Voice) -> None:
        if not voice.before or not isinstance(voice.before[0], Choose):
            raise Unsaid
        super().say(voice.before[0].who, voice)


@slots("of_theirs")
class OfTheirs(Rule):
    """What a player chooses of theirs: ``a unit they control``."""

    words: Final = ("they", "control")

    def __init__(self) -> None:
        super().__init__()
        self.one = One()

    def starts(self) -> frozenset[str] | None:
        return self.one.starts()

    def read(self, reader: Reader, at: int) -> Readings:
        return [(end + 2, tree) for end, tree in reader.find(self.one, at) if reader.words[end : end + 2] == self.words]

    def make(self, tree: Any, hearing: Hearing) -> Ref:
        of = self.one.make(tree, hearing)
        if of.controller or of.zones != ("field",) or of.other:
            raise Unmade("whose it is goes without saying")
        hearing.before.append(Choose(of=of, who=hearing.memory.chooser, theirs=True))
        return hearing.memory.choose(of, many=False)

    def say(self, value: Any, voice: Voice) -> None:
        if value != Ref("chosen") or not voice.before:
            raise Unsaid
        choose = voice.before.pop(0)
        if choose != Choose(of=choose.of, who=choose.who, theirs=True):
            raise Unsaid
        self.one.say(choose.of, voice)
        voice.say(*self.words)
        voice.memory.choose(choose.of, many=False)


@slots("aimed_player")
class AimedPlayer(Rule):
    """A player who is targeted in passing: ``units target player controls``."""

    kinds: Final[dict[str, Literal["any", "opponent"]]] = {"player": "any", "opponent": "opponent"}

    def starts(self) -> frozenset[str] | None:
        return frozenset(("target",))

    def read(self, reader: Reader, at: int) -> Readings:
        known = reader.word(at) == "target" and reader.word(at + 1) in self.kinds
        return [(at + 2, reader.word(at + 1))] if known else []

    def make(self, tree: Any, hearing: Hearing) -> None:
        hearing.memory.aim(Targets(player=self.kinds[tree]))

    def say(self, value: Any, voice: Voice) -> None:
        group = next((each for each in voice.groups if each.player), None)
        if group is None or not voice.memory.may_aim_at_player:
            raise Unsaid
        voice.memory.aim(group)
        voice.say("target", next(word for word, kind in self.kinds.items() if kind == group.player))


@slots("their")
class Their(Rule):
    """``your`` or ``their``, as it fits the player of the clause."""

    def __init__(self, field: str = "who") -> None:
        super().__init__()
        self.field = field

    def read(self, reader: Reader, at: int) -> Readings:
        word = reader.word(at)
        if word in ("your", "their"):
            return [(at + 1, word)]
        reader.miss(at, "your")
        return []

    def make(self, tree: Any, hearing: Hearing) -> None:
        if (tree == "your") != (hearing.values.get(self.field, YOU) == YOU):
            raise Unmade("whose it is does not agree")

    def say(self, value: Any, voice: Voice) -> None:
        voice.say("your" if voice.values.get(self.field, YOU) == YOU else "their")
