"""Plays in one phrase."""

from __future__ import annotations

import pytest

from archivist.cards import pool
from archivist.notation.actions import Deed, read_phrase
from archivist.notation.naming import Name


@pytest.mark.parametrize(
    ("text", "deed"),
    [
        ("pass", Deed("pass")),
        ("Activate Fireball", Deed("activate", Name("Fireball", card="Fireball"))),
        (
            "activate Fireball from graveyard",
            Deed("activate", Name("Fireball", card="Fireball"), Name("graveyard", zone="graveyard")),
        ),
        (
            "ability A/field/Tome of Knowledge#2, number 3",
            Deed("ability", Name("A/field/Tome of Knowledge#2", "A", "field", "Tome of Knowledge", 2), None, 3),
        ),
        ("attack A/champion", Deed("attack", Name("A/champion", "A", "champion"))),
    ],
)
def test_what_a_phrase_means(text: str, deed: Deed) -> None:
    assert read_phrase(text, pool(), ("A", "B")) == deed


def test_a_card_may_have_the_word_from_in_its_name() -> None:
    cards = {**pool(), "Gift from graveyard": pool()["Fireball"]}
    assert read_phrase("activate Gift from graveyard", cards, "AB") == Deed(
        "activate", Name("Gift from graveyard", card="Gift from graveyard")
    )
