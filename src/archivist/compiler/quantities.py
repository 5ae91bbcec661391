"""Slots that say how much or how many: cards from the top, times, counters, costs, what is split among targets."""

from __future__ import annotations

from typing import Any, Final

from archivist.compiler.engine import Hearing, Reader, Readings, Rule, Unmade, Unsaid, Voice, slot, slots
from archivist.compiler.nouns import nouns
from archivist.compiler.numbers import Agreeing, Head, InDigits
from archivist.compiler.phrases import NUMBERS, SeveralThings
from archivist.compiler.same_words import SameWords
from archivist.vocabulary.amounts import ONE, Amount
from archivist.vocabulary.conditions import Condition
from archivist.vocabulary.filters import Filter
from archivist.vocabulary.node import Ref
from archivist.vocabulary.statics.playing import CostOf
from archivist.vocabulary.targets import Targets


@slots("some")
class Some(SameWords[SeveralThings]):
    """A number above one of things that were just mentioned: ``two of them``."""

    def __init__(self) -> None:
        super().__init__(SeveralThings())

    def make(self, tree: Any, hearing: Hearing) -> Amount:
        return Amount(self.inner.make(tree, hearing))

    def say(self, value: Any, voice: Voice) -> None:
        if not isinstance(value, Amount) or value.fixed is None or value.fixed < 2:
            raise Unsaid
        self.inner.say(value.fixed, voice)


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


@slots("counters")
class SomeCounters(Rule):
    """The counters that something comes with: ``a buff counter``, ``two sheen counters``."""

    def __init__(self) -> None:
        super().__init__()
        self.amount: Rule = Head()
        self.kind, self.noun = slot("counter"), Agreeing("counter")

    def read(self, reader: Reader, at: int) -> Readings:
        return [
            (last, (number, kind, noun))
            for one, number in reader.find(self.amount, at)
            for two, kind in reader.find(self.kind, one)
            for last, noun in reader.find(self.noun, two)
        ]

    def make(self, tree: Any, hearing: Hearing) -> dict[str, Amount]:
        number, kind, noun = tree
        amount = self.made_amount(number, hearing)
        found = {self.kind.make(kind, hearing): amount}
        self.noun.make(noun, hearing)
        return found

    def made_amount(self, tree: Any, hearing: Hearing) -> Amount:
        """How many there are."""
        amount: Amount = self.amount.make(tree, hearing)
        hearing.heads.pop()
        return amount

    def say(self, value: Any, voice: Voice) -> None:
        if len(value) != 1:
            raise Unsaid
        ((kind, amount),) = value.items()
        self.say_amount(amount, voice)
        self.kind.say(kind, voice)
        self.noun.say(None, voice)

    def say_amount(self, amount: Amount, voice: Voice) -> None:
        """Says how many there are."""
        self.amount.say(amount, voice)


@slots("counted_counters")
class CountedCounters(SomeCounters):
    """The counters that something comes with, whose number may be explained behind it: ``X buff counters``."""

    def made_amount(self, tree: Any, hearing: Hearing) -> Amount:
        return self.amount.make(tree, hearing)  # type: ignore[no-any-return]


@slots("more_counters")
class MoreCounters(SomeCounters):
    """The counters that something comes with besides its own: ``three additional durability counters``."""

    def __init__(self) -> None:
        super().__init__()
        self.amount = Additional()

    def made_amount(self, tree: Any, hearing: Hearing) -> Amount:
        return Amount(self.amount.make(tree, hearing))

    def say_amount(self, amount: Amount, voice: Voice) -> None:
        if amount.fixed is None:
            raise Unsaid
        self.amount.say(amount.fixed, voice)


@slots("first_each_turn")
class FirstEachTurn(Rule):
    """What the first card of a kind costs that you activate in a turn: it does as long as you have activated none."""

    fields: Final = ("effects", "if_")
    words: Final = ("you", "activate", "each", "turn", "costs")

    def __init__(self) -> None:
        super().__init__()
        self.nouns = nouns(many=False)
        self.more = {"less": More("less"), "more": More()}

    def starts(self) -> frozenset[str] | None:
        return frozenset(("the",))

    def read(self, reader: Reader, at: int) -> Readings:
        if reader.words[at : at + 2] != ("the", "first"):
            return []
        return [
            (last + 3, (way, tree, amount))
            for end, tree in reader.find(self.nouns, at + 2)
            if reader.words[end : end + 5] == self.words
            for way, rule in self.more.items()
            for last, amount in reader.find(rule, end + 5)
            if reader.words[last : last + 3] == (way, "to", "activate")
        ]

    def make(self, tree: Any, hearing: Hearing) -> dict[str, Any]:
        way, inner, number = tree
        hearing.note(way)
        cards = self.nouns.make(inner, hearing)
        outer, hearing.heads = hearing.heads, []
        amount = self.more[way].make(number, hearing)
        hearing.heads = outer
        if cards.zones or cards.owner or not cards.text.endswith("card") or amount.fixed is None:
            raise Unmade("a kind of card is needed, and a plain number")
        return {"effects": (CostOf(cards=cards, amount=amount),), "if_": self._none(cards)}

    @staticmethod
    def _none(cards: Filter) -> Condition:
        return Condition(f"this turn(you activate {cards.text}) = 0")

    def say(self, value: Any, voice: Voice) -> None:
        effects, condition = value["effects"], value["if_"]
        if len(effects) != 1 or not isinstance(effects[0], CostOf):
            raise Unsaid
        cost = effects[0]
        if cost != CostOf(cards=cost.cards, amount=cost.amount) or condition != self._none(cost.cards):
            raise Unsaid
        way = voice.noted("less" if (cost.amount.fixed or 0) < 0 else "more")
        voice.say("the", "first")
        self.nouns.say(cost.cards, voice)
        voice.say(*self.words)
        self.more[way].say(cost.amount, voice)
        voice.say(way, "to", "activate")


@slots("splitting")
class Splitting(SameWords[InDigits]):
    """How much is split among targets; it belongs to the targets that follow."""

    def __init__(self) -> None:
        super().__init__(InDigits())

    def make(self, tree: Any, hearing: Hearing) -> None:
        hearing.splits = self.inner.make(tree, hearing)
        hearing.heads.pop()

    def say(self, value: Any, voice: Voice) -> None:
        group = next((each for each in voice.groups if each.split is not None), None)
        if group is None:
            raise Unsaid
        self.inner.say(group.split, voice)


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
