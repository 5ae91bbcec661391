"""The pool of cards: those written by hand (YAML, one file per set or theme), those compiled, and those imported."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Final

import msgspec

from archivist.arguments import kind_of
from archivist.cards.checking import problem
from archivist.cards.collection import FINISHED, collection, decode_faces, folder
from archivist.cards.lexicon import KNOWN, Lexicon, unknown_word
from archivist.cards.names import Names
from archivist.cards.naming import missing
from archivist.cards.reading import decode_card, decode_cards, misspellings, read_cards
from archivist.loading import once
from archivist.model.card import FACE_DOWN
from archivist.model.errors import CardFileError, UnknownName, did_you_mean, nearest, shown, suggestion
from archivist.vocabulary.face import Face
from archivist.vocabulary.node import write

SHIPPED: Final = "shipped.json"
"""The file with the compiled cards: a list, one card per line."""

BLANK: Final = Face(name=FACE_DOWN, types=(), elements=())
"""What lies face down is just a card: it has no characteristics (zones.5.2, zones.7.2)."""


class Pool(dict[str, Face]):
    """Faces by name, never changed once it is made. Finding an unknown name says which one is nearest."""

    __slots__ = ("_again", "_digest", "_lexicon", "defaults", "faces", "not_understood")

    def __init__(self, faces: Iterable[Face]) -> None:
        super().__init__((face.name, face) for face in sorted(faces, key=lambda face: face.name))
        self.defaults: dict[str, str] = {face.flip: face.name for face in self.values() if face.flip}
        """The default side of each flip side, by name (cards.6.1)."""
        self.not_understood: dict[str, str] = {}
        """Cards that were imported and cannot be played, by name, with the reason."""
        self.faces: dict[str, Face] = {**self, FACE_DOWN: BLANK}
        """The faces alone, with the blank one, as the rules look them up: in a plain dictionary that takes half the time."""
        self._digest = ""
        self._lexicon: Lexicon | None = None
        self._again: tuple[tuple[Face, ...], Pool] | None = None

    @property
    def digest(self) -> str:
        """A fingerprint of what the cards mean, worked out when it is first asked for."""
        self._digest = self._digest or digest(self.values())
        return self._digest

    @property
    def lexicon(self) -> Lexicon:
        """The subtypes and counters there are, with those that cards of the pool bring."""
        if self._lexicon is None:
            self._lexicon = KNOWN.with_cards(self.values())
        return self._lexicon

    def __missing__(self, name: str) -> Face:
        """The blank face of what lies face down is no card of the pool, but objects have it (zones.5.2)."""
        if name == FACE_DOWN:
            return BLANK
        raise KeyError(name)

    def find(self, name: str) -> Face:
        """The face of that name, or an UnknownName with the nearest ones."""
        kind_of(name, str, "a card's name must be a str", UnknownName)
        face = self.get(name)
        if face is None:
            if why := self.not_understood.get(name):
                raise UnknownName(f"{name} cannot be played: {why}")
            raise UnknownName(f"no card is named {shown(name)}{suggestion(name, self)}")
        return face

    def called(self, written: str) -> Face:
        """The face that a name as people write it means, or an UnknownName: why it cannot be played, or what is near."""
        names = Names(self)
        found = names.find(written)
        if found is not None:
            return self[found]
        left = Names(self.not_understood).find(written)
        if left is not None:
            raise UnknownName(f"{left} cannot be played: {self.not_understood[left]}")
        raise UnknownName(f"no card is named {shown(written)}{did_you_mean(names.nearest(written))}")

    def nearest(self, name: str) -> list[str]:
        kind_of(name, str, "a card's name must be a str", UnknownName)
        return nearest(name, self)

    def joined_by(self, faces: Sequence[Face]) -> Pool:
        """A pool with further cards, unchecked; what these bring to the word lists is added to what is known already."""
        more = Pool([*self.values(), *faces])
        more.not_understood = self.not_understood
        if self.keys().isdisjoint(face.name for face in faces):
            more._lexicon = self.lexicon.with_cards(faces)
        return more

    def with_cards(self, faces: Sequence[Face]) -> Pool:
        """A pool with further cards, such as those made up inside a scenario.

        Raises CardFileError for one that speaks of a card, subtype or counter that there is not.
        """
        more = self.joined_by(faces)
        for face in faces:
            if wrong := problem(face) or more.wrong_with(face):
                raise CardFileError(f"{face.name}: {wrong}")
        return more

    def again_with(self, faces: Sequence[Face]) -> Pool:
        """A pool with cards that were part of one before, such as those a save holds: only some of that one may be left.

        Saves of one game hold the same cards, so the pool that was made last is kept.
        Raises CardFileError for one that would bring something into the game that there is not.
        """
        kept = self._again
        if kept is not None and kept[0] == tuple(faces):
            return kept[1]
        more = self.joined_by(faces)
        for face in faces:
            if wrong := problem(face) or missing(face, more, only_brought=True):
                raise CardFileError(f"{face.name}: {wrong}")
        self._again = tuple(faces), more
        return more

    def wrong_with(self, face: Face) -> str:
        """What a card of the pool speaks of that there is not, with the place; or nothing."""
        return missing(face, self) or unknown_word(face, self.lexicon)


@once
def pool() -> Pool:
    """The cards in use, loaded once: the project's own, and those in the folder named by $ARCHIVIST_POOL, if set.

    The commands set it to the folder of the cards that the user has imported.
    """
    return pool_of(folder())


def pool_of(folder: Path | None) -> Pool:
    """The project's cards, and those that were imported into a folder.

    Of several cards with one name the one that the user has finished by hand counts, then the project's written one, then
    the imported, then the shipped one. Raises CardFileError if the folder has a broken file.
    """
    own = collection(folder)
    faces = {face.name: face for face in (*shipped(), *own.compiled, *written().values(), *own.finished)}
    found = Pool(faces.values())
    found.not_understood = {name: why for name, why in own.not_understood.items() if name not in faces}
    for face in own.finished:
        if wrong := found.wrong_with(face):
            raise CardFileError(f"{FINISHED}: {face.name}: {wrong}")
    return found


@once
def written() -> Pool:
    """The cards of the project that are written by hand."""
    faces: list[tuple[str, Face]] = []
    for file in sorted(Path(__file__).parent.iterdir(), key=lambda file: file.name):
        if file.name.endswith(".yaml"):
            faces.extend((file.name, face) for face in read_cards(file.read_text("utf-8"), file.name))
    twice = sorted(name for name, count in Counter(face.name for _, face in faces).items() if count > 1)
    if twice:
        raise CardFileError(f"defined twice in the pool: {', '.join(twice)}")
    found = Pool(face for _, face in faces)
    for where, face in faces:
        if wrong := found.wrong_with(face):
            raise CardFileError(f"{where}: {face.name}: {wrong}")
    return found


@once
def shipped() -> tuple[Face, ...]:
    """The cards of the project that were compiled from their printed text; `make ship` made and checked them."""
    return decode_faces((Path(__file__).parent / SHIPPED).read_bytes())


def digest(faces: Iterable[Face]) -> str:
    """A fingerprint of what cards mean, so that saves and replays say which cards they were made with."""
    encoder = msgspec.json.Encoder(enc_hook=write, order="deterministic")
    whole = hashlib.sha256()
    for face in faces:
        whole.update(encoder.encode(face))
    return whole.hexdigest()[:16]


__all__ = [
    "BLANK",
    "Pool",
    "decode_card",
    "decode_cards",
    "digest",
    "misspellings",
    "pool",
    "pool_of",
    "read_cards",
    "shipped",
    "written",
]
