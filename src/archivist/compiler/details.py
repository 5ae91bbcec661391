"""Slots of single forms: durations, tokens, owners, cards from the top, what a player sacrifices."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from archivist.compiler.engine import Hearing, Reader, Readings, Rule, Unmade, Unsaid, Voice, Word, slot, slots
from archivist.compiler.memory import Thing
from archivist.compiler.nouns import nouns
from archivist.compiler.numbers import Agreeing, Head, InDigits
from archivist.compiler.phrases import NUMBERS, Name
from archivist.compiler.players import SHARED_PLAYER, They
from archivist.vocabulary.amounts import ONE, Amount
from archivist.vocabulary.effects.drawing import Draw
from archivist.vocabulary.effects.looking import LookAt, RevealUntil
from archivist.vocabulary.effects.stack import Negate
from archivist.vocabulary.node import YOU, Ref, Who
from archivist.vocabulary.targets import Targets

_DURATIONS: Final = (
    (("until", "end", "of", "turn"), "turn"),
    (("this", "turn"), "turn"),
    (("until", "the", "beginning", "of", "your", "next", "turn"), "your next turn"),
    (("for", "the", "rest", "of", "the", "game"), "game"),
    (("until", "the", "end", "of", "your", "next", "turn"), "end of your next turn"),
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


@slots("top")
class Top(Rule):
    """So many cards from the top: ``card``, ``two cards``, ``1+LV cards``."""

    def __init__(self) -> None:
        super().__init__()
        self.head, self.noun = Head(), Agreeing("card")

    def read(self, reader: Reader, at: int) -> Readings:
        if reader.word(at) == "card":
            return [(at + 1, None)]
        return [
            (last, (tree, noun))
            for end, tree in reader.find(self.head, at)
            if tree[0] in ("word", "sign", "that")
            for last, noun in reader.find(self.noun, end)
        ]

    def make(self, tree: Any, hearing: Hearing) -> Amount:
        hearing.note(tree is None)
        if tree is None:
            return ONE
        amount = self.head.make(tree[0], hearing)
        self.noun.make(tree[1], hearing)
        return amount

    def say(self, value: Any, voice: Voice) -> None:
        if voice.noted(value == ONE):
            if value != ONE:
                raise Unsaid
            voice.say("card")
            return
        self.head.say(value, voice)
        self.noun.say(None, voice)


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


@slots("times")
class Times(Rule):
    """How often: ``twice``, ``three times``."""

    def read(self, reader: Reader, at: int) -> Readings:
        if reader.word(at) == "twice":
            return [(at + 1, 2)]
        if reader.word(at) in NUMBERS and reader.word(at + 1) == "times":
            return [(at + 2, NUMBERS.index(reader.word(at)))]
        reader.miss(at, "twice")
        return []

    def make(self, tree: Any, hearing: Hearing) -> Amount:
        return Amount(tree)

    def say(self, value: Any, voice: Voice) -> None:
        if value.fixed is None or value.fixed < 2:
            raise Unsaid
        voice.say(*("twice",) if value.fixed == 2 else (NUMBERS[value.fixed], "times"))


@slots("owner")
class Owner(Rule):
    """To whom something goes: ``its owner's``, or ``your`` where it is certainly yours."""

    def __init__(self, field: str = "what") -> None:
        super().__init__()
        self.field = field
        self.word = Word("its owner 's", "your", "their owner 's", "their owners '")

    def starts(self) -> frozenset[str] | None:
        return self.word.starts()

    def read(self, reader: Reader, at: int) -> Readings:
        return self.word.read(reader, at)

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
        voice.say(*self.word.options[index])


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


@slots("those_counters")
class ThoseCounters(Rule):
    """Nothing, where the counters that were on the card itself are meant: as many as there were."""

    where = " on this"

    def read(self, reader: Reader, at: int) -> Readings:
        return [(at, None)]

    def make(self, tree: Any, hearing: Hearing) -> Amount:
        return Amount(f"counters({hearing.values['kind']}{self.where})")

    def say(self, value: Any, voice: Voice) -> None:
        if value.text != f"counters({voice.values['kind']}{self.where})":
            raise Unsaid


@slots("own_counters")
class OwnCounters(ThoseCounters):
    """Nothing, where as many counters are meant as lie on your champion."""

    where = ""


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


@slots("its_memory")
class ItsMemory(Rule):
    """Nothing, where ``it`` is your memory, into which cards have just been drawn."""

    def read(self, reader: Reader, at: int) -> Readings:
        return [(at, None)]

    @staticmethod
    def _drawn(memory: Any) -> bool:
        last = memory.before[-1] if memory.before else None
        return isinstance(last, Draw) and last.into == "memory" and last.who == YOU

    def make(self, tree: Any, hearing: Hearing) -> None:
        if not self._drawn(hearing.memory):
            raise Unmade("nothing that it could mean")

    def say(self, value: Any, voice: Voice) -> None:
        if not self._drawn(voice.memory):
            raise Unsaid


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


