"""Noun phrases whose owner or controller goes without saying, or that stand without an article."""

from __future__ import annotations

from typing import Any, Final

from archivist.compiler.engine import Hearing, Reader, Readings, Rule, Unmade, Unsaid, Voice, slots
from archivist.compiler.nouns import Nouns, One, Several, nouns, without_other
from archivist.compiler.phrases import NUMBERS
from archivist.compiler.same_words import SameWords
from archivist.vocabulary.amounts import Amount
from archivist.vocabulary.effects.looking_and_revealing import Choose
from archivist.vocabulary.filters import Filter
from archivist.vocabulary.node import THIS, YOU, Ref


@slots("dying")
class Dying(SameWords[One]):
    """What would die: units, of which one or another is meant."""

    def __init__(self) -> None:
        super().__init__(One())

    def make(self, tree: Any, hearing: Hearing) -> Filter:
        found: Filter = self.inner.make(tree, hearing)
        names = {name for negated, names, _ in found.tests if not negated for name in names}
        if found.zones != ("field",) or not names & {"unit", "ally", "champion"}:
            raise Unmade("only units die")
        return found

    def say(self, value: Any, voice: Voice) -> None:
        self.inner.say(value, voice)


@slots("yours")
class Yours(SameWords[Rule]):
    """What a player gives up: it is theirs without saying so."""

    def __init__(self, number: str = "one") -> None:
        super().__init__(One() if number == "one" else Several())

    def make(self, tree: Any, hearing: Hearing) -> Filter:
        found: Filter = self.inner.make(tree, hearing)
        if found.controller:
            raise Unmade("whose it is goes without saying")
        if found.zones != ("field",):
            raise Unmade("only objects can be given up so")
        if hearing.values.get("who", YOU) != YOU:
            return found  # each gives up what they control themselves
        other, words, suffixes = found.pieces()
        named = "".join(suffixes)
        return Filter(f"{'another ' if other else ''}{' '.join(words)} you control{named}")

    def say(self, value: Any, voice: Voice) -> None:
        if value.controller != ("you control" if voice.values.get("who", YOU) == YOU else ""):
            raise Unsaid
        self.inner.say(value.whosever(), voice)


@slots("some_of_yours")
class SomeOfYours(Rule):
    """What you give up as many of as you choose: ``any amount of Herbs``, ``up to two Herbs``."""

    def __init__(self) -> None:
        super().__init__()
        self.yours = Yours("many")

    def starts(self) -> frozenset[str] | None:
        return frozenset(("any", "up"))

    def read(self, reader: Reader, at: int) -> Readings:
        words = reader.words[at : at + 3]
        if words == ("any", "amount", "of"):
            return [(end, (0, tree)) for end, tree in reader.find(self.yours, at + 3)]
        if words[:2] == ("up", "to") and words[2] in NUMBERS[2:]:
            return [(end, (NUMBERS.index(words[2]), tree)) for end, tree in reader.find(self.yours, at + 3)]
        return []

    def make(self, tree: Any, hearing: Hearing) -> Ref:
        count, inner = tree
        of = self.yours.make(inner, hearing)
        hearing.before.append(Choose(of=of, any=True) if not count else Choose(of=of, amount=Amount(count), up_to=True))
        return hearing.memory.choose(of, many=True)

    def say(self, value: Any, voice: Voice) -> None:
        if value != Ref("chosen") or not voice.before:
            raise Unsaid
        choose = voice.before.pop(0)
        if choose == Choose(of=choose.of, any=True):
            voice.say("any", "amount", "of")
        elif choose == Choose(of=choose.of, amount=choose.amount, up_to=True) and choose.amount.fixed in range(2, 11):
            voice.say("up", "to", NUMBERS[choose.amount.fixed])
        else:
            raise Unsaid
        self.yours.say(choose.of, voice)
        voice.memory.choose(choose.of, many=True)


