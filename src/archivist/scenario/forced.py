"""Steps that word what nobody had to decide, because only one answer was legal.

Such a step is taken if it agrees with what has happened in the step before.
"""

from __future__ import annotations

from archivist.model.card import Seat
from archivist.scenario import verify
from archivist.scenario.answers import NO, Wording
from archivist.scenario.fill import fill
from archivist.scenario.naming import item_name
from archivist.scenario.plays import Attempt
from archivist.scenario.problems import Problem, Refused
from archivist.scenario.structure import Act, Reply
from archivist.scenario.table import Table, Taken

RULES: dict[str, tuple[str, ...]] = {
    "choose": ("timing.2.1",),
    "order": ("abilities.3.22", "timing.3.4"),
    "name": ("timing.11.5",),
    "retaliate": ("combat.5.1", "combat.5.2", "combat.5.3"),
}
"""The rules by which an answer is refused that nobody has asked for."""


def attack(table: Table, seat: Seat, step: Act) -> bool:
    """Whether the step words the attack that an attack card has just declared, there being one way only."""
    combat = table.game.state.combat
    if step.deed.verb != "attack" or step.deed.name is None or combat is None:
        return False
    declared = [
        each for each in table.taken if each.decision.rule.startswith("combat.") and each.decision.player == seat
    ]
    if not declared or combat.attacker not in table.names.all(step.deed.name):
        return False
    attempt = Attempt(table, seat, None, step.keys)
    for each in declared:
        fill(attempt, each.state, each.decision)
    verify.leftovers(attempt)
    return True


def reply(table: Table, seat: Seat, step: Reply) -> bool:
    """Whether the step words what has happened by itself."""
    if _worded(table, seat, step):
        return True
    if step.question == "order":
        return _order(table, seat, step)
    if step.question == "retaliate":
        return step.value.value == [] and table.game.state.turn.step == "before damage"
    return step.question == "choose" and _impossible(table, seat, step)


def rules(table: Table, seat: Seat, step: Reply) -> tuple[str, ...]:
    """The rules by which an answer is refused that does not agree with the only legal one."""
    mine = (rule for each in table.taken if each.decision.player == seat for rule in each.decision.rules)
    return (*RULES[step.question], *mine)


def _worded(table: Table, seat: Seat, step: Reply) -> bool:
    """Whether the step gives the answer that a decision took by itself."""
    for each in table.taken:
        if each.decision.player == seat and _agrees(table, each, step):
            table.taken.remove(each)
            return True
    return False


def _agrees(table: Table, taken: Taken, step: Reply) -> bool:
    try:
        Wording(taken.state, taken.decision, step.value, table.players).answer()
    except (Refused, Problem):
        return False
    return True


def _order(table: Table, seat: Seat, step: Reply) -> bool:
    """Triggers that are all alike need no order."""
    wanted = [each.word("a trigger").removeprefix("trigger/").partition("#")[0] for each in step.value.items("order")]
    state = table.game.state
    placed = [item_name(state, item).removeprefix("trigger/") for item in state.stack if item.controller == seat]
    return bool(wanted) and placed[-len(wanted) :] == wanted


def _impossible(table: Table, seat: Seat, step: Reply) -> bool:
    """An option that could not be taken counts as declined (RS.6)."""
    value = step.value.value
    told = any(event.kind == "not possible" and event.player == seat for event in table.game.events[table.begun :])
    return told and not isinstance(value, list | dict) and value in NO
