"""Steps that must be refused: for the rule they name, and without leaving a trace (PC.3)."""

from __future__ import annotations

from collections.abc import Callable

from msgspec.structs import replace

from archivist.game import Game
from archivist.model.errors import Illegal
from archivist.model.state import State
from archivist.rules.catalogue import covers
from archivist.scenario import deeds
from archivist.scenario.acts import act, reply
from archivist.scenario.problems import Difference, Nowhere, Problem, Refused
from archivist.scenario.structure import Act, Illegality, Reply
from archivist.scenario.table import Table, happened, happened_since


def refused_act(table: Table, step: Act, wanted: Illegality) -> Refused:
    """Attempts an action that must be refused; gives the refusal.

    Of an object with several abilities, where the step does not say which, each must be.
    """
    refusal = None
    for each in _readings(table, step):
        refusal = _refused_act(table, each, wanted)
    assert refusal is not None
    return refusal


def _refused_act(table: Table, step: Act, wanted: Illegality) -> Refused:
    standing = _standing_rules(table, step)
    return _attempt(table, wanted, lambda: act(table, step, complete=True), standing)


def _readings(table: Table, step: Act) -> list[Act]:
    """The step itself; for an ability without its number where it is unclear, one for each number."""
    deed = step.deed
    if deed.verb != "ability" or deed.number:
        return [step]
    seat = table.names.seat(step.player)
    try:
        deeds.action(table.game, seat, deed)
    except Nowhere:
        return [step]
    except Problem:
        numbers = deeds.numbers(table.game.state, seat, deed)
        return [replace(step, deed=replace(deed, number=number)) for number in numbers]
    return [step]


def refused_reply(table: Table, step: Reply, wanted: Illegality) -> Refused:
    """Gives an answer that must be refused; gives the refusal."""
    return _attempt(table, wanted, lambda: reply(table, step), ())


def _standing_rules(table: Table, step: Act) -> tuple[str, ...]:
    """Every rule that stands against the action before it is even tried."""
    seat = table.names.seat(step.player)
    if step.deed.verb == "concede":
        return ()
    try:
        illegal = table.game.why_not(seat, deeds.action(table.game, seat, step.deed))
    except (Refused, Problem):
        return ()
    table.shown.refused(illegal)
    return illegal.rules if illegal is not None else ()


def _attempt(table: Table, wanted: Illegality, doing: Callable[[], None], standing: tuple[str, ...]) -> Refused:
    game = table.game
    saved, waiting = game.copy(), table.attempt.saved() if table.attempt else None
    acting, before, events = game.acting, game.state.copy(), happened(game)
    try:
        doing()
    except Nowhere as nowhere:
        raise Difference(f"it must be refused, but nothing is tried: {nowhere}") from None
    except Refused as refused:
        refusal = refused
        table.shown.told(happened_since(game, events))
    else:
        raise Difference(f"it must be refused{f' by {wanted.rule}' if wanted.rule else ''}, and it was not")
    if acting and not refusal.done:
        if not game.acting and not game.over:
            game.cancel()
        _check_untouched(game, events, before)
    elif isinstance(refusal.__cause__, Illegal):
        _check_untouched(game, events, before, game.checkpoint)
    if not acting or refusal.done:
        table.game = saved
    table.attempt = waiting
    refusal = Refused(refusal.why, (*refusal.rules, *standing))
    _check_rule(wanted, refusal)
    table.refusals.update(refusal.rules)
    return refusal


def _check_untouched(game: Game, events: int, *before: State) -> None:
    """The whole game is equal to what it was before; a play that was under way may have been cancelled with it."""
    if happened(game) > events or not any(game.state == each for each in before):
        raise Difference("it was refused, but the game is not what it was before")


def _check_rule(wanted: Illegality, refusal: Refused) -> None:
    if wanted.rule and not any(covers(wanted.rule, rule) for rule in refusal.rules):
        listed = ", ".join(refusal.rules)
        raise Difference(f"it must be refused by {wanted.rule}, but it was by {listed}: {refusal.why}")
