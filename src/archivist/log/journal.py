"""Journals: the log of a game that is being played, in a file that is only ever added to.

A journal is a replay that says in addition who plays, who gave each answer, what was taken back, and how people want to
be asked. An answer is in the file before the game goes on, so that a killed process loses none.
"""

from __future__ import annotations

import contextlib
import errno
import os
from collections.abc import Iterable
from pathlib import Path

from archivist.log import locks
from archivist.log.entries import Line, Recorded, text_of, written
from archivist.log.reading import read_file
from archivist.model.errors import SaveError

_ADDING = os.O_WRONLY | os.O_APPEND | getattr(os, "O_BINARY", 0)


class NotKept(SaveError):
    """An answer could not be written to the journal; the game must not go on as if it had been."""

    def __init__(self, told: str, why: str) -> None:
        super().__init__(told)
        self.why = why


class Journal:
    """A file that lines are added to. It is made when the first answer comes, so that a game nobody played leaves none.

    It is locked while it is open: two processes cannot go on with the same game.
    """

    def __init__(self) -> None:
        self.path: Path | None = None
        self._file: int | None = None
        self._loose = False
        self._whole: int | None = None
        """The length to which the file is cut before something is added: its last line may be incomplete."""

    @property
    def begun(self) -> bool:
        return self._file is not None

    def begin(self, paths: Iterable[Path], log: Recorded) -> None:
        """Makes the file, with the log so far, under the first of the paths that is free. Raises NotKept if it cannot."""
        try:
            for self.path in paths:
                with contextlib.suppress(FileExistsError):
                    self._file = os.open(self.path, _ADDING | os.O_CREAT | os.O_EXCL, 0o600)
                    break
            assert self._file is not None and self.path is not None
            if not locks.take(self._file):
                raise BlockingIOError(errno.EAGAIN, "another process has locked it")
            self._write(text_of(log))
            self.keep()
            _keep_directory(self.path.parent)
        except (NotKept, OSError) as error:
            if self._file is not None and self.path is not None:
                os.close(self._file)
                self._file = None
                self.path.unlink(missing_ok=True)
            why = error.why if isinstance(error, NotKept) else str(error.strerror)
            raise NotKept(f"{self.path} cannot be written: {why}; the game is not saved", why) from None

    @classmethod
    def going_on(cls, path: Path) -> tuple[Journal, Recorded]:
        """Goes on with a file after the part of it that is whole, and tells what that is.

        It is locked before it is read, so that nothing is written in between, and left as it is until a line is added.
        Raises SaveError if another process has it open, or it cannot be written, ReplayError if it cannot be read.
        """
        journal = cls()
        journal.path, journal._file = path, _locked(path)
        try:
            log, journal._whole = read_file(path, ("game",))
        except BaseException:
            journal.close()
            raise
        return journal, log

    def add(self, line: Line) -> None:
        """Adds a line. It outlives the process at once, and a power cut after `keep`."""
        self._write(f"{written(line)}\n")

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

    def _write(self, text: str) -> None:
        assert self._file is not None
        left = memoryview(text.encode())
        try:
            if self._whole is not None:
                os.ftruncate(self._file, self._whole)
                self._whole = None
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
        file = os.open(path, _ADDING)
    except OSError as error:
        raise SaveError(f"{path} cannot be written: {error.strerror}") from None
    try:
        taken = locks.take(file)
    except OSError as error:
        os.close(file)
        raise SaveError(f"{path} cannot be locked: {error.strerror}") from None
    if not taken:
        os.close(file)
        raise SaveError(f"{path} is being played in another terminal")
    return file


def _keep_directory(directory: Path) -> None:
    """Makes sure that a new file's name is on the disk too. Windows cannot be asked for that, and needs not be."""
    if hasattr(os, "O_DIRECTORY"):
        handle = os.open(directory, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
