"""A card's text, paragraph by paragraph: read, made, and accepted only if speaking it gives the same text."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Any, Final, Literal, NamedTuple

import msgspec

from archivist.cards.afterwards import unspoken
from archivist.cards.checking import problem
from archivist.compiler.costs import given_by
from archivist.compiler.engine import Hearing, Patience, Reader, TooMuch, Unmade, Unsaid, Voice, defaults
from archivist.compiler.explanations import amounts
from archivist.compiler.facts import Facts, kinds_of
from archivist.compiler.likeness import specific
from archivist.compiler.memory import Memory
from archivist.compiler.paragraphs import PARAGRAPH
from archivist.compiler.tokens import Tokens, normalised, tokens, written
from archivist.model.errors import cut
from archivist.vocabulary.abilities import Text
from archivist.vocabulary.amounts import Amount, Term, terms
from archivist.vocabulary.face import Face
from archivist.vocabulary.node import write
from archivist.vocabulary.playing_abilities import AdditionalCost

_RESOLVING = frozenset(("action", "boon", "greater boon", "lesser boon"))
"""Types of cards whose own text is carried out as they resolve."""


_X: Final = re.compile(r"(?:[+-]|.*\+)?x")
"""A word with an X in it."""

GOES_ON: Final = "goes on"
"""Marks the wording of a paragraph that speaks of what the one before has mentioned."""

LONGEST: Final = 4_000
"""How many characters a card's text may have: ten times as many as any card's."""
PATIENCE: Final = 300_000
"""How many steps the reading of a card's text may take: many times as many as any card needs."""
QUOTED: Final = 400
"""How much is quoted of a sentence that was not understood."""
TOLD: Final = 12
"""Of how many such sentences is told why."""
MOST_DIGITS: Final = 6
"""How many digits a number on a card may have."""
_LONG_NUMBER: Final = re.compile(rf"\d{{{MOST_DIGITS + 1},}}")


class Read(NamedTuple):
    """A paragraph that was understood: its text, its abilities, the abilities it grants, and the wording it was read from.

    `memory` is what had been mentioned at its end: the instructions of a card may go on from there in another paragraph,
    for all of them are carried out in one resolution (RS.2). The wording of such a paragraph begins with `GOES_ON`.
    """

    text: str
    abilities: tuple[Any, ...]
    grants: dict[str, Any]
    wording: tuple[Any, ...]
    memory: Memory


class Unread(NamedTuple):
    """A paragraph that was not understood: its text, the sentence and the word where reading stopped, and why."""

    text: str
    sentence: str
    word: str
    why: str

    @property
    def said(self) -> str:
        """The sentence, the word where reading stopped, and what could have stood there."""
        return (
            f"{cut(self.sentence, QUOTED)!r}"
            + (f" at {self.word!r}" if self.word else "")
            + (f": {self.why}" if self.why else "")
        )


def paragraphs(text: str) -> list[str]:
    """The paragraphs of a text; modes belong to the paragraph before them."""
    found: list[str] = []
    for line in normalised(text).split("\n"):
        if line.startswith("•") and found:
            found[-1] = f"{found[-1]} {line}"
        elif line:
            found.append(line)
    return found


class Compiled(NamedTuple):
    """A card's text as data: what was understood, and what was not."""

    name: str
    facts: Facts
    parts: tuple[Read | Unread, ...]
    fault: str = ""
    """Why the card cannot be used although all its text was understood."""

    @property
    def status(self) -> Literal["compiled", "partly", "refused"]:
        unread = sum(isinstance(part, Unread) for part in self.parts)
        if not unread and not self.fault:
            return "compiled"
        return "partly" if unread < len(self.parts) and not self.fault else "refused"

    @property
    def why(self) -> str:
        """Why it was not compiled as a whole: each sentence that was not understood, and where reading stopped."""
        unread = [part.said for part in self.parts if isinstance(part, Unread)]
        more = [f"and {len(unread) - TOLD} more"] if len(unread) > TOLD else []
        return "; ".join([*([self.fault] if self.fault else []), *unread[:TOLD], *more])

    @property
    def abilities(self) -> tuple[Any, ...]:
        """The abilities that were understood."""
        return tuple(ability for part in self.parts if isinstance(part, Read) for ability in part.abilities)

    @property
    def grants(self) -> dict[str, Any]:
        """The abilities that these give to others, by name."""
        return {name: each for part in self.parts if isinstance(part, Read) for name, each in part.grants.items()}

    @property
    def wording(self) -> tuple[tuple[Any, ...], ...]:
        """How each paragraph was worded, where it could have been worded in several ways."""
        return tuple((len(part.abilities), *part.wording) for part in self.parts if isinstance(part, Read))

    @property
    def face(self) -> Face:
        """The card with what was understood."""
        return self.facts.face(self.name, self.abilities, self.grants)


