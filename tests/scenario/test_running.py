"""Running a scenario: what must be so of the whole, whatever its steps are."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from archivist.rules.legal_actions import offers
from archivist.scenario import Report, ScenarioError, read_text, run

Play = Callable[..., Report]
Difference = Callable[..., str]
HAND = "hand: [Fireball, Frostbind, 3 x Idle Thoughts]"


def test_steps_must_not_be_empty() -> None:
    text = "title: t\nsetup: {A: {champion: [Spirit of Fire]}, B: {champion: [Spirit of Water]}}\nsteps: []\n"
    with pytest.raises(ScenarioError, match=r"t.yaml:3: 'steps' is empty"):
        run(read_text(text, "t.yaml"))


def test_what_is_played_must_be_among_the_offers(difference: Difference, monkeypatch: pytest.MonkeyPatch) -> None:
    step = "- A: {activate: Fireball, targets: [B/champion]}"
    full = offers.actions
    monkeypatch.setattr(offers, "actions", lambda state, seat: full(state, seat)[:1])
    assert "it was played although it was not offered" in difference(step, a=HAND)
    monkeypatch.setattr(offers, "actions", lambda state, seat: full(state, seat)[1:])
    assert "passing was not offered" in difference("- A: pass", a=HAND)


def test_a_file_must_not_end_within_a_play(play: Play, difference: Difference) -> None:
    step = "- A: {activate: Fireball}\n"
    parts = {"a": HAND, "b": "field: [Gray Wolf]"}
    assert "the scenario ends in the middle of a play: A must still" in difference(step, **parts)
    assert "ends in the middle of a play" in difference(step + "- expect: {A/hand: 4}", **parts)
    play(step + "- expect: {decision: {player: A, kind: targets}}", **parts)
    play(step + "- A: {choose: B/champion}", **parts)
