"""The table: what has happened, what comes next, and what the game refuses."""

from __future__ import annotations

import pytest

from archivist.notation.actions import Deed
from archivist.notation.naming import Name
from archivist.scenario import read_text
from archivist.scenario.reading import start
from archivist.scenario.running import take
from archivist.scenario.table import Nowhere, Refused, Table, Unasked
from frames import framed

HAND = "hand: [Fireball, 4 x Idle Thoughts]"


def table(steps: str, taken: int = 0, **parts: str) -> Table:
    scenario = read_text(framed(steps, **parts), "t.yaml")
    found = Table(scenario, start(scenario))
    for step in scenario.steps[:taken]:
        take(found, step)
    return found


def test_a_refusal_cites_each_rule_once_and_only_those_that_it_does_not_name() -> None:
    refused = Refused("too late [timing.2.1]", ("timing.2.1", "PC.3", "PC.3"))
    assert refused.rules == ("timing.2.1", "PC.3")
    assert str(refused) == "too late [timing.2.1] [PC.3]"
    assert str(Unasked("x is given")) == "x is given"


def test_what_is_not_there_is_nowhere() -> None:
    with pytest.raises(Nowhere, match="there is no Reclaim to activate") as caught:
        table("- A: pass").meant(0, Deed("activate", Name("Reclaim", card="Reclaim")))
    assert caught.value.rules == ("PC.2", "CA.1.9.1")


def test_only_a_named_window_of_the_set_up_is_told() -> None:
    assert table("- A: pass").opened is None
    assert table("- A: pass", more="opportunity: B").opened == ("main", "B")


def test_the_events_of_a_play_in_the_making_count() -> None:
    found = table("- A: {activate: Fireball}\n- A: {choose: B/champion}", 1, a=HAND, b="field: [Giant Tortoise]")
    assert found.game.unfinished
    assert found.happened == found.game.event_count + len(found.game.unfinished)
    assert found.happened_since(0)[-len(found.game.unfinished) :] == list(found.game.unfinished)
    assert found.window() is None


@pytest.mark.parametrize(
    ("named", "expected", "another"),
    [
        ("{player: A, kind: targets}", True, False),
        ("{player: A, kind: target}", True, False),
        ("{player: B, kind: targets}", False, True),
        ("{player: A, kind: unique}", False, True),
        ("{player: A}", False, False),
        ("none", False, False),
    ],
)
def test_a_decision_is_expected_if_its_kind_and_player_are_named(named: str, expected: bool, another: bool) -> None:
    steps = f"- A: {{activate: Fireball}}\n- expect: {{decision: {named}}}\n- A: {{choose: B/champion}}"
    found = table(steps, 1, a=HAND, b="field: [Giant Tortoise]")
    assert found.asked is not None
    assert found.expects(found.asked) is expected
    assert found.expects_another(found.asked) is another


def test_the_game_says_who_must_decide_first() -> None:
    found = table("- A: {activate: Fireball}\n- A: {choose: B/champion}", 1, a=HAND, b="field: [Giant Tortoise]")
    with pytest.raises(Refused, match=r"it is player A who must decide now \(player A must decide: ") as caught:
        found.answer(1, ())
    assert "CA.1.5" in caught.value.rules


def test_nothing_is_done_once_the_game_is_over() -> None:
    found = table("- B: concede\n- A: pass", 1)
    with pytest.raises(Refused) as caught:
        found.answer(0, ())
    assert caught.value.rules == ("turn.9.1",)