def compile_text(text: str, name: str = "", facts: Facts | None = None) -> Compiled:
    """A card's printed text as data. Nothing is guessed: what is not understood is named."""
    known = facts or Facts()
    if len(text) > LONGEST:
        why = f"it is too long: it has {len(text):,} characters, and a card's text has at most {LONGEST:,}"
        return Compiled(name, known, (Unread(cut(text, QUOTED), cut(text, QUOTED), "", why),))
    parts: list[Read | Unread] = []
    patience = Patience(PATIENCE)
    for each in paragraphs(text):
        given = _given(ability for part in parts if isinstance(part, Read) for ability in part.abilities)
        part = read_paragraph(each, name, known.kinds, given, patience=patience)
        last = parts[-1] if parts else None
        if isinstance(part, Unread) and isinstance(last, Read) and _instructs(last):
            both = read_paragraph(f"{last.text}\n{each}", name, known.kinds, given, patience=patience)
            if isinstance(both, Read):
                parts.pop()
                part = both
            else:
                again = read_paragraph(each, name, known.kinds, given, last.memory, patience)
                part = again if isinstance(again, Read) and _instructs(again) else part
        parts.append(part)
    found = Compiled(name, known, tuple(parts))
    if found.status != "compiled":
        return found
    if not known.complete:
        return found._replace(fault=unspoken(found.face))
    return found._replace(fault=problem(found.face) or _unexplained(found))


def _unexplained(found: Compiled) -> str:
    """Why a card's X cannot be known: neither its cost nor any other cost has one, and nothing says what it is."""
    cost = found.facts.cost
    costs = [each for each in found.abilities if isinstance(each, AdditionalCost) and each.variable]
    if costs or "X" in (cost.reserve, cost.memory):
        return ""
    for ability in found.abilities:
        named = _unknown(ability)
        if named and not getattr(ability, "variable", ""):
            return f"it is not said what {min(named)} is"
    return ""


def _unknown(ability: Any) -> set[str]:
    """The letters in the amounts of an ability of which it does not say what they are."""
    return {term.atom for amount in amounts(ability) for term in _terms(amount)} & {"X", "Y"}


def _terms(amount: Amount) -> Iterable[Term]:
    return () if amount.fixed is not None else terms(str(amount.text))


def _half_explained(words: Sequence[str], abilities: Iterable[Any]) -> bool:
    """Whether it is said what X is, and some X are known by that, but others are still X."""
    if "where" not in words:
        return False
    said = sum(words[at : at + 3] == ("where", "x", "is") for at in range(len(words)))
    left = sum(any(term.atom == "X" for term in _terms(amount)) for each in abilities for amount in amounts(each))
    return said > 0 and 0 < left < sum(_X.fullmatch(word) is not None for word in words) - said


def _given(abilities: Iterable[Any]) -> str:
    """How the one card is given up that the additional cost of a card takes, if nothing else is paid besides."""
    costs = [each for each in abilities if isinstance(each, AdditionalCost)]
    return given_by(costs[0].pay) if len(costs) == 1 and not costs[0].optional else ""


def _instructs(part: Read | Unread) -> bool:
    """Whether a paragraph is instructions, which the next one may go on with."""
    return isinstance(part, Read) and len(part.abilities) == 1 and isinstance(part.abilities[0], Text)


def printed(face: Face, wording: Sequence[Sequence[Any]] | None = None) -> str:
    """A face's abilities as printed text, one paragraph per line; in the given wording, or in the usual one.

    Raises Unsaid if an ability has no printed form.
    """
    lines: list[str] = []
    at = 0
    before: Memory | None = None
    for number, *notes in wording if wording is not None else [(1, None)] * len(face.abilities):
        part = face.abilities[at : at + number]
        at += number
        noted = None if wording is None else notes
        goes_on = noted is not None and noted[:1] == [GOES_ON]
        noted = noted[1:] if noted is not None and goes_on else noted
        memory = _memory(face.name, kinds_of(face), _given(face.abilities[: at - number]), before if goes_on else None)
        voice = speak(part, memory, noted, dict(face.grants))
        before = voice.memory
        lines.append(written(voice.words, face.name))
    return "\n".join(lines)


def read_paragraph(
    text: str,
    name: str,
    types: Iterable[str] = (),
    given: str = "",
    before: Memory | None = None,
    patience: Patience | None = None,
) -> Read | Unread:
    """What a paragraph means, if it means one thing; `before` is what the paragraph that it goes on from has mentioned.

    `patience` is what is left for the whole text. A paragraph that takes more, or whose parts lie too deep within each
    other, is not understood.
    """
    if long := _LONG_NUMBER.search(text):
        return Unread(text, text, cut(long[0], MOST_DIGITS), f"no number on a card has more than {MOST_DIGITS} digits")
    try:
        return _read_paragraph(text, name, tuple(types), given, before, patience or Patience(PATIENCE))
    except (TooMuch, RecursionError):
        return Unread(text, text, "", "it can be read in too many ways, or is too long, to try them all")


