"""The restrictions and labels that a text stands under, by the rules that say what they mean (abilities.5.5, keywords)."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Any

import msgspec

from archivist.vocabulary.conditions import Condition
from archivist.vocabulary.effects import EffectNode
from archivist.vocabulary.text import Paragraph

RESTRICTIONS: tuple[tuple[re.Pattern[str], tuple[str, ...]], ...] = tuple(
    (re.compile(pattern), rules)
    for pattern, rules in (
        (r"\bclass bonus\b", ("keywords.class-bonus", "abilities.5.5.class-bonus")),
        (r"\belement bonus\b", ("keywords.element-bonus", "abilities.5.5.element-bonus")),
        (r"^(?!class|element)[A-Z]\S* bonus\b", ("keywords.champion-bonus", "abilities.5.5.name-bonus")),
        (r"\blevel \d+\+", ("keywords.level-restriction", "abilities.5.5.level")),
        (r"\bmemory \d+\+", ("keywords.memory", "abilities.5.5.memory")),
        (r"\bdamage \d+\+", ("abilities.5.5.damage",)),
        (r"\bsheen \d+\+", ("abilities.5.5.sheen",)),
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


def of_paragraphs(text: Sequence[Paragraph]) -> tuple[str, ...]:
    """The rules of the restrictions in a text that resolves: ahead of it, and within it, read only now."""
    found: dict[str, None] = {}
    for paragraph in text:
        found.update(dict.fromkeys((*of_condition(paragraph.when), *of_label(paragraph.label))))
        found.update(dict.fromkeys(_inline(paragraph.do)))
        for mode in paragraph.modes.options if paragraph.modes is not None else ():
            found.update(dict.fromkeys((*of_condition(mode.when), *_inline(mode.do))))
    return tuple(found)


_KEPT: dict[int, tuple[tuple[EffectNode, ...], tuple[str, ...]]] = {}
_MOST_KEPT = 8192


def _inline(do: tuple[EffectNode, ...]) -> tuple[str, ...]:
    """What instructions ask for while they are carried out. Found once for every text."""
    known = _KEPT.get(id(do))
    if known is not None and known[0] is do:
        return known[1]
    named = dict.fromkeys(rule for text in _conditions(do) for rule in of_words(text))
    found = ("abilities.5.4.inline", *named) if named else ()
    if len(_KEPT) >= _MOST_KEPT:
        _KEPT.clear()
    _KEPT[id(do)] = (do, found)
    return found


def _conditions(node: Any) -> Iterator[str]:
    """The conditions in and beneath a part of a text, as they are written."""
    if isinstance(node, Condition):
        yield node.text
    elif isinstance(node, tuple):
        for each in node:
            yield from _conditions(each)
    elif isinstance(node, msgspec.Struct):
        for name in node.__struct_fields__:
            yield from _conditions(getattr(node, name))
