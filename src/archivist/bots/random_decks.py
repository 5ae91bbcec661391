"""Random decks: legal ones, made by dice. Contests play with them, and bots guess hidden cards by them.

They are made of the cards that are written by hand, so that a seed gives the same deck however many compiled cards are
shipped or imported. `compiled_deck` is made of compiled cards, as far as there are any.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property

from archivist.bots.dice import Dice
from archivist.cards import pool, written
from archivist.decks import Deck
from archivist.loading import once
from archivist.vocabulary.abilities import Lineage
from archivist.vocabulary.face import Face
from archivist.vocabulary.words import ADVANCED_ELEMENTS

MATERIAL, MAIN, COPIES, LEVELS = 12, 60, 4, 3
"""The sizes of a deck: material cards, main-deck cards, copies of a card, levels above the Spirit."""


class Supply:
    """The cards that decks are made of."""

    def __init__(self, faces: Iterable[Face]) -> None:
        self.faces = tuple(faces)

    @cached_property
    def main_cards(self) -> tuple[Face, ...]:
        outside = {"champion", "regalia", "boon"}
        return tuple(face for face in self.faces if face.is_card and not face.words & outside)

    @cached_property
    def champions(self) -> tuple[Face, ...]:
        return self.having("champion")

    @cached_property
    def regalia(self) -> tuple[Face, ...]:
        return self.having("regalia")

    def having(self, word: str) -> tuple[Face, ...]:
        """The cards that have a word, without tokens."""
        return tuple(face for face in self.faces if word in face.words and "token" not in face.words)

    def lineage(self, dice: Dice) -> tuple[str, ...]:
        """A Spirit and, of one champion, a card of each level from 1 to 3."""
        spirit = dice.one([face.name for face in self.champions if face.level == 0])
        name = dice.one(sorted({face.lineage_name for face in self.champions if face.level}))
        levels = [
            [face.name for face in self.champions if _follows(face, name, level)] for level in range(1, LEVELS + 1)
        ]
        return (spirit, *(dice.one(level) for level in levels if level))


@once
def by_hand() -> Supply:
    """The cards that are written by hand."""
    return Supply(written().values())


@once
def compiled() -> Supply:
    """The cards of the pool that are not written by hand."""
    return Supply(face for name, face in pool().items() if name not in written())


@once
def everything() -> Supply:
    """All cards of the pool."""
    return Supply(pool().values())


def random_deck(dice: Dice) -> Deck:
    """A legal deck at random: a Spirit, one champion's levels 1 to 3, regalia, and 60 cards of enabled elements."""
    lineage = random_lineage(dice)
    copies = [name for name in main_pool(lineage) for _ in range(COPIES)]
    return Deck(_material(lineage, dice), _counted(dice.some(copies, MAIN)))


def compiled_deck(dice: Dice) -> Deck:
    """A legal deck of compiled cards at random; where there are not enough of them, written ones fill it up."""
    lineage = everything().lineage(dice)
    cards = [face.name for face in _enabled_of(compiled().main_cards, lineage) for _ in range(COPIES)]
    main = dice.some(cards, min(MAIN, len(cards)))
    more = [name for name in main_pool(lineage) for _ in range(COPIES)]
    regalia = [face.name for face in _enabled_of(compiled().regalia, lineage)]
    chosen = _one_relic(dice.some(regalia, min(MATERIAL - len(lineage), len(regalia))))
    return Deck((*lineage, *chosen), _counted([*main, *dice.some(more, MAIN - len(main))]))


def _one_relic(names: Iterable[str]) -> list[str]:
    """The same without a second Divine Relic, of which a deck may have one (turn.10.2)."""
    kept: list[str] = []
    relics = 0
    for name in names:
        relics += (relic := "divine relic" in pool()[name].keyword_words)
        if not relic or relics == 1:
            kept.append(name)
    return kept


def pantheon_deck(dice: Dice) -> Deck:
    """A random deck for the Pantheon format: no card twice, a Lesser and a Greater Boon."""
    lineage = random_lineage(dice)
    boons = tuple(dice.one([face.name for face in by_hand().having(f"{size} boon")]) for size in ("lesser", "greater"))
    return Deck(_material(lineage, dice), _counted(dice.some(main_pool(lineage), MAIN)), boons)


def random_lineage(dice: Dice) -> tuple[str, ...]:
    """A Spirit and, of one champion, a card of each level from 1 to 3."""
    return by_hand().lineage(dice)


def _follows(face: Face, name: str, level: int) -> bool:
    needed = next((each.name for each in face.abilities if isinstance(each, Lineage)), name)
    return face.level == level and face.lineage_name == name == needed


def main_pool(lineage: Sequence[str]) -> tuple[str, ...]:
    """The main-deck cards whose elements a lineage enables."""
    return tuple(face.name for face in _enabled_of(by_hand().main_cards, lineage))


def regalia_pool(lineage: Sequence[str]) -> tuple[str, ...]:
    """The regalia whose elements a lineage enables."""
    return tuple(face.name for face in _enabled_of(by_hand().regalia, lineage))


def _enabled_of(faces: Iterable[Face], lineage: Sequence[str]) -> list[Face]:
    enabled = _enabled(lineage)
    return [face for face in faces if enabled.issuperset(face.elements)]


def _enabled(lineage: Sequence[str]) -> set[str]:
    """Norm, the elements of the lineage, and exalted if another advanced element is among them."""
    enabled = {"norm", *(element for name in lineage for element in pool()[name].elements)}
    return enabled | ({"exalted"} if enabled & ADVANCED_ELEMENTS else set())


def _material(lineage: Sequence[str], dice: Dice) -> tuple[str, ...]:
    return (*lineage, *dice.some(regalia_pool(lineage), MATERIAL - len(lineage)))


def _counted(names: Iterable[str]) -> dict[str, int]:
    counted: dict[str, int] = {}
    for name in sorted(names):
        counted[name] = counted.get(name, 0) + 1
    return counted
