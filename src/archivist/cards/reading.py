"""Reading card files: YAML entries decoded into faces, with errors that name the file, the card and the place."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any, Final

import msgspec

from archivist.cards.checking import problem
from archivist.cards.explaining import explained
from archivist.cards.lexicon import KNOWN, Lexicon, misspelt
from archivist.model.errors import CardFileError, printable, shown
from archivist.vocabulary.face import Face
from archivist.vocabulary.node import read
from archivist.yaml_reader import YamlProblem, read_yaml

DIGITS: Final = 12
"""How many digits a number on a card may have."""
_LONG: Final = re.compile(rf"\d{{{DIGITS + 1},}}")


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
    if long := long_number(entry):
        raise CardFileError(f"{file}: {name}: {long}")
    spelled_out = _spelled_out(_worded(entry))
    try:
        face = msgspec.convert(spelled_out, Face, dec_hook=read)
    except (msgspec.ValidationError, ValueError) as error:
        raise CardFileError(f"{file}: {name}: {explained(str(error), spelled_out)}") from None
    wrong = problem(face)
    if wrong:
        raise CardFileError(f"{file}: {name}: {wrong}")
    return face


def long_number(value: Any) -> str:
    """What is wrong with the data of a card if there is a longer number in it than any card has."""
    rest = [value]
    while rest:
        each = rest.pop()
        if isinstance(each, dict):
            rest += (*each, *each.values())
        elif isinstance(each, list):
            rest += each
        elif (isinstance(each, int) and abs(each) >= 10**DIGITS) or (isinstance(each, str) and _LONG.search(each)):
            return f"{shown(each)} has a number of more than {DIGITS} digits"
    return ""


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
