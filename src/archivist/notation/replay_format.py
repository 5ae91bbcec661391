"""The text of a replay: its head, its decisions a line each, its end. Here it is only written and taken apart."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Final, get_args

import msgspec

from archivist.decks import Deck
from archivist.history import Origin
from archivist.model.chance import SEEDS
from archivist.model.errors import ReplayError, control_in, suggestion
from archivist.notation.naming import PLAYERS
from archivist.rules.deck_building import Format
from archivist.vocabulary.face import Face
from archivist.vocabulary.node import read as read_phrase
from archivist.vocabulary.node import write as write_phrase

FORMAT = 1
MAGIC = "archivist replay"
FIELDS = ("engine", "pool", "format", "seed", "forced decisions")
PARTS = ("material", "main", "boons")
SECTIONS = (*(f"{player} {part}" for player in PLAYERS for part in PARTS), "cards", "made-up cards", "scenario")
DECISIONS = "decisions"
ASKED: Final = "asked"
CONCEDES = "concedes"

_HEADING = re.compile(r"([^:\s][^:]*):(?: (.*))?")
_COUNTED = re.compile(r"(\d{1,3}) (.+)", re.ASCII)
_DIGEST = re.compile(r"([0-9a-f]+) (.+)", re.ASCII)
_TURN = re.compile(r"turn (\d+), ([A-D])(?:: ([0-9a-f]+))?", re.ASCII)
_LAST = re.compile(r"state: [0-9a-f]{16}", re.ASCII)
_ENTRY = re.compile(r"([A-D]) ([^:]+): (.+)")


class Head(msgspec.Struct, frozen=True):
    """What a game was made with. `cards` are the digests of the built-in cards that can occur in it, by name."""

    engine: str
    pool: str
    origin: Origin
    cards: dict[str, str] = {}
    made_up: tuple[Face, ...] = ()
    asks_forced: bool = False


class Entry(msgspec.Struct, frozen=True):
    """A decision: on which line it stands, who decided, what it was for and what was said; no kind for a concession."""

    line: int
    player: str
    kind: str = ""
    words: str = ""

    def __str__(self) -> str:
        return f"{self.player} {self.kind}: {self.words}" if self.kind else f"{self.player} {CONCEDES}"


class Mark(msgspec.Struct, frozen=True):
    """That a turn has begun, and the digest of the state at its first decision; an empty one is not compared."""

    line: int
    turn: int
    player: str
    digest: str = ""

    def __str__(self) -> str:
        return f"turn {self.turn}, {self.player}{f': {self.digest}' if self.digest else ''}"


class Ending(msgspec.Struct, frozen=True):
    """How it ended, and the digest of the last state; an empty one is not compared."""

    line: int
    words: str
    digest: str = ""


class Recorded(msgspec.Struct, frozen=True):
    """A replay file, taken apart. Without an ending it was cut off."""

    file: str
    head: Head
    entries: tuple[Entry | Mark, ...]
    ending: Ending | None = None


# -- writing -----------------------------------------------------------------------------------------------------


def head_lines(head: Head) -> Iterator[str]:
    """The head, up to where the decisions begin."""
    yield f"{MAGIC} {FORMAT}"
    yield f"engine: {head.engine}"
    yield f"pool: {head.pool}"
    if head.asks_forced:
        yield f"forced decisions: {ASKED}"
    origin = head.origin
    if origin.scenario:
        yield from _section("scenario", origin.scenario.rstrip().split("\n"))
    else:
        yield f"format: {origin.format}"
        yield f"seed: {origin.seed}"
    for player, deck in zip(PLAYERS, origin.decks, strict=False):
        yield from _section(f"{player} material", _counted(deck.material))
        yield from _section(f"{player} main", (f"{count} {name}" for name, count in deck.main.items()))
        if deck.boons:
            yield from _section(f"{player} boons", _counted(deck.boons))
    yield from _section("cards", (f"{digest} {name}" for name, digest in head.cards.items()))
    if head.made_up:
        made_up = (msgspec.json.encode(face, enc_hook=write_phrase).decode() for face in head.made_up)
        yield from _section("made-up cards", made_up)
    yield f"{DECISIONS}:"


def _section(title: str, entries: Iterator[str] | Sequence[str]) -> Iterator[str]:
    yield f"{title}:"
    yield from (f"  {entry}" if entry else "" for entry in entries)


def _counted(names: Sequence[str]) -> Iterator[str]:
    """Names in their order, with how often each comes in a row."""
    return (f"{sum(1 for _ in same)} {name}" for name, same in groupby(names))


# -- reading -----------------------------------------------------------------------------------------------------


def read_text(text: str, file: str) -> Recorded:
    """Takes a replay apart. Raises ReplayError with the line where it is none, or is malformed."""
    return _Reader(text, file).recorded()


class _Reader:
    """The lines of a file, and how far they are read; lines are counted from 1."""

    def __init__(self, text: str, file: str) -> None:
        self.file = file
        self.lines = text.removeprefix("\ufeff").splitlines()
        if self.lines and not text.endswith(("\n", "\r")) and not _LAST.fullmatch(self.lines[-1]):
            self.lines.pop()  # it was being written when the file was cut off
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
        self._magic()
        self._head_lines()
        head = self._head()
        entries, ending = self._body()
        return Recorded(self.file, head, tuple(entries), ending)

    # -- the head ------------------------------------------------------------------------------------------------

    def _magic(self) -> None:
        first = self.next() or ""
        if not first.startswith(f"{MAGIC} "):
            raise ReplayError(f"{self.file}: this is not a replay (it does not begin with '{MAGIC}')")
        number = first.removeprefix(f"{MAGIC} ")
        if number != str(FORMAT):
            raise self.wrong(f"this replay has format {number}; this version reads format {FORMAT}")

    def _head_lines(self) -> None:
        while (text := self.next()) is not None:
            match = _HEADING.fullmatch(text)
            if match is None:
                raise self.wrong(f"this belongs to no section: {text.strip()!r}")
            key, value = match[1], match[2] or ""
            if key == DECISIONS:
                return
            if key in self.fields or key in self.sections:
                raise self.wrong(f"{key!r} appears twice")
            if key in FIELDS:
                self.fields[key] = value
            elif key in SECTIONS:
                self.sections[key] = self._indented(blank=key == "scenario")
            else:
                raise self.wrong(f"unknown heading {key!r}{suggestion(key, (*FIELDS, *SECTIONS, DECISIONS))}")
        raise self.wrong("the replay is cut off: it has no decisions")

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

    def _head(self) -> Head:
        for field in ("engine", "pool"):
            if not self.fields.get(field):
                raise self.wrong(f"{field!r} is missing in the head")
        forced = self.fields.get("forced decisions", "")
        if forced not in ("", ASKED):
            raise self.wrong(f"forced decisions are {ASKED!r} or not mentioned, not {forced!r}")
        cards = dict(self._digests())
        made_up = tuple(self._made_up())
        return Head(self.fields["engine"], self.fields["pool"], self._origin(), cards, made_up, forced == ASKED)

    def _origin(self) -> Origin:
        if "scenario" in self.sections:
            return Origin(scenario="\n".join(text for _, text in self.sections["scenario"]) + "\n")
        for field in ("format", "seed"):
            if field not in self.fields:
                raise self.wrong(f"{field!r} is missing in the head")
        kind, seed = self.fields["format"], self.fields["seed"]
        if kind not in get_args(Format):
            raise self.wrong(f"unknown format {kind!r}; known: {', '.join(get_args(Format))}")
        if not re.fullmatch(r"\d{1,20}", seed, re.ASCII) or int(seed) not in SEEDS:
            raise self.wrong(f"the seed must be a number from 0 to {SEEDS[-1]}, not {seed!r}")
        return Origin(tuple(self._decks()), int(seed), kind)

    def _decks(self) -> Iterator[Deck]:
        present = [player for player in PLAYERS if f"{player} material" in self.sections]
        if len(present) < 2 or list(PLAYERS[: len(present)]) != present:
            raise self.wrong(f"decks of A, B and so on are needed; there are those of {', '.join(present) or 'nobody'}")
        for player in present:
            material, main, boons = (self._names(f"{player} {part}") for part in PARTS)
            counted: dict[str, int] = {}
            for name in main:
                counted[name] = counted.get(name, 0) + 1
            yield Deck(tuple(material), counted, tuple(boons))

    def _names(self, section: str) -> list[str]:
        found: list[str] = []
        for line, text in self.sections.get(section, ()):
            match = _COUNTED.fullmatch(text)
            if match is None:
                raise self.wrong(f"a number and a name are needed, not {text!r}", line)
            found.extend([match[2]] * int(match[1]))
        return found

    def _digests(self) -> Iterator[tuple[str, str]]:
        for line, text in self.sections.get("cards", ()):
            match = _DIGEST.fullmatch(text)
            if match is None:
                raise self.wrong(f"a digest and a name are needed, not {text!r}", line)
            yield match[2], match[1]

    def _made_up(self) -> Iterator[Face]:
        for line, text in self.sections.get("made-up cards", ()):
            try:
                yield msgspec.json.decode(text, type=Face, dec_hook=read_phrase)
            except (msgspec.MsgspecError, ValueError) as error:
                raise self.wrong(f"this is not a card: {error}", line) from None

    # -- decisions -----------------------------------------------------------------------------------------------

    def _body(self) -> tuple[list[Entry | Mark], Ending | None]:
        entries: list[Entry | Mark] = []
        while (text := self.next()) is not None:
            if text.startswith("end: "):
                return entries, self._ending(text.removeprefix("end: "))
            entries.append(self._entry(text.strip()))
        return entries, None

    def _entry(self, text: str) -> Entry | Mark:
        if match := _TURN.fullmatch(text):
            return Mark(self.line, int(match[1]), match[2], match[3] or "")
        player, _, rest = text.partition(" ")
        if rest == CONCEDES and player in PLAYERS:
            return Entry(self.line, player)
        if match := _ENTRY.fullmatch(text):
            return Entry(self.line, match[1], match[2], match[3])
        raise self.wrong(f"this is not a decision: {text!r}")

    def _ending(self, words: str) -> Ending:
        line = self.line
        text = self.next()
        if text is None:
            return Ending(line, words)
        if not text.startswith("state: "):
            raise self.wrong(f"only 'state' may follow the end, not {text!r}")
        digest = text.removeprefix("state: ")
        if (more := self.next()) is not None:
            raise self.wrong(f"nothing may follow the end, but there is {more.strip()!r}")
        return Ending(line, words, digest)
