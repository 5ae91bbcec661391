"""Plays in one phrase: ``activate Fireball``, ``activate Fireball from graveyard``, ``ability A/field/X, number 2``."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from typing import get_args

from archivist.cards.names import Names
from archivist.model.errors import suggestion
from archivist.scenario.naming import Name, read_name
from archivist.scenario.problems import Problem
from archivist.scenario.structure import Deed, Verb

VERBS: tuple[Verb, ...] = get_args(Verb)
ALONE = ("pass", "concede")
"""Actions that need no name."""
ALSO = {"use": "ability", "play": "activate", "cast": "activate"}
"""Other words for actions."""
SHORT = 3
"""Words of so many letters are near to others by chance."""
_NUMBER = re.compile(r",? number (\d+)$", re.ASCII)


def read_phrase(text: str, pool: Mapping[str, object], players: Collection[str]) -> Deed:
    """The action that a phrase means. Raises Problem where a word is unknown, with the nearest valid one."""
    word, _, rest = text.strip().partition(" ")
    verb = next((each for each in VERBS if each == ALSO.get(word.lower(), word.lower())), None)
    if verb is None:
        near = suggestion(word, VERBS) if len(word) > SHORT else ""
        hint = near or f"; known: {', '.join(VERBS)}"
        raise Problem(f"unknown action {word!r}{hint}")
    if verb in ALONE:
        if rest:
            raise Problem(f"{verb!r} needs no more words, and there is {rest!r}")
        return Deed(verb)
    if not rest.strip():
        raise Problem(f"what to {verb} is missing" if verb != "ability" else "the object with the ability is missing")
    match = _NUMBER.search(rest) if verb == "ability" else None
    number = int(match[1]) if match else 0
    name, place = _named(rest[: match.start()] if match else rest, pool, players)
    if verb in ("ability", "attack") and name.is_player:
        raise Problem(f"an object is needed, not player {name.player}")
    if verb not in ("ability", "attack") and not name.card:
        raise Problem(f"a card's name is needed to {verb}, not {name.text!r}")
    return Deed(verb, name, place, number)


def _spelt(text: str, pool: Mapping[str, object]) -> str:
    """A name with its card spelt as it is, where only the case, an apostrophe or a dash is another."""
    place, slash, card = text.rpartition("/")
    bare, mark, number = card.partition("#")
    exact = None if bare in pool else Names(pool).find(bare)
    return text if exact is None else f"{place}{slash}{exact}{mark}{number}"


def _named(text: str, pool: Mapping[str, object], players: Collection[str]) -> tuple[Name, Name | None]:
    """The thing, and the place after ``from``; a card may have that word in its own name."""
    name, mark, place = text.strip().rpartition(" from ")
    if not mark:
        return read_name(_spelt(text.strip(), pool), pool, players), None
    try:
        where = read_name(_spelt(place, pool), pool, players, zone_alone=True)
        return read_name(_spelt(name, pool), pool, players), where
    except Problem as problem:
        try:
            return read_name(_spelt(text.strip(), pool), pool, players), None
        except Problem:
            raise problem from None
