"""The decks that people bring: by name, as a pasted list, as JSON, or none, which gives them one that is legal."""

from __future__ import annotations

from typing import get_args

from msgspec.structs import replace

from archivist.bots.dice import Dice
from archivist.bots.random_decks import pantheon_deck
from archivist.cards import pool
from archivist.cards.names import Names
from archivist.decks import Deck, decks, why_not_legal
from archivist.model.errors import Illegal, UnknownName, control_in, did_you_mean, suggestion
from archivist.notation import decklists
from archivist.rules.turn.formats_and_decks import FORMATS, Format
from archivist.server.errors import Refusal, TooLarge
from archivist.server.setting import Brought

STARTER = "lorraine"
OWN = "own deck"
"""What a pasted deck is called."""


def format_of(word: str) -> Format:
    """A format by its name. Raises UnknownName with the nearest."""
    found = next((each for each in get_args(Format) if each == word.casefold()), None)
    if found is None:
        near = suggestion(word, get_args(Format))
        raise UnknownName(f"no format is named {word!r}{near or '; there are ' + ', '.join(get_args(Format))}")
    return found  # type: ignore[no-any-return]


def brought(written: str, format: Format, seed: int, largest: int) -> Brought:
    """The deck that somebody brings. Raises an ArchivistError that says what is wrong with it."""
    found = read(written, format, seed, largest)
    reasons = why_not_legal(found.deck, format)
    if reasons:
        raise Illegal(*reasons)
    return found


def read(written: str, format: Format, seed: int, largest: int) -> Brought:
    """A deck, whether it is legal or not."""
    if len(written) > largest:
        raise TooLarge(f"a deck list has at most {largest} characters, not {len(written)}")
    if control := control_in(written, "\n\r\t"):
        raise Refusal(f"there is a control character in the deck list ({control})")
    text = written.strip()
    if not text:
        return _given(format, seed)
    names = Names(decks())
    name = names.find(text) if "\n" not in text else None
    if name is not None:
        return Brought(name, _fitting(decks()[name], format))
    if "\n" not in text and not text.startswith("{"):
        raise UnknownName(f"no deck is named {text[:60]!r}{did_you_mean(names.nearest(text))}; or paste a whole list")
    return Brought(OWN, decklists.read(text))


def _given(format: Format, seed: int) -> Brought:
    """The deck of somebody who brings none."""
    if format == "pantheon":
        dice = Dice(seed)
        made = next(deck for deck in iter(lambda: pantheon_deck(dice), None) if not why_not_legal(deck, "pantheon"))
        return Brought("a random deck", made)
    return Brought(STARTER, _fitting(decks()[STARTER], format))


def _fitting(deck: Deck, format: Format) -> Deck:
    """A deck of the project; in a draft, with no more material cards than that allows, its champions first."""
    if format != "draft":
        return deck.copy()
    order = sorted(deck.material, key=lambda name: "champion" not in pool()[name].types)
    kept = order[: FORMATS["draft"].material[1]]
    return replace(deck.copy(), material=tuple(name for name in deck.material if name in kept))