def _read_paragraph(
    text: str, name: str, kinds: tuple[str, ...], given: str, before: Memory | None, patience: Patience
) -> Read | Unread:
    found = tokens(text, name)
    reader = Reader(found, patience)
    made: list[tuple[tuple[Any, ...], Hearing]] = []
    faults: list[str] = []
    for end, tree in reader.find(PARAGRAPH, 0):
        if end < len(reader.words):
            reader.miss(end, "the end of the paragraph")
            continue
        patience.spend(len(reader.words))
        hearing = Hearing(_memory(name, kinds, given, before), found)
        try:
            abilities = PARAGRAPH.make(tree, hearing)
        except Unmade as unmade:
            faults.append(str(unmade))
            continue
        if any(isinstance(each, Text) for each in abilities) and kinds and _RESOLVING.isdisjoint(kinds):
            faults.append("only actions and boons have instructions of their own")
            continue
        if _half_explained(found.words, abilities):
            faults.append("it is said what X is, but not for each X")
            continue
        if not any(abilities == other for other, _ in made):
            made.append((tidied(abilities), hearing))
    if len(made) > 1:
        made = [each for each in made if specific(each[0]) == each[0]] or made
    if len(made) > 1:
        one, other = different(made[0][0], made[1][0]), different(made[1][0], made[0][0])
        sentence = _ambiguous(found, name, kinds, given, before, patience)
        word = found.between(sentence[0], sentence[0] + 1)
        why = f"it can be read in more than one way: as {one}, or as {other}"
        return Unread(text, found.between(*sentence), word, why)
    if not made:
        return _stopped(reader, text, faults)
    abilities, hearing = made[0]
    wording = tuple(hearing.wording)
    try:
        voice = speak(abilities, _memory(name, kinds, given, before), wording, hearing.grants)
    except Unsaid:
        return Unread(text, text, "", "what was understood cannot be spoken")
    spoken = [word.lower() for word in voice.words]
    if spoken != list(found.words):
        return Unread(text, text, "", f"what was understood is spoken differently: {' '.join(spoken)}")
    noted = wording if before is None else (GOES_ON, *wording)
    return Read(text, abilities, hearing.grants, noted, hearing.memory)


def _ambiguous(
    found: Tokens, name: str, types: tuple[str, ...], given: str, before: Memory | None, patience: Patience
) -> tuple[int, int]:
    """The first sentence with which a paragraph can be read in two ways: where it begins and where it ends."""
    start = 0
    for end in (index + 1 for index, word in enumerate(found.words) if word == "."):
        if end == len(found.words):
            break
        part = read_paragraph(found.between(0, end), name, types, given, before, patience)
        if isinstance(part, Unread) and "more than one way" in part.why:
            return start, end
        start = end
    return start, len(found.words)


def _memory(name: str, types: Sequence[str], given: str, before: Memory | None = None) -> Memory:
    """What has been mentioned as a paragraph begins: nothing, or what the one before it has; its targets are its own."""
    memory = Memory(name, tuple(types)) if before is None else before.copied()
    memory.given, memory.groups = given, ()
    return memory


def speak(
    abilities: tuple[Any, ...],
    memory: Memory,
    wording: Sequence[Any] | None = None,
    grants: dict[str, Any] | None = None,
) -> Voice:
    """A paragraph spoken: its words have the capitals of names, classes and subtypes."""
    voice = Voice(memory, wording)
    voice.grants = grants or {}
    PARAGRAPH.say(abilities, voice)
    if wording is not None and voice.at != len(wording):
        raise Unsaid
    return voice


def _stopped(reader: Reader, text: str, faults: list[str]) -> Unread:
    if faults:
        return Unread(text, text, "", faults[0])
    at = min(max(reader.furthest, 0), len(reader.words))
    start = max((index + 1 for index in range(at) if reader.words[index] == "."), default=0)
    end = next((index + 1 for index in range(at, len(reader.words)) if reader.words[index] == "."), len(reader.words))
    sentence = reader.tokens.between(start, end) if start < end else text
    word = reader.tokens.between(at, at + 1) if at < len(reader.words) else "the end"
    expected = ", ".join(sorted(each for each in reader.expected if each)[:8])
    return Unread(text, sentence, word, f"expected {expected}" if expected else "")


def tidied(value: Any) -> Any:
    """The same value; fields that have their defaults have these very defaults, so that they are not written out."""
    if isinstance(value, tuple):
        return tuple(map(tidied, value))
    if not isinstance(value, msgspec.Struct):
        return value
    changed = {}
    for name, default in defaults(type(value)):
        before = getattr(value, name)
        after = default if before == default else tidied(before)
        if after is not before:
            changed[name] = after
    return msgspec.structs.replace(value, **changed) if changed else value


def different(one: Any, other: Any) -> str:
    """The innermost part of one value in which it differs from another, as a card file has it."""
    if isinstance(one, msgspec.Struct) and type(one) is type(other):
        names = [name for name in one.__struct_fields__ if getattr(one, name) != getattr(other, name)]
        if len(names) == 1:
            return different(getattr(one, names[0]), getattr(other, names[0]))
    elif isinstance(one, tuple) and isinstance(other, tuple) and len(one) == len(other):
        parts = [(mine, theirs) for mine, theirs in zip(one, other, strict=True) if mine != theirs]
        if len(parts) == 1:
            return different(*parts[0])
    return msgspec.json.encode(one, enc_hook=write).decode()
