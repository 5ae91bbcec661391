"""Whoever must decide leaves instead, at every question that the scenarios ask: nobody is asked for them (turn.9.9)."""

from __future__ import annotations

import contextlib
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from archivist.arena.invariants import Watch
from archivist.arena.playing import Dice, choose
from archivist.game import Game
from archivist.model.errors import AnswerError, Illegal, ScenarioError
from archivist.scenario import read_text
from archivist.scenario.reading import start
from archivist.scenario.running import played
from archivist.scenario.table import Table
from archivist.yaml_reader import read_yaml
from mass import seeds

SCENARIOS = Path(__file__).resolve().parents[3] / "scenarios"
THIRD = {"champion": ["Spirit of Wind"], "deck": ["10 x Giant Tortoise"]}
PARTS, AFTERWARDS = 100, 3
"""In how many parts the scenarios are tried, and how far a game goes on after somebody left."""


def with_a_third(text: str) -> str:
    """A scenario with one more player, who passes whenever it is their turn to, and without what it expects."""
    whole: dict[str, Any] = read_yaml(text)
    setup = whole["setup"]
    steps = []
    for step in whole["steps"]:
        if list(step) != ["expect"]:
            steps.append(step)
        if step == {"B": "pass"} and "C" not in setup:
            steps.append({"C": "pass"})
    sides = {seat: setup[seat] for seat in ("A", "B", "C", "D") if seat in setup}
    others = {key: value for key, value in setup.items() if key not in sides}
    setup = {**others, "C": THIRD, **sides}
    return json.dumps({**whole, "setup": dict(sorted(setup.items())), "steps": steps})


def questions(text: str) -> Iterator[Game]:
    """The game at every question within a procedure, from the last to the first, as far as the steps can be played."""
    try:
        scenario = read_text(with_a_third(text), "a try")
        table = Table(scenario, start(scenario))
    except ScenarioError:
        return
    with contextlib.suppress(ScenarioError):
        played(scenario, table)
    game = table.own_game.copy()
    with contextlib.suppress(AnswerError):  # nothing is left to undo
        while True:
            game.undo()
            if not game.acting:
                yield game.copy()


@seeds(2, PARTS)
def test_turn_9_9_who_must_decide_leaves_at_every_question_and_the_game_goes_on(seed: int) -> None:
    asked = 0
    for path in sorted(SCENARIOS.rglob("*.yaml"))[seed::PARTS]:
        for game in questions(path.read_text(encoding="utf-8")):
            decision, watch = game.decision, Watch(game)
            assert decision is not None
            game.concede(decision.player)
            watch(game)
            dice = Dice(seed)
            for _ in range(AFTERWARDS):
                if game.decision is not None:
                    with contextlib.suppress(Illegal):
                        game.answer(choose(game.decision, dice))
                    watch(game)
            asked += 1
    assert asked > 5
