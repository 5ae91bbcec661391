"""By which rules something is as it is found: a value of a card, or what a player sees of a zone."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from archivist.model.card import PRIVATE, Card
from archivist.model.state import State
from archivist.rules.citations import counters_and_masteries, values
from archivist.rules.citations.moves import ARRIVING

Reading = Callable[[State, Card], tuple[str, ...]]

READINGS: dict[str, Reading] = {
    "power": lambda state, card: (*values.of_stat(state, card, "power"), *values.of_restrictions(state, card)),
    "life": lambda state, card: (*values.of_stat(state, card, "life"), *values.of_restrictions(state, card)),
    "level": values.of_level,
    "base level": lambda state, card: ("cards.4.11", "terms.4.level"),
    "types": values.of_words,
    "elements": values.of_words,
    "keywords": lambda state, card: (*values.of_keywords(state, card), *values.of_restrictions(state, card)),
    "states": lambda state, card: ("zones.7.object",) if card.zone == "field" else ("zones.7.activation",),
    "counters": lambda state, card: _of_counters(card.counters),
    "durability": lambda state, card: _of_counters(("durability",)),
    "damage": lambda state, card: ("cards.9.damage", "terms.7.damage") if card.lineage else (),
    "owner": lambda state, card: ("terms.3.1",),
    "token": lambda state, card: ("cards.8.1", "targets-and-copies.9.1") if card.token else (),
    "transformed": lambda state, card: ("cards.6.1", "zones.7.double-faced"),
    "face up": lambda state, card: ("zones.5.3",) if card.face_up == (card.zone in PRIVATE) else (),
}
"""The properties of a card whose value some rules make."""


def of_property(state: State, card: Card, name: str) -> tuple[str, ...]:
    """The rules by which a property of a card has the value it has; none where it is plainly marked on it."""
    reading = READINGS.get(name)
    return () if reading is None else reading(state, card)


def of_zone(zone: str, cards: Iterable[Card]) -> tuple[str, ...]:
    """The rules by which a player sees, or does not see, the cards of a zone."""
    hidden = any(not card.face_up for card in cards)
    if zone in PRIVATE:
        return ARRIVING[zone]
    return (*ARRIVING[zone], "zones.2.9", *(("zones.5.6", "zones.5.2") if hidden else ("zones.5.1",)))


def _of_counters(kinds: Iterable[str]) -> tuple[str, ...]:
    return tuple(rule for kind in kinds for rule in counters_and_masteries.of_counters(kind))
