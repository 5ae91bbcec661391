"""The examples of the project: every scenario of a checkout by rule and by card. An installed package has none."""

from __future__ import annotations

import re
from collections import defaultdict
from functools import cache
from pathlib import Path
from typing import Final

import msgspec

import archivist
from archivist.cards import pool

FOLDER: Final = Path(archivist.__file__).parents[2] / "scenarios"
_TITLE: Final = re.compile(r"^title:[ \t]*(.+?)[ \t]*$", re.MULTILINE)
_CITES: Final = re.compile(r"^cites:[ \t]*\[([^\]]*)\]", re.MULTILINE)


class Example(msgspec.Struct, frozen=True):
    """A scenario of the project: its file within the scenarios, its title, and the rules it cites."""

    file: str
    title: str
    cites: tuple[str, ...]

    @property
    def chapter(self) -> str:
        return self.file.partition("/")[0]


@cache
def examples() -> dict[str, Example]:
    """All examples by their files."""
    found = {}
    for path in sorted(FOLDER.rglob("*.yaml")):
        file = path.relative_to(FOLDER).as_posix()
        text = path.read_text("utf-8")
        title, cites = _TITLE.search(text), _CITES.search(text)
        ids = tuple(each.strip(" '\"") for each in cites[1].split(",")) if cites else ()
        found[file] = Example(file, title[1].strip("'\"") if title else file, tuple(filter(None, ids)))
    return found


@cache
def by_rule() -> dict[str, list[Example]]:
    """The examples that cite each rule."""
    found: defaultdict[str, list[Example]] = defaultdict(list)
    for each in examples().values():
        for rule in each.cites:
            found[rule].append(each)
    return dict(found)


@cache
def by_card(name: str) -> list[Example]:
    """The examples that mention a card, those with it in their titles first; part of a longer name is no mention."""
    longer = sorted((each for each in pool() if name in each), key=len, reverse=True)
    pattern = re.compile("|".join(rf"(?<!\w){re.escape(each)}(?!\w)" for each in longer))
    found = []
    for each in examples().values():
        text = text_of(each.file)
        if name in text and any(match[0] == name for match in pattern.finditer(text)):
            found.append(each)
    return sorted(found, key=lambda each: name not in each.title)


@cache
def text_of(file: str) -> str:
    """The text of an example; KeyError if the project has none in this file."""
    return (FOLDER / examples()[file].file).read_text("utf-8")


def matching(words: str, most: int) -> list[Example]:
    """The examples whose titles, files or rules have all these words."""
    wanted = words.casefold().split()
    told = ((each, f"{each.file} {each.title} {' '.join(each.cites)}".casefold()) for each in examples().values())
    return [each for each, text in told if all(word in text for word in wanted)][:most]
