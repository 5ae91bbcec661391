"""Journals: every answer of a game, appended to a file as it is given, so that a killed process loses none.

A journal is text, one JSON object per line: first what makes the game (versions, seed, decks, who plays), then what was
answered, taken back and set. The file is only ever added to; what a person has answered is on the disk before anything
else goes on.
"""

from __future__ import annotations

import contextlib
import fcntl
import os
import re
import shlex
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Literal

import msgspec

from archivist.cards.names import fold
from archivist.cli.play.passing import Settings
from archivist.decks import Deck
from archivist.game import Game
from archivist.history import Origin
from archivist.model.card import Seat
from archivist.model.decision import Attack, Concede, Pass, Play, Return, Use
from archivist.model.errors import SaveError, control_in
from archivist.notation.recording import head_of
from archivist.notation.replay_format import Head
from archivist.notation.replays import begun
from archivist.notation.save_checks import ESCAPED

FORMAT = 1
SUFFIX = ".game"
FIRST = b'{"line":"game"'
"""How every journal begins."""

By = Literal["hand", "auto", "bot"]
"""Who gave an answer: a person by hand, a person's standing order to pass, or a bot."""


class Setup(msgspec.Struct, frozen=True):
    """Everything that makes a game: with the answers it is that game and no other.

    `players` has ``human`` or the name of a bot for each seat.
    """

    seed: int
    format: str
    players: tuple[str, ...]
    deck_names: tuple[str, ...]
    decks: tuple[Deck, ...]

    def humans(self) -> list[Seat]:
        return [seat for seat, player in enumerate(self.players) if player == "human"]

    def own_bots(self) -> list[str]:
        """The bots that are not part of the project but somebody's own code, such as ``mypkg:MyBot``; each once."""
        return list(dict.fromkeys(player for player in self.players if ":" in player))

    def naming_bots(self) -> str:
        """What is added to ``archivist resume`` so that it goes on with this game: the names of such bots, if any."""
        return "".join(f" --opponent {shlex.quote(name)}" for name in self.own_bots())

    def check(self) -> None:
        """Raises ValueError if nobody plays by hand, or not everyone has a deck."""
        if not self.humans():
            raise ValueError("no player is human")
        if not len(self.players) == len(self.deck_names) == len(self.decks):
            raise ValueError(f"{len(self.players)} players, but {len(self.decks)} decks")


class Header(msgspec.Struct, frozen=True, tag="game", tag_field="line"):
    """The first line of a journal. `cards` are the digests of the cards that can occur in the game, as in a replay."""

    journal: int
    archivist: str
    pool: str
    cards: dict[str, str]
    setup: Setup

    @classmethod
    def of(cls, setup: Setup, game: Game) -> Header:
        head = head_of(game)
        return cls(FORMAT, head.engine, head.pool, head.cards, setup)

    def game(self, file: str) -> Game:
        """The game at its first decision. Raises ReplayError if engine or cards here are others than those of the file."""
        setup = self.setup
        return begun(Head(self.archivist, self.pool, Origin(setup.decks, setup.seed, setup.format), self.cards), file)


class Given(msgspec.Struct, frozen=True, tag="answer", tag_field="line"):
    """An answer: who gave it, to what kind of decision, and what it was in words."""

    seat: Seat
    by: By
    kind: str
    said: str
    answer: tuple[int, ...] | str | Pass | Play | Use | Attack | Return | Concede


class Back(msgspec.Struct, frozen=True, tag="back", tag_field="line"):
    """The last so many answers were taken back."""

    answers: int


class Set(msgspec.Struct, frozen=True, tag="settings", tag_field="line"):
    """A player changed when to be asked."""

    seat: Seat
    settings: Settings


class End(msgspec.Struct, frozen=True, tag="end", tag_field="line"):
    """The game was left for good: it is over, or nobody who plays by hand is left in it."""

    result: str


Line = Given | Back | Set | End

_encoder = msgspec.json.Encoder()
_header = msgspec.json.Decoder(Header)
_line = msgspec.json.Decoder(Line)


class Story(msgspec.Struct):
    """What a journal tells: the answers that still stand, the settings, and whether the game was played to its end."""

    file: str
    header: Header
    given: list[Given]
    settings: dict[Seat, Settings]
    ended: str = ""

    def add(self, line: Line) -> None:
        """Raises ValueError if more is taken back than was given, or nobody sits where it says."""
        seats = range(len(self.header.setup.players))
        if isinstance(line, Given | Set) and line.seat not in seats:
            raise ValueError(f"there is no seat {line.seat}")
        match line:
            case Given():
                self.given.append(line)
                self.ended = ""
            case Back(answers=n):
                if not 0 < n <= len(self.given):
                    raise ValueError(f"{n} answers are taken back, but there are only {len(self.given)}")
                del self.given[len(self.given) - n :]
                self.ended = ""
            case Set(seat=seat, settings=settings):
                self.settings[seat] = settings
            case End(result=result):
                self.ended = result


