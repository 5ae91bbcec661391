"""A failure becomes a scenario that is as small as the failure allows, and still fails in the same way."""

from __future__ import annotations

from typing import Any

import pytest

from archivist.arena import fuzz, shrinking
from archivist.arena.shrinking import failure_of, smallest
from archivist.arena.trying import Failed
from archivist.game import Game
from archivist.model.card import Seat
from archivist.model.errors import EndlessLoop
from archivist.model.state import State
from archivist.rules.cards import champions
from archivist.rules.timing import opportunity
from archivist.scenario import read_text
from archivist.scenario.writing import Unwritable


@pytest.fixture
def harmful_levels(monkeypatch: pytest.MonkeyPatch) -> None:
    """A defect: a champion that levels up has less than no damage."""
    level_up = champions.level_up

    def broken(state: State, seat: Seat, *more: Any) -> None:
        level_up(state, seat, *more)
        number = state.players[seat].champion
        assert number is not None
        state.alter(number, damage=-1)

    monkeypatch.setattr(champions, "level_up", broken)


@pytest.mark.usefixtures("harmful_levels")
@pytest.mark.parametrize("seed", [0, 1, 2])
def test_a_defect_is_told_by_a_scenario_of_a_few_lines(seed: int) -> None:
    played = fuzz.play(seed)
    assert played.failure is not None
    assert played.failure.failed.kind == "nothing_negative"
    assert played.suffix == ".yaml"
    text = played.reproduction.decode()
    assert text.startswith("# BrokenInvariant: nothing_negative: ")
    scenario = read_text(text, "small.yaml")
    assert len(scenario.steps) <= 5
    champions = {player.champion for player in scenario.position.players}
    cards = [card for card in scenario.position.cards if card.id not in champions and card.zone != "lineage"]
    assert len(cards) <= 10
    found = failure_of(text)
    assert found is not None
    assert found.kind == "nothing_negative"


def test_a_scenario_without_a_defect_does_not_fail(harmful_levels: None, monkeypatch: pytest.MonkeyPatch) -> None:
    text = fuzz.play(0).reproduction.decode()
    monkeypatch.undo()
    assert failure_of(text) is None


def test_an_exception_is_repeated_by_its_type_and_place(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> None:
        raise ZeroDivisionError("a defect")

    monkeypatch.setattr(champions, "level_up", broken)
    played = fuzz.play(0)
    assert played.failure is not None
    assert played.failure.failed.kind == "ZeroDivisionError in broken"
    assert "# shrinking" not in played.reproduction.decode()
    assert "test_shrinking.py" in played.reproduction.decode()
    found = failure_of(played.reproduction.decode())
    assert found is not None
    assert found.kind == played.failure.failed.kind


def test_an_offer_that_is_refused_is_repeated(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is offered and refused without a choice is a failure of the offer, also in a scenario."""
    monkeypatch.setattr(opportunity, "_pass", _refusing)
    text = (
        "setup:\n  A: {champion: [Spirit of Fire]}\n  B: {champion: [Spirit of Water]}\nsteps:\n- A: pass\n- B: pass\n"
    )
    found = failure_of(text)
    assert found is not None
    assert found.kind == "offers_exact"


def _refusing(*_: object) -> Any:
    from archivist.model.errors import Illegal, Reason

    raise Illegal(Reason(("timing.2.4",), "a defect"))
    yield


def test_endless_loops_and_hangs_are_one_kind() -> None:
    assert Failed.by(EndlessLoop("again and again")).kind == "endless"


def test_a_failure_that_comes_of_the_past_is_not_pretended(monkeypatch: pytest.MonkeyPatch) -> None:
    game = Game.from_scenario("setup:\n  A: {champion: [Spirit of Fire]}\n  B: {champion: [Spirit of Water]}\n")
    assert game.decision is not None
    with pytest.raises(Unwritable, match="a scenario from there does not fail"):
        shrinking.small_scenario(game, next(game.decision.answers()), Failed("unknown", "unknown"))


# -- leaving out -------------------------------------------------------------------------------------------------


def whole() -> dict[str, Any]:
    return {
        "title": "t",
        "seed": 4,
        "setup": {
            "turn": "A",
            "A": {
                "champion": ["one", "two"],
                "hand": ["2 x needed", "other"],
                "field": [{"card": "Wolf", "rested": True, "damage": 2, "count": 2}, "other"],
            },
            "B": {"hand": ["4 x other"]},
            "C": {},
        },
        "steps": [{"A": "pass"}, {"A": {"activate": "A/hand/needed#2"}}, {"B": "pass"}],
    }


def needs(parts: dict[str, Any]) -> bool:
    """Fails with a needed card in the hand, a damaged wolf, and the step that names the card."""
    a = parts["setup"].get("A", {})
    wolves = [entry for entry in a.get("field", ()) if isinstance(entry, dict) and entry.get("damage")]
    steps = [step for step in parts["steps"] if "activate" in step.get("A", "")]
    return "needed" in a.get("hand", ()) and bool(wolves) and bool(steps)


def test_everything_is_left_out_that_is_not_needed() -> None:
    assert smallest(whole(), needs) == {
        "title": "t",
        "setup": {"A": {"hand": ["needed"], "field": [{"card": "Wolf", "damage": 2}]}, "B": {}},
        "steps": [{"A": {"activate": "A/hand/needed"}}],
    }


def test_what_is_needed_several_times_is_gathered_again() -> None:
    def six(parts: dict[str, Any]) -> bool:
        hand: list[str] = parts["setup"].get("B", {}).get("hand", [])
        return hand.count("other") >= 3

    assert smallest(whole(), six)["setup"]["B"] == {"hand": ["3 x other"]}


def test_tries_are_limited(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shrinking, "TRIES", 3)
    asked: list[object] = []

    def always(parts: dict[str, Any]) -> bool:
        asked.append(parts)
        return False

    smallest(whole(), always)
    assert len(asked) == 3
