"""``archivist compile``: a card's printed text as data, and what of it is not understood."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import msgspec
import typer

from archivist.cli.paper import echo, stop
from archivist.compiler import Compiled, compile_records, compile_text, read_records
from archivist.compiler.entries import abilities, entry
from archivist.model.errors import ArchivistError, CardFileError
from archivist.text_files import RECORDS, read_content
from archivist.vocabulary.node import write


def compile(  # noqa: A001 - the command is called so
    what: Annotated[str, typer.Argument(help="A card's text, or a JSON file with cards.", metavar="TEXT|FILE")],
    name: Annotated[str, typer.Option(help="The name of the card whose text is given.", show_default=False)] = "",
    json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Read printed card text into the vocabulary.

    FILE is a page of the card service, a list of its records, or one record; records may have a text and no facts.
    The output can be pasted into a card file. A paragraph that is not understood becomes a comment in its place,
    with the sentence and the word where reading stopped.

    Exit status: 0, 1 if a card is not understood as a whole, or 2 if there is nothing to read.
    """
    if not what.strip():
        stop("there is no text to compile: give a card's text, or a JSON file with cards")
    try:
        found = _compiled(what, name)
    except ArchivistError as error:
        stop(error)
    if json:
        typer.echo(msgspec.json.format(msgspec.json.encode({"cards": [_data(each) for each in found]}, enc_hook=write)))
    else:
        for each in found:
            echo("\n".join(_shown(each)))
    if any(each.status != "compiled" for each in found):
        raise typer.Exit(1)


def _compiled(what: str, name: str) -> list[Compiled]:
    if not what.endswith(".json"):
        return [compile_text(what.replace("\\n", "\n"), name=name)]
    content = read_content(Path(what), CardFileError, RECORDS)
    try:
        return compile_records(read_records(content))
    except CardFileError as error:
        raise CardFileError(f"{what}: {error}") from error


def _data(card: Compiled) -> dict[str, Any]:
    found: dict[str, Any] = {"name": card.name, "status": card.status, "why": card.why}
    found["abilities"] = [_builtin(each) for each in card.abilities]
    if card.grants:
        found["grants"] = {name: _builtin(each) for name, each in card.grants.items()}
    return found


def _builtin(node: Any) -> Any:
    return msgspec.to_builtins(node, enc_hook=write)


def _shown(card: Compiled) -> list[str]:
    """A card as an entry of a card file, or, where its facts are not known, its abilities; comments say what is missing."""
    lines = [f"# {card.name or 'card'}: {card.status}{f' ({card.fault})' if card.fault else ''}"]
    if card.facts.complete:
        return [*lines, *entry(card)]
    lines += abilities(card)
    lines += [
        f"  # grants {name}: {msgspec.json.encode(_builtin(each)).decode()}" for name, each in card.grants.items()
    ]
    return lines
