"""Sorting what was revealed (``sort``): only what was revealed from your deck can go below it again, or elsewhere."""

from __future__ import annotations

from collections.abc import Generator, Iterator, Sequence
from typing import Final

from archivist.vocabulary.abilities import Text
from archivist.vocabulary.effects import (
    Branching,
    Delayed,
    EffectNode,
    If,
    May,
    OptionChoice,
    Prevention,
    Reflexive,
)
from archivist.vocabulary.effects.looking_and_revealing import RevealCards, RevealFrom, RevealMemory, RevealTop, Sort
from archivist.vocabulary.face import Face
from archivist.vocabulary.mentions import inside, parts
from archivist.vocabulary.text import Paragraph

_REVEALS: Final = (RevealTop, RevealCards, RevealMemory, RevealFrom)
_LATER: Final = (Delayed, Reflexive, Prevention)
_FROM_DECK: Final = frozenset((RevealTop,))

Last = frozenset[type[EffectNode]]
"""The kinds of instruction that may have been the last to reveal cards."""
Problems = Generator[str, None, Last]
"""Where what was revealed cannot be sorted; gives what may have been revealed last after it."""


def unrevealed(face: Face) -> str:
    """The first place in a face that sorts cards which were not revealed from your deck, or nothing."""
    if not any(isinstance(node, Sort) for node in inside((face.abilities, face.grants))):
        return ""
    return next(_problems(face), "")


def _problems(face: Face) -> Iterator[str]:
    before: Last = frozenset()
    for index, ability in enumerate(face.abilities):
        place = f"abilities[{index}]"
        if isinstance(ability, Text):
            before = yield from _of_paragraph(ability, before, place)
        elif isinstance(ability, Paragraph):
            yield from _of_paragraph(ability, frozenset(), place)
    for name, granted in face.grants.items():
        if isinstance(granted, Paragraph):
            yield from _of_paragraph(granted, frozenset(), f"grants.{name}")


def _of_paragraph(ability: Paragraph, before: Last, place: str) -> Problems:
    after = yield from _of_steps(ability.do, before, f"{place}.do")
    for index, mode in enumerate(ability.modes.options if ability.modes is not None else ()):
        yield from _of_steps(mode.do, after, f"{place}.modes.options[{index}].do")
    return after


def _of_steps(effects: Sequence[EffectNode], before: Last, place: str) -> Problems:
    for index, effect in enumerate(effects):
        here = f"{place}[{index}]"
        if isinstance(effect, Sort) and before != _FROM_DECK:
            yield f"at {here}: 'sort' is about cards that were just revealed from your deck, by a 'reveal top' before it"
        if isinstance(effect, _REVEALS):
            before = frozenset((type(effect),))
        elif isinstance(effect, _LATER):
            yield from _of_steps(effect.then, frozenset(), f"{here}.then")
        elif isinstance(effect, Branching):
            before = yield from _of_branches(effect, before, here)
    return before


def _of_branches(effect: EffectNode, before: Last, place: str) -> Problems:
    if isinstance(effect, May):
        taken = yield from _of_steps(effect.what, before, f"{place}.what")
        taken = yield from _of_steps(effect.then, taken, f"{place}.then")
        declined = yield from _of_steps(effect.otherwise, before, f"{place}.otherwise")
        return taken | declined
    after: Last = frozenset() if isinstance(effect, If | OptionChoice) else before
    for name, value in parts(effect, place):
        lists = [(f"{name}.{key}", each) for key, each in value.items()] if isinstance(value, dict) else [(name, value)]
        for where, steps in lists:
            if isinstance(steps, tuple):
                after |= yield from _of_steps(steps, before, where)
    return after
