"""Decks: a material deck, a main deck, a sideboard and boons. Some come with the project."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec
from msgspec.structs import replace

from archivist.arguments import kind_of
from archivist.loading import once
from archivist.model.errors import BadLine, DeckListError, Reason, UnknownName, shown, suggestion
from archivist.yaml_reader import read_yaml

if TYPE_CHECKING:
    from archivist.cards import Pool
    from archivist.rules.turn.formats_and_decks import Format


MOST = 999
"""The most copies of one card that a deck list may name; no real deck has more."""
LARGEST = 2_000
"""The most cards that a deck list may name, sideboard included."""


class Deck(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The cards a player brings: material cards one by one, others by number, boons for a Pantheon game.

    The sideboard is not part of a game; it may contain cards for both decks.
    """

    material: tuple[str, ...]
    main: dict[str, int]
    boons: tuple[str, ...] = ()
    sideboard: dict[str, int] = {}

    def __post_init__(self) -> None:
        for names in (self.material, self.boons):
            if not isinstance(names, tuple) or not all(isinstance(name, str) for name in names):
                raise _wrong("the material deck and the boons are tuples of names")
        for part in (self.main, self.sideboard):
            if not isinstance(part, dict) or not all(isinstance(name, str) for name in part):
                raise _wrong("the main deck and the sideboard are numbers by name")
            for name, count in part.items():
                if type(count) is not int or not 1 <= count <= MOST:
                    raise _wrong(f"a deck cannot have {shown(count)} of {name}")
        size = len(self.material) + len(self.boons) + sum(self.main.values()) + sum(self.sideboard.values())
        if size > LARGEST:
            raise _wrong(f"a deck cannot have {size:,} cards; the limit is {LARGEST:,}")

    def copy(self) -> Deck:
        """The same deck, with mappings of its own."""
        return replace(self, main=dict(self.main), sideboard=dict(self.sideboard))

    @property
    def main_cards(self) -> tuple[str, ...]:
        """The cards of the main deck, one by one."""
        return _one_by_one(self.main)

    @property
    def sideboard_cards(self) -> tuple[str, ...]:
        """The cards of the sideboard, one by one."""
        return _one_by_one(self.sideboard)


def _wrong(why: str) -> DeckListError:
    return DeckListError(BadLine("", why))


msgspec.json.Decoder(Deck)
"""Makes msgspec analyse the type while this module is imported: two threads that do so at once crash it."""


def _one_by_one(counted: Mapping[str, int]) -> tuple[str, ...]:
    return tuple(name for name, count in counted.items() for _ in range(count))


@once
def starters() -> dict[str, Deck]:
    """The preconstructed starter decks, by name."""
    return _decks_of("starters.yaml")


@once
def decks() -> dict[str, Deck]:
    """The decks that come with the project, by name: the starter decks, and those built from the whole pool."""
    return starters() | _decks_of("built.yaml")


def _decks_of(file: str) -> dict[str, Deck]:
    return msgspec.convert(read_yaml((Path(__file__).parent / file).read_text("utf-8")), dict[str, Deck])


def why_not_legal(
    deck: Deck, format: Format = "standard", cards: Pool | None = None, *, bans: bool = True
) -> list[Reason]:
    """Every reason why a deck is not legal in a format, each with its rules; none if it is (turn.10).

    Banned cards are among them unless `bans` are left aside, but a deck of the project may be played unchanged.
    """
    from archivist.cards import pool
    from archivist.rules.turn.formats_and_decks import problems

    known = cards or pool()
    parts = (deck.main_cards, deck.material, deck.sideboard_cards, deck.boons)
    main, material, sideboard, boons = ([known.find(name) for name in part] for part in parts)
    out = banned_in(deck, format) if bans else ()
    banned = tuple(name for name in out if not _unchanged(deck) or name in deck.sideboard)
    return problems(format, main, material, sideboard, boons, banned)


def banned_in(deck: Deck, format: str) -> tuple[str, ...]:
    """The cards of a deck and its sideboard that are banned in a format."""
    from archivist.cards.names import fold
    from archivist.decks.bans import bans

    out = bans().of(format)
    names = dict.fromkeys((*deck.material, *deck.main, *deck.boons, *deck.sideboard))
    return tuple(name for name in names if fold(name) in out)


def _unchanged(deck: Deck) -> bool:
    """Whether a deck is one that comes with the project, but for its sideboard."""
    return any((deck.main, sorted(deck.material)) == (each.main, sorted(each.material)) for each in decks().values())


def deck(name: str) -> Deck:
    """One of the project's decks, or an UnknownName with the nearest."""
    kind_of(name, str, "a deck's name must be a str", UnknownName)
    found = decks().get(name)
    if found is None:
        raise UnknownName(f"no deck is named {shown(name)}{suggestion(name, decks())}")
    return found.copy()