@slots("dealer")
class Dealer(SameWords[One]):
    """What deals damage: a source of a kind, or a unit; cards that are not on the field are called sources."""

    def __init__(self) -> None:
        super().__init__(One())

    def make(self, tree: Any, hearing: Hearing) -> Filter:
        found: Filter = self.inner.make(tree, hearing)
        names = {name for negated, names, _ in found.tests if not negated for name in names}
        if found.noun != "source" and not names & {"unit", "ally", "champion"}:
            raise Unmade("what deals damage is a source or a unit")
        return found

    def say(self, value: Any, voice: Voice) -> None:
        if value is None:
            raise Unsaid
        self.inner.say(value, voice)


@slots("all_but")
class AllBut(Rule):
    """What may still be attacked, where it is told what may not: ``cannot attack champions``."""

    kinds: Final = {"champions": "champion", "allies": "ally"}

    def starts(self) -> frozenset[str] | None:
        return frozenset(self.kinds)

    def read(self, reader: Reader, at: int) -> Readings:
        if reader.word(at) in self.kinds:
            return [(at + 1, reader.word(at))]
        reader.miss(at, "champions")
        return []

    def make(self, tree: Any, hearing: Hearing) -> Filter:
        if hearing.values.get("of") == THIS and {"ally", "champion"}.isdisjoint(hearing.memory.types):
            raise Unmade("only a unit attacks")
        return Filter(f"non-{self.kinds[tree]} object")

    def say(self, value: Any, voice: Voice) -> None:
        word = next((word for word, kind in self.kinds.items() if value == Filter(f"non-{kind} object")), None)
        if word is None:
            raise Unsaid
        voice.say(word)


@slots("struck")
class StruckKind(Rule):
    """What combat damage is dealt to, where a trigger waits for it: ``an ally``, ``a champion``."""

    words: Final = {"ally": ("an", "ally"), "champion": ("a", "champion")}

    def starts(self) -> frozenset[str] | None:
        return frozenset(("a", "an"))

    def read(self, reader: Reader, at: int) -> Readings:
        found = [(at + 2, kind) for kind, words in self.words.items() if reader.words[at : at + 2] == words]
        if not found:
            reader.miss(at, "an ally")
        return [*found]

    def make(self, tree: Any, hearing: Hearing) -> str:
        return str(tree)

    def say(self, value: Any, voice: Voice) -> None:
        if value not in self.words:
            raise Unsaid
        voice.say(*self.words[value])


@slots("opposing")
class Opposing(SameWords[One]):
    """What an opponent controls, where it is told otherwise that one does."""

    control: Final = " an opponent controls"

    def __init__(self) -> None:
        super().__init__(One())

    def make(self, tree: Any, hearing: Hearing) -> Filter:
        found: Filter = self.inner.make(tree, hearing)
        if found.controller or found.other or found.zones != ("field",):
            raise Unmade("whose it is goes without saying")
        _, words, suffixes = found.pieces()
        return Filter(" ".join(words) + self.control + "".join(suffixes))

    def say(self, value: Any, voice: Voice) -> None:
        if value is None or value.controller != "an opponent controls" or value.other:
            raise Unsaid
        self.inner.say(value.whosever(), voice)


@slots("champion")
class TheChampion(Rule):
    """Your champion, as a kind of thing."""

    def starts(self) -> frozenset[str] | None:
        return frozenset(("your", "~"))

    def read(self, reader: Reader, at: int) -> Readings:
        if reader.word(at) == "~":
            return [(at + 1, True)]
        return [(at + 2, False)] if reader.words[at : at + 2] == ("your", "champion") else []

    def make(self, tree: Any, hearing: Hearing) -> Filter:
        hearing.note(tree)
        if tree and not hearing.memory.is_champion:
            raise Unmade("only a champion's own name means your champion")
        return Filter("champion you control")

    def say(self, value: Any, voice: Voice) -> None:
        if value != Filter("champion you control"):
            raise Unsaid
        voice.say(*("~",) if voice.noted(False) else ("your", "champion"))


