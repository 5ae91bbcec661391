"""Shipping: the compiled cards that come with the project, as data without a printed sentence.

`python -m archivist.compiler.shipping RECORDS.json...` reads records of the card service and writes `cards/shipped.json`
and the page that lists what could not be shipped, with the reasons. Cards that are written by hand are left out.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

import msgspec

from archivist import cards
from archivist.cards import written
from archivist.compiler.card import Compiled, Unread
from archivist.compiler.records import compile_records, read_records
from archivist.compiler.usable import Usable, usable
from archivist.model.errors import ArchivistError
from archivist.vocabulary.face import Face
from archivist.vocabulary.node import write

REGENERATE: Final = "make ship RECORDS=FILE.json"
FILE: Final = Path(cards.__file__).parent / cards.SHIPPED
PAGE: Final = Path(__file__).parents[3] / "docs" / "extending" / "shipped.md"
EXPECTED: Final = 5
"""How many of the words that could have stood somewhere are listed."""

_encoder = msgspec.json.Encoder(enc_hook=write, order="deterministic")


def reason(card: Compiled) -> str:
    """Why a card was not compiled, without its sentences: the word where reading stopped and what could have stood there."""
    said = [_said(number, part) for number, part in enumerate(card.parts, 1) if isinstance(part, Unread)]
    return "; ".join([*([card.fault] if card.fault else []), *said])


def _said(number: int, part: Unread) -> str:
    why, _, detail = part.why.partition(": ")
    where = f"paragraph {number}"
    if part.word:
        more = part.why.split(", ")
        expected = ", ".join(more[:EXPECTED]) + (", ..." if len(more) > EXPECTED else "")
        return f"{where}, at *{part.word}*" + (f": {expected}" if expected else "")
    return f"{where}: {why}" if detail else f"{where}: {part.why or 'it is not understood'}"


def content(faces: Iterable[Face]) -> bytes:
    """The file with the cards: a list, one card per line."""
    return b"[\n" + b",\n".join(map(_line, faces)) + b"\n]\n"


def _line(face: Face) -> bytes:
    """A card in which the abilities that it gives are numbered: the compiler names them by their printed words."""
    if not face.grants:
        return _encoder.encode(face)
    names = {name: f"gained {number}" for number, name in enumerate(face.grants, 1)}
    return msgspec.json.encode(_renamed(msgspec.json.decode(_encoder.encode(face)), names))


def _renamed(data: Any, names: Mapping[str, str]) -> Any:
    """A piece of card data with other names for the abilities that are given."""
    if isinstance(data, list):
        return [_renamed(each, names) for each in data]
    if not isinstance(data, dict):
        return data
    changed = {key: _renamed(each, names) for key, each in data.items()}
    match changed.get("grants"):
        case dict() as given:
            changed["grants"] = {names[name]: ability for name, ability in given.items()}
        case list() as given:
            changed["grants"] = [names[name] for name in given]
    return changed


def page(found: Usable) -> str:
    """The page that lists what is not shipped."""
    lines = [
        "# Shipped cards",
        "",
        f"Besides the {len(written())} cards that are written by hand, {len(found.faces)} come with the project that the",
        "[compiler](compiler.md) made from their printed texts: `src/archivist/cards/shipped.json` has their facts and",
        "abilities in the vocabulary, and no printed sentence. Nobody edits that file. It is rewritten from records of the",
        "card service, together with this page:",
        "",
        "```",
        f"{REGENERATE}",
        "```",
        "",
        "`make cards` then proves them by running: it tries every ability of every card, and plays a thousand random",
        "games with decks of compiled cards, checking everything after every decision.",
        "",
        f"Of {len(found.faces) + len(found.left) + found.by_hand} records, {found.by_hand} are cards that are written by",
        f"hand (these take precedence), {len(found.faces)} are shipped, and {len(found.left)} are not. For each of these",
        "the table says in which paragraph and at which word reading stopped, and what was expected there.",
        "",
        "| card | why it is not shipped |",
        "| --- | --- |",
    ]
    lines += [f"| {name} | {why.replace('|', chr(92) + '|')} |" for name, why in found.left.items()]
    return "\n".join(lines) + "\n"


def main(arguments: Sequence[str] | None = None) -> None:
    """Writes the file and the page, and says how many cards there are."""
    parser = argparse.ArgumentParser(prog=REGENERATE, description="Write the compiled cards of the project anew.")
    parser.add_argument("records", nargs="+", type=Path, help="JSON files of the card service")
    try:
        records = [each for path in parser.parse_args(arguments).records for each in read_records(path.read_bytes())]
        found = usable(compile_records(records), written(), why=reason)
    except (ArchivistError, OSError) as error:
        sys.exit(str(error))
    FILE.write_bytes(content(found.faces))
    PAGE.write_text(page(found), encoding="utf-8")
    print(f"{len(found.faces)} shipped, {found.by_hand} written by hand, {len(found.left)} not shipped")


if __name__ == "__main__":
    main()
