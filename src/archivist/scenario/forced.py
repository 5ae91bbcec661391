"""Answers to what nobody has been asked, because there was nothing to decide. They must agree with what has happened."""

from __future__ import annotations

from archivist.model.card import Seat, Thing
from archivist.scenario.answers import NO, says
from archivist.scenario.naming import item_name
from archivist.scenario.problems import Refused
from archivist.scenario.structure import Act, Reply
from archivist.scenario.table import Table, happened_since

RULES: dict[str, tuple[str, ...]] = {
    "choose": ("timing.2.1",),
    "order": ("abilities.3.22", "timing.3.4"),
    "name": ("timing.11.5",),
    "retaliate": ("combat.5.1", "combat.5.2", "combat.5.3"),
}
"""The rules by which an answer is refused that nobody has asked for."""


def attack(table: Table, seat: Seat, step: Act) -> bool:
    """Whether a step words the attack that an attack card has just declared, as in a shortcut.

    Raises Refused where it says something else than what was declared.
    """
    state, combat = table.game.state, table.game.state.combat
    if step.deed.verb != "attack" or step.deed.name is None or combat is None or not state.intent:
        return False
    told = any(event.kind == "attack" and event.player == seat for event in happened_since(table.game, table.begun))
    if not told or not table.game.acting or combat.attacker not in table.names.all(step.deed.name):
        return False
    against = (*combat.defenders, *((Thing("player", combat.defending),) if combat.cleave else ()))
    targets = [name for group in step.keys.targets or () for name in group]
    for names, there in ((targets, against), (step.keys.weapon or (), combat.weapons)):
        for name in names:
            if table.names.pick(name, there) is None:
                raise Refused(
                    f"the attack is declared, and not with {name.text}", ("combat.3.step.2", "combat.3.step.3")
                )
    return True


def agrees(table: Table, seat: Seat, step: Reply) -> bool:
    """Whether a step words what has happened by itself."""
    if step.question == "order":
        return _alike(table, seat, step)
    if step.question == "retaliate":
        return step.value.value == [] and table.game.state.turn.step == "before damage"
    return step.question == "choose" and _impossible(table, seat, step)


def _alike(table: Table, seat: Seat, step: Reply) -> bool:
    """Triggers that are all alike need no order."""
    words = [each.word("a trigger") for each in step.value.items("order")]
    wanted = [word.rpartition("/")[2].partition("#")[0] for word in words]
    state = table.game.state
    placed = [item_name(state, item).removeprefix("trigger/") for item in state.stack if item.controller == seat]
    return bool(wanted) and placed[-len(wanted) :] == wanted


def _impossible(table: Table, seat: Seat, step: Reply) -> bool:
    """An option that could not be taken counts as declined (RS.6)."""
    told = any(
        event.kind == "not possible" and event.player == seat for event in happened_since(table.game, table.begun)
    )
    return told and says(step.value.value, NO)
