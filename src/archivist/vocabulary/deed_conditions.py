"""The tests of conditions about what was just done: sacrificed, entered, activated, used in an attack."""

from __future__ import annotations

import re

from archivist.model.events import Enter
from archivist.vocabulary.filters import Filter
from archivist.vocabulary.plain_conditions import Test

Match = re.Match[str]


def given_up(match: Match) -> list[Filter]:
    """The kinds that a condition asks for among what was sacrificed."""
    return [Filter(each) for each in (match[1], match[2]) if each]


def sacrificed(match: Match) -> Test:
    """Among what the last such step sacrificed there was one of a kind, or one of each of two kinds, as it last was."""
    kinds = given_up(match)
    return lambda scene: all(any(kind.describes(scene, card) for card in scene.sacrificed) for kind in kinds)


def all_are(match: Match) -> Test:
    """You control exactly so many of a kind, and all of them are so."""
    number, kind, like = int(match[1]), Filter(f"{match[2]} you control"), Filter(f"{match[3]} {match[2]} you control")
    return lambda scene: scene.count(kind) == number == scene.count(like)


def used(match: Match) -> Test:
    """The running attack uses a weapon of a kind."""
    kind = Filter(match[1])
    return lambda scene: any(kind.fits(scene, card) for card in scene.attack_weapons())


def entered(match: Match) -> Test:
    """The event is that an object entered the field, and that is where it came from (zones.2.5)."""
    zone = {"material deck": "material"}.get(match[1], match[1])
    return lambda scene: isinstance(scene.event, Enter) and scene.event.origin == zone


def activated_from(match: Match) -> Test:
    """The card of a targeted activation was activated from there, wherever it lies by now (CA.1.9.1)."""
    zone = {"material deck": "material"}.get(match[1], match[1])
    return lambda scene: any(card.played is not None and card.played.zone == zone for card in scene.target_cards())
