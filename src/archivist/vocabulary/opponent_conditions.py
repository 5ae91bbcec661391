"""Conditions about what one of your opponents controls or has: always one and the same, never several together."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from archivist.vocabulary.filters import Filter
from archivist.vocabulary.plain_conditions import Test

if TYPE_CHECKING:
    from archivist.rules.effects.meaning_of_words import Scene

Match = re.Match[str]


def opponent_controls(match: Match) -> Test:
    """One and the same opponent controls so many: what several control together does not count."""
    number, kind = int(match[1]), Filter(match[2])

    def test(scene: Scene) -> bool:
        controllers = [card.controller for card in scene.matches(kind)]
        return any(controllers.count(seat) >= number for seat in scene.state.opponents(scene.you))

    return test


def opponent_controls_more(match: Match) -> Test:
    """One and the same opponent controls more of a kind than you do."""
    kind = Filter(match[1])

    def test(scene: Scene) -> bool:
        controllers = [card.controller for card in scene.matches(kind)]
        own = controllers.count(scene.you)
        return any(controllers.count(seat) > own for seat in scene.state.opponents(scene.you))

    return test


def opponent_has(match: Match) -> Test:
    """One and the same opponent has so many cards in a zone."""
    number, zone = int(match[1]), {"material deck": "material"}.get(match[2], match[2])

    def test(scene: Scene) -> bool:
        return any(len(scene.state.zone(seat, zone)) >= number for seat in scene.state.opponents(scene.you))

    return test


def opponent_controls_few(match: Match) -> Test:
    """One and the same opponent controls at most so many."""
    number, kind = int(match[1]), Filter(match[2])

    def test(scene: Scene) -> bool:
        controllers = [card.controller for card in scene.matches(kind)]
        return any(controllers.count(seat) <= number for seat in scene.state.opponents(scene.you))

    return test


def more_than_opponents(match: Match) -> Test:
    """You control more of a kind than one of your opponents does, or than each of them does."""
    kind, all_of_them = Filter(match[1]), match[2] == "each"

    def test(scene: Scene) -> bool:
        controllers = [card.controller for card in scene.matches(kind)]
        own = controllers.count(scene.you)
        fewer = [controllers.count(seat) < own for seat in scene.state.opponents(scene.you)]
        return all(fewer) if all_of_them else any(fewer)

    return test


def opponent_has_few(match: Match) -> Test:
    """One and the same opponent has at most so many cards in a zone."""
    number, zone = int(match[1]), {"material deck": "material"}.get(match[2], match[2])

    def test(scene: Scene) -> bool:
        return any(len(scene.state.zone(seat, zone)) <= number for seat in scene.state.opponents(scene.you))

    return test


def at_most(number: str) -> str:
    """``no`` or ``2 or fewer``."""
    return "no" if number == "0" else f"{number} or fewer"
