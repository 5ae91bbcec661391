"""The one reader of logs: takes lines apart, wherever they come from, and names the line where something is wrong."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final, get_args

import msgspec

from archivist.cards.reading import long_number
from archivist.decks import LARGEST, Deck
from archivist.history import Origin
from archivist.json_reader import read_json
from archivist.log.entries import (
    ASKED,
    CONCEDES,
    DECISIONS,
    MAGIC,
    PARTS,
    SETTINGS,
    SIDEBOARD,
    VERSIONS,
    Back,
    By,
    Ending,
    Entry,
    Head,
    Kind,
    Line,
    Mark,
    OfMatch,
    Recorded,
    lines_of,
)
from archivist.matches import Match, MatchError
from archivist.model.chance import SEEDS
from archivist.model.errors import ReplayError, control_in, printable, shown, suggestion
from archivist.notation.naming import PLAYERS
from archivist.rules.turn.formats_and_decks import Format
from archivist.text_files import REPLAY, read_content
from archivist.vocabulary.face import Face
from archivist.vocabulary.node import read as read_phrase

SEATED: Final = tuple(f"{player} {part}" for player in PLAYERS for part in ("player", "deck"))
OF_MATCHES: Final = ("match", "follows")
"""What only the journal of a game says that is one of a match."""
FIELDS: Final = ("engine", "pool", "format", "seed", "forced decisions", *SEATED)
OF_SAVES: Final = ("before", "events", "position", "answers")
"""The sections that only a save has, as JSON: answers and events before its position, the position, answers since."""
SECTIONS: Final = (
    *(f"{player} {part}" for player in PLAYERS for part in PARTS),
    *("cards", "made-up cards", "scenario"),
)
SIDEBOARDS: Final = tuple(f"{player} {SIDEBOARD}" for player in PLAYERS[:2])
CALLED: Final[dict[Kind, str]] = {"replay": "replay", "game": "saved game", "save": "save"}

_FIRST = re.compile(rf"{MAGIC} ({'|'.join(VERSIONS)}) (\S.*)")
_OLD: Final[dict[Kind, re.Pattern[str]]] = {
    "game": re.compile(r'\{"line":"game","journal":(\d+),'),
    "save": re.compile(r'\{"archivist":\s*"[^"]*",\s*"format":\s*(\d+),'),
}
"""How journals and saves began when they were JSON, with their version."""
_HEADING = re.compile(r"([^:\s][^:]*):(?: (.*))?")
_COUNTED = re.compile(r"(\d{1,3}) (.+)", re.ASCII)
_DIGEST = re.compile(r"([0-9a-f]+) (.+)", re.ASCII)
_TURN = re.compile(r"turn (\d{1,9}), ([A-D])(?:: ([0-9a-f]+))?", re.ASCII)
_MATCH = re.compile(r"best of (\d{1,2}), (\d{1,2}) to (\d{1,2}) after (\d{1,2})(?:, ([AB]) won last)?", re.ASCII)
_LAST = re.compile(r"state: [0-9a-f]{16}", re.ASCII)
_BACK = re.compile(r"back (\d{1,9})", re.ASCII)
_ENTRY = re.compile(rf"([A-D])(?: \(({'|'.join(get_args(By))})\))? (?:({CONCEDES})|([^:]+): (.+))")


class OtherKind(ReplayError):
    """What was to be read is no log of the kind that is needed, or of another version."""


def read_text(text: str, file: str, kinds: tuple[Kind, ...] = ("replay",)) -> Recorded:
    """Takes a log apart, without a last line that was being written when it was cut off.

    Raises ReplayError with the line where it is no log of these kinds, or is malformed.
    """
    lines = lines_of(text.removeprefix("\ufeff"))
    torn = len(lines) > 1 and bool(lines[-1]) and not _LAST.fullmatch(lines[-1])
    if torn or not lines[-1]:
        lines.pop()
    found = read(lines, file, kinds)
    found.torn = torn
    return found


def read_file(path: Path, kinds: tuple[Kind, ...] = ("replay",)) -> tuple[Recorded, int]:
    """Takes the log of a file apart, which may still be growing; also gives the length of its whole lines in bytes.

    Raises ReplayError, as `read_text` does, and where the file cannot be read.
    """
    data = read_content(path, ReplayError, REPLAY)
    whole = data.rfind(b"\n") + 1
    try:
        text = data[:whole].decode() + data[whole:].decode(errors="replace" if whole else "strict")
    except UnicodeDecodeError as error:
        raise ReplayError(f"{path}: not UTF-8 text ({error.reason} at byte {error.start})") from None
    return read_text(text, printable(str(path)), kinds), whole


def read(lines: Iterable[str], file: str, kinds: tuple[Kind, ...] = ("replay",)) -> Recorded:
    """Takes a log apart that comes in whole lines, such as the rows of a database."""
    return _Reader(lines, file, kinds).recorded()


class _Reader:
    """The lines of a log, and how far they are read; lines are counted from 1."""

    def __init__(self, lines: Iterable[str], file: str, kinds: tuple[Kind, ...]) -> None:
        self.file = file
        self.kinds = kinds
        self.lines = list(lines)
        self.line = 0
        for number, line in enumerate(self.lines, 1):
            if found := control_in(line, "\t"):
                raise self.wrong(f"there is a control character here ({found})", number)
        self.fields: dict[str, str] = {}
        self.sections: dict[str, list[tuple[int, str]]] = {}

    def wrong(self, problem: str, line: int = 0) -> ReplayError:
        """An error that stands on a line, the one that was read last unless another is named."""
        return ReplayError(f"{self.file}:{line or self.line}: {problem}")

    def next(self) -> str | None:
        """The next line that says something; None at the end."""
        while self.line < len(self.lines):
            self.line += 1
            text = self.lines[self.line - 1].rstrip()
            if text and not text.startswith("#"):
                return text
        return None

    def recorded(self) -> Recorded:
        kind = self._kind()
        self._head_lines(kind)
        parts = {title: lines for title, lines in self.sections.items() if title in OF_SAVES}
        found = Recorded(self.file, kind, self._head(kind), parts=parts)
        while (text := self.next()) is not None:
            if found.ending is not None and kind != "game":
                raise self.wrong(f"nothing may follow the end, but there is {shown(text.strip())}")
            ends = text.startswith("end: ")
            line = self._ending(text.removeprefix("end: "), kind) if ends else self._entry(text.strip(), kind)
            try:
                found.add(line)
            except ValueError as error:
                raise self.wrong(str(error)) from None
        return found

    # -- the head ------------------------------------------------------------------------------------------------

    def _kind(self) -> Kind:
        """What kind of log it is, and that it can be read here."""
        first = self.next() or ""
        match, wanted = _FIRST.fullmatch(first), self.kinds[0]
        for kind in self.kinds:
            old = _OLD[kind].match(first) if kind in _OLD else None
            number = old[1] if old else match[2] if match is not None and match[1] == kind else None
            if number == str(VERSIONS[kind]):
                return kind
            if number is not None:
                problem = f"this {CALLED[kind]} has format {number}; this version reads format {VERSIONS[kind]}"
                raise OtherKind(f"{self.file}:{self.line}: {problem}")
        raise OtherKind(f"{self.file}: this is not a {CALLED[wanted]} (it does not begin with '{MAGIC} {wanted}')")

    def _head_lines(self, kind: Kind) -> None:
        sections = (*SECTIONS, *{"save": OF_SAVES, "game": SIDEBOARDS, "replay": ()}[kind])
        fields = (*FIELDS, *OF_MATCHES) if kind == "game" else FIELDS
        while (text := self.next()) is not None:
            match = _HEADING.fullmatch(text)
            if match is None:
                raise self.wrong(f"this is in no section: {shown(text.strip())}")
            key, value = match[1], match[2] or ""
            if key == DECISIONS:
                return
            if key in self.fields or key in self.sections:
                raise self.wrong(f"{shown(key)} appears twice")
            if key in fields:
                self.fields[key] = value
            elif key in sections and value:
                raise self.wrong(f"{shown(key)} is a section: its contents go on the lines below it")
            elif key in sections:
                self.sections[key] = self._indented(blank=key == "scenario")
            else:
                raise self.wrong(f"unknown heading {shown(key)}{suggestion(key, (*fields, *sections, DECISIONS))}")
        raise self.wrong(f"the {CALLED[kind]} is cut off: it has no decisions")

    def _indented(self, *, blank: bool) -> list[tuple[int, str]]:
        """The indented lines that follow, each with its number."""
        found: list[tuple[int, str]] = []
        while self.line < len(self.lines):
            text = self.lines[self.line]
            if text.startswith("  "):
                found.append((self.line + 1, text[2:]))
            elif not text.strip() and blank:
                found.append((self.line + 1, ""))
            elif text.strip():
                break
            self.line += 1
        return found

    def _head(self, kind: Kind) -> Head:
        for field in ("engine", "pool"):
            if not self.fields.get(field):
                raise self.wrong(f"{field!r} is missing in the head")
        forced = self.fields.get("forced decisions", "")
        if forced not in ("", ASKED):
            raise self.wrong(f"forced decisions are {ASKED!r} or not mentioned, not {shown(forced)}")
        begun = kind != "save" or any(key in self.fields or key in self.sections for key in ("seed", "scenario"))
        return Head(
            self.fields["engine"],
            self.fields["pool"],
            self._origin() if begun else Origin(),
            dict(self._digests()),
            tuple(self._made_up()),
            forced == ASKED,
            self._seated("player"),
            self._seated("deck"),
            self._of_match(),
        )

    def _of_match(self) -> OfMatch | None:
        """Of which match the game is one, and how it stood."""
        written = self.fields.get("match")
        sideboards = tuple(seat for seat, title in enumerate(SIDEBOARDS) if title in self.sections)
        if written is None:
            if sideboards or "follows" in self.fields:
                raise self.wrong("only a game of a match has a sideboard or follows another; 'match' is missing")
            return None
        found = _MATCH.fullmatch(written)
        if found is None:
            raise self.wrong(f"a match reads 'best of 3, 1 to 0 after 1, A won last', not {shown(written)}")
        best_of, *score, played = (int(number) for number in found.groups()[:4])
        try:
            last = None if found[5] is None else PLAYERS.index(found[5])
            match = Match(best_of, 2, tuple(score), played, last)
        except MatchError as error:
            raise self.wrong(str(error)) from None
        if match.winner is not None or sum(score) > played or (last is not None and not score[last]):
            raise self.wrong(f"no unfinished match can have this score: {shown(written)}")
        return OfMatch(match, self.fields.get("follows", ""), sideboards)

    def _seated(self, part: str) -> tuple[str, ...]:
        """What the head says of each seat, in their order."""
        found = [player for player in PLAYERS if f"{player} {part}" in self.fields]
        if list(PLAYERS[: len(found)]) != found:
            raise self.wrong(f"a {part} of A, B and so on is needed; there are those of {', '.join(found)}")
        return tuple(self.fields[f"{player} {part}"] for player in found)

    def _origin(self) -> Origin:
        if "scenario" in self.sections:
            return Origin(scenario="\n".join(text for _, text in self.sections["scenario"]) + "\n")
        for field in ("format", "seed"):
            if field not in self.fields:
                raise self.wrong(f"{field!r} is missing in the head")
        format_, seed = self.fields["format"], self.fields["seed"]
        if format_ not in get_args(Format):
            raise self.wrong(f"unknown format {shown(format_)}; known: {', '.join(get_args(Format))}")
        if not re.fullmatch(r"\d{1,20}", seed, re.ASCII) or int(seed) not in SEEDS:
            raise self.wrong(f"the seed must be a number from 0 to {SEEDS[-1]}, not {shown(seed)}")
        return Origin(tuple(self._decks()), int(seed), format_)

    def _decks(self) -> Iterator[Deck]:
        present = [player for player in PLAYERS if f"{player} material" in self.sections]
        if len(present) < 2 or list(PLAYERS[: len(present)]) != present:
            raise self.wrong(f"decks of A, B and so on are needed; there are those of {', '.join(present) or 'nobody'}")
        for player in present:
            material, main, boons = (self._names(f"{player} {part}") for part in PARTS)
            side = self._names(f"{player} {SIDEBOARD}")
            yield Deck(tuple(material), _counted(main), tuple(boons), _counted(side))

    def _names(self, section: str) -> list[str]:
        found: list[str] = []
        for line, text in self.sections.get(section, ()):
            match = _COUNTED.fullmatch(text)
            if match is None:
                raise self.wrong(f"a number and a name are needed, not {shown(text)}", line)
            found.extend([match[2]] * int(match[1]))
            if len(found) > LARGEST:
                raise self.wrong(f"a deck cannot have more than {LARGEST:,} cards", line)
        return found

    def _digests(self) -> Iterator[tuple[str, str]]:
        for line, text in self.sections.get("cards", ()):
            match = _DIGEST.fullmatch(text)
            if match is None:
                raise self.wrong(f"a digest and a name are needed, not {shown(text)}", line)
            yield match[2], match[1]

    def _made_up(self) -> Iterator[Face]:
        for line, text in self.sections.get("made-up cards", ()):
            try:
                card = read_json(text)
                if long := long_number(card):
                    raise self.wrong(f"this is not a card: {long}", line)
                yield msgspec.convert(card, Face, dec_hook=read_phrase)
            except (msgspec.MsgspecError, ValueError) as error:
                raise self.wrong(f"this is not a card: {error}", line) from None

    # -- decisions -----------------------------------------------------------------------------------------------

    def _entry(self, text: str, kind: Kind) -> Line:
        if match := _TURN.fullmatch(text):
            return Mark(self.line, int(match[1]), match[2], match[3] or "")
        if kind == "game" and (match := _BACK.fullmatch(text)):
            return Back(self.line, int(match[1]))
        match = _ENTRY.fullmatch(text)
        if match is None or (kind != "game" and (match[2] or match[4] == SETTINGS)):
            raise self.wrong(f"this is not a decision: {shown(text)}")
        by: By = match[2] or "hand"  # type: ignore[assignment]
        return Entry(self.line, match[1], "" if match[3] else match[4], match[5] or "", by)

    def _ending(self, words: str, kind: Kind) -> Ending:
        """The end, with the digest that stands on the next line if there is one."""
        line, following = self.line, self.next()
        if following is None:
            return Ending(line, words)
        if following.startswith("state: "):
            return Ending(line, words, following.removeprefix("state: "))
        if kind != "game":
            raise self.wrong(f"only 'state' may follow the end, not {shown(following)}")
        self.line = line
        return Ending(line, words)


def _counted(names: Iterable[str]) -> dict[str, int]:
    counted: dict[str, int] = {}
    for name in names:
        counted[name] = counted.get(name, 0) + 1
    return counted
