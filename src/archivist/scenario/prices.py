"""Paying for what an effect lets a player pay for: it follows the yes, and needs no step of its own."""

from __future__ import annotations

from archivist.model.card import Seat
from archivist.model.decision import Decision
from archivist.scenario.answers import exact, things, worded_next
from archivist.scenario.problems import Unasked
from archivist.scenario.structure import Reply
from archivist.scenario.table import Table

RULE = "costs.5.12"
"""The rule by which costs are paid while something resolves."""


def pay(table: Table, seat: Seat, step: Reply) -> None:
    """Pays with what the step names; left out, with the first legal cards, unless the next step says which."""
    left = dict(step.payments)
    while (asked := _asked(table, seat)) is not None:
        given = left.pop(asked.kind, None)
        if given is None and (worded_next(table, asked) or table.expects(asked)):
            break
        if given is None:
            answer = next(asked.answers())
        else:
            answer = exact(asked, things(table.game.state, asked, given))
        table.answer(seat, answer)
    if any(left.values()):
        raise Unasked(f"'{next(iter(left))}' is given, but nothing asks for it", (RULE,), done=True)


def _asked(table: Table, seat: Seat) -> Decision | None:
    """The pending decision, if it is about paying."""
    asked = table.asked
    return asked if asked is not None and asked.player == seat and RULE in asked.rules else None
