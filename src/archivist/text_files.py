"""Where text comes from: a text is always the text itself, and a `Path` is always a file.

Nothing guesses which of the two is meant, so that a text from a stranger never opens a file. Every file that somebody else
may have made is read here: no file that never ends, such as a device or a pipe, and none that is larger than its kind is.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Callable
from pathlib import Path
from typing import Final

from archivist.model.errors import ArchivistError, printable

Raised = Callable[[str], ArchivistError]
"""Makes the error of a kind of file from what is wrong with it."""

MEGABYTE: Final = 1_000_000
SCENARIO: Final = MEGABYTE
DECK_LIST: Final = MEGABYTE
REPLAY: Final = 8 * MEGABYTE
"""A long game has a tenth of a megabyte."""
RECORD: Final = 64 * MEGABYTE
"""What a player saw takes ten times as much room as what was answered."""
MARKS: Final = 8 * MEGABYTE
CARD_FILE: Final = 8 * MEGABYTE
RECORDS: Final = 64 * MEGABYTE
"""All cards that were ever printed, with all their editions."""


def text_of(source: str | Path, kind: str, error: Raised, most: int) -> tuple[str, str]:
    """The text of a source and what errors call it: the file's name, or its kind (such as ``scenario``).

    Raises the given error where a file cannot be read, for what is neither a text nor a Path, and for what is larger than
    such a text may be.
    """
    if isinstance(source, Path):
        return read_file(source, error, most), printable(str(source))
    if isinstance(source, str):
        if not source.strip():
            raise error(f"a {kind} is needed, but this is empty")
        if len(source) > most:
            raise error(f"a {kind} has at most {_size(most)}, and this has {_size(len(source))}")
        return source, kind
    raise error(f"a {kind} must be a str or a Path, not {type(source).__name__}")


def path_hint(source: str | Path) -> str:
    """A half sentence for a text that is not understood and has one line only: perhaps a file was meant."""
    if isinstance(source, Path) or "\n" in source.strip():
        return ""
    return "; a str is read as the text itself: to read a file, pass a Path"


def read_file(path: Path, error: Raised, most: int) -> str:
    """The text of a file, in UTF-8 with or without a byte order mark, its lines ended in any way.

    Raises the given error as `read_content` does, and where the file is no text.
    """
    try:
        text = read_content(path, error, most).decode("utf-8-sig")
    except UnicodeDecodeError as wrong:
        raise error(f"{printable(str(path))}: not UTF-8 text ({wrong.reason} at byte {wrong.start})") from None
    return text.replace("\r\n", "\n").replace("\r", "\n")


def read_content(path: Path, error: Raised, most: int) -> bytes:
    """The bytes of a file. Raises the given error if it cannot be read, is no regular file, or has more than `most` bytes.

    What it is and how large is asked before anything is read: a pipe would keep its reader waiting.
    """
    name = printable(str(path))
    try:
        problem = _problem(path.stat(), most)
        content = b"" if problem else _first_of(path, most + 1)
    except OSError as wrong:
        raise error(f"{name}: cannot be read ({wrong.strerror or wrong})") from None
    except ValueError as wrong:
        raise error(f"{name}: cannot be read ({wrong})") from None
    if problem or len(content) > most:
        raise error(f"{name}: cannot be read ({problem or f'such a file has at most {_size(most)}'})")
    return content


def _problem(there: os.stat_result, most: int) -> str:
    """Why a file is not read; of a directory the system itself says that it is one."""
    if stat.S_ISDIR(there.st_mode):
        return ""
    if not stat.S_ISREG(there.st_mode):
        return "it is a device or a pipe, and no file"
    large = there.st_size > most
    return f"it has {_size(there.st_size)}; such a file has at most {_size(most)}" if large else ""


def _first_of(path: Path, number: int) -> bytes:
    with path.open("rb") as file:
        return file.read(number)


def begins(path: Path, first: str) -> bool:
    """Whether a regular file can be read and begins in a certain way."""
    try:
        if not stat.S_ISREG(path.stat().st_mode):
            return False
        return _first_of(path, len(first.encode())) == first.encode()
    except (OSError, ValueError):
        return False


def _size(number: int) -> str:
    return f"{number / MEGABYTE:.1f} MB" if number >= MEGABYTE // 10 else f"{number:,} bytes"
