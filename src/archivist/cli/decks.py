"""``archivist decks``: lists the decks that come with the project, shows, checks and converts decks."""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Annotated, Any, get_args

import msgspec
import typer

from archivist.bots.class_decks import class_deck
from archivist.bots.dice import Dice
from archivist.cards import pool
from archivist.cards.names import Names
from archivist.cli.paper import Paper, stop
from archivist.decks import Deck, banned_in, why_not_legal
from archivist.decks import decks as project_decks
from archivist.decks.bans import bans
from archivist.model import chance
from archivist.model.errors import ArchivistError, DeckListError, Reason, did_you_mean, printable
from archivist.notation import decklists, sheets
from archivist.rules.turn.formats_and_decks import Format


def decks(
    deck: Annotated[
        list[str] | None,
        typer.Argument(help="The name of a deck, or a file; with --random, a class and elements.", metavar="NAME|FILE"),
    ] = None,
    format: Annotated[
        str, typer.Option(help="The format to check for: standard, draft, pantheon or open.")
    ] = "standard",
    write: Annotated[
        str, typer.Option(help="Print the deck as a list instead: text or json.", show_default=False)
    ] = "",
    json: Annotated[bool, typer.Option("--json", help="Print the list of decks, or the verdict, as JSON.")] = False,
    random: Annotated[
        bool, typer.Option("--random", help="Make a legal deck of a class and elements: --random mage fire.")
    ] = False,
    seed: Annotated[
        int | None, typer.Option(help="The same seed makes the same random deck.", show_default="any", min=0)
    ] = None,
) -> None:
    """List, show, check, convert and make decks.

    Without a deck, those that come with the project are listed. A random deck is printed as a list.

    Exit status: 0 the deck is legal in the format, 1 it is not, 2 it cannot be read or made. Converting does not check.
    """
    wanted = _one_of("format", format, get_args(Format))
    words = deck or []
    if random:
        made = _random(words, seed)
        typer.echo(decklists.write(made, _one_of("form", write or "text", get_args(decklists.Form))), nl=False)
        return
    if len(words) > 1:
        stop(f"one deck at a time, not {len(words)}; put a name with spaces in quotation marks")
    if not words:
        _list(json=json)
        return
    name, found = read_deck(words[0])
    if write:
        typer.echo(decklists.write(found, _one_of("form", write, get_args(decklists.Form))), nl=False)
        return
    reasons = why_not_legal(found, wanted)
    if json:
        said = {"deck": name, "format": wanted, "legal": not reasons, "reasons": reasons}
        typer.echo(msgspec.json.encode(said).decode())
    else:
        _show(Paper(), name, found, wanted, reasons)
    raise typer.Exit(1 if reasons else 0)


def _random(words: Sequence[str], seed: int | None) -> Deck:
    """A deck made by dice, of a class and elements; these may be joined by commas."""
    if not words:
        stop("a random deck needs a class, and may have elements: archivist decks --random mage fire")
    of_class, *elements = (part.casefold() for word in words for part in word.split(",") if part)
    try:
        return class_deck(Dice(chance.drawn_seed() if seed is None else seed), of_class, elements)
    except ArchivistError as error:
        stop(error)


def _one_of(kind: str, word: str, valid: tuple[str, ...]) -> Any:
    word = word.casefold()
    if word not in valid:
        stop(f"no {kind} is named {word!r}; there are {', '.join(valid)}")
    return word


def read_deck(deck: str) -> tuple[str, Deck]:
    """A deck of the project or of a file, with its name."""
    names = Names(project_decks())
    name = names.find(deck)
    if name is not None:
        return name, project_decks()[name]
    path = Path(deck)
    if not os.path.exists(path):
        near = "" if path.name != deck or path.suffix else did_you_mean(names.nearest(deck))
        stop(f"{deck!r} is neither a deck of this project nor a file{near}")
    try:
        return printable(deck), decklists.load(path)
    except DeckListError as error:
        whole = error.problems[0].where == printable(deck)
        stop(error if whole else f"{deck} cannot be read:\n{error}")


# -- showing -----------------------------------------------------------------------------------------------------


def _list(*, json: bool) -> None:
    found = project_decks()
    if json:
        typer.echo(msgspec.json.encode(found).decode())
        return
    paper = Paper()
    table = paper.table("name", "champion", "elements", "material", "main")
    for name, deck in found.items():
        table.add_row(
            name, _champion(deck), " ".join(_elements(deck)), str(len(deck.material)), str(len(deck.main_cards))
        )
    paper.show(table)


def _champion(deck: Deck) -> str:
    """The lineage that a deck can level through."""
    names = (pool()[name].lineage_name for name in deck.material if "champion" in pool()[name].words)
    return ", ".join(dict.fromkeys(name for name in names if name))


def _elements(deck: Deck) -> list[str]:
    return sorted({element for name in (*deck.material, *deck.main) for element in pool()[name].elements} - {"norm"})


def _show(paper: Paper, name: str, deck: Deck, format: Format, reasons: Iterable[Reason]) -> None:
    for title, entries in decklists.sections(deck):
        paper.heading(f"{title} ({sum(count for _, count in entries)})")
        table = paper.grid()
        for card, count in entries:
            face = pool()[card]
            table.add_row(f"{count:>4}", card, " ".join(face.types), sheets.cost(face))
        paper.show(table)
    reasons = list(reasons)
    if (banned := banned_in(deck, format)) and not reasons:
        since = bans().date
        paper.note(f"{', '.join(banned)}: banned since {since}, but the project's decks may be played unchanged")
    paper.heading(f"{name} is {'not ' if reasons else ''}legal in {format}")
    for reason in reasons:
        paper.line(reason.why, f"[{', '.join(reason.rules)}]")
