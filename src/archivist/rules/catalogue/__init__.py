"""The catalogue of rules: every rule id, with a one-line statement of what the rule says.

Each event of the engine cites the ids of the rules that made it happen, each refusal cites the rule that forbids, and
each test is named after the rule it proves. This module is where such an id turns into words, and where an id that
does not exist is found out. The statements are data: one YAML file a chapter, beside this module.
"""

import re
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
import yaml

from archivist.model.errors import ArchivistError, nearest
from archivist.model.value import Value

__all__ = [
    "CHAPTERS",
    "Rule",
    "UnknownChapter",
    "UnknownRule",
    "catalogue",
    "covers",
    "definitions",
    "not_yet",
    "rule",
    "search",
    "spelled",
    "under",
]

#: The chapters in reading order: how to play cards comes first, since everything else serves it.
CHAPTERS: tuple[str, ...] = (
    "playing-cards",
    "zones",
    "turn",
    "timing",
    "combat",
    "cards",
    "abilities",
    "effects",
    "targets-and-copies",
    "keywords",
    "terms",
    "costs",
)

_Loader: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


class Rule(Value, frozen=True):
    """A rule: its id, what it says in one line, and the chapter it stands in."""

    id: str
    statement: str
    chapter: str


class UnknownRule(ArchivistError, ValueError):
    """No rule has this id; ``nearest`` holds the ids that look most like it."""

    def __init__(self, id: str, nearest: tuple[str, ...] = ()) -> None:
        super().__init__(id, nearest)
        self.id = id
        self.nearest = nearest

    def __str__(self) -> str:
        """Say which id is unknown, and what may have been meant."""
        hint = f"; did you mean {' or '.join(self.nearest)}?" if self.nearest else ""
        return f"there is no rule {self.id!r}{hint}"


class UnknownChapter(ArchivistError, ValueError):
    """The rulebook has no chapter of this name."""

    def __init__(self, chapter: str) -> None:
        super().__init__(chapter)
        self.chapter = chapter

    def __str__(self) -> str:
        """Say which chapter is unknown, and which ones there are."""
        return f"there is no chapter {self.chapter!r}; the chapters are {', '.join(CHAPTERS)}"


@cache
def catalogue() -> dict[str, Rule]:
    """Every rule by its id, chapter after chapter in reading order. Read once, on first use: treat it as read-only."""
    return {key: Rule(key, text, chapter) for chapter in CHAPTERS for key, text in _statements(chapter).items()}


@cache
def not_yet() -> dict[str, str]:
    """The rules that are not carried out yet, each with the reason. A rule that is not in here is to be followed."""
    reasons = _statements("not-yet")
    for each in reasons:
        rule(each)
    return reasons


@cache
def definitions() -> dict[str, str]:
    """The rules that only say what something is, each with what it defines. No run need show them."""
    defined = _statements("definitions")
    for each in defined:
        rule(each)
    return defined


def rule(id: str) -> Rule:
    """The rule with this id. Raises :class:`UnknownRule`, with the nearest ids, if there is none."""
    found = catalogue().get(id)
    if found is None:
        raise UnknownRule(id, tuple(nearest(id, catalogue())))
    return found


def under(id: str) -> list[Rule]:
    """The rule with this id and all clauses beneath it, in reading order.

    An id that only groups others (``CM.3``, or a chapter) gives what it groups; one that groups nothing is unknown.
    """
    found = _groups().get(id)
    if found is None:
        raise UnknownRule(id, tuple(nearest(id, catalogue())))
    return list(found)


@cache
def _groups() -> dict[str, list[Rule]]:
    """The rules in reading order under every id that covers them, their own and their chapter's among them."""
    groups: dict[str, list[Rule]] = {}
    for each in catalogue().values():
        parts = each.id.split(".")
        covering = (".".join(parts[:n]) for n in range(1, len(parts) + 1))
        for group in dict.fromkeys((each.chapter, *covering)):
            groups.setdefault(group, []).append(each)
    return groups


def spelled(text: str) -> str:
    """The id that a text means, however it is written: ``turn.md 4.16``, ``keywords: Floating Memory``, ``ca.1.2``.

    A text that means no rule, and no group of rules, is given back as it is.
    """
    words = _bare(text.replace(".md", " "))
    return _spellings().get(words) or _spellings().get(words.removeprefix("playing-cards-")) or text


def search(text: str) -> list[Rule]:
    """The rules that speak of all words of a text, the keyword or term of that name first; none if no rule does.

    A word is found by its beginning: ``intercept`` finds "intercepted" too.
    """
    name = _bare(text)
    if not name:
        return []
    words = name.split("-")
    found = [each for each in catalogue().values() if all(f"-{word}" in f"-{_bare(_whole(each))}" for word in words)]
    return sorted(found, key=lambda each: (not _defines(each.id, name), each.chapter != "keywords"))


def _whole(rule: Rule) -> str:
    return f"{rule.id} {rule.statement}"


def _defines(id: str, name: str) -> bool:
    """Whether a rule, or one that it is a clause of, is the definition of a keyword or term."""
    chapter, *parts = id.split(".")
    return chapter in ("keywords", "terms") and name in parts


@cache
def _spellings() -> dict[str, str]:
    """Every id, and every id that groups others, by its bare words."""
    return {_bare(each): each for each in _groups()}


def _bare(text: str) -> str:
    return re.sub("[^a-z0-9]+", "-", text.lower()).strip("-")


def covers(rule: str, other: str) -> bool:
    """Whether ``other`` is ``rule`` or a clause beneath it: CA.1.2 covers CA.1.2.1 but not CA.1.20."""
    return other == rule or other.startswith(f"{rule}.")


def _statements(chapter: str) -> dict[str, str]:
    """The ids and statements (or reasons) of one file beside this module, in the order of the file."""
    text = (Path(__file__).parent / f"{chapter}.yaml").read_text(encoding="utf-8")
    return msgspec.convert(yaml.load(text, Loader=_Loader), dict[str, str])
