"""Printed text as tokens, after a fixed normalisation that is the same for what is read and for what is spoken.

These differences do not matter: reminder text (sentences in parentheses), line breaks and spaces, the kinds of quotation
marks, apostrophes and dashes, a full stop before or behind the quotation mark, capitals, contractions (``it's``,
``don't``), ``+1POWER`` for ``+1 POWER``, and whether a card calls itself by its whole name or by the part before the comma.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache, lru_cache
from typing import Final, NamedTuple

OWN_NAME: Final = "~"
"""The token for the card's own name."""

BREAK: Final = "¶"
"""The token between two paragraphs."""

_CAPITAL: Final = re.compile(r"[A-Z][a-z]+")
_STARTING: Final = frozenset((".", ":", "—", "]", "•", '"', BREAK))
"""Marks behind which any word has a capital."""

_REMINDER: Final = re.compile(r"\s*\((?=[A-Za-z\"][^()]* )[^()]*(?:\([^()]*\)[^()]*)*(?<=[.!\")])\)")
_SAME: Final = str.maketrans({"’": "'", "‘": "'", "“": '"', "”": '"', "–": "—", "￰": None, "\xa0": " ", "*": None})
_CONTRACTIONS: Final = (
    (re.compile(r"\b([Cc])an't\b"), r"\1annot"),
    (re.compile(r"\b([Ww])on't\b"), r"\1ill not"),
    (re.compile(r"n't\b"), " not"),
    (re.compile(r"\b([Ii]t|[Tt]here|[Tt]hat)'s\b"), r"\1 is"),
    (re.compile(r"\b([Yy]ou|[Tt]hey)'ve\b"), r"\1 have"),
    (re.compile(r"\b([Tt]hey|[Yy]ou)'re\b"), r"\1 are"),
)
"""What stands for words with an apostrophe."""
_SPACING: Final = (
    (re.compile(r"\bcan not\b"), "cannot"),
    (re.compile(r"\bregalias\b"), "regalia"),
    (re.compile(r"([+-]) (\d)"), r"\1\2"),
    (re.compile(r"([+-]?(?:\d+|X))(POWER|LIFE)\b"), r"\1 \2"),
    (re.compile(r"(\w):\]"), r"\1]"),
    (re.compile(r'\."(?=,| [a-z])'), '"'),
    (re.compile(r'\."(?=\s|$)'), '".'),
)
_TOKEN: Final = re.compile(
    r"[+-]?(?:\d+|X|Y|LV)(?:\+(?:\d+|X|Y|LV))*\+?(?![\w'])|[A-Za-z]+(?:[-/][A-Za-z]+)*|\d+|'s\b|'|[^\s\w]"
)


class Token(NamedTuple):
    """A word or a mark: in small letters, and where it stands in the normalised text."""

    word: str
    start: int
    end: int


class Tokens(NamedTuple):
    """A normalised text and its tokens."""

    text: str
    items: tuple[Token, ...]

    @property
    def words(self) -> tuple[str, ...]:
        return tuple(token.word for token in self.items)

    def between(self, start: int, end: int) -> str:
        """The text of some tokens, as it is written."""
        return self.text[self.items[start].start : self.items[end - 1].end]

    def capital(self, at: int) -> bool:
        """Whether a word has a capital although no sentence begins with it."""
        if not 0 < at < len(self.items) or self.items[at - 1].word in _STARTING:
            return False
        return _CAPITAL.fullmatch(self.between(at, at + 1)) is not None


def normalised(text: str) -> str:
    """The text without what does not matter; paragraphs are separated by line breaks."""
    text = text.translate(_SAME)
    text = _REMINDER.sub("", text)
    for pattern, instead in (*(_CONTRACTIONS if "'" in text else ()), *_SPACING):
        text = pattern.sub(instead, text)
    lines = (re.sub(r"\s+", " ", line).strip() for line in text.split("\n"))
    return "\n".join(line for line in lines if line)


@lru_cache(maxsize=1024)
def tokens(text: str, name: str = "") -> Tokens:
    """The tokens of a text; the card's own name is one token."""
    text = normalised(text)
    found: list[Token] = []
    for number, line in enumerate(text.split("\n")):
        start = 0 if not number else found[-1].end + 1 if found else 0
        offset = sum(len(each) + 1 for each in text.split("\n")[:number])
        if number:
            found.append(Token(BREAK, start, start))
        found += [
            Token(match[0].lower(), match.start() + offset, match.end() + offset) for match in _TOKEN.finditer(line)
        ]
    return Tokens(text, tuple(_named(text, found, name)))


@cache
def own_names(name: str) -> tuple[str, ...]:
    """What a card calls itself: its name, and the part before the comma."""
    name = normalised(name)
    short, comma, _ = name.partition(", ")
    return (name, short) if comma else (name,)


@cache
def _name_tokens(name: str) -> tuple[list[str], ...]:
    return tuple([match[0] for match in _TOKEN.finditer(each)] for each in own_names(name))


def _named(text: str, found: list[Token], name: str) -> list[Token]:
    names = _name_tokens(name) if name else ()
    said = [text[token.start : token.end] for token in found]
    merged: list[Token] = []
    at = 0
    while at < len(found):
        same = next((each for each in names if each and said[at : at + len(each)] == each), None)
        if same is None:
            merged.append(found[at])
            at += 1
        else:
            merged.append(Token(OWN_NAME, found[at].start, found[at + len(same) - 1].end))
            at += len(same)
    return merged


def as_written(text: str, name: str) -> list[str]:
    """The tokens of a name with its capitals; the card's own name is one token."""
    found = tokens(text, name)
    return [OWN_NAME if each.word == OWN_NAME else found.text[each.start : each.end] for each in found.items]


def written(words: Sequence[str], name: str) -> str:
    """Tokens as text in the official style: capitals, spaces, the card's own name."""
    text = ""
    words = _titled(list(words))
    start, inside, quoted = True, False, False
    for index, word in enumerate(words):
        before = words[index - 1] if index else ""
        shown = _shown(word, before, name, start=start or inside)
        close = word in (".", ",", ":", ")", "]", "'s", "'") or (word == '"' and quoted)
        apart = bool(text) and not close and before not in ("(", "[") and not (before == '"' and quoted)
        text += ("\n" if word == "•" else " " if apart else "") + shown
        quoted = quoted != (word == '"')
        inside = (inside or word == "[") and word != "]"
        start = word in (".", ":", "•", "—", "]", '"') or (start and word in ("[", "("))
    return text


def _titled(words: list[str]) -> list[str]:
    """The same with the capitals of keywords: a line of keywords alone, and what stands before a colon, as ``On Enter``."""
    if not {".", ":", "•", "—"} & set(words):
        return [word[:1].upper() + word[1:] for word in words]
    for index, word in enumerate(words):
        if word == "on" and ":" in words[index : index + 4]:
            end = words.index(":", index)
            words[index:end] = [each[:1].upper() + each[1:] for each in words[index:end]]
    return words


def _shown(word: str, before: str, name: str, *, start: bool) -> str:
    if word == OWN_NAME:
        return own_names(name)[-1]
    if word in ("x", "y", "lv") or re.fullmatch(r"[+-]?(?:\d+|x|y|lv)(?:\+(?:\d+|x|y|lv))+|[+-](?:x|y|lv)", word):
        return word.upper()
    loud = word in ("power", "life") and re.fullmatch(r"[+-].*", before)
    if loud or (word == "rest" and before in ("", ",", "]", "—", ":")):
        return word.upper()
    return word[:1].upper() + word[1:] if start else word
