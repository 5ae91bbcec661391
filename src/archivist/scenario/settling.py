"""Decisions that leave nothing to decide: where only one legal answer exists it is taken, unless the next step gives it."""

from __future__ import annotations

from archivist.model.decision import Decision, Pass
from archivist.scenario.answers import worded_next
from archivist.scenario.structure import Act, Shortcut, Step
from archivist.scenario.table import Table

TO_MATERIALIZE = Shortcut("advance", "materialize")


def settle(table: Table, step: Step) -> None:
    """Takes the only legal answer of everything that is asked, as far as no play or step is there to give it."""
    while True:
        asked = table.asked
        if asked is not None and (asked.forced or _alike(asked)) and not _answered_later(table, asked):
            table.answer(asked.player, next(asked.answers()))
        elif step.what != TO_MATERIALIZE and _nothing_to_materialize(table) and not _awaited(table):
            table.begin(table.game.state.turn.player, Pass())
        else:
            return


def _alike(asked: Decision) -> bool:
    """Triggers to be ordered that all bear one name: no step could tell them apart."""
    return asked.form == "order" and len(set(asked.options)) == 1 and isinstance(asked.options[0], str)


def _answered_later(table: Table, asked: Decision) -> bool:
    """Whether the step after this one answers the decision, or tries to in vain; or it is expected to be open."""
    if table.expects(asked):
        return True
    if table.attempt is not None and table.attempt.asks() is asked:
        return True
    following = table.following.what if table.following is not None else None
    if isinstance(following, Act):
        declaring = following.deed.verb == "attack" and asked.rule.startswith("combat.")
        return declaring and following.player == table.players[asked.player]
    return worded_next(table, asked)


# -- the choice of the materialize phase -------------------------------------------------------------------------


def _nothing_to_materialize(table: Table) -> bool:
    """Whether the turn player may materialize and has nothing to do it with."""
    game = table.game
    if not game.acting or game.state.opportunity is not None or game.decision is None:
        return False
    return game.decision.options == (Pass(),)


def _awaited(table: Table) -> bool:
    """Whether the very next step is the turn player's choice: what they materialize or return, or that they pass.

    A choice that is expected to be open is left so as well.
    """
    if table.game.decision is not None and table.expects(table.game.decision):
        return True
    following = table.following.what if table.following is not None else None
    if not isinstance(following, Act) or following.player != table.players[table.game.state.turn.player]:
        return False
    if following.deed.verb == "pass":
        return next(table.expected(), None) is None
    return following.deed.verb in ("materialize", "return")
