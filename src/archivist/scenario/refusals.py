"""Steps that must be refused: for the rule they name, and without leaving a trace."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from msgspec.structs import replace

from archivist.model.errors import Illegal
from archivist.model.state import State
from archivist.notation.actions import numbers
from archivist.notation.naming import Problem
from archivist.rules.catalogue import covers
from archivist.scenario.acting import act, reply
from archivist.scenario.steps import Act, Illegality, Reply
from archivist.scenario.table import Difference, Nowhere, Refused, Table


def refusal_of(table: Table, step: Act | Reply, wanted: Illegality) -> Refused:
    """Tries a step that must be refused, and returns the refusal.

    If an object has several abilities and the step does not say which, each of them must be refused.
    """
    if isinstance(step, Reply):
        return _refused(table, wanted, lambda: reply(table, step), ())
    found = [
        _refused(table, wanted, partial(act, table, each, complete=True), _standing_rules(table, each))
        for each in _readings(table, step)
    ]
    return found[-1]


def _readings(table: Table, step: Act) -> list[Act]:
    """The step itself; or, if it does not say which of several abilities it means, one step for each ability."""
    deed = step.deed
    if deed.verb != "ability" or deed.number:
        return [step]
    seat = table.names.seat(step.player)
    try:
        table.meant(seat, deed)
    except Nowhere:
        return [step]
    except Problem:
        each = numbers(table.game, seat, deed, table.referee)
        return [replace(step, deed=replace(deed, number=number)) for number in each]
    return [step]


def _standing_rules(table: Table, step: Act) -> tuple[str, ...]:
    """Every rule that forbids the action before it is tried."""
    seat = table.names.seat(step.player)
    if step.deed.verb == "concede":
        return ()
    try:
        illegal = table.game.why_not(seat, table.meant(seat, step.deed))
    except (Refused, Problem):
        return ()
    table.shown.refused(illegal)
    return illegal.rules if illegal is not None else ()


def _refused(table: Table, wanted: Illegality, doing: Callable[[], None], standing: tuple[str, ...]) -> Refused:
    game = table.game
    saved, waiting = game.copy(), table.making.saved() if table.making else None
    acting, before, events = game.acting, game.state.copy(), table.happened
    try:
        doing()
    except Nowhere as nowhere:
        raise Difference(f"it must be refused, but nothing was tried: {nowhere}") from None
    except Refused as refused:
        refusal = refused
        table.shown.told(table.happened_since(events))
    else:
        raise Difference(f"it must be refused{f' by {wanted.rule}' if wanted.rule else ''}, but it was not")
    if acting and not refusal.done:
        if not game.acting and not game.over:
            game.cancel()
        _check_untouched(table, events, before)
    elif isinstance(refusal.__cause__, Illegal):
        _check_untouched(table, events, before, game.checkpoint)
    if not acting or refusal.done:
        table.game = saved
    table.making = waiting
    refusal = Refused(refusal.why, (*refusal.rules, *standing))
    _check_rule(wanted, refusal)
    table.refusals.update(refusal.rules)
    return refusal


def _check_untouched(table: Table, events: int, *before: State) -> None:
    """Raises Difference unless the game equals one of these states and nothing more has happened."""
    if table.happened > events or not any(table.game.state == each for each in before):
        raise Difference("it was refused, but the game has changed")


def _check_rule(wanted: Illegality, refusal: Refused) -> None:
    if wanted.rule and not any(covers(wanted.rule, rule) for rule in refusal.rules):
        listed = ", ".join(refusal.rules)
        raise Difference(f"it must be refused by {wanted.rule}, but it was by {listed}: {refusal.why}")
