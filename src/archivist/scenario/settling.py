"""Decisions that leave nothing to decide: where only one legal answer exists it is taken, unless the next step gives it."""

from __future__ import annotations

from archivist.model.decision import Decision
from archivist.scenario.answers import Wording
from archivist.scenario.problems import Problem, Refused
from archivist.scenario.structure import Act, Reply
from archivist.scenario.table import Table


def settle(table: Table) -> None:
    """Takes the only legal answer of everything that is asked, as far as no play or step is there to give it."""
    while (asked := table.asked) is not None and asked.forced and not _answered_later(table, asked):
        table.answer(asked.player, next(asked.answers()))


def _answered_later(table: Table, asked: Decision) -> bool:
    """Whether the step after this one answers the decision, or tries to in vain and must be refused."""
    if table.attempt is not None and table.attempt.asks() is asked:
        return True
    following = table.following.what if table.following is not None else None
    if isinstance(following, Act):
        declaring = following.deed.verb == "attack" and asked.rule.startswith("combat.")
        return declaring and following.player == table.players[asked.player]
    if not isinstance(following, Reply) or following.player != table.players[asked.player]:
        return False
    try:
        Wording(table.game.state, asked, following.value, table.players).answer()
    except (Refused, Problem):
        return following.illegal is not None
    return True
