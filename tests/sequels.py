"""Digests of what could have come instead: random play from the beginning of every scenario, and from its end.

A scenario makes up the cards and the position in which a rule shows, and does with them what it has to. Others would do
something else there. What can be done and why the rest cannot, what is asked, what happens and what every seat sees goes
into a digest for each of the two. A third is of the scenario as it is, but with objects that their controllers do not own:
nearly everywhere the two are the same player, and what is said of one of them must not be done with the other.

`make golden` writes them anew after an intended change; `archivist trace FILE` before
and after tells what is different in the scenario itself.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Iterable
from functools import cache
from pathlib import Path

from archivist.game import Game
from archivist.model.decision import Answer
from archivist.model.errors import EndlessLoop, Illegal
from archivist.notation.naming import Problem
from archivist.scenario.expectations import Expect
from archivist.scenario.reading import Scenario, read, start
from archivist.scenario.running import played, take
from archivist.scenario.table import Difference, Table
from positions import every_action, random_answer
from traces import SCENARIOS, Trace, named

KEPT = Path(__file__).resolve().parent / "golden" / "sequels.txt"
DECISIONS = 40
LEAVES = 0.03
"""How often somebody concedes while more than two play."""


def _answer(game: Game, rng: random.Random) -> Answer:
    """Any legal answer; a name is one of those at the table, so that new cards do not change what comes of it."""
    decision = game.decision
    assert decision is not None
    if decision.form == "name":
        there = {card.face for card in game.state.cards}
        return str(rng.choice([name for name in decision.options if name in there] or decision.options[:1]))
    return random_answer(decision, rng, eager=0.9)


def sequel(game: Game, seed: str) -> str:
    """The digest of random play from a moment of a game."""
    trace = Trace()
    trace.see(game)
    rng = random.Random(seed)
    for seat in range(len(game.state.players)):
        for action in every_action(game.state, seat):
            refused = game.why_not(seat, action)
            if refused is not None:
                trace.hear_refusal(refused)
    for _ in range(DECISIONS):
        living = game.state.living()
        if len(living) > 2 and rng.random() < LEAVES:
            game.concede(rng.choice(living))
        if game.decision is None:
            break
        trace.hear(game.decision)
        try:
            game.answer(_answer(game, rng))
        except Illegal as illegal:
            trace.hear_refusal(illegal)
        except EndlessLoop:
            break
    trace.see(game)
    return trace.digest


def lent(scenario: Scenario) -> str:
    """The digest of a scenario in which all objects but champions are borrowed, as far as its steps can be taken."""
    state = scenario.position.copy()
    champions = {player.champion for player in state.players}
    for number in state.field:
        if number not in champions:
            state.alter(number, owner=(state.cards[number].owner + 1) % len(state.players))
    table = Table(scenario, Game(state, ask_forced=True))
    trace = Trace()
    for step in scenario.steps:
        if isinstance(step.what, Expect):
            continue
        try:
            take(table, step)
        except (Difference, Problem, EndlessLoop):
            break
        trace.see(table.own_game)
    return trace.digest


def line(path: Path) -> str:
    """The digests of a scenario: from its beginning, from its end, and with borrowed objects."""
    scenario = read(path)
    games = Game(start(scenario).state), played(scenario)
    found = (*(sequel(game, f"{named(path)} {number}") for number, game in enumerate(games)), lent(scenario))
    return f"{' '.join(found)} {named(path)}"


@cache
def kept() -> dict[str, str]:
    """The lines that were written down, by the names of the scenarios."""
    return {line.rpartition(" ")[2]: line for line in KEPT.read_text(encoding="utf-8").splitlines()}


def write(paths: Iterable[Path]) -> None:
    KEPT.write_text("".join(f"{line(path)}\n" for path in paths), encoding="utf-8")


if __name__ == "__main__":
    write(sorted(SCENARIOS.rglob("*.yaml")))
    sys.stdout.write(f"{KEPT}\n")
