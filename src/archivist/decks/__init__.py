"""Decks: a material deck, a main deck and boons. The starter decks come with the project."""

from __future__ import annotations

import functools
from importlib import resources

import msgspec

from archivist.model.errors import UnknownName, suggestion
from archivist.yaml_reader import read_yaml


class Deck(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The cards a player brings: each material card once, main-deck cards by number, boons for a Pantheon game."""

    material: tuple[str, ...]
    main: dict[str, int]
    boons: tuple[str, ...] = ()

    @property
    def main_cards(self) -> tuple[str, ...]:
        return tuple(name for name, count in self.main.items() for _ in range(count))


@functools.cache
def decks() -> dict[str, Deck]:
    """The decks that come with the project, by name."""
    text = resources.files(__name__).joinpath("starters.yaml").read_text("utf-8")
    return msgspec.convert(read_yaml(text), dict[str, Deck])


def deck(name: str) -> Deck:
    """One of the project's decks, or an UnknownName with the nearest."""
    found = decks().get(name)
    if found is None:
        raise UnknownName(f"no deck is named {name!r}{suggestion(name, decks())}")
    return found
