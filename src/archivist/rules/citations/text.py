"""The restrictions and labels that a text stands under, by the rules that say what they mean (abilities.5.5, keywords)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Any

import msgspec

from archivist.model.value import Value
from archivist.vocabulary.amounts import Amount
from archivist.vocabulary.conditions import Condition
from archivist.vocabulary.effects import Case, Depending, If, May
from archivist.vocabulary.text import Paragraph

RESTRICTIONS: tuple[tuple[re.Pattern[str], tuple[str, ...]], ...] = tuple(
    (re.compile(pattern), rules)
    for pattern, rules in (
        (r"\bclass bonus\b", ("keywords.class-bonus", "abilities.5.5.class-bonus")),
        (r"\belement bonus\b", ("keywords.element-bonus", "abilities.5.5.element-bonus")),
        (
            r"^(?!class|element)[A-Z]\S* bonus\b",
            ("keywords.champion-bonus", "abilities.5.5.name-bonus", "cards.1.3", "cards.1.4"),
        ),
        (r"\blevel \d+\+", ("keywords.level-restriction", "abilities.5.5.level")),
        (r"\bmemory \d+\+", ("keywords.memory", "abilities.5.5.memory")),
        (r"\bdamage \d+\+", ("abilities.5.5.damage",)),
        (r"\bsheen \d+\+", ("abilities.5.5.sheen", "cards.7.fractured-memories")),
        (r"\bdeluge\b", ("keywords.deluge", "keywords.labels")),
        (r"\bharmonize\b", ("keywords.harmonize", "keywords.labels")),
        (r"\bbalance\b", ("keywords.balance", "keywords.labels")),
        (r"\bequestrian\b", ("keywords.equestrian", "keywords.labels")),
        (r"\b(prepared|imbued|brewed|empowered)\b", ("zones.6.6",)),
    )
)
LABELS = {
    "upkeep": ("keywords.upkeep", "costs.6.upkeep"),
    "cardistry": ("keywords.cardistry", "costs.6.cardistry"),
}
"""The labels that are no conditions."""


def of_label(label: str) -> tuple[str, ...]:
    """The rules of the label that a text stands under."""
    return ("keywords.labels", *LABELS.get(label, ())) if label else ()


@lru_cache(maxsize=4096)
def of_words(text: str) -> tuple[str, ...]:
    """The rules of the restrictions that a condition names."""
    return tuple(rule for pattern, rules in RESTRICTIONS if pattern.search(text) for rule in rules)


def of_condition(condition: Condition | None) -> tuple[str, ...]:
    """The rules of a restriction ahead of a text: it is read all the time, and unmet the text is not there."""
    if condition is None:
        return ()
    named = of_words(condition.text)
    several = ("abilities.5.1",)
    return ("abilities.5.4.static", *several, *named) if named else several


class Cited(Value, frozen=True):
    """The rules of a text that resolves, whatever the game is like: found once for every text.

    Those of the `restrictions` ahead of it and within it, which are read only now, and those of `instructions` that read
    the game as they are carried out: branches, counts, fractions. `restricted` are the numbers of the paragraphs that
    stand under a restriction.
    """

    text: tuple[Paragraph, ...]
    restrictions: tuple[str, ...]
    instructions: tuple[str, ...]
    restricted: tuple[int, ...]


_KEPT: dict[int, Cited] = {}
_MOST_KEPT = 8192


def of_text(text: tuple[Paragraph, ...]) -> Cited:
    """The rules of a text that resolves."""
    known = _KEPT.get(id(text))
    if known is not None and known.text is text:
        return known
    if len(_KEPT) >= _MOST_KEPT:
        _KEPT.clear()
    _KEPT[id(text)] = known = _cited(text)
    return known


def _cited(text: tuple[Paragraph, ...]) -> Cited:
    restrictions: list[str] = []
    instructions: list[str] = []
    for paragraph in text:
        parts = list(_parts(paragraph.do))
        restrictions += (*of_condition(paragraph.when), *of_label(paragraph.label), *_inline(parts))
        instructions += [rule for part in parts for rule in _of_part(part)]
        for mode in paragraph.modes.options if paragraph.modes is not None else ():
            restrictions += (*of_condition(mode.when), *_inline(_parts(mode.do)))
    restricted = tuple(part for part, paragraph in enumerate(text) if paragraph.when is not None)
    return Cited(text, tuple(dict.fromkeys(restrictions)), tuple(dict.fromkeys(instructions)), restricted)


def _inline(parts: Iterable[Any]) -> tuple[str, ...]:
    """The restrictions within instructions."""
    conditions = (part for part in parts if isinstance(part, Condition))
    named = [rule for each in conditions for rule in of_words(each.text)]
    return ("abilities.5.4.inline", *named) if named else ()


def _of_part(part: Any) -> tuple[str, ...]:
    if isinstance(part, If | May) and part.otherwise:
        return ("timing.6.6", "effects.1.3")
    if isinstance(part, Depending):
        return ("abilities.3.12", "terms.2.modes")
    if isinstance(part, Case):
        return ("keywords.cascade",)
    if isinstance(part, Amount) and "/" in str(part.text):
        return ("timing.10.3", "effects.1.5")
    return ("terms.6.influence",) if isinstance(part, Amount) and "influence" in str(part.text) else ()


def _parts(node: Any) -> Iterator[Any]:
    """Everything in and beneath a part of a text."""
    if isinstance(node, tuple):
        for each in node:
            yield from _parts(each)
    elif isinstance(node, dict):
        for each in node.values():
            yield from _parts(each)
    else:
        yield node
        if isinstance(node, msgspec.Struct):
            for name in node.__struct_fields__:
                yield from _parts(getattr(node, name))
