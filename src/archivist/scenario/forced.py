"""Steps that answer what the game had no need to ask, because only one answer was legal.

Such a step is taken if it agrees with what has happened in the step before.
"""

from __future__ import annotations

from collections import Counter

from archivist.model.card import Seat
from archivist.model.event import Event
from archivist.scenario import verify
from archivist.scenario.answers import NO
from archivist.scenario.naming import Name, item_name, read_name, repeated
from archivist.scenario.plays import Attempt
from archivist.scenario.problems import Problem
from archivist.scenario.source import Source
from archivist.scenario.structure import Act, Reply
from archivist.scenario.table import Table

RULES: dict[str, tuple[str, ...]] = {
    "choose": ("timing.2.1",),
    "order": ("abilities.3.22", "timing.3.4"),
    "name": ("timing.11.5",),
    "retaliate": ("combat.5.1", "combat.5.2", "combat.5.3"),
}
"""The rules by which an answer is refused that nobody has asked for."""


def attack(table: Table, seat: Seat, step: Act) -> bool:
    """Whether the step words the attack that an attack card has just declared, there being one way only."""
    state = table.game.state
    combat = state.combat
    if step.deed.verb != "attack" or step.deed.name is None or combat is None or not state.intent:
        return False
    told = [event for event in _lately(table) if event.kind == "attack" and event.player == seat]
    if not told or not table.game.acting or combat.attacker not in table.names.all(step.deed.name):
        return False
    attempt = Attempt(table, seat, None, step.keys)
    attempt.mark = table.begun
    verify.leftovers(attempt)
    return True


def reply(table: Table, seat: Seat, step: Reply) -> bool:
    """Whether the step words what has happened by itself."""
    if step.question == "order":
        return _order(table, seat, step)
    if step.question == "retaliate":
        return step.value.value == [] and table.game.state.turn.step == "before damage" and table.game.acting
    if step.question == "choose":
        return _declined(table, seat, step) or _choice(table, step)
    return False


def _declined(table: Table, seat: Seat, step: Reply) -> bool:
    """An option that could not be taken counts as declined (RS.6)."""
    value = step.value.value
    told = any(event.kind in ("not possible", "option declined") and event.player == seat for event in _lately(table))
    return told and not isinstance(value, list | dict) and value in NO


def _order(table: Table, seat: Seat, step: Reply) -> bool:
    """Triggers that are all alike need no order."""
    wanted = [each.word("a trigger").removeprefix("trigger/").partition("#")[0] for each in step.value.items("order")]
    state = table.game.state
    placed = [item_name(state, item).removeprefix("trigger/") for item in state.stack if item.controller == seat]
    return bool(wanted) and placed[-len(wanted) :] == wanted


def _choice(table: Table, step: Reply) -> bool:
    """The cards named are those that a resolution has just moved."""
    names = _names(table, step.value)
    moved = _moved_by_resolving(_lately(table))
    return bool(names) and not Counter(names) - Counter(moved)


def tells_of(table: Table, mark: int, value: Source) -> bool:
    """Whether what has happened since is about the things that an answer names."""
    names = _names(table, value)
    told = {
        named.name
        for event in table.game.events[mark:]
        for named in (event.subject, *event.objects)
        if named is not None
    }
    return bool(names) and set(names) <= told


def _names(table: Table, value: Source) -> list[str]:
    """The names of the cards in an answer; none if it says anything else."""
    found: list[str] = []
    for each in value.items("a choice"):
        if not isinstance(each.value, str):
            return []
        count, text = repeated(each.value)
        try:
            name = read_name(text, table.game.state.pool, table.players)
        except Problem:
            return []
        found.extend([_card(table, name)] * count)
    return found


def _card(table: Table, name: Name) -> str:
    thing = None if name.card else table.names.pick(name)
    return table.game.state.cards[thing.id].face if thing is not None and thing.kind == "card" else name.card


def _moved_by_resolving(events: list[Event]) -> list[str]:
    resolved = [index for index, event in enumerate(events) if event.kind == "resolve"]
    after = events[resolved[-1] :] if resolved else []
    moves = (event for event in after if event.kind == "move" and event.origin != "stack")
    return [event.subject.name for event in moves if event.subject is not None]


def _lately(table: Table) -> list[Event]:
    return table.game.events[table.begun :]
