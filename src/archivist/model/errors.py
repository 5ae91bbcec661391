"""The errors that reach a user. Each has a type, says what is wrong and where, and leaves the game as it was."""

from __future__ import annotations

import difflib
import unicodedata
from collections.abc import Iterable, Sequence
from reprlib import Repr

import msgspec


class ArchivistError(Exception):
    """Anything that Archivist refuses; its text is meant for a person.

    Quoted text may come from a stranger's file, so control characters are removed.
    """

    def __init__(self, *said: object) -> None:
        super().__init__(*(_told(each) if isinstance(each, str) else each for each in said))


class Reason(msgspec.Struct, frozen=True, gc=False):
    """One objection to an action: the rules that forbid it, the most specific first, and why, in plain words."""

    rules: tuple[str, ...]
    why: str

    @property
    def rule(self) -> str:
        """The most specific of the rules."""
        return self.rules[0]

    def __str__(self) -> str:
        return f"{self.why} [{self.rule}]"


REVERTED = ("PC.3", "RU.13", "RU.14", "timing.6.4")
"""Why nothing remains of a refused attempt: the state, the random generator and the players' knowledge are as before."""


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
        """Every rule that forbids the attempt, and those that make it leave no trace."""
        found = [rule for reason in self.reasons for rule in reason.rules]
        return tuple(dict.fromkeys((*found, *REVERTED)))


class AnswerError(ArchivistError):
    """An answer that does not fit the pending decision, or comes from the wrong player."""


class EngineFault(ArchivistError):
    """An engine died, did not answer in time, or answered something that cannot be understood."""


class GameOver(ArchivistError):
    """The game has ended; nothing is left to decide. `rules` say why."""

    rules: tuple[str, ...] = ("turn.9.1",)


class UnknownName(ArchivistError):
    """An unknown name."""


class CardFileError(ArchivistError):
    """A card file that cannot be read; names file, card and place."""


class SaveError(ArchivistError):
    """A save that cannot be loaded."""


class ReplayError(ArchivistError):
    """A replay that cannot be read, was made with another engine or other cards, or has an impossible decision."""


class ScenarioError(ArchivistError):
    """A scenario file that is malformed or asks for something unknown."""


class BadLine(msgspec.Struct, frozen=True):
    """One line or entry of a deck list that was not understood: where it is, why, and which names may be meant."""

    where: str
    why: str
    nearest: tuple[str, ...] = ()
    line: int = 0

    def __str__(self) -> str:
        place = f"{self.where}: " if self.where else ""
        return f"{place}{self.why}{did_you_mean(self.nearest)}"


TOLD = 40
"""How many of a list's problems are told of; the others are counted."""


class DeckListError(ArchivistError, ValueError):
    """A deck list that cannot be read, or values that are not a deck; `problems` has everything that is wrong."""

    problems: tuple[BadLine, ...]

    def __init__(self, *problems: BadLine) -> None:
        told = [str(problem) for problem in problems[:TOLD]]
        more = [f"and {len(problems) - TOLD:,} more"] if len(problems) > TOLD else []
        super().__init__("\n".join((*told, *more)))
        self.problems = problems


class EndlessLoop(ArchivistError):
    """The game repeats itself, or something in it grows beyond all bounds; the game is as before the answer.

    The message names the card. The same answer is refused again, even where nothing but passing is left: the rules know
    no end for a loop that nobody breaks. Somebody acts otherwise, takes answers back or concedes; a program that plays
    for all of them stops there and counts the game as without a result.
    """


def _told(text: str) -> str:
    """Lines as errors have them: of printable characters only, and of each long one the beginning and the end."""
    if text.isprintable() and len(text) <= LONGEST_LINE:
        return text
    return "\n".join(map(_shortened, plain(text).split("\n")))


def _shortened(line: str) -> str:
    return line if len(line) <= LONGEST_LINE else f"{line[: LONGEST_LINE - ENDING - 1]}…{line[-ENDING:]}"


def plain(text: str) -> str:
    """A text that may come from a stranger as it is printed: lines of printable characters, of which tabs remain."""
    if text.isprintable():
        return text
    return "\n".join("\t".join(map(printable, line.split("\t"))) for line in text.split("\n"))


def control_in(text: str, allowed: str = "") -> str:
    """The first control character in a text, as an escape such as ``\\x1b``; nothing if there is none.

    Marks that turn the direction of writing round, or separate lines, are among them. Texts that are not plain are
    refused where they are read: cards, scenarios, replays and saves go through this.
    """
    if text.isprintable():
        return ""
    found = (each for each in text if each not in allowed and unicodedata.category(each) in CONTROLS)
    return printable(next(found, ""))


CONTROLS = frozenset(("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"))
"""The categories of characters that are no letters, signs or spaces."""


def printable(text: str) -> str:
    """The text on one line without control characters, each of which is written as an escape such as ``\\x1b``.

    What errors quote of strangers' files goes through this.
    """
    if text.isprintable():
        return text
    return "".join(each if each.isprintable() else each.encode("unicode_escape").decode("ascii") for each in text)


LONGEST_LINE = 1_000
"""How long a line of an error may be, whatever it quotes."""
ENDING = 200
"""How much of a longer one its end is."""
LONGEST = 60
"""How much of a wrong value is shown."""
NEAR = 0.6
"""How alike a suggestion must be: of the letters of both words together, the share that stands in both in this order."""
FARTHEST = 200
"""No suggestions are made for words longer than this: that would take long, and no name is as long."""
HUGE = 10**LONGEST
"""Python refuses to write very long numbers, and nobody reads them."""

_short = Repr()
_short.maxstring = _short.maxother = LONGEST
_short.maxlevel = 2


def cut(text: str, longest: int = LONGEST) -> str:
    """A text as errors quote it: only the beginning of a long one."""
    return text if len(text) <= longest else f"{text[: longest - 1]}…"


def shown(value: object) -> str:
    """A value as errors show it: on one line, without control characters, and not too long."""
    if isinstance(value, int) and not -HUGE < value < HUGE:
        return "a number of very many digits"
    return printable(_short.repr(value))[:LONGEST]


def nearest(word: str, valid: Iterable[str], most: int = 3) -> list[str]:
    """The valid words most like the given one, best first; none for a word longer than any name."""
    if len(word) > FARTHEST:
        return []
    by_fold = {each.casefold(): each for each in valid}
    found = difflib.get_close_matches(word.casefold(), by_fold, n=most, cutoff=NEAR)
    return [by_fold[each] for each in found]


def one_letter_away(word: str, valid: Iterable[str]) -> list[str]:
    """The valid words from which a word differs by one letter too many, too few, wrong, or swapped with the next."""
    return sorted(each for each in valid if _differ_by_one(word, each))


def _differ_by_one(one: str, other: str) -> bool:
    if len(one) == len(other):
        places = [index for index, pair in enumerate(zip(one, other, strict=True)) if pair[0] != pair[1]]
        swapped = len(places) == 2 and places[1] == places[0] + 1 and one[places[0]] == other[places[1]]
        return len(places) == 1 or (swapped and one[places[1]] == other[places[0]])
    short, long = sorted((one, other), key=len)
    return len(long) == len(short) + 1 and any(long[:cut] + long[cut + 1 :] == short for cut in range(len(long)))


def suggestion(word: str, valid: Iterable[str]) -> str:
    """A half sentence such as ``; did you mean Fireball?``, or nothing if no valid word is near."""
    return did_you_mean(nearest(word, valid))


def did_you_mean(close: Sequence[str]) -> str:
    """The half sentence for names that are already found."""
    return f"; did you mean {' or '.join(close)}?" if close else ""
