"""The parts of a log: its head, what follows line by line, and its end, each with the lines that say it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import Final, Literal

import msgspec

from archivist.decks import Deck
from archivist.history import Origin
from archivist.matches import Match
from archivist.model.card import Seat
from archivist.model.errors import printable
from archivist.notation.naming import PLAYERS
from archivist.vocabulary.face import Face
from archivist.vocabulary.node import write as write_phrase

Kind = Literal["replay", "game", "save"]
VERSIONS: Final[dict[Kind, int]] = {"replay": 1, "game": 2, "save": 3}
"""The version of each kind of log. The first journals and the first two saves were JSON."""
MAGIC: Final = "archivist"
PARTS: Final = ("material", "main", "boons")
SIDEBOARD: Final = "sideboard"
DECISIONS: Final = "decisions"
ASKED: Final = "asked"
CONCEDES: Final = "concedes"
SETTINGS: Final = "settings"

By = Literal["hand", "auto", "bot"]
"""Who gave an answer: a person by hand, a person's standing order to pass, or a bot. A replay does not say."""


class OfMatch(msgspec.Struct, frozen=True):
    """That a game is one of a match: how the match stood before it, and the file of the game before, if there was one.

    `sideboards` are the seats that brought one, even if all of it is in their decks now.
    """

    match: Match
    follows: str = ""
    sideboards: tuple[Seat, ...] = ()

    def lines(self, decks: Sequence[Deck]) -> Iterator[str]:
        match = self.match
        last = "" if match.won_last is None else f", {PLAYERS[match.won_last]} won last"
        yield f"match: best of {match.best_of}, {match.score[0]} to {match.score[1]} after {match.played}{last}"
        if self.follows:
            yield f"follows: {self.follows}"
        for seat in self.sideboards:
            cards = decks[seat].sideboard
            yield from section(f"{PLAYERS[seat]} {SIDEBOARD}", (f"{count} {name}" for name, count in cards.items()))


class Head(msgspec.Struct, frozen=True):
    """What a game was made with. `cards` are the digests of the built-in cards that can occur in it, by name.

    A journal also says who plays each seat (``human`` or the name of a bot), what their decks are called, and of which
    match the game is one, if it is. The origin of a save may be unknown, and is empty then.
    """

    engine: str
    pool: str
    origin: Origin
    cards: dict[str, str] = {}
    made_up: tuple[Face, ...] = ()
    asks_forced: bool = False
    players: tuple[str, ...] = ()
    deck_names: tuple[str, ...] = ()
    of_match: OfMatch | None = None

    def lines(self, kind: Kind, parts: Mapping[str, Iterable[str]] = {}) -> Iterator[str]:
        """The lines up to where the decisions begin; `parts` are further sections."""
        yield f"{MAGIC} {kind} {VERSIONS[kind]}"
        yield f"engine: {self.engine}"
        yield f"pool: {self.pool}"
        if self.asks_forced:
            yield f"forced decisions: {ASKED}"
        for name, player, deck in zip(PLAYERS, self.players, self.deck_names, strict=False):
            yield f"{name} player: {player}"
            yield f"{name} deck: {printable(deck)}"
        if self.origin.scenario or self.origin.decks:
            yield from _begun(self.origin)
        if kind == "game" and self.of_match is not None:
            yield from self.of_match.lines(self.origin.decks)
        if kind != "save":
            yield from section("cards", (f"{digest} {name}" for name, digest in self.cards.items()))
        if self.made_up:
            made_up = (msgspec.json.encode(face, enc_hook=write_phrase).decode() for face in self.made_up)
            yield from section("made-up cards", made_up)
        for title, entries in parts.items():
            yield from section(title, entries)
        yield f"{DECISIONS}:"


def _begun(origin: Origin) -> Iterator[str]:
    if origin.scenario:
        yield from section("scenario", lines_of(origin.scenario.rstrip()))
    else:
        yield f"format: {origin.format}"
        yield f"seed: {origin.seed}"
    for player, deck in zip(PLAYERS, origin.decks, strict=False):
        yield from section(f"{player} material", _counted(deck.material))
        yield from section(f"{player} main", (f"{count} {name}" for name, count in deck.main.items()))
        if deck.boons:
            yield from section(f"{player} boons", _counted(deck.boons))


