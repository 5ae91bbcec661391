"""Mentions that pick things by their kind: targets, all of a kind, what is chosen as it is mentioned."""

from __future__ import annotations

from typing import Any, Final, Literal

from archivist.compiler.engine import (
    A,
    Hearing,
    Reader,
    Readings,
    Rule,
    Unmade,
    Unsaid,
    Voice,
    slots,
)
from archivist.compiler.memory import Thing, called
from archivist.compiler.nouns import FIRST, nouns, without_other
from archivist.compiler.phrases import NUMBERS
from archivist.vocabulary.amounts import Amount
from archivist.vocabulary.effects.looking_and_revealing import Choose, RevealMemory
from archivist.vocabulary.filters import Filter
from archivist.vocabulary.node import YOU, Ref
from archivist.vocabulary.targets import Targets

_PRIVATE: Final = frozenset(("hand", "memory", "deck", "material"))


class Target(Rule):
    """A group of targets, when it is first mentioned: ``up to two target allies``, ``another target unit``."""

    fronts: Final = ("", "another", "up to one", "up to one other", "any amount of", "each of up to", "up to", "x")
    single: Final = ("from", "a", "single", "graveyard")

    def starts(self) -> frozenset[str] | None:
        return frozenset(("target", "another", "up", "any", "each", *NUMBERS))

    def read(self, reader: Reader, at: int) -> Readings:
        found: Readings = []
        for index, (end, count, many) in self._fronts(reader, at):
            if reader.word(end) != "target":
                reader.miss(end, "target")
                continue
            for last, tree in reader.find(nouns(many=many), end + 1):
                found.append((last, (index, count, many, tree, False)))
                if many and reader.words[last : last + 4] == self.single:
                    found.append((last + 4, (index, count, many, tree, True)))
        return found

    def _fronts(self, reader: Reader, at: int) -> list[tuple[int, tuple[int, int, bool]]]:
        first, second, third_ = (reader.word(at + n) for n in range(3))
        if first == "target":
            return [(0, (at, 1, False))]
        if first == "another":
            return [(1, (at + 1, 1, False))]
        if (first, second) == ("up", "to"):
            if third_ == "one":
                return [(2, (at + 3, 1, False)), *([(3, (at + 4, 1, False))] if reader.word(at + 3) == "other" else [])]
            return [(6, (at + 3, NUMBERS.index(third_), True))] if third_ in NUMBERS else []
        if (first, second, third_) == ("any", "amount", "of"):
            return [(4, (at + 3, 1, True))]
        if reader.words[at : at + 4] == ("each", "of", "up", "to") and reader.word(at + 4) in NUMBERS[2:]:
            return [(5, (at + 5, NUMBERS.index(reader.word(at + 4)), True))]
        return [(7, (at + 1, NUMBERS.index(first), True))] if first in NUMBERS else []

    def make(self, tree: Any, hearing: Hearing) -> Ref:
        index, count, many, inner, single = tree
        hearing.note(index)
        of = nouns(many=many).make(inner, hearing)
        if index in (1, 3):
            of = hearing.memory.another(of)
        if single and (of.zones or of.owner):
            raise Unmade("they lie in one graveyard")
        of = Filter(f"{of.text} in any graveyard") if single else of
        same: Literal["", "graveyard"] = "graveyard" if single else ""
        group = Targets(of=of, count=Amount(count), up_to=index in (2, 3, 5, 6), any=index == 4, same=same)
        return hearing.memory.aim(group)

    def say(self, value: Any, voice: Voice) -> None:
        groups = [each for each in voice.groups if not each.player]
        number = sum(not each.player for each in voice.memory.groups)
        if number >= len(groups):
            raise Unsaid
        group = groups[number]
        if voice.memory.copied().aim(group) != value or group.same == "reserve cost" or group.split is not None:
            raise Unsaid
        assert group.of is not None
        count = group.count.fixed
        if count is None:
            raise Unsaid
        many = group.any or count != 1
        usual = (
            4
            if group.any
            else (6 if many else 3 if group.of.other else 2)
            if group.up_to
            else (7 if many else int(group.of.other))
        )
        index = voice.noted(usual)
        if index != usual and (index, usual) != (5, 6):
            raise Unsaid
        voice.say(*self.fronts[index].split() if index != 7 else ())
        if index in (5, 6, 7):
            voice.say(NUMBERS[count])
        voice.say("target")
        if group.same:
            if not many or not group.of.text.endswith(" in any graveyard"):
                raise Unsaid
            nouns(many=many).say(Filter(group.of.text.removesuffix(" in any graveyard")), voice)
            voice.say(*self.single)
        else:
            nouns(many=many).say(without_other(group.of), voice)
        voice.memory.aim(group)
        voice.plural = many and index != 5


