"""Where text comes from: a text is always the text itself, and a `Path` is always a file.

Nothing guesses which of the two is meant, so that a text from a stranger never opens a file.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from archivist.model.errors import ArchivistError, printable


def text_of(source: str | Path, kind: str, error: Callable[[str], ArchivistError]) -> tuple[str, str]:
    """The text of a source and what errors call it: the file's name, or its kind (such as ``scenario``).

    Raises the given error where a file cannot be read, and for what is neither a text nor a Path.
    """
    if isinstance(source, Path):
        return read_file(source, error), printable(str(source))
    if isinstance(source, str):
        if not source.strip():
            raise error(f"a {kind} is needed, but this is empty")
        return source, kind
    raise error(f"a {kind} must be a str or a Path, not {type(source).__name__}")


def path_hint(source: str | Path) -> str:
    """A half sentence for a text that is not understood and has one line only: perhaps a file was meant."""
    if isinstance(source, Path) or "\n" in source.strip():
        return ""
    return "; a str is read as the text itself: to read a file, pass a Path"


def read_file(path: Path, error: Callable[[str], ArchivistError]) -> str:
    """The text of a file, in UTF-8 with or without a byte order mark. Raises the given error if it cannot be read."""
    try:
        return path.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError as wrong:
        raise error(f"{path}: not UTF-8 text ({wrong.reason} at byte {wrong.start})") from None
    except OSError as wrong:
        raise error(f"{path}: cannot be read ({wrong.strerror or wrong})") from None
    except ValueError as wrong:
        raise error(f"{path}: cannot be read ({wrong})") from None
