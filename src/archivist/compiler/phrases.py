"""Small rules: numbers, names, keywords, kinds of counters, zones; and phrases whose text has slots of its own."""

from __future__ import annotations

import re
from typing import Any, ClassVar, Final

from archivist.compiler.engine import (
    Hearing,
    Reader,
    Readings,
    Rule,
    Unmade,
    Unsaid,
    Voice,
    items_of,
    read_items,
    slots,
)
from archivist.compiler.memory import Memory
from archivist.compiler.tokens import OWN_NAME, as_written
from archivist.vocabulary import words as w
from archivist.vocabulary.amounts import Amount
from archivist.vocabulary.grammar import third
from archivist.vocabulary.measures import DEEDS
from archivist.vocabulary.printing import Spelled

NUMBERS: Final = (
    *("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"),
    *("eleven", "twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen", "twenty"),
)


@slots("n")
class Number(Rule):
    """A number of things in words: ``two``; with ``digits`` in digits."""

    name = "a number"
    written = r"\d+"

    def __init__(self, how: str = "words") -> None:
        super().__init__()
        self.how = how

    def read(self, reader: Reader, at: int) -> Readings:
        word = reader.word(at)
        if word in NUMBERS:
            return [(at + 1, (NUMBERS.index(word), "words"))]
        if word.isdigit():
            return [(at + 1, (int(word), "digits"))]
        reader.miss(at, self.name)
        return []

    def make(self, tree: Any, hearing: Hearing) -> int:
        hearing.note(tree[1])
        return int(tree[0])

    def say(self, value: Any, voice: Voice) -> None:
        in_words = voice.noted(self.how) == "words" and 0 <= int(value) < len(NUMBERS)
        voice.say(NUMBERS[int(value)] if in_words else str(value))

    @staticmethod
    def of_text(text: str) -> int:
        if not text.isdigit():
            raise Unsaid
        return int(text)


@slots("several")
class SeveralThings(Number):
    """A number above one."""

    def read(self, reader: Reader, at: int) -> Readings:
        return [each for each in super().read(reader, at) if each[1][0] > 1]


@slots("fewer")
class Fewer(Number):
    """A number of which so many or fewer are meant: written as the number above it, of which there are not so many."""

    def make(self, tree: Any, hearing: Hearing) -> int:
        return super().make(tree, hearing) + 1

    def say(self, value: Any, voice: Voice) -> None:
        super().say(int(value) - 1, voice)


class Synonyms(Rule):
    """One of some words, several of which may be printed for the same; which one was is noted, so that it is said again."""

    options: ClassVar[dict[str, str]]
    missed: ClassVar[tuple[str, ...]]
    """What is told as having been expected."""

    def starts(self) -> frozenset[str] | None:
        return frozenset(self.options)

    def read(self, reader: Reader, at: int) -> Readings:
        if reader.word(at) in self.options:
            return [(at + 1, reader.word(at))]
        for word in self.missed:
            reader.miss(at, word)
        return []

    def make(self, tree: Any, hearing: Hearing) -> str:
        hearing.note(tree)
        return self.options[tree]

    def say(self, value: Any, voice: Voice) -> None:
        word = voice.noted(value)
        if self.options.get(word) != value:
            raise Unsaid
        voice.say(word)

    @staticmethod
    def of_text(text: str) -> str:
        return text


@slots("bound")
class Bound(Synonyms):
    """Which way a number is a bound: ``less``, or ``more``, for which ``greater`` is printed too."""

    options: ClassVar = {"less": "less", "more": "more", "greater": "more", "higher": "more", "lower": "less"}
    missed: ClassVar = ("less",)
    written = "less|more"


@slots("ordinal")
class Ordinal(Rule):
    """The second time, or a later one."""

    words: Final = {"second": 2, "third": 3, "fourth": 4, "fifth": 5}

    def starts(self) -> frozenset[str] | None:
        return frozenset(self.words)

    def read(self, reader: Reader, at: int) -> Readings:
        if reader.word(at) in self.words:
            return [(at + 1, self.words[reader.word(at)])]
        reader.miss(at, "second")
        return []

    def make(self, tree: Any, hearing: Hearing) -> int:
        return int(tree)

    def say(self, value: Any, voice: Voice) -> None:
        word = next((word for word, number in self.words.items() if number == value), None)
        if word is None:
            raise Unsaid
        voice.say(word)


@slots("word")
class OneOf(Rule):
    """One of the words of a list, as it is: ``{phase:word wake-up recollection end}``."""

    def __init__(self, options: str) -> None:
        super().__init__()
        self.options = {tuple(each.replace("_", " ").split()): each.replace("_", " ") for each in options.split()}

    @property
    def written(self) -> str:
        """What one of them looks like in the text of a phrase."""
        return "|".join(map(re.escape, self.options.values()))

    def read(self, reader: Reader, at: int) -> Readings:
        found = [
            (at + len(words), value)
            for words, value in self.options.items()
            if reader.words[at : at + len(words)] == words
        ]
        if not found:
            for value in self.options.values():
                reader.miss(at, value)
        return found

    def make(self, tree: Any, hearing: Hearing) -> str:
        return str(tree)

    def say(self, value: Any, voice: Voice) -> None:
        if value not in self.options.values():
            raise Unsaid
        voice.say(*str(value).split())

    @staticmethod
    def of_text(text: str) -> str:
        return text

    def starts(self) -> frozenset[str] | None:
        return frozenset(words[0] for words in self.options)


