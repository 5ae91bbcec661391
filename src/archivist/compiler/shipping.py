"""Shipping: the compiled cards that come with the project, as data without a printed sentence.

`python -m archivist.compiler.shipping RECORDS.json...` reads records of the card service and writes `cards/shipped.json`
and the page that lists what could not be shipped, with the reasons. Cards that are written by hand are left out.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Final, NamedTuple

import msgspec

from archivist import cards
from archivist.cards import Pool, written
from archivist.compiler.card import Compiled, Unread
from archivist.compiler.completeness import lacking
from archivist.compiler.records import compile_records, read_records
from archivist.model.errors import ArchivistError
from archivist.vocabulary.face import Face
from archivist.vocabulary.node import write

REGENERATE: Final = "make ship RECORDS=FILE.json"
FILE: Final = Path(cards.__file__).parent / cards.SHIPPED
PAGE: Final = Path(__file__).parents[3] / "docs" / "extending" / "shipped.md"
EXPECTED: Final = 5
"""How many of the words that could have stood somewhere are listed."""

_encoder = msgspec.json.Encoder(enc_hook=write, order="deterministic")


class Shipment(NamedTuple):
    """Cards that are shipped, those that are not with the reason, and how many of the records are written by hand."""

    faces: tuple[Face, ...]
    left: dict[str, str]
    by_hand: int


def shipment(compiled: Iterable[Compiled], known: Pool) -> Shipment:
    """Which of some compiled cards can be shipped beside the cards that there are.

    A card that names another one which is neither there nor shipped is left out.
    """
    faces: dict[str, Face] = {}
    left: dict[str, str] = {}
    by_hand = 0
    for each in compiled:
        if each.name in known:
            by_hand += 1
        elif each.status != "compiled":
            left[each.name] = reason(each)
        elif lacks := lacking(each.facts):
            left[each.name] = f"the record does not give its {' and '.join(lacks)}"
        else:
            faces[each.name] = each.face
    while wrong := _unnamed(faces, known):
        left |= wrong
        faces = {name: face for name, face in faces.items() if name not in wrong}
    return Shipment(tuple(faces[name] for name in sorted(faces)), dict(sorted(left.items())), by_hand)


def _unnamed(faces: dict[str, Face], known: Pool) -> dict[str, str]:
    """Those that speak of a card or word that there is not, with the reason."""
    whole = known.joined_by(tuple(faces.values()))
    return {name: wrong for name, face in faces.items() if (wrong := whole.wrong_with(face))}


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
    return b"[\n" + b",\n".join(map(_encoder.encode, faces)) + b"\n]\n"


def page(found: Shipment) -> str:
    """The page that lists what is not shipped."""
    lines = [
        "# Shipped cards",
        "",
        f"Besides the {len(written())} cards that are written by hand, {len(found.faces)} come with the project that the",
        "[compiler](compiler.md) made from their printed texts: `src/archivist/cards/shipped.json` has their facts and",
        "abilities in the vocabulary, and no printed sentence. Nobody edits that file. It is made anew from records of the",
        "card service, together with this page:",
        "",
        "```",
        f"{REGENERATE}",
        "```",
        "",
        "`make cards` then proves them by running: it plays each card to each of its abilities, and plays a thousand random",
        "games with decks of compiled cards, checking everything after every decision.",
        "",
        f"Of {len(found.faces) + len(found.left) + found.by_hand} records, {found.by_hand} are cards that are written by",
        f"hand (these count), {len(found.faces)} are shipped, and {len(found.left)} are not. For each of these the table",
        "says in which paragraph and at which word reading stopped, and what could have stood there.",
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
        found = shipment(compile_records(records), written())
    except (ArchivistError, OSError) as error:
        sys.exit(str(error))
    FILE.write_bytes(content(found.faces))
    PAGE.write_text(page(found), encoding="utf-8")
    print(f"{len(found.faces)} shipped, {found.by_hand} written by hand, {len(found.left)} not shipped")


if __name__ == "__main__":
    main()