class Each(Rule):
    """All of a kind: ``each ally you control``, ``all allies``, and as a subject just ``allies you control``."""

    def __init__(self, bare: bool) -> None:
        super().__init__()
        self.bare = bare

    def starts(self) -> frozenset[str] | None:
        return FIRST | {"each", "all", "other"} if self.bare else frozenset(("each", "all"))

    def read(self, reader: Reader, at: int) -> Readings:
        word = reader.word(at)
        style = word if word in ("each", "all") else "" if self.bare else None
        if style is None:
            return []
        at += bool(style)
        other = reader.word(at) == "other"
        many = style != "each"
        return [(end, (style, other, tree)) for end, tree in reader.find(nouns(many=many), at + other)]

    @staticmethod
    def _but_champion(of: Filter, memory: Any) -> bool:
        """Whether *other* means other than your champion: it alone has been spoken of, on a card that is no unit."""
        units = {name for _, names, _ in of.tests for name in names} & {"unit", "champion"}
        spoken = [each for each in memory.things if each.ref != "this"]
        return bool(units) and "action" in memory.types and memory.counted_champion and not spoken

    def make(self, tree: Any, hearing: Hearing) -> Ref:
        style, other, inner = tree
        hearing.note(style)
        of = nouns(many=style != "each").make(inner, hearing)
        text = of.text
        if other and self._but_champion(of, hearing.memory):
            text = f"{of.text} except your champion"
        elif other:
            text = hearing.memory.another(of).text
        ref = Ref(f"each {text}")
        assert ref.each is not None
        hearing.memory.mention(Thing(ref.text, called(ref.each), many=True))
        return ref

    def say(self, value: Any, voice: Voice) -> None:
        if not isinstance(value, Ref) or value.each is None:
            raise Unsaid
        style = voice.noted("" if self.bare else "each")
        of = value.each
        other = of.other
        if of.excepted and of.text.endswith(" except your champion"):
            plain = Filter(of.text.removesuffix(" except your champion"))
            if self._but_champion(plain, voice.memory):
                of, other = plain, True
        voice.say(*([style] if style else []), *(["other"] if other else []))
        nouns(many=style != "each").say(without_other(of), voice)
        voice.memory.mention(Thing(value.text, called(value.each), many=True))
        voice.plural = style != "each"


@slots("cheapest")
class Cheapest(Rule):
    """A card chosen among those just revealed: ``a regalia card with the lowest memory cost from among them``."""

    kinds: Final[dict[tuple[str, ...], Literal["reserve cost", "memory cost"]]] = {
        ("with", "the", "lowest", "reserve", "cost", "from", "among", "them"): "reserve cost",
        ("with", "the", "lowest", "memory", "cost", "from", "among", "them"): "memory cost",
    }

    def starts(self) -> frozenset[str] | None:
        return frozenset(("a", "an"))

    def read(self, reader: Reader, at: int) -> Readings:
        if reader.word(at) not in ("a", "an"):
            return []
        return [
            (end + 8, (kind, tree))
            for end, tree in reader.find(nouns(many=False), at + 1)
            if (kind := self.kinds.get(reader.words[end : end + 8])) is not None
        ]

    @staticmethod
    def _place(memory: Any) -> str:
        last = memory.before[-1] if memory.before else None
        if not isinstance(last, RevealMemory) or last.random or last.who != YOU:
            raise Unmade("nothing was revealed from among which a card could be chosen")
        return {"material": " in your material deck"}.get(last.zone, f" in your {last.zone}")

    def make(self, tree: Any, hearing: Hearing) -> Ref:
        kind, inner = tree
        of = nouns(many=False).make(inner, hearing)
        if not of.text.endswith("card") or of.zones:
            raise Unmade("where the cards lie goes without saying")
        of = Filter(f"{of.text}{self._place(hearing.memory)}")
        hearing.before.append(Choose(of=of, among=Ref("revealed"), exact=True, lowest=kind))
        return hearing.memory.choose(of, many=False)

    def say(self, value: Any, voice: Voice) -> None:
        if value != Ref("chosen") or not voice.before:
            raise Unsaid
        choose = voice.before.pop(0)
        plain = Choose(of=choose.of, among=Ref("revealed"), exact=True, lowest=choose.lowest)
        if not choose.lowest or choose != plain:
            raise Unsaid
        try:
            place = self._place(voice.memory)
        except Unmade as error:
            raise Unsaid from error
        voice.say(A)
        nouns(many=False).say(Filter(choose.of.text.removesuffix(place)), voice)
        voice.say(*next(words for words, kind in self.kinds.items() if kind == choose.lowest))
        voice.memory.choose(choose.of, many=False)
        voice.plural = False


