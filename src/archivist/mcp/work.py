"""What assistants ask about a scenario: whether it goes as it says, what can be done, why not. Each rule with its words."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec

from archivist.model.decision import Decision
from archivist.model.errors import ArchivistError
from archivist.notation.answers import labels
from archivist.notation.narration import taken_apart
from archivist.rules.catalogue import catalogue
from archivist.scenario import read_text, run
from archivist.scenario.asking import at, plays, verdict
from archivist.scenario.table import Table


def judged(text: str) -> dict[str, Any]:
    """Plays a scenario: whether everything is as it expects, and what happened, step by step."""
    report = run(read_text(text, "scenario"))
    steps = []
    cited: list[str] = []
    for each in report.trace:
        told = [taken_apart(line) for line in each.lines]
        cited += [rule for _, rules in told for rule in rules]
        happened = [{"what": sentence.strip(), "rules": list(rules)} for sentence, rules in told]
        steps.append({"step": each.number, "line": each.line, "does": each.step, "happened": happened})
    found: dict[str, Any] = {"title": report.title, "passed": report.passed, "steps": steps, "rules": stated(cited)}
    return found if report.passed else {**found, "difference": report.difference}


def possible(text: str, step: int | None) -> dict[str, Any]:
    """What the player who must decide can do after a step, or after all."""
    table = _at(text, step)
    decision = table.game.decision
    found = _moment(table)
    if decision is None:
        return {**found, "player": None, "plays": [], "rules": {}}
    found |= {"player": table.players[decision.player], "rules": stated(decision.rules)}
    if decision.form == "act":
        return {**found, "plays": [_play(each) for each in plays(table.own_game)]}
    options = [] if decision.form == "name" else list(labels(table.game.state, decision))
    return {**found, "plays": [], "asked": decision.prompt, "answer": _answer(decision), "options": options}


def refused(text: str, play: str, step: int | None) -> dict[str, Any]:
    """Whether a play is legal after a step, or after all, and everything that stands against it."""
    table = _at(text, step)
    found = verdict(table, play)
    reasons = [{"why": each.why, "rules": stated(each.rules)} for each in found.reasons]
    return {**_moment(table), "player": found.player, "play": found.play, "legal": found.legal, "reasons": reasons}


def stated(rules: Iterable[str]) -> dict[str, str]:
    """Rules by their ids, each with what it says."""
    known = catalogue()
    return {rule: known[rule].statement for rule in dict.fromkeys(rules) if rule in known}


def _at(text: str, step: int | None) -> Table:
    scenario = read_text(text, "scenario", need_steps=False)
    if step is not None and not 0 <= step <= len(scenario.steps):
        raise ArchivistError(f"the scenario has {len(scenario.steps)} steps, so the step is a number from 0 to that")
    return at(scenario, step)


def _moment(table: Table) -> dict[str, Any]:
    turn = table.game.state.turn
    return {"turn": turn.number, "turn player": table.players[turn.player], "phase": turn.phase}


def _play(play: Any) -> dict[str, Any]:
    found: dict[str, Any] = msgspec.to_builtins(play)
    if "choices" in found:
        found["choices"] = {kind: list(names) for kind, names in play.choices}
    return found


def _answer(decision: Decision) -> str:
    """What an answer is made of, in words."""
    if decision.form == "pick":
        several = f"{decision.least} to {decision.most}" if decision.least != decision.most else str(decision.most)
        return f"{several} of the options"
    if decision.form == "number":
        return f"a number from {decision.least} to {decision.most}"
    return {
        "split": f"a share for each option, {decision.total} in total",
        "order": "all options in an order",
        "arrange": "each option on top or to the bottom",
        "name": "the name of a card",
    }[decision.form]
