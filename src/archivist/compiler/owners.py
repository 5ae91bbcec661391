"""Slots that say whose something is: the owner, the controller, the player or the champion it belongs to."""

from __future__ import annotations

from typing import Any, Final

from archivist.compiler.engine import Hearing, Reader, Readings, Rule, Unmade, Unsaid, Voice, Word, either, slots
from archivist.compiler.memory import Memory, Thing
from archivist.compiler.picked_things import Target
from archivist.compiler.players import SHARED_PLAYER, They
from archivist.compiler.same_words import SameWords
from archivist.vocabulary.node import YOU, Ref, Who


@slots("owner")
class Owner(SameWords[Word]):
    """To whom something goes: ``its owner's``, or ``your`` where it is certainly yours."""

    def __init__(self, field: str = "what") -> None:
        super().__init__(Word("its owner 's", "your", "their owner 's", "their owners '"))
        self.field = field

    def make(self, tree: Any, hearing: Hearing) -> None:
        hearing.note(tree)
        if tree == 1 and not hearing.memory.is_yours(
            hearing.values[self.field], (*hearing.memory.before, *hearing.before)
        ):
            raise Unmade("it is not certain that it is yours")

    def say(self, value: Any, voice: Voice) -> None:
        ref: Ref = voice.values[self.field]
        yours = voice.memory.is_yours(ref, (*voice.memory.before, *voice.chosen))
        index = voice.noted(1 if yours and ref.name != "this" else 0)
        if index == 1 and not yours:
            raise Unsaid
        voice.say(*self.inner.options[index])


@slots("possessor")
class Possessor(Rule):
    """Whose cards: ``target opponent's``, ``that player's``."""

    def __init__(self) -> None:
        super().__init__()
        self.player = SHARED_PLAYER

    def read(self, reader: Reader, at: int) -> Readings:
        return [(end + 1, tree) for end, tree in reader.find(self.player, at) if reader.word(end) in ("'s", "'")]

    def make(self, tree: Any, hearing: Hearing) -> Any:
        return self.player.make(tree, hearing)

    def say(self, value: Any, voice: Voice) -> None:
        self.player.say(value, voice)
        voice.say("'s")


@slots("whose")
class Whose(Possessor):
    """Whose cards, your own among them: ``your``, ``target opponent's``."""

    def starts(self) -> frozenset[str] | None:
        return either(self.player.starts(), frozenset(("your",)))

    def read(self, reader: Reader, at: int) -> Readings:
        return [(at + 1, None)] if reader.word(at) == "your" else super().read(reader, at)

    def make(self, tree: Any, hearing: Hearing) -> Any:
        hearing.note(tree is None)
        return YOU if tree is None else super().make(tree, hearing)

    def say(self, value: Any, voice: Voice) -> None:
        yours = voice.noted(value == YOU)
        if yours != (value == YOU):
            raise Unsaid
        if yours:
            voice.say("your")
        else:
            super().say(value, voice)


@slots("aimed_one")
class TargetOwner(Rule):
    """``its owner's``, where one target has been mentioned last."""

    words: Final = ("its", "owner", "'s")

    def starts(self) -> frozenset[str] | None:
        return frozenset(("its",))

    def read(self, reader: Reader, at: int) -> Readings:
        return [(at + 3, None)] if reader.words[at : at + 3] == self.words else []

    @staticmethod
    def _aimed(memory: Any) -> bool:
        return memory.last is not None and memory.last.ref == "target" and not memory.last.many

    def make(self, tree: Any, hearing: Hearing) -> None:
        if not self._aimed(hearing.memory):
            raise Unmade("nothing whose owner could be meant")

    def say(self, value: Any, voice: Voice) -> None:
        if not self._aimed(voice.memory):
            raise Unsaid
        voice.say(*self.words)


@slots("linked_champion")
class LinkedChampion(Rule):
    """``linked champion's``, who may be spoken of afterwards."""

    words: Final = ("linked", "champion", "'s")

    def starts(self) -> frozenset[str] | None:
        return frozenset(("linked",))

    def read(self, reader: Reader, at: int) -> Readings:
        return [(at + 3, None)] if reader.words[at : at + 3] == self.words else []

    def make(self, tree: Any, hearing: Hearing) -> None:
        hearing.memory.mention(Thing("linked", frozenset(("champion",))))

    def say(self, value: Any, voice: Voice) -> None:
        voice.say(*self.words)
        voice.memory.mention(Thing("linked", frozenset(("champion",))))