# -- writing -----------------------------------------------------------------------------------------------------


class NotKept(SaveError):
    """An answer could not be written to the journal; the game must not go on as if it had been."""

    def __init__(self, told: str, why: str) -> None:
        super().__init__(told)
        self.why = why


class Journal:
    """A file that lines are added to. It is made when the first line comes, so that a game nobody played leaves none.

    It is locked while it is open: two terminals cannot go on with the same game.
    """

    def __init__(self, setup: Setup) -> None:
        self.setup = setup
        self.path: Path | None = None
        self._file: int | None = None
        self._loose = False

    @property
    def begun(self) -> bool:
        return self._file is not None

    def begin(self, game: Game, lines: Sequence[Line]) -> None:
        """Makes the file, with the lines so far."""
        self.path, self._file = _new_file(self.setup)
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            self._write(text(self.setup, game, lines))
            self.keep()
            _keep_directory(self.path.parent)
        except (NotKept, OSError) as error:
            self.path.unlink(missing_ok=True)
            os.close(self._file)
            self._file = None
            why = error.why if isinstance(error, NotKept) else error.strerror
            raise NotKept(f"{self.path} cannot be written: {why}; the game is not saved", str(why)) from None

    @classmethod
    def going_on(cls, path: Path) -> tuple[Journal, Story]:
        """Goes on with a file after the part of it that is whole, and tells what that is.

        It is locked before it is read, so that nothing is written in between. Raises SaveError if another terminal has it
        open, or it cannot be read. A copy that somebody saved is only read: what is answered goes into a new file.
        """
        if not _is_kept(path) or not path.is_file():
            story, _ = read(path)
            return cls(story.header.setup), story
        file = _locked(path)
        try:
            story, length = read(path)
            os.ftruncate(file, length)
        except OSError as error:
            os.close(file)
            raise SaveError(f"{path} cannot be written: {error.strerror}") from None
        except BaseException:
            os.close(file)
            raise
        journal = cls(story.header.setup)
        journal.path, journal._file = path, file
        return journal, story

    def add(self, line: Line) -> None:
        """Adds a line. It outlives the process at once, and a power cut after `keep`."""
        self._write(_encoder.encode(line) + b"\n")

    def keep(self) -> None:
        """Makes sure that all lines are on the disk."""
        if self._loose and self._file is not None:
            self._loose = False
            try:
                os.fsync(self._file)
            except OSError as error:
                raise self._not_kept(error) from None

    def close(self) -> None:
        """Lets others go on with the game."""
        if self._file is not None:
            try:
                self.keep()
            finally:
                os.close(self._file)
                self._file = None

    def _write(self, data: bytes) -> None:
        assert self._file is not None
        left = memoryview(data)
        try:
            while left:
                left = left[os.write(self._file, left) :]
        except OSError as error:
            raise self._not_kept(error) from None
        self._loose = True

    def _not_kept(self, error: OSError) -> NotKept:
        why = error.strerror or str(error)
        return NotKept(f"{self.path} cannot be written: {why}; earlier answers are saved", why)


def _locked(path: Path) -> int:
    """A file that lines can be added to, and nobody else can meanwhile. Raises SaveError if somebody has it."""
    try:
        file = os.open(path, os.O_WRONLY | os.O_APPEND)
    except OSError as error:
        raise SaveError(f"{path} cannot be written: {error.strerror}") from None
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        os.close(file)
        taken = isinstance(error, BlockingIOError)
        why = "is being played in another terminal" if taken else f"cannot be locked: {error.strerror}"
        raise SaveError(f"{path} {why}") from None
    return file


def text(setup: Setup, game: Game, lines: Sequence[Line]) -> bytes:
    """A whole journal."""
    return b"".join(_encoder.encode(line) + b"\n" for line in (Header.of(setup, game), *lines))


