"""Deck lists: the common text form and the JSON form, read and written.

Reading drops nothing silently: every line that is no card, heading or comment, and every unknown card, is told of in one
DeckListError. Names may be written in any case and with typographic apostrophes; a Deck has them as the pool does.

>>> read("# Material Deck\\n1 spirit of fire\\n# Main Deck\\n4x Fireball\\n")
Deck(material=('Spirit of Fire',), main={'Fireball': 4}, boons=(), sideboard={})
>>> read("4 Firebal")
Traceback (most recent call last):
archivist.model.errors.DeckListError: line 1: no card is named 'Firebal'; did you mean Fireball...
"""

from __future__ import annotations

import difflib
import itertools
import json
import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, Literal

from archivist.cards import Pool, pool
from archivist.cards.names import Names, fold
from archivist.decks import LARGEST, MOST, Deck
from archivist.model.errors import BadLine, DeckListError, cut, printable, shown
from archivist.rules.cards.card_types import is_material
from archivist.text_files import DECK_LIST, read_file
from archivist.vocabulary.face import Face

Section = Literal["material", "main", "sideboard", "boons"]
Form = Literal["text", "json"]
Entries = list[tuple[str, int]]
"""Names with numbers, in the order of a list."""

HEADINGS: dict[Section, str] = {
    "material": "Material Deck",
    "main": "Main Deck",
    "sideboard": "Sideboard",
    "boons": "Boons",
}
"""The sections in the order in which they are written, each with its heading."""

_ALSO: dict[str, Section] = {
    "material": "material",
    "material deck": "material",
    "main": "main",
    "main deck": "main",
    "maindeck": "main",
    "deck": "main",
    "sideboard": "sideboard",
    "side board": "sideboard",
    "side deck": "sideboard",
    "side": "sideboard",
    "sb": "sideboard",
    "boons": "boons",
    "boon": "boons",
    "pantheon": "boons",
    "pantheon zone": "boons",
}
"""What sections are called in lists, in folded spelling."""

_NUMBERED = re.compile(r"([0-9]+)(?:\s*[xX×]\s+|[xX×](?=[^\s\d])|\s+)(\S.*)")
_PREFIXED = re.compile(r"([^\W\d][^:]*):\s*([0-9].*)")
_COMMENT = re.compile(r"(?:#|//)")
_REMARK = re.compile(r"\s+(?:#|//).*")
_COUNT = re.compile(r"[\s:]*\(?[0-9]+(?:\s+cards?)?\)?\s*$", re.IGNORECASE)
_LINE_END = re.compile(r"\r\n|\r|\n")
LONGEST_LINE = 200
"""The longest line that a deck list may have; it keeps matching against patterns quick."""
GUESSES = 20
"""For how many unknown names of a list the nearest ones are suggested."""
_ORNAMENT = "#/=*-[]<>~: \t"


# -- reading -----------------------------------------------------------------------------------------------------


def read(text: str, cards: Pool | None = None) -> Deck:
    """The deck of a list in either form; raises DeckListError with everything that is wrong in it."""
    if not isinstance(text, str):
        raise DeckListError(BadLine("", f"a deck list must be a str, not {type(text).__name__}; pass a Path to `load`"))
    reader = _Reader(cards or pool())
    text = text.removeprefix("\ufeff")
    if text.lstrip().startswith("{"):
        reader.read_json(text)
    else:
        reader.read_text(text)
    return reader.deck()


def load(path: Path, cards: Pool | None = None) -> Deck:
    """The deck in a file; `read` takes its text."""
    if not isinstance(path, Path):
        raise DeckListError(BadLine("", f"a file is a Path, not {type(path).__name__}; a text is for `read`"))
    name = printable(str(path))
    return read(
        read_file(path, lambda why: DeckListError(BadLine(name, why.removeprefix(f"{name}: "))), DECK_LIST), cards
    )