@slots("own_champion")
class OwnChampion(SameWords[Word]):
    """``your champion's``, whose lineage is yours; ``its`` where your champion was mentioned last."""

    options: Final = ("your champion 's", "~ 's", "its")

    def __init__(self) -> None:
        super().__init__(Word(*self.options))

    def make(self, tree: Any, hearing: Hearing) -> None:
        self.inner.make(tree, hearing)
        if self.options[tree] == "its" and not _is_yours(hearing.memory):
            raise Unmade("whose lineage?")

    def say(self, value: Any, voice: Voice) -> None:
        self.inner.say(None, voice)
        if voice.words[-1] == "its" and not _is_yours(voice.memory):
            raise Unsaid


def _is_yours(memory: Memory) -> bool:
    """Whether your champion was mentioned last."""
    return memory.last is not None and memory.last.ref == "champion"


@slots("hit_champion")
class HitChampion(Rule):
    """``the hit champion's``, where something was hit."""

    words: Final = ("the", "hit", "champion", "'s")

    def starts(self) -> frozenset[str] | None:
        return frozenset(("the",))

    def read(self, reader: Reader, at: int) -> Readings:
        return [(at + 4, None)] if reader.words[at : at + 4] == self.words else []

    def make(self, tree: Any, hearing: Hearing) -> Ref:
        if not hearing.memory.hit:
            raise Unmade("nothing was hit")
        hearing.memory.speak_of_player(event=True)
        return Ref("that")

    def say(self, value: Any, voice: Voice) -> None:
        if value not in (Ref("that"), voice.memory.this) or not voice.memory.hit:
            raise Unsaid
        if any(each.player for each in voice.memory.groups):
            raise Unsaid
        voice.memory.speak_of_player(event=True)
        voice.say(*self.words)


@slots("hit_controller")
class HitController(SameWords[Word]):
    """``the hit unit's controller``, where something was hit."""

    hit: Final = Thing("that", frozenset(("unit", "object")))

    def __init__(self) -> None:
        super().__init__(Word(*(f"the hit {noun} 's controller" for noun in ("unit", "ally", "object", "champion"))))

    def make(self, tree: Any, hearing: Hearing) -> None:
        if not hearing.memory.hit:
            raise Unmade("nothing was hit")
        self.inner.make(tree, hearing)
        hearing.memory.speak_of_player(event=True)
        hearing.memory.mention(self.hit)

    def say(self, value: Any, voice: Voice) -> None:
        if not voice.memory.hit or any(each.player for each in voice.memory.groups):
            raise Unsaid
        self.inner.say(None, voice)
        voice.memory.speak_of_player(event=True)
        voice.memory.mention(self.hit)


@slots("aimed_champion")
class AimedChampion(Rule):
    """``target champion's``, whose lineage something is put into."""

    def __init__(self) -> None:
        super().__init__()
        self.target = Target()

    def starts(self) -> frozenset[str] | None:
        return frozenset(("target",))

    def read(self, reader: Reader, at: int) -> Readings:
        return [(end + 1, tree) for end, tree in reader.find(self.target, at) if reader.word(end) == "'s"]

    def make(self, tree: Any, hearing: Hearing) -> Ref:
        ref = self.target.make(tree, hearing)
        if hearing.memory.last is None or "champion" not in hearing.memory.last.nouns or hearing.memory.last.many:
            raise Unmade("only one champion has a lineage")
        return ref

    def say(self, value: Any, voice: Voice) -> None:
        self.target.say(value, voice)
        voice.say("'s")


@slots("hit_one")
class HitOne(SameWords[Word]):
    """``the hit champion``, where something was hit."""

    def __init__(self) -> None:
        super().__init__(Word("the hit champion"))

    def make(self, tree: Any, hearing: Hearing) -> None:
        if not hearing.memory.hit:
            raise Unmade("nothing was hit")

    def say(self, value: Any, voice: Voice) -> None:
        if not voice.memory.hit:
            raise Unsaid
        self.inner.say(None, voice)