@slots("verb")
class VerbOf(OneOf):
    """One of the verbs of a list, as somebody else does it: ``glimpses``."""

    def __init__(self, options: str) -> None:
        super().__init__(options)
        self.options = {(third(each),): each for each in options.split()}

    def say(self, value: Any, voice: Voice) -> None:
        if value not in self.options.values():
            raise Unsaid
        voice.say(third(str(value)))


@slots("deed")
class Deed(OneOf):
    """Something that has been done in a turn: ``activated``."""

    def __init__(self, options: str) -> None:
        super().__init__(options)
        self.options = {(DEEDS[each].past,): each for each in options.split()}

    def say(self, value: Any, voice: Voice) -> None:
        if value not in self.options.values():
            raise Unsaid
        voice.say(DEEDS[value].past)


@slots("counter")
class CounterKind(Rule):
    """The kind of a counter; cards may bring kinds that no list knows."""

    name = "a kind of counter"
    written = "[a-z]+"
    others: Final = frozenset(
        ("damage", "omen", "more", "additional", "all", "that", "those", "the", "of", "other", "no")
    )
    """Words that stand before *counter* and are no kind that is put somewhere."""

    def read(self, reader: Reader, at: int) -> Readings:
        word = reader.word(at)
        if word in self.known or self._unlisted(reader, at):
            return [(at + 1, word)]
        for each in self.known:
            reader.miss(at, each)
        return []

    known: Final = w.COUNTERS - {"omen"}

    def _unlisted(self, reader: Reader, at: int) -> bool:
        word = reader.word(at)
        return (
            reader.word(at + 1) in ("counter", "counters")
            and word.isalpha()
            and word not in self.others
            and word not in NUMBERS
            and len(word) > 2
            and reader.tokens.between(at, at + 1).islower()
        )

    def make(self, tree: Any, hearing: Hearing) -> str:
        return str(tree)

    def say(self, value: Any, voice: Voice) -> None:
        if not isinstance(value, str) or not value.isalpha() or value in self.others:
            raise Unsaid
        voice.say(value)

    @staticmethod
    def of_text(text: str) -> str:
        return text


@slots("element")
def element() -> Rule:
    """An element."""
    return OneOf(" ".join(sorted(w.ELEMENTS)))


@slots("way")
def way() -> Rule:
    """How a card is played."""
    return OneOf("activate materialize")


@slots("phase")
def phase() -> Rule:
    """A phase."""
    return OneOf(" ".join(each.replace(" ", "_") for each in w.PHASES))


@slots("n_amount")
class FixedAmount(Number):
    """A number in digits, as an amount."""

    def __init__(self) -> None:
        super().__init__("digits")

    def make(self, tree: Any, hearing: Hearing) -> Amount:  # type: ignore[override]
        return Amount(super().make(tree, hearing))

    def say(self, value: Any, voice: Voice) -> None:
        if value is None or value.fixed is None:
            raise Unsaid
        super().say(value.fixed, voice)


@slots("stat")
def stat() -> Rule:
    """A number of a card or object."""
    return OneOf("power life reserve_cost memory_cost")


@slots("extreme")
class AmongAll(Synonyms):
    """Which of several numbers: ``highest``, ``greatest``, ``lowest``, ``total``."""

    options: ClassVar = {"highest": "highest", "greatest": "highest", "lowest": "lowest", "total": "total"}
    missed: ClassVar = tuple(options)
    written = "highest|lowest|total"


@slots("keyword")
class KeywordWord(Rule):
    """A keyword, perhaps with its number."""

    name = "a keyword"
    plain = OneOf(" ".join(each.replace(" ", "_") for each in sorted(w.KEYWORDS)))

    def read(self, reader: Reader, at: int) -> Readings:
        found: Readings = []
        for end, word in self.plain.read(reader, at):
            numbered = word in w.NUMBERED_KEYWORDS
            if numbered and reader.word(end).isdigit():
                found.append((end + 1, f"{word} {reader.word(end)}"))
            elif not numbered:
                found.append((end, word))
        return found

    def make(self, tree: Any, hearing: Hearing) -> str:
        return str(tree)

    def say(self, value: Any, voice: Voice) -> None:
        word, _, number = str(value).rpartition(" ")
        if (word if number.isdigit() else str(value)) not in self.plain.options.values():
            raise Unsaid
        voice.say(*str(value).split())

    @staticmethod
    def of_text(text: str) -> str:
        return text


