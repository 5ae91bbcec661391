"""Answers to what nobody has been asked, because there was nothing to decide. They must agree with what has happened."""

from __future__ import annotations

from archivist.model.card import Seat, Thing
from archivist.model.events import Attack, NotPossible
from archivist.notation.naming import cards_in, item_name, read_name
from archivist.rules.legal_actions import refused_answers
from archivist.scenario.answers import NO, says
from archivist.scenario.steps import Act, Reply
from archivist.scenario.table import Nowhere, Refused, Table, Unasked


def attack(table: Table, seat: Seat, step: Act) -> bool:
    """Whether a step describes the attack that an attack card has just declared, for example during a shortcut.

    Raises Refused if it differs from what was declared, Unasked if it names payments.
    """
    state, combat = table.game.state, table.game.state.combat
    if step.deed.verb != "attack" or step.deed.name is None or combat is None or not state.intent:
        return False
    told = any(isinstance(event, Attack) and event.player == seat for event in table.happened_since(table.begun))
    if not told or not table.game.acting or combat.attacker not in table.names.all(step.deed.name):
        return False
    if step.keys.payments:
        raise Unasked(f"{next(iter(step.keys.payments))!r} is given, but the attack is declared and asks for nothing")
    against = (*combat.defenders, *((Thing("player", combat.defending),) if combat.cleave else ()))
    targets = [name for group in step.keys.targets or () for name in group]
    for names, there in ((targets, against), (step.keys.weapon or (), combat.weapons)):
        for name in names:
            if table.names.pick(name, there) is None:
                why = f"the attack is declared, and not with {name.text}"
                raise Refused(why, refused_answers.DECLARED_OTHERWISE)
    return True


def check(table: Table, seat: Seat, step: Reply) -> None:
    """Checks that a step agrees with what happened without a decision. Raises Refused, with the rules, if it does not."""
    if step.question == "order" and _alike(table, seat, step):
        return
    if step.question == "retaliate" and _declines_retaliation(table, seat, step):
        return
    impossible = _impossible(table, seat) if step.question == "choose" else ()
    if not impossible:
        raise Nowhere(f"there is nothing to {step.question} now", refused_answers.not_asked(step.question))
    if not says(step.value.value, NO):
        raise Refused("what would be asked is not possible", impossible)


def _alike(table: Table, seat: Seat, step: Reply) -> bool:
    """Triggers that are all alike need no order."""
    words = [each.word("a trigger") for each in step.value.items("order")]
    wanted = [word.rpartition("/")[2].partition("#")[0] for word in words]
    state = table.game.state
    placed = [item_name(state, item).removeprefix("trigger/") for item in state.stack if item.controller == seat]
    return bool(wanted) and placed[-len(wanted) :] == wanted


def _declines_retaliation(table: Table, seat: Seat, step: Reply) -> bool:
    """Whether a player who could not retaliate says so. Raises Refused, with the reason, if the step names a unit."""
    state = table.game.state
    for each in step.value.items("retaliate"):
        own = [card.thing for card in cards_in(state, seat, "field")]
        thing = table.names.pick(read_name(each.word("a unit"), state.whole_pool, table.players), own)
        if thing is None:
            return False
        reason = table.referee.why_not_retaliate(table.game, thing.id)
        raise Refused(reason.why, reason.rules)
    return table.referee.could_retaliate(table.game, seat)


def _impossible(table: Table, seat: Seat) -> tuple[str, ...]:
    """The rules that made an option impossible, so that it counts as declined; empty if there was none."""
    told = (event for event in table.happened_since(table.begun) if isinstance(event, NotPossible))
    return next((event.rules for event in told if event.player == seat), ())
