"""Properties of a thing: what expectations may say of it, and what it really is."""

from __future__ import annotations

import re
from collections.abc import Collection
from typing import TYPE_CHECKING

from msgspec.structs import replace

from archivist.model.card import Card, Seat, Thing
from archivist.model.state import State
from archivist.scenario.referee import FLAG_NAMES, NUMBER_NAMES, SET_NAMES
from archivist.scenario.source import Parts, Reader, Source, shown, written
from archivist.vocabulary.words import (
    CLASSES,
    DIRECTIONS,
    ELEMENTS,
    KEYWORDS,
    LABELS,
    NOUNS,
    STATES,
    SUPERTYPES,
    TYPES,
)

if TYPE_CHECKING:
    from archivist.scenario.table import Table

PROPERTIES = (
    *("damage", "rested", "power", "life", "level", "base level", "durability", "counters", "token", "controller"),
    *("owner", "keywords", "face up", "elements", "types", "states", "transformed", "direction"),
)
WORDS = {
    "keywords": KEYWORDS
    | LABELS
    | {"brew", "command", "ephemerate", "imbue", "lineage", "link", "prepare", "starcalling"},
    "elements": ELEMENTS,
    "types": TYPES | SUPERTYPES | CLASSES | NOUNS | ELEMENTS,
    "states": STATES,
}
"""The words that each list of words may hold; types may be subtypes, too."""


# -- reading -----------------------------------------------------------------------------------------------------


def read_properties(reader: Reader, source: Source) -> Parts:
    """The expected properties of a thing. Raises ScenarioError where a value is not of its property's kind."""
    if not isinstance(source.value, dict):
        raise source.problem(f"properties or 'gone' are needed, not {shown(source.value)}")
    parts = source.keyed("a thing's properties", PROPERTIES)
    for key, value in parts.items():
        _check_value(reader, key, value)
    return parts


def _check_value(reader: Reader, key: str, value: Source) -> None:
    if key in NUMBER_NAMES:
        if type(value.value) is not int:
            raise value.problem(f"{key} must be a number, not {shown(value.value)}")
    elif key in FLAG_NAMES:
        value.flag(key)
    elif key == "direction":
        value.one_of("direction", DIRECTIONS)
    elif key in ("controller", "owner"):
        reader.player(value)
    elif key == "counters":
        check_says(value, key)
        reader.counters(value)
    else:
        _check_words(value, key, WORDS[key] | (reader.pool.lexicon.subtypes if key == "types" else frozenset()))


def _check_words(source: Source, what: str, known: frozenset[str]) -> None:
    """A list of words, or ``{has: [..], lacks: [..]}``. A number or a name in brackets may follow a keyword.

    Capitals do not matter.
    """
    if isinstance(source.value, dict):
        for each in has_and_lacks(source, "an expectation of words").values():
            _check_words(each, what, known)
        return
    for each in source.items("words"):
        word = each.word("a word")
        bare = re.sub(r" (\d+|x|\(.*\))$", "", word.lower())
        if bare not in known and not bare.endswith((" link", " lineage")):
            raise each.unknown(what.removesuffix("s"), word, sorted(known))


def has_and_lacks(source: Source, what: str) -> Parts:
    """``{has: [..], lacks: [..]}``, one or both; an empty list of either would hold of everything."""
    check_says(source, what)
    parts = source.keyed(what, ("has", "lacks"))
    for key, value in parts.items():
        check_says(value, key)
    return parts


def check_says(source: Source, what: str) -> None:
    """Raises an error for an expectation without content: it would be met whatever happens."""
    if source.value is None or source.value in ([], {}):
        raise source.problem(f"{what!r} is empty, so it could never fail; say what is expected, or leave it out")


# -- comparing ---------------------------------------------------------------------------------------------------


def described(state: State, thing: Thing) -> tuple[Card, Seat]:
    """The card that a thing is, and who controls it; for something on the stack its source, with the item's counters."""
    if thing.kind == "item":
        item = state.item(thing.id)
        assert item is not None
        card = state.cards[item.card] if item.is_play else item.source
        return replace(card, counters=item.counters), item.controller
    card = state.cards[thing.id]
    return card, card.controller


def difference(table: Table, card: Card, controller: Seat, wanted: Parts) -> str | None:
    """The first property that is not as wanted, in words."""
    for key, source in wanted.items():
        found = _one(table, card, controller, key, source)
        if found is not None:
            return f"its {key} is {found}"
    return None


def _one(table: Table, card: Card, controller: Seat, key: str, source: Source) -> str | None:
    """What a property is instead of the wanted value; None if it is as wanted."""
    if key == "counters":
        return _counters(card, source)
    game, referee = table.game, table.referee
    if key in SET_NAMES:
        besides = referee.played_by(game, card) if key == "keywords" else ()
        return _words(referee.words(game, card, key), source, besides)
    there: object
    if key in FLAG_NAMES:
        there = referee.flag(game, card, key)
        return None if there == source.flag(key) else written(there)
    if key in ("controller", "owner"):
        there = table.players[controller if key == "controller" else card.owner]
    elif key == "direction":
        there = card.direction
    else:
        there = referee.number(game, card, key)
    return None if there == source.value else written(there) or "none"


def _counters(card: Card, source: Source) -> str | None:
    """Only the kinds that are named are checked; 0 means none."""
    if all(card.count(kind.value) == n.value for kind, n in source.pairs("counters")):
        return None
    return ", ".join(f"{kind}: {n}" for kind, n in card.counters.items()) or "none"


def _words(there: Collection[str], source: Source, besides: Collection[str]) -> str | None:
    """A list names words that must be present; a mapping names words that must be present and absent.

    Words in `besides` may also be named, but an empty list does not exclude them.
    """
    if isinstance(source.value, dict):
        parts = source.mapping("words")
        has, lacks = ([each.value for each in parts.items_of(key)] for key in ("has", "lacks"))
    else:
        has, lacks = [each.value for each in source.items("words")], []
        if not has and there:
            return written(sorted(there))
    found = {word.lower() for word in (*there, *besides)}
    good = all(word.lower() in found for word in has) and not any(word.lower() in found for word in lacks)
    return None if good else written(sorted(there))
