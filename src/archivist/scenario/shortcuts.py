"""Shortcuts: everybody passes until something has resolved or a phase is reached; decisions get the default answer."""

from __future__ import annotations

from archivist.model.card import Seat
from archivist.model.decision import Action, Pass
from archivist.model.errors import EndlessLoop
from archivist.rules.legal_actions import offers
from archivist.scenario.acts import DECLARATION
from archivist.scenario.answers import worded_next
from archivist.scenario.fill import fill
from archivist.scenario.plays import make
from archivist.scenario.problems import Refused
from archivist.scenario.structure import Act, Reply, Shortcut
from archivist.scenario.table import Table

PATIENCE = 20_000
"""How many decisions a shortcut goes through before it gives up."""


def take(table: Table, shortcut: Shortcut) -> None:
    if shortcut.what == "advance":
        _advance(table, shortcut.until)
    elif shortcut.until == "all":
        _resolve_all(table)
    else:
        _resolve_top(table)


def _resolve_all(table: Table) -> None:
    """Until the stack is empty and nothing waits for a decision."""
    for _ in range(PATIENCE):
        if table.game.over or (table.game.acting and not table.game.state.stack) or _answered_next(table):
            return
        _go_on(table)
    raise _endless("the stack never becomes empty")


def _resolve_top(table: Table) -> None:
    """Until what is the top of the stack now has resolved; what is being resolved now counts as the top.

    It stops before a decision that the next step answers, above all the declaration that an attack card asks for.
    """
    game = table.game
    resolving = not game.acting and game.answers[:1] == (Pass(),)
    _finish(table)
    if resolving or not _at_rest(table):
        return
    if not game.state.stack:
        raise Refused("there is nothing on the stack to resolve", ("RS.1",))
    top = game.state.stack[-1].id
    for _ in range(PATIENCE):
        if game.over or (game.state.item(top) is None and game.acting) or _answered_next(table):
            return
        _go_on(table)
    raise _endless("the top of the stack never resolves")


def _advance(table: Table, phase: str) -> None:
    """Until the first decision or Opportunity in a phase that is not the present one."""
    game = table.game
    begun = (game.state.turn.number, game.state.turn.phase)
    for _ in range(PATIENCE):
        turn = game.state.turn
        reached = turn.phase == phase and (turn.number, turn.phase) != begun
        if game.over or (reached and (table.asked is None or not table.asked.forced)):
            return
        _go_on(table)
    raise _endless(f"the {phase} phase is never reached")


def _at_rest(table: Table) -> bool:
    return table.game.acting or table.game.over


def _finish(table: Table) -> None:
    """Gives default answers until a player can act."""
    for _ in range(PATIENCE):
        if _at_rest(table) or _answered_next(table):
            return
        _go_on(table)
    raise _endless("the decisions never end")


def _answered_next(table: Table) -> bool:
    """Whether the very next step answers the decision that has come up, or must be refused as an answer to it.

    Nothing may be expected before.
    """
    asked, following = table.asked, table.following.what if table.following is not None else None
    if asked is None or not isinstance(following, Act | Reply):
        return False
    if any(True for _ in table.expected()):
        return False
    if isinstance(following, Reply):
        return worded_next(table, asked)
    declaring = following.deed.verb == "attack" and asked.kind in DECLARATION and asked.rule.startswith("combat.")
    return declaring and following.player == table.players[asked.player]


def _go_on(table: Table) -> None:
    """One pass, or one default answer; a play that waits for answers gets first what its own step has said."""
    game = table.game
    asked = table.asked
    if asked is None:
        assert game.to_act is not None
        table.begin(game.to_act, _default_action(table, game.to_act))
        return
    attempt = table.attempt
    if attempt is not None and attempt.asks() is asked:
        answer = fill(attempt, game.state, asked)
        table.answer(asked.player, asked.default() if answer is None else answer)
        make(table, attempt)
        return
    table.answer(asked.player, asked.default())


def _default_action(table: Table, seat: Seat) -> Action:
    """Passing; where something must attack first, the first legal action."""
    if offers.turn_refusal(table.game.state, seat) is None:
        return Pass()
    decision = table.game.decision
    assert decision is not None
    action = decision.options[0]
    assert isinstance(action, Action)
    return action


def _endless(what: str) -> EndlessLoop:
    return EndlessLoop(f"{what} ({PATIENCE} decisions were made)")
