"""Writing any moment of a game as a scenario: a position that a set-up can say, and the steps from there."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

import yaml

from archivist.model.decision import Answer
from archivist.model.errors import ScenarioError
from archivist.scenario.describing import described, unsayable
from archivist.scenario.equivalence import difference, of_states
from archivist.scenario.format import read_text
from archivist.scenario.naming import PLAYERS
from archivist.scenario.report import played
from archivist.scenario.setup import start
from archivist.scenario.wording import Scribe, Step

if TYPE_CHECKING:
    from archivist.game import Game
    from archivist.model.state import State

WIDTH = 118
NAMED = 3
"""How many reasons are named for what cannot be written."""
FILE = "scenario"
"""What errors call a text that is no file."""


class Unwritable(ScenarioError):
    """A moment of a game that no scenario can say, with what stands in the way."""


def write(game: Game, title: str = "") -> str:
    """The present moment of a game as the text of a scenario.

    The set-up is the last position that it can say exactly; what was answered since are the steps. What is written is
    read and played before it is given out, so that it does lead to this moment.
    """
    reasons: dict[str, None] = {}
    for parts, state, answers in starting_points(game, reasons):
        return _checked(game, title or _title(game), parts, state, answers)
    raise Unwritable(f"no moment of this game can be the setup of a scenario: {'; '.join(list(reasons)[:NAMED])}")


def starting_points(game: Game, reasons: dict[str, None]) -> Iterator[tuple[dict[str, Any], State, tuple[Answer, ...]]]:
    """The moments that can be the setup of a scenario, latest first: described, as a state, with the answers since.

    `reasons` is told why the moments in between cannot.
    """
    answers: tuple[Answer, ...] = ()
    for state, since in game.moments():
        answers = (*since, *answers)
        problem = unsayable(state)
        if not problem:
            parts = described(state)
            problem = _lost(state, parts)
            if not problem:
                yield parts, state, answers
                continue
        reasons[problem] = None


def _title(game: Game) -> str:
    turn = game.state.turn
    return f"Turn {turn.number} of player {PLAYERS[turn.player]}, {turn.phase} phase"


def _lost(state: State, parts: dict[str, Any]) -> str:
    """What a set-up loses of the position that it describes; empty if nothing."""
    try:
        again = start(read_text(text({"title": "", **parts}), FILE, need_steps=False)).state
    except ScenarioError as error:
        return str(error)
    return of_states(state, again)


def _checked(game: Game, title: str, parts: dict[str, Any], state: State, answers: Sequence[Answer]) -> str:
    """The whole text, once playing it has led to the present moment of the game."""
    scribe = Scribe(state)
    scribe.follow(answers, with_forced=game.asks_forced)
    written = text({"title": title, **parts, "steps": [*scribe.steps, _expectation(game)]})
    try:
        other = played(written)
    except ScenarioError as error:
        raise Unwritable(f"the steps to this moment cannot be put into words: {error}\n{written}") from error
    wrong = difference(game, other)
    if wrong:
        raise Unwritable(f"the steps do not lead to this moment: {wrong}\n{written}")
    return written


def _expectation(game: Game) -> Step:
    """Where the game is now. A decision that is expected is left open."""
    state = game.state
    if game.over:
        winner = "draw" if state.winner is None else PLAYERS[state.winner]
        return {"expect": {"winner": winner}}
    found: dict[str, Any] = {"turn": PLAYERS[state.turn.player], "phase": state.turn.phase}
    if game.acting:
        found["opportunity"] = "none" if state.opportunity is None else PLAYERS[state.opportunity]
    if state.opportunity is None or not game.acting:
        decision = game.decision
        assert decision is not None
        found["decision"] = {"player": PLAYERS[decision.player], "kind": decision.kind}
    return {"expect": found}


# -- text --------------------------------------------------------------------------------------------------------


def text(parts: dict[str, Any]) -> str:
    """A scenario as a judge would write it: a line for each card, zone and step, long zones in several."""
    lines = [f"{key}: {_flow(parts[key])}" for key in ("title", "cites", "seed") if key in parts]
    if "cards" in parts:
        lines += ["cards:", *(f"- {_flow(card)}" for card in parts["cards"])]
    lines.append("setup:")
    for key, value in parts["setup"].items():
        if key in PLAYERS and value:
            lines.append(f"  {key}:")
            lines += [line for zone, entries in value.items() for line in _wrapped(f"    {zone}: ", entries)]
        else:
            lines += _wrapped(f"  {key}: ", value)
    if "steps" in parts:
        lines += ["steps:", *(f"- {key}: {_flow(value)}" for step in parts["steps"] for key, value in step.items())]
    return "\n".join((*lines, ""))


def _wrapped(head: str, value: Any) -> Iterator[str]:
    """A key and its value; a list goes over several lines if it must, broken between its entries."""
    if not isinstance(value, list) or not value:
        yield f"{head}{_flow(value)}"
        return
    line = f"{head}["
    for index, entry in enumerate(value):
        word = f"{_flow(entry)}{']' if index == len(value) - 1 else ','}"
        if len(line) + len(word) > WIDTH and not line.endswith("["):
            yield line
            line = " " * (len(head) - len(head.lstrip()) + 2)
        line += word if line.endswith(("[", "  ")) else f" {word}"
    yield line


def _flow(value: Any) -> str:
    """A value on one line, fit to stand within brackets."""
    written: str = yaml.dump(
        [value], Dumper=_Dumper, default_flow_style=True, width=10**9, allow_unicode=True, sort_keys=False
    )
    return written.rstrip()[1:-1]


class _Dumper(yaml.SafeDumper):
    """Writes a value as often as it occurs, without anchors."""

    def ignore_aliases(self, data: Any) -> bool:
        return True
