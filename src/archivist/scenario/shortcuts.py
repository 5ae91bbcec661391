"""What is done without words: the shortcuts, in which everybody passes, and decisions that leave nothing to decide.

A shortcut goes on until something has resolved or a phase is reached; decisions on the way get the default answer. After
any other step a decision with only one legal answer takes it, unless the next step gives it.
"""

from __future__ import annotations

from collections.abc import Callable

from archivist.model.card import Seat
from archivist.model.decision import Action, Decision, Pass
from archivist.model.errors import EndlessLoop
from archivist.rules.legal_actions import refused_answers
from archivist.scenario.acting import make
from archivist.scenario.answers import worded_next
from archivist.scenario.keys import fill
from archivist.scenario.steps import Act, Reply, Shortcut, Step
from archivist.scenario.table import Refused, Table

TO_MATERIALIZE = Shortcut("advance", "materialize")
PLAYS = frozenset(("activate", "materialize", "bestow", "return"))
"""What an effect may ask a player for while it resolves."""
DECLARING = "declaring"
"""Where the turn is while an attack is being declared."""
PATIENCE = 20_000
"""How many decisions a shortcut goes through before it gives up."""


def take(table: Table, shortcut: Shortcut) -> None:
    if shortcut.what == "advance":
        _advance(table, shortcut.until)
    elif shortcut.until == "all":
        _resolve_all(table)
    else:
        _resolve_top(table)


def _go_on_until(table: Table, done: Callable[[], bool], never: str) -> None:
    """Passes, and gives default answers, until something is done. Raises EndlessLoop if that never happens."""
    for _ in range(PATIENCE):
        if table.game.over or done():
            return
        _go_on(table)
    raise EndlessLoop(f"{never} ({PATIENCE} decisions were made)")


def _resolve_all(table: Table) -> None:
    """Until the stack is empty and nothing waits for a decision."""
    game = table.game
    _go_on_until(
        table, lambda: (game.acting and not game.state.stack) or _answered_next(table), "the stack never becomes empty"
    )


def _resolve_top(table: Table) -> None:
    """Until the top of the stack has resolved; something that is resolving already counts as the top.

    It stops at a decision that the next step answers, such as the declaration of an attack card's attack.
    """
    game = table.game
    resolving = not game.acting and game.answers[:1] == (Pass(),)
    _go_on_until(table, lambda: game.acting or _answered_next(table), "the decisions never end")
    if resolving or not (game.acting or game.over):
        return
    if not game.state.stack:
        raise Refused("there is nothing on the stack to resolve", refused_answers.NOTHING_TO_RESOLVE)
    top = game.state.stack[-1].id
    _go_on_until(
        table,
        lambda: (game.state.item(top) is None and game.acting) or _answered_next(table),
        "the top of the stack never resolves",
    )


def _advance(table: Table, phase: str) -> None:
    """Until the first decision or Opportunity in a phase that is not the present one.

    An attack that is being declared is no longer main and not yet combat: `main` finishes its combat, `combat` begins it.
    """
    begun = _where(table)

    def reached() -> bool:
        there = _where(table)
        return there[1] == phase and there != begun and (table.asked is None or not table.asked.forced)

    _go_on_until(table, reached, f"the {phase} phase is never reached")


def _where(table: Table) -> tuple[int, str]:
    """The turn, and the phase unless an attack is being declared in it."""
    turn, asked = table.game.state.turn, table.asked
    return turn.number, DECLARING if asked is not None and refused_answers.declares_attack(asked) else turn.phase


def _answered_next(table: Table) -> bool:
    """Whether the very next step answers the pending decision, legally or as an answer that must be refused.

    An expectation in between means no.
    """
    asked = table.asked
    if asked is None or not isinstance(table.next_step, Act | Reply) or next(table.expected(), None) is not None:
        return False
    if isinstance(table.next_step, Reply):
        return worded_next(table, asked)
    return _plays_next(table, asked) or (refused_answers.declares_attack(asked) and _attacks_next(table, asked))


def _plays_next(table: Table, asked: Decision) -> bool:
    """Whether the next step makes, or tries to make, a play that an effect asks for."""
    following = table.next_step
    if asked.form != "act" or not isinstance(following, Act) or following.player != table.players[asked.player]:
        return False
    return following.deed.verb in PLAYS


def _attacks_next(table: Table, asked: Decision) -> bool:
    """Whether the next step is an attack of the player who must decide."""
    following = table.next_step
    if not isinstance(following, Act) or following.deed.verb != "attack":
        return False
    return following.player == table.players[asked.player]


def _go_on(table: Table) -> None:
    """Passes once, or gives one default answer; a play in the making first gets the answers of its own step."""
    game = table.game
    asked = table.asked
    if asked is None:
        assert game.to_act is not None
        table.begin(game.to_act, _default_action(table, game.to_act))
        return
    making = table.making
    answer = fill(making, asked) if making is not None and making.asks() is asked else None
    table.answer(asked.player, asked.default() if answer is None else answer)
    if making is not None:
        make(table, making)


def _default_action(table: Table, seat: Seat) -> Action:
    """Passing; where something must attack first, the first legal action."""
    if not table.referee.must_act(table.game, seat):
        return Pass()
    decision = table.game.decision
    assert decision is not None
    action = decision.options[0]
    assert isinstance(action, Action)
    return action


# -- where nothing is left to decide -----------------------------------------------------------------------------


def settle(table: Table, step: Step) -> None:
    """Answers every decision that has one legal answer, unless a play in the making or the next step will."""
    while True:
        asked = table.asked
        if asked is not None and (asked.forced or _alike(asked)) and not _answered_later(table, asked):
            table.answer(asked.player, next(asked.answers()))
            if table.making is not None:
                make(table, table.making)
        elif step.what != TO_MATERIALIZE and _nothing_to_materialize(table) and not _awaited(table):
            table.begin(table.game.state.turn.player, Pass())
        else:
            return


def _alike(asked: Decision) -> bool:
    """Whether all triggers to be ordered have the same name, so that no step could tell them apart."""
    return asked.form == "order" and len(set(asked.options)) == 1 and isinstance(asked.options[0], str)


def _answered_later(table: Table, asked: Decision) -> bool:
    """Whether the next step answers the decision, tries an illegal answer, or expects the decision to be open."""
    if table.expects(asked):
        return True
    if table.making is not None and table.making.asks() is asked:
        return True
    if isinstance(table.next_step, Act):
        return _plays_next(table, asked) or (refused_answers.of_combat(asked) and _attacks_next(table, asked))
    return worded_next(table, asked)


def _nothing_to_materialize(table: Table) -> bool:
    """Whether the turn player may materialize and has nothing to do it with."""
    game = table.game
    if not game.acting or game.state.opportunity is not None or game.decision is None:
        return False
    return game.decision.options == (Pass(),)


def _awaited(table: Table) -> bool:
    """Whether the next step is the turn player's choice to materialize, return or pass, or expects that choice to be open."""
    if table.game.decision is not None and table.expects(table.game.decision):
        return True
    following = table.next_step
    if not isinstance(following, Act) or following.player != table.players[table.game.state.turn.player]:
        return False
    if following.deed.verb == "pass":
        return next(table.expected(), None) is None
    return following.deed.verb in ("materialize", "return")
