"""Looking up rules and cards for assistants."""

from __future__ import annotations

from typing import Any, Final

import msgspec

from archivist.cards import pool
from archivist.cards.search import Query, search
from archivist.model.errors import UnknownName
from archivist.notation.sheets import facts, sheet
from archivist.rules import catalogue
from archivist.rules.catalogue import UnknownRule
from archivist.vocabulary.node import write

MOST: Final = 40
"""How many rules or cards are listed at once."""


def rules(words: str) -> dict[str, Any]:
    """A rule with its clauses by its id, or the rules that speak of some words; with how many there are."""
    wanted = catalogue.spelled(words.strip())
    if not wanted:
        raise UnknownName("say which rule, such as CA.1.8, or words to search for")
    try:
        found = catalogue.under(wanted)
    except UnknownRule as unknown:
        found = catalogue.search(wanted)
        if not found:
            raise UnknownName(str(unknown)) from None
    listed = [{"id": each.id, "says": each.statement, "chapter": each.chapter} for each in found[:MOST]]
    return {"count": len(found), "rules": listed}


def card(name: str) -> dict[str, Any]:
    """A card: what is printed on it, its text in words, its rulings, and the decks it is in."""
    told: dict[str, Any] = msgspec.to_builtins(sheet(pool().called(name), pool()), enc_hook=write)
    told.pop("scenarios", None)
    return told


def cards(words: str) -> dict[str, Any]:
    """The cards with some letters in their names."""
    if not words.strip():
        raise UnknownName("say which letters the names have")
    found = search(pool().values(), Query(words.strip()))
    return {"count": len(found), "cards": [msgspec.to_builtins(facts(face)) for face in found[:MOST]]}
