"""Aspects of the game: what a phrase looks at when it is read, and therefore what its answer depends on.

Each word of the vocabulary declares its own aspects; a phrase has those of its words, and a node those of its phrases. So
it is known without guessing which answers a change of the game may alter.
"""

from __future__ import annotations

from enum import Enum
from typing import Final


class Aspect(Enum):
    """One side of the game that a phrase may look at."""

    TURN = "whose turn it is, and which phase"
    HISTORY = "what has happened this turn"
    ZONES = "which cards lie where, and what is on the stack"
    PILES = "which cards lie in hands, memories, graveyards, banishments and decks"
    HOMES = "which cards lie where cards are played from: in hands, material decks and Pantheon zones"
    CONTROL = "who controls which object"
    CHAMPION = "which champion a player has, and the cards of its lineage"
    MASTERY = "a player's mastery and the way it faces"
    WORDS = "names, types, subtypes, classes and elements"
    KEYWORDS = "which cards have which keywords"
    POWER = "the power of objects"
    LEVEL = "the level of champions"
    COUNTERS = "counters on objects and masteries"
    DAMAGE = "damage on objects"
    STATES = "rested, transformed, linked and other states of objects"
    COMBAT = "who attacks and defends, and with what"
    PLAY = "how a card was played: X, costs, properties"
    TARGETS = "what was targeted"
    EVENT = "the event of a trigger"
    STEPS = "what earlier steps of a text did"


Aspects = frozenset[Aspect]

NOTHING: Final[Aspects] = frozenset()
TIME: Final[Aspects] = frozenset((Aspect.TURN, Aspect.HISTORY))
"""What alters as the turn moves on."""

OBJECTS_ALONE: Final[Aspects] = frozenset((Aspect.CHAMPION, Aspect.WORDS))
"""What alters only when an object comes or goes, turns over or changes hands, unless effects change words."""

ON_THE_FIELD: Final[Aspects] = OBJECTS_ALONE | {Aspect.ZONES, Aspect.CONTROL}
"""What alters only when an object comes or goes, turns over or changes hands, for a phrase that is about objects alone."""


def aspects(*several: Aspect) -> Aspects:
    """These aspects, as a phrase declares them."""
    return frozenset(several)
