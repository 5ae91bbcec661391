"""Amounts: a number, or a sum such as ``1 + LV`` or ``4 + 2 * count(card named Cosmic Bolt in your graveyard)``."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from archivist.model.errors import suggestion
from archivist.vocabulary.filters import Filter
from archivist.vocabulary.words import COUNTERS

if TYPE_CHECKING:
    from archivist.rules.scene import Scene

Reader = Callable[["Scene"], int]

NAMES: Final[dict[str, Reader]] = {
    "LV": lambda scene: scene.level(scene.you),
    "X": lambda scene: scene.x,
    "Y": lambda scene: scene.y,
    "it": lambda scene: scene.noted,
    "that amount": lambda scene: scene.event.amount if scene.event else 0,
    "power of this": lambda scene: scene.power(scene.source) or 0,
    "power of that": lambda scene: scene.power(scene.noted_card) or 0 if scene.noted_card else 0,
    "damage to champions this turn": lambda scene: scene.damage_to_champions(),
    "different costs": lambda scene: scene.different_costs(),
    "full graveyards": lambda scene: sum(len(player.graveyard) >= 8 for player in scene.state.players),
    "graveyard of target": lambda scene: scene.graveyard_of_target(),
    "times": lambda scene: scene.times,
    "influence": lambda scene: scene.influence(scene.you),
    "highest influence of opponents": lambda scene: max(
        map(scene.influence, scene.state.opponents(scene.you)), default=0
    ),
}
_TERM = re.compile(r"(?:(\d+) \* )?(.+?)(?: / (\d+))?$")
_COUNT = re.compile(r"count\((.+)\)$")
_COUNTERS = re.compile(r"counters\(([a-z]+)(?: on (this|that|mastery))?\)$")
_SPLIT = re.compile(r" ([+-]) (?![^(]*\))")


class Amount:
    """A number that is read when it is needed; `sinks` says whether it may be below 0."""

    __slots__ = ("fixed", "read", "sinks", "text")

    def __init__(self, value: int | str) -> None:
        self.text: int | str = value
        self.fixed: int | None = value if isinstance(value, int) else None
        self.sinks: bool = value < 0 if isinstance(value, int) else "-" in value or "LV" in value
        self.read: Reader = (lambda _: value) if isinstance(value, int) else _sum(value)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Amount) and other.text == self.text

    def __hash__(self) -> int:
        return hash(self.text)

    def __repr__(self) -> str:
        return f"Amount({self.text!r})"


ONE: Final = Amount(1)
NONE: Final = Amount(0)


def _sum(text: str) -> Reader:
    parts = _SPLIT.split(text.strip())
    signs = [1] + [1 if sign == "+" else -1 for sign in parts[1::2]]
    if parts[0].startswith("-"):
        signs[0], parts[0] = -1, parts[0][1:]
    terms = [_term(part.strip(), text) for part in parts[::2]]
    if len(terms) == 1 and signs[0] == 1:
        return terms[0]
    pairs = tuple(zip(signs, terms, strict=True))
    return lambda scene: sum(sign * term(scene) for sign, term in pairs)


def _term(text: str, whole: str) -> Reader:
    """A product or a fraction; fractions are rounded down (timing.10.3).

    Rules: effects.1.5.
    """
    match = _TERM.match(text)
    if match is None:
        raise ValueError(f"{whole!r} is not an amount")
    times, by = int(match[1] or 1), int(match[3] or 1)
    atom = _atom(match[2], whole)
    if times == by == 1:
        return atom
    return lambda scene: times * atom(scene) // by


def _atom(text: str, whole: str) -> Reader:
    if text.lstrip("-").isdigit():
        value = int(text)
        return lambda _: value
    if text in NAMES:
        return NAMES[text]
    if match := _COUNT.match(text):
        wanted = Filter(match[1])
        return lambda scene: scene.count(wanted)
    if match := _COUNTERS.match(text):
        kind = match[1]
        if kind not in COUNTERS:
            raise ValueError(f"unknown counter {kind!r}{suggestion(kind, COUNTERS)}")
        where = match[2] or "champion"
        return lambda scene: scene.counters(kind, where)
    raise ValueError(f"unknown amount {text!r} in {whole!r}{suggestion(text, [*NAMES, 'count(..)', 'counters(..)'])}")
