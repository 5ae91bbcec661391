"""Ban lists: which cards tournaments do not allow in a format, in a dated file that a user can replace."""

from __future__ import annotations

import datetime
from pathlib import Path
from typing import Final, get_args

import msgspec

from archivist.cards.collection import folder
from archivist.cards.names import Names, fold
from archivist.loading import once
from archivist.model.errors import CardFileError, did_you_mean, one_letter_away, suggestion
from archivist.rules.turn.formats_and_decks import Format
from archivist.text_files import CARD_FILE, read_file
from archivist.yaml_reader import YamlProblem, read_yaml

FILE: Final = "bans.yaml"


class BanList(msgspec.Struct, frozen=True):
    """Banned cards by format, and the day since which that holds."""

    date: datetime.date
    banned: dict[str, tuple[str, ...]]

    def of(self, format: str) -> dict[str, str]:
        """The cards that are banned in a format, by their names in folded spelling."""
        return {fold(name): name for name in self.banned.get(format, ())}


@once
def bans() -> BanList:
    """The ban list in use: the user's own if the folder of imported cards has one, else the project's."""
    own = folder()
    path = own / FILE if own is not None else None
    return read_bans(path if path is not None and path.exists() else Path(__file__).parent / FILE)


def _spelled(path: Path, name: str) -> str:
    """The name of a banned card. It need not be among the cards that are known: nobody can play those that are not.

    Raises CardFileError if it is only misspelt: the list would then ban nothing.
    """
    from archivist.cards import pool

    cards = Names(pool())
    if cards.find(name) is None and (near := one_letter_away(fold(name), map(fold, pool()))):
        raise CardFileError(
            f"{path}: no card is named {name!r}{did_you_mean([cards.find(each) or each for each in near])}"
        )
    return name


def read_bans(path: Path) -> BanList:
    """The ban list of a file. Raises CardFileError with the place if it is none."""
    try:
        found = read_yaml(read_file(path, CardFileError, CARD_FILE))
    except YamlProblem as error:
        raise CardFileError(f"{path}: {error}") from None
    if not isinstance(found, dict) or not isinstance(found.get("date"), datetime.date):
        raise CardFileError(
            f"{path}: a ban list has a date, such as date: 2026-08-01, and a list of cards for each format"
        )
    banned: dict[str, tuple[str, ...]] = {}
    for key, names in found.items():
        if key == "date":
            continue
        if key not in get_args(Format):
            raise CardFileError(f"{path}: no format is named {key!r}{suggestion(str(key), get_args(Format))}")
        if names is not None and (not isinstance(names, list) or not all(isinstance(name, str) for name in names)):
            raise CardFileError(f"{path}: {key}: the banned cards are a list of names")
        banned[key] = tuple(_spelled(path, name) for name in names or ())
    return BanList(found["date"], banned)