@slots("plain")
class PlainNouns(SameWords[Nouns]):
    """A noun phrase without an article, for one thing."""

    def __init__(self) -> None:
        super().__init__(nouns(many=False))

    def make(self, tree: Any, hearing: Hearing) -> Filter:
        return self.inner.make(tree, hearing)

    def say(self, value: Any, voice: Voice) -> None:
        self.inner.say(without_other(value), voice)


@slots("owned")
class Owned(SameWords[One]):
    """A card of yours, where the zone says that it is: ``a card is banished from your graveyard``."""

    def __init__(self) -> None:
        super().__init__(One())

    def make(self, tree: Any, hearing: Hearing) -> Filter:
        found = self.inner.make(tree, hearing)
        if found.owner or found.controller or found.zones:
            raise Unmade("whose card it is goes without saying")
        return Filter(f"{found.text} you own")

    def say(self, value: Any, voice: Voice) -> None:
        if not value.text.endswith(" you own"):
            raise Unsaid
        self.inner.say(Filter(value.text.removesuffix(" you own")), voice)


@slots("anyones")
class Anyones(SameWords[One]):
    """A card of whoever's, where it is told otherwise where it lies."""

    def __init__(self) -> None:
        super().__init__(One())

    def make(self, tree: Any, hearing: Hearing) -> Filter:
        found: Filter = self.inner.make(tree, hearing)
        if found.owner or found.controller or found.zones or found.other or not found.text.endswith("card"):
            raise Unmade("a card is needed, whosever it is")
        return found

    def say(self, value: Any, voice: Voice) -> None:
        if value is None or value.owner or value.controller or not value.text.endswith("card"):
            raise Unsaid
        self.inner.say(value, voice)


@slots("brewed")
class Brewed(SameWords[One]):
    """What is brewed: ``a Potion``, a card as it is activated, and no object yet."""

    def __init__(self) -> None:
        super().__init__(One())

    def make(self, tree: Any, hearing: Hearing) -> Filter:
        found = self.inner.make(tree, hearing)
        if found.other or found.pieces()[2] or found.text.endswith("card"):
            raise Unmade("a card that is brewed lies nowhere yet")
        return Filter(f"{found.text} card")

    def say(self, value: Any, voice: Voice) -> None:
        text = value.text.removesuffix(" card")
        if text in (value.text, "card"):
            raise Unsaid
        self.inner.say(Filter(text), voice)

    @staticmethod
    def of_text(text: str) -> Filter:
        return Filter(text)


@slots("among")
class Among(Rule):
    """``another ally`` behind the card's own name: any ally you control, of which this is one."""

    def __init__(self) -> None:
        super().__init__()
        self.yours = Yours()

    def read(self, reader: Reader, at: int) -> Readings:
        return reader.find(self.yours, at) if reader.word(at) == "another" else []

    def make(self, tree: Any, hearing: Hearing) -> Filter:
        found: Filter = self.yours.make(tree, hearing)
        named = {name for _, names, _ in found.tests for name in names}
        if not named <= {*hearing.memory.types, "object", *(("unit",) if "ally" in hearing.memory.types else ())}:
            raise Unmade("the card itself is not certainly one of them")
        return without_other(found)

    def say(self, value: Any, voice: Voice) -> None:
        self.yours.say(Filter(f"another {value.text}"), voice)


@slots("searched")
class Searched(SameWords[One]):
    """A card of your deck, where it is told otherwise that the deck is searched."""

    place: Final = " in your deck"

    def __init__(self) -> None:
        super().__init__(One())

    def make(self, tree: Any, hearing: Hearing) -> Filter:
        found = self.inner.make(tree, hearing)
        if found.zones or found.owner or found.controller:
            raise Unmade("where the card lies goes without saying")
        return Filter(f"{found.text}{self.place}")

    def say(self, value: Any, voice: Voice) -> None:
        if not value.text.endswith(self.place):
            raise Unsaid
        self.inner.say(Filter(value.text.removesuffix(self.place)), voice)
