"""What playing a card asks for, as far as its own text tells: time, elements, costs, targets."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Final

from archivist.vocabulary.abilities import (
    AbilityNode,
    Activated,
    Imbue,
    Keyword,
    Lineage,
    StaticAbility,
    Text,
    Triggered,
)
from archivist.vocabulary.costs import OF_OBJECTS, CostNode
from archivist.vocabulary.playing_abilities import AdditionalCost, AlternativeCost, CostModifier

if TYPE_CHECKING:
    from archivist.vocabulary.face import Face

PLAYING_KEYWORDS: Final = frozenset(
    (
        "class locked",
        "level locked",
        "first boon",
        "kindle",
        "efficiency",
        "aenean progression",
        "prepare",
        "starcalling",
    )
)
"""Keywords that say something about playing the card."""
UNTOLD: Final = sys.maxsize
"""What a cost stands for that may be any."""
_MODEST = (Keyword, Text, Triggered, Activated, StaticAbility, CostModifier, Lineage)
"""Abilities that ask for nothing as their card is played, but may change what it costs, and what champions come first."""


class Demands:
    """What playing a card asks for, gathered in one place: the cards of a hand are looked at in every window.

    - `fast`, `ever_fast`: whether it is played at fast speed, and whether its own text may ever let it be
    - `elements`: those that must be enabled
    - `least_reserve`: the reserve that must at least be paid from hand and field, unless some other card changes its cost
    - `costs_more`: whether additional costs must or may be paid
    - `priced`: whether its own text may change what it costs; `dearest`: the most reserve that it may then cost, a large
      number where that cannot be told
    - `modest`: whether activating it asks for elements, targets and a reserve cost alone, unless other cards interfere
    - `simple`: whether it asks for no targets, and its own text does not change what it costs
    - `attacks`, `takes`: whether it would be modest but for the champion that an attack card rests, or for one cost that takes
      objects, and which
    - `memory`: the printed memory cost, where materializing it asks for that alone and for elements, or for a champion that
      fits, unless other cards interfere; else None
    """

    __slots__ = (
        *("attacks", "costs_more", "dearest", "elements", "ever_fast", "fast", "least_reserve", "memory", "modest"),
        *("priced", "simple", "takes", "targeting"),
    )

    def __init__(self, face: Face) -> None:
        keywords, reserve, memory = face.keyword_words, face.cost.reserve, face.cost.memory
        attack, extra = "attack" in face.words, [each for each in face.abilities if isinstance(each, AdditionalCost)]
        nearly = (
            face.plain
            and "boon" not in face.words
            and all(isinstance(ability, _MODEST) for ability in face.abilities if ability not in extra)
            and keywords.isdisjoint(PLAYING_KEYWORDS - {"efficiency"})
        )
        modest = nearly and not (attack or extra)
        others = any(isinstance(ability, AlternativeCost) for ability in face.abilities)
        self.fast: bool = face.speed == "fast"
        self.ever_fast: bool = self.fast or "fast activation" in keywords or face.hastened
        self.elements: frozenset[str] = frozenset(face.elements)
        self.costs_more: bool = bool(extra)
        self.priced: bool = bool(face.cost_modifiers) or "efficiency" in keywords
        changes = [modifier.amount.fixed for modifier in face.cost_modifiers]
        fixed = [change for change in changes if change is not None]
        known = len(fixed) == len(changes) and "efficiency" not in keywords
        self.least_reserve: int = 0
        self.dearest: int = UNTOLD
        if isinstance(reserve, int) and known:
            self.dearest = reserve + sum(change for change in fixed if change > 0)
            if not (others or "kindle" in keywords):
                self.least_reserve = max(0, reserve + sum(change for change in fixed if change < 0))
        self.targeting: bool = face.targeting
        activated = nearly and "champion" not in face.words and isinstance(reserve, int) and not face.late_parts
        self.modest: bool = activated and modest
        self.attacks: bool = activated and attack and not extra
        self.takes: CostNode | None = _of_objects(extra[0]) if activated and len(extra) == 1 and not attack else None
        self.simple: bool = not (self.targeting or self.priced)
        self.memory: int | None = memory if modest and self.simple and isinstance(memory, int) else None


def _of_objects(extra: AdditionalCost) -> CostNode | None:
    """What an additional cost takes, where that is one kind of objects and paid always, if nothing is declared."""
    alone = extra.when is None and len(extra.pay) == 1
    return extra.pay[0] if alone and extra.pay[0].key in OF_OBJECTS else None


def declared(ability: AbilityNode) -> bool:
    """Whether an ability asks for something to be declared while its card is played."""
    if isinstance(ability, AdditionalCost):
        return ability.optional or bool(ability.variable)
    if isinstance(ability, AlternativeCost):
        return not ability.from_
    return isinstance(ability, Imbue)
