"""Decks of a class and elements, made by dice: legal, with the champion's class first and cheap cards before dear ones."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from archivist.bots.dice import Dice
from archivist.bots.random_decks import COPIES, LEVELS, MAIN, MATERIAL, Supply, everything
from archivist.cards.names import fold
from archivist.decks import Deck
from archivist.decks.bans import bans
from archivist.model.errors import UnknownName, suggestion
from archivist.vocabulary.abilities import Lineage
from archivist.vocabulary.face import Face
from archivist.vocabulary.words import ADVANCED_ELEMENTS, BASIC_ELEMENTS, CLASSES, ELEMENTS

CHEAP = 3
"""Reserve costs up to this are drawn twice as often as others."""


def class_deck(dice: Dice, of_class: str, elements: Collection[str] = (), supply: Supply | None = None) -> Deck:
    """A deck of a class that is legal in standard: a Spirit, one champion's levels, regalia, and 60 cards.

    Every named element is brought by the Spirit or the champion; without any, chance chooses. Raises UnknownName, with
    what there is, if the pool has no such deck.
    """
    known = supply or everything()
    wanted = _checked(of_class, elements)
    lineages = [each for each in _lineages(known, of_class) if wanted <= _brought(each) | {"norm"}]
    if not lineages:
        raise UnknownName(_none(known, of_class, wanted))
    most = max(len({face.level for face in each}) for each in lineages)
    lineage = dice.one([each for each in lineages if len({face.level for face in each}) == most])
    enabled = _brought(lineage) | {"norm"} | ({"exalted"} if _brought(lineage) & ADVANCED_ELEMENTS else set())
    allowed = [face for face in known.main_cards if enabled.issuperset(face.elements) and _is_allowed(face)]
    regalia = [face for face in known.regalia if enabled.issuperset(face.elements) and _is_allowed(face)]
    material = _one_relic(_by_preference(regalia, of_class, dice))[: MATERIAL - len(lineage)]
    main: dict[str, int] = {}
    for face in _by_preference(allowed, of_class, dice):
        main[face.name] = min(COPIES, MAIN - sum(main.values()))
        if sum(main.values()) == MAIN:
            return Deck(
                (*(each.name for each in lineage), *(each.name for each in material)), dict(sorted(main.items()))
            )
    raise UnknownName(f"the pool has only {sum(main.values())} cards for such a deck; at least {MAIN} are needed")


def _checked(of_class: str, elements: Collection[str]) -> set[str]:
    classes = CLASSES - {"spirit"}
    if of_class not in classes:
        raise UnknownName(f"no class is named {of_class!r}{suggestion(of_class, classes) or _there(classes)}")
    for element in elements:
        if element not in ELEMENTS:
            raise UnknownName(f"no element is named {element!r}{suggestion(element, ELEMENTS) or _there(ELEMENTS)}")
    return set(elements)


def _there(names: Iterable[str]) -> str:
    return f"; there are {', '.join(sorted(names))}"


# -- champions ---------------------------------------------------------------------------------------------------


def _lineages(supply: Supply, of_class: str) -> list[tuple[Face, ...]]:
    """Every Spirit of a basic element, with every way up through the levels of one champion of the class."""
    spirits = [face for face in supply.champions if face.level == 0 and BASIC_ELEMENTS & {*face.elements}]
    found: list[tuple[Face, ...]] = []
    own = [face for face in supply.champions if face.level and of_class in face.classes and face.lineage_name]
    for name in sorted({face.lineage_name for face in own}):
        ways: list[tuple[Face, ...]] = [()]
        for level in range(1, LEVELS + 1):
            there = [face for face in own if face.lineage_name == name and face.level == level and _needs(face, name)]
            ways = [(*way, face) for way in ways for face in there] if there else ways
            if not there:
                break
        found += [(spirit, *way) for spirit in spirits for way in ways if way]
    return found


def _needs(face: Face, name: str) -> bool:
    """Whether a champion can be levelled into from one of this name."""
    return all(each.name == name for each in face.abilities if isinstance(each, Lineage))


def _brought(lineage: Iterable[Face]) -> set[str]:
    return {element for face in lineage for element in face.elements} - {"norm"}


def _none(supply: Supply, of_class: str, wanted: set[str]) -> str:
    """That there is no champion for such a deck, and for which elements there is one."""
    ways = _lineages(supply, of_class)
    if not ways:
        return f"the pool has no {of_class} that can be levelled into from a Spirit"
    there = sorted({" ".join(sorted(_brought(way))) for way in ways})
    return f"no {of_class} of the pool brings {' and '.join(sorted(wanted))}; there are {', '.join(there)}"


# -- the other cards ---------------------------------------------------------------------------------------------


def _is_allowed(face: Face) -> bool:
    return fold(face.name) not in bans().of("standard")


def _by_preference(faces: Iterable[Face], of_class: str, dice: Dice) -> list[Face]:
    """Cards in random order, those of the class first; among these cheap ones and those with an element come earlier."""
    ranked = [(_rank(face, of_class, dice), face.name, face) for face in faces]
    return [face for _, _, face in sorted(ranked, key=lambda each: each[:2])]


def _rank(face: Face, of_class: str, dice: Dice) -> tuple[bool, int]:
    cost = face.cost.reserve
    chances = 1 + (isinstance(cost, int) and cost <= CHEAP) + (face.elements != ("norm",))
    return of_class not in face.classes, min(dice.below(1000) for _ in range(chances))


def _one_relic(faces: Iterable[Face]) -> list[Face]:
    """The same without a second Divine Relic (turn.10.2)."""
    kept: list[Face] = []
    for face in faces:
        relic = "divine relic" in face.keyword_words
        if not relic or not any("divine relic" in each.keyword_words for each in kept):
            kept.append(face)
    return kept
