"""What stands behind the noun of a filter: names, keywords, counters, numbers, costs, controllers and places."""

from __future__ import annotations

import re
import sys
from typing import TYPE_CHECKING, Final, NamedTuple

from archivist.model.card import Card
from archivist.model.errors import suggestion
from archivist.vocabulary import words as w
from archivist.vocabulary.grammar import article, title

if TYPE_CHECKING:
    from archivist.rules.effects.meaning_of_words import Scene

REMEMBERED: Final = "the remembered name"
"""What a phrase calls a name that its source was made to remember."""

_PLACES: Final = {
    "hand": "hand",
    "memory": "memory",
    "deck": "deck",
    "material deck": "material",
    "graveyard": "graveyard",
    "banishment": "banishment",
    "inner lineage": "lineage",
    "lineage": "whole lineage",
}
_PLACE_NAME = r"(?:inner )?[a-z]+(?: deck)?"
PLACE = re.compile(rf" (?:in|from|of) (your|any|an opponent's|their) ({_PLACE_NAME}(?: or {_PLACE_NAME})*)$")
CONTROL = re.compile(
    r" (you control|you do not control|an opponent controls|that player controls|the turn player controls|you own)$"
)
TARGETING = re.compile(r" that targets (?:an? )?(.+)$")
EXCEPT = re.compile(r" except your champion$")
NAMED = re.compile(r" named (.+)$")
WITH = re.compile(r" with ([a-z ]+)$")
WITHOUT = re.compile(r" without ([a-z ]+)$")
MARKED = re.compile(r" (with|without) (?:an?|(\d+) or more) ([a-z]+) counters?$")
STAT = re.compile(r" with (?:(odd|even) (power|life)|(power|life|base level) (\d+)( or less| or more)?)$")
STRIKING = re.compile(r" attacking your champion$")
IN_INTENT = re.compile(r" in the intent$")
_COST_PART = r"(?:(reserve|memory) )?cost (\d+|X|LV)( or less| or more)?"
COST = re.compile(rf" of {_COST_PART}(?: or {_COST_PART})?$")
FIRST_WORDS: Final = frozenset(
    ("you", "an", "that", "the", "in", "from", "of", "with", "without", "named", "your", "any", "except")
)
"""The words with which that begins."""

EXAMPLES: Final = (
    *("you control", "you do not control", "an opponent controls", "that player controls", "the turn player controls"),
    *(
        "you own",
        "named NAME",
        "with KEYWORD",
        "without KEYWORD",
        "with a KIND counter",
        "without a KIND counter",
        "with 3 or more KIND counters",
        "with power 2 or less",
        "with even life",
        "with base level 1",
        "attacking your champion",
        "in the intent",
        "of reserve cost 2 or less",
        "of memory cost 0",
        "of cost 1 or more",
        "that targets a ..",
        "of reserve cost LV or less",
    ),
    *(f"in {whose} {place}" for whose in ("your", "any", "an opponent's", "their") for place in _PLACES),
    "except your champion",
)
"""What may stand behind the noun, to name the nearest when something else stands there."""

PATTERNS: Final = (TARGETING, PLACE, IN_INTENT, CONTROL, COST, EXCEPT, STRIKING, NAMED, MARKED, STAT, WITH, WITHOUT)
"""What is looked for at the end of a phrase, in this order."""

ORDER: Final = (CONTROL, COST, MARKED, STAT, WITH, WITHOUT, NAMED, STRIKING, PLACE, IN_INTENT, EXCEPT, TARGETING)
"""The order in which the parts of a phrase behind its noun are said."""

_ANY: Final = sys.maxsize
"""Higher than any number of a card."""

_X = -2
"""Stands for X as a value that a phrase names."""


LEVEL: Final = -3
"""Stands for LV as a bound that a phrase names."""


def bound(scene: Scene, number: int) -> int:
    """A bound as it is now: LV is read for whoever looks, and below 0 counts as 0 (timing.10.4)."""
    return max(0, scene.level(scene.you)) if number == LEVEL else number


class Stat(NamedTuple):
    """What is asked of a number of a card: which number, its bounds, and whether it is odd (1) or even (0).

    What has no such number fits nothing that is asked of it. The base level is the printed one (cards.4.2).
    """

    name: str
    low: int
    high: int
    parity: int | None = None

    def holds(self, scene: Scene, card: Card) -> bool:
        if self.name == "base level":
            value = scene.face(card).level
        else:
            value = scene.power(card) if self.name == "power" else scene.life(card)
        if value is None:
            return False
        return self.low <= value <= self.high if self.parity is None else value % 2 == self.parity


def said_suffix(text: str, *, many: bool = False) -> str:
    """A part of a phrase as people read it; of many, some may be in one place and some in another."""
    if many and (place := PLACE.match(text)):
        return text.replace(place[2], place[2].replace(" or ", " and/or "))
    if text == f" named {REMEMBERED}":
        return " with the remembered name"
    if aimed := TARGETING.match(text):
        return f" that targets {article(aimed[1])}"
    if COST.match(text):
        return f" with {text.removeprefix(' of ')}"
    if (marked := MARKED.match(text)) and marked[1] == "without" and marked[2]:
        return f" with {int(marked[2]) - 1} or fewer {marked[3]} counters"
    if marked or STAT.match(text):
        return text
    if without := WITHOUT.match(text):
        return f" without {title(without[1])}"
    return f" with {title(text.removeprefix(' with '))}" if WITH.match(text) else text


def place_of(word: str, text: str) -> str:
    """The zone that a word means."""
    if word not in _PLACES:
        raise ValueError(f"unknown place {word!r} in {text.strip()!r}{suggestion(word, _PLACES)}")
    return _PLACES[word]


def keyword_of(text: str) -> str:
    """The keyword, if there is such a one."""
    if text not in w.KEYWORDS | w.LABELS:
        raise ValueError(f"unknown keyword {text!r}{suggestion(text, w.KEYWORDS | w.LABELS)}")
    return text


def cost_range(kind: str | None, number: str, limit: str | None) -> tuple[str, int, int]:
    """The kind of cost and its bounds; just "cost" means whichever a card has (costs.1.1)."""
    kind = kind or "any"
    if number == "X":
        if limit:
            raise ValueError(f"X{limit} is not a range of costs")
        return kind, _X, _X
    value = LEVEL if number == "LV" else int(number)
    if limit == " or less":
        return kind, -1, value
    return kind, value, _ANY if limit else value


def stat_of(match: re.Match[str]) -> Stat:
    """What is asked of a number, as it was read."""
    if match[1]:
        return Stat(match[2], 0, 0, int(match[1] == "odd"))
    value = int(match[4])
    return Stat(match[3], -_ANY if match[5] == " or less" else value, _ANY if match[5] == " or more" else value)


def within(cost: int | str | None, lo: int, hi: int) -> bool:
    """X counts as 0 in a range, and matches no explicit value but X itself (costs.4.7, cards.2.6)."""
    if cost == "X":
        return lo == hi == _X or (lo <= 0 <= hi and lo != hi)
    return isinstance(cost, int) and lo <= cost <= hi
