"""The errors that reach a user: each is typed, says what is wrong and where, and leaves the game as it was."""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Sequence

import msgspec


class ArchivistError(Exception):
    """Anything that Archivist refuses; its text is meant for a person."""


class Reason(msgspec.Struct, frozen=True, gc=False):
    """One thing that stands against an action: the rules that forbid it (most exact first) and why, in plain words."""

    rules: tuple[str, ...]
    why: str

    @property
    def rule(self) -> str:
        """The most exact of the rules."""
        return self.rules[0]

    def __str__(self) -> str:
        return f"{self.why} [{self.rule}]"


REVERTED = ("PC.3", "RU.13", "RU.14", "timing.6.4")
"""Why nothing is left of a refused attempt: the state, the random generator and what players know are as before."""


class Illegal(ArchivistError):
    """An attempt that the rules refuse, with every reason. The game is as it was before the attempt (PC.3)."""

    reasons: tuple[Reason, ...]

    def __init__(self, *reasons: Reason) -> None:
        super().__init__("; ".join(str(reason) for reason in reasons))
        self.reasons = reasons

    @property
    def rule(self) -> str:
        """The rule that decides: the one of the first step that failed."""
        return self.reasons[0].rule

    @property
    def rules(self) -> tuple[str, ...]:
        """Every rule that stands against the attempt, and those by which it leaves no trace."""
        found = [rule for reason in self.reasons for rule in reason.rules]
        return tuple(dict.fromkeys((*found, *REVERTED)))


class AnswerError(ArchivistError):
    """An answer that does not fit the pending decision, or comes from the wrong player."""


class GameOver(ArchivistError):
    """The game has ended; nothing is left to decide."""


class UnknownName(ArchivistError):
    """A name that nothing here bears."""


class CardFileError(ArchivistError):
    """A card file that cannot be read; names file, card and place."""


class SaveError(ArchivistError):
    """A save that cannot be loaded."""


class ReplayError(ArchivistError):
    """A replay that cannot be read, was made with another engine or other cards, or has an impossible decision."""


class ScenarioError(ArchivistError):
    """A scenario file that is malformed or asks for something unknown."""


class BadLine(msgspec.Struct, frozen=True):
    """One line or entry of a deck list that is not understood: where it stands, why, and the names that may be meant."""

    where: str
    why: str
    nearest: tuple[str, ...] = ()
    line: int = 0

    def __str__(self) -> str:
        place = f"{self.where}: " if self.where else ""
        return f"{place}{self.why}{did_you_mean(self.nearest)}"


class DeckListError(ArchivistError):
    """A deck list that cannot be read; tells of every line that is wrong."""

    problems: tuple[BadLine, ...]

    def __init__(self, *problems: BadLine) -> None:
        super().__init__("\n".join(str(problem) for problem in problems))
        self.problems = problems


class EndlessLoop(ArchivistError):
    """The game repeats itself without anybody being able to decide otherwise."""


def nearest(word: str, valid: Iterable[str], most: int = 3) -> list[str]:
    """The valid words most like the given one, best first."""
    by_fold = {each.casefold(): each for each in valid}
    found = difflib.get_close_matches(word.casefold(), by_fold, n=most, cutoff=0.5)
    return [by_fold[each] for each in found]


def suggestion(word: str, valid: Iterable[str]) -> str:
    """A half sentence such as ``; did you mean Fireball?``, or nothing if no valid word is near."""
    return did_you_mean(nearest(word, valid))


def did_you_mean(close: Sequence[str]) -> str:
    """The half sentence for names that are already found."""
    return f"; did you mean {' or '.join(close)}?" if close else ""
