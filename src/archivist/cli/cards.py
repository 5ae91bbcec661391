"""``archivist cards``: lists and searches the pool, and shows a card with its rulings and scenarios."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import msgspec
import typer

from archivist.cards import pool
from archivist.cards.names import Names
from archivist.cards.search import Query, Range, known, search
from archivist.cli.paper import Paper, Table, stop
from archivist.coverage import NoSourceCheckout, source_root
from archivist.model.errors import ArchivistError, UnknownName
from archivist.notation.sheets import Sheet, cost, facts, sheet, stats
from archivist.vocabulary.face import Face
from archivist.vocabulary.node import write

SHOWN = 10
"""How many scenarios are shown unless all are asked for."""


def cards(
    name: Annotated[
        list[str] | None, typer.Argument(help="Cards to show; without names, cards are listed.", metavar="NAME")
    ] = None,
    called: Annotated[str, typer.Option("--name", help="Part of a name.", show_default=False)] = "",
    types: Annotated[list[str] | None, typer.Option("--type", help="Such as ally or regalia.")] = None,
    elements: Annotated[list[str] | None, typer.Option("--element", help="Such as fire.")] = None,
    classes: Annotated[list[str] | None, typer.Option("--class", help="Such as mage.")] = None,
    subtypes: Annotated[list[str] | None, typer.Option("--subtype", help="Such as spell.")] = None,
    keywords: Annotated[list[str] | None, typer.Option("--keyword", help="Such as floating memory.")] = None,
    cost: Annotated[str, typer.Option(help="A cost of either kind: 2, 1-3, 4+ or X.", show_default=False)] = "",
    reserve: Annotated[str, typer.Option(help="A reserve cost: 2, 1-3, 4+ or X.", show_default=False)] = "",
    memory: Annotated[str, typer.Option(help="A memory cost: 2, 1-3, 4+ or X.", show_default=False)] = "",
    all_scenarios: Annotated[bool, typer.Option("--all", help="Show all scenarios that mention the card.")] = False,
    json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Search the cards of the pool, or show some with their rulings.

    Lists the cards that fit every option given (options can be repeated); NAME shows that card, and
    several names show several. Names need no quotation marks. As JSON, one card is an object and several are a list.

    Exit status: 0, or 2 if a name or word is not known; the nearest ones are then named.
    """
    faces = pool().values()
    try:
        query = Query(
            called,
            known("type", types or ()),
            known("element", elements or ()),
            known("class", classes or ()),
            known("subtype", subtypes or (), faces),
            known("keyword", keywords or (), faces),
            *(Range.of(each) if each else None for each in (cost, reserve, memory)),
        )
    except ArchivistError as error:
        stop(error)
    if not name:
        _list(search(faces, query), json=json)
    elif query != Query():
        stop("a name shows one card, the other options list cards; give one or the other")
    else:
        _show([_found(each) for each in _names(name)], json=json, all_scenarios=all_scenarios)


def _names(words: list[str]) -> list[str]:
    """The names that words on the command line mean: the longest that cards bear, one after the other.

    What no card is named is left together at the end, so that it can be refused by its name.
    """
    known = Names((*pool(), *pool().not_understood))
    for end in range(len(words), 0, -1):
        first = " ".join(words[:end])
        if known.find(first) is not None:
            return [first, *_names(words[end:])]
    if any(len(word.split()) > 1 for word in words):
        return words  # somebody put each name into quotation marks
    return [" ".join(words)] if words else []


def _found(name: str) -> Face:
    try:
        return pool().called(name)
    except UnknownName as unknown:
        stop(unknown)


# -- the list ----------------------------------------------------------------------------------------------------


def _list(faces: list[Face], *, json: bool) -> None:
    if json:
        typer.echo(_encoded([facts(face) for face in faces]))
        return
    paper = Paper()
    table = paper.table("name", "cost", "element", "type", "class", "subtype", "stats", "keywords")
    for face in faces:
        described = facts(face)
        lists = (described.elements, described.types, described.classes, described.subtypes)
        table.add_row(
            face.name, cost(face), *(" ".join(words) for words in lists), stats(face), ", ".join(described.keywords)
        )
    paper.show(table)
    paper.note(f"{len(faces)} cards" if len(faces) != 1 else "1 card")


# -- single cards ------------------------------------------------------------------------------------------------


def _show(faces: list[Face], *, json: bool, all_scenarios: bool) -> None:
    scenarios = _scenarios()
    sheets = [sheet(face, pool(), scenarios) for face in faces]
    if json:
        typer.echo(_encoded(sheets if len(sheets) > 1 else sheets[0]))
        return
    paper = Paper()
    for index, (face, found) in enumerate(zip(faces, sheets, strict=True)):
        if index:
            typer.echo()
        _tell(paper, face, found, all_scenarios=all_scenarios)


def _tell(paper: Paper, face: Face, found: Sheet, *, all_scenarios: bool) -> None:
    paper.heading(face.name)
    paper.show(_facts(paper, found, face))
    for line in found.text:
        paper.line(line)
    _rulings(paper, found)
    _mentions(paper, found, len(found.scenarios or ()) if all_scenarios else SHOWN)


def _facts(paper: Paper, found: Sheet, face: Face) -> Table:
    described = found.facts
    rows = {
        "type": " ".join(described.types),
        "class": " ".join(described.classes),
        "subtype": " ".join(described.subtypes),
        "element": " ".join(described.elements),
        "cost": cost(face),
        "speed": described.speed,
        "stats": stats(face),
        "other side": described.flip,
        "decks": ", ".join(f"{count} in {name}" for name, count in found.decks.items()),
    }
    table = paper.grid()
    for label, value in rows.items():
        if value:
            table.add_row(label, value)
    return table


def _rulings(paper: Paper, found: Sheet) -> None:
    if found.rulings:
        paper.heading("Rulings")
        for ruling in found.rulings:
            paper.line(str(ruling))


def _mentions(paper: Paper, found: Sheet, most: int) -> None:
    if found.scenarios is None:
        paper.note("Scenarios that mention it are listed only in a source checkout.")
        return
    paper.heading(f"Scenarios ({len(found.scenarios)})")
    for mention in found.scenarios[:most]:
        paper.line(f"{mention.title}", f"scenarios/{mention.file}")
    left = len(found.scenarios) - most
    if left > 0:
        paper.note(f"and {left} more (--all)")


def _scenarios() -> Path | None:
    """The scenarios of the source checkout, if this is one."""
    try:
        return source_root() / "scenarios"
    except NoSourceCheckout:
        return None


def _encoded(value: object) -> str:
    return msgspec.json.format(msgspec.json.encode(value, enc_hook=write), indent=2).decode()
