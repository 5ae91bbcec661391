"""Where the games of a terminal are kept: their directory, their names, and copies that people save elsewhere."""

from __future__ import annotations

import contextlib
import os
import re
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from typing import NamedTuple

from archivist.cards.names import fold
from archivist.cli.play.between import open_after
from archivist.cli.play.start import Setup
from archivist.log.entries import Recorded
from archivist.log.journal import Journal
from archivist.log.reading import read_file
from archivist.model.errors import ArchivistError, SaveError

SUFFIX = ".game"


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
        if not os.access(directory, os.W_OK | os.X_OK):
            raise PermissionError(13, "Permission denied")
    except OSError as error:
        raise SaveError(
            f"games cannot be saved in {directory}: {error.strerror}; set ARCHIVIST_HOME to a writable directory"
        ) from None
    return directory


def kept() -> list[Path]:
    """The journals, the newest first."""
    found = [path for path in games().glob(f"*{SUFFIX}") if path.is_file()]
    return sorted(found, key=lambda path: (path.stat().st_mtime_ns, path.name), reverse=True)


class Kept(NamedTuple):
    """A game that is kept: its log or why it cannot be read, and whether somebody can go on with it, or its match."""

    path: Path
    log: Recorded | ArchivistError
    goes_on: bool


def all_kept() -> Iterator[Kept]:
    """All games that are kept, the newest first. A match goes on after the last of its games, unless that decides it."""
    followed: set[str] = set()
    for path in kept():
        try:
            log = read(path)
        except ArchivistError as error:
            yield Kept(path, error, goes_on=False)
            continue
        if log.head.of_match is not None:
            followed.add(log.head.of_match.follows)
        open_match = path.name not in followed and open_after(log) is not None
        yield Kept(path, log, goes_on=log.ending is None or open_match)


def unfinished() -> Iterator[Path]:
    """The games and matches that were not played to their end, the newest first; what cannot be read is left out."""
    return (each.path for each in all_kept() if each.goes_on)


def found(name: str) -> Path:
    """The file that is meant: a path, or the name or number of a game that is kept."""
    if os.path.exists(name) or os.sep in name:
        return Path(name)
    for each in kept():
        number = each.name.partition("-")[0]
        if name in (each.name, each.stem) or (name.lstrip("0") or "0") == (number.lstrip("0") or "0"):
            return each
    return Path(name)


def read(path: Path) -> Recorded:
    """The journal of a file. Raises an ArchivistError if it is none that people can go on with."""
    if not os.path.lexists(path):
        newest = [each.name for each in kept()[:3]]
        told = f"; the newest games are {', '.join(newest)}" if newest else ""
        raise SaveError(f"{path} does not exist{told}")
    log, _ = read_file(path, ("game",))
    Setup.of(log)
    return log


def going_on(path: Path) -> tuple[Journal, Recorded]:
    """Goes on with a file. A copy that somebody saved is only read: what is answered goes into a new file."""
    if not _is_kept(path) or not path.is_file():
        return Journal(), read(path)
    journal, log = Journal.going_on(path)
    try:
        Setup.of(log)
    except SaveError:
        journal.close()
        raise
    return journal, log


def new_paths(setup: Setup) -> Iterator[Path]:
    """The names under which a new game can be kept: the next number and those after it."""
    directory = games()
    numbers = [int(match[1]) for path in directory.iterdir() if (match := re.match(r"(\d+)-", path.name))]
    title = "-".join(re.sub(r"\W+", "-", fold(Path(name).stem)) for name in setup.deck_names)
    return (directory / f"{number:04d}-{title}{SUFFIX}" for number in count(max(numbers, default=0) + 1))


def write_whole(name: str, text: str, first: str) -> Path:
    """Writes a file, all of it or nothing; over another one only if that begins in the same way.

    Raises SaveError if that cannot be done. Games that are kept are not written over: they are being added to.
    """
    path = Path(os.path.expanduser(name))
    partial = path.with_name(f".archivist-{os.getpid()}.partial") if path.name else path
    try:
        if path.exists() and (_is_kept(path) or not _begins(path, first.encode())):
            raise SaveError(f"{path} already exists and is something else; choose another name")
        with open(partial, "wb") as file:
            file.write(text.encode())
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