@slots("bareword")
class BareKeyword(KeywordWord):
    """A keyword without its number: what cards are asked for, and what they lose."""

    plain = OneOf(" ".join(each.replace(" ", "_") for each in sorted(w.KEYWORDS | w.LABELS)))

    def read(self, reader: Reader, at: int) -> Readings:
        return self.plain.read(reader, at)


@slots("name")
class Name(Rule):
    """The name of a card: words with a capital, and the small words between them."""

    name = "a name"
    small = frozenset(("of", "the", "and", "a", "in", "to", "with", "'s", "'", ",", "for"))

    def read(self, reader: Reader, at: int) -> Readings:
        found: Readings = []
        end = at
        while end < len(reader.words):
            word = reader.words[end]
            written = reader.tokens.between(end, end + 1)
            if word == OWN_NAME or written[:1].isupper():
                end += 1
                found.append((end, (at, end)))
            elif word in self.small and end > at:
                end += 1
            else:
                break
        if not found:
            reader.miss(at, self.name)
        return found

    def make(self, tree: Any, hearing: Hearing) -> str:
        start, end = tree
        if (start + 1 == end) and hearing.tokens.words[start] == OWN_NAME:
            return hearing.memory.name
        return hearing.tokens.between(start, end)

    def say(self, value: Any, voice: Voice) -> None:
        voice.say(*as_written(str(value), voice.memory.name))

    @staticmethod
    def of_text(text: str) -> str:
        return text


_DONE: Final = re.compile(r"this turn\(|you activated ")
"""What asks for things done before."""


class Phrase(Rule):
    """A phrase in words: the text of the vocabulary has the same slots as the template."""

    def __init__(self, spelled: Spelled) -> None:
        super().__init__()
        self.spelled = spelled
        self._items: list[tuple[str, Rule]] | None = None
        self._pattern: re.Pattern[str] | None = None

    @property
    def items(self) -> list[tuple[str, Rule]]:
        if self._items is None:
            self._items = list(items_of(self.spelled.template))
        return self._items

    @property
    def pattern(self) -> re.Pattern[str]:
        """The text of the phrase with a group for each slot."""
        if self._pattern is None:
            rules = dict(self.items)
            parts = re.split(r"\{([a-z]+)\}", self.spelled.text)
            groups = [f"(?P<{each}>{getattr(rules[each], 'written', '.+')})" for each in parts[1::2]]
            texts = [re.escape(each) for each in parts[::2]]
            self._pattern = re.compile("".join(text + group for text, group in zip(texts, [*groups, ""], strict=True)))
        return self._pattern

    def starts(self) -> frozenset[str] | None:
        return self.items[0][1].starts()

    def read(self, reader: Reader, at: int) -> Readings:
        return read_items(self.items, reader, at)

    def make(self, tree: Any, hearing: Hearing) -> str:
        self._check(hearing.memory)
        outer, hearing.values = hearing.values, {}
        try:
            for (name, rule), part in zip(self.items, tree, strict=True):
                value = rule.make(part, hearing)
                if name:
                    hearing.values[name] = value
            if _DONE.search(self.spelled.text) and any(
                getattr(each, "placed", False) for each in hearing.values.values()
            ):
                raise Unmade("what it was can be asked here, but not where it lay")
            texts = {name: str(getattr(value, "text", value)) for name, value in hearing.values.items()}
        finally:
            hearing.values = outer
        return self.spelled.text.format(**texts)

    def _check(self, memory: Memory) -> None:
        after = self.spelled.after
        deeds = memory.deeds[-1:] if self.spelled.text == "done" else memory.deeds
        if after and not any(deed.startswith(after) for deed in deeds):
            raise Unmade(f"it can be said only after a step that does so ({after})")
        if self.spelled.text.startswith("chosen is ") and memory.each_discarded:
            raise Unmade("what each of them discarded cannot be asked at once")
        if self.spelled.text == f"it({after})" and memory.did_often(after):
            raise Unmade(f"several steps did that, of which only the last could be counted ({after})")

    def say(self, value: Any, voice: Voice) -> None:
        try:
            self._check(voice.memory)
        except Unmade as error:
            raise Unsaid from error
        match = self.pattern.fullmatch(str(getattr(value, "text", value)))
        if match is None:
            raise Unsaid
        outer, voice.values = voice.values, {}
        try:
            for name, rule in self.items:
                inner: Any = None
                if name and name not in self.pattern.groupindex:
                    inner = voice.memory.this
                elif name:
                    try:
                        inner = rule.of_text(match[name])  # type: ignore[attr-defined]
                    except ValueError as error:
                        raise Unsaid from error
                    voice.values[name] = inner
                    if getattr(inner, "placed", False) and _DONE.search(self.spelled.text):
                        raise Unsaid
                rule.say(inner, voice)
        finally:
            voice.values = outer


def agree(condition: bool, why: str) -> None:
    """Refuses a reading whose words do not agree."""
    if not condition:
        raise Unmade(why)
