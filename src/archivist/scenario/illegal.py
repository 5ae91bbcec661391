"""Steps that must be refused: for the rule they name, and without leaving a trace (PC.3)."""

from __future__ import annotations

from collections.abc import Callable

from archivist.game import Game
from archivist.model.errors import Illegal
from archivist.model.state import State
from archivist.rules.catalogue import covers
from archivist.scenario import deeds
from archivist.scenario.acts import act, reply
from archivist.scenario.plays import RULES
from archivist.scenario.problems import Difference, Problem, Refused
from archivist.scenario.structure import Act, Illegality, Reply
from archivist.scenario.table import Table, happened


def refused_act(table: Table, step: Act, wanted: Illegality) -> Refused:
    """Attempts an action that must be refused; gives the refusal."""
    standing = _standing_rules(table, step)
    return _attempt(table, wanted, lambda: act(table, step, complete=True), standing)


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
    declared = [key for key in ("alternative", "optional") if getattr(step.keys, key) is not None]
    return (*(illegal.rules if illegal is not None else ()), *(rule for key in declared for rule in RULES[key]))


def _attempt(table: Table, wanted: Illegality, doing: Callable[[], None], standing: tuple[str, ...]) -> Refused:
    game = table.game
    saved, waiting = game.copy(), table.attempt.saved() if table.attempt else None
    acting, before, events = game.acting, game.state.copy(), happened(game)
    try:
        doing()
    except Refused as refused:
        refusal = refused
        table.shown.told(game.events_since(events))
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
    _check_rule(wanted, refusal, standing)
    table.refusals.update((*refusal.rules, *standing))
    return refusal


def _check_untouched(game: Game, events: int, *before: State) -> None:
    """The whole game is equal to what it was before; a play that was under way may have been cancelled with it."""
    if happened(game) > events or not any(game.state == each for each in before):
        raise Difference("it was refused, but the game is not what it was before")


def _check_rule(wanted: Illegality, refusal: Refused, standing: tuple[str, ...]) -> None:
    rules = dict.fromkeys((*refusal.rules, *standing))
    if wanted.rule and not any(covers(wanted.rule, rule) for rule in rules):
        raise Difference(f"it must be refused by {wanted.rule}, but it was by {', '.join(rules)}: {refusal.why}")