@slots("entered")
class Entered(SameWords[Word]):
    """The card's own name, where its entering is what the ability waited for."""

    def __init__(self) -> None:
        super().__init__(Word("~", "it"))

    @staticmethod
    def _check(memory: Any) -> None:
        if not memory.entered:
            raise Unmade("it is not known from where it entered")

    def make(self, tree: Any, hearing: Hearing) -> None:
        self._check(hearing.memory)
        self.inner.make(tree, hearing)
        hearing.memory.mention_this()

    def say(self, value: Any, voice: Voice) -> None:
        try:
            self._check(voice.memory)
        except Unmade as error:
            raise Unsaid from error
        self.inner.say(None, voice)
        voice.memory.mention_this()


@slots("aimed_card")
class AimedCard(SameWords[Word]):
    """``that card``, where it is that of the one activation which is targeted."""

    def __init__(self) -> None:
        super().__init__(Word("that card", "its card"))

    @staticmethod
    def _check(memory: Any) -> None:
        last = memory.last
        if last is None or last.ref != "target" or last.many or "activation" not in last.nouns:
            raise Unmade("no activation is targeted of whose card could be spoken")

    def make(self, tree: Any, hearing: Hearing) -> None:
        self._check(hearing.memory)
        self.inner.make(tree, hearing)

    def say(self, value: Any, voice: Voice) -> None:
        try:
            self._check(voice.memory)
        except Unmade as error:
            raise Unsaid from error
        self.inner.say(None, voice)


@slots("mine")
class Mine(Rule):
    """``your champion's``, the name of the champion whose text it is, or what a champion inherits calls it."""

    options: Final = (("your", "champion", "'s"), ("~", "'s"), ("~", "'"), ("this", "object", "'s"))

    def starts(self) -> frozenset[str] | None:
        return frozenset(("your", "~", "this"))

    def read(self, reader: Reader, at: int) -> Readings:
        if reader.words[at : at + 3] == ("your", "champion", "'s"):
            return [(at + 3, 0)]
        if reader.word(at) == "~" and reader.word(at + 1) in ("'s", "'"):
            return [(at + 2, 1 if reader.word(at + 1) == "'s" else 2)]
        if reader.words[at : at + 3] == self.options[3]:
            return [(at + 3, 3)]
        reader.miss(at, "your champion's")
        return []

    def make(self, tree: Any, hearing: Hearing) -> None:
        hearing.note(tree)
        if tree and not (hearing.memory.inherited if tree == 3 else hearing.memory.is_champion):
            raise Unmade("only a champion's own attacks are your champion's")

    def say(self, value: Any, voice: Voice) -> None:
        voice.say(*self.options[voice.noted(0)])


@slots("controller")
class Controller(Rule):
    """``its controller``, behind *unless*: that of what is targeted."""

    def starts(self) -> frozenset[str] | None:
        return frozenset(("its",))

    def read(self, reader: Reader, at: int) -> Readings:
        return [(at + 2, None)] if reader.words[at : at + 2] == ("its", "controller") else []

    def make(self, tree: Any, hearing: Hearing) -> Who:
        last = hearing.memory.last
        if last is None or last.ref != "target":
            raise Unmade("nothing whose controller could be meant")
        return Who("target controller")

    def say(self, value: Any, voice: Voice) -> None:
        if value != Who("target controller"):
            raise Unsaid
        voice.say("its", "controller")
        voice.plural = False


@slots("controller_has")
class ControllerHas(Controller):
    """``its controller``, behind *unless*, who may have something done to what is theirs."""

    def make(self, tree: Any, hearing: Hearing) -> Who:
        found = super().make(tree, hearing)
        hearing.memory.that_player = True
        return found

    def say(self, value: Any, voice: Voice) -> None:
        super().say(value, voice)
        voice.memory.that_player = True


@slots("they_pay")
class TheyPay(SameWords[They]):
    """``that player``, behind *unless*: whom the event is about, or who was targeted."""

    def __init__(self) -> None:
        super().__init__(They())

    def make(self, tree: Any, hearing: Hearing) -> Who:
        self.inner.make(tree, hearing)
        return Who("that player")

    def say(self, value: Any, voice: Voice) -> None:
        if value != Who("that player"):
            raise Unsaid
        self.inner.say(None, voice)
        voice.plural = voice.words[-1] == "they"