@slots("found_card")
class FoundCard(Rule):
    """Nothing, where one card has just been found and banished: a trigger that waits remembers it."""

    def read(self, reader: Reader, at: int) -> Readings:
        return [(at, None)]

    @staticmethod
    def _found(memory: Any) -> bool:
        last = memory.before[-1] if memory.before else None
        return isinstance(last, RevealUntil) and last.into == "banishment"

    def make(self, tree: Any, hearing: Hearing) -> None:
        if not self._found(hearing.memory):
            raise Unmade("no card was found and banished")

    def say(self, value: Any, voice: Voice) -> None:
        if not self._found(voice.memory):
            raise Unsaid


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
        return Ref("that")

    def say(self, value: Any, voice: Voice) -> None:
        if value not in (Ref("that"), voice.memory.this) or not voice.memory.hit:
            raise Unsaid
        voice.say(*self.words)


@slots("attack_card")
class AttackCard(Rule):
    """Nothing, on a card that is an attack: what it has, its attack has."""

    def read(self, reader: Reader, at: int) -> Readings:
        return [(at, None)]

    def make(self, tree: Any, hearing: Hearing) -> None:
        if "attack" not in hearing.memory.types:
            raise Unmade("until when?")

    def say(self, value: Any, voice: Voice) -> None:
        if "attack" not in voice.memory.types:
            raise Unsaid


@slots("attacked")
class AnAttack(Rule):
    """Nothing, where an attack is under way that has been spoken of."""

    def read(self, reader: Reader, at: int) -> Readings:
        return [(at, None)]

    def make(self, tree: Any, hearing: Hearing) -> None:
        if not hearing.memory.attack:
            raise Unmade("no attack that could be meant")

    def say(self, value: Any, voice: Voice) -> None:
        if not voice.memory.attack:
            raise Unsaid


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


@slots("mine")
class Mine(Rule):
    """``your champion's``, or the name of the champion whose text it is."""

    def starts(self) -> frozenset[str] | None:
        return frozenset(("your", "~"))

    def read(self, reader: Reader, at: int) -> Readings:
        if reader.words[at : at + 3] == ("your", "champion", "'s"):
            return [(at + 3, 0)]
        if reader.word(at) == "~" and reader.word(at + 1) in ("'s", "'"):
            return [(at + 2, 1 if reader.word(at + 1) == "'s" else 2)]
        reader.miss(at, "your champion's")
        return []

    def make(self, tree: Any, hearing: Hearing) -> None:
        hearing.note(tree)
        if tree and not hearing.memory.is_champion:
            raise Unmade("only a champion's own attacks are your champion's")

    def say(self, value: Any, voice: Voice) -> None:
        voice.say(*(("your", "champion", "'s"), ("~", "'s"), ("~", "'"))[voice.noted(0)])


@slots("controller")
class Controller(Rule):
    """``its controller``, behind *unless*: that of what is targeted."""

    def starts(self) -> frozenset[str] | None:
        return frozenset(("its",))

    def read(self, reader: Reader, at: int) -> Readings:
        return [(at + 2, None)] if reader.words[at : at + 2] == ("its", "controller") else []

    def make(self, tree: Any, hearing: Hearing) -> Who:
        last = hearing.memory.last
        if last is None or not last.ref.startswith("target"):
            raise Unmade("nothing whose controller could be meant")
        return Who("target controller")

    def say(self, value: Any, voice: Voice) -> None:
        if value != Who("target controller"):
            raise Unsaid
        voice.say("its", "controller")
        voice.plural = False


@slots("they_pay")
class TheyPay(Rule):
    """``that player``, behind *unless*: whom the event is about, or who was targeted."""

    def __init__(self) -> None:
        super().__init__()
        self.they = They()

    def starts(self) -> frozenset[str] | None:
        return self.they.starts()

    def read(self, reader: Reader, at: int) -> Readings:
        return reader.find(self.they, at)

    def make(self, tree: Any, hearing: Hearing) -> Who:
        self.they.make(tree, hearing)
        return Who("that player")

    def say(self, value: Any, voice: Voice) -> None:
        if value != Who("that player"):
            raise Unsaid
        self.they.say(None, voice)
        voice.plural = voice.words[-1] == "they"


@slots("additional")
class Additional(Rule):
    """So many more counters: ``an additional``, ``two additional``."""

    def read(self, reader: Reader, at: int) -> Readings:
        word = reader.word(at)
        if reader.word(at + 1) == "additional" and (word == "an" or word in NUMBERS):
            return [(at + 2, 1 if word == "an" else NUMBERS.index(word))]
        reader.miss(at, "an additional")
        return []

    def make(self, tree: Any, hearing: Hearing) -> int:
        return int(tree)

    def say(self, value: Any, voice: Voice) -> None:
        if value < 1:
            raise Unsaid
        voice.say("an" if value == 1 else NUMBERS[value], "additional")
        voice.many = value != 1


