"""The pool of cards: YAML files, a file a set or theme, decoded into faces with errors that name the place."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, Final

import msgspec

from archivist.arguments import kind_of
from archivist.cards.checking import problem
from archivist.cards.explaining import explained
from archivist.cards.lexicon import KNOWN, Lexicon, misspelt, unknown_word
from archivist.cards.naming import missing
from archivist.loading import once
from archivist.model.card import FACE_DOWN
from archivist.model.errors import CardFileError, UnknownName, nearest, printable, shown, suggestion
from archivist.vocabulary.face import Face
from archivist.vocabulary.node import read, write
from archivist.yaml_reader import YamlProblem, read_yaml

BLANK: Final = Face(name=FACE_DOWN, types=(), elements=())
"""What lies face down is just a card: it has no characteristics (zones.5.2, zones.7.2)."""

msgspec.json.Decoder(Face, dec_hook=read)
"""Makes msgspec take in the types of card data while this module is imported: two threads that do so at once crash it."""


class Pool(dict[str, Face]):
    """Faces by name, never changed once it is made. Finding an unknown name says which one is nearest."""

    __slots__ = ("_again", "_digest", "_lexicon", "defaults")

    def __init__(self, faces: Iterable[Face]) -> None:
        super().__init__((face.name, face) for face in sorted(faces, key=lambda face: face.name))
        self.defaults: dict[str, str] = {face.flip: face.name for face in self.values() if face.flip}
        """The default side of each flip side, by name (cards.6.1)."""
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
            raise UnknownName(f"no card is named {shown(name)}{suggestion(name, self)}")
        return face

    def nearest(self, name: str) -> list[str]:
        kind_of(name, str, "a card's name must be a str", UnknownName)
        return nearest(name, self)

    def joined_by(self, faces: Sequence[Face]) -> Pool:
        """A pool with further cards, unchecked; what these bring to the word lists is added to what is known already."""
        more = Pool([*self.values(), *faces])
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
    """The built-in cards; they are loaded only once."""
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


def read_cards(text: str, file: str) -> list[Face]:
    """The faces of a card file: a YAML list of cards."""
    try:
        entries = read_yaml(text)
    except YamlProblem as error:
        raise CardFileError(f"{file}: {error}") from None
    return decode_cards(entries, file)


def decode_cards(entries: Any, file: str) -> list[Face]:
    """The faces of already parsed entries."""
    if entries is None:
        return []
    if not isinstance(entries, list):
        raise CardFileError(f"{file}: a card file is a list of cards")
    faces = [decode_card(entry, index, file) for index, entry in enumerate(entries, 1)]
    for face, wrong in misspellings(faces):
        raise CardFileError(f"{file}: {face.name}: {wrong}")
    return faces


def misspellings(faces: Sequence[Face]) -> Iterator[tuple[Face, str]]:
    """Those of some cards with a word that looks like a known one, or like one that a card before it brings."""
    meant = frozenset(word for face in faces for word in face.new_words)
    known = Lexicon(KNOWN.subtypes | meant, KNOWN.counters | meant)
    for face in faces:
        if wrong := misspelt(face, known):
            yield face, wrong
        known = known.with_cards((face,))


def decode_card(entry: Any, index: int, file: str) -> Face:
    """The face of one entry, checked by itself alone."""
    if not isinstance(entry, dict) or not isinstance(entry.get("name"), str):
        raise CardFileError(f"{file}: card {index}: a card is a mapping with a name")
    name = printable(entry["name"])
    spelled_out = _spelled_out(_worded(entry))
    try:
        face = msgspec.convert(spelled_out, Face, dec_hook=read)
    except (msgspec.ValidationError, ValueError) as error:
        raise CardFileError(f"{file}: {name}: {explained(str(error), spelled_out)}") from None
    wrong = problem(face)
    if wrong:
        raise CardFileError(f"{file}: {name}: {wrong}")
    return face


def _worded(value: Any) -> Any:
    """The same with words as keys: what comes the 2nd time, or with 3 cards, may be written under a plain number."""
    if isinstance(value, dict):
        return {str(key) if type(key) is int else key: _worded(each) for key, each in value.items()}
    return [_worded(each) for each in value] if isinstance(value, list) else value


def _spelled_out(entry: dict[str, Any]) -> dict[str, Any]:
    """A plain word in the list of abilities is a keyword."""
    abilities = entry.get("abilities")
    if not isinstance(abilities, list):
        return entry
    spelled = [{"ability": "keyword", "keyword": each} if isinstance(each, str) else each for each in abilities]
    return {**entry, "abilities": spelled}


def digest(faces: Iterable[Face]) -> str:
    """A fingerprint of what cards mean, so that saves and replays say which cards they were made with."""
    encoder = msgspec.json.Encoder(enc_hook=write, order="deterministic")
    whole = hashlib.sha256()
    for face in faces:
        whole.update(encoder.encode(face))
    return whole.hexdigest()[:16]