class _Reader:
    """Collects the cards of a list, and everything that is wrong with it."""

    def __init__(self, cards: Pool) -> None:
        self._cards = cards
        self._names = Names(name for name in cards if name not in cards.defaults)
        self._flip_sides = Names(cards.defaults)
        self._left = Names(cards.not_understood)
        self._found: dict[Section, Entries] = {section: [] for section in HEADINGS}
        self._problems: list[BadLine] = []
        self._size = 0
        self._guesses = GUESSES
        self._headings = GUESSES

    def deck(self) -> Deck:
        if self._problems:
            raise DeckListError(*self._problems)
        one_by_one = {
            section: tuple(name for name, count in found for _ in range(count))
            for section, found in self._found.items()
        }
        return Deck(
            one_by_one["material"],
            _summed(self._found["main"]),
            one_by_one["boons"],
            _summed(self._found["sideboard"]),
        )

    def _wrong(self, where: str | int, why: str, nearest: Iterable[str] = ()) -> None:
        if isinstance(where, int):
            self._problems.append(BadLine(f"line {where}", why, tuple(nearest), where))
        else:
            self._problems.append(BadLine(printable(where), why, tuple(nearest)))

    def _near_sections(self, name: str) -> tuple[str, ...]:
        """The headings that a line may have meant; only so many lines are looked at for that."""
        self._headings -= 1
        return _near_sections(name) if self._headings >= 0 else ()

    def _no_section(self, where: str | int, name: str) -> None:
        self._wrong(where, f"no section is named {name!r}", self._near_sections(name))

    def _add(self, where: str | int, section: Section | None, count: Any, written: str) -> None:
        """Puts cards into a section, or, where none is named, where their type belongs."""
        known = isinstance(count, int) and not isinstance(count, bool) and 1 <= count <= MOST
        if not known:
            told = cut(json.dumps(count, ensure_ascii=False, default=str))
            self._wrong(where, f"{told} is not a number of copies from 1 to {MOST}")
        name = self._named(where, written)
        if known and self._size <= LARGEST < self._size + count:
            self._wrong(where, f"a deck cannot have more than {LARGEST:,} cards")
        self._size += count if known else 0
        if name is not None and known and self._size <= LARGEST:
            self._found[section or _belongs(self._cards[name])].append((name, count))

    def _named(self, where: str | int, written: str) -> str | None:
        """The card with a name. The flip side is not a card of a deck; its default side is meant."""
        name = self._names.find(written)
        if name is not None:
            return name
        flip_side = self._flip_sides.find(written)
        if flip_side is not None:
            self._wrong(where, f"{flip_side} is a flip side", (self._cards.defaults[flip_side],))
        elif (left := self._left.find(written)) is not None:
            self._wrong(where, f"{left} cannot be played: {self._cards.not_understood[left]}")
        else:
            self._wrong(where, f"no card is named {shown(written)}", self._nearest(written))
        return None

    def _nearest(self, written: str) -> tuple[str, ...]:
        """The names that may be meant. Finding them takes long, so it is done only for the first few unknown names."""
        self._guesses -= 1
        return self._names.nearest(written) if self._guesses >= 0 else ()

    # -- the text form --

    def read_text(self, text: str) -> None:
        section: Section | None = None
        empty = True
        for number, line in enumerate(_LINE_END.split(text), 1):
            line = line.strip()
            if len(line) > LONGEST_LINE:
                empty = False
                self._wrong(number, f"this line has more than {LONGEST_LINE} characters")
                continue
            if not line or (_COMMENT.match(line) and not _heading(line) and not self._near_sections(_bare(line))):
                continue
            empty = False
            section = self._line(number, line, section)
        if empty:
            self._wrong(1, "this list has no cards and no headings")

    def _line(self, number: int, line: str, section: Section | None) -> Section | None:
        """Reads a line that is not a comment. Gives the section of the next line."""
        heading = _heading(line)
        if heading is not None:
            return heading
        prefixed = _PREFIXED.fullmatch(line)
        if prefixed is None:
            self._entry(number, section, line)
        elif fold(prefixed[1]) in _ALSO:
            self._entry(number, _ALSO[fold(prefixed[1])], prefixed[2])
        else:
            self._no_section(number, prefixed[1])
        return section

    def _entry(self, number: int, section: Section | None, line: str) -> None:
        line = _REMARK.sub("", line)
        numbered = _NUMBERED.fullmatch(line)
        if numbered is not None:
            count = int(numbered[1]) if len(numbered[1]) < 10 else numbered[1]
            self._add(number, section, count, numbered[2])
        elif (name := self._names.find(line)) is not None:
            self._wrong(number, f"there is no number before {name}")
        elif _COMMENT.match(line) or _looks_like_heading(line):
            self._no_section(number, _bare(line))
        else:
            self._wrong(number, f"{line!r} is not a number and a name, such as 4 Fireball")

    # -- the JSON form --

    def read_json(self, text: str) -> None:
        try:
            whole = json.loads(text, object_pairs_hook=_once, parse_int=_bounded)
        except json.JSONDecodeError as error:
            self._wrong(error.lineno, f"this is not JSON: {error.msg}")
            return
        except RecursionError:
            self._wrong("", "this is not JSON: it is nested too deeply")
            return
        except _Twice as error:
            self._wrong("", f"this is not JSON: {error}")
            return
        sections = whole.get("cards")
        if not isinstance(sections, dict):
            self._wrong("cards", "the sections of a deck must be an object")
            return
        for name, entries in sections.items():
            self._json_section(f"cards.{name}", name, entries)

    def _json_section(self, where: str, name: str, entries: Any) -> None:
        section = _ALSO.get(fold(name))
        if section is None:
            self._no_section(where, name)
        elif not isinstance(entries, list):
            self._wrong(where, "a section must be a list of cards")
        else:
            for index, entry in enumerate(entries):
                place = f"{where}[{index}]"
                if isinstance(entry, dict) and isinstance(entry.get("name"), str) and "quantity" in entry:
                    self._add(place, section, entry["quantity"], entry["name"])
                else:
                    self._wrong(place, "a card must be an object with a name and a quantity")