@slots("more")
class More(Rule):
    """What something costs more, or with ``less`` less: ``2``, or ``(2)``."""

    def __init__(self, sign: str = "") -> None:
        super().__init__()
        self.sign = -1 if sign == "less" else 1
        self.amount = InDigits()

    def read(self, reader: Reader, at: int) -> Readings:
        bracket = reader.word(at) == "("
        found: Readings = []
        for end, tree in reader.find(self.amount, at + bracket):
            if not bracket:
                found.append((end, (False, tree)))
            elif reader.word(end) == ")":
                found.append((end + 1, (True, tree)))
        return found

    def make(self, tree: Any, hearing: Hearing) -> Amount:
        hearing.note(tree[0])
        amount = self.amount.make(tree[1], hearing)
        if self.sign > 0:
            return amount
        hearing.heads.pop()
        less = Amount(-amount.fixed if amount.fixed is not None else f"-{amount.text}")
        hearing.heads.append((less, "less"))
        return less

    def say(self, value: Any, voice: Voice) -> None:
        bracket = voice.noted(False)
        if self.sign < 0:
            text = value.text
            if (isinstance(text, int) and text >= 0) or (isinstance(text, str) and not text.startswith("-")):
                raise Unsaid
            value = Amount(-text if isinstance(text, int) else text[1:])
        elif value.fixed is not None and value.fixed < 0:
            raise Unsaid
        voice.say(*(["("] if bracket else []))
        self.amount.say(value, voice)
        voice.say(*([")"] if bracket else []))


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


@slots("counters")
class SomeCounters(Rule):
    """The counters that something comes with: ``a buff counter``, ``two sheen counters``."""

    def __init__(self) -> None:
        super().__init__()
        self.head, self.kind, self.noun = Head(), slot("counter"), Agreeing("counter")

    def read(self, reader: Reader, at: int) -> Readings:
        return [
            (last, (head, kind, noun))
            for one, head in reader.find(self.head, at)
            for two, kind in reader.find(self.kind, one)
            for last, noun in reader.find(self.noun, two)
        ]

    def make(self, tree: Any, hearing: Hearing) -> dict[str, Amount]:
        head, kind, noun = tree
        amount = self.head.make(head, hearing)
        hearing.heads.pop()
        found = {self.kind.make(kind, hearing): amount}
        self.noun.make(noun, hearing)
        return found

    def say(self, value: Any, voice: Voice) -> None:
        if len(value) != 1:
            raise Unsaid
        ((kind, amount),) = value.items()
        self.head.say(amount, voice)
        self.kind.say(kind, voice)
        self.noun.say(None, voice)


@slots("more_counters")
class MoreCounters(Rule):
    """The counters that something comes with besides its own: ``three additional durability counters``."""

    def __init__(self) -> None:
        super().__init__()
        self.more, self.kind, self.noun = Additional(), slot("counter"), Agreeing("counter")

    def read(self, reader: Reader, at: int) -> Readings:
        return [
            (last, (more, kind, noun))
            for one, more in reader.find(self.more, at)
            for two, kind in reader.find(self.kind, one)
            for last, noun in reader.find(self.noun, two)
        ]

    def make(self, tree: Any, hearing: Hearing) -> dict[str, Amount]:
        more, kind, noun = tree
        found = {self.kind.make(kind, hearing): Amount(self.more.make(more, hearing))}
        self.noun.make(noun, hearing)
        return found

    def say(self, value: Any, voice: Voice) -> None:
        if len(value) != 1:
            raise Unsaid
        ((kind, amount),) = value.items()
        if amount.fixed is None:
            raise Unsaid
        self.more.say(amount.fixed, voice)
        self.kind.say(kind, voice)
        self.noun.say(None, voice)


@slots("splitting")
class Splitting(Rule):
    """How much is split among targets; it belongs to the targets that follow."""

    def __init__(self) -> None:
        super().__init__()
        self.amount = InDigits()

    def read(self, reader: Reader, at: int) -> Readings:
        return reader.find(self.amount, at)

    def make(self, tree: Any, hearing: Hearing) -> None:
        hearing.splits = self.amount.make(tree, hearing)
        hearing.heads.pop()

    def say(self, value: Any, voice: Voice) -> None:
        group = next((each for each in voice.groups if each.split is not None), None)
        if group is None:
            raise Unsaid
        self.amount.say(group.split, voice)


@slots("sharing")
class Sharing(Rule):
    """The targets among which something is split: ``any amount of target allies``."""

    words: Final = ("any", "amount", "of", "target")

    def read(self, reader: Reader, at: int) -> Readings:
        return reader.find(nouns(many=True), at + 4) if reader.words[at : at + 4] == self.words else []

    def make(self, tree: Any, hearing: Hearing) -> Ref:
        of = nouns(many=True).make(tree, hearing)
        return hearing.memory.aim(Targets(of=of, any=True, split=hearing.splits))

    def say(self, value: Any, voice: Voice) -> None:
        group = next((each for each in voice.groups if each.split is not None), None)
        if group is None or not group.any or group.of is None or voice.memory.copied().aim(group) != value:
            raise Unsaid
        voice.say(*self.words)
        nouns(many=True).say(group.of, voice)
        voice.memory.aim(group)


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