def write_whole(name: str, data: bytes, first: bytes) -> Path:
    """Writes a file, all of it or nothing; over another one only if that begins in the same way.

    Raises SaveError if that cannot be done. Games that are kept are not written over: they are being added to.
    """
    path = Path(os.path.expanduser(name))
    partial = path.with_name(f".archivist-{os.getpid()}.partial") if path.name else path
    try:
        if path.exists() and (_is_kept(path) or not _begins(path, first)):
            raise SaveError(f"{path} already exists and is something else; choose another name")
        with open(partial, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        partial.replace(path)
    except (OSError, ValueError) as error:
        why = error.strerror if isinstance(error, OSError) else str(error)
        with contextlib.suppress(OSError, ValueError):
            partial.unlink()
        raise SaveError(f"{path} cannot be written: {why}") from None
    return path


def _is_kept(path: Path) -> bool:
    return path.resolve().parent == games().resolve()


def _begins(path: Path, first: bytes) -> bool:
    if not os.path.isfile(path):
        return False
    with open(path, "rb") as file:
        return file.read(len(first)) == first


def is_journal(path: Path) -> bool:
    """Whether a file is a game that was kept or saved, whole or not."""
    try:
        return _begins(path, FIRST)
    except OSError:
        return False


# -- reading -----------------------------------------------------------------------------------------------------


def read(path: Path) -> tuple[Story, int]:
    """What a journal tells, and the length of the part that is whole. Raises SaveError, with the reason in one line.

    A line that was being written when the process was killed has no end; it was not answered yet, and is left out.
    """
    try:
        data = path.read_bytes()
    except (OSError, ValueError) as error:
        why = error.strerror if isinstance(error, OSError) else str(error)
        raise SaveError(f"{path} cannot be read: {why}{_nearest_file(path)}") from None
    whole = data[: data.rfind(b"\n") + 1]
    lines = whole.split(b"\n")[:-1]
    if not lines:
        raise SaveError(f"{path} is not a saved game: it has no first line")
    for number, line in enumerate(lines, 1):
        if ESCAPED.search(line) or control_in(line.decode("utf-8", "replace")):
            raise SaveError(f"{path} is broken at line {number}: it has control characters")
    story = Story(str(path), _checked_header(path, lines[0]), [], {})
    for number, line in enumerate(lines[1:], 2):
        try:
            story.add(_line.decode(line))
        except RecursionError:
            raise SaveError(f"{path} is broken at line {number}: it is nested too deeply") from None
        except (msgspec.MsgspecError, ValueError) as error:
            raise SaveError(f"{path} is broken at line {number}: {error}") from None
    return story, len(whole)


def _checked_header(path: Path, line: bytes) -> Header:
    try:
        head = msgspec.json.decode(line)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
        head = None
    if not isinstance(head, dict) or head.get("line") != "game":
        raise SaveError(f"{path} is not a saved game")
    if head.get("journal") != FORMAT:
        raise SaveError(f"{path} has journal format {head.get('journal')!r}; this version reads format {FORMAT}")
    try:
        header = _header.decode(line)
        header.setup.check()
        return header
    except (msgspec.MsgspecError, ValueError) as error:
        raise SaveError(f"{path} is broken at line 1: {error}") from None


# -- where journals are kept -------------------------------------------------------------------------------------


def home() -> Path:
    """Where games are kept: $ARCHIVIST_HOME, else archivist in $XDG_STATE_HOME, else in ~/.local/state."""
    own = os.environ.get("ARCHIVIST_HOME")
    if own:
        return Path(own)
    state = os.environ.get("XDG_STATE_HOME")
    return (Path(state) if state else Path.home() / ".local" / "state") / "archivist"


def games() -> Path:
    """The directory of the journals, made if it is not there. Raises SaveError if it cannot be."""
    directory = home() / "games"
    try:
        directory.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise _no_home(directory, error) from None
    if not os.access(directory, os.W_OK | os.X_OK):
        raise _no_home(directory, PermissionError(13, "Permission denied"))
    return directory


def _no_home(directory: Path, error: OSError) -> SaveError:
    return SaveError(
        f"games cannot be saved in {directory}: {error.strerror}; set ARCHIVIST_HOME to a directory that can be written"
    )


def kept() -> list[Path]:
    """The journals, the newest first."""
    found = [path for path in games().glob(f"*{SUFFIX}") if path.is_file()]
    return sorted(found, key=lambda path: (path.stat().st_mtime_ns, path.name), reverse=True)


def unfinished() -> Iterator[Path]:
    """The games that were not played to their end, the newest first; what cannot be read is left out."""
    for path in kept():
        try:
            story, _ = read(path)
        except SaveError:
            continue
        if not story.ended:
            yield path


def _new_file(setup: Setup) -> tuple[Path, int]:
    """A file under a new number."""
    directory = games()
    numbers = [int(match[1]) for path in directory.iterdir() if (match := re.match(r"(\d+)-", path.name))]
    number = max(numbers, default=0) + 1
    title = "-".join(re.sub(r"\W+", "-", fold(Path(name).stem)) for name in setup.deck_names)
    while True:
        path = directory / f"{number:04d}-{title}{SUFFIX}"
        try:
            return path, os.open(path, os.O_WRONLY | os.O_APPEND | os.O_CREAT | os.O_EXCL, 0o600)
        except FileExistsError:
            number += 1
        except OSError as error:
            raise _no_home(directory, error) from None


def _keep_directory(directory: Path) -> None:
    """Makes sure that a new file's name is on the disk too."""
    handle = os.open(directory, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def _nearest_file(path: Path) -> str:
    """The games that are kept, where one is asked for that is not there."""
    if os.path.exists(path):
        return ""
    newest = [each.name for each in kept()[:3]]
    return f"; the newest games are {', '.join(newest)}" if newest else ""


def found(name: str) -> Path:
    """The file that is meant: a path, or the name or number of a game that is kept."""
    if os.path.exists(name) or os.sep in name:
        return Path(name)
    for each in kept():
        number = each.name.partition("-")[0]
        if name in (each.name, each.stem) or (name.lstrip("0") or "0") == (number.lstrip("0") or "0"):
            return each
    return Path(name)
