"""The open word lists: subtypes and counters, those that the game is known to have and those that cards bring.

A card brings a subtype by having it (its type line), and a counter by putting it somewhere. What a phrase or an effect
only mentions must be known, or be brought by a card of the pool. A word one letter away from a known one counts as a
misspelling, unless the card declares it under `new words`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Any, Final, NamedTuple

import msgspec

from archivist.model.errors import one_letter_away, suggestion
from archivist.vocabulary import costs, words
from archivist.vocabulary.effects import damage_and_counters
from archivist.vocabulary.face import Face
from archivist.vocabulary.statics.amounts import ThatManyCounters
from archivist.vocabulary.statics.characteristics import Enters, Modify
from archivist.vocabulary.statics.playing import NextActivation
from archivist.vocabulary.triggers.objects import Becomes, LosesCounters

_WORD: Final = re.compile(r"[a-z]+(?:[-'][a-z]+)*")
_PUTTING: Final = ((damage_and_counters.Counters, "kind"), (Enters, "counters"))
"""The nodes that put counters somewhere, and the fields that say which."""

_ASKING: Final = (
    *(
        (costs.Counters, "kind"),
        (damage_and_counters.RemoveCounters, "kind"),
        (damage_and_counters.MoveCounters, "kind"),
    ),
    *((LosesCounters, "kind"), (ThatManyCounters, "kind")),
)
"""The nodes that ask for counters."""

_GIVING: Final = ((Modify, "subtypes"),)
"""The nodes that give subtypes, classes among them."""

_NATURES: Final = ((Modify, "words"), (Becomes, "word"), (NextActivation, "words"))
"""The nodes that mention what something is, or becomes."""

_WORDED: Final = tuple(
    (cls, field, kind, brings)
    for kind, fields, brings in (
        *(("counter", _PUTTING, True), ("counter", _ASKING, False)),
        *(("given", _GIVING, False), ("nature", _NATURES, False)),
    )
    for cls, field in fields
)
"""All of these nodes with their fields, the kind of word there, and whether the card brings it by this."""

GIVEN_TYPES: Final = words.TYPES - {"token", "mastery", "status"}
"""The types that effects can give. Kinds that are not cards, such as tokens, are so from the start (cards.8.1)."""


class Lexicon(NamedTuple):
    """The known subtypes and counters."""

    subtypes: frozenset[str] = words.SUBTYPES
    counters: frozenset[str] = words.COUNTERS

    def of(self, kind: str) -> frozenset[str]:
        """All words that may stand where a word of a kind is used."""
        if kind == "counter":
            return self.counters
        if kind in ("subtype", "given"):
            return self.subtypes | words.CLASSES if kind == "given" else self.subtypes
        natures = GIVEN_TYPES | words.ELEMENTS | words.CLASSES | self.subtypes
        return natures if kind == "nature" else natures | words.TYPES | words.STATES | words.NOUNS

    def with_cards(self, faces: Iterable[Face]) -> Lexicon:
        """The same lists with the words that some cards bring."""
        uses = [use for face in faces for use in (*_uses(face), *_declared(face)) if use.brings]
        subtypes = {use.word for use in uses if use.kind == "subtype"} - words.CLASSES
        return Lexicon(self.subtypes | subtypes, self.counters | {use.word for use in uses if use.kind == "counter"})


_OF_CARDS: Final = frozenset(("subtype", "given", "nature"))
"""The kinds of word that say what a card is, or becomes; other words cannot stand there."""

KNOWN: Final = Lexicon()
"""The words that the game is known to have."""


class Use(NamedTuple):
    """A word of an open list in a card's entry: where it stands, its kind, and whether the card brings it by this."""

    place: str
    kind: str
    word: str
    brings: bool = False
    phrase: str = ""

    @property
    def unknown(self) -> str:
        """The error text where it is not known."""
        where = f"at {self.place}: " if self.place != "subtypes" else ""
        within = f" in {self.phrase!r}" if self.phrase and self.kind == "word" else ""
        kind = {"nature": "word", "given": "subtype"}.get(self.kind, self.kind)
        return f"{where}unknown {kind} {self.word!r}{within}"


def misspelt(face: Face, known: Lexicon) -> str:
    """An unknown word of a face that is one letter away from a known one, or nothing; `known` excludes new words."""
    for use in _uses(face):
        if use.word in known.of(use.kind) or use.word in face.new_words:
            continue
        if not _WORD.fullmatch(use.word):
            return f"{use.unknown}: it is written in small letters, as one word"
        if use.kind in _OF_CARDS and (what := _otherwise(use.word)):
            return f"{use.unknown}: it is {what}"
        if one_letter_away(use.word, known.of(use.kind)):
            meant = f" If you mean it, say so: new words: [{use.word}]"
            return f"{use.unknown}{suggestion(use.word, known.of(use.kind))}{meant}"
    return ""


def unknown_word(face: Face, known: Lexicon) -> str:
    """A word that a face mentions and nothing in the pool brings, or nothing."""
    for use in _uses(face):
        if not use.brings and use.word not in known.of(use.kind):
            return f"{use.unknown}{suggestion(use.word, known.of(use.kind))}"
    return ""


def _otherwise(word: str) -> str:
    """What a word is, if it cannot be a subtype because it is something else."""
    lists = (("a type", words.TYPES), ("an element", words.ELEMENTS), ("a class", words.CLASSES))
    states = (("a state", words.STATES), ("a word for several types", words.NOUNS | {"card", "source"}))
    return next((what for what, known in (*lists, *states) if word in known), "")


def _declared(face: Face) -> Iterator[Use]:
    """The words that a face declares; each is brought as the kind for which the face uses it."""
    if not face.new_words:
        return
    used = {(use.kind == "counter", use.word) for use in _uses(face)}
    for word in face.new_words:
        if (True, word) in used:
            yield Use("new words", "counter", word, brings=True)
        if (False, word) in used:
            yield Use("new words", "subtype", word, brings=True)


def _uses(face: Face) -> Iterator[Use]:
    """Every word of the open lists that a face has or mentions."""
    yield from (Use("subtypes", "subtype", word, brings=True) for word in face.subtypes)
    for where, node in face.text_nodes:
        yield from _of_node(node, where)
    for found in face.text_mentions:
        kind, word = found.mention
        if kind == "subtype":
            yield Use(found.place, "word", word, phrase=str(found.phrase.text))
        elif kind == "counter":
            yield Use(found.place, "counter", word)


def _of_node(node: msgspec.Struct, place: str) -> Iterator[Use]:
    for cls, field, kind, brings in _WORDED:
        if isinstance(node, cls):
            yield from (Use(f"{place}.{field}", kind, word, brings) for word in _texts(getattr(node, field)))


def _texts(value: Any) -> tuple[str, ...]:
    return (value,) * bool(value) if isinstance(value, str) else tuple(value)
