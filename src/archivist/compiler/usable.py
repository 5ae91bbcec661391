"""Which compiled cards can be played: all of their text is understood, all facts are there, and all they name exists."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable
from typing import NamedTuple

from archivist.cards import Pool
from archivist.compiler.card import Compiled
from archivist.compiler.completeness import lacking
from archivist.vocabulary.face import Face


class Usable(NamedTuple):
    """Cards that can be played, those that cannot with the reason, and how many are written by hand."""

    faces: tuple[Face, ...]
    left: dict[str, str]
    by_hand: int


def usable(
    compiled: Iterable[Compiled],
    known: Pool,
    beside: Iterable[Face] = (),
    why: Callable[[Compiled], str] = lambda card: card.why,
    flip_sides: Container[str] = (),
) -> Usable:
    """Which of some compiled cards can be played beside the cards that there are.

    Cards of the `known` pool are left out, for these count; those `beside` it may be named, and are replaced by compiled
    cards of the same name. A card that names another one which there is not is left out as well. Flip sides need no cost.
    """
    faces: dict[str, Face] = {}
    left: dict[str, str] = {}
    by_hand = 0
    for each in compiled:
        if each.name in known:
            by_hand += 1
        elif each.status != "compiled":
            left[each.name] = why(each)
        elif lacks := [fact for fact in lacking(each.facts) if fact != "cost" or each.name not in flip_sides]:
            left[each.name] = f"the record does not give its {' and '.join(lacks)}"
        else:
            faces[each.name] = each.face
    others = {face.name: face for face in beside if face.name not in known}
    while wrong := _unnamed(faces, known, others):
        left |= wrong
        faces = {name: face for name, face in faces.items() if name not in wrong}
    return Usable(tuple(faces[name] for name in sorted(faces)), dict(sorted(left.items())), by_hand)


def _unnamed(faces: dict[str, Face], known: Pool, others: dict[str, Face]) -> dict[str, str]:
    """Those that speak of a card or word that there is not, with the reason."""
    whole = known.joined_by(tuple((others | faces).values()))
    return {name: wrong for name, face in faces.items() if (wrong := whole.wrong_with(face))}
