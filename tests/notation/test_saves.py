"""Saves that cannot be loaded: each is refused with a clear error, whatever is wrong with it."""

from __future__ import annotations

import json
from typing import Any

import pytest

from archivist.game import Game
from archivist.model.decision import Play
from archivist.model.errors import SaveError
from positions import number_of, simple_position


def saved(**changes: Any) -> bytes:
    """A save half way through a play, with some of its parts exchanged."""
    game = simple_position(champion=("Spirit of Fire", "Rai, Spellcrafter"), hand=["Fireball", *["Idle Thoughts"] * 5])
    game.answer(Play("activate", number_of(game, "Fireball")))
    return json.dumps({**json.loads(game.save()), **changes}).encode()


def test_a_save_continues_half_way_through_a_play() -> None:
    game = Game.load(saved())
    decision = game.decision
    assert decision is not None
    assert decision.kind == "targets"


NO_SAVES = (
    b"", b"{", b"[]", b"null", b"\xff\xfe", b'{"archivist": "0.1.0"}', b'{"archivist": "\xff"}', b"[" * 200_000,
    b'{"a":' * 200_000,
)  # fmt: skip


@pytest.mark.parametrize("data", NO_SAVES, ids=range(len(NO_SAVES)))
def test_what_is_no_save_is_refused(data: bytes) -> None:
    with pytest.raises(SaveError, match="not a saved game"):
        Game.load(data)


def test_a_save_of_another_version_says_which() -> None:
    with pytest.raises(SaveError, match=r"made by Archivist 9\.9\.9"):
        Game.load(saved(archivist="9.9.9"))


def test_a_save_of_another_format_says_which() -> None:
    with pytest.raises(SaveError, match="has format 99"):
        Game.load(saved(format=99))


def test_a_save_with_other_cards_is_refused() -> None:
    with pytest.raises(SaveError, match="other cards"):
        Game.load(saved(pool="0123456789abcdef"))


@pytest.mark.parametrize(
    "changes",
    [
        {"answers": [["x"]]},
        {"answers": [[0]]},
        {"answers": ["Fireball"]},
        {"answers": [{"type": "pass"}, {"type": "pass"}, [99]]},
        {"answers": [{"type": "play", "way": "activate", "card": 10**6}]},
        {"answers": [{"type": "play", "way": "juggle", "card": 1}]},
        {"answers": [{"type": "dance"}]},
        {"surprise": 1},
    ],
)
def test_impossible_answers_are_refused(changes: dict[str, Any]) -> None:
    with pytest.raises(SaveError, match="broken"):
        Game.load(saved(**changes))


@pytest.mark.parametrize(
    ("place", "value"),
    [
        ("field", [10**6]),
        ("clock", "noon"),
        ("turn", {}),
        ("cards", []),
        ("opportunity", 7),
        ("vain", [[0, "activate", 10**6, {"rules": []}]]),
    ],
)
def test_a_broken_position_is_refused(place: str, value: Any) -> None:
    position = json.loads(saved())["position"]
    with pytest.raises(SaveError, match="broken"):
        Game.load(saved(position={**position, place: value}))


def test_a_card_that_is_unknown_here_is_named() -> None:
    position = json.loads(saved())["position"]
    position["cards"][0]["face"] = "Firebal"
    with pytest.raises(SaveError, match="Firebal"):
        Game.load(saved(position=position))
