"""Random decks: legal ones, made from the pool by dice. Contests play with them, and bots guess hidden cards by them."""

from __future__ import annotations

import functools
from collections.abc import Iterable, Sequence

from archivist.bots.dice import Dice
from archivist.cards import pool
from archivist.decks import Deck
from archivist.vocabulary.abilities import Lineage
from archivist.vocabulary.face import Face
from archivist.vocabulary.words import ADVANCED_ELEMENTS

MATERIAL, MAIN, COPIES, LEVELS = 12, 60, 4, 3
"""The sizes of a deck: material cards, main-deck cards, copies of a card, levels above the Spirit."""


def random_deck(dice: Dice) -> Deck:
    """A legal deck at random: a Spirit, one champion's levels 1 to 3, regalia, and 60 cards of enabled elements."""
    lineage = random_lineage(dice)
    copies = [name for name in main_pool(lineage) for _ in range(COPIES)]
    return Deck(_material(lineage, dice), _counted(dice.some(copies, MAIN)))


def pantheon_deck(dice: Dice) -> Deck:
    """A random deck for the Pantheon format: no card twice, a Lesser and a Greater Boon."""
    lineage = random_lineage(dice)
    boons = tuple(dice.one(_named(f"{size} boon")) for size in ("lesser", "greater"))
    return Deck(_material(lineage, dice), _counted(dice.some(main_pool(lineage), MAIN)), boons)


def random_lineage(dice: Dice) -> tuple[str, ...]:
    """A Spirit and, of one champion, a card of each level from 1 to 3."""
    champions = [pool()[name] for name in _named("champion")]
    spirit = dice.one([face.name for face in champions if face.level == 0])
    name = dice.one(sorted({face.lineage_name for face in champions if face.level}))
    levels = [[face.name for face in champions if _follows(face, name, level)] for level in range(1, LEVELS + 1)]
    return (spirit, *(dice.one(level) for level in levels if level))


def _follows(face: Face, name: str, level: int) -> bool:
    needed = next((each.name for each in face.abilities if isinstance(each, Lineage)), name)
    return face.level == level and face.lineage_name == name == needed


def main_pool(lineage: Sequence[str]) -> tuple[str, ...]:
    """The main-deck cards whose elements a lineage enables."""
    enabled = _enabled(lineage)
    return tuple(name for name in _main_cards() if set(pool()[name].elements) <= enabled)


def regalia_pool(lineage: Sequence[str]) -> tuple[str, ...]:
    """The regalia whose elements a lineage enables."""
    enabled = _enabled(lineage)
    return tuple(name for name in _named("regalia") if set(pool()[name].elements) <= enabled)


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


@functools.cache
def _main_cards() -> tuple[str, ...]:
    outside = {"champion", "regalia", "boon"}
    cards = (face for face in pool().values() if face.is_card)
    return tuple(face.name for face in cards if not face.words & outside)


@functools.cache
def _named(word: str) -> tuple[str, ...]:
    """The cards of the pool that have a word, without tokens."""
    return tuple(face.name for face in pool().values() if word in face.words and "token" not in face.words)
