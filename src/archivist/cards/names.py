"""Finding cards by names as people write them: any case, typographic apostrophes and dashes, uneven spaces."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable

from archivist.model.errors import FARTHEST, nearest

_APOSTROPHES = "‘’‚‛ʼʹ′`´"
_DASHES = "‐‑‒–—−"
_PLAIN = str.maketrans(dict.fromkeys(_APOSTROPHES, "'") | dict.fromkeys(_DASHES, "-"))


def fold(name: str) -> str:
    """A name without differences of spelling such as case, dashes and spaces."""
    plain = unicodedata.normalize("NFKC", name.translate(_PLAIN))
    return " ".join(plain.translate(_PLAIN).casefold().split())


class Names:
    """The names of cards or decks, found in any spelling."""

    __slots__ = ("_by_fold",)

    def __init__(self, names: Iterable[str]) -> None:
        self._by_fold = {fold(name): name for name in names}

    def find(self, written: str) -> str | None:
        """The exact name that was meant, or None."""
        return self._by_fold.get(fold(written))

    def nearest(self, written: str, most: int = 3) -> tuple[str, ...]:
        """The names most like this one: first those that begin with it or have it among their words."""
        wanted = fold(written)
        if len(wanted) > FARTHEST:
            return ()
        found = [name for key, name in self._by_fold.items() if key.startswith(wanted)] if wanted else []
        found += [name for key, name in self._by_fold.items() if f" {wanted} " in f" {key} "]
        found += [self._by_fold[key] for key in nearest(wanted, self._by_fold, most)]
        return tuple(dict.fromkeys(found))[:most]
