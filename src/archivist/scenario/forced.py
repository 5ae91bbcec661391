"""Answers to what nobody has been asked, because there was nothing to decide. They must agree with what has happened."""

from __future__ import annotations

from archivist.model.card import Seat, Thing
from archivist.model.events import Attack, NotPossible
from archivist.rules.combat.retaliation import why_not
from archivist.scenario.answers import NO, says
from archivist.scenario.naming import cards_in, item_name, read_name
from archivist.scenario.problems import Nowhere, Refused, Unasked
from archivist.scenario.structure import Act, Question, Reply
from archivist.scenario.table import Table, happened_since

RULES: dict[Question, tuple[str, ...]] = {
    "choose": ("timing.2.1",),
    "order": ("abilities.3.22", "timing.3.4"),
    "name": ("timing.11.5",),
    "retaliate": ("combat.5.1", "combat.5.2", "combat.5.3"),
}
"""The rules about what nobody has been asked."""

DECLARED = ("combat.5.retaliation.3", "combat.5.1")
"""The rules that say when retaliation is declared."""


def attack(table: Table, seat: Seat, step: Act) -> bool:
    """Whether a step words the attack that an attack card has just declared, as in a shortcut.

    Raises Refused where it says something else than what was declared, Unasked where it pays for it.
    """
    state, combat = table.game.state, table.game.state.combat
    if step.deed.verb != "attack" or step.deed.name is None or combat is None or not state.intent:
        return False
    told = any(isinstance(event, Attack) and event.player == seat for event in happened_since(table.game, table.begun))
    if not told or not table.game.acting or combat.attacker not in table.names.all(step.deed.name):
        return False
    if step.keys.payments:
        raise Unasked(f"{next(iter(step.keys.payments))!r} is given, but the attack is declared and asks for nothing")
    against = (*combat.defenders, *((Thing("player", combat.defending),) if combat.cleave else ()))
    targets = [name for group in step.keys.targets or () for name in group]
    for names, there in ((targets, against), (step.keys.weapon or (), combat.weapons)):
        for name in names:
            if table.names.pick(name, there) is None:
                raise Refused(
                    f"the attack is declared, and not with {name.text}", ("combat.3.step.2", "combat.3.step.3")
                )
    return True


def check(table: Table, seat: Seat, step: Reply) -> None:
    """Checks that a step words what has happened by itself. Raises Refused with what the game has to say against it."""
    if step.question == "order" and _alike(table, seat, step):
        return
    if step.question == "retaliate" and _declines_retaliation(table, seat, step):
        return
    impossible = _impossible(table, seat) if step.question == "choose" else ()
    if impossible:
        if not says(step.value.value, NO):
            raise Refused("what would be asked is not possible", impossible)
        return
    raise Nowhere(f"there is nothing to {step.question} now", RULES[step.question])


def _alike(table: Table, seat: Seat, step: Reply) -> bool:
    """Triggers that are all alike need no order."""
    words = [each.word("a trigger") for each in step.value.items("order")]
    wanted = [word.rpartition("/")[2].partition("#")[0] for word in words]
    state = table.game.state
    placed = [item_name(state, item).removeprefix("trigger/") for item in state.stack if item.controller == seat]
    return bool(wanted) and placed[-len(wanted) :] == wanted


def _declines_retaliation(table: Table, seat: Seat, step: Reply) -> bool:
    """Who has nothing to retaliate with declines. Raises Refused where the step names a unit, with what stands against it."""
    state = table.game.state
    for each in step.value.items("retaliate"):
        own = [card.thing for card in cards_in(state, seat, "field")]
        thing = table.names.pick(read_name(each.word("a unit"), state.pool, table.players), own)
        if thing is None:
            return False
        reason = why_not(state, state.cards[thing.id])
        if reason is None:
            raise Refused("retaliation is not being declared now", DECLARED)
        raise Refused(reason.why, reason.rules)
    combat = state.combat
    return combat is not None and state.turn.step == "before damage" and seat != combat.player


def _impossible(table: Table, seat: Seat) -> tuple[str, ...]:
    """The rules by which an option could not be taken and so counts as declined (RS.6); none if there was none."""
    told = (event for event in happened_since(table.game, table.begun) if isinstance(event, NotPossible))
    return next((event.rules for event in told if event.player == seat), ())
