"""The restrictions and labels that a text stands under, by the rules that say what they mean (abilities.5.5, keywords)."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

import msgspec

from archivist.vocabulary.amounts import Amount
from archivist.vocabulary.conditions import Condition
from archivist.vocabulary.effects import Case, Depending, EffectNode, If, May
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


def of_paragraphs(text: Sequence[Paragraph]) -> tuple[str, ...]:
    """The rules of the restrictions in a text that resolves: ahead of it, and within it, read only now."""
    found: list[str] = []
    for paragraph in text:
        found += (*of_condition(paragraph.when), *of_label(paragraph.label), *_inline(paragraph.do))
        for mode in paragraph.modes.options if paragraph.modes is not None else ():
            found += (*of_condition(mode.when), *_inline(mode.do))
    return tuple(dict.fromkeys(found)) if found else ()


def of_instructions(text: Sequence[Paragraph]) -> tuple[str, ...]:
    """The rules of instructions that read the game as they are carried out: branches, counts, fractions."""
    found: list[str] = []
    for paragraph in text:
        found += _read(paragraph.do)[1]
    return tuple(dict.fromkeys(found)) if found else ()


def _inline(do: tuple[EffectNode, ...]) -> tuple[str, ...]:
    """The restrictions within instructions."""
    return _read(do)[0]


class _Known(NamedTuple):
    restrictions: tuple[str, ...]
    instructions: tuple[str, ...]
    do: tuple[EffectNode, ...]


_KEPT: dict[int, _Known] = {}
_MOST_KEPT = 8192


def _read(do: tuple[EffectNode, ...]) -> _Known:
    """What instructions ask for while they are carried out. Found once for every text."""
    known = _KEPT.get(id(do))
    if known is not None and known.do is do:
        return known
    parts = list(_parts(do))
    named = dict.fromkeys(rule for each in parts if isinstance(each, Condition) for rule in of_words(each.text))
    told = dict.fromkeys(rule for each in parts for rule in _of_part(each))
    found = _Known(("abilities.5.4.inline", *named) if named else (), tuple(told), do)
    if len(_KEPT) >= _MOST_KEPT:
        _KEPT.clear()
    _KEPT[id(do)] = found
    return found


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
        return
    if isinstance(node, dict):
        for each in node.values():
            yield from _parts(each)
        return
    yield node
    if isinstance(node, msgspec.Struct):
        for name in node.__struct_fields__:
            yield from _parts(getattr(node, name))
