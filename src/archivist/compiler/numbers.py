"""Amounts: the number in front (``two cards``, ``1+LV damage``), and what stands behind the clause to explain it.

``a card for each ally you control``, ``X damage .., where X is ..`` and ``damage equal to ..`` are one amount in two places.
So a clause is read with the number in front alone, and the tail is put into it afterwards; to speak, it is taken out again.
"""

from __future__ import annotations

import re
from typing import Any, Final

from archivist.compiler.engine import A, Hearing, Reader, Readings, Rule, Unsaid, Voice, slots
from archivist.compiler.phrases import NUMBERS
from archivist.vocabulary.amounts import Amount, simple
from archivist.vocabulary.grammar import plural

_SYMBOL: Final = re.compile(r"(?:\d+|x|y|lv)(?:\+(?:\d+|x|y|lv))*")
_UPPER: Final = {"x": "X", "y": "Y", "lv": "LV"}


def _amount(word: str) -> Amount:
    if word.isdigit():
        return Amount(int(word))
    return Amount(" + ".join(_UPPER.get(each, each) for each in word.split("+")))


def _spelled(amount: Amount) -> str:
    if amount.fixed is not None:
        return str(amount.fixed)
    text = str(amount.text)
    if not simple(amount) or text in ("it", "that amount"):
        raise Unsaid
    return text.replace(" ", "").lower()


class Head(Rule):
    """A number in front of a noun, which agrees with it (``[card]`` in a template)."""

    name = "a number"

    def read(self, reader: Reader, at: int) -> Readings:
        word = reader.word(at)
        found: Readings = []
        if word in ("a", "an"):
            if reader.words[at + 1 : at + 3] == ("amount", "of"):
                found.append((at + 3, ("equal", "")))
            elif reader.word(at + 1) == "additional":
                found.append((at + 2, ("additional", 1)))
            else:
                found.append((at + 1, (word, 1)))
        elif word == "another":
            found.append((at + 1, (word, 1)))
        elif word in NUMBERS:
            found.append((at + 1, ("word", NUMBERS.index(word))))
        elif _SYMBOL.fullmatch(word):
            found.append((at + 1, ("sign", word)))
        elif word == "that" and reader.word(at + 1) in ("many", "much"):
            found.append((at + 2, ("that", reader.word(at + 1))))
        else:
            reader.miss(at, self.name)
        return found

    def make(self, tree: Any, hearing: Hearing) -> Amount:
        style, value = tree
        hearing.note((style, value if style == "that" else ""))
        if style == "that":
            return Amount(hearing.memory.number())
        found = Amount("X") if style == "equal" else Amount(value) if isinstance(value, int) else _amount(value)
        hearing.heads.append((found, style))
        return found

    def say(self, value: Any, voice: Voice) -> None:
        if not isinstance(value, Amount):
            raise Unsaid
        usual = "equal" if voice.tail is not None and voice.tail[0] == "equal" else self._usual(value)
        style, word = voice.noted((usual, "many"))
        voice.many = style == "equal" or value.fixed != 1
        if style == "that":
            if value.text != voice.memory.number():
                raise Unsaid
            voice.say("that", word)
        elif style == "equal":
            voice.say("an", "amount", "of")
        elif style == "additional":
            voice.say("an", "additional")
        elif style in ("a", "an", "another", A):
            if value.fixed != 1:
                raise Unsaid
            voice.say(style)
        elif style == "word":
            if value.fixed is None or not 0 <= value.fixed < len(NUMBERS):
                raise Unsaid
            voice.say(NUMBERS[value.fixed])
        elif style == "sign":
            voice.say(_spelled(value))
        else:
            raise Unsaid

    def _usual(self, value: Amount) -> str:
        if value.text in ("it", "that amount"):
            return "that"
        return "sign" if value.fixed is None else A if value.fixed == 1 else "word"

    @staticmethod
    def of_text(text: str) -> Amount:
        return Amount(int(text) if text.isdigit() else text)


