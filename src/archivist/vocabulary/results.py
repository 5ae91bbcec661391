"""What steps count, in words: the numbers of which a later one speaks, where any of several steps may have been the last."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from archivist.vocabulary.grammar import Noun, singular

_MASS: Final = ("damage", "amount", "number")
"""What is measured rather than counted."""


class Result(NamedTuple):
    """What can be spoken of after an instruction: what it counts, what it was about, and that it was done."""

    counted: tuple[str, ...]
    deed: Noun
    done: str


def number_of(numbers: Sequence[str]) -> str:
    """``the number of cards milled or discarded this way``, ``the damage dealt this way``."""
    mass = [each for each in numbers if each.startswith(_MASS)]
    rest = [each for each in numbers if each not in mass]
    said = [f"the {_either(mass)}"] if mass else []
    said += [f"the number of {_either(rest)}"] if rest else []
    return f"{' or '.join(said)} this way"


def each_of(numbers: Sequence[str]) -> str:
    """One of what is counted: ``card milled or discarded this way``; empty where something is measured."""
    ones = []
    for number in numbers:
        first, _, rest = number.partition(" ")
        if number.startswith(_MASS) or not rest:
            return ""
        ones.append(f"{singular(first)} {rest}")
    return f"{_either(ones)} this way"


def happened(numbers: Sequence[str]) -> str:
    """That there is something to count: ``counters were moved this way``."""
    split = [number.partition(" ") for number in numbers]
    told = [f"{first} were {rest or 'done'}" for first, _, rest in split]
    return f"{' or '.join(told)} this way"


def _either(numbers: Sequence[str]) -> str:
    """One number or another: ``cards milled or discarded``, ``allies sacrificed or cards milled``."""
    split = [number.partition(" ") for number in numbers]
    if len({first for first, _, _ in split}) == 1:
        return f"{split[0][0]} {' or '.join(rest for _, _, rest in split)}".rstrip()
    return " or ".join(numbers)
