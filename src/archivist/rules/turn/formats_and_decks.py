"""Deck building: every reason why a deck is not legal in a format (turn.10).

``problems`` takes the faces of the cards, one for each copy, and gives a list of reasons, each with its rules, the most
exact first; an empty list means that the deck is legal. It knows no files and no names of decks:

>>> from archivist.cards import pool
>>> from archivist.decks import deck
>>> cards, rai = pool(), deck("rai")
>>> main = [cards.find(name) for name in rai.main_cards]
>>> material = [cards.find(name) for name in rai.material]
>>> problems("standard", main, material)
[]
>>> print(problems("standard", main[:59], material)[0])
the main deck has 59 cards; at least 60 are needed [turn.10.standard]
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Literal

import msgspec

from archivist.model.errors import Reason
from archivist.rules.cards.card_types import is_material
from archivist.vocabulary.face import Face
from archivist.yaml_reader import read_yaml

Format = Literal["standard", "draft", "pantheon", "open"]


class Limits(
    msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True, rename=lambda name: name.replace("_", " ")
):
    """What a format asks of decks. None means that it asks nothing of the kind (turn.10.table)."""

    rule: str
    main: int
    material: tuple[int, int]
    copies: int | None = None
    material_copies: int | None = None
    side: int | None = None
    points: int | None = None
    boons: bool = False


FORMATS: dict[Format, Limits] = msgspec.convert(
    read_yaml((Path(__file__).parent / "formats.yaml").read_text("utf-8")), dict[Format, Limits]
)
"""The formats, as the file beside this one says."""


def problems(
    format: Format,
    main: Sequence[Face],
    material: Sequence[Face],
    sideboard: Sequence[Face] = (),
    boons: Sequence[Face] = (),
    banned: Container[object] = (),
) -> list[Reason]:
    """Every reason why these cards are not a legal deck in a format; `banned` are names of banned cards.

    Rules: turn.10, turn.10.table, turn.10.standard, turn.10.draft, turn.10.pantheon.
    """
    limits = FORMATS[format]
    names = dict.fromkeys(face.name for face in (*main, *material, *sideboard, *boons) if face.name in banned)
    return [
        *_misplaced(main, material, sideboard, boons),
        *_main_deck(limits, main),
        *_material_deck(limits, material),
        *_sideboard(limits, sideboard),
        *_boons(limits, boons),
        *(Reason(("turn.10",), f"{name} is banned in {format}") for name in names),
    ]


def points(face: Face) -> int:
    """What a card counts for in a sideboard: a regalia or champion 3, any other card 1 (turn.10.standard)."""
    return 3 if is_material(face) else 1


# -- where cards belong ------------------------------------------------------------------------------------------


def _misplaced(
    main: Iterable[Face], material: Iterable[Face], sideboard: Iterable[Face], boons: Iterable[Face]
) -> Iterator[Reason]:
    """Cards that cannot be where they are, each name once."""
    for place, faces in (
        ("main deck", main),
        ("material deck", material),
        ("sideboard", sideboard),
        ("Pantheon zone", boons),
    ):
        for name, face in {face.name: face for face in faces}.items():
            rule = _wrong_place(place, face)
            if rule:
                yield Reason((rule,), f"{name} cannot be in the {place}")


def _wrong_place(place: str, face: Face) -> str:
    """The rule by which a card is not for a place; none if it is.

    Tokens, masteries and statuses are no cards of a deck, and neither is the flip side of a card. Boons lie apart.
    Champions and regalia are for the material deck, all others for the main deck.

    Rules: cards.2.1, cards.4.1, cards.4.16, cards.4.19, cards.6.1, cards.7.1, cards.8.1.
    """
    if "token" in face.words:
        return "cards.8.1"
    if face.words & {"mastery", "status"}:
        return "cards.7.1"
    if face.side == "flip":
        return "cards.6.1"
    if ("boon" in face.words) != (place == "Pantheon zone"):
        return "cards.4.16"
    if place == "main deck" and is_material(face):
        return "cards.4.1" if "champion" in face.words else "cards.4.19"
    if place == "material deck" and not is_material(face):
        return "cards.2.1"
    return ""


def _number(n: int, what: str) -> str:
    return f"{n} {what}{'' if n == 1 else 's'}"


# -- each part ---------------------------------------------------------------------------------------------------


def _main_deck(limits: Limits, main: Sequence[Face]) -> Iterator[Reason]:
    if len(main) < limits.main:
        yield Reason(
            (limits.rule,), f"the main deck has {_number(len(main), 'card')}; at least {limits.main} are needed"
        )
    if limits.copies is not None:
        yield from _copies("main deck", main, limits.copies, limits.rule)


def _copies(place: str, faces: Iterable[Face], most: int, *rules: str) -> Iterator[Reason]:
    """Names of which there are too many copies."""
    for name, n in Counter(face.name for face in faces).items():
        if n > most:
            yield Reason(rules, f"{n} copies of {name} in the {place}; the limit is {most}")


def _material_deck(limits: Limits, material: Sequence[Face]) -> Iterator[Reason]:
    """Its size, a level 0 champion, single copies, and no second Divine Relic (turn.10.2)."""
    least, most = limits.material
    if not least <= len(material) <= most:
        wanted = f"exactly {most} are needed" if least == most else f"at most {most} are allowed"
        yield Reason((limits.rule,), f"the material deck has {_number(len(material), 'card')}; {wanted}")
    if not any("champion" in face.words and face.level == 0 for face in material):
        yield Reason((limits.rule, "zones.3.4", "cards.4.1"), "the material deck has no level 0 champion")
    if limits.material_copies is None:
        regalia = [face for face in material if "regalia" in face.words]
        yield from _copies("material deck", regalia, 1, "cards.4.19")
    else:
        yield from _copies("material deck", material, limits.material_copies, limits.rule, "zones.3.4", "cards.4.19")
    relics = [face.name for face in material if any(keyword.word == "divine relic" for keyword in face.keywords)]
    if len(relics) > 1:
        yield Reason(
            ("keywords.divine-relic", "turn.10.2"),
            f"the material deck has {len(relics)} cards with Divine Relic ({', '.join(relics)}); only one is allowed",
        )


def _sideboard(limits: Limits, sideboard: Sequence[Face]) -> Iterator[Reason]:
    """A standard sideboard is limited in cards and in points; a Pantheon game has none (turn.10.standard)."""
    if limits.side is None:
        return
    if len(sideboard) > limits.side:
        allowed = f"at most {limits.side} are allowed" if limits.side else "this format has none"
        yield Reason((limits.rule,), f"the sideboard has {_number(len(sideboard), 'card')}; {allowed}")
    total = sum(points(face) for face in sideboard)
    if limits.points is not None and total > limits.points:
        yield Reason((limits.rule,), f"the sideboard has {total} points; at most {limits.points} are allowed")


def _boons(limits: Limits, boons: Sequence[Face]) -> Iterator[Reason]:
    """A Pantheon deck has one Lesser and one Greater Boon, any other deck none (turn.10.pantheon, cards.4.16)."""
    if not limits.boons:
        if boons:
            yield Reason(
                (limits.rule, "cards.4.16"), f"{_number(len(boons), 'boon')} in the Pantheon zone; this format has none"
            )
        return
    for size in ("lesser boon", "greater boon"):
        n = sum(size in face.words for face in boons)
        if n != 1:
            yield Reason((limits.rule, "cards.4.16"), f"there are {_number(n, size)}; exactly one is needed")
