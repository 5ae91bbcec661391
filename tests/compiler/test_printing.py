"""Data out as printed text, and in again: what prints is read as the same data."""

from __future__ import annotations

from typing import Any

import pytest

from archivist.cards import written
from archivist.compiler import Facts, compile_text, printed
from archivist.compiler.engine import Unsaid
from archivist.compiler.likeness import alike
from archivist.notation.samples import _GRANTS, FAMILIES, _ability, sample, variations
from archivist.vocabulary.abilities import Text
from archivist.vocabulary.face import Face
from archivist.vocabulary.filters import Filter
from archivist.vocabulary.targets import Targets

PRINTING = {
    "Empowering Tincture": "the pool says Herb object where the text says Herb",
    "Phantasmagoria": "each card in a graveyard is put away, which is printed as all cards from it",
}
"""Cards that print but are not read again, and why."""


def again(face: Face) -> Any:
    """The abilities that a face has after it was printed and read."""
    found = compile_text(printed(face), name=face.name, facts=Facts(types=face.types))
    assert found.status == "compiled", (printed(face), found.why)
    return found


@pytest.mark.parametrize("name", sorted(written()))
def test_a_card_of_the_pool_that_prints_is_read_as_itself(name: str) -> None:
    face = written()[name]
    try:
        printed(face)
    except Unsaid:
        pytest.skip("it has no printed form yet")
    if name in PRINTING:
        with pytest.raises(AssertionError):
            again(face)
    else:
        assert alike(again(face).abilities) == alike(face.abilities)


def _sampled(node: Any) -> Face | None:
    for targets in ((), (Targets(of=Filter("ally")),)):
        ability = _ability(node, *targets)
        types = ("action",) if isinstance(ability, Text) else ("ally",)
        face = Face(name="Sample", types=types, abilities=(ability,), grants=_GRANTS)
        try:
            printed(face)
        except Unsaid:
            continue
        return face
    return None


@pytest.mark.parametrize("family", [family.name for family in FAMILIES])
def test_a_sample_that_prints_is_read_as_itself(family: str) -> None:
    nodes = next(each.nodes for each in FAMILIES if each.name == family)
    samples = [node for cls in nodes for node in (sample(cls), *(varied for _, _, varied in variations(cls)))]
    faces = [face for face in map(_sampled, samples) if face is not None]
    assert len(faces) > 5
    for face in faces:
        assert alike(again(face).abilities) == alike(face.abilities)


@pytest.mark.parametrize(
    "text",
    [
        "On Enter: You may rest Sample. If you do, draw a card and Sample becomes distant.",
        "[Class Bonus] Animal and Beast allies you control get +1 LIFE and have intercept.",
        "On Leave: Put a buff counter on each Animal and/or Beast ally you control.",
        "Whenever you activate a Spell card, deal 1 damage to target champion you don't control.",
        "At the beginning of your end phase, if you have no cards in your hand, deal 2 damage to each champion.",
    ],
)
def test_the_wording_that_was_read_gives_the_same_text_back(text: str) -> None:
    found = compile_text(text, name="Sample", facts=Facts(types=("ally",)))
    assert found.status == "compiled", found.why
    spoken = printed(found.face, found.wording)
    assert spoken.lower() == text.replace("don't", "do not").lower()


def test_without_a_wording_the_usual_one_is_taken() -> None:
    found = compile_text("Up to one target ally gains stealth until end of turn.", facts=Facts(types=("action",)))
    assert printed(found.face) == "Up to one target ally gains stealth until end of turn."