class Chosen(Rule):
    """What is chosen as it is mentioned: ``an ally you control``, ``up to two cards from your graveyard``."""

    def starts(self) -> frozenset[str] | None:
        return frozenset(("a", "an", "another", "up", "any", "each", *NUMBERS))

    def read(self, reader: Reader, at: int) -> Readings:
        first, second, third_ = (reader.word(at + n) for n in range(3))
        if first in ("a", "an"):
            return self._found(reader, at + 1, (first, 1, False))
        if first == "another":
            return self._found(reader, at + 1, ("another", 1, False))
        if (first, second) == ("up", "to") and third_ in NUMBERS:
            count = NUMBERS.index(third_)
            return self._found(reader, at + 3, ("up to", count, count != 1))
        if (first, second, third_) == ("up", "to", "x"):
            return self._found(reader, at + 3, ("up to x", 0, True))
        if (first, second, third_, reader.word(at + 3)) == ("each", "of", "up", "to") and reader.word(
            at + 4
        ) in NUMBERS:
            return self._found(reader, at + 5, ("each of up to", NUMBERS.index(reader.word(at + 4)), True))
        if (first, second, third_) == ("any", "amount", "of"):
            return self._found(reader, at + 3, ("any", 1, True))
        if first in NUMBERS:
            count = NUMBERS.index(first)
            return self._found(reader, at + 1, ("", count, count != 1))
        return []

    @staticmethod
    def _found(reader: Reader, at: int, how: tuple[str, int, bool]) -> Readings:
        other = reader.word(at) == "other"
        return [(end, (how, other, tree)) for end, tree in reader.find(nouns(many=how[2]), at + other)]

    def make(self, tree: Any, hearing: Hearing) -> Ref:
        (style, count, many), other, inner = tree
        hearing.note(style)
        of = nouns(many=many).make(inner, hearing)
        if other or style == "another":
            of = hearing.memory.another(of)
        exact = style == "" and count > 1 and of.described and not _PRIVATE.isdisjoint(of.zones)
        if exact and hearing.memory.optional != len(hearing.memory.before):
            raise Unmade("of cards that nobody sees fewer can be found, and then it would not be done")
        up_to = style.endswith(("up to", "up to x"))
        amount = Amount("X") if style == "up to x" else Amount(count)
        if style == "up to x":
            hearing.heads.append((amount, "sign"))
        hearing.before.append(Choose(of=of, amount=amount, up_to=up_to, any=style == "any", exact=exact))
        return hearing.memory.choose(of, many=many)

    def say(self, value: Any, voice: Voice) -> None:
        if value != Ref("chosen") or not voice.before:
            raise Unsaid
        choose = voice.before.pop(0)
        count = choose.amount.fixed
        plain = Choose(of=choose.of, amount=choose.amount, up_to=choose.up_to, any=choose.any, exact=choose.exact)
        if choose != plain or (count is None and not (choose.up_to and choose.amount == Amount("X"))):
            raise Unsaid
        private = choose.of.described and not _PRIVATE.isdisjoint(choose.of.zones)
        if choose.exact != (private and count != 1 and not choose.up_to and not choose.any):
            raise Unsaid
        many = choose.any or count != 1
        one = "another" if choose.of.other else A
        up_to = "up to x" if count is None else "up to"
        style = voice.noted("any" if choose.any else up_to if choose.up_to else "" if many else one)
        if (style == "any") != choose.any or style.endswith(("up to", "up to x")) != choose.up_to:
            raise Unsaid
        if (style == "up to x") != (count is None):
            raise Unsaid
        if style in ("another", "a", "an", A) and (many or (style == "another") != choose.of.other):
            raise Unsaid
        voice.say(*{"any": ("any", "amount", "of"), "": ()}.get(style, tuple(style.split())))
        if style in ("up to", "each of up to", "") and count is not None:
            voice.say(NUMBERS[count])
        if choose.of.other and style != "another":
            voice.say("other")
        nouns(many=many).say(without_other(choose.of), voice)
        voice.memory.choose(choose.of, many=many)
        voice.plural = many and not style.startswith("each")