def _summed(found: Iterable[tuple[str, int]]) -> dict[str, int]:
    summed: dict[str, int] = {}
    for name, count in found:
        summed[name] = summed.get(name, 0) + count
    return summed


def _belongs(face: Face) -> Section:
    """The section of a card in a list without headings."""
    if "boon" in face.words:
        return "boons"
    return "material" if is_material(face) else "main"


def _bare(line: str) -> str:
    """A heading without ornaments and without its number of cards."""
    return _COUNT.sub("", line.strip(_ORNAMENT)).strip(_ORNAMENT)


def _heading(line: str) -> Section | None:
    return _ALSO.get(fold(_bare(line)))


def _looks_like_heading(line: str) -> bool:
    return line.endswith(":") or (line[0] in "[=*<" and len(line) > 1)


def _near_sections(name: str) -> tuple[str, ...]:
    """The headings whose words are each near to the word in the same position."""
    words = fold(name).split()
    near = (
        HEADINGS[section]
        for known, section in _ALSO.items()
        if len(known.split()) == len(words) and all(map(_alike, known.split(), words))
    )
    return tuple(dict.fromkeys(near))


def _alike(known: str, word: str) -> bool:
    return difflib.SequenceMatcher(None, known, word).ratio() >= 0.75


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """A JSON object in which no key may appear twice."""
    found: dict[str, Any] = {}
    for key, value in pairs:
        if key in found:
            raise _Twice(f"the key {shown(key)} appears twice")
        found[key] = value
    return found


class _Twice(ValueError):
    """A key that stands twice in an object."""


def _bounded(digits: str) -> int | str:
    """A number, or what is written where it is longer than any; Python refuses to read very long ones."""
    return int(digits) if len(digits) < 10 else digits


# -- writing -----------------------------------------------------------------------------------------------------


def write(deck: Deck, form: Form = "text") -> str:
    """A deck as a list. The material and main deck always have headings, the other sections only if they have cards."""
    if form == "json":
        cards = {
            section: [{"name": name, "quantity": count} for name, count in entries]
            for section, entries in _sections(deck).items()
        }
        return json.dumps({"cards": cards}, indent=2, ensure_ascii=False) + "\n"
    return "".join(f"{line}\n" for heading, entries in sections(deck) for line in _lines(heading, entries))


def sections(deck: Deck) -> list[tuple[str, Entries]]:
    """The parts of a written deck: each heading with the cards under it and their numbers."""
    return [(HEADINGS[section], entries) for section, entries in _sections(deck).items()]


def _sections(deck: Deck) -> dict[Section, Entries]:
    entries: dict[Section, Entries] = {
        "material": _runs(deck.material),
        "main": list(deck.main.items()),
        "sideboard": list(deck.sideboard.items()),
        "boons": _runs(deck.boons),
    }
    return {section: found for section, found in entries.items() if found or section in ("material", "main")}


def _runs(names: Iterable[str]) -> Entries:
    """Single names as names with numbers, in the same order."""
    return [(name, len(list(group))) for name, group in itertools.groupby(names)]


def _lines(heading: str, entries: Entries) -> Iterator[str]:
    yield f"# {heading}"
    for name, count in entries:
        yield f"{count} {name}"