def lines_of(text: str) -> list[str]:
    """The lines of a text, whichever system wrote it."""
    return re.split(r"\r\n|\r|\n", text)


def section(title: str, entries: Iterable[str]) -> Iterator[str]:
    yield f"{title}:"
    yield from (f"  {entry}" if entry else "" for entry in entries)


def _counted(names: Sequence[str]) -> Iterator[str]:
    """Names in their order, with how often each comes in a row."""
    return (f"{sum(1 for _ in same)} {name}" for name, same in groupby(names))


# -- lines -------------------------------------------------------------------------------------------------------


class Entry(msgspec.Struct, frozen=True):
    """A decision: on which line it stands, who decided, what it was for and what was said; no kind for a concession.

    With the kind `SETTINGS` it says how a player of a journal wants to be asked, in the words of the program they use.
    """

    line: int
    player: str
    kind: str = ""
    words: str = ""
    by: By = "hand"

    def __str__(self) -> str:
        player = self.player if self.by == "hand" else f"{self.player} ({self.by})"
        return f"{player} {self.kind}: {self.words}" if self.kind else f"{player} {CONCEDES}"


class Mark(msgspec.Struct, frozen=True):
    """That a turn has begun, and the digest of the state at its first decision; an empty one is not compared."""

    line: int
    turn: int
    player: str
    digest: str = ""

    def __str__(self) -> str:
        return f"turn {self.turn}, {self.player}{f': {self.digest}' if self.digest else ''}"


class Back(msgspec.Struct, frozen=True):
    """That the last so many decisions were taken back."""

    line: int
    decisions: int

    def __str__(self) -> str:
        return f"back {self.decisions}"


class Ending(msgspec.Struct, frozen=True):
    """How it ended, and the digest of the last state; an empty one is not compared."""

    line: int
    words: str
    digest: str = ""

    def __str__(self) -> str:
        return f"end: {self.words}\nstate: {self.digest}" if self.digest else f"end: {self.words}"


Line = Entry | Mark | Back | Ending


def written(line: Line) -> str:
    """A line as it stands in a log; what happens in a turn is set in."""
    return f"  {line}" if isinstance(line, Entry) else str(line)


class Recorded(msgspec.Struct):
    """What a log tells: the decisions that still stand, with the turns they were made in, and how the game ended.

    Without an ending the game goes on, or the log was cut off; `torn` says that its last line was incomplete and is left
    out. `settings` are the latest of each player. `parts` are the sections of a save.
    """

    file: str
    kind: Kind
    head: Head
    entries: list[Entry | Mark] = []
    settings: dict[str, Entry] = {}
    ending: Ending | None = None
    torn: bool = False
    parts: dict[str, list[tuple[int, str]]] = {}

    @property
    def decisions(self) -> list[Entry]:
        """The decisions that still stand."""
        return [each for each in self.entries if isinstance(each, Entry)]

    @property
    def turn(self) -> int | None:
        """The turn of the last mark."""
        return next((each.turn for each in reversed(self.entries) if isinstance(each, Mark)), None)

    def add(self, line: Line) -> None:
        """Goes on by a line. Raises ValueError if more is taken back than was decided."""
        match line:
            case Back(decisions=n):
                self._take_back(n)
                self.ending = None
            case Entry(kind=kind) if kind == SETTINGS:
                self.settings[line.player] = line
            case Ending():
                self.ending = line
            case _:
                self.entries.append(line)
                self.ending = None

    def _take_back(self, n: int) -> None:
        """A turn that began with a decision which is taken back has still begun."""
        own = [index for index, each in enumerate(self.entries) if isinstance(each, Entry)]
        if not 0 < n <= len(own):
            raise ValueError(f"{n} decisions are taken back, but there are only {len(own)}")
        del self.entries[own[-n] :]

    def lines(self) -> list[Line]:
        """The lines of a new log that tells the same."""
        return [*self.settings.values(), *self.entries, *([self.ending] if self.ending else [])]


def text_of(log: Recorded, parts: Mapping[str, Iterable[str]] = {}) -> str:
    """A whole log as text."""
    return "\n".join((*log.head.lines(log.kind, parts), *map(written, log.lines()), ""))
