"""The words of conditions with numbers or names in them, and how each is denied."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from archivist.vocabulary.amounts import Amount
from archivist.vocabulary.filters import Filter
from archivist.vocabulary.grammar import article
from archivist.vocabulary.measures import THIS_TURN, deed_clause
from archivist.vocabulary.suffixes import said_suffix
from archivist.vocabulary.words import ELEMENTS, STATES

if TYPE_CHECKING:
    from archivist.vocabulary.speech import Speaker

Match = re.Match[str]

_COMPARED: Final = {">=": "{} or more", "<=": "{} or less", "=": "exactly {}"}
_MEASURED: Final = {">=": "at least", "<=": "at most", "=": "equal to"}


def kind_of(text: str) -> Filter:
    """What something is said to be; a bare word is about objects, a phrase with something behind its noun stands as it is."""
    whole = text.endswith("card") or " with " in text or " of " in text
    return Filter(text if whole else f"{text} object")


def number_of(text: str) -> int | str:
    return int(text) if text.isdigit() else text


def is_said(match: Match, speaker: Speaker) -> str:
    if match[1] == "destroyed":
        return f"the object that was to be destroyed was {kind_of(match[2]).one().removesuffix(' object')}"
    subject = speaker.subject(match[1])
    discarded = match[1] == "chosen" and speaker.chosen_by == "discarded"
    gone = discarded or match[1] == "given" or match[1] in speaker.left
    if with_ := re.fullmatch(r"(?:object|card) with (.+)", kind_of(match[2]).said()):
        verb = "had" if gone else "have" if subject.plural else "has"
        return f"{subject.text} {verb} {with_[1]}"
    kind = match[2] if match[2] in STATES | ELEMENTS | {"unique"} else kind_of(match[2]).one()
    if match[2][:1].isupper() or " " not in match[2]:
        kind = kind.removesuffix(" object")
    many, one = ("were", "was") if gone else ("are", "is")
    return f"{subject.text} {many if subject.plural else one} {kind}"


def compare_said(match: Match, speaker: Speaker) -> str:
    if not match[3].isdigit():
        left, right = Amount(number_of(match[1])).said(speaker), Amount(number_of(match[3])).said(speaker)
        return f"{left} is {_MEASURED[match[2]]} {right}"
    number = _COMPARED[match[2]].format(match[3])
    if match[1].startswith("count"):
        number = number.replace(" or less", " or fewer")
    single = match[2] == "=" and match[3] == "1"
    if match[1] == "it" and speaker.each_of():
        return f"{number} {speaker.happened()}"
    if counted := re.fullmatch(r"count\((.+)\)", match[1]):
        kind = Filter(counted[1])
        if kind.controller == "you control":
            return f"you control {number} {kind.whosever().said(many=not single)}"
        return f"there {'is' if single else 'are'} {number} {speaker.whose(kind.said(many=not single))}"
    if counted := re.fullmatch(r"counters\(([a-z]+)(?: on (this|that|mastery(?: [A-Z][\w' ]*)?))?\)", match[1]):
        where = counted[2] or "champion"
        has = speaker.verb(where, "has", "had")
        number = "no" if (match[2], match[3]) == ("=", "0") else number
        return f"{speaker.holder(where)} {has} {number} {counted[1]} counter{'' if single else 's'}"
    if match[1] == "damage on champion":
        number = "no" if (match[2], match[3]) == ("=", "0") else number
        return f"your champion has {number} damage"
    if (done := THIS_TURN.match(match[1])) and (match[2], match[3]) in ((">=", "1"), ("=", "0")):
        return deed_clause(done, none=match[2] == "=")
    return f"{Amount(number_of(match[1])).said(speaker)} is {number}"


def controlled_said(kind: Filter) -> str:
    """What you control; what your champion is or has is told of your champion."""
    other, words, suffixes = kind.pieces()
    if words[-1] != "champion" or other or len(words) + len(suffixes) != 2:
        return f"you control {kind.one()}"
    if not suffixes:
        return (
            f"your champion is {article(words[0]) if words[0].removeprefix('non-') != words[0].lower() else words[0]}"
        )
    return f"your champion has{said_suffix(suffixes[0]).removeprefix(' with')}"


def there_said(match: Match, speaker: Speaker) -> str:
    kind = Filter(match[1])
    if kind.controller == "an opponent controls":
        return f"an opponent controls {kind.whosever().one()}"
    return f"there is {speaker.whose(kind.one())}"


def sacrificed_said(kinds: list[Filter]) -> str:
    found = " and ".join(kind.one() for kind in kinds)
    return f"{found} {'was' if len(kinds) == 1 else 'were'} sacrificed this way"


def attacker_said(which: str, speaker: Speaker) -> str:
    """Who attacks: a card in the intent does not, but the unit that attacks with it."""
    return "the attacker" if which == "this" and speaker.this == "this card" else speaker.subject(which).text


_DENIED: Final = (
    (re.compile(r"(you|they) do$"), r"\1 do not"),
    (re.compile(r"(you control|there is) another "), r"\1 no other "),
    (re.compile(r"(you control|there is|you activated|your champion has) an? "), r"\1 no "),
    (re.compile(r"an? (?!.+ and )"), "no "),
    (re.compile(r"damage is "), "no damage is "),
    (re.compile(r"(you control|there are) (\d+) or more "), r"\1 fewer than \2 "),
    (re.compile(r"(.+? ha[sd]) (\d+) or more "), r"\1 fewer than \2 "),
    (re.compile(r"(.+?) is at least (the .+)"), r"\1 is less than \2"),
    (re.compile(r"(.+?) is at most (the .+)"), r"\1 is more than \2"),
    (re.compile(r"([\w'() ]+? (?:is|are|was|were)) (?!the first|not )"), r"\1 not "),
)
"""How a clause is turned round, by how it begins."""


def denied(clause: str) -> str:
    """The opposite of a clause: ``you control no ally``; empty where it has no short form."""
    return next((each.sub(to, clause, count=1) for each, to in _DENIED if each.match(clause)), "")