slots("head")(Head)


@slots("much")
class Much(Head):
    """A number in digits: ``2 damage``, ``1+LV``, ``that much``; left out where ``equal to`` follows."""

    def read(self, reader: Reader, at: int) -> Readings:
        found = [
            each for each in super().read(reader, at) if each[1][0] not in ("a", "an", "another", "word", "additional")
        ]
        return found or [(at, ("none", ""))]

    def make(self, tree: Any, hearing: Hearing) -> Amount:
        if tree[0] != "none":
            return super().make(tree, hearing)
        hearing.note(("none", ""))
        found = Amount("X")
        hearing.heads.append((found, "equal"))
        return found

    def say(self, value: Any, voice: Voice) -> None:
        if voice.wording is not None and voice.wording[voice.at][0] == "none":
            voice.noted(None)
            return
        super().say(value, voice)

    def _usual(self, value: Amount) -> str:
        return "that" if value.text in ("it", "that amount") else "sign"


@slots("number")
class InDigits(Much):
    """A number in digits that must be there: ``glimpse 3``."""

    def read(self, reader: Reader, at: int) -> Readings:
        return [each for each in super().read(reader, at) if each[1][0] != "none"]


@slots("plus")
class Plus(Rule):
    """What is added to a characteristic: ``+2``, ``-X``."""

    name = "+1"

    def read(self, reader: Reader, at: int) -> Readings:
        word = reader.word(at)
        if word[:1] in ("+", "-") and _SYMBOL.fullmatch(word[1:]):
            return [(at + 1, word)]
        reader.miss(at, self.name)
        return []

    def make(self, tree: Any, hearing: Hearing) -> Amount:
        amount = _amount(tree[1:])
        if tree[0] == "-":
            amount = Amount(-amount.fixed if amount.fixed is not None else f"-{amount.text}")
        hearing.heads.append((amount, "plus"))
        return amount

    def say(self, value: Any, voice: Voice) -> None:
        if value.fixed is not None:
            voice.say(f"{value.fixed:+d}")
        elif str(value.text).startswith("-"):
            voice.say("-" + _spelled(Amount(str(value.text)[1:])))
        else:
            voice.say("+" + _spelled(value))


@slots("signed")
class Signed(Rule):
    """So much more or less, in words: ``plus 1``, ``minus 3``."""

    words: Final = {"plus": 1, "minus": -1}

    def starts(self) -> frozenset[str] | None:
        return frozenset(self.words)

    def read(self, reader: Reader, at: int) -> Readings:
        sign, number = self.words.get(reader.word(at)), reader.word(at + 1)
        if sign is None or not number.isdigit():
            reader.miss(at, "plus")
            return []
        return [(at + 2, sign * int(number))]

    def make(self, tree: Any, hearing: Hearing) -> Amount:
        return Amount(tree)

    def say(self, value: Any, voice: Voice) -> None:
        if value.fixed is None or not value.fixed:
            raise Unsaid
        voice.say("plus" if value.fixed > 0 else "minus", str(abs(value.fixed)))


class Agreeing(Rule):
    """A noun that agrees with the number in front of it: ``[card]`` in a template."""

    def __init__(self, noun: str) -> None:
        super().__init__()
        self.forms = (noun, plural(noun))

    def starts(self) -> frozenset[str] | None:
        return frozenset(self.forms)

    def read(self, reader: Reader, at: int) -> Readings:
        if reader.word(at) in self.forms:
            return [(at + 1, self.forms.index(reader.word(at)))]
        reader.miss(at, self.forms[0])
        return []

    def make(self, tree: Any, hearing: Hearing) -> None:
        hearing.note(tree)

    def say(self, value: Any, voice: Voice) -> None:
        voice.say(self.forms[voice.noted(int(voice.many))])


slots("noun")(Agreeing)
